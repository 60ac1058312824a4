"""Write all texts, charts and downloads of every page's default state, to compare two revisions byte for byte.

Run ``python benchmarks/snapshot.py FOLDER`` in the checkout of each revision, then ``python benchmarks/snapshot.py FOLDER
--compare OTHER``. It prints the files that differ and fails if there are any. The script uses only the pages and no module of the
library, so a new revision's script also runs in the checkout of an old one.
"""

import argparse
import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pandas as pd
import streamlit as st
from streamlit.delta_generator import DeltaGenerator
from streamlit.testing.v1 import AppTest

TIMEOUT_SECONDS = 120
Files = dict[str, str]


def capture_into(files: Files) -> None:
    """Patch Streamlit to write every download and every chart into ``files``, under its key on the page."""

    def capture(name: str, file_of: Callable[..., tuple[str, str]]) -> None:
        draw = getattr(DeltaGenerator, name)

        def draw_and_capture(container: DeltaGenerator, *arguments: Any, **settings: Any) -> Any:
            file, text = file_of(*arguments, **settings)
            files[file] = text
            return draw(container, *arguments, **settings)

        setattr(DeltaGenerator, name, draw_and_capture)
        owner = getattr(st, name).__self__
        setattr(st, name, draw_and_capture.__get__(owner))

    def download(_label: str, *, data: Any, file_name: str, key: str, **_: Any) -> tuple[str, str]:
        return f"{key}.{file_name.rpartition('.')[2]}", data() if callable(data) else str(data)

    def chart(figure: Any, *, key: str, **_: Any) -> tuple[str, str]:
        return f"{key}.json", json.dumps(figure.to_dict(), default=str, indent=1)

    capture("download_button", download)
    capture("plotly_chart", chart)


def page_text(app: AppTest) -> str:
    """Return the elements of a page in order, with their labels and values."""
    lines = []
    for element in app.main:
        value = getattr(element, "value", "")
        text = value.to_csv() if isinstance(value, pd.DataFrame) else value
        lines.append(f"{element.type} {getattr(element, 'label', '')}: {text}")
    return "\n".join(lines)


def write(folder: Path) -> None:
    """Write the default state of every page in the current folder, with each of its views."""
    sys.path.insert(0, str(Path.cwd()))
    files: Files = {}
    capture_into(files)
    for page in sorted(Path("pages").glob("*.py")):
        views: list[str] = [""]
        for view in views:
            files.clear()
            app = AppTest.from_file(str(Path("app.py").resolve()), default_timeout=TIMEOUT_SECONDS)
            app.run()
            if view:
                app.query_params["view"] = view
            app.switch_page(str(page)).run()
            assert not app.exception, app.exception
            views += [tab.label for tab in app.tabs if tab.label not in views] if not view else []
            view_folder = folder / page.stem / (view.replace(" ", "_") or "default")
            view_folder.mkdir(parents=True, exist_ok=True)
            for name, text in {**files, "page.txt": page_text(app)}.items():
                view_folder.joinpath(name).write_text(text, encoding="utf-8")


def compare(folder: Path, other: Path) -> list[str]:
    """Return the files that differ between two snapshots or are in only one of them."""
    texts = [
        {
            str(path.relative_to(snapshot_folder)): path.read_bytes()
            for path in snapshot_folder.rglob("*")
            if path.is_file()
        }
        for snapshot_folder in (folder, other)
    ]
    return sorted(name for name in texts[0].keys() | texts[1].keys() if texts[0].get(name) != texts[1].get(name))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--compare", type=Path, metavar="OTHER")
    options = parser.parse_args()
    if not options.compare:
        write(options.folder)
    elif differing_files := compare(options.folder, options.compare):
        sys.exit("\n".join(differing_files))

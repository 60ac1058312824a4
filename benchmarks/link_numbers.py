"""Write the numbers that every known link and view shows, to compare two revisions whose words and layout differ.

Run ``python benchmarks/link_numbers.py FILE`` in the checkout of each revision, then ``python benchmarks/link_numbers.py BEFORE
--compare AFTER``. It prints the numbers that only one of them shows, and fails if there are any. The script uses only the pages,
so a new revision's script also runs in the checkout of an old one.
"""

import argparse
import base64
import json
import re
import sys
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import numpy as np
import streamlit as st
from streamlit.delta_generator import DeltaGenerator
from streamlit.testing.v1 import AppTest

TIMEOUT_SECONDS = 300
Numbers = dict[str, list[float]]

_NUMBER = re.compile(r"(?<![\w.])[-−]?\d[\d,]*(?:\.\d+)?%?")
# Words whose numbers are no results.
_LEVELS = re.compile(r"95% (?:CI|from|to|confidence interval)|<style.*?</style>|<[^>]*>", re.DOTALL)


def open_all_sections() -> None:
    """Let every section of a page be open, so that its tables are drawn."""
    expander = DeltaGenerator.expander

    def open_expander(container: DeltaGenerator, label: str, expanded: bool = True, **settings: Any) -> Any:
        return expander(container, label, True, **settings)

    DeltaGenerator.expander = open_expander  # type: ignore[method-assign, assignment]
    st.expander = open_expander.__get__(st.expander.__self__)  # type: ignore[attr-defined]


def numbers_in(text: str) -> Iterator[float]:
    """Yield the numbers in a text; a percentage as a proportion."""
    for found in _NUMBER.findall(_LEVELS.sub(" ", text)):
        number = float(found.rstrip("%").replace(",", "").replace("−", "-"))
        yield number / 100 if found.endswith("%") else number


def numbers_of(cell: Any, scale: float = 1) -> Iterator[float]:
    """Yield the numbers of a cell, a text, or a nested list or mapping of a chart, the latter also as Plotly's binary data."""
    if isinstance(cell, str):
        yield from numbers_in(cell)
    elif isinstance(cell, Mapping) and "bdata" in cell:
        yield from np.frombuffer(base64.b64decode(cell["bdata"]), cell["dtype"]).tolist()
    elif isinstance(cell, Mapping):
        yield from (number for part in cell.values() for number in numbers_of(part))
    elif isinstance(cell, list | tuple | np.ndarray):
        yield from (number for part in cell for number in numbers_of(part))
    elif isinstance(cell, int | float | np.number) and not isinstance(cell, bool) and np.isfinite(cell):
        yield float(cell) * scale


def numbers_of_tables(app: AppTest) -> Iterator[float]:
    for element in app.dataframe:
        config = json.loads(element.proto.columns or "{}")
        for name, column in element.value.items():
            kind = config.get(name, {}).get("type_config") or {}
            scale = 0.01 if str(kind.get("format", "")).endswith("%%") else 1
            for cell in column:
                yield from numbers_of(cell, scale)


def numbers_of_charts(app: AppTest) -> Iterator[float]:
    for element in app.get("plotly_chart"):
        spec = json.loads(element.proto.spec or element.proto.figure.spec)
        for trace in spec["data"]:
            for name in ("x", "y", "z", "values", "text", "customdata", "error_x", "error_y"):
                yield from numbers_of(trace.get(name, []))


def numbers_shown(app: AppTest) -> Numbers:
    """Return the sorted numbers of a page's headline, tables and charts."""
    found = {
        "headline": (number for element in app.subheader for number in numbers_in(element.value)),
        "tables": numbers_of_tables(app),
        "html": (number for element in app.get("html") for number in numbers_in(element.proto.body)),
        "charts": numbers_of_charts(app),
    }
    return {kind: sorted(round(number, 12) for number in numbers) for kind, numbers in found.items()}


def open_link(page: str, query: Mapping[str, Any]) -> AppTest:
    app = AppTest.from_file(str(Path("app.py").resolve()), default_timeout=TIMEOUT_SECONDS)
    app.run()
    for name, value in query.items():
        app.query_params[name] = value
    if page:
        app.switch_page(f"pages/{page}.py").run()
    assert not app.exception, app.exception
    return app


def write(file: Path) -> None:
    """Write the numbers of every known link, and of every view of every page."""
    sys.path.insert(0, str(Path.cwd()))
    open_all_sections()
    links = tomllib.loads(Path("tests/known/links.toml").read_text(encoding="utf-8"))["link"]
    shown: dict[str, Numbers] = {}
    for link in links:
        query = link.get("query", {})
        shown[f"{link['page']} {json.dumps(query, sort_keys=True)}"] = numbers_shown(open_link(link["page"], query))
    for page in sorted({link["page"] for link in links}):
        for view in [tab.label for tab in open_link(page, {}).tabs]:
            shown[f"{page} [{view}]"] = numbers_shown(open_link(page, {"view": view}))
    file.write_text(json.dumps(shown, indent=0), encoding="utf-8")


def _rounding(number: float) -> float:
    """Return by how much a number can be off because it was rounded to the digits that it has."""
    decimals = len(f"{number:.12f}".rstrip("0").partition(".")[2])
    return 0.51 * 10.0 ** -(decimals or 3)


def missing(numbers: list[float], others: list[float]) -> list[float]:
    """Return the numbers without a partner among the others that is equal when both are rounded alike."""
    left = sorted(others)
    tolerances = [_rounding(number) for number in left]
    lacking = []
    for number in numbers:
        near = [
            place
            for place, other in enumerate(left)
            if abs(other - number) <= max(_rounding(number), tolerances[place])
        ]
        if near:
            place = min(near, key=lambda place: abs(left[place] - number))
            del left[place], tolerances[place]
        else:
            lacking.append(number)
    return lacking


def compare(before: Path, after: Path) -> list[str]:
    """Return a line for each link, view and kind whose numbers differ."""
    first, second = (json.loads(file.read_text(encoding="utf-8")) for file in (before, after))
    lines = [f"only in {before}: {name}" for name in first if name not in second]
    for name in first.keys() & second.keys():
        for kind, numbers in first[name].items():
            gone, new = missing(numbers, second[name][kind]), missing(second[name][kind], numbers)
            if gone or new:
                lines.append(f"{name} {kind}: {len(numbers)} numbers, gone {gone[:12]}, new {new[:12]}")
    return sorted(lines)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file", type=Path)
    parser.add_argument("--compare", type=Path, metavar="AFTER")
    options = parser.parse_args()
    if not options.compare:
        write(options.file)
    elif differences := compare(options.file, options.compare):
        sys.exit("\n".join(differences))

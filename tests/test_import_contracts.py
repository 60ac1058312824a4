"""The import contracts cover a new game that they do not name: every broken rule makes lint-imports fail."""

import shutil
import subprocess
import sys
from pathlib import Path

import grimp
import pytest

from boardodds.dashboard.ui.dashboards import ROOT
from boardodds.teaching import registry

GAME_IMPORTS = "a game imports only the shared packages below it, and they import no game"
STREAMLIT = "only the dashboard imports Streamlit, pandas and Arrow"
CHART_IMPORTS = "the charts of a game import only the shared charts"
EVENTS = "the events of a game's table need no Streamlit"
PAGE_IMPORTS = "a game's pages import only ui and runtime, and these import no game's pages"


def lint_imports(folder: Path) -> str:
    """Return the report of lint-imports on a copy of the package, or an empty text if there are no violations."""
    lint = subprocess.run(
        [Path(sys.executable).with_name("lint-imports"), "--no-cache"], cwd=folder, capture_output=True, text=True
    )
    return lint.stdout if lint.returncode else ""


@pytest.fixture(scope="module")
def package_copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("contracts")
    shutil.copy(ROOT / "pyproject.toml", folder)
    shutil.copytree(ROOT / "boardodds", folder / "boardodds", ignore=shutil.ignore_patterns("__pycache__"))
    return folder


@pytest.mark.parametrize(
    ("module", "line", "contract"),
    [
        ("scratch/rules.py", "from boardodds.orchard import ORCHARD", GAME_IMPORTS),
        ("scratch/rules.py", "from boardodds.charts import style", GAME_IMPORTS),
        ("scratch/rules.py", "import streamlit", STREAMLIT),
        ("scratch/rules.py", "import plotly.graph_objects", "only charts import Plotly"),
        ("charts/scratch.py", "from boardodds.charts import orchard", CHART_IMPORTS),
        ("probability/scratch.py", "from boardodds.orchard import ORCHARD", GAME_IMPORTS),
        ("dashboard/scratch/views.py", "from boardodds.dashboard.orchard import inputs", PAGE_IMPORTS),
        ("dashboard/scratch/views.py", "from boardodds.dashboard.app import frame", PAGE_IMPORTS),
        ("dashboard/ui/scratch.py", "from boardodds.dashboard.orchard import inputs", PAGE_IMPORTS),
        ("dashboard/scratch/edits.py", "from boardodds.dashboard.ui import table_store", EVENTS),
    ],
)
def test_a_scratch_game_that_breaks_a_rule_fails(package_copy: Path, module: str, line: str, contract: str) -> None:
    path = package_copy / "boardodds" / module
    package = path.parent / "__init__.py"
    is_new = not package.exists()
    path.parent.mkdir(exist_ok=True)
    try:
        package.touch()
        path.write_text(f"{line}\n", encoding="utf-8")
        report = " ".join(lint_imports(package_copy).split())
    finally:
        path.unlink()
        if is_new:
            shutil.rmtree(path.parent)
    assert f"{contract} BROKEN" in report


def test_the_charts_and_pages_of_a_game_import_no_other_game() -> None:
    imports = grimp.build_graph("boardodds")
    for game in registry.games():
        others = {f"boardodds.{other}" for other in registry.games() if other != game}
        for folder in (f"boardodds.charts.{game}", f"boardodds.dashboard.{game}"):
            # A game without charts of its own has no module for them.
            for module in {folder, *imports.find_descendants(folder)} if folder in imports.modules else ():
                imported = imports.find_modules_directly_imported_by(module)
                assert not {name for name in imported if ".".join(name.split(".")[:2]) in others}, module

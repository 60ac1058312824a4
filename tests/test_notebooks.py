"""The notebooks run, their stored outputs are what they return today, and each begins with the code of its game's page."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from boardodds.games import GAMES
from tests.dashboard.driving import open_page, run_lines
from tests.notebooks import FOLDER, code_cells, outputs, run_cells
from tests.serving import skip_unchanged

pytestmark = pytest.mark.slow
NOTEBOOKS = sorted(FOLDER.glob("*.ipynb"))


def rounded(found: list[list[dict[str, Any]]]) -> str:
    """Return the outputs of cells without the last digits of floats, which depend on the machine."""
    return re.sub(r"\d+\.\d{7,}", lambda digits: f"{float(digits[0]):.9f}", json.dumps(found))


@pytest.mark.parametrize("notebook", NOTEBOOKS, ids=lambda path: path.stem)
def test_the_stored_outputs_are_current(notebook: Path) -> None:
    skip_unchanged("notebooks")
    cells = code_cells(notebook)
    found = run_cells(["".join(cell["source"]) for cell in cells])
    assert rounded(found) == rounded([cell["outputs"] for cell in cells])


@pytest.mark.parametrize("notebook", NOTEBOOKS, ids=lambda path: path.stem)
def test_the_page_and_the_notebook_have_one_figure(notebook: Path) -> None:
    skip_unchanged("notebooks")
    page = GAMES[notebook.stem].pages[0].url_path
    first = "".join(code_cells(notebook)[0]["source"])
    # Perudo's notebook has the library's standard raise rule, and its page starts with another one.
    rules = {"game": "standard"} if page == "perudo" else {}
    value = run_lines(open_page(f"pages/{page}.py", view="Method", **rules).python_lines)
    assert run_cells([first]) == [outputs(value)]


def test_every_game_of_the_box_has_a_notebook() -> None:
    assert [notebook.stem for notebook in NOTEBOOKS] == ["camel_up", "candy_land", "orchard", "perudo"]

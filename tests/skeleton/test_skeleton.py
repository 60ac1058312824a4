"""The skeleton of a new game passes every contract in a copy of the checkout in which only the README is edited."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from boardodds.dashboard.ui.dashboards import ROOT
from boardodds.skeleton.__main__ import write_skeleton
from boardodds.teaching import registry

NAME = "dart_game"
FOLDERS = ("boardodds", "pages", "tests", ".streamlit", ".ci", "static", "docs", "deploy")
ROW = "| [Dart Game](http://localhost:8501/dart_game) | How long is a game? | exactly |\n"


@pytest.fixture(scope="module")
def checkout(tmp_path_factory: pytest.TempPathFactory) -> Path:
    copy = tmp_path_factory.mktemp("checkout")
    for folder in FOLDERS:
        shutil.copytree(ROOT / folder, copy / folder, ignore=shutil.ignore_patterns("__pycache__"))
    for file in filter(Path.is_file, ROOT.iterdir()):
        shutil.copy(file, copy)
    run(copy, "boardodds.skeleton", NAME)
    # The only edit to another file: a row in the README's table.
    readme = copy / "README.md"
    readme.write_text(readme.read_text(encoding="utf-8").replace("| [Methods]", f"{ROW}| [Methods]"), encoding="utf-8")
    return copy


def run(folder: Path, module: str, *words: str) -> str:
    """Run a module in a folder and return its output; fail the test if it fails."""
    result = subprocess.run(
        [sys.executable, "-m", module, *words],
        cwd=folder,
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONPATH": str(folder)},
    )
    assert result.returncode == 0, result.stdout + result.stderr
    return result.stdout


def test_the_skeleton_passes_the_contracts_of_a_game(checkout: Path) -> None:
    tests = ["tests/test_games.py", f"tests/{NAME}", f"boardodds/{NAME}", "tests/test_docs.py", "tests/teaching"]
    other_tests = ["tests/dashboard/app/test_home.py", "tests/dashboard/teaching/test_question_links.py"]
    # The tests of each of the other games run without the new one.
    chosen = f"not ({' or '.join(registry.games())})"
    assert "failed" not in run(checkout, "pytest", "-q", "-p", "no:cacheprovider", *tests, *other_tests, "-k", chosen)


def test_the_skeleton_passes_the_linters(checkout: Path) -> None:
    run(checkout, "ruff", "check", "--fix", "--no-cache", "-q", ".")
    run(checkout, "ruff", "format", "--no-cache", "-q", ".")
    run(checkout, "mypy", "--no-incremental", "-p", f"boardodds.{NAME}", "-p", f"boardodds.dashboard.{NAME}")
    lint = subprocess.run(
        [Path(sys.executable).with_name("lint-imports"), "--no-cache"], cwd=checkout, capture_output=True, text=True
    )
    assert lint.returncode == 0, lint.stdout


def test_the_command_line_knows_the_new_game(checkout: Path) -> None:
    assert '"mean_turns"' in run(checkout, "boardodds", "solve", NAME, "--players", "2")
    assert '"a die with two sides"' in run(checkout, "boardodds", "ablate", NAME)


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("My-Game", "name must be a Python name in lower case, for example my_game, got 'My-Game'"),
        ("class", "name must be a Python name in lower case, for example my_game, got 'class'"),
        ("orchard", "name must be new, but boardodds/orchard exists"),
    ],
)
def test_invalid_names_are_refused(name: str, sentence: str) -> None:
    with pytest.raises(ValueError, match="name must be") as caught:
        write_skeleton(name, ROOT)
    assert str(caught.value) == sentence

"""The library is found: by ``import boardodds``, in its reference, in completion lists, and by mypy."""

import pkgutil
import runpy
import subprocess
import sys
from importlib import import_module
from inspect import isfunction
from pathlib import Path

import pytest

import boardodds
from boardodds.dashboard.runtime.environment import ROOT
from boardodds.games import GAMES

SCRIPT = Path(__file__).with_name("user_script.py")


def test_the_games_are_loaded_when_they_are_first_used() -> None:
    lazily = "import boardodds, sys; print(len([name for name in sys.modules if 'boardodds.' in name])); boardodds.perudo.Bid"
    assert subprocess.run([sys.executable, "-c", lazily], capture_output=True, check=True, cwd=ROOT).stdout == b"0\n"
    assert set(boardodds.__all__) == {"__version__", "probability", *GAMES} == set(dir(boardodds))
    with pytest.raises(AttributeError, match="no attribute 'ludo'"):
        _ = boardodds.ludo


def test_the_reference_has_a_page_for_each_game(tmp_path: Path) -> None:
    subprocess.run([sys.executable, "-m", "pdoc", "boardodds", "-o", str(tmp_path)], check=True, cwd=ROOT)
    for game in GAMES:
        page = (tmp_path / "boardodds" / f"{game}.html").read_text(encoding="utf-8")
        package = import_module(f"boardodds.{game}")
        assert [name for name in package.__all__ if f'id="{name}"' not in page] == []
    assert (tmp_path / "boardodds" / "probability.html").exists()


@pytest.mark.parametrize("game", GAMES)
def test_completion_shows_what_is_public_and_no_module_hides_a_function(game: str) -> None:
    package = import_module(f"boardodds.{game}")
    assert dir(package) == sorted(package.__all__)
    packages = [import_module(f"boardodds.{name}") for name in GAMES]
    functions = {name for each in packages for name in each.__all__ if isfunction(getattr(each, name))}
    assert not functions & {module.name for module in pkgutil.iter_modules(package.__path__)}


@pytest.mark.slow
def test_mypy_finds_nothing_in_a_users_script_but_a_misspelt_option(tmp_path: Path) -> None:
    wrong = tmp_path / "wrong.py"
    wrong.write_text('from boardodds import orchard\n\norchard.solve(policy="most_lef")\n', encoding="utf-8")
    options = ["--strict", "--config-file=", "--follow-imports=silent", "--cache-dir", str(tmp_path)]
    mypy = [sys.executable, "-m", "mypy", *options]
    found = {path: subprocess.run([*mypy, path], capture_output=True, text=True, cwd=ROOT) for path in (SCRIPT, wrong)}
    assert found[SCRIPT].returncode == 0, found[SCRIPT].stdout
    assert "'most_lef'" in found[wrong].stdout
    runpy.run_path(str(SCRIPT), run_name="__main__")

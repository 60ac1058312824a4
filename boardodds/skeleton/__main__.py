"""Write the files of a new game: ``python -m boardodds.skeleton my_game``, in a checkout."""

import argparse
import keyword
import sys
from pathlib import Path

from boardodds.teaching.quiz import newest_catalogue

FILES = Path(__file__).parent / "files"
ROOT = Path(__file__).resolve().parents[2]


def write_skeleton(name: str, root: Path) -> list[Path]:
    """Write the files of a new game into a checkout and return their paths.

    name: the game's package, for example ``my_game``; its title is made of the same words.
    root: the folder of the checkout.

    Raises ValueError if the name is not a Python name in lower case, or if its package exists.
    """
    if not name.isidentifier() or not name.islower() or keyword.iskeyword(name):
        raise ValueError(f"name must be a Python name in lower case, for example my_game, got {name!r}")
    if (root / "boardodds" / name).exists():
        raise ValueError(f"name must be new, but boardodds/{name} exists")
    replacements = {
        "game_name": name,
        "Game Title": name.replace("_", " ").title(),
        "game title": name.replace("_", " "),
        # A new game's questions belong to a new catalogue, so that older links to quizzes keep their questions.
        "NEXT_CATALOGUE": str(newest_catalogue() + 1),
    }
    written = []
    for source in sorted(FILES.rglob("*.txt")):
        path = root / _replace_all(str(source.relative_to(FILES).with_suffix("")), replacements)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(_replace_all(source.read_text(encoding="utf-8"), replacements), encoding="utf-8")
        written.append(path)
    return written


def _replace_all(text: str, replacements: dict[str, str]) -> str:
    for placeholder, replacement in replacements.items():
        text = text.replace(placeholder, replacement)
    return text


def main() -> int:
    """Write the skeleton of the game named on the command line, print its files and return the exit code."""
    parser = argparse.ArgumentParser(prog="python -m boardodds.skeleton", description="Write the files of a new game.")
    parser.add_argument("name", help="the game's package, for example my_game")
    try:
        written = write_skeleton(parser.parse_args().name, ROOT)
    except ValueError as error:
        sys.stderr.write(f"{error}\n")
        return 1
    sys.stdout.write("".join(f"{path.relative_to(ROOT)}\n" for path in written))
    return 0


if __name__ == "__main__":
    sys.exit(main())

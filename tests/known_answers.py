"""The known answers in tests/known/."""

import tomllib
from pathlib import Path
from typing import Any


def load_answers(name: str) -> dict[str, Any]:
    """Return the contents of one file of known answers, for example those of a game."""
    return tomllib.loads((Path(__file__).parent / "known" / f"{name}.toml").read_text(encoding="utf-8"))

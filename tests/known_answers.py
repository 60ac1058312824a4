"""Reads the known answers of a game from tests/known/."""

import tomllib
from pathlib import Path
from typing import Any


def known(game: str) -> dict[str, Any]:
    return tomllib.loads((Path(__file__).parent / "known" / f"{game}.toml").read_text(encoding="utf-8"))

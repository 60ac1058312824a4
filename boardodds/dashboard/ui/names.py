"""The names of players: which ones are allowed, their notation in a link, and the event that changes one. No Streamlit here."""

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from boardodds.dashboard.ui.settings import Event
from boardodds.probability.declared_rules import Text

MAX_NAME = 12
# The kind of the event that changes a name.
RENAME = "name"


@dataclass(frozen=True, slots=True)
class Names:
    """The names of all players that there can be, by seat; "" for a player without one.

    usual: what players without a name are called.
    others: what else nobody may be called.

    >>> names = Names(("player 1", "player 2", "player 3"))
    >>> names.shown(("Ann", "", "Zoe"))
    ['Ann', 'player 2', 'Zoe']
    """

    usual: tuple[str, ...]
    others: tuple[str, ...] = ()

    def rule(self) -> dict[str, Any]:
        """Return the arguments of ``rule`` for the field ``names`` of a page's state."""
        write = lambda names: ",".join(names).rstrip(",")  # noqa: E731
        return {"default": ("",) * len(self.usual), "kind": Text(self._read, write, self._inspect)}

    def shown(self, names: Sequence[str]) -> list[str]:
        """Return what each player is called. No name can be Markdown or HTML."""
        return [name or usual for name, usual in zip(names, self.usual, strict=True)]

    def are_allowed(self, names: Sequence[str]) -> bool:
        """Return whether the players may have these names, of all seats.

        >>> three = Names(("A", "B", "C"))
        >>> [three.are_allowed(names) for names in (("Ann", "", "O'Neil"), ("Ann", "ann", ""), ("[x](y)", "", ""))]
        [True, False, False]
        """
        if len(names) != len(self.usual) or not all(name == "" or _is_name(name) for name in names):
            return False
        return len({name.casefold() for name in (*self.others, *self.shown(names))}) == len(self.others + self.usual)

    def apply(self, state: Any, event: Event, players: int) -> Any | None:
        """Return the state of a page in which a player has another name, or none if it is empty; None for another event.

        Raises ValueError for a name that is not allowed.
        """
        match event:
            case {"kind": "name", "seat": int(seat), "value": str(text)} if seat in range(players):
                name = " ".join(text[: 10 * MAX_NAME].split())
                if name and not _is_name(name):
                    raise ValueError(
                        f"a name must have 1 to {MAX_NAME} letters, digits, spaces, hyphens or apostrophes, got {name[:20]!r}"
                    )
                names = (*state.names[:seat], name, *state.names[seat + 1 :])
                if not self.are_allowed(names):
                    raise ValueError(f"two players must not have the same name, got {name!r}")
                return replace(state, names=names)
        return None

    def _read(self, text: str) -> tuple[str, ...]:
        parts = text.split(",")
        names = (*parts, *[""] * (len(self.usual) - len(parts)))
        if text[-1:] in ("", ",") or not self.are_allowed(names):
            raise ValueError(f"names must be different, with commas between them, got {text[:40]!r}")
        return names

    def _inspect(self, name: str, value: Any) -> None:
        if not isinstance(value, tuple) or not self.are_allowed(value):
            raise ValueError(f"{name} must be different names of all players, got {value!r:.40}")


def _is_name(name: object) -> bool:
    # Only characters that are plain text on the page and in charts.
    if not isinstance(name, str) or name != name.strip() or not 0 < len(name) <= MAX_NAME:
        return False
    return name[0].isalnum() and all(c.isalnum() or c in " -'’" or unicodedata.category(c)[0] == "M" for c in name)

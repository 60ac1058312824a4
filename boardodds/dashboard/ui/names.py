"""The names of players: which ones are allowed, their notation in a link, and the event that changes one. No Streamlit here."""

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from boardodds.dashboard.ui.settings import Event
from boardodds.probability.declared_rules import Kind, rules_of

MAX_NAME = 12
# The kind of the event that changes a name.
RENAME = "name"


@dataclass(frozen=True, slots=True)
class Names(Kind):
    """The names of all players that there can be, by seat; "" for a player without one: a field ``names`` of a page's state.

    usual, taken: what players without a name are called, and what else nobody may be called.

    >>> names = Names(("A", "B", "C"))
    >>> names.shown(names.parse("names", "Ann,,O'Neil")), names.format(("Ann", "", ""))
    (['Ann', 'B', "O'Neil"], 'Ann')
    """

    usual: tuple[str, ...]
    taken: tuple[str, ...] = ()

    def shown(self, names: Sequence[str]) -> list[str]:
        """Return what each player is called. No name can be Markdown or HTML."""
        return [name or usual for name, usual in zip(names, self.usual, strict=True)]

    def check(self, name: str, value: Any) -> None:
        for each in value:
            if each != "" and not _is_name(each):
                allowed = f"1 to {MAX_NAME} letters, digits, spaces, hyphens or apostrophes"
                raise ValueError(f"a name must have {allowed}, got {str(each)[:20]!r}")
        if len(value) != len(self.usual):
            raise ValueError(f"there must be at most {len(self.usual)} names, got {len(value)}")
        used = {*map(str.casefold, self.taken)}
        for each in self.shown(value):
            if each.casefold() in used:
                raise ValueError(f"two players must not have the same name, got {each!r}")
            used.add(each.casefold())

    def parse(self, name: str, text: str) -> tuple[str, ...]:
        parts = text.split(",")
        if not parts[-1]:
            raise ValueError(f"{name} must end with a name, got {text:.40}")
        names = (*parts, *[""] * (len(self.usual) - len(parts)))
        self.check(name, names)
        return names

    def format(self, value: Any) -> str:
        return ",".join(map(str, value)).rstrip(",")


def with_name(state: Any, event: Event, players: int) -> Any | None:
    """Return the state of a page in which a player has another name, or none if it is empty; None for another event.

    Raises ValueError for a name that is not allowed.
    """
    match event:
        case {"kind": "name", "seat": int(seat), "value": str(text)} if seat in range(players):
            name = " ".join(text[: 10 * MAX_NAME].split())
            kind: Any = rules_of(type(state))["names"].kind
            if name.casefold() == kind.usual[seat].casefold():
                name = ""
            named = replace(state, names=(*state.names[:seat], name, *state.names[seat + 1 :]))
            kind.check("names", named.names)
            return named
    return None


def _is_name(name: object) -> bool:
    # Only characters that are plain text on the page and in charts.
    if not isinstance(name, str) or name != name.strip() or not 0 < len(name) <= MAX_NAME:
        return False
    return name[0].isalnum() and all(c.isalnum() or c in " -'’" or unicodedata.category(c)[0] == "M" for c in name)

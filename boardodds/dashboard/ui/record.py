"""The record of a game: its acts from a start on, as a text for a link, a file or a keyboard. Nothing here needs Streamlit.

In ``state=.roll-apples.roll-raven`` the parts with "=" are settings of the start that differ from those at the end, empty ones if
the start lacks them. An act is its kind and its fields. Whatever is not a letter, a digit or "_" is written as "~" with its code,
as in a URL.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Generic
from urllib.parse import quote, unquote

from boardodds.dashboard.ui.settings import Acts, Event, Query, StateDefinition, StateT, allowed_part
from boardodds.dashboard.ui.words import join_words
from boardodds.probability.display import plural
from boardodds.probability.estimate import Estimate

MAX_ACTS = 200
_MAX_CHARACTERS = 30 * MAX_ACTS
_ESCAPES = str.maketrans({"~": "%7E", ".": "%2E", "-": "%2D"})


@dataclass(frozen=True, slots=True)
class Act(Generic[StateT]):
    """An act and the state after it; the start of a record has no event."""

    state: StateT
    event: Event | None = None
    # What the page's history has computed for the state, by its title.
    values: dict[str, Mapping[str, Estimate]] = field(default_factory=dict, compare=False)


# A game from its start on.
Line = tuple[Act[StateT], ...]


@dataclass(frozen=True, slots=True)
class Played(Generic[StateT]):
    """A game from its start on, with the acts after the current one, ``now``, that a visitor who went back has left."""

    acts: Line[StateT]
    now: int = 0

    @property
    def line(self) -> Line[StateT]:
        return self.acts[: self.now + 1]

    @property
    def state(self) -> StateT:
        return self.acts[self.now].state


def act_text(event: Event, acts: Acts) -> str:
    """Return the notation of an act.

    >>> act_text({"kind": "draw", "card": "Mr. Mint"}, {"draw": {"card": str}})
    'draw-Mr~2E~20Mint'
    """
    values = [event.get(name) for name in acts[event["kind"]]]
    texts = ["_".join(map(str, value)) if isinstance(value, list) else value for value in values]
    return "-".join(map(_escape, [event["kind"], *texts]))


def write_record(line: Line[StateT], definition: StateDefinition[StateT]) -> str:
    """Return the text of a game; "" without an act."""
    if len(line) < 2:
        return ""
    start, end = (definition.write(act.state) for act in (line[0], line[-1]))
    names = [name for name in {**start, **end} if start.get(name) != end.get(name)]
    settings = [f"{name}={_escape(value)}" for name in names for value in start.get(name, [""])]
    return ".".join([*settings, *(act_text(act.event, definition.acts) for act in line[1:] if act.event)])


def read_record(text: str, definition: StateDefinition[StateT], link: Query) -> tuple[Line[StateT], str]:
    """Return the game of a text up to its first mistake, and a sentence on the mistake, or "".

    link: the settings that the start has unless the text gives others.
    """
    parts = [part for part in re.split(r"[.,\s]+", text[:_MAX_CHARACTERS]) if part]
    start: dict[str, list[str]] = {}
    for name, value in (part.split("=", 1) for part in parts if "=" in part):
        start.setdefault(name, []).extend(filter(None, [unquote(value.replace("~", "%"))]))
    state = definition.read(allowed_part({**link, **start}, definition.allowed))
    line: Line[StateT] = (Act(state),)
    for part in (part for part in parts if "=" not in part):
        try:
            if len(line) > MAX_ACTS:
                raise ValueError(f"a record has at most {MAX_ACTS} acts")
            event = _parse(part, definition.acts)
            state, _ = definition.apply(state, event)
            if not definition.is_possible(state):
                raise ValueError("that isn't possible here")
        except ValueError as error:
            return line, f"The record stops after {plural(len(line) - 1, 'act')}, at {part[:40]!r}: {error}"
        line = (*line, Act(state, event))
    return line, ""


def contradiction(line: Line[StateT], definition: StateDefinition[StateT], link: Query) -> str:
    """Return a sentence on the settings of a link that are not those at the end of its record; "" if there are none."""
    given, end = definition.write(definition.read(link)), definition.write(line[-1].state)
    if names := [name for name in link if given.get(name) != end.get(name)]:
        rest = join_words(names)
        ending = f"The record in the link ends with another {rest}"
        return f"{ending}. The page shows the record's game and ignores the {rest}"
    return ""


def _parse(text: str, acts: Acts) -> Event:
    kind, *values = (unquote(value.replace("~", "%")) for value in text.split("-"))
    try:
        fields = acts[kind].items()
        return {"kind": kind} | {name: read(value) for (name, read), value in zip(fields, values, strict=True)}
    except (KeyError, ValueError) as error:
        known = ", ".join("-".join([name, *each]) for name, each in acts.items())
        raise ValueError(f"an act must be one of {known}") from error


def _escape(value: object) -> str:
    return quote(str(value), safe="").translate(_ESCAPES).replace("%", "~")

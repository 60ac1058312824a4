"""The sheet of a state: everything that a page with a board says about it, as one value from which all its parts are drawn."""

from collections.abc import Callable, Mapping, Sequence
from contextlib import nullcontext
from dataclasses import dataclass
from functools import cached_property, lru_cache, wraps
from typing import Any, ClassVar, Generic, TypeVar

from boardodds.charts.hundred import Outcome
from boardodds.dashboard.ui.history import History
from boardodds.dashboard.ui.hundred import Dots, hundred_html
from boardodds.dashboard.ui.panels import Choice, Panel, Parts, Toggle
from boardodds.dashboard.ui.reveal import Prediction
from boardodds.dashboard.ui.settings import Allowed, Event, StateT
from boardodds.dashboard.ui.state_store import opened_store

PartT = TypeVar("PartT")
SheetT = TypeVar("SheetT", bound="Sheet[Any]")
_ROUND_CHANCES = (0.5, 0.8)


@dataclass(frozen=True, slots=True)
class Answer:
    """The answer to the question of a page.

    finding: the answer in one line without a full stop: whole percents if simulated, at most one decimal place if exact.
    detail: what to do, as Markdown.
    method: the origin of the figures in a sentence, with the interval of a simulated answer.
    pieces: the outcomes that the hundred draws, or the lengths of a hundred games; empty if there is no hundred.
    pieces_noun: the plural of what a piece is, for screen readers.
    is_final: whether the game is over, so that the page has no views.
    """

    finding: str
    detail: str = ""
    method: str = ""
    pieces: Sequence[Outcome] | Dots = ()
    pieces_noun: str = "games like this one"
    is_final: bool = False

    @property
    def picture(self) -> str:
        """The hundred as HTML."""
        return self.pieces.html if isinstance(self.pieces, Dots) else hundred_html(self.pieces, games=self.pieces_noun)


@dataclass(frozen=True, slots=True)
class Advice:
    """The best move now, which a card shows. Its texts have no full stop.

    move, why: the move: "Take green's 5-coin ticket"; what it is worth and why, in one line.
    event, label: the event of the card's button, which the board marks on its own control, and the words on it; "" for no button.
    refusal: that another player is to move, such as "Ann is to move", in place of ``why``. Then the card says what would be best
        if it were the visitor's turn, and the board marks nothing.
    heading: the words above the move, which a phone has no room for.
    done: what the button has done, or what to do next, for the notice after a tap on it.
    equals, badge: the events of other moves that are just as good, which the board marks too; the word of the mark.
    also: what else to know, in the same line; it gives way to what the last act cost.
    """

    move: str
    why: str
    event: Event
    label: str = "Do it"
    refusal: str = ""
    heading: str = "Best now"
    done: str = "done"
    equals: Sequence[Event] = ()
    badge: str = "best"
    also: str = ""


@dataclass(frozen=True, slots=True)
class WhatIf:
    """The answer for other values of one number, such as "Raven steps", while the rest of the state stays as it is.

    now: the number in the state. If it is none of the curve's, the slider starts at the greatest answer.
    curve: the answer by value, in ascending order, for all values that are possible.
    words: returns one value and its answer as a sentence without a full stop.
    event: returns the event that applies a value.
    is_chance: whether the answers are chances.
    """

    label: str
    now: int
    curve: Mapping[int, float]
    words: Callable[[int, float], str]
    event: Callable[[int], Event]
    is_chance: bool = False

    @property
    def crossings(self) -> str:
        """Where the curve of a chance crosses a round one, in words; "" if it crosses none.

        >>> wins = {1: 0.2, 2: 0.6, 3: 0.7, 4: 0.8}
        >>> WhatIf("Steps", 1, wins, lambda *_: "", lambda _: {}, is_chance=True).crossings
        '50% from 2, 80% from 4'
        """
        values, found = list(self.curve), []
        for level in _ROUND_CHANCES if self.is_chance else ():
            reached = [value for value in values if self.curve[value] >= level]
            if not reached or reached == values:
                continue
            if reached == values[-len(reached) :]:
                found.append(f"{level:.0%} from {reached[0]}")
            elif reached == values[: len(reached)]:
                found.append(f"{level:.0%} up to {reached[-1]}")
        return ", ".join(found)


class IncompleteError(ValueError):
    """A state without an answer yet, though nothing is wrong: what to do next, without a full stop."""


class cached_part(cached_property[PartT]):  # noqa: N801
    """A part of a sheet that is computed when it is read first.

    Up to Python 3.11, a ``cached_property`` holds a lock of its class while it is computed. A visitor whose part waits for long
    work would stop all others who read that part of theirs.
    """

    def __init__(self, compute: Callable[[Any], PartT]) -> None:
        super().__init__(compute)
        self.lock = nullcontext()


class Sheet(Generic[StateT]):
    """Everything that a page says about a state. Each part is computed once, when it is read first; no part draws anything.

    A part that can't be shown raises ValueError with a sentence, LongWorkError or RefusedWorkError. The parts depend on nothing
    but the state; only views read the visitor's choices by ``value``.

    slider_setting: the setting of the page that holds the value of the slider, with its check.
    history: the line of the game so far, if the state has acts.
    value_of: returns the visitor's value of a setting of the page, or the default that it gets.
    """

    slider_setting: ClassVar[Allowed] = {}
    history: ClassVar[History[Any] | None] = None

    def __init__(self, state: StateT, value_of: Callable[[str, Any], Any] = lambda _, default: default) -> None:
        self.state = state
        self._value_of = value_of

    def value(self, widget: Toggle | Choice) -> Any:
        """Return what a visitor has chosen with a widget of a view, drawn or not."""
        return widget.adapt(self._value_of(widget.name, widget.default))

    @property
    def mistakes(self) -> Sequence[str]:
        """A sentence for each mistake in the state, such as a text that cannot be read."""
        return getattr(self.state, "mistakes", ())

    @property
    def box(self) -> str:
        """The printed game or the edition in at most 18 characters, for the button that opens the set-up."""
        return ""

    @property
    def house_rules(self) -> Sequence[str]:
        """Each rule in words that differs from the printed game."""
        return getattr(self.state, "house_rules", ())

    @cached_part
    def prediction(self) -> Prediction:
        """What a visitor predicts if the link hides the answer."""
        raise NotImplementedError

    @cached_part
    def answer(self) -> Answer:
        """The answer. If it raises ValueError, the sentence takes its place; as a warning unless it is an IncompleteError."""
        raise NotImplementedError

    @cached_part
    def advice(self) -> Advice | None:
        """The best move; None if there is no choice. It is read when the rest of the page is drawn: it can take long."""
        return None

    @cached_part
    def chart(self) -> Panel | None:
        """The chart beside the hundred, without a height of its own; None if the state has none."""
        return None

    @cached_part
    def slider(self) -> WhatIf | None:
        """The number that a player wonders about most. It is read last: its curve can take long."""
        return None

    @cached_part
    def slider_words(self) -> Mapping[int, str]:
        """By value of the slider, its answer in words."""
        slider = self.slider
        return {value: slider.words(value, answer) for value, answer in slider.curve.items()} if slider else {}

    @cached_part
    def accepted(self) -> dict[int, bool]:
        """By value of the slider, as far as it is known, whether the page accepts its event."""
        return {}

    @property
    def ending(self) -> Parts:
        """The result of a game that is over, in the place of the best move."""
        return ()

    @property
    def figures(self) -> Parts:
        """What stands below the chart and the slider."""
        return ()


_sheets: Any = lru_cache(maxsize=128)(
    lambda kind, state: kind(state, lambda name, default: opened_store().value_of(name, default))
)


def sheet_of(kind: type[Sheet[StateT]], state: StateT) -> Sheet[StateT]:
    """Return the sheet of a state, which visitors with equal states share; ``value`` reads the choices of whoever asks."""
    sheet: Sheet[StateT] = _sheets(kind, state)
    return sheet


def drawn_once(view: Callable[[SheetT], Parts]) -> Callable[[SheetT], Parts]:
    """Return a view that computes its parts once for each sheet: they depend on no choice of the visitor, and are quick."""
    return lru_cache(maxsize=64)(wraps(view)(lambda sheet: tuple(view(sheet))))

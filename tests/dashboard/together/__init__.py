"""A walk over random states of the pages, which holds the parts of each page to one another.

A ``Walker`` draws states of a page over all its settings and acts. For each state the walk computes what the page computes, as
``play_page`` does, and collects ``Claim`` values: each says what it is a chance of, and claims of the same thing must be equal.
What else must hold for every page is in ``check``; a walker adds what only its game can say.

    python -m tests.dashboard.together --page perudo --minutes 120 --seed 3
"""

import json
import re
import sys
import traceback
from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import _lru_cache_wrapper, cache
from pathlib import Path
from typing import Any, Generic, TypeVar
from urllib.parse import urlencode

import numpy as np
import pytest

from boardodds.candy_land import compare, simulate
from boardodds.charts.hundred import PIECES, Outcome, counts_of_hundred
from boardodds.cli.run import build_parser, run_command
from boardodds.dashboard.camel_up import race_lengths
from boardodds.dashboard.camel_up import solvers as camel_solvers
from boardodds.dashboard.candy_land import lengths
from boardodds.dashboard.perudo import solvers as perudo_solvers
from boardodds.dashboard.runtime import compute
from boardodds.dashboard.runtime.kept_results import Call
from boardodds.dashboard.ui.hundred import Dots
from boardodds.dashboard.ui.panels import Beside, Grid, Html, Note, Panel, Part, Section, Table, Values
from boardodds.dashboard.ui.play_page import PlayPage
from boardodds.dashboard.ui.record import read_record
from boardodds.dashboard.ui.reveal import REVEAL
from boardodds.dashboard.ui.settings import Query
from boardodds.dashboard.ui.sheet import Advice, Answer, WhatIf
from boardodds.dashboard.ui.state_store import RECORD, UNDO, StateStore
from boardodds.perudo import rollouts
from boardodds.probability.declared_rules import Kind, Number, OneOf, Stops, Switch, Whole, rules_of

StateT = TypeVar("StateT")
Rng = np.random.Generator
Event = dict[str, Any]

# Sums of floats in another order differ by less.
EXACT = 1e-9
# Two simulations of the same thing differ by more standard errors about twice in a thousand million times.
JOINT_ERRORS = 6
# In place of the thousands of games that a page simulates.
GAMES = 200
# Events for each state that a forged message, another tab or a late one could send.
_FORGED_EVENTS = 8
# What such a message has in the place of a value.
_FORGED: tuple[Any, ...] = (None, True, -1, 0, 2, 7, 999, 2.5, "", "x", "3", "<b>", "1,2", [], [1], ["x"], {})
# The shares of states for which the command line is asked too, and a view is computed, which are slow.
_ASKED = 0.1
_VIEWED = 0.03
_LONGEST_BOX = 18


@dataclass(frozen=True, slots=True)
class Claim:
    """A value that a part of a page shows.

    of: what it is a value of: the event, the actor, the rules, the policies, and what is given.
    part: which part of the page shows it.
    slack: the largest distance from the value that is meant, such as half of the last digit that is shown.
    error: the standard error of a simulated value, unless it comes from the same run as all others of this thing.
    """

    of: Hashable
    value: float
    part: str
    slack: float = EXACT
    error: float = 0.0


def contradictions(claims: Iterable[Claim]) -> Iterator[str]:
    """Return a sentence for each claim that differs from the first one of the same thing."""
    first: dict[Hashable, Claim] = {}
    for claim in claims:
        other = first.setdefault(claim.of, claim)
        joint = JOINT_ERRORS * (claim.error**2 + other.error**2) ** 0.5
        if not abs(claim.value - other.value) <= claim.slack + other.slack + joint:
            yield f"{other.part} says {other.value:.12g}, {claim.part} {claim.value:.12g} ({_named(claim.of)})"


def _named(of: Hashable) -> str:
    return str(of[0] if isinstance(of, tuple) else of)


@dataclass(slots=True)
class Parts(Generic[StateT]):
    """What a page computes for a state; a part that the page does not have for it is None.

    refusal: the sentence in place of an answer.
    """

    state: StateT
    answer: Answer | None = None
    refusal: str = ""
    advice: Advice | None = None
    slider: WhatIf | None = None
    values: Mapping[str, Any] | None = None

    @property
    def outcomes(self) -> Sequence[Outcome]:
        pieces = self.answer.pieces if self.answer else ()
        return () if isinstance(pieces, Dots) else pieces

    @property
    def curve(self) -> Mapping[int, float]:
        return self.slider.curve if self.slider else {}

    @property
    def finding(self) -> str:
        return self.answer.finding if self.answer else ""

    @property
    def advised(self) -> dict[str, Any]:
        return dict(self.advice.event) if self.advice else {}

    @property
    def why(self) -> str:
        return self.advice.why if self.advice else ""


class Walker(ABC, Generic[StateT]):
    """Draws the states of a page, and knows what they claim.

    states: the number of states of a walk that takes a few seconds of processor time.
    """

    page: PlayPage[StateT]
    name: str
    states = 150

    @abstractmethod
    def draw_start(self, rng: Rng) -> StateT:
        """Return a random state."""

    @abstractmethod
    def draw_event(self, state: StateT, rng: Rng) -> Event:
        """Return a random event: an act, a setting, or one that the page may refuse."""

    def offered(self, state: StateT) -> Iterable[Event]:
        return ()

    def legal(self, state: StateT) -> Iterable[Event]:
        """Return the acts that the rules allow, as ``offered`` has them."""
        return ()

    def holds(self, state: StateT) -> Mapping[str, bool]:
        """Return whether what must hold of every state does, also of one without an answer."""
        return {}

    def claims(self, parts: Parts[StateT]) -> Iterable[Claim]:
        """Return what the page shows of a state with an answer."""
        return ()

    def used(self, parts: Parts[StateT], value: int, after: StateT) -> Iterable[Claim]:
        """Return what the slider promises of a value, and what comes once it is used."""
        return ()

    def troubles(self, parts: Parts[StateT], rng: Rng) -> Iterable[str]:
        """Return a sentence for each thing that can't be right in a state with an answer."""
        return ()

    def command(self, parts: Parts[StateT]) -> tuple[list[str], Mapping[tuple[str, str], Hashable]] | None:
        """Return the words of the command line that ask the page's question, and what each measure of its answer is of."""
        return None


def walk(walker: Walker[Any], rng: Rng, states: int) -> Iterator[str]:
    """Return a sentence with its link for each contradiction among some random states."""
    seen = 0
    while seen < states:
        try:
            state = walker.draw_start(rng)
        except Exception as error:
            yield f"{walker.name}: a random start raises {error!r}"
            seen += 1
            continue
        store = StateStore(walker.page.definition, state)
        links = [store.link(())]
        for _ in range(int(rng.integers(2, 9))):
            seen += 1
            yield from _placed(walker, store.state, check(walker, store.state, rng))
            yield from _placed(walker, store.state, _check_forged(walker, store.state, rng))
            event, before = walker.draw_event(store.state, rng), store.state
            try:
                store.dispatch(event)
            except Exception as error:
                yield from _placed(walker, before, [f"{event} raises {error!r}"])
                break
            if store.state != before:
                links.append(store.link(()))
            if store.can_undo and rng.random() < 0.1:
                yield from _placed(walker, store.state, _check_record(store))
        yield from _placed(walker, store.state, _check_undo(store, links))


def _placed(walker: Walker[Any], state: Any, sentences: Iterable[str]) -> Iterator[str]:
    for sentence in sentences:
        link = urlencode(walker.page.definition.write(state), doseq=True)
        yield f"/{walker.name}?{link}: {sentence}"


def _check_forged(walker: Walker[Any], state: Any, rng: Rng) -> Iterator[str]:
    """Send random events, most of them with a value that the page never sends, each in the same state."""
    definition = walker.page.definition
    for _ in range(_FORGED_EVENTS):
        event = walker.draw_event(state, rng)
        name = pick(rng, event)
        if rng.random() < 0.8:
            event = {key: value for key, value in event.items() if key != name}
        if rng.random() < 0.8:
            event = {**event, name: pick(rng, _FORGED)}
        store = StateStore(definition, state)
        try:
            store.dispatch(event)
            if store.state != state:
                if not definition.is_possible(store.state):
                    yield f"{event} leads to a state without a link"
                yield from (f"after {event}: {text}" for text, is_so in walker.holds(store.state).items() if not is_so)
        except Exception as error:
            yield f"{event} raises {error!r}"


def _check_undo(store: StateStore[Any], links: Sequence[Query]) -> Iterator[str]:
    for link in reversed(links[:-1]):
        store.dispatch({"kind": UNDO})
        if _without_record(store.link(())) != _without_record(link):
            yield f"Undo leads to {store.link(())}, not to {link}"
            return


def _without_record(link: Query) -> Query:
    return {name: values for name, values in link.items() if name != RECORD}


def _check_record(store: StateStore[Any]) -> Iterator[str]:
    link = store.link(())
    line, mistake = read_record("".join(link.get(RECORD, [])), store.definition, _without_record(link))
    if mistake or len(line) != len(store.line) or store.definition.write(line[-1].state) != _without_record(link):
        yield f"the record {link.get(RECORD)} leads to {store.definition.write(line[-1].state)} {mistake}"


def check(walker: Walker[StateT], state: StateT, rng: Rng) -> Iterator[str]:
    """Return a sentence for each contradiction among the parts of the page in one state."""
    try:
        yield from (f"does not hold: {words}" for words, is_so in walker.holds(state).items() if not is_so)
        parts, texts = compute_parts(walker.page, state)
        if parts.answer and not parts.answer.is_final and rng.random() < _VIEWED:
            texts += compute_view(pick(rng, walker.page.views.values())(walker.page.sheet(state)))
        yield from (f"the page says {text!r}" for text in texts if re.search(r"\b(nan|inf|None(?! of))\b", text))
        # A phone has no more room beside the question.
        if not 0 < len(box := walker.page.sheet(state).box) <= _LONGEST_BOX:
            yield f"the box is named {box!r}"
        yield from _check_link(walker.page, parts)
        if parts.answer:
            yield from _check_hundred(parts)
            yield from _check_acts(walker, state, rng)
            claims = list(walker.claims(parts))
            if rng.random() < _ASKED and (command := walker.command(parts)):
                claims += ask(*command)
            if len(parts.curve) > 1:
                claims += _use(walker, parts, int(rng.choice(list(parts.curve))))
            yield from contradictions(claims)
            yield from _check_cost(walker.page, parts)
            yield from walker.troubles(parts, rng)
    except Exception as error:
        place = traceback.extract_tb(error.__traceback__)[-1]
        yield f"{Path(place.filename).name}:{place.lineno} raises {error!r}"


def _check_link(page: PlayPage[StateT], parts: Parts[StateT]) -> Iterator[str]:
    definition, link = page.definition, page.definition.write(parts.state)
    if not definition.is_possible(parts.state, link):
        yield f"the link leads to {definition.write(definition.read(link))} {definition.mistakes(link)}"
    if not parts.answer and not parts.refusal:
        yield "the page has no answer and no sentence"
    if parts.answer:
        preview = page.finding_of_link(link)
        is_same = preview == ("" if any(page.sheet(parts.state).mistakes) else parts.finding)
        # A preview never quotes what others have typed, such as names.
        if not is_same and not any(name in link for name in page.unquoted):
            yield f"the preview says {preview!r}, the page {parts.finding!r}"
        if page.finding_of_link({**link, REVEAL: ["off"]}):
            yield "the preview tells what the page hides"


def compute_parts(page: PlayPage[StateT], state: StateT) -> tuple[Parts[StateT], list[str]]:
    """Return what a page computes for a state, as ``play_page`` does, and all its texts.

    Raises what a visitor sees as a red box.
    """
    parts, sheet = Parts(state), page.sheet(state)
    texts = [sheet.prediction.label, *sheet.mistakes, *sheet.house_rules]
    try:
        answer = parts.answer = sheet.answer
    except ValueError as error:
        parts.refusal = str(error)
        return parts, [*texts, parts.refusal]
    texts += [answer.finding, answer.detail, answer.method, answer.picture if answer.pieces else ""]
    if panel := sheet.chart:
        texts += [panel.alt, panel.finding, panel.method]
        _check_finite(panel.figure.to_dict())
        _check_finite(panel.rows() if panel.rows else ())
    if advice := sheet.advice:
        parts.advice = advice
        texts += [advice.move, advice.why, advice.refusal]
    if slider := sheet.slider:
        parts.slider = slider
        _check_finite(list(slider.curve.values()))
        texts += [slider.words(value, each) for value, each in slider.curve.items()]
    if sheet.history:
        parts.values = sheet.history.values(state)
        _check_finite([each.value for each in parts.values.values()])
    return parts, texts


def compute_view(parts: Iterable[Part]) -> list[str]:
    """Return all texts of the parts of a view, as ``draw`` draws them, with every section open."""
    texts = []
    for part in parts:
        match part:
            case str(text) | Note(text) | Html(text):
                texts.append(text)
            case Panel():
                texts += [part.alt, part.finding, part.method]
                _check_finite(part.figure.to_dict())
                _check_finite(part.rows() if part.rows else ())
            case Grid():
                texts.append(part.html)
            case Table(rows):
                _check_finite(rows)
            case Values(rows):
                _check_finite(rows())
                texts.append(part.note)
            case Section() | Beside():
                texts += compute_view(part.parts() if callable(part.parts) else part.parts)
    return texts


def _check_finite(values: Any) -> None:
    json.dumps(values, allow_nan=False, default=lambda each: each.tolist() if hasattr(each, "tolist") else str(each))


def _check_hundred(parts: Parts[Any]) -> Iterator[str]:
    if chances := [outcome.chance for outcome in parts.outcomes]:
        if abs(sum(chances) - 1) > EXACT or min(chances) < -EXACT:
            yield f"the outcomes have the chances {chances}"
        for chance, count in zip(chances, counts_of_hundred(chances), strict=True):
            if abs(count - PIECES * chance) > 1:
                yield f"the hundred has {count} pieces for {chance}"


def _check_acts(walker: Walker[StateT], state: StateT, rng: Rng) -> Iterator[str]:
    definition, offered = walker.page.definition, [*walker.offered(state)]
    for event in _some(offered, rng, 8):
        try:
            after, _ = definition.apply(state, event)
        except ValueError as error:
            yield f"{event} is offered and refused: {error}"
            continue
        if not definition.is_possible(after):
            yield f"{event} is offered and leads to no link"
    keys = {json.dumps(event, sort_keys=True) for event in offered}
    for event in walker.legal(state):
        if json.dumps(event, sort_keys=True) not in keys:
            yield f"{event} is legal and not offered"


def _check_cost(page: PlayPage[Any], parts: Parts[Any]) -> Iterator[str]:
    """Report an advised move that would be a dear choice."""
    history, advice = page.sheet.history, parts.advice
    can_do = history and advice and advice.event and not advice.refusal
    if history and advice and can_do and (cost := history.cost(parts.state, advice.event) or 0.0) > EXACT:
        yield f"the advised move costs {cost}"


def _use(walker: Walker[StateT], parts: Parts[StateT], value: int) -> Iterable[Claim]:
    assert parts.slider
    definition, event = walker.page.definition, parts.slider.event(value)
    # The button is off where the event is not possible, such as while another player is to move.
    if not definition.accepts(parts.state, event):
        return ()
    return walker.used(parts, value, definition.apply(parts.state, event)[0])


def ask(words: list[str], measures: Mapping[tuple[str, str], Hashable]) -> Iterator[Claim]:
    _, rows = run_command(_parser().parse_args(words))
    for row in rows:
        if (of := measures.get((str(row["measure"]), str(row["of"])))) is not None:
            yield Claim(of, float(row["value"] or 0), "the command line")


_parser = cache(build_parser)


def _some(events: Sequence[Event], rng: Rng, most: int) -> list[Event]:
    return [events[int(place)] for place in rng.permutation(len(events))[:most]]


def shown(of: Hashable, text: str, pattern: str, part: str) -> Iterator[Claim]:
    """Return the claims of the numbers and percentages in a text where a pattern has its group; each is meant to half a digit."""
    for words in re.findall(pattern, text):
        if number := re.fullmatch(r"([-+−]?\d+(?:\.(\d+))?)(%?)", words):
            unit = 0.01 if number[3] else 1.0
            slack = 0.5 * unit * 10.0 ** -len(number[2] or "") + EXACT
            yield Claim(of, unit * float(number[1].replace("−", "-")), part, slack)


def pick(rng: Rng, values: Iterable[Any]) -> Any:
    options = list(values)
    return options[int(rng.integers(len(options)))]


def change(name: str, value: Any) -> Event:
    """Return the event that sets a rule or another part of the state."""
    return {"kind": "set", "name": name, "value": list(value) if isinstance(value, tuple) else value}


def draw_rules(
    base: Any, rng: Rng, *, most: int = 2, within: Mapping[str, tuple[int, int]] = {}, names: Sequence[str] = ()
) -> Any:
    """Return rules with up to some of them changed; changes that contradict each other are left out.

    within: narrower ranges of whole numbers, so that solving takes little time.
    names: the rules that change; all by default.
    """
    declared = rules_of(type(base))
    for name in rng.permutation(list(names or declared))[: int(rng.integers(most + 1))].tolist():
        value = _draw_value(declared[name].kind, getattr(base, name), rng, within.get(name))
        try:
            base = replace(base, **{name: value})
        except ValueError:
            continue
    return base


def _draw_value(kind: Kind, value: Any, rng: Rng, within: tuple[int, int] | None) -> Any:
    match kind:
        case Whole(low, high):
            low, high = within or (low, high or low + 10)
            return int(rng.integers(low, high + 1))
        case Number(low, high):
            return float(rng.uniform(low, high))
        case Switch():
            return not value
        case OneOf(labels):
            return pick(rng, labels)
        case Stops(values):
            return pick(rng, values)
    return pick(rng, [*kind.others(value), value])


def rule_args(rules: Any) -> list[str]:
    return [f"--rule={name}={each.kind.format(getattr(rules, name))}" for name, each in rules_of(type(rules)).items()]


@contextmanager
def small_work() -> Iterator[None]:
    """Compute all work of pages in this thread, simulate few games, and keep none of these results for others.

    The number of games is set here and not by the link, so that a page shows what it shows.
    """
    results: dict[Call, Any] = {}

    def run(works: Sequence[compute.Work], _label: str) -> list[Any]:
        for call, _ in works:
            if call not in results:
                results[call] = call.function(*call.arguments, **dict(call.options))
        return [results[call] for call, _ in works]

    def simulate_few(function: Callable[..., Any]) -> Callable[..., Any]:
        return lambda *arguments, games, **options: function(*arguments, games=min(games, GAMES), **options)

    _forget()
    with pytest.MonkeyPatch.context() as patch:
        for module, name, function in _functions():
            if getattr(getattr(function, "__code__", None), "co_name", "") == "look_up":
                patch.setattr(module, name, cache(function.__wrapped__))
        patch.setattr(compute, "_wait_for", run)
        patch.setattr(compute, "_compute_short", lambda call, *_: run([(call, compute.SHORT)], "")[0])
        for function in (simulate, compare):
            patch.setattr(lengths, function.__name__, simulate_few(function))
        patch.setattr(lengths, "_sample", cache(simulate_few(simulate)))
        patch.setattr(camel_solvers, "SIMULATED_GAMES", GAMES)
        patch.setattr(camel_solvers, "ROLL_GAMES", GAMES)
        patch.setattr(race_lengths, "SIMULATED_RACES", GAMES)
        patch.setattr(race_lengths, "RACES_PER_NUMBER", GAMES)
        patch.setattr(perudo_solvers, "MATCHES", 20)
        patch.setattr(rollouts, "fitted_matches", lambda *_: 50)
        yield
    _forget()


def _functions() -> list[tuple[Any, str, Any]]:
    modules = [module for name, module in sys.modules.items() if name.startswith("boardodds.")]
    return [(module, name, value) for module in modules for name, value in vars(module).items() if callable(value)]


def _forget() -> None:
    for _, _, function in _functions():
        if isinstance(function, _lru_cache_wrapper):
            function.cache_clear()

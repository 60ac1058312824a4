"""The parts of each page agree in random states, on the page, in its preview, on the command line and in its Python line.

See ``tests.dashboard.together``. Without a browser; the slow tests walk five times as far, from other seeds.
"""

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from boardodds.dashboard.app.site import play_pages
from boardodds.dashboard.orchard.page import PAGE
from boardodds.dashboard.ui.play_page import PlayPage
from boardodds.dashboard.ui.sheet import Advice, Sheet, WhatIf
from boardodds.probability.estimate import Exact
from tests.dashboard.together import small_work, walk
from tests.dashboard.together.opened import open_drawn
from tests.dashboard.together.orchard import OrchardWalker
from tests.dashboard.together.walkers import WALKERS

OPENED = 50
SLOW_FACTOR = 5


@pytest.fixture(autouse=True)
def few_games() -> Iterator[None]:
    with small_work():
        yield


def test_every_page_with_a_board_is_walked() -> None:
    assert {*WALKERS} == {name for pages in play_pages().values() for name in pages}


@pytest.mark.parametrize("page", WALKERS)
def test_the_parts_of_a_page_agree(page: str) -> None:
    assert not list(walk(WALKERS[page], np.random.default_rng(1), WALKERS[page].states))


@pytest.mark.slow
@pytest.mark.parametrize("page", WALKERS)
def test_the_parts_of_a_page_agree_in_many_states(page: str) -> None:
    assert not list(walk(WALKERS[page], np.random.default_rng(2), SLOW_FACTOR * WALKERS[page].states))


def _open(seed: int, pages: int) -> list[str]:
    rng = np.random.default_rng(seed)
    drawn = (open_drawn(WALKERS, rng) for _ in range(pages))
    return [f"{address}: {sentence}" for address, found in drawn for sentence in found]


def test_every_view_can_be_opened() -> None:
    assert not _open(1, OPENED)


@pytest.mark.slow
def test_every_view_can_be_opened_in_many_states() -> None:
    assert not _open(2, SLOW_FACTOR * OPENED)


def _with(page: PlayPage[Any], **parts: Any) -> PlayPage[Any]:
    """Return a page whose sheet has other parts."""
    return replace(page, sheet=type("Other", (page.sheet,), parts))


def _slider(page: PlayPage[Any]) -> PlayPage[Any]:
    def other(sheet: Sheet[Any]) -> WhatIf | None:
        found = page.sheet(sheet.state).slider
        return found and replace(found, curve={1: 0.5, 2: 0.51})

    return _with(page, slider=property(other))


def _advice(page: PlayPage[Any]) -> PlayPage[Any]:
    def advise(sheet: Sheet[Any]) -> Advice | None:
        found = page.sheet(sheet.state).advice
        return found and replace(found, why="win 12.3%")

    return _with(page, advice=property(advise))


def _history(page: PlayPage[Any]) -> PlayPage[Any]:
    history = page.sheet.history
    assert history
    return _with(page, history=replace(history, values=lambda _: {"we win": Exact(0.25)}))


def _link(page: PlayPage[Any]) -> PlayPage[Any]:
    write = page.definition.write
    return replace(page, definition=replace(page.definition, write=lambda state: {**write(state), "game": ["orchard"]}))


def _apply(page: PlayPage[Any]) -> PlayPage[Any]:
    apply = page.definition.apply

    def trust(state: Any, event: Any) -> Any:
        return apply(state, {name: str.lower(value) if name == "face" else value for name, value in event.items()})

    return replace(page, definition=replace(page.definition, apply=trust))


@pytest.mark.parametrize(
    "spoil",
    [
        _slider,
        _apply,
        _advice,
        _link,
        _history,
        lambda page: _with(page, chart=property(lambda _: Path("chart").stat())),
        lambda page: _with(page, house_rules=["raven path: nan"]),
    ],
)
def test_the_walk_meets_what_is_wrong(spoil: Callable[[PlayPage[Any]], PlayPage[Any]]) -> None:
    walker = OrchardWalker()
    walker.page = spoil(PAGE)
    assert list(walk(walker, np.random.default_rng(1), 50))

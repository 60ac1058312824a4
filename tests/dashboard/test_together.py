"""The parts of each page agree in random states, on the page, in its preview, on the command line and in its Python line.

See ``tests.dashboard.together``. Without a browser; the slow tests walk five times as far, from other seeds.
"""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from boardodds.dashboard.app.site import play_pages
from boardodds.dashboard.orchard.page import PAGE
from boardodds.dashboard.ui.play_page import PlayPage
from boardodds.dashboard.ui.sheet import Sheet
from boardodds.probability.estimate import Exact
from tests.dashboard.together import small_work, walk
from tests.dashboard.together.opened import open_drawn
from tests.dashboard.together.orchard import OrchardWalker
from tests.dashboard.together.walkers import WALKERS

OPENED = 50
WALKS = pytest.mark.parametrize(
    ("seed", "factor"), [pytest.param(1, 1, marks=pytest.mark.brief), pytest.param(2, 5, marks=pytest.mark.slow)]
)


@pytest.fixture(autouse=True)
def few_games() -> Iterator[None]:
    with small_work():
        yield


def test_every_page_with_a_board_is_walked() -> None:
    assert {*WALKERS} == {name for pages in play_pages().values() for name in pages}


@WALKS
@pytest.mark.parametrize("page", WALKERS)
def test_the_parts_of_a_page_agree(page: str, seed: int, factor: int) -> None:
    assert not list(walk(WALKERS[page], np.random.default_rng(seed), factor * WALKERS[page].states))


@WALKS
def test_every_view_can_be_opened(seed: int, factor: int) -> None:
    rng = np.random.default_rng(seed)
    drawn = (open_drawn(WALKERS, rng) for _ in range(factor * OPENED))
    assert not [f"{address}: {sentence}" for address, found in drawn for sentence in found]


def _with(**parts: Any) -> PlayPage[Any]:
    """Return Orchard's page whose sheet has other parts."""
    return replace(PAGE, sheet=type("Other", (PAGE.sheet,), parts))


def _spoilt(part: str, **fields: Any) -> PlayPage[Any]:
    """Return Orchard's page with other fields of a part that its sheet has."""

    def other(sheet: Sheet[Any]) -> Any:
        found = getattr(PAGE.sheet(sheet.state), part)
        return found and replace(found, **fields)

    return _with(**{part: property(other)})


def _trust(state: Any, event: Any) -> Any:
    return DEFINITION.apply(state, {key: str.lower(each) if key == "face" else each for key, each in event.items()})


DEFINITION = PAGE.definition
assert PAGE.sheet.history


@pytest.mark.parametrize(
    "page",
    [
        _spoilt("slider", curve={1: 0.5, 2: 0.51}),
        _spoilt("advice", why="win 12.3%"),
        replace(PAGE, definition=replace(DEFINITION, apply=_trust)),
        replace(
            PAGE, definition=replace(DEFINITION, write=lambda state: {**DEFINITION.write(state), "game": ["orchard"]})
        ),
        _with(history=replace(PAGE.sheet.history, values=lambda _: {"we win": Exact(0.25)})),
        _with(chart=property(lambda _: Path("chart").stat())),
        _with(house_rules=["raven path: nan"]),
    ],
)
def test_the_walk_meets_what_is_wrong(page: PlayPage[Any]) -> None:
    walker = OrchardWalker()
    walker.page = page
    assert list(walk(walker, np.random.default_rng(1), 50))

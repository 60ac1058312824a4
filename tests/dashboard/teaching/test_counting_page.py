"""The counting page: the tree, fewer states, and a recurrence."""

import pytest

from boardodds.dashboard.teaching.counting_views import ORCHARD as SMALL_ORCHARD
from boardodds.dashboard.teaching.counting_views import POSITION, STATES
from boardodds.orchard.solve import MOST_LEFT, solve
from tests.dashboard.driving import open_page, page_text
from tests.dashboard.teaching.html_parts import pictures

COUNTING = "pages/counting.py"


@pytest.mark.parametrize("view", ["The tree", "Fewer states", "A recurrence", "How"])
def test_every_view_of_counting_shows_something(view: str) -> None:
    app = open_page(COUNTING, view=view, depth="5", begins="any", solved="15")
    assert not app.warning
    assert len([*app.get("plotly_chart"), *app.get("html"), *app.markdown]) > 1


def test_the_tree_of_the_post_has_24_orders_that_start_with_white() -> None:
    app = open_page(COUNTING, depth="5")
    assert "120 orders, 24 that begin with white" in page_text(app)
    assert "120 × 243 = 29,160 sequences." in page_text(app)


@pytest.mark.parametrize("view", ["The tree", "Fewer states"])
def test_the_board_that_is_counted_is_drawn(view: str) -> None:
    app = open_page(COUNTING, view=view)
    assert pictures(app) == [f"The board: {POSITION}"]


def test_the_last_state_of_the_small_orchard_is_the_game_itself() -> None:
    app = open_page(COUNTING, view="A recurrence", solved=str(len(STATES)))
    chance = solve(SMALL_ORCHARD, MOST_LEFT).win_fraction()
    assert f"we win with a chance of {chance} = {float(chance):.1%}" in page_text(app)

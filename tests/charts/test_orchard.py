"""Orchard's charts."""

import re

import pytest

from boardodds.charts.orchard import ending_bars, trees_picture
from boardodds.charts.svg import WIDTH
from boardodds.orchard import MY_FIRST_ORCHARD, ORCHARD, Rules, State, solve


@pytest.mark.parametrize(
    ("rules", "state"),
    [
        (ORCHARD, ORCHARD.start),
        (MY_FIRST_ORCHARD, State((0, 0, 0, 1), 1)),
        (Rules(fruit=(1,), raven_steps=1, raven_faces=0), State((1,), 1)),
    ],
)
def test_games_are_won_upwards_and_lost_downwards(rules: Rules, state: State) -> None:
    endings = solve(rules, policy="most_left", state=state).endings
    figure = ending_bars(endings)
    won, lost = figure.data
    assert min(won.y) >= 0 >= max(lost.y)
    assert list(won.customdata) == list(won.y)
    assert figure.layout.shapes[0].x0 == endings.rolls.mean
    assert not figure.layout.yaxis.visible


@pytest.mark.parametrize("left", [1, 12, 20])
def test_all_pieces_are_on_the_sheet(left: int) -> None:
    picture = trees_picture(State((left,), left))
    pieces = re.findall(r'<circle cx="([\d.]+)" cy="[\d.]+" r="([\d.]+)"', picture)
    assert len(pieces) == left
    assert all(float(x) + float(radius) < WIDTH - 8 for x, radius in pieces)

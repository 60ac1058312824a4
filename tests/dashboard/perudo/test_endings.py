"""The solved end of a match on the page: perfect play in the advice and in the first view, and where it is left out."""

import re
from itertools import product

import numpy as np
import pytest

from boardodds.dashboard.perudo.events import read_link
from boardodds.dashboard.perudo.sheet import PerudoSheet
from boardodds.perudo import Bid, Call, RoundState, legal_bids, match_chance, match_value, posterior, solved_ending
from tests.dashboard.driving import open_page

PERUDO = "pages/perudo.py"
EXAMPLE = "1.1 me=1 hand=4 bids=2:1x6"


def test_the_example_calls_dudo_in_the_advice_and_in_the_view() -> None:
    app, ending = open_page(PERUDO, round=EXAMPLE, game="standard"), solved_ending((1, 1))
    assert ending is not None
    text = app.page_text
    # The headline stays that of the model.
    chance = posterior(RoundState.parse(EXAMPLE)).bid_probability(Bid(1, 6))
    assert app.headline.endswith(f"true {chance:.1%} of the time")
    wins = ending.wins([Bid(1, 6)], [4])[Call.DUDO]
    # There are several optimal plans of the opener, which bluff a little more or less.
    assert wins == pytest.approx(0.25, abs=0.01)
    play = f"Perfect play: dudo; wins the round {wins:.1%}"
    assert play in text
    assert app.advice == f"*Best now* **Call dudo** {play}"


def test_the_table_has_every_move_with_its_chance_of_winning() -> None:
    app = open_page(PERUDO, round="1.1 me=1 hand=1 bids=2:1x6", game="standard")
    (grid,) = (html.proto.body for html in app.get("html") if 'class="grid"' in html.proto.body)
    ending = solved_ending((1, 1))
    assert ending is not None
    wins = ending.wins([Bid(1, 6)], [1])
    assert max(wins, key=lambda move: wins[move]) != Call.DUDO
    cells = re.findall(r'<th scope="row">(.*?)</th><td[^>]*>.*?</td><td[^>]*>(.*?)</td>', grid)
    assert [name for name, _ in cells] == ["1 ace", "2 sixes", "dudo"]
    assert cells[0][1] == f"{max(wins.values()):.1%}"


def test_the_match_is_won_as_often_as_its_value_says() -> None:
    # The average over the opener's hands is the value of the match.
    ending, value = solved_ending((2, 1)), match_value((2, 1))
    assert ending is not None
    assert value is not None
    chances = [
        match_chance(max(ending.wins([], (first, second)).values()), (2, 1))
        for first, second in product(range(1, 7), repeat=2)
    ]
    assert np.mean([chance for chance in chances if chance is not None]) == pytest.approx(value.high, abs=1e-4)


@pytest.mark.parametrize("dice", [(1, 1), (2, 1)])
def test_after_bids_that_leave_the_solution_the_advice_is_the_best_answer(dice: tuple[int, int]) -> None:
    ending = solved_ending(dice)
    assert ending is not None
    claims = []
    for die, bid in product(range(1, 7), legal_bids(None, sum(dice))):
        link = {"game": ["standard"], "round": [f"{dice[0]}.1 me=2 hand={die} bids=1:{bid}"]}
        card = PerudoSheet(read_link(link)).advice
        assert card is not None
        wins = ending.wins([bid], [die])
        move = Bid(card.event["quantity"], card.event["face"]) if card.event["kind"] == "bid" else Call.DUDO
        claims.append("Perfect play" in card.why)
        assert max(wins.values()) - wins[move] < (0.005 if claims[-1] else 1e-9), (bid, die)
        assert f"{wins[move]:.1%}" in card.why or min(wins[move], 1 - wins[move]) < 1e-3
        assert not claims[-1] or ending.reach([bid]) > 1e-3
    assert 0 < sum(claims) < len(claims)


@pytest.mark.parametrize(
    ("round_text", "game"),
    [
        ("3.2 me=1 hand=444 bids=2:1x6", "standard"),
        ("1.1.1 me=1 hand=4 bids=3:1x6", "any_higher"),
        ("1.1 me=1 hand=4 bids=1:1x6", "any_higher"),
        ("1.1 bids=2:1x6", "any_higher"),
        ("2.2 me=1 hand=44 bids=2:1x6", "any_higher"),
    ],
)
def test_other_rounds_are_not_solved_on_the_page(round_text: str, game: str) -> None:
    assert "Perfect play" not in open_page(PERUDO, round=round_text, game=game).page_text

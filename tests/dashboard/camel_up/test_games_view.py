"""The view of whole games on the race page: the finding, the pairings, the rules of thumb, and settings from a link."""

import re
from dataclasses import replace

import numpy as np

from boardodds.camel_up.games import Games
from boardodds.camel_up.pairings import PAIRED, SEATS, shipped_games
from boardodds.dashboard.camel_up.games_view import advice_record, best_on_average, finding_text
from tests.dashboard.driving import captions, open_figures, open_page, page_text

RACE = "pages/camel_up_race.py"
LINK = {"view": "Whole games", "seats": "3", "seat1": "leader", "seat2": "roll", "seat3": "roll"}


def test_the_view_plays_the_games_of_a_link() -> None:
    app = open_page(RACE, **LINK, seed="4")
    text = page_text(app)
    assert re.search(r"Leader wins \d\d\.\d% \(95% CI [\d.]+ to [\d.]+\) of the games; 33\.3% if all were equal", text)
    assert "100 simulated games" in captions(app)
    assert "takes the leading camel's top ticket if it pays 3 or more" in text
    assert f"{shipped_games().games:,} games for each cell" in captions(app)


def test_the_tables_have_all_figures() -> None:
    app = open_page(RACE, **LINK)
    (wins,) = open_figures(app, "games_figures").dataframe
    assert list(wins.value["policy"]) == ["leader", "roll", "roll"]
    _, pairings = open_figures(app, "pairing_figures").dataframe
    assert len(pairings.value) == len(shipped_games().pairings)


def games_of(coins: list[list[int]]) -> Games:
    names = ("greedy", "roll", "roll")
    return Games(names, np.array(coins), np.ones(len(coins[0]), dtype=int), seed=1)


def test_the_finding_says_whether_a_difference_is_clear() -> None:
    clear = games_of([[9] * 50, [1] * 50, [2] * 50])
    assert finding_text(clear) == "Greedy wins 100.0% (95% CI 92.9 to 100.0) of the games; 33.3% if all were equal"
    unclear = games_of([[9, 1, 1], [1, 9, 1], [1, 1, 9]])
    assert finding_text(unclear).startswith("No difference is clear: ")
    same = replace(clear, policies=("roll",) * 3)
    assert finding_text(same) == "All players are the same: in the long run each wins 33.3% of the games"


def test_the_best_policy_on_average_is_computed() -> None:
    known = shipped_games()
    for seats in SEATS:
        means = {
            policy: np.mean([known.pairing(seats, policy, other).wins.value for other in PAIRED if other != policy])
            for policy in PAIRED
        }
        assert f"*{max(means, key=lambda policy: means[policy])}* wins most" in best_on_average(known, seats)


def test_the_record_of_the_advice_is_that_of_the_pairings() -> None:
    known = shipped_games()
    text = advice_record(known)
    for policy, others in (("advice", "casual"), ("advice", "greedy"), ("patient", "casual"), ("advice", "patient")):
        assert str(known.pairing(4, policy, others).wins) in text
    # What the words claim: waiting wins more among casual players, betting early more than a fair share among patient ones.
    assert (
        known.pairing(4, "patient", "casual").wins.interval().low
        > known.pairing(4, "advice", "casual").wins.interval().high
    )
    assert known.pairing(4, "advice", "patient").wins.interval().low > 0.25
    assert text in captions(open_page(RACE))

"""The record of the advice on the Perudo page."""

import pytest

from boardodds.dashboard.perudo.advice_record import advice_finding, record_rows
from boardodds.perudo.advice_matches import ADVICE, SAFEST_GIVEN_BIDS, AdviceMatches, AdvicePairing, advice_matches
from boardodds.probability.estimate import Proportion
from tests.dashboard.driving import captions, open_page, page_text

PERUDO = "pages/perudo.py"


def matches(*won: tuple[int, int]) -> AdviceMatches:
    """Return results of the advice against the safest moves, from the number of players and the matches won of a hundred."""
    return AdviceMatches(
        100, tuple(AdvicePairing(players, ADVICE, SAFEST_GIVEN_BIDS, Proportion(wins, 100)) for players, wins in won)
    )


@pytest.mark.parametrize(
    ("results", "finding"),
    [
        (matches((2, 70), (4, 50)), ", the advice wins more than its share with 2 and 4 players"),
        (
            matches((2, 30), (4, 50)),
            ", the advice wins more than its share with 4 players but wins less than its share with 2 players",
        ),
        (matches((2, 52), (4, 25)), ": these matches don't show whether the advice wins more"),
    ],
)
def test_the_finding_names_only_what_the_intervals_show(results: AdviceMatches, finding: str) -> None:
    assert advice_finding(results, SAFEST_GIVEN_BIDS) == f"Among “{SAFEST_GIVEN_BIDS}” players{finding}"


def test_every_table_has_both_players_among_all_kinds() -> None:
    rows = record_rows(advice_matches())
    assert len(rows) == 4 * 2 * 3
    assert {row["player"] for row in rows} == {ADVICE, SAFEST_GIVEN_BIDS}


def test_equal_players_win_their_share() -> None:
    equal = [pairing for pairing in advice_matches().pairings if pairing.player == pairing.others]
    assert len(equal) == 12
    for pairing in equal:
        assert abs(pairing.wins.value - pairing.fair_share) <= 4 * pairing.wins.standard_error


def test_the_page_shows_the_record() -> None:
    app = open_page(PERUDO, view="Tournament", matches="200", round="5.5 me=1 hand=12256 bids=1:3x4")
    for others in ("naive", "reader", SAFEST_GIVEN_BIDS):
        assert advice_finding(advice_matches(), others) in page_text(app)
    assert "python -m benchmarks.perudo_advice" in captions(app)

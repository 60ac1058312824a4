"""The findings above Perudo's charts, the hundred and the chart beside it hold for every round."""

import re
from collections.abc import Mapping

import pytest
from hypothesis import given
from hypothesis import strategies as st

from boardodds import perudo
from boardodds.charts.marks import NO_FILL
from boardodds.charts.perudo import matching_bars
from boardodds.dashboard.perudo.what_to_do import change_finding
from boardodds.dashboard.perudo.words import chance_in_words, count_likely
from boardodds.perudo.bids import Move
from boardodds.probability.pmf import Pmf

CHANCES = st.floats(0, 1)


@given(st.dictionaries(st.integers(0, 20), st.floats(0.01, 1), min_size=1, max_size=12), st.integers(1, 20))
def test_the_bars_are_filled_where_the_bid_is_true(weights: dict[float, float], quantity: int) -> None:
    pmf = Pmf.from_weights(weights)
    (bars,) = matching_bars(pmf, "fours", quantity).data
    assert quantity in bars.x
    assert [number >= quantity for number in bars.x] == [color != NO_FILL for color in bars.marker.color]
    assert bars.y == pytest.approx([pmf.probability(number) for number in bars.x])
    # Only unlikely numbers have no bar.
    assert all(pmf.probability(number) < 0.002 for number in pmf.outcomes if number not in bars.x)


@given(st.lists(CHANCES, min_size=1, max_size=8))
def test_the_number_of_likely_bids_is_counted(chances: list[float]) -> None:
    likely = sum(chance >= 0.5 for chance in chances)
    text = count_likely(chances, "legal bid", "true")
    if len(chances) == 1:
        assert ("less than" in text) == (not likely)
    else:
        assert text.startswith({0: "None of", len(chances): "All"}.get(likely, f"{likely} of"))


@given(st.dictionaries(st.integers(1, 9), st.tuples(CHANCES, CHANCES), min_size=1))
def test_the_largest_change_by_the_bids_is_named(changes: dict[int, tuple[float, float]]) -> None:
    by_dice: Mapping[Move, float] = {perudo.Bid(quantity, 4): before for quantity, (before, _) in changes.items()}
    given_bids: Mapping[Move, float] = {perudo.Bid(quantity, 4): after for quantity, (_, after) in changes.items()}
    largest = max(changes.values(), key=lambda change: abs(change[1] - change[0]))
    text = change_finding(by_dice, given_bids)
    if not text:
        assert abs(largest[1] - largest[0]) < 0.0005
        return
    match = re.fullmatch(r"Given the bids, (.+) (gains?|loses?) most: (.+) to (.+)", text)
    assert match
    named = [int(name.split()[0]) for name in match[1].split(" and ")]
    change = changes[named[0]]
    assert abs(change[1] - change[0]) == pytest.approx(abs(largest[1] - largest[0]))
    assert match[2].startswith("gain") == (change[1] > change[0])
    assert match[2].endswith("s") == (named == [1])
    assert [match[3], match[4]] == [chance_in_words(chance) for chance in change]
    # All moves with the same two chances are named, and no others.
    assert named == [number for number, other in changes.items() if other == pytest.approx(change, abs=1e-9)]

"""Solved rounds that are shipped as data: their limits, damaged files, and the match values that follow from them."""

import re
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

from benchmarks.perudo_endings import SHIPPED, write_ending
from boardodds import perudo
from boardodds.dashboard.perudo import solvers
from boardodds.perudo import STANDARD, Bid, Call, Rules, ending_data, match_chance, match_value, solved_ending
from boardodds.perudo.ending_data import data_folder, file_name, is_shipped, read_ending, shipped_value
from boardodds.perudo.endings import Ending
from tests.dashboard.driving import open_page

SMALL = Rules(sides=3, wild_aces=False, raise_rule="any_higher")
MAX_BYTES, MAX_ALL_BYTES = 2_000_000, 10_000_000
# The limits are at most this far apart.
GAP = 1e-4


@pytest.mark.parametrize(("dice", "rules"), SHIPPED, ids=lambda value: str(value)[:6])
def test_shipped_rounds_keep_their_limits(dice: tuple[int, int], rules: Rules) -> None:
    ending, value = solved_ending(dice, rules), shipped_value(dice, rules)
    assert ending is not None
    assert value is not None
    assert ending.gap <= GAP
    assert (ending.low, ending.high) == pytest.approx((value.low, value.high), abs=1e-9)


def test_shipped_files_are_small() -> None:
    sizes = [len(file.read_bytes()) for file in data_folder().iterdir() if file.name.endswith(".ending")]
    assert max(sizes) <= MAX_BYTES
    assert sum(sizes) <= MAX_ALL_BYTES


@cache
def small() -> Ending:
    return perudo.solve_ending((2, 1), SMALL, passes=300)


def test_a_file_gives_the_strategy_back() -> None:
    stored = read_ending(write_ending(small()), (2, 1), SMALL)
    assert stored.gap == pytest.approx(small().gap, abs=1e-3)
    for hand in ([1, 2], [2, 2], [3, 3]):
        assert stored.strategy([], hand) == pytest.approx(small().strategy([], hand), abs=1e-3)


WHOLE, OTHER = (data_folder().joinpath(name).read_bytes() for name in ("1v1.ending", "1v2.ending"))
HEADER = WHOLE.index(b"\n")
DAMAGES = {
    "empty": b"",
    "cut header": WHOLE[:100],
    "chances cut": WHOLE[:-100],
    "no header": b"[1]" + WHOLE[HEADER:],
    "no limits or passes": WHOLE.replace(b'"low"', b'"lot"').replace(b"passes", b"passed"),
    "chances changed": WHOLE[: HEADER + 50] + bytes([WHOLE[HEADER + 50] ^ 1]) + WHOLE[HEADER + 51 :],
    "other round": OTHER,
    "chances of another round": WHOLE[:HEADER] + OTHER[OTHER.index(b"\n") :],
}


@pytest.mark.parametrize("damage", DAMAGES)
def test_a_damaged_file_is_as_good_as_none(damage: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tmp_path.joinpath("1v1.ending").write_bytes(DAMAGES[damage])
    expected = shipped_value((1, 1))
    monkeypatch.setattr(ending_data, "data_folder", lambda: tmp_path)
    monkeypatch.setattr(ending_data, "_shipped", ending_data._shipped.__wrapped__)
    # A header that is whole has the right value.
    assert shipped_value((1, 1)) == (expected if damage.startswith("chances") else None)
    assert solved_ending((1, 1)) is None
    # The page solves the round, in this process because others have the files.
    monkeypatch.setattr(solvers, "compute", lambda function, *args, label, lane, **options: function(*args, **options))
    app = open_page("pages/perudo.py", round="1.1 me=1 hand=2")
    assert "wins the round" in app.advice


@pytest.mark.parametrize(
    ("dice", "bids", "hand"),
    [((1, 2), [], [5]), ((1, 3), [Bid(1, 2), Bid(1, 5)], [5]), ((1, 3), [Bid(2, 5), Bid(3, 5)], [2])],
)
def test_a_move_that_never_wins_has_the_chance_zero(dice: tuple[int, int], bids: list[Bid], hand: list[int]) -> None:
    ending = solved_ending(dice)
    assert ending is not None
    least = min(ending.wins(bids, hand).values())
    assert least == 0
    assert match_chance(least, dice) == match_chance(0, dice)


def test_after_an_own_mistake_the_best_move_is_shown() -> None:
    ending = solved_ending((1, 1))
    assert ending is not None
    # With a two, nobody opens two sixes: if it was raised somehow, dudo or a raise is chosen by the chance of winning.
    bids = [Bid(2, 5), Bid(2, 6)]
    shares, wins = ending.strategy(bids, [2]), ending.wins(bids, [2])
    assert max(shares, key=lambda move: shares[move]) == max(wins, key=lambda move: wins[move]) == Call.DUDO


def test_the_table_of_the_docs_has_the_shipped_values() -> None:
    text = Path(__file__).parents[2].joinpath("docs", "perudo.md").read_text(encoding="utf-8")
    rows = re.findall(r"\| (\d) \| (\d) \| (-?[\d.]+) to (-?[\d.]+) \| ([\d.]+) \|", text)
    assert len(rows) == len(SHIPPED)
    for (dice, rules), (opener, other, low, high, gap) in zip(SHIPPED, rows, strict=True):
        ending = solved_ending(dice, rules)
        assert ending is not None
        assert (int(opener), int(other)) == dice
        assert float(low) <= ending.low <= ending.high <= float(high)
        assert round(ending.gap, 5) == float(gap)


def test_rules_without_effect_share_a_file() -> None:
    assert is_shipped((1, 1), Rules(palifico=False, calza=True, starting_dice=3))
    # A palifico round is another game than the shipped ones, so matches that lead to one have no known value.
    with_two = Rules(palifico_with_two=True)
    assert is_shipped((2, 1), with_two)
    assert (match_value((2, 1), with_two), match_chance(0.5, (1, 2), with_two)) == (None, None)
    assert match_value((1, 1), with_two) == match_value((1, 1))
    assert match_value((2, 1), replace(with_two, palifico=False)) == match_value((2, 1))
    assert not is_shipped((1, 1), Rules(sides=5))
    assert file_name((1, 1), STANDARD) == "1v1.ending"


def plain_match_value(opener: int, other: int) -> float:
    """Return the chance that the opener wins the match, by plain recursion over the rounds' values."""
    ending = solved_ending((opener, other))
    assert ending is not None
    win = (1 + (ending.low + ending.high) / 2) / 2
    after_win = 1.0 if other == 1 else 1 - plain_match_value(other - 1, opener)
    after_loss = 0.0 if opener == 1 else plain_match_value(opener - 1, other)
    return win * after_win + (1 - win) * after_loss


@pytest.mark.parametrize("dice", [(1, 1), (2, 1), (1, 2), (2, 2)])
def test_match_values_agree_with_plain_recursion(dice: tuple[int, int]) -> None:
    value = match_value(dice)
    assert value is not None
    assert value.width < 1e-3
    assert plain_match_value(*dice) in value


def test_matches_that_are_not_solved_have_no_value() -> None:
    assert match_value((5, 5)) is None
    # Two players have no calza.
    assert match_value((1, 1), Rules(calza=True)) == match_value((1, 1))
    assert match_chance(0.5, (3, 3)) is None
    with pytest.raises(ValueError, match=r"dice must be 1\.\.5, got 0"):
        match_value((0, 1))

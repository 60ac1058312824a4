"""A hundred pieces add up to exactly 100, are as close to the chances as whole pieces can be, and never round to certainty."""

import re
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from boardodds.charts import hundred
from boardodds.charts.hundred import Outcome, count_in_words, counts_of_hundred, hundred_svg, in_words, pieces_of
from boardodds.charts.style import EXACT, ROLES
from boardodds.dashboard.ui.hundred import Dots, hundred_html
from boardodds.dashboard.ui.words import percent
from boardodds.probability.pmf import Pmf

weights = st.lists(st.floats(0, 1), min_size=1, max_size=12).filter(lambda values: sum(values) > 0.01)
TONES = [*ROLES.values(), *ROLES.values()]


def shares(values: list[float]) -> list[float]:
    return [value / sum(values) for value in values]


def outcomes_of(values: list[float]) -> list[Outcome]:
    return [
        Outcome(f"outcome {number}", share, tone, shape=("square", "round", "diamond")[number % 3], hollow=number > 2)
        for number, (share, tone) in enumerate(zip(shares(values), TONES, strict=False))
    ]


@given(weights)
def test_counts_are_whole_add_up_to_100_and_differ_by_less_than_one(values: list[float]) -> None:
    counts = counts_of_hundred(shares(values))
    assert sum(counts) == 100
    for count, share in zip(counts, shares(values), strict=True):
        assert abs(count - 100 * share) < 1 + 1e-6


@given(weights)
def test_the_largest_remainders_get_the_extra_pieces(values: list[float]) -> None:
    chances = shares(values)
    counts = counts_of_hundred(chances)
    pairs = zip(chances, counts, strict=True)
    up = [100 * chance - int(100 * chance + 1e-9) for chance, count in pairs if count > 100 * chance]
    down = [100 * chance - count for chance, count in zip(chances, counts, strict=True) if count <= 100 * chance + 1e-9]
    assert not up or not down or min(up) >= max(down) - 1e-6


@pytest.mark.parametrize("chances", [[0.5], [0.5, 0.6], []])
def test_chances_that_do_not_add_up_are_refused(chances: list[float]) -> None:
    with pytest.raises(ValueError, match="chances must add up to 1"):
        counts_of_hundred(chances)


@given(st.floats(0, 1))
def test_a_possible_event_is_never_0_and_an_uncertain_one_never_100(chance: float) -> None:
    for is_simulated in (False, True):
        words = count_in_words(chance, is_simulated=is_simulated)
        assert (words == "0") <= (chance == 0)
        assert (words == "100") <= (chance == 1)


@given(st.one_of(st.floats(0.01, 0.99), st.integers(4, 396).map(lambda number: number / 400)))
def test_numbers_are_rounded_from_the_chance_alone_and_those_of_two_outcomes_add_up(chance: float) -> None:
    exact, other = int(count_in_words(chance)), int(count_in_words(1 - chance))
    assert abs(exact - 100 * chance) <= 0.5 + 1e-6
    assert exact + other == 100
    # Simulated chances have whole percents everywhere.
    assert count_in_words(chance, is_simulated=True) == percent(chance, 0).removesuffix("%")


def test_the_number_of_an_outcome_is_not_changed_by_those_of_others() -> None:
    # By largest remainders, 85 of the pieces.
    outcomes = outcomes_of([46.1, 49.8, 48.5, 855.6])
    assert [outcome.number for outcome in outcomes] == ["5", "5", "5", "86"]
    assert "<b>86</b> outcome 3 <span>85.6%</span>" in hundred_html(outcomes)
    assert "86 outcome 3 (85.6%)" in in_words(outcomes)
    # Words would break the list of a phone into two lines.
    assert re.findall("<b>.*?</b>", hundred_html(outcomes_of([1, 999]))) == ["<b>&lt;1</b>", "<b>&gt;99</b>"]
    simulated = replace(outcomes[0], chance=2303 / 20_000, is_simulated=True)
    assert (simulated.number, simulated.percentage) == ("12", "12%")


@given(weights)
def test_a_hundred_pieces_name_each_possible_outcome(values: list[float]) -> None:
    outcomes = outcomes_of(values)
    html = hundred_html(outcomes)
    pieces, _, parts = html.partition("</div>")
    assert pieces.count('class="piece ') == 100
    assert parts.count("<li>") == sum(outcome.chance > 0 for outcome in outcomes)
    for outcome in outcomes:
        assert outcome.name in in_words(outcomes)
    assert "changed" not in html


def test_the_picture_of_two_outcomes_has_a_hundred_squares_and_two_in_its_legend() -> None:
    picture = hundred_svg(outcomes_of([3, 1]))
    assert picture.count("<rect") == 1 + 100 + 2
    assert "75 outcome 0" in picture
    assert "25 outcome 1" in picture


def test_only_pieces_that_differ_from_the_previous_answer_change() -> None:
    before, after = outcomes_of([3, 1]), outcomes_of([1, 1])
    html = hundred_html(after, pieces_of(before))
    moved = sum(one.name != other.name for one, other in zip(pieces_of(before), pieces_of(after), strict=True))
    assert moved == 25
    assert html.count(" changed") == moved


@given(st.dictionaries(st.integers(1, 900), st.floats(0.001, 1), min_size=1, max_size=60))
def test_the_dots_are_a_hundred_quantiles_in_stacks_of_equal_width(chances: dict[float, float]) -> None:
    lengths = Pmf.from_weights(chances)
    stacks = hundred.quantile_dots(lengths)
    dots = [length for stack in stacks for length in stack.lengths]
    assert dots == [lengths.quantile((number + 0.5) / 100) for number in range(100)]
    assert len({stack.last - stack.first for stack in stacks}) == 1
    assert len(stacks) <= 25
    assert all(stack.first <= length <= stack.last for stack in stacks for length in stack.lengths)


def test_the_split_decides_which_dots_are_filled() -> None:
    lengths = Pmf.from_weights({1: 0.3, 2: 0.3, 3: 0.4})
    assert Dots(lengths, "turns", ROLES[EXACT], split=1).html.count("hollow") == 70
    assert Dots(lengths, "turns", ROLES[EXACT], split=2).html.count("hollow") == 40

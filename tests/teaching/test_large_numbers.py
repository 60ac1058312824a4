"""The law of large numbers and the coverage of intervals, against theory and published values."""

from functools import cache
from itertools import groupby, product
from math import sqrt

import numpy as np
import pytest

from boardodds.candy_land import SCHEFFER, solve_reshuffled
from boardodds.dashboard.teaching.parts import CLASS_SIZE
from boardodds.entry.game import VISITORS, PublishedFigure
from boardodds.orchard.rules import ORCHARD_NINE
from boardodds.probability.estimate import Z95, Proportion
from boardodds.teaching import large_numbers
from boardodds.teaching.large_numbers import (
    first_games,
    longest_streak,
    outcomes,
    published_figures,
    repeat,
    run,
    trials,
)
from tests.oracles.streaks import none_longer


@pytest.mark.parametrize("key", list(trials()))
def test_simulated_and_exact_answers_of_a_trial_agree(key: str) -> None:
    example = trials()[key]
    share = Proportion(example.play(20_000, 3), 20_000)
    exact = example.exact()
    assert abs(share.value - exact) < 4 * sqrt(exact * (1 - exact) / 20_000)
    assert example.play(500, 1) == example.play(500, 1)


def test_the_first_games_are_the_same_however_many_are_asked_for() -> None:
    for key in trials():
        games = outcomes(key, 15_000, seed=4)
        for count in (1, 9, 10, 11, 94, 10_010, 10_011):
            assert (outcomes(key, count, seed=4) == games[:count]).all()
        assert [is_yes for is_yes, _ in first_games(key, 4)] == games[:10].tolist()
    alone, together = run("die", 94, seed=4), run("die", 940, runs=3, seed=4)
    assert alone.shares[0, -1] == pytest.approx(outcomes("die", 940, seed=4)[:94].mean())
    shared = np.isin(together.games, alone.games)
    assert (together.shares[0, shared] == alone.shares[0, np.isin(alone.games, together.games)]).all()


@pytest.mark.parametrize("key", [*trials(), "chance=0.3"])
def test_the_games_that_are_shown_have_the_exact_chance(key: str) -> None:
    count = 60 if key in ("race", "candy_land") else 400
    example = large_numbers.trial(key)
    share = sum(example.show(seed)[0] for seed in range(count)) / count
    assert abs(share - example.exact()) < 4 * sqrt(example.exact() * (1 - example.exact()) / count)


def test_the_proportions_of_a_run_develop_as_those_of_independent_games() -> None:
    result = run("bid", games=200, runs=100, seed=2)
    many = [run("bid", games=200, runs=100, seed=seed) for seed in range(0, 2_000, 100)]
    first = np.concatenate([runs.shares[:, runs.games.tolist().index(10)] for runs in many])
    exact = result.exact
    # After ten games the proportions have a binomial distribution. Of 2,000 draws, the sample variance has a relative standard
    # error of about (2 / 2,000) ** 0.5 = 3%.
    assert abs(first.mean() - exact) < 4 * sqrt(exact * (1 - exact) / 10 / len(first))
    assert first.var() == pytest.approx(exact * (1 - exact) / 10, rel=0.15)
    counts = result.shares * result.games
    assert counts == pytest.approx(counts.round())
    assert (np.diff(counts, axis=1) >= -1e-9).all()
    assert (np.diff(counts, axis=1) <= np.diff(result.games) + 1e-9).all()


@pytest.mark.parametrize("key", ["orchard", "chance=0.01"])
def test_the_recorded_points_of_a_run_are_outside_the_band_where_the_run_is_said_to_be(key: str) -> None:
    result = run(key, 1_000, runs=20)
    errors = np.sqrt(result.exact * (1 - result.exact) / result.games)
    is_outside = (abs(result.shares - result.exact) / errors > Z95 + 1e-9) & (result.games >= 10)
    assert [max(result.games[row], default=0) for row in is_outside] == result.last_outside.tolist()
    for number, (row, last) in enumerate(zip(is_outside, result.last_outside, strict=True)):
        counts, games = outcomes(key, 1_000, seed=1 + number).cumsum(), np.arange(1, 1_001)
        distances = abs(counts - games * result.exact) / np.sqrt(games)
        assert not last or distances[9:].argmax() + 10 in result.games[row]


@pytest.mark.parametrize("key", ["orchard", "coin", "chance=0.3"])
def test_thirty_pupils_have_the_thirty_runs_of_their_teacher(key: str) -> None:
    together = run(key, 300, runs=CLASS_SIZE, seed=11)
    for number in range(CLASS_SIZE):
        alone = run(key, 300, seed=11 + number)
        assert alone.shares[0, -1] == together.shares[number, -1]
        assert alone.last_outside[0] == together.last_outside[number]
    # Run again has other games on every device.
    lines = [outcomes(key, 300, seed).tobytes() for seed in range(11, 11 + 2 * CLASS_SIZE)]
    assert len(set(lines)) == 2 * CLASS_SIZE


@pytest.mark.parametrize("key", ["coin", "orchard", "chance=0.9"])
def test_games_after_three_losses_and_longest_streaks_are_counted(key: str) -> None:
    found = large_numbers.streaks(key, games=300, runs=20, seed=5)
    after, longest = [], []
    for seed in range(5, 25):
        run = outcomes(key, 300, seed).tolist()
        after += [run[game] for game in range(3, 300) if not any(run[game - 3 : game])]
        longest.append(max(len(list(group)) for is_yes, group in groupby([*run, False]) if not is_yes))
    assert (found.after, found.yes) == (len(after), sum(after))
    assert found.longest == [sum(found.lengths[0] <= length == end for length in longest) for end in found.lengths]


def test_dealt_samples_have_the_exact_mean() -> None:
    shares = repeat("bid", games=7, repetitions=300, seed=4)
    assert {share.trials for share in shares} == {7}
    exact = trials()["bid"].exact()
    mean = sum(share.value for share in shares) / 300
    assert abs(mean - exact) < 4 * sqrt(exact * (1 - exact) / 2_100)


def test_unknown_keys_are_refused() -> None:
    with pytest.raises(ValueError, match="key must be one of "):
        run("chess", 100)


@pytest.mark.parametrize("figure", published_figures(), ids=lambda figure: figure.what)
def test_every_published_figure_agrees(figure: PublishedFigure) -> None:
    # One whose difference is explained must differ.
    assert figure.holds(figure.compute()) != bool(figure.explained)
    # A decimal figure was rounded for print, so it needs a tolerance; a fraction and a count do not.
    assert figure.tolerance > 0 or figure.denominator or figure.printed == round(figure.printed)
    # A tolerance that accepts almost any figure tests nothing. The error of a simulated source can be half of a small difference.
    share = 0.55 if figure.reason.startswith("simulated") else 0.2
    assert figure.tolerance < share * abs(figure.printed) + 0.011


def test_the_figures_that_visitors_bring_are_computed() -> None:
    figures = [figure for figure in large_numbers.published_figures() if figure.source == VISITORS]
    ours = {figure.printed: round(figure.compute(), 5) for figure in figures}
    assert ours == {0.65155: 0.68405, 37.8: 40.1234, 0.632: 0.63136, 17: 26}


@cache
def useful_rolls(fruit: tuple[int, ...], raven: int) -> tuple[float, int, int]:
    """Return the mean number of rolls that change something, and the sequences of such rolls that win and that lose."""
    if not (any(fruit) and raven):
        return 0.0, not any(fruit), any(fruit)
    left = [(*fruit[:tree], fruit[tree] - 1, *fruit[tree + 1 :]) for tree in range(len(fruit)) if fruit[tree]]
    basket = list(fruit)
    for _ in range(ORCHARD_NINE.basket_picks):
        basket[basket.index(max(basket))] -= max(basket) > 0
    after = [useful_rolls(tuple(sorted(each)), raven) for each in [*left, basket]] + [useful_rolls(fruit, raven - 1)]
    return 1 + sum(rolls for rolls, _, _ in after) / len(after), sum(a for _, a, _ in after), sum(b for *_, b in after)


def test_the_reasons_for_differences_hold() -> None:
    reasons = {figure.printed: figure.explained for figure in published_figures() if figure.source == VISITORS}
    rolls, won, lost = useful_rolls(ORCHARD_NINE.fruit, ORCHARD_NINE.raven_steps)
    assert ("change nothing" in reasons[37.8]) == (round(rolls, 1) == 37.8)
    assert ("sequence" in reasons[0.65155]) == (round(won / (won + lost), 5) == 0.65155)
    chances = solve_reshuffled(SCHEFFER).turns.probabilities
    assert ("first peak" in reasons[17]) == (
        np.flatnonzero(np.diff(chances) < 0)[0] == 17 - solve_reshuffled(SCHEFFER).turns.outcomes[0]
    )


@pytest.mark.parametrize("chance", [0.2, 0.5, 0.97])
@pytest.mark.parametrize("games", [1, 2, 7, 11])
def test_short_streaks_are_those_of_all_sequences(games: int, chance: float) -> None:
    every = dict.fromkeys(range(games + 1), 0.0)
    for sequence in product((0, 1), repeat=games):
        longest = max((len(list(group)) for is_in, group in groupby(sequence) if is_in), default=0)
        every[longest] += chance ** sum(sequence) * (1 - chance) ** (games - sum(sequence))
    ends, chances = longest_streak(games, chance, seen=games)
    assert (ends[0], ends[-1]) == (0, games)
    assert chances == pytest.approx(list(every.values()))


@pytest.mark.parametrize(("games", "chance"), [(1_000, 0.218), (300, 0.999), (10_000, 0.5), (10_000, 0.001)])
def test_long_streaks_are_those_of_a_chain(games: int, chance: float) -> None:
    ends, chances = longest_streak(games, chance)
    assert len(ends) <= 61
    assert np.cumsum(chances) == pytest.approx([none_longer(end, games, chance) for end in ends])
    assert sum(chances) > 0.998
    # Every bar but the last of all games is as wide, and less than a tenth of a percent is before the first one.
    assert len(set(np.diff(ends[:-1]))) <= 1
    assert not ends[0] or none_longer(ends[0] - 1, games, chance) < 0.001

"""The effect of seats in matches between identical players and one other player."""

from collections.abc import Sequence
from math import exp

import numpy as np
import pytest

from boardodds.perudo.agents import BLUFFER, NAIVE_AGENT, READER, THRESHOLD_AGENT, Agent
from boardodds.perudo.match import play_matches
from boardodds.perudo.match_results import Matches
from boardodds.perudo.seats import _chance_of_luck, odd_seat, seat_calls, seat_effect
from boardodds.probability.arrays import Ints


def _with_odd_player(odd: Agent, others: Agent, seat: int, matches: int) -> Matches:
    players = [others] * 6
    players[seat] = odd
    return play_matches(players, matches=matches, seed=1 + seat)


def _wins_by_place(matches: Matches, seat: int) -> Ints:
    """Return the wins of the players in the order of the seats, from the one in a seat on."""
    return np.roll(np.bincount(matches.winners, minlength=6), -seat)


def test_a_rotation_of_all_seats_changes_no_chance_but_the_place_after_the_odd_player_does() -> None:
    results = [_with_odd_player(THRESHOLD_AGENT, NAIVE_AGENT, seat, 600) for seat in range(6)]
    wins = np.array([_wins_by_place(matches, seat) for seat, matches in enumerate(results)])
    # In every rotation, the same place has the same chance of winning, up to luck of 4 standard errors.
    chance = wins.mean(axis=0) / 600
    error = np.sqrt(chance * (1 - chance) / 600)
    assert (np.abs(wins / 600 - chance) < 4 * error).all()
    for matches in results:
        effect = seat_effect(matches)
        assert effect
        assert effect.agent == NAIVE_AGENT
        assert effect.luck is not None
        assert effect.luck < 0.001
    # The mean over all rotations is the same for all seats, of identical players too.
    by_seat = sum(np.bincount(matches.winners, minlength=6) for matches in results) / 3600
    assert (np.abs(by_seat - 1 / 6) < 4 * np.sqrt(5 / 36 / 3600)).all()


def test_the_reader_before_a_threshold_player_is_called_most_and_wins_least() -> None:
    for seat in (0, 4):
        matches = _with_odd_player(THRESHOLD_AGENT, READER, seat, 60)
        effect, calls = seat_effect(matches), seat_calls(matches)
        assert effect
        before = (seat - 1) % 6
        assert effect.worst == before
        assert calls.received.argmax() == before
        assert calls.made.argmax() == seat


def test_luck_explains_the_differences_between_equal_players() -> None:
    effect = seat_effect(play_matches([NAIVE_AGENT] * 6, matches=2_000))
    assert effect
    assert effect.luck is not None
    assert effect.luck > 0.01
    assert len(effect.wins) == 6


@pytest.mark.parametrize(
    ("players", "seat"),
    [
        ([NAIVE_AGENT] * 6, None),
        ([NAIVE_AGENT] * 4 + [BLUFFER] * 2, None),
        ([NAIVE_AGENT, NAIVE_AGENT, BLUFFER, READER], None),
        ([NAIVE_AGENT] * 5 + [BLUFFER], 5),
    ],
)
def test_the_odd_player_is_the_only_one_who_differs(players: Sequence[Agent], seat: int | None) -> None:
    assert odd_seat(players) == seat


def test_different_players_or_few_wins_have_no_test_for_luck() -> None:
    assert seat_effect(play_matches([NAIVE_AGENT, BLUFFER], matches=20)) is None
    effect = seat_effect(play_matches([NAIVE_AGENT] * 6, matches=20))
    assert effect
    assert effect.luck is None


@pytest.mark.parametrize(
    ("wins", "chance"),
    [
        # Pearson's statistic is 10 with 2 degrees of freedom, whose tail is exp(-10 / 2).
        ((10, 20, 30), exp(-5)),
        # It is 1.6 with 4 degrees of freedom, whose tail is (1 + 1.6 / 2) exp(-1.6 / 2).
        ((8, 10, 12, 12, 8), 1.8 * exp(-0.8)),
        ((5, 5), 1.0),
        ((5, 4), None),
    ],
)
def test_the_chance_of_luck_is_the_tail_of_chi_squared(wins: tuple[int, ...], chance: float | None) -> None:
    found = _chance_of_luck(wins)
    assert found == (chance if chance is None else pytest.approx(chance, rel=1e-12))

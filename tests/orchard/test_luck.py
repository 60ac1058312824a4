"""Luck and decisions in Orchard, against the plain recursion."""

from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest

from boardodds.orchard import MY_FIRST_ORCHARD, ORCHARD, Rules, State, account, best_basket, solve
from boardodds.orchard.luck import LuckOfRolls
from boardodds.orchard.rules import BASKET, RAVEN, after_pick, after_roll
from boardodds.orchard.simulation import play as one_game
from boardodds.probability.estimate import MeanEstimate
from boardodds.probability.luck import Account, simulate_luck
from tests.oracles.orchard import brute_values

SMALL = Rules(fruit=(3, 2, 3), raven_steps=3, basket_picks=2, basket_faces=2)


def play(rules: Rules, rng: np.random.Generator, *, best: bool) -> list[State]:
    states = [rules.start]
    faces = [*range(len(rules.fruit)), *[BASKET] * rules.basket_faces, *[RAVEN] * rules.raven_faces]
    while not (states[-1].is_won or states[-1].is_lost):
        state = states[-1]
        if not state.basket:
            states.append(after_roll(state, faces[int(rng.integers(len(faces)))], rules))
        elif best:
            states.append(after_pick(state, best_basket(state, rules)[0].tree))
        else:
            states.append(after_pick(state, int(rng.choice(np.flatnonzero(state.fruit)))))
    return states


def test_every_step_of_a_thousand_games_is_that_of_the_plain_recursion() -> None:
    basket = brute_values(SMALL, "optimal")[1]
    rng = np.random.default_rng(1)

    def value(state: State) -> Fraction:
        return basket(state.fruit, state.raven_steps, state.basket)

    for _ in range(1_000):
        states = play(SMALL, rng, best=False)
        game = account(states, SMALL)
        assert game.start + game.luck + game.decisions == pytest.approx(game.end, abs=1e-12)
        assert (game.end, game.offers) == (float(states[-1].is_won), 0.0)
        for before, after, step in zip(states, states[1:], game.steps, strict=False):
            change = float(value(after) - value(before))
            is_choice = before.basket > 0
            assert step.luck == pytest.approx(0.0 if is_choice else change, abs=1e-12)
            assert step.cost == pytest.approx(-change if is_choice else 0.0, abs=1e-12)


def test_the_best_picks_and_one_policy_of_all_do_not_depend_on_the_player_who_is_next() -> None:
    basket = brute_values(SMALL, "optimal")[1]
    texts = ["3.1.3 raven=3", "3.1.3 raven=3 basket=2", "2.1.3 raven=3 basket=1", "2.0.3 raven=3", "2.0.3 raven=2"]
    states = [replace(State.parse(text), next=player) for text, player in zip(texts, (2, 3, 3, 1, 8), strict=True)]
    values = [basket(state.fruit, state.raven_steps, state.basket) for state in states]
    game = account(states, SMALL)
    assert [game.start, *(step.after for step in game.steps)] == pytest.approx([*map(float, values)], abs=1e-12)
    for state, value in zip(states, values, strict=True):
        for policy in ("optimal", "most_left"):
            assert solve(SMALL, policy=policy, state=state).win == pytest.approx(float(value), abs=1e-12)
        alone, again = (one_game(SMALL, state=replace(state, next=player), seed=3) for player in (1, state.next))
        assert [turn.state for turn in alone] == [turn.state for turn in again]
        samplers = [LuckOfRolls(replace(state, next=player), SMALL, 3) for player in (1, state.next)]
        assert len({sampler(np.random.default_rng(1)) for sampler in samplers}) == 1


@pytest.mark.parametrize("rules", [SMALL, MY_FIRST_ORCHARD, ORCHARD])
def test_the_best_picks_cost_exactly_nothing_and_luck_is_zero_on_average(rules: Rules) -> None:
    accounts: list[Account] = []

    def play_best(rng: np.random.Generator) -> float:
        accounts.append(account(play(rules, rng, best=True), rules))
        return accounts[-1].luck

    games = 2_000 if rules is SMALL else 100
    assert 0 in MeanEstimate.from_sample(simulate_luck(play_best, games=games, seed=2)).interval(0.99)
    assert {game.decisions for game in accounts} == {0.0}
    # Of games without mistakes, the end tells all of the luck.
    assert {round(game.luck, 12) for game in accounts} == {round(end - accounts[0].start, 12) for end in (0, 1)}


@pytest.mark.parametrize("rolls", [0, 4, 100])
def test_the_luck_of_other_games_is_zero_on_average_and_in_the_end_that_of_the_result(rolls: int) -> None:
    start = State((3, 1, 3), 2, basket=1)
    games = simulate_luck(LuckOfRolls(start, SMALL, rolls), games=1_000)
    # A game without luck is worth the chance to win with the best picks.
    before = best_basket(start, SMALL)[0].win
    assert 0 in MeanEstimate.from_sample(games).interval(0.99)
    if rolls == 100:
        assert {round(luck, 12) for luck in games} == {round(end - before, 12) for end in (0, 1)}
    elif not rolls:
        assert set(games) == {0.0}
    assert solve(SMALL).win != before

"""Luck in Candy Land: what the cards of a whole game are worth."""

from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest

from boardodds.candy_land import CLASSIC, Rules, State, account, after, draw, solve_reshuffled
from boardodds.candy_land.luck import LuckOfCards
from boardodds.candy_land.rules import LOSE_TURN, RESHUFFLED
from boardodds.probability.estimate import MeanEstimate, Proportion
from boardodds.probability.luck import Account, simulate_luck

# A board of 16 spaces, with all that can happen on a board.
SHORT = Rules(
    spaces=tuple("RPYBRPYRYBPRBYPR"),
    shortcuts=((1, 5),),
    licorice=(3, 9),
    singles=(3, 2, 3, 2, 0, 0),
    doubles=(1, 1, 0, 1, 0, 0),
    deck=RESHUFFLED,
)
LOSE = replace(SHORT, licorice_rule=LOSE_TURN)


def play(rules: Rules, rng: np.random.Generator, players: int) -> list[State]:
    states = [State.start(players)]
    while not states[-1].is_over(rules):
        states.append(after(states[-1], draw(states[-1], rules, rng=rng), rules)[0])
    return states


def test_luck_is_all_of_a_game_and_zero_on_average() -> None:
    accounts: list[Account] = []

    def play_two(rng: np.random.Generator) -> float:
        accounts.append(account(play(LOSE, rng, 2), LOSE, player=2))
        return accounts[-1].luck

    assert 0 in MeanEstimate.from_sample(simulate_luck(play_two, games=2_000, seed=5)).interval(0.99)
    for game in accounts:
        assert game.start + game.luck == pytest.approx(game.end, abs=1e-12)
        assert (game.decisions, game.offers) == (0.0, 0.0)
    wins = [game.end for game in accounts]
    assert set(wins) == {0.0, 1.0}
    assert accounts[0].start in Proportion(int(sum(wins)), len(wins)).interval(0.99)


@pytest.mark.parametrize(("rules", "every"), [(SHORT, 1), (LOSE, 1), (replace(CLASSIC, deck=RESHUFFLED), 12)])
def test_the_mean_of_every_card_is_the_value_before_it(rules: Rules, every: int) -> None:
    rng = np.random.default_rng(5)
    for state in [state for _ in range(8 if every == 1 else 1) for state in play(rules, rng, 2)[:-1:every]]:
        cards = state.cards_left(rules)
        luck = [account([state, after(state, card, rules)[0]], rules, player=2).luck for card in cards]
        assert np.dot(luck, [*cards.values()]) == pytest.approx(0, abs=1e-11)


@pytest.mark.parametrize("rules", [SHORT, LOSE, replace(CLASSIC, deck=RESHUFFLED)])
def test_values_are_those_of_the_solver(rules: Rules) -> None:
    states = play(rules, np.random.default_rng(7), 3)
    values = [account([state], rules, player=3).start for state in states[:-1:8]]
    assert values == pytest.approx([solve_reshuffled(rules, state=s).seat_wins[2] for s in states[:-1:8]], abs=1e-12)


def test_a_real_deck_has_the_chances_of_a_reshuffled_one() -> None:
    states = play(CLASSIC, np.random.default_rng(6), 2)
    shuffled = [replace(state, drawn=()) for state in states]
    assert account(states).luck == account(shuffled, replace(CLASSIC, deck=RESHUFFLED)).luck


@pytest.mark.parametrize("cards", [3, 500])
def test_the_luck_of_other_games_is_zero_on_average_and_adds_up_among_players(cards: int) -> None:
    start = State((3, 5), next=2)
    mine, other = (simulate_luck(LuckOfCards(start, LOSE, player, cards), games=600) for player in (1, 2))
    assert 0 in MeanEstimate.from_sample(mine).interval(0.99)
    # One player's luck is the other's bad luck.
    assert mine == pytest.approx([-luck for luck in reversed(other)], abs=1e-12)
    if cards == 500:
        value = account([start], LOSE).start
        assert {round(luck, 12) for luck in mine} == {round(end - value, 12) for end in (0, 1)}


def test_the_luck_of_spared_players_counts_with_their_own_rules() -> None:
    rules = replace(CLASSIC, deck="reshuffled", specials="forward_only", spared=(2,))
    states = [State((57, 80)), State((59, 80), next=2), State((59, 82))]
    wins = [solve_reshuffled(rules, state=state).seat_wins for state in states]
    for player in (1, 2):
        luck = [step.luck for step in account(states, rules, player=player).steps]
        assert luck == pytest.approx([later[player - 1] - before[player - 1] for before, later in pairwise(wins)])
    # A player who is never sent back is ahead of one who can be.
    assert solve_reshuffled(rules, players=2).seat_wins[1] > 0.55

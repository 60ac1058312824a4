"""Orchard against the paper's figures, a plain recursion in fractions, and simulated dice."""

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from functools import partial
from math import copysign, isclose, sqrt
from typing import Any

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from boardodds import orchard
from boardodds.orchard import MY_FIRST_ORCHARD, ORCHARD, POLICIES, Policy, Rules, State, play, simulate, solve
from boardodds.orchard.simulation import RUN_GAMES, play_runs
from boardodds.orchard.solver import worst_basket
from boardodds.probability.estimate import Proportion
from tests.known_answers import load_answers
from tests.oracles.orchard import Value, brute_rolls, brute_team, brute_values, remove_fruit

KNOWN = load_answers("orchard")
# The policies that do not compare chances to win.
NO_COMPARISON = [policy for policy in POLICIES if policy != "optimal"]


def rules_of(game: dict[str, Any]) -> Rules:
    return Rules(tuple(game["fruit"]), game["raven_steps"], game["basket_picks"])


@pytest.mark.parametrize("game", KNOWN["game"], ids=lambda game: game["id"])
def test_known_games(game: dict[str, Any]) -> None:
    rules = rules_of(game)
    for policy, win in game["exact"].items():
        # The figures have 16, 6 or 5 decimals. Fewer decimals are 5 whose zeros at the end were dropped.
        places = len(str(win).split(".")[1])
        tolerance = {16: 1e-9, 6: 0.5e-6}.get(places, 0.5e-5)
        assert solve(rules, policy=policy).win == pytest.approx(win, abs=tolerance)
    for policy, win in game.get("published_exact", {}).items():
        assert round(solve(rules, policy=policy).win, 5) == win


@pytest.mark.parametrize("game", KNOWN["team"], ids=lambda game: game["id"])
def test_known_teams(game: dict[str, Any]) -> None:
    assert solve(rules_of(game), policies=tuple(game["policies"])).win == pytest.approx(game["win"], abs=0.5e-5)


def test_known_ends() -> None:
    odds = solve(orchard.MY_FIRST_ORCHARD_FIVE, policy="most_left")
    for name, left in (("fruit_left", odds.fruit_left), ("raven_left", odds.raven_left)):
        for number, chance in KNOWN["ends"][name].items():
            assert left.probability(int(number)) == pytest.approx(chance, abs=0.5e-4)


def test_known_fractions() -> None:
    (game,) = (game for game in KNOWN["game"] if game["id"] == "My First Orchard")
    for policy in ("most_left", "random_type"):
        exact = solve(MY_FIRST_ORCHARD, policy=policy).win_fraction()
        assert exact == Fraction(game[f"exact_fraction_{policy}"])
        assert float(exact) == pytest.approx(game["exact"][policy], abs=1e-15)


@pytest.mark.parametrize("game", KNOWN["simulated"], ids=lambda game: game["source"])
def test_published_simulations_agree_with_simulated_and_exact_wins(game: dict[str, Any]) -> None:
    for policy, share in game["won"].items():
        win = solve(rules_of(game), policy=policy).win
        # Some are printed to four places.
        assert share == pytest.approx(win, abs=4 * sqrt(win * (1 - win) / game["games"]) + 0.5e-4)
        assert win in simulate(rules_of(game), policy=policy, games=20_000, seed=2).win.interval(0.9999)


def test_two_small_trees() -> None:
    for state, win in KNOWN["two_trees"].items():
        odds = solve(Rules((2, 2), 2, 2), policy="most_left", state=State.parse(state))
        assert odds.win == pytest.approx(win, abs=0.5e-12)


def test_known_numbers_of_final_states() -> None:
    games = {"Orchard": ORCHARD, "My First Orchard": MY_FIRST_ORCHARD}
    counts = {name: orchard.count_final_states(rules) for name, rules in games.items()}
    assert counts == KNOWN["final_states"]


@st.composite
def games(draw: st.DrawFn, max_trees: int = 3) -> tuple[Rules, State]:
    fruit = tuple(draw(st.lists(st.integers(0, 4), min_size=1, max_size=max_trees)))
    rules = Rules(
        fruit=fruit if any(fruit) else (*fruit[:-1], 1),
        raven_steps=draw(st.integers(1, 4)),
        basket_picks=draw(st.integers(0, 3)),
        basket_faces=draw(st.integers(0, 2)),
        raven_faces=draw(st.integers(0, 2)),
    )
    state = State(tuple(draw(st.integers(0, most)) for most in rules.fruit), draw(st.integers(0, rules.raven_steps)))
    most = min(rules.basket_picks, sum(state.fruit)) if rules.basket_faces and state.raven_steps else 0
    state = replace(state, basket=draw(st.integers(0, most)))
    return rules, state if any(state.fruit) or state.raven_steps else rules.start


@given(games(), st.lists(st.sampled_from(NO_COMPARISON), min_size=1, max_size=3), st.integers(1, 3))
def test_teams_agree_with_plain_recursion(game: tuple[Rules, State], policies: list[Policy], first: int) -> None:
    rules, state = game
    team = tuple(policies)
    state = replace(state, next=min(first, len(team)))
    odds = solve(rules, policies=team, state=state)
    assert isclose(odds.win, brute_team(rules, team, state, lambda _, raven: Fraction(raven > 0)), abs_tol=1e-12)

    def is_end(lost: int, won: int) -> Value:
        """Return the value 1 of one end, by the fruit left if it is lost and the raven steps left if it is won."""
        return lambda fruit, raven: Fraction((sum(fruit), raven) == (lost, won))

    for lost in range(1, sum(state.fruit) + 1):
        brute = brute_team(rules, team, state, is_end(lost, 0))
        assert isclose(odds.fruit_left.probability(lost), brute, abs_tol=1e-12)
    for won in range(1, state.raven_steps + 1):
        brute = brute_team(rules, team, state, is_end(0, won))
        assert isclose(odds.raven_left.probability(won), brute, abs_tol=1e-12)


@pytest.mark.slow
@given(games(), st.lists(st.sampled_from(NO_COMPARISON), max_size=2), st.integers(1, 3))
@settings(max_examples=500)
def test_different_trees_agree_with_plain_recursion(game: tuple[Rules, State], others: list[str], first: int) -> None:
    policies = ["different_trees", *others]
    test_teams_agree_with_plain_recursion.hypothesis.inner_test(game, policies, first)  # type: ignore[attr-defined]


@given(games(), st.lists(st.sampled_from(NO_COMPARISON), min_size=2, max_size=3), st.integers(1, 3))
@settings(max_examples=30, derandomize=True)
def test_simulated_players_take_turns(game: tuple[Rules, State], policies: list[Policy], first: int) -> None:
    rules, state = game
    state = replace(state, next=min(first, len(policies)))
    exact = solve(rules, policies=tuple(policies), state=state).win
    sample = simulate(rules, policies=tuple(policies), games=4000, seed=8, state=state)
    assert abs(sample.win.value - exact) <= 4 * sqrt(exact * (1 - exact) / 4000) + 1e-9


def test_one_game_passes_the_turn_with_every_roll() -> None:
    state = State((4, 3, 2, 1), 6, basket=1, next=2)
    turns = play(MY_FIRST_ORCHARD, policies=("most_left", "in_order", "in_order"), state=state)
    assert [turn.state.next for turn in turns] == [(3 + number) % 3 + 1 for number in range(len(turns))]


@given(games(), st.sampled_from(POLICIES))
def test_agrees_with_plain_recursion(game: tuple[Rules, State], policy: Policy) -> None:
    rules, state = game
    brute = brute_values(rules, policy)[1](state.fruit, state.raven_steps, state.basket)
    odds = solve(rules, policy=policy, state=state)
    assert isclose(odds.win, brute, abs_tol=1e-12)
    assert odds.win_fraction() == brute
    assert isclose(1 - odds.raven_left.probability(0), brute, abs_tol=1e-9)


# The chances of the boards after this basket add up to slightly more than 1.
@example((Rules((1, 2, 2, 2), raven_steps=1, basket_picks=3), State((1, 2, 2, 2), 1, basket=3)), "random_fruit")
@given(games(max_trees=2), st.sampled_from(NO_COMPARISON))
def test_the_number_of_rolls_agrees_with_plain_recursion(game: tuple[Rules, State], policy: Policy) -> None:
    rules, state = game
    odds = solve(rules, policy=policy, state=state)
    won, lost = odds.endings.won, odds.endings.lost
    for limit in (0, 1, 2, 4, 7):
        brute_won, brute_lost = (brute_rolls(rules, policy, state, limit, won=won_games) for won_games in (True, False))
        assert isclose(sum(won[: limit + 1]), brute_won, abs_tol=1e-9)
        assert isclose(sum(lost[: limit + 1]), brute_lost, abs_tol=1e-9)
        assert isclose(odds.rolls.at_most(limit), brute_won + brute_lost, abs_tol=1e-9)
    assert isclose(sum(won), odds.win, abs_tol=1e-9)
    # Zero has no sign.
    assert not any(copysign(1, chance) < 0 for chance in (*won, *lost))


@given(games(max_trees=4), st.sampled_from(POLICIES))
@settings(max_examples=40, derandomize=True)
def test_simulation_agrees_from_any_state(game: tuple[Rules, State], policy: Policy) -> None:
    rules, state = game
    exact = solve(rules, policy=policy, state=state)
    sample = simulate(rules, policy=policy, games=4000, seed=8, state=state)
    assert abs(sample.win.value - exact.win) <= 4 * sqrt(exact.win * (1 - exact.win) / 4000) + 1e-9
    for steps, chance in zip(exact.raven_left.outcomes, exact.raven_left.probabilities, strict=True):
        error = sqrt(max(0.0, chance * (1 - chance)) / 4000)
        assert abs(sample.raven_left.probability(steps) - chance) <= 5 * error + 1e-9


@given(games())
def test_the_best_basket_is_what_the_optimal_policy_picks(game: tuple[Rules, State]) -> None:
    rules, state = game
    choices = orchard.best_basket(state, rules)
    if not rules.basket_picks or state.is_lost or state.is_won:
        assert choices == []
        return
    _, basket = brute_values(rules, "optimal")
    picks = state.basket or rules.basket_picks
    for choice in choices:
        fruit = remove_fruit(state.fruit, choice.tree)
        assert isclose(choice.win, basket(fruit, state.raven_steps, picks - 1), abs_tol=1e-12)
    assert [choice.win for choice in choices] == sorted((choice.win for choice in choices), reverse=True)
    assert {choice.tree for choice in choices} == {tree for tree, left in enumerate(state.fruit) if left}
    # No tree is better than the fullest.
    assert all(isclose(each.win, choices[0].win) for each in choices if state.fruit[each.tree] == max(state.fruit))
    win = brute_values(rules, "optimal")[0]
    baskets = [win(fruit, state.raven_steps) for fruit in every_basket(state.fruit, picks)]
    assert isclose(choices[0].win, max(baskets), abs_tol=1e-12)
    assert isclose(worst_basket(state, rules), min(baskets), abs_tol=1e-12)


def every_basket(fruit: tuple[int, ...], picks: int) -> set[tuple[int, ...]]:
    if not picks or not any(fruit):
        return {fruit}
    trees = [tree for tree, left in enumerate(fruit) if left]
    return {rest for tree in trees for rest in every_basket(remove_fruit(fruit, tree), picks - 1)}


def test_the_first_basket_is_better_from_two_trees_than_from_one() -> None:
    wins = KNOWN["first_basket"]["Orchard"]
    firsts = [choice.win for choice in orchard.best_basket(ORCHARD.start)]
    assert firsts == pytest.approx([wins["two_trees"]] * 4, abs=5e-5)
    assert worst_basket(ORCHARD.start) == pytest.approx(wins["one_tree"], abs=5e-5)


@pytest.mark.parametrize(
    ("state", "message"),
    [
        (State((4, 4, 4), 6), "fruit must name 4 trees, got 3"),
        (State((0, 0, 0, 0), 0), "state must have fruit or raven steps left"),
        (State((1, 1, 1, 1), 60), r"state: raven_steps must be 0\.\.6, got 60"),
        (State((1, 0, 0, 0), 3, basket=2), r"state: basket must be 0\.\.1, got 2"),
        (State((-1, 1, 1, 1), 3), r"state: fruit must be 0\.\.4 on this tree, got -1"),
    ],
)
def test_bad_states_are_refused(state: State, message: str) -> None:
    for call in (solve, simulate, partial(play, seed=1)):
        with pytest.raises(ValueError, match=message):
            call(MY_FIRST_ORCHARD, policy="most_left", state=state)
    with pytest.raises(ValueError, match=message):
        orchard.best_basket(state, MY_FIRST_ORCHARD)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: Rules(fruit=(0, 0)), "fruit must be on at least one tree"),
        (lambda: solve(ORCHARD, policy="smart"), "policy must be one of random_type"),  # type: ignore[arg-type]
        (lambda: solve(policies=("most_left",) * 2, state=State((1, 0, 0, 0), 3, next=3)), r"next must be 1\.\.2"),
        (lambda: solve(policies=("most_left", "optimal")), "policy can't combine optimal with others"),
        (lambda: solve(policies=("most_left",) * 9), r"policy must be 1\.\.8 players, got 9"),
        (lambda: solve(policies=("most_left", "in_order")).win_fraction(), "needs the same policy for all players"),
        (lambda: solve(policies=("most_left", "in_order")).rolls, "needs the same policy for all players"),
        (lambda: solve(Rules(fruit=(20,) * 8)), r"8 trees of up to 20 fruit have 3,108,105 boards; at most"),
    ],
)
def test_bad_calls_are_refused(call: Callable[[], object], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        call()


@pytest.mark.parametrize("text", ["", "4.4", "4.4 raven=", "4.4 raven=-1", "4..4 raven=1", "a raven=1"])
def test_text_that_is_no_state_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="state must be fruit by tree"):
        State.parse(text)


@given(games(), st.integers(1, 8))
def test_state_notation_round_trips(game: tuple[Rules, State], player: int) -> None:
    state = replace(game[1], next=player)
    assert State.parse(str(state)) == state


@given(games(), st.sampled_from(POLICIES), st.integers(0, 1000))
def test_one_game_follows_the_rules(game: tuple[Rules, State], policy: Policy, seed: int) -> None:
    rules, state = game
    state = replace(state, basket=0)
    turns = play(rules, policy=policy, seed=seed, state=state)
    assert turns == play(rules, policy=policy, seed=seed, state=state)
    before = state
    for turn in turns:
        assert not (before.is_won)
        assert not (before.is_lost)
        picks = sum(before.fruit) - sum(turn.state.fruit)
        steps = before.raven_steps - turn.state.raven_steps
        if turn.roll == "raven":
            assert (picks, steps) == (0, 1)
        elif turn.roll == "basket":
            # Without two picks from one tree, only as many as there are trees with fruit.
            most = sum(map(bool, before.fruit)) if policy == "different_trees" else sum(before.fruit)
            assert (picks, steps) == (min(rules.basket_picks, most), 0)
        else:
            assert isinstance(turn.roll, int)
            assert (picks, steps) == (int(before.fruit[turn.roll] > 0), 0)
        assert isclose(turn.win, solve(rules, policy=policy, state=turn.state).win, abs_tol=1e-12)
        before = turn.state
    assert before.is_won or before.is_lost


def test_many_single_games_are_won_as_often_as_expected() -> None:
    wins = sum(play(MY_FIRST_ORCHARD, policy="random_type", seed=seed)[-1].state.is_won for seed in range(1500))
    assert solve(MY_FIRST_ORCHARD, policy="random_type").win in Proportion(wins, 1500).interval(0.9999)


def test_fractions_report_progress() -> None:
    reports: list[float] = []
    state = State((2, 0, 1, 3), 4)
    exact = solve(MY_FIRST_ORCHARD, policy="most_left", state=state).win_fraction(reports.append)
    assert reports == sorted(reports)
    # One report for each total of the six fruits.
    assert (len(reports), reports[-1]) == (6, 1)
    assert float(exact) == pytest.approx(solve(MY_FIRST_ORCHARD, policy="most_left", state=state).win, abs=1e-15)


@pytest.mark.parametrize("policy", ["random_type", "most_left"])
def test_the_games_won_in_runs_are_binomial(policy: Policy) -> None:
    wins = np.array(play_runs(MY_FIRST_ORCHARD, policy, 100, seed=3))
    chance = solve(MY_FIRST_ORCHARD, policy=policy).win
    # Four standard errors, of the mean and of the variance.
    assert chance in Proportion(int(wins.sum()), 100 * RUN_GAMES).interval(0.9999)
    assert abs(wins.var(ddof=1) / (RUN_GAMES * chance * (1 - chance)) - 1) <= 4 * sqrt(2 / 99)

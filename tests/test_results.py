"""A notebook user's habits: tables of results, mappings, formats, equal results after pickling, short texts and help."""

import pickle
from collections.abc import Callable, Hashable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from inspect import isfunction, signature
from itertools import chain
from pydoc import render_doc
from typing import Any

import numpy as np
import pandas as pd
import pytest

from boardodds import camel_up, candy_land, orchard, perudo
from boardodds.cli.run import SIMULATE, SOLVE, build_parser, run_command
from boardodds.dashboard.runtime.kept_results import decode, encode
from boardodds.orchard.simulation import GameSampler, PairedSampler
from boardodds.probability.declared_rules import neighbours
from boardodds.probability.estimate import MeanEstimate, Proportion
from boardodds.probability.results import Comparison

POSITION = camel_up.Position.parse("1:BWOG 2:Y tiles=5o")
LATE = camel_up.Position.parse("15:BWOG 16:Y dice=OB")
ROUND = perudo.RoundState.parse("5.5 me=1 hand=12256 bids=2:3x4")
STATES = [orchard.State((4, 4, 4, 4), 6), orchard.State((4, 4, 4, 3), 6)]
TEAMS: list[tuple[orchard.Policy, ...]] = [("random_type",), ("most_left",), ("most_left", "random_fruit")]
RESULTS: dict[str, Callable[[], Any]] = {
    "leg": lambda: camel_up.solve_leg(POSITION),
    "leg sample": lambda: camel_up.simulate_leg(POSITION, games=200),
    "actions": lambda: camel_up.rank_actions(POSITION),
    "rolls": lambda: camel_up.next_rolls(LATE),
    "race": lambda: camel_up.solve_race(LATE),
    "race sample": lambda: camel_up.simulate_race(POSITION, games=200),
    "race rolls": lambda: camel_up.next_race_rolls(LATE),
    "race length": camel_up.race_length,
    "candy land": lambda: candy_land.solve_reshuffled(players=2),
    "candy land sample": lambda: candy_land.simulate(players=2, games=200),
    "rules": lambda: candy_land.compare({"a": candy_land.CLASSIC, "b": candy_land.BOX_2014}, games=200),
    "orchard": lambda: orchard.solve(orchard.MY_FIRST_ORCHARD),
    "orchard in turn": lambda: orchard.solve(orchard.MY_FIRST_ORCHARD, policies=("most_left", "in_order")),
    "orchard sample": lambda: orchard.simulate(games=200),
    "endings": lambda: orchard.solve(orchard.MY_FIRST_ORCHARD).endings,
    "baskets": lambda: orchard.best_basket(orchard.MY_FIRST_ORCHARD.start, orchard.MY_FIRST_ORCHARD),
    "policies": lambda: orchard.compare(TEAMS, orchard.MY_FIRST_ORCHARD, games=200),
    "account": lambda: orchard.account(STATES, orchard.MY_FIRST_ORCHARD),
    "bids": lambda: perudo.rank_moves(perudo.Bid(5, 4), (1, 2, 2, 5, 6), 15),
    "dice lost": lambda: perudo.dice_lost(perudo.Bid(5, 4), (1, 2, 2, 5, 6), 15),
    "posterior": lambda: perudo.posterior(ROUND),
    "onlooker": lambda: perudo.posterior(perudo.RoundState.parse("5.5 bids=2:3x4")),
    "moves": lambda: perudo.evaluate_moves(ROUND, games=50),
    "one die": perudo.solve_one_die,
    "ending": lambda: perudo.solve_ending((2, 1), gap=0.1),
    "matches": lambda: perudo.play_matches([perudo.NAIVE] * 2, games=20),
    "calls": lambda: perudo.play_matches([perudo.NAIVE] * 2, games=20, calls=True).calls,
    "dial": lambda: perudo.PUBLISHED_DIAL,
}


@pytest.mark.parametrize("name", RESULTS)
def test_results_are_tables_equal_by_value_and_short(name: str) -> None:
    result = RESULTS[name]()
    table = pd.DataFrame(result.rows(distributions=True))
    assert next(iter(table.columns)) in ("measure", "variant")
    assert table["value"].dtype == np.float64
    assert not table["value"].isna().any()
    assert set(map(type, chain.from_iterable(map(dict.values, result.rows())))) <= {str, float, int, type(None)}
    copy = pickle.loads(pickle.dumps(result))  # noqa: S301 (our own bytes)
    assert copy == result
    assert decode(encode(result)) == result
    if isinstance(result, Hashable):
        assert hash(copy) == hash(result)
    assert len(repr(result)) < (3_000 if isinstance(result, list) else 500)


def test_results_with_other_values_differ() -> None:
    names = {"rules": "covariance", "posterior": "hand_chances", "matches": "winners", "ending": "raise_chances"}
    for result, name in names.items():
        found = RESULTS[result]()
        assert replace(found, **{name: getattr(found, name)[:-1]}) != found
    first, second, *_ = RESULTS["moves"]()
    assert first != second
    assert str(first.wins) in repr(first)


@pytest.mark.parametrize(
    ("arguments", "result"),
    [
        ([SOLVE, "orchard", "--game", "my_first_orchard", "--policy", "optimal"], RESULTS["orchard"]),
        ([SIMULATE, "orchard", "--policy", "optimal", "--games", "200"], RESULTS["orchard sample"]),
        ([SOLVE, "camel_up_leg", "--position", str(POSITION)], RESULTS["leg"]),
        ([SIMULATE, "candy_land", "--players", "2", "--games", "200"], RESULTS["candy land sample"]),
        ([SOLVE, "perudo_round", "--state", str(ROUND)], RESULTS["posterior"]),
    ],
)
def test_the_command_line_prints_the_rows(arguments: list[str], result: Callable[[], Any]) -> None:
    _, rows = run_command(build_parser().parse_args([*arguments, "--distribution"]))
    assert rows == result().rows(distributions=True)


def test_a_distribution_is_a_mapping_and_an_interval_two_numbers() -> None:
    legs = camel_up.race_length()
    assert dict(legs) == dict(zip(legs.outcomes, legs.probabilities, strict=True)) == dict(legs.items())
    assert (len(legs), legs[5], legs[30], 30 in legs) == (len(legs.outcomes), legs.probability(5), 0, False)
    low, high = legs.interval(0.9)
    assert low <= legs.median == legs.quantile(0.5) <= high
    assert legs.at_most(high) - legs.at_most(low - 1) >= 0.9
    assert pd.Series(legs).idxmax() == max(legs, key=legs.probability)


def test_estimates_have_the_format_of_numbers_with_their_interval() -> None:
    assert f"{Proportion(250, 1000):.4f}" == "0.2500 (95% CI 0.2242 to 0.2778)"
    assert f"{Proportion(250, 1000):.2%}" == "25.00% (95% CI 22.42 to 27.78)"
    assert f"{MeanEstimate(38.7, 25.0, 10_000):.3f}" == "38.700 (95% CI 38.210 to 39.190)"
    assert f"{Proportion(1, 2)}" == str(Proportion(1, 2))


def test_rules_print_as_what_differs_from_a_printed_game() -> None:
    for game in (camel_up, candy_land, orchard, perudo):
        scope = {**vars(__import__(game.Rules.__module__, fromlist=["Rules"])), "replace": replace}
        for name, rules in scope.items():
            if type(rules) is game.Rules:
                assert repr(rules) == name
                for other in neighbours(rules).values():
                    assert len(repr(other)) < 150
                    assert "<" in repr(other) or eval(repr(other), scope) == other  # noqa: S307 (our own text)
        for call in filter(isfunction, (getattr(game, name) for name in game.__all__)):
            assert len(str(signature(call))) < 900
    assert len(render_doc(candy_land.simulate)) < 4_000


def test_differences_of_policies_are_those_of_the_same_games() -> None:
    rules, games = orchard.MY_FIRST_ORCHARD, 3_000
    compared = orchard.compare(TEAMS, rules, games=games, seed=5)
    with ThreadPoolExecutor(2) as executor:
        assert orchard.compare(TEAMS, rules, games=games, seed=5, executor=executor) == compared
    names = [",".join(team) for team in TEAMS]
    samplers = tuple(GameSampler(rules, team, rules.start) for team in TEAMS)
    won = PairedSampler(samplers)(games, np.random.default_rng([5, 0])) > 0
    exact = [orchard.solve(rules, policies=team).win for team in TEAMS]
    for number, name in enumerate(names):
        assert exact[number] in compared.samples[name].win.interval(0.999)
        difference = compared.difference(name)
        assert difference.value == pytest.approx(won[number].mean() - won[0].mean())
        assert difference.std == pytest.approx((won[number] * 1.0 - won[0]).std(ddof=1))
        assert exact[number] - exact[0] in difference.interval(0.999)
    independent = sum(compared.samples[name].win.standard_error ** 2 for name in names[:2]) ** 0.5
    assert compared.difference(names[1]).standard_error < 0.9 * independent


def test_the_baseline_of_a_comparison_is_its_first_case() -> None:
    compared: Comparison[candy_land.Sample] = RESULTS["rules"]()
    (row,) = compared.rows()
    difference = compared.difference("b")
    assert (row["variant"], row["difference"]) == ("b", difference.value)
    assert [row["difference_low"], row["difference_high"]] == list(difference.interval())
    assert difference == compared.difference("b", "a")
    best, other, *_ = RESULTS["moves"]()
    assert other.difference(best).value == pytest.approx(other.wins.value - best.wins.value)
    assert other.difference(best).std == pytest.approx((other.results - best.results).std(ddof=1))

"""The public calls of every game follow the one rule of docs/python.md: what is asked about, the rules, the rest by name."""

from importlib import import_module
from inspect import Parameter, isfunction, signature
from typing import Any

import pytest

from boardodds import camel_up, games, orchard, perudo
from boardodds.probability.estimate import MeanEstimate, Proportion

GAMES: dict[str, Any] = {name: import_module(f"boardodds.{name}") for name in games.GAMES}
CALLS = {
    f"{name}.{call}": getattr(game, call)
    for name, game in GAMES.items()
    for call in game.__all__
    if isfunction(getattr(game, call))
}
# They make rules from rules, which are therefore what they are asked about.
RULE_MAKERS = {"switched", "variants"}
# The only values of an option's default in all games.
DEFAULTS = {"seed": 1, "games": 100_000, "policy": "optimal", "progress": None, "executor": None}
FEWER_GAMES = ("perudo.play_matches", "perudo.evaluate_moves")
BY_NAME = {*DEFAULTS, "policies", "model", "callers", "track", "stacking", "state", "taken", "held"}
POSITION = camel_up.Position.parse("1:BWOG 2:Y")


@pytest.mark.parametrize("call", CALLS)
def test_arguments_have_one_order_and_options_one_default(call: str) -> None:
    parameters = signature(CALLS[call]).parameters
    positional = [name for name, each in parameters.items() if each.kind is Parameter.POSITIONAL_OR_KEYWORD]
    if "rules" in parameters and call.split(".")[1] not in RULE_MAKERS:
        assert positional[-1] == "rules"
        assert isinstance(parameters["rules"].default, import_module(f"boardodds.{call.split('.')[0]}").Rules)
    by_name = {name for name, each in parameters.items() if each.kind is Parameter.KEYWORD_ONLY}
    assert {name for name in parameters if name in BY_NAME} - by_name <= {*positional[:1], "taken"}
    for name in parameters.keys() & DEFAULTS.keys():
        assert parameters[name].default == DEFAULTS[name] or call in FEWER_GAMES
    assert "seed" not in parameters or "games" in parameters or call.split(".")[1] == "play"


def test_exact_and_simulated_chances_compare_alike() -> None:
    exact = camel_up.solve_race(POSITION).win("G")
    simulated = camel_up.simulate_race(POSITION, games=2_000).win("G")
    for chance in (exact, simulated, orchard.solve().win, orchard.simulate(games=500).win, perudo.solve_one_die().win):
        assert 0.1 < chance < 0.9
        assert not chance >= 0.9
        assert 0.1 < float(chance) < 0.9
    assert max(Proportion(1, 4), Proportion(3, 4)) == Proportion(3, 4)
    assert MeanEstimate(2.0, 1.0, 10) <= 2

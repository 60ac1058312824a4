"""The public calls of every game follow the one rule of docs/python.md: what is asked about, the rules, the rest by name."""

import warnings
from collections.abc import Callable
from importlib import import_module
from inspect import Parameter, isfunction, signature
from typing import Any

import pytest

from boardodds import camel_up, candy_land, games, orchard, perudo
from boardodds.probability.estimate import MeanEstimate, Proportion
from boardodds.teaching import quiz

GAMES: dict[str, Any] = {name: import_module(f"boardodds.{name}") for name in games.GAMES}
CALLS = {
    f"{name}.{call}": getattr(game, call)
    for name, game in GAMES.items()
    for call in game.__all__
    if isfunction(getattr(game, call))
}
# They make rules from rules, which are therefore what they are asked about.
RULE_MAKERS = {"switched", "all_combinations", "variants"}
# The only values of an option's default in all games.
DEFAULTS = {"seed": 1, "games": 100_000, "policy": "optimal", "progress": None, "executor": None}
BY_NAME = {*DEFAULTS, "matches", "state", "taken", "held"}
# Without their types, to pass arguments of wrong ones.
any_camel_up: Any = camel_up
any_candy_land: Any = candy_land
any_orchard: Any = orchard
any_perudo: Any = perudo
any_quiz: Any = quiz
POSITION = camel_up.Position.parse("1:BWOG 2:Y")
NEAR_THE_END = camel_up.Position.parse("1:BWOG 2:Y dice=BY")
BID, HAND = perudo.Bid(5, 4), (1, 2, 2, 5, 6)
ROUND = perudo.RoundState.parse("5.5 me=1 hand=12256 bids=2:3x4")
STATE = orchard.State((1, 4, 0, 2), 3)


@pytest.mark.parametrize("call", CALLS)
def test_arguments_have_one_order(call: str) -> None:
    parameters = signature(CALLS[call]).parameters
    positional = [name for name, each in parameters.items() if each.kind is Parameter.POSITIONAL_OR_KEYWORD]
    if "rules" in parameters and call.split(".")[1] not in RULE_MAKERS:
        assert positional[-1] == "rules"
        assert isinstance(parameters["rules"].default, import_module(f"boardodds.{call.split('.')[0]}").Rules)
    subject_is_state = call == "orchard.best_basket" or positional[:1] == ["state"]
    by_name = {name for name, each in parameters.items() if each.kind is Parameter.KEYWORD_ONLY}
    assert {name for name in parameters if name in BY_NAME} - by_name <= ({"state"} if subject_is_state else {"taken"})


@pytest.mark.parametrize("call", CALLS)
def test_options_have_one_default(call: str) -> None:
    parameters = signature(CALLS[call]).parameters
    for name, allowed in DEFAULTS.items():
        if name in parameters and call != "perudo.play_matches":
            assert parameters[name].default == allowed


def test_number_of_games_has_one_name() -> None:
    for name, call in CALLS.items():
        if "seed" in (parameters := signature(call).parameters):
            assert "games" in parameters or name.split(".")[1] in ("play", "evaluate_moves")
    by_games = perudo.play_matches([perudo.NAIVE_AGENT] * 2, games=20)
    assert by_games.winners.tolist() == perudo.play_matches([perudo.NAIVE_AGENT] * 2, matches=20).winners.tolist()


@pytest.mark.parametrize(
    ("call", "sentence"),
    [
        (lambda: any_camel_up.solve_leg("1:BWOG 2:Y"), "position must be Position, as in .* got '1:BWOG 2:Y'"),
        (lambda: any_camel_up.solve_race("1:BWOG 2:Y"), "position must be Position"),
        (
            lambda: any_camel_up.solve_leg(POSITION, "first"),
            "rules must be Rules, as in camel_up.FIRST_EDITION, got 'first'",
        ),
        (lambda: any_camel_up.rank_actions(POSITION, held=["G5"]), "held must be Ticket, as in .* got 'G5'"),
        (lambda: any_camel_up.RaceBets(hand="BB"), "hand must have one card for each camel, got 'BB'"),
        (lambda: any_camel_up.next_ticket("Q", []), "camel must be one of W G B O Y, got 'Q'"),
        (
            lambda: any_camel_up.next_ticket("G", [camel_up.Ticket("G", 4)]),
            "taken must be tickets of WGBOY that pay .*, got .*coins=4",
        ),
        (lambda: any_camel_up.possible_rolls("GY", orchard.ORCHARD), "rules must be Rules, as in camel_up"),
        (lambda: any_orchard.solve("optimal"), "rules must be Rules, as in orchard.ORCHARD, got 'optimal'"),
        (lambda: any_orchard.solve(state="4.4.4.4 raven=6"), "state must be State"),
        (lambda: any_orchard.best_basket(orchard.ORCHARD), "state must be State"),
        (lambda: any_orchard.count_final_states(STATE), "rules must be Rules"),
        (lambda: any_candy_land.simulate("CLASSIC"), "rules must be Rules, as in candy_land.CLASSIC, got 'CLASSIC'"),
        (lambda: any_candy_land.solve_reshuffled("CLASSIC"), "rules must be Rules"),
        (lambda: any_candy_land.play("CLASSIC"), "rules must be Rules"),
        (lambda: any_candy_land.switched("CLASSIC", []), "rules must be Rules"),
        (lambda: any_candy_land.compare([candy_land.CLASSIC]), "cases must be rules by name"),
        (lambda: any_perudo.bid_probability((5, 4), HAND, 15), r"bid must be Bid, as in .* got \(5, 4\)"),
        (lambda: any_perudo.solve_one_die(6), "rules must be Rules, as in perudo.STANDARD, got 6"),
        (lambda: any_perudo.posterior(ROUND, 8), r"model must be .* as in perudo.LogitBidder\(8\), got 8"),
        (lambda: any_perudo.posterior("5.5", perudo.LogitBidder(8)), "state must be RoundState"),
        (
            lambda: any_perudo.play_matches(["naive"] * 3),
            "players must be agents, as in perudo.NAIVE_AGENT, got 'naive'",
        ),
        (
            lambda: any_quiz.questions(1, keys="orchard"),
            r"keys must be a list of keys, as in \['orchard'\], got 'orchard'",
        ),
    ],
)
def test_wrong_types_are_refused_with_a_sentence(call: Callable[[], Any], sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        call()


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (lambda o: o.solve(o.ORCHARD, "most_left"), lambda o: o.solve(policy="most_left")),
        (
            lambda o: o.solve(o.MY_FIRST_ORCHARD, "most_left", STATE).win,
            lambda o: o.solve(o.MY_FIRST_ORCHARD, policy="most_left", state=STATE).win,
        ),
        (lambda o: o.best_basket(o.ORCHARD, STATE), lambda o: o.best_basket(STATE)),
        (
            lambda o: o.simulate(o.ORCHARD, "most_left", 500, 2),
            lambda o: o.simulate(policy="most_left", games=500, seed=2),
        ),
        (lambda o: o.play(o.ORCHARD, "most_left", 2), lambda o: o.play(policy="most_left", seed=2)),
        (
            lambda _: any_candy_land.simulate(candy_land.CLASSIC, 2, 500, 3),
            lambda _: candy_land.simulate(players=2, games=500, seed=3),
        ),
        (lambda _: any_candy_land.play(candy_land.CLASSIC, 2, 3), lambda _: candy_land.play(players=2, seed=3)),
        (
            lambda _: any_candy_land.solve_reshuffled(candy_land.SCHEFFER, 2),
            lambda _: candy_land.solve_reshuffled(candy_land.SCHEFFER, players=2),
        ),
    ],
)
def test_old_orders_work_with_a_warning(old: Callable[[Any], Any], new: Callable[[Any], Any]) -> None:
    with pytest.warns(DeprecationWarning, match="the old form works for one more release") as caught:
        result = old(orchard)
    assert [warning.filename for warning in caught] == [__file__]
    with warnings.catch_warnings(action="error"):
        assert result == new(orchard)


def test_arguments_of_no_form_are_refused_without_a_warning() -> None:
    with warnings.catch_warnings(action="error"), pytest.raises(ValueError, match="rules must be Rules"):
        any_orchard.solve(STATE, orchard.ORCHARD)


def test_an_argument_given_twice_is_refused() -> None:
    old: Any = orchard.solve
    with pytest.raises(TypeError, match="multiple values for argument 'policy'"):
        old(orchard.ORCHARD, "most_left", policy="optimal")
    with pytest.raises(TypeError, match="positional argument"):
        old(orchard.ORCHARD, "most_left", None, 1)


def test_exact_and_simulated_chances_compare_alike() -> None:
    exact = camel_up.solve_race(POSITION).win("G")
    simulated = camel_up.simulate_race(POSITION, games=2_000).win("G")
    for chance in (exact, simulated, orchard.solve().win, orchard.simulate(games=500).win, perudo.solve_one_die().win):
        assert 0.1 < chance < 0.9
        assert not chance >= 0.9
        assert 0.1 < float(chance) < 0.9
    assert max(Proportion(1, 4), Proportion(3, 4)) == Proportion(3, 4)
    assert MeanEstimate(2.0, 1.0, 10) <= 2


def results() -> dict[str, Any]:
    return {
        "leg": camel_up.solve_leg(POSITION),
        "race": camel_up.solve_race(POSITION),
        "simulated race": camel_up.simulate_race(POSITION, games=200),
        "simulated leg": camel_up.simulate_leg(POSITION, games=200),
        "length": camel_up.race_length(),
        "reshuffled": candy_land.solve_reshuffled(players=2),
        "Candy Land": candy_land.simulate(players=2, games=200),
        "comparison": candy_land.compare({"as it is": candy_land.CLASSIC}, games=200),
        "orchard": orchard.solve(),
        "simulated orchard": orchard.simulate(games=200),
        "round": perudo.posterior(ROUND, perudo.LogitBidder(8)),
        "onlooker": perudo.posterior(perudo.RoundState.parse("5.5 bids=2:3x4"), perudo.LogitBidder(8)),
        "one die each": perudo.solve_one_die(),
        "solved round": perudo.solve_ending((2, 1), gap=0.1),
        "matches": perudo.play_matches([perudo.NAIVE_AGENT] * 2, games=20),
    }


def test_results_are_readable_in_a_terminal_and_in_a_notebook() -> None:
    found = results()
    for result in (*found.values(), orchard.solve().endings):
        assert len(repr(result)) < 500
    for result in found.values():
        table = result._repr_html_()
        assert table.startswith("<table>")
        assert len(table) < 10_000
    assert "wins" in found["Candy Land"]._repr_html_()
    green = f"{camel_up.solve_leg(POSITION).probability('G'):.1%}"
    assert green in found["leg"]._repr_html_()
    assert str(found["Camel Up"].mean_coins[1]) in found["Camel Up"]._repr_html_()
    best = found["round"].rank_moves()[0]
    assert f"<td>{best.move}</td>" in found["round"]._repr_html_()
    assert f"{best.probability:.1%}" in found["round"]._repr_html_()
    assert f"{found['onlooker'].total(4).mean:.2f}" in found["onlooker"]._repr_html_()
    assert "17/36" in found["one die each"]._repr_html_()
    assert str(found["matches"].wins[1]) in found["matches"]._repr_html_()
    hand, moves = (3, 5), found["solved round"].strategy([], (3, 5))
    assert (
        f"<td>{''.join(map(str, hand))}</td><td>{max(moves, key=moves.get)}</td>" in found["solved round"]._repr_html_()
    )

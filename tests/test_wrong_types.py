"""Arguments of a wrong type are refused with one sentence by the public calls of the games.

For each call there is a valid example. Every argument in turn is replaced by values that no argument of the call can have.
"""

from collections.abc import Callable
from functools import cache
from importlib import import_module
from inspect import isclass, isfunction, signature
from types import NoneType, UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

import pytest

from boardodds import camel_up, candy_land, orchard, perudo
from boardodds.perudo.habits import HABITS

Example = tuple[Callable[..., Any], dict[str, Any]]

# They are plain records, of which solvers make thousands. The calls that take them check them.
RECORDS = {"camel_up.Roll", "camel_up.Ticket", "orchard.State"}
# Errors of files, and KeyError for a camel that is not on the board, are those of Python.
OTHER_ERRORS = {"perudo.Ending.save", "perudo.load_ending", "camel_up.Position.square_of"}
# By game, the classes that only the library constructs, the protocols, and classes without fields.
RESULTS = {
    "camel_up": "Action Games LegGame LegMove LegOdds LegSample NextRaceRoll NextRoll RaceOdds RaceSample Rolled",
    "orchard": "BasketChoice Endings Odds Regret Sample Turn",
    "candy_land": "Comparison Move ReshuffledOdds Sample",
    "perudo": "BidderModel Call DudoEstimate Ending Exploitability Matches MoveEquity OneDieGame Posterior PosteriorMove "
    "RankedMove NaiveDudo",
}
# The methods by which models, estimates and dials compute; the library calls them.
INNER_METHODS = {"chances", "deduction", "proportion_right", "success"}


class Unknown:
    """A type that no call knows."""


WRONG = [None, Unknown(), [None], 1.5, b"1"]


def public_calls() -> set[str]:
    """Return the names of the functions, the constructors and the methods with arguments of the games above."""
    found = set()
    for name, results in RESULTS.items():
        game = import_module(f"boardodds.{name}")
        for call in game.__all__:
            value = getattr(game, call)
            if isfunction(value):
                found.add(f"{name}.{call}")
            elif isclass(value):
                if call not in results.split():
                    found.add(f"{name}.{call}")
                found |= {
                    f"{name}.{call}.{method}"
                    for method in vars(value)
                    if not method.startswith("_") and method not in INNER_METHODS and _has_arguments(value, method)
                }
    return found - OTHER_ERRORS - RECORDS


def _has_arguments(kind: type, method: str) -> bool:
    static = vars(kind)[method]
    if isinstance(static, classmethod):
        return True
    return isfunction(static) and len(signature(static).parameters) > 1


def is_allowed(value: object, hint: Any) -> bool:
    """Return whether an argument with this annotation can have a value."""
    options = get_args(hint) if get_origin(hint) in (Union, UnionType) else (hint,)
    return type(value) in options or (value is None and NoneType in options)


def hints_of(call: Callable[..., Any]) -> dict[str, Any]:
    return get_type_hints(call.__init__ if isclass(call) else getattr(call, "__func__", call))


@cache
def examples() -> dict[str, Example]:
    """Return a function and valid arguments for each public call; once for all tests, because some of them solve a game."""
    ticket = camel_up.Ticket("G", 5)
    position = camel_up.Position.parse("1:BWOG 2:Y dice=BY")
    near = camel_up.Position.parse("15:BWOG 16:Y dice=BY")
    leg, race = camel_up.solve_leg(position), camel_up.solve_race(near)
    leg_sample, race_sample = camel_up.simulate_leg(position, games=20), camel_up.simulate_race(position, games=20)
    roll = camel_up.possible_rolls("B")[0]
    state, odds = orchard.State((1, 0, 0, 2), 3), orchard.solve(orchard.MY_FIRST_ORCHARD)
    cases = {"one": candy_land.BOX_2014, "two": candy_land.CLASSIC}
    comparison = candy_land.compare(cases, games=20)
    bid, hand, model = perudo.Bid(2, 4), (1, 2), perudo.LogitBidder(8)
    round_state = perudo.RoundState.parse("2.2 me=1 hand=12 bids=2:1x4")
    posterior = perudo.posterior(round_state, model)
    ending = perudo.solve_ending((1, 1), perudo.Rules(sides=2, starting_dice=1))
    matches = perudo.play_matches([perudo.NAIVE_AGENT] * 2, perudo.Rules(starting_dice=1), matches=2)
    equity = perudo.evaluate_moves(round_state, matches=2)[0]
    return {
        "camel_up.Position": (camel_up.Position, {"stacks": ((1, "BWOGY"),), "dice": "BY"}),
        "camel_up.Position.parse": (camel_up.Position.parse, {"text": "1:BWOGY"}),
        "camel_up.Position.camels_on": (position.camels_on, {"square": 1}),
        "camel_up.Position.with_camel": (position.with_camel, {"camel": "B", "square": 3, "level": 0}),
        "camel_up.Position.with_tile": (position.with_tile, {"square": 4, "kind": "o"}),
        "camel_up.Position.without_camel": (position.without_camel, {"camel": "B"}),
        "camel_up.Position.without_tile": (position.without_tile, {"square": 4}),
        "camel_up.RaceBets": (camel_up.RaceBets, {}),
        "camel_up.Rules": (camel_up.Rules, {}),
        "camel_up.Rules.die_rolls": (camel_up.FIRST_EDITION.die_rolls, {"die": "B"}),
        "camel_up.Ticket.parse": (camel_up.Ticket.parse, {"text": "B5"}),
        "camel_up.Ticket.payout": (ticket.payout, {"winner": "B", "second": "G", "rules": camel_up.FIRST_EDITION}),
        "camel_up.LegOdds.count": (leg.count, {"camel": "B", "place": 1}),
        "camel_up.LegOdds.fraction": (leg.fraction, {"camel": "B", "place": 1}),
        "camel_up.LegOdds.probability": (leg.probability, {"camel": "B", "place": 1}),
        "camel_up.LegSample.probability": (leg_sample.probability, {"camel": "B", "place": 1}),
        "camel_up.RaceOdds.win": (race.win, {"camel": "B"}),
        "camel_up.RaceOdds.last": (race.last, {"camel": "B"}),
        "camel_up.RaceSample.win": (race_sample.win, {"camel": "B"}),
        "camel_up.RaceSample.last": (race_sample.last, {"camel": "B"}),
        "camel_up.camel_name": (camel_up.camel_name, {"camel": "B"}),
        "camel_up.check": (camel_up.check, {"position": position}),
        "camel_up.legal_tile_squares": (camel_up.legal_tile_squares, {"position": position}),
        "camel_up.next_race_rolls": (camel_up.next_race_rolls, {"position": near}),
        "camel_up.next_rolls": (camel_up.next_rolls, {"position": position}),
        "camel_up.next_ticket": (camel_up.next_ticket, {"camel": "B", "taken": [ticket]}),
        "camel_up.possible_rolls": (camel_up.possible_rolls, {"dice": "B"}),
        "camel_up.race_length": (camel_up.race_length, {"camels": 2, "track": 6}),
        "camel_up.rank_actions": (camel_up.rank_actions, {"position": position}),
        "camel_up.roll_die": (camel_up.roll_die, {"position": position, "roll": roll}),
        "camel_up.rolls_left": (camel_up.rolls_left, {"position": position}),
        "camel_up.simulate_leg": (camel_up.simulate_leg, {"position": position, "games": 20}),
        "camel_up.simulate_race": (camel_up.simulate_race, {"position": near, "games": 20}),
        "camel_up.simulate_race_length": (camel_up.simulate_race_length, {"games": 20}),
        "camel_up.solve_leg": (camel_up.solve_leg, {"position": position}),
        "camel_up.solve_legs": (camel_up.solve_legs, {"positions": [position]}),
        "camel_up.solve_race": (camel_up.solve_race, {"position": near}),
        "camel_up.tile_map": (camel_up.tile_map, {"position": position}),
        "orchard.Rules": (orchard.Rules, {}),
        "orchard.State.parse": (orchard.State.parse, {"text": "1.1.1.1 raven=2"}),
        "orchard.Odds.win_fraction": (odds.win_fraction, {}),
        "orchard.best_basket": (orchard.best_basket, {"state": state}),
        "orchard.count_final_states": (orchard.count_final_states, {"rules": orchard.MY_FIRST_ORCHARD}),
        "orchard.most_left_regrets": (orchard.most_left_regrets, {"rules": orchard.MY_FIRST_ORCHARD}),
        "orchard.play": (orchard.play, {}),
        "orchard.simulate": (orchard.simulate, {"games": 20}),
        "orchard.solve": (orchard.solve, {"rules": orchard.MY_FIRST_ORCHARD}),
        "candy_land.Rules": (candy_land.Rules, {}),
        "candy_land.Comparison.contrast": (comparison.contrast, {"weights": {"one": 1, "two": -1}}),
        "candy_land.Comparison.difference": (comparison.difference, {"name": "one", "baseline": "two"}),
        "candy_land.all_combinations": (
            candy_land.all_combinations,
            {"rules": candy_land.CLASSIC, "names": ["no licorice"]},
        ),
        "candy_land.compare": (candy_land.compare, {"cases": cases, "games": 20}),
        "candy_land.fair_shares": (candy_land.fair_shares, {"names": ["a", "b"]}),
        "candy_land.format_spaces": (candy_land.format_spaces, {"spaces": candy_land.CLASSIC.spaces}),
        "candy_land.parse_spaces": (candy_land.parse_spaces, {"text": "RPYBOG"}),
        "candy_land.play": (candy_land.play, {}),
        "candy_land.simulate": (candy_land.simulate, {"games": 20}),
        "candy_land.solve_reshuffled": (candy_land.solve_reshuffled, {}),
        "candy_land.switched": (candy_land.switched, {"rules": candy_land.CLASSIC, "names": ["no licorice"]}),
        "perudo.Agent": (perudo.Agent, {"name": "x"}),
        "perudo.Bid": (perudo.Bid, {"quantity": 2, "face": 3}),
        "perudo.Bid.parse": (perudo.Bid.parse, {"text": "2x3"}),
        "perudo.ConstantDial": (perudo.ConstantDial, {"dial": 0.5}),
        "perudo.LinearDial": (perudo.LinearDial, {"slope": 0.5, "intercept": 0.2, "calculated": 0.5}),
        "perudo.LogitBidder": (perudo.LogitBidder, {"sharpness": 8}),
        "perudo.PolicyBidder": (perudo.PolicyBidder, {}),
        "perudo.RoundState": (perudo.RoundState, {"dice": (2, 2)}),
        "perudo.RoundState.parse": (perudo.RoundState.parse, {"text": "2.2"}),
        "perudo.Rules": (perudo.Rules, {}),
        "perudo.Rules.are_aces_wild": (perudo.STANDARD.are_aces_wild, {}),
        "perudo.Rules.match_chance": (perudo.STANDARD.match_chance, {"face": 2}),
        "perudo.Rules.matching_faces": (perudo.STANDARD.matching_faces, {"face": 2}),
        "perudo.Ending.strategy": (ending.strategy, {"bids": [], "hand": [1]}),
        "perudo.Ending.wins": (ending.wins, {"bids": [], "hand": [1]}),
        "perudo.Matches.wins_of": (matches.wins_of, {"name": "naive"}),
        "perudo.MoveEquity.lead": (equity.lead, {"other": equity}),
        "perudo.OneDieGame.opening_bluff_with": (perudo.solve_one_die().opening_bluff_with, {"die": 1}),
        "perudo.Posterior.bid_probability": (posterior.bid_probability, {"bid": bid}),
        "perudo.Posterior.hands": (posterior.hands, {"player": 1}),
        "perudo.Posterior.matching": (posterior.matching, {"player": 1, "face": 2}),
        "perudo.Posterior.total": (posterior.total, {"face": 2}),
        "perudo.bid_fraction": (perudo.bid_fraction, {"bid": bid, "hand": hand, "unseen": 2}),
        "perudo.bid_probability": (perudo.bid_probability, {"bid": bid, "hand": hand, "unseen": 2}),
        "perudo.check_bid": (perudo.check_bid, {"bid": bid, "total_dice": 4}),
        "perudo.check_hand": (perudo.check_hand, {"hand": hand}),
        "perudo.check_raise": (perudo.check_raise, {"current": None, "bid": bid, "total_dice": 4}),
        "perudo.check_round": (perudo.check_round, {"state": round_state}),
        "perudo.count": (perudo.count, {"hand": hand, "bid": bid}),
        "perudo.evaluate_moves": (perudo.evaluate_moves, {"state": round_state, "matches": 2}),
        "perudo.exploitability": (perudo.exploitability, {"dice": (1, 1), "habit": HABITS["never bluff"]}),
        "perudo.legal_bids": (perudo.legal_bids, {"current": None, "total_dice": 4}),
        "perudo.match_chance": (perudo.match_chance, {"round_win": 0.5, "dice": (1, 1)}),
        "perudo.match_value": (perudo.match_value, {"dice": (1, 1)}),
        "perudo.models_by_seat": (perudo.models_by_seat, {"model": model, "players": 2}),
        "perudo.opening_bluffs": (perudo.opening_bluffs, {"rules": perudo.Rules(sides=3)}),
        "perudo.parse_move": (perudo.parse_move, {"text": "2x3"}),
        "perudo.play_matches": (perudo.play_matches, {"players": [perudo.NAIVE_AGENT] * 2, "games": 2}),
        "perudo.posterior": (perudo.posterior, {"state": round_state, "model": model}),
        "perudo.rank_moves": (perudo.rank_moves, {"current": None, "hand": hand, "unseen": 2}),
        "perudo.shift_after_bid": (perudo.shift_after_bid, {"state": round_state, "bid": bid, "model": model}),
        "perudo.shipped_exploitability": (perudo.shipped_exploitability, {"dice": (1, 1)}),
        "perudo.solve_ending": (perudo.solve_ending, {"dice": (1, 1), "gap": 0.5, "rules": perudo.Rules(sides=2)}),
        "perudo.solve_one_die": (perudo.solve_one_die, {"rules": perudo.Rules(sides=3)}),
        "perudo.solved_ending": (perudo.solved_ending, {"dice": (1, 1)}),
    }


def test_every_public_call_has_an_example() -> None:
    assert set(examples()) == public_calls()


@pytest.mark.parametrize("name", sorted(public_calls()))
def test_arguments_of_a_wrong_type_are_refused(name: str) -> None:
    call, arguments = examples()[name]
    call(**arguments)
    hints = hints_of(call)
    for argument in signature(call).parameters:
        for wrong in WRONG:
            if is_allowed(wrong, hints[argument]):
                continue
            with pytest.raises(ValueError, match=r"^[^\n]* must [^\n]*$"):
                call(**{**arguments, argument: wrong})

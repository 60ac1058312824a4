"""What someone who begins with the library types first: texts for positions are taken, and mistakes get one clear sentence."""

import re
from collections.abc import Callable
from typing import Any

import pytest

import boardodds

# Without types, as in a notebook.
camel_up: Any = boardodds.camel_up
candy_land: Any = boardodds.candy_land
orchard: Any = boardodds.orchard
perudo: Any = boardodds.perudo
LEG = camel_up.solve_leg("1:BWOG 2:Y")
ROUND = "5.5.5.5 me=1 hand=12256 bids=3:4x4.4:5x4"


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: camel_up.solve_leg("blue first"), "position, at 'blue' (character 1): expected square:camels"),
        (lambda: camel_up.solve_leg(None), "position must be a camel_up.Position or its text, got None"),
        (lambda: camel_up.solve_leg("1:BWR"), "camel must be one of W G B O Y, got R: red is a camel of the second edition"),
        (lambda: camel_up.solve_leg("1:BW", "second_edition"), "rules must be a camel_up.Rules, got 'second_edition'"),
        (lambda: LEG.probability("green"), "camel must be one of W G B O Y, got 'green'"),
        (lambda: camel_up.solve_race("1:BWO").probability("B", 2), "place must be 1 or 3 in a race, the first or the last"),
        (lambda: camel_up.simulate_race("1:BW", games=1e5), "games must be a whole number, got 100000.0"),
        (lambda: camel_up.simulate_leg("1:BW", seed="abc"), "seed must be a whole number, got 'abc'"),
        (lambda: camel_up.rank_actions("1:BW", held=["blue"]), "ticket must be a camel and its coins, as in G5, got 'blue'"),
        (lambda: camel_up.next_ticket("B", [5]), "taken must be a camel_up.Ticket or its text, got 5"),
        (lambda: camel_up.roll_die("1:BW", "B7"), "roll must be one of B1 B2 B3 W1 W2 W3, got 'B7'"),
        (lambda: camel_up.race_length("BWOGY"), "camels must be a whole number, got 'BWOGY'"),
        (lambda: camel_up.Rules(faces=6), "faces must not be of the type int, got 6"),
        (lambda: candy_land.simulate("classic"), "rules must be a candy_land.Rules, got 'classic'"),
        (lambda: candy_land.simulate(state=(57, 80)), "state must be a candy_land.State or its text, got (57, 80)"),
        (lambda: candy_land.play(state="57 80"), "state must be the players' spaces, as in 57.80 next=1"),
        (lambda: candy_land.compare([candy_land.CLASSIC]), "cases must be rules by name, as in {'as it is': candy_land.CLASSIC}"),
        (lambda: candy_land.compare({"none": "classic"}), "rules must be a candy_land.Rules, got 'classic'"),
        (lambda: candy_land.account([]), "states must be 1 or more, got 0"),
        (lambda: orchard.solve("orchard"), "rules must be an orchard.Rules, got 'orchard'"),
        (lambda: orchard.solve(policy="most_lef"), "policy must be one of random_type, random_fruit, most_left, "),
        (lambda: orchard.solve(policies="most_left"), "policies must be a list, got 'most_left'"),
        (lambda: orchard.compare("most_left"), "policies must be a list, got 'most_left'"),
        (lambda: orchard.account("4.4.4.4 raven=6"), "states must be a list, got '4.4.4.4 raven=6'"),
        (lambda: candy_land.switched(candy_land.CLASSIC, "no luck"), "switches must be a list, got 'no luck'"),
        (lambda: camel_up.rank_actions("1:BWOG 2:Y", held="G5"), "held must be a list, got 'G5'"),
        (lambda: orchard.simulate(policy="in_order", policies=["most_left"]), "policy must not be given beside policies"),
        (lambda: orchard.simulate(executor=4), "executor must be one of processes or of Dask, as in Proc"),
        (lambda: orchard.Rules(fruit=4), "fruit must not be of the type int, got 4"),
        (lambda: perudo.bid_probability("5x7", "12256", 15), "face must be 1..6 on these dice, got 7"),
        (lambda: perudo.bid_probability((5, 4), "12256", 15), "bid must be a perudo.Bid or its text, got (5, 4)"),
        (lambda: perudo.bid_probability("5x4", "1225661", 15), "hand must have 0..5 dice, got 7"),
        (lambda: perudo.bid_probability("5x4", 12256, 15), "hand must be the faces of dice, as in 12256 in quotes"),
        (lambda: perudo.rank_moves("5x4", ["1", "2"], 15), "hand must be a whole number, got '1'"),
        (lambda: perudo.rank_moves("5x4", "12256", "15"), "unseen must be a whole number, got '15'"),
        (lambda: perudo.legal_bids("5x4", 20, "any_higher"), "rules must be a perudo.Rules, got 'any_higher'"),
        (lambda: perudo.posterior(5), "state must be a perudo.RoundState or its text, got 5"),
        (lambda: perudo.posterior(ROUND, model="human"), "model must be a bidder, such as perudo.HUMAN, or one for each player"),
        (lambda: perudo.play_matches(6), "players must be a bidder for each seat, as in [perudo.NAIVE] * 6, got 6"),
        (lambda: perudo.play_matches(["naive"] * 2), "players must be a LogitBidder or a PolicyBidder"),
        (lambda: perudo.fit_dial([]), "calls must be a perudo.Calls, got []"),
        (lambda: perudo.solve_ending(2), "dice must be those of two players, got 2"),
        (lambda: perudo.LogitBidder("6"), "sharpness must be a number, got '6'"),
    ],
)  # fmt: skip
def test_a_mistake_gets_one_sentence(call: Callable[[], object], message: str) -> None:
    with pytest.raises(ValueError, match=f"^{re.escape(message)}[^\n]*$"):
        call()


@pytest.mark.parametrize(
    ("of_text", "of_value"),
    [
        (LEG, camel_up.solve_leg(camel_up.Position.parse("1:BWOG 2:Y"))),
        (camel_up.rank_actions("1:BW", held=["B5"]), camel_up.rank_actions("1:BW", held=[camel_up.Ticket("B", 5)])),
        (camel_up.roll_die("1:BY 14:k 15:w", "k2", camel_up.SECOND_EDITION).moved, "k"),
        (candy_land.play(state="57.80"), candy_land.play(state=candy_land.State((57, 80)))),
        (orchard.solve(state="4.4.4.4 raven=6"), orchard.solve(state=orchard.State((4, 4, 4, 4), 6))),
        (perudo.legal_bids("5x4", 20), perudo.legal_bids(perudo.Bid(5, 4), 20)),
        (perudo.posterior(ROUND).bid_probability("5x4"), perudo.posterior(perudo.RoundState.parse(ROUND)).total(4).at_least(5)),
        (perudo.solve_ending((1, 1)).wins(["1x6"], "4"), perudo.solve_ending([1, 1]).wins([perudo.Bid(1, 6)], (4,))),
        (orchard.solve(policies=["most_left", "in_order"]), orchard.solve(policies=("most_left", "in_order"))),
    ],
)  # fmt: skip
def test_a_text_or_a_list_is_taken_for_the_value(of_text: object, of_value: object) -> None:
    assert of_text == of_value


@pytest.mark.parametrize("camel", "WGBOY")
def test_legs_and_races_answer_to_the_same_names(camel: str) -> None:
    results = [LEG, camel_up.solve_race("1:BWOG 2:Y")]
    results += [simulate("1:BWOG 2:Y", games=500) for simulate in (camel_up.simulate_leg, camel_up.simulate_race)]
    for result in results:
        assert result.win(camel) == result.probability(camel) == result.probability(camel, place=1)
        assert result.last(camel) == result.probability(camel, place=5)

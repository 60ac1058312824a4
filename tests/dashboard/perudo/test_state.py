"""The events that change Perudo's state, in any order."""

from dataclasses import replace
from fractions import Fraction

from boardodds.dashboard.perudo.events import apply, read_link, write_link
from boardodds.perudo import Bid
from boardodds.perudo.rules import PRINTED


def test_the_page_starts_with_printed_rules() -> None:
    state = read_link({})
    assert (state.rules, write_link(state)) == (PRINTED[state.game], {})


def test_a_link_names_the_game_and_the_changed_rules() -> None:
    state = read_link({"game": ["standard"], "sides": ["8"]})
    assert state.rules == replace(PRINTED["standard"], sides=8)
    assert write_link(state) == {"game": ["standard"], "sides": ["8"]}
    assert write_link(replace(state, game="any_higher")) == {"sides": ["8"], "raise_rule": ["value_or_quantity"]}


def test_the_tenth_player_is_no_first_one() -> None:
    state = read_link({"round": [".".join("5" * 10)], "palificos": ["1.10"], "names": ["Ann,,,,,,,,,Zoe"]})
    assert state.palificos == {0, 9}
    assert (state.player_name(8), state.player_name(9)) == ("player 9", "Zoe")
    assert write_link(state)["palificos"] == ["1.10"]


def test_a_round_with_more_dice_keeps_them_all() -> None:
    state = read_link({"round": ["6.1 me=1 hand=113445 bids=2:5x4"]})
    assert (state.rules.starting_dice, state.round.hand) == (6, (1, 1, 3, 4, 4, 5))
    assert (state.chances[Bid(5, 4)], state.mistakes) == (Fraction(1, 3), [])
    # Fewer dice at the start are the visitor's wish, and cost dice of the hand only with a word.
    less, _ = apply(state, {"kind": "set", "name": "starting_dice", "value": 4})
    assert (less.round.hand, less.position) == ((1, 1, 3, 4), state.round)
    assert "at most 4 dice for each player" in less.mistakes[0]
    example, notice = apply(read_link({}), {"kind": "set", "name": "starting_dice", "value": 3})
    assert (len(example.round.hand), "keeps 3 of its dice" in notice) == (3, True)


def test_the_tenth_die_is_no_first_one() -> None:
    state = read_link({"round": ["10.2 me=1 hand=1122334455"], "starting_dice": ["10"], "unconfirmed": ["2.10"]})
    assert state.hand.unconfirmed == (1, 9)
    assert write_link(state)["unconfirmed"] == ["2.10"]

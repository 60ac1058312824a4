"""The events that change Perudo's state, in any order."""

from dataclasses import replace
from fractions import Fraction
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from boardodds.dashboard.perudo.page import answer
from boardodds.dashboard.perudo.state import (
    DEFINITION,
    LINK,
    MODELS,
    STYLES,
    PerudoState,
    apply,
    read_link,
    write_link,
)
from boardodds.perudo import ACE_BIDS, RAISE_RULES, Bid
from boardodds.perudo.round_state import check_round
from boardodds.perudo.rules import PRINTED
from tests.dashboard.state_events import check_events, events

SEATS = st.none() | st.integers(-1, 10)
STEPS = st.integers(-2, 2)
FACES = st.integers(0, 9)
SETTINGS = st.one_of(
    st.tuples(st.just("sides"), st.integers(1, 21)),
    st.tuples(
        st.sampled_from(["wild_aces", "open_on_aces", "aces_stay_wild", "calza", "change_face", "palifico"]),
        st.booleans(),
    ),
    st.tuples(st.just("ace_bids"), st.sampled_from([*ACE_BIDS, "x"])),
    st.tuples(st.just("raise_rule"), st.sampled_from([*RAISE_RULES, "x"])),
    st.tuples(st.just("starting_dice"), st.integers(0, 11)),
    st.tuples(st.just("game"), st.sampled_from([*PRINTED, "x", 1])),
    st.tuples(st.just("model"), st.sampled_from([*MODELS])),
    st.tuples(st.sampled_from(["sharpness", "slip"]), st.integers(0, 31)),
    st.tuples(
        st.just("round"),
        st.sampled_from(
            ["", "5.1.5 me=1 hand=12256 palifico", "2.2 bids=1:1x3", "6.1 me=1 hand=113445", "9.9 me=1", "no  round"]
        ),
    ),
).map(lambda setting: {"kind": "set", "name": setting[0], "value": setting[1]})
EVENTS = st.one_of(
    SETTINGS,
    events("players", by=STEPS),
    events("me", seat=SEATS),
    events("opener", seat=SEATS),
    events("dice", seat=SEATS, by=STEPS),
    events("hand", hand=st.lists(FACES, min_size=1, max_size=6), unconfirmed=st.lists(FACES, max_size=2)),
    events("bid", quantity=st.integers(0, 8), face=FACES, bids=st.integers(0, 4)),
    events("back"),
    events("new_round", loser=SEATS),
    events("new_round", winner=SEATS),
    events("palifico", on=st.booleans()),
    events("dudo", right=st.booleans(), bids=st.integers(0, 4), seat=SEATS),
    events("calza", right=st.booleans(), bids=st.integers(0, 4), seat=SEATS),
    events("new_match"),
    events("name", seat=SEATS, value=st.sampled_from(["Ann", "Zoë", "", "<b>", "a,b", "player 2"])),
    events("style", seat=SEATS, value=st.sampled_from([*STYLES, "x"])),
)


@given(st.lists(EVENTS, max_size=25))
def test_any_events_leave_a_valid_round_that_a_link_and_undo_restore(drawn: list[dict[str, Any]]) -> None:
    state: PerudoState = check_events(DEFINITION, drawn).state
    shown = state.shown
    check_round(state.round, state.rules)
    assert tuple(sorted(shown.hand.dice)) == state.round.hand
    assert all(0 <= place < len(shown.hand.dice) for place in shown.hand.unconfirmed)
    # A link has the viewer's dice in ascending order, and no other hands.
    linked = read_link(write_link(state))
    assert all(LINK[name](value) for name, values in write_link(state).items() for value in values)
    assert (linked.rules, len(linked.shown.hand.unconfirmed)) == (state.rules, len(shown.hand.unconfirmed))
    assert (linked.game, linked.names, linked.styles) == (state.game, state.names, state.styles)
    assert (linked.shown.winner, linked.shown.had_palifico) == (shown.winner, shown.had_palifico)
    if not state.draft:
        assert linked.round == state.round


def test_the_page_starts_with_printed_rules() -> None:
    state = PerudoState()
    assert (state.rules, write_link(state)) == (PRINTED[state.game], {})


def test_a_link_names_the_game_and_the_changed_rules() -> None:
    state = read_link({"game": ["standard"], "sides": ["8"]})
    assert state.rules == replace(PRINTED["standard"], sides=8)
    assert write_link(state) == {"game": ["standard"], "sides": ["8"]}
    assert write_link(replace(state, game="any_higher")) == {"sides": ["8"], "raise_rule": ["value_or_quantity"]}


def test_the_tenth_player_is_no_first_one() -> None:
    state = read_link({"round": [".".join("5" * 10)], "palificos": ["1.10"], "names": ["Ann,,,,,,,,,Zoe"]})
    assert state.shown.had_palifico == {0, 9}
    assert (state.player_name(8), state.player_name(9)) == ("player 9", "Zoe")
    assert write_link(state)["palificos"] == ["1.10"]


def test_a_round_with_more_dice_keeps_them_all() -> None:
    state = read_link({"round": ["6.1 me=1 hand=113445 bids=2:5x4"]})
    assert (state.rules.starting_dice, state.round.hand) == (6, (1, 1, 3, 4, 4, 5))
    assert (state.chances[Bid(5, 4)], state.mistakes) == (Fraction(1, 3), [])
    # Fewer dice at the start are the visitor's wish, and cost dice of the hand only with a word.
    less, _ = apply(state, {"kind": "set", "name": "starting_dice", "value": 4})
    assert (less.round.hand, less.entered) == ((1, 1, 3, 4), state.round)
    assert "at most 4 dice for each player" in less.mistakes[0]
    example, notice = apply(PerudoState(), {"kind": "set", "name": "starting_dice", "value": 3})
    assert (len(example.round.hand), "keeps 3 of its dice" in notice) == (3, True)


def test_a_bid_on_aces_can_end_that_they_are_wild() -> None:
    link = {"round": ["5.5.5 me=1 hand=12256 bids=3:3x4.1:2x1"], "aces_stay_wild": ["false"], "sharpness": ["0"]}
    state = read_link(link)
    assert [str(bid) for bid in state.legal if bid.quantity < 6] == [
        "3x1",
        "4x1",
        "5x1",
        "5x2",
        "5x3",
        "5x4",
        "5x5",
        "5x6",
    ]
    after, _ = apply(state, {"kind": "bid", "quantity": 5, "face": 2, "bids": 2})
    assert answer(after).finding == "5 twos: true 22.5% of the time"


def test_the_tenth_die_is_no_first_one() -> None:
    state = read_link({"round": ["10.2 me=1 hand=1122334455"], "starting_dice": ["10"], "unconfirmed": ["2.10"]})
    assert state.shown.hand.unconfirmed == (1, 9)
    assert write_link(state)["unconfirmed"] == ["2.10"]

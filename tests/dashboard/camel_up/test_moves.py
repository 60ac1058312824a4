"""What players do at Camel Up's state: own and other tiles, rolls, race bets, the pay of a leg and of a race."""

import random
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from boardodds.dashboard.camel_up.events import apply
from boardodds.dashboard.camel_up.state import CamelState, link_mistakes, read_link, write_link
from tests.oracles.camel_up_game import HandGame


def at(position: str, edition: str = "first_edition") -> CamelState:
    return read_link({"edition": [edition], "position": [position]})


START = at("1:BWOG 2:Y")


def play(state: CamelState, *events: dict[str, Any]) -> CamelState:
    for event in events:
        # "mine" says who is to move.
        turn = 0 if event.get("mine", state.is_mine) else 1
        state, _ = apply(replace(state, turn=turn), {name: event[name] for name in event if name != "mine"})
    return state


def tile(square: int, kind: str, *, mine: bool) -> dict[str, Any]:
    return {"kind": "tile", "square": square, "tile": kind, "mine": mine}


def roll(die: str, face: str, *, mine: bool = False) -> dict[str, Any]:
    return {"kind": "roll", "die": die, "face": face, "mine": mine}


def test_a_second_tile_of_mine_moves_the_first_and_leaves_those_of_others() -> None:
    state = play(START, tile(8, "o", mine=False), tile(5, "m", mine=True))
    assert (state.own, state.position.tiles) == ("5", ((5, "m"), (8, "o")))
    state = play(state, tile(6, "o", mine=True))
    assert (state.own, state.position.tiles) == ("6", ((6, "o"), (8, "o")))


def test_my_tile_can_be_placed_next_to_where_it_was_but_not_next_to_that_of_another_player() -> None:
    state = play(START, tile(5, "o", mine=True), tile(8, "o", mine=False))
    assert play(state, tile(4, "o", mine=True)).own == "4"
    with pytest.raises(ValueError, match="squares 7 and 8 are next to each other"):
        play(state, tile(7, "o", mine=True))


@pytest.mark.parametrize("acts", [True, False])
@pytest.mark.parametrize("owner", [True, False])
def test_a_tile_that_is_turned_over_keeps_its_owner(owner: bool, acts: bool) -> None:
    state = play(START, tile(5, "o", mine=owner), tile(5, "m", mine=acts))
    assert (state.own, state.position.tiles) == ("5" if owner else "none", ((5, "m"),))


def test_a_tile_that_is_moved_or_removed_takes_its_owner_with_it() -> None:
    state = play(START, tile(5, "o", mine=True), {"kind": "tile_move", "from": 5, "to": 7})
    assert (state.own, state.position.tiles) == ("7", ((7, "o"),))
    assert play(state, {"kind": "tile_off", "square": 7}).own == "none"


@pytest.mark.parametrize(
    "event",
    [
        roll("O", "2", mine=True),
        tile(5, "o", mine=True),
        {"kind": "ticket", "camel": "G", "coins": 5, "mine": True},
        {"kind": "race_bet", "camel": "G", "pile": "winner", "mine": True},
    ],
)
def test_each_act_passes_the_turn_and_corrections_do_not(event: dict[str, Any]) -> None:
    assert play(START, event).turn == 1
    last = play(replace(START, players=1), event)
    assert last.turn == 0
    tiled = play(START, tile(5, "o", mine=False))
    for correction in ({"kind": "tile", "square": 5, "tile": "m"}, {"kind": "tile_off", "square": 5}):
        assert apply(tiled, correction)[0].turn == tiled.turn == 2


def test_an_advised_move_is_refused_while_another_player_is_to_move() -> None:
    advised = {"kind": "ticket", "camel": "G", "coins": 5, "turn": 0}
    after = play(START, advised)
    assert (after.held, after.turn) == (("G5",), 1)
    with pytest.raises(ValueError, match="A is to move"):
        apply(after, {**advised, "coins": 3})


def test_a_race_bet_of_another_player_is_a_hidden_card() -> None:
    state = play(START, {"kind": "race_bet", "camel": "G", "pile": "last", "mine": False})
    assert (state.bets, state.last_laid, state.race_bets.hand) == ((), 1, "BWOGY")


def test_a_leg_counts_my_rolls_and_the_stops_on_my_tile_and_the_next_leg_pays_them() -> None:
    state = play(
        START,
        tile(4, "m", mine=True),
        {"kind": "ticket", "camel": "G", "coins": 5, "mine": True},
        {"kind": "ticket", "camel": "G", "coins": 3, "mine": False},
        roll("G", "3", mine=True),
        roll("O", "3"),
        roll("Y", "1"),
        roll("B", "1", mine=True),
    )
    # Green and orange stop on the mirage on square 4 and go back to square 3, under those who are there.
    assert (state.rolls, state.stops, state.is_leg_over) == (2, 2, False)
    state = play(state, roll("W", "2"))
    assert (str(state.position), state.stops, state.is_leg_over) == ("2:B 3:WOGY dice= tiles=4m", 3, True)
    pay = state.leg_pay
    assert ([coins for _, coins in pay.tickets], pay.rolls, pay.tile, state.total_coins) == ([1], 2, 3, 6)
    following = play(state, {"kind": "new_leg"})
    assert (following.coins, following.rolls, following.stops, following.held) == (6, 0, 0, ())
    assert (following.total_coins, following.own) == (6, "none")


def test_a_leg_that_is_not_over_pays_nothing_when_a_new_one_starts() -> None:
    state = play(START, roll("G", "3", mine=True), {"kind": "new_leg"})
    assert (state.coins, state.rolls) == (0, 0)


def test_a_race_bet_goes_on_its_pile_and_leaves_the_hand() -> None:
    state = play(
        START,
        {"kind": "set", "name": "winner_laid", "value": 1},
        {"kind": "race_bet", "camel": "G", "pile": "winner", "mine": True},
        {"kind": "race_bet", "camel": "B", "pile": "last", "mine": True},
    )
    assert (state.bets, state.winner_laid, state.last_laid) == (("Gw2", "Bl1"), 2, 1)
    assert state.race_bets.hand == "WOY"
    with pytest.raises(ValueError, match="you have already played the green card"):
        play(state, {"kind": "race_bet", "camel": "G", "pile": "last", "mine": True})
    # A card that is taken back leaves its pile, and cards above it are one lower.
    above = play(state, {"kind": "race_bet", "camel": "Y", "pile": "winner", "mine": True})
    back = play(above, {"kind": "set", "name": "winner_bets", "value": ["Y"]})
    assert (back.bets, back.winner_laid) == (("Bl1", "Yw2"), 2)
    none = play(above, {"kind": "set", "name": "winner_bets", "value": []})
    assert (none.bets, none.winner_laid) == (("Bl1",), 1)
    moved = play(above, {"kind": "set", "name": "last_bets", "value": ["B", "G"]})
    assert (moved.bets, moved.winner_laid, moved.last_laid) == (("Bl1", "Yw2", "Gl2"), 2, 2)
    smaller = play(above, {"kind": "set", "name": "winner_laid", "value": 2})
    assert smaller.bets == ("Gw2", "Bl1")


def test_a_finished_race_pays_the_leg_and_the_cards_and_a_link_keeps_it() -> None:
    state = read_link(
        {
            "position": ["13:BW 15:OG 16:Y dice=GY"],
            "held": ["G5", "Y5"],
            "coins": ["12"],
            "rolls": ["1"],
            "bets": ["Gw3", "Bl1", "Ol2"],
            "winner_laid": ["4"],
            "last_laid": ["2"],
        }
    )
    state = play(state, roll("G", "2", mine=True))
    assert (state.finish, str(state.position)) == ("GYOWB", "13:BW 15:O 16:Y dice=Y")
    # Tickets 5 and 1, two rolls; the cards pay 8, 8 and -1 if no right card is below the one on green.
    assert (state.leg_pay.total, [coins for _, coins in state.race_cards], state.total_coins) == (8, [8, 8, -1], 35)
    state = play(state, {"kind": "set", "name": "winner_before", "value": 2})
    assert state.total_coins == 30
    # Only two cards are below this one on its pile.
    state = play(state, {"kind": "set", "name": "winner_before", "value": 9})
    assert state.total_coins == 30
    link = write_link(state)
    assert (read_link(link), link_mistakes(link), link["finish"]) == (state, [], ["GYOWB"])


@pytest.mark.parametrize(
    "event",
    [
        roll("W", "1"),
        tile(5, "o", mine=True),
        {"kind": "new_leg"},
        {"kind": "ticket", "camel": "W", "coins": 5, "mine": True},
        {"kind": "camel", "camel": "G", "square": 3, "level": None},
    ],
)
def test_nothing_can_be_played_after_the_race_and_a_cleared_board_starts_a_new_one(event: dict[str, Any]) -> None:
    state = play(replace(at("15:BW 16:G"), coins=7), roll("G", "1"))
    with pytest.raises(ValueError, match="the race is over"):
        apply(state, event)
    cleared = play(state, {"kind": "clear"})
    assert (cleared.finish, cleared.coins, cleared.bets) == ("", 0, ())


@pytest.mark.parametrize(
    ("query", "mistake"),
    [
        ({"finish": ["GG"]}, "finish=GG, which does not fit the camels"),
        ({"turn": ["3"], "players": ["3"]}, "turn=3, but there are fewer players"),
        ({"finish": ["GWBO"]}, "finish=GWBO, which does not fit"),
        ({"finish": ["GWBOR"]}, "finish=GWBOR, which does not fit"),
        ({"bets": ["Gw1"]}, "bets=Gw1, which does not fit the edition or the piles"),
        ({"bets": ["Gw1", "Bw1"], "winner_laid": ["2"]}, "bets=Bw1, which does not fit"),
        ({"bets": ["Gw1", "Gl1"], "winner_laid": ["1"], "last_laid": ["1"]}, "bets=Gl1, which does not fit"),
        ({"bets": ["Gw1"], "winner_laid": ["1"], "laid": ["G"]}, "laid=G, which this edition does not have or"),
    ],
)
def test_settings_that_do_not_fit_each_other_are_ignored_with_a_sentence(
    query: dict[str, list[str]], mistake: str
) -> None:
    (sentence,) = link_mistakes(query)
    assert sentence.startswith(f"The link sets {mistake}")
    assert not link_mistakes(write_link(read_link(query)))


def test_a_link_with_a_text_that_is_no_position_leaves_out_what_needs_the_board() -> None:
    state = play(START, tile(3, "o", mine=True), {"kind": "set", "name": "position", "value": "1:BW nonsense"})
    assert write_link(state) == {"position": ["1:BW nonsense"], "turn": ["1"]}


def test_another_edition_renames_race_bets_and_the_final_order() -> None:
    state = play(START, {"kind": "race_bet", "camel": "W", "pile": "winner"})
    second = play(state, {"kind": "set", "name": "edition", "value": "second_edition"})
    assert (second.bets, second.winner_laid) == (("Rw1",), 1)
    over = play(at("15:BW 16:G"), roll("G", "1"))
    assert play(over, {"kind": "set", "name": "edition", "value": "second_edition"}).finish == "GRB"


@given(st.sampled_from(["first_edition", "second_edition"]), st.integers(0, 10_000))
def test_a_whole_race_pays_the_coins_that_a_plain_program_counts(edition: str, seed: int) -> None:
    chance = random.Random(seed)
    state = read_link({"edition": [edition]})
    rules = state.rules
    game = HandGame(state.position, rules)
    while not game.is_over:
        for pile in ("winner", "last"):
            state = _bet(state, game, pile, chance)
        for _ in range(2):
            camel = chance.choice(rules.camels)
            coins = dict(state.next_tickets)[camel]
            state = play(state, {"kind": "ticket", "camel": camel, "coins": coins, "mine": True})
            game.tickets.append((camel, coins))
        if number := game.place_tile():
            state = play(state, tile(number, "o", mine=True))
        while not game.is_leg_over:
            die, face, is_mine = chance.choice(game.dice), chance.choice(rules.faces), chance.random() < 0.5
            camel = chance.choice(rules.crazy) if die == "x" else die
            state = play(state, roll(die, f"{camel}{face}" if die == "x" else str(face), mine=is_mine))
            game.roll(die, camel, face, mine=is_mine)
        if not game.is_over:
            assert state.total_coins == game.coins
            state = play(state, {"kind": "new_leg"})
            game.start_leg()
    for pile, right in (("winner", game.order()[0]), ("last", game.order()[-1])):
        below = _right_cards_below(game, pile, right)
        state = play(state, {"kind": "set", "name": f"{pile}_before", "value": below})
    assert (state.finish, state.total_coins) == ("".join(game.order()), game.coins)


def _right_cards_below(game: HandGame, pile: str, right: str) -> int:
    """Return the number of right cards below the visitor's right card on a pile, 0 without one."""
    cards = game.piles[pile]
    return sum(camel == right for camel, _ in cards[: cards.index((right, True))]) if (right, True) in cards else 0


def _bet(state: CamelState, game: HandGame, pile: str, chance: random.Random) -> CamelState:
    """Have another player bet on a pile, and then the visitor, if there is a card left."""
    game.piles[pile].append((chance.choice(state.rules.camels), False))
    state = play(state, {"kind": "set", "name": f"{pile}_laid", "value": len(game.piles[pile])})
    hand = state.race_bets.hand
    if hand:
        camel = chance.choice(hand)
        game.piles[pile].append((camel, True))
        state = play(state, {"kind": "race_bet", "camel": camel, "pile": pile, "mine": True})
    return state

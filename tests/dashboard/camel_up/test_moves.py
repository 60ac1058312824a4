"""What players do at Camel Up's state: own and other tiles, rolls, race bets, the pay of a leg and of a race."""

import random
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from boardodds.camel_up import Ticket, rank_actions
from boardodds.dashboard.camel_up import solvers
from boardodds.dashboard.camel_up.events import apply
from boardodds.dashboard.camel_up.history import LEG, event_of
from boardodds.dashboard.camel_up.links import link_mistakes, read_link, write_link
from boardodds.dashboard.camel_up.state import CamelState
from boardodds.dashboard.ui.record import Act
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


def test_my_tile_can_be_placed_next_to_where_it_was_but_not_next_to_that_of_another_player() -> None:
    state = play(START, tile(5, "o", mine=True), tile(8, "o", mine=False))
    assert play(state, tile(4, "o", mine=True)).own_square == 4
    with pytest.raises(ValueError, match="squares 7 and 8 are next to each other"):
        play(state, tile(7, "o", mine=True))


@pytest.mark.parametrize("acts", [True, False])
@pytest.mark.parametrize("owner", [True, False])
def test_a_tile_that_is_turned_over_keeps_its_owner(owner: bool, acts: bool) -> None:
    state = play(START, tile(5, "o", mine=owner), tile(5, "m", mine=acts))
    assert (write_link(state)["owners"], state.position.tiles) == (["05" if owner else "15"], ((5, "m"),))


def test_a_tile_that_is_moved_or_removed_takes_its_owner_with_it() -> None:
    state = play(START, tile(5, "o", mine=True), {"kind": "tile_move", "from": 5, "to": 7})
    assert (write_link(state)["owners"], state.position.tiles) == (["07"], ((7, "o"),))
    assert play(state, {"kind": "tile_off", "square": 7}).owners == ()


def test_corrections_do_not_pass_the_turn() -> None:
    tiled = play(START, tile(5, "o", mine=False))
    for correction in ({"kind": "tile", "square": 5, "tile": "m"}, {"kind": "tile_off", "square": 5}):
        assert apply(tiled, correction)[0].turn == tiled.turn == 2


def test_an_advised_move_is_refused_while_another_player_is_to_move() -> None:
    advised = {"kind": "ticket", "camel": "G", "coins": 5, "turn": 0}
    after = play(START, advised)
    assert (write_link(after)["tickets"], after.turn) == (["0G5"], 1)
    with pytest.raises(ValueError, match="A is to move"):
        apply(after, {**advised, "coins": 3})


def test_a_race_bet_of_another_player_is_a_hidden_card() -> None:
    state = play(START, {"kind": "race_bet", "camel": "G", "pile": "last", "mine": False})
    assert (state.winner, write_link(state)["last"], state.race_bets.hand) == ((), ["1"], "BWOGY")


def test_a_player_has_one_card_of_each_camel() -> None:
    state = read_link({"position": ["15:BW dice=BW"], "finish": ["GWB"], "winner": ["1", "2", "0G", "1"]})
    with pytest.raises(ValueError, match="A can't have this card"):
        play(state, {"kind": "set", "name": "winner_right", "value": [0, 3]})
    state = play(state, {"kind": "set", "name": "winner_right", "value": [0, 1]})
    assert write_link(state)["winner"] == ["1G", "2G", "0G", "1"]
    assert read_link(write_link(state)) == state


def test_a_leg_that_is_not_over_pays_nothing_when_a_new_one_starts() -> None:
    state = play(START, roll("G", "3", mine=True), {"kind": "new_leg"})
    assert (state.coins, state.rolled) == ((), ())


def correct(name: str, number: int, before: str, to: str, into: str = "") -> dict[str, Any]:
    return {"kind": "correct", "name": name, "number": number, "from": before, "to": to, "into": into or name}


def test_a_race_bet_goes_on_its_pile_and_leaves_the_hand() -> None:
    state = play(
        START,
        {"kind": "set", "name": "winner", "value": 1},
        {"kind": "race_bet", "camel": "G", "pile": "winner", "mine": True},
        {"kind": "race_bet", "camel": "B", "pile": "last", "mine": True},
    )
    assert (write_link(state)["winner"], write_link(state)["last"]) == (["?", "0G"], ["0B"])
    assert state.race_bets.hand == "WOY"
    with pytest.raises(ValueError, match="you have already played the green card"):
        play(state, {"kind": "race_bet", "camel": "G", "pile": "last", "mine": True})
    above = play(state, {"kind": "race_bet", "camel": "Y", "pile": "winner", "mine": True})
    # A card that is taken back leaves its pile, and those above it are one lower.
    assert write_link(play(above, correct("winner", 1, "0G", "")))["winner"] == ["?", "0Y"]
    moved = play(above, correct("winner", 1, "0G", "0G", "last"))
    assert (write_link(moved)["winner"], write_link(moved)["last"]) == (["?", "0Y"], ["0B", "0G"])
    assert write_link(play(above, correct("winner", 0, "?", "3")))["winner"] == ["3", "0G", "0Y"]
    assert play(above, correct("winner", 1, "0G", "0W")).race_bets.hand == "OG"
    assert write_link(play(above, {"kind": "set", "name": "winner", "value": 0}))["winner"] == ["0G", "0Y"]
    with pytest.raises(ValueError, match="me can't have this card"):
        play(above, correct("winner", 0, "?", "0B"))


def test_a_ticket_goes_to_another_player_or_back_on_its_stack_with_a_tap() -> None:
    state = play(START, *[{"kind": "ticket", "camel": "G", "coins": coins, "mine": False} for coins in (5, 3)])
    assert write_link(state)["tickets"] == ["1G5", "1G3"]
    mine, _ = apply(state, correct("tickets", 0, "1G5", "0G5"))
    assert (write_link(mine)["tickets"], mine.turn, mine.held) == (["0G5", "1G3"], state.turn, (Ticket("G", 5),))
    assert dict(play(state, correct("tickets", 1, "1G3", "")).next_tickets)["G"] == 3
    # A tap that comes after the ticket has changed hands does nothing.
    with pytest.raises(ValueError, match="changed in the meantime"):
        play(mine, correct("tickets", 0, "1G5", "2G5"))
    with pytest.raises(ValueError, match="E has tickets, cards, rolls or a tile"):
        play(state, correct("tickets", 0, "1G5", "5G5"))
    assert apply(state, correct("tickets", 0, "1G5", "1G5", "winner"))[0] == state


def test_a_tile_is_given_to_the_player_who_placed_it() -> None:
    state = play(START, tile(5, "o", mine=True), {"kind": "tile_owner", "square": 5, "player": "2"})
    assert (write_link(state)["owners"], state.own_square) == (["25"], None)
    with pytest.raises(ValueError, match="B can't have two tiles"):
        play(state, tile(8, "o", mine=True), {"kind": "tile_owner", "square": 8, "player": "2"})
    assert apply(state, {"kind": "tile_owner", "square": 8, "player": "1"})[0] == state


def test_the_coins_of_each_player_are_counted_again() -> None:
    state, _ = apply(START, {"kind": "coins", "player": 2, "value": 9})
    assert (state.coins, state.total_coins(2)) == ((3, 3, 9, 3), 9)
    assert apply(START, {"kind": "coins", "player": 4, "value": 9})[0] == START


def test_players_with_pieces_stay_at_the_table() -> None:
    state = play(replace(START, coins=(1, 2, 3, 4)), {"kind": "ticket", "camel": "G", "coins": 5, "mine": False})
    assert play(state, {"kind": "set", "name": "players", "value": 2}).coins == (1, 2)
    with pytest.raises(ValueError, match="A has tickets, cards, rolls or a tile"):
        play(state, {"kind": "set", "name": "players", "value": 1})


def test_a_die_that_is_put_back_takes_its_roll_with_it() -> None:
    state = play(START, roll("G", "3", mine=True), roll("O", "2"))
    assert state.leg_pay().total == 1
    assert write_link(play(state, {"kind": "die", "die": "G", "on": True}))["rolled"] == ["1O2"]


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
    state = play(replace(at("15:BW 16:G"), coins=(7,)), roll("G", "1"))
    with pytest.raises(ValueError, match="the race is over"):
        apply(state, event)
    cleared = play(state, {"kind": "clear"})
    assert (cleared.finish, cleared.coins, cleared.rolled) == ("", (), ())


@pytest.mark.parametrize(
    ("query", "mistake"),
    [
        ({"finish": ["GG"]}, "finish=GG, which does not fit the camels"),
        ({"turn": ["3"], "players": ["3"]}, "turn=3, but there are fewer players"),
        ({"finish": ["GWBO"]}, "finish=GWBO, which does not fit"),
        ({"finish": ["GWBOR"]}, "finish=GWBOR, which does not fit"),
        ({"winner": ["0R"]}, "winner=0R, which this edition does not have"),
        ({"winner": ["0G", "0G"]}, "winner=0G, which this edition does not have, or its player no longer has"),
        ({"winner": ["0G"], "last": ["0G"]}, "last=0G, which this edition does not have, or its player no longer"),
        ({"tickets": ["0G5", "1G5"]}, "tickets=1G5, which is not in the stacks"),
        ({"tickets": ["4G5"]}, "tickets=4G5, which is not in the stacks of this edition, or not of a player"),
        ({"coins": ["1"] * 5}, "coins=1, but there are fewer players"),
        ({"rolled": ["0G2"]}, "rolled=0G2, but that die is in the pyramid"),
    ],
)
def test_settings_that_do_not_fit_are_ignored_with_a_sentence(query: dict[str, list[str]], mistake: str) -> None:
    (sentence,) = link_mistakes(query)
    assert sentence.startswith(f"The link sets {mistake}")
    assert not link_mistakes(write_link(read_link(query)))


def test_a_link_with_a_text_that_is_no_position_leaves_out_what_needs_the_board() -> None:
    state = play(START, tile(3, "o", mine=True), {"kind": "set", "name": "position", "value": "1:BW nonsense"})
    assert write_link(state) == {"position": ["1:BW nonsense"], "turn": ["1"]}


def test_another_edition_renames_race_bets_and_the_final_order() -> None:
    state = play(START, {"kind": "race_bet", "camel": "W", "pile": "winner"})
    second = play(state, {"kind": "set", "name": "edition", "value": "second_edition"})
    assert write_link(second)["winner"] == ["0R"]
    over = play(at("15:BW 16:G"), roll("G", "1"))
    assert play(over, {"kind": "set", "name": "edition", "value": "second_edition"}).finish == "GRB"


@given(st.sampled_from(["first_edition", "second_edition"]), st.integers(2, 8), st.integers(0, 10_000))
def test_a_whole_race_pays_the_coins_that_a_plain_program_counts(edition: str, players: int, seed: int) -> None:
    chance = random.Random(seed)
    state = read_link({"edition": [edition], "players": [str(players)]})
    game = HandGame(state.position, state.rules, players)
    while not game.is_over:
        while not game.is_leg_over:
            assert state.turn == game.turn
            state, _ = apply(state, _act(game, chance))
        assert game.is_over or [state.total_coins(player) for player in range(players)] == game.coins
        if not game.is_over:
            state, _ = apply(state, {"kind": "new_leg"})
            game.start_leg()
    for pile, right in (("winner", game.order()[0]), ("last", game.order()[-1])):
        numbers = [number for number, (_, camel) in enumerate(game.piles[pile]) if camel == right]
        state = play(state, {"kind": "set", "name": f"{pile}_right", "value": numbers})
    assert state.finish == "".join(game.order())
    assert [state.total_coins(player) for player in range(players)] == game.coins


def _act(game: HandGame, chance: random.Random) -> dict[str, Any]:
    kind, camel = chance.choice(["ticket", "tile", "race_bet", "roll", "partner"]), chance.choice(game.rules.camels)
    if kind == "ticket" and game.stacks[camel]:
        return {"kind": "ticket", "camel": camel, "coins": game.take_ticket(camel)}
    if kind == "tile" and (square := game.free_square()) is not None:
        side = chance.choice("om")
        game.place_tile(square, side)
        return {"kind": "tile", "square": square, "tile": side}
    if kind == "race_bet" and camel in game.hands[game.turn]:
        pile = chance.choice(["winner", "last"])
        game.bet(pile, camel)
        return {"kind": "race_bet", "camel": camel, "pile": pile}
    free = [player for player in range(len(game.coins)) if player not in game.partners]
    if kind == "partner" and game.rules.crazy and len(game.coins) >= 6 and game.turn in free and len(free) > 1:
        other = chance.choice([player for player in free if player != game.turn])
        game.join(other)
        return {"kind": "partner", "player": other}
    die, face = chance.choice(game.dice), chance.choice(game.rules.faces)
    rolled = chance.choice(game.rules.crazy) if die == "x" else die
    game.roll(die, rolled, face)
    return {"kind": "roll", "die": die, "face": f"{rolled}{face}" if die == "x" else str(face)}


PARTNERS = {"edition": ["second_edition"], "players": ["6"], "position": ["3:BR 4:GP 6:Y 14:w 15:k dice=BG"]}


@pytest.mark.parametrize("link", [{"players": ["5"]}, {"edition": ["first_edition"], "position": ["3:BW dice=B"]}])
def test_without_six_players_of_the_second_edition_nobody_has_a_partner(link: dict[str, list[str]]) -> None:
    state = read_link(PARTNERS | link | {"partners": ["02"]})
    assert (state.partners, state.available(0)) == ((), ())
    assert any("partners=02" in sentence for sentence in link_mistakes(PARTNERS | link | {"partners": ["02"]}))


def test_a_partner_is_advised_and_accounted_for() -> None:
    state = read_link(PARTNERS | {"tickets": ["2Y5", "3B5"], "rolled": ["2Y1"]})
    best = solvers.actions(state)[0]
    assert (best.kind, event_of(best)) == ("partner", {"kind": "partner", "player": 2, "turn": 0})
    joined, _ = apply(state, event_of(best))
    now = solvers.actions(replace(joined, turn=0))
    assert "partner" not in {action.kind for action in now}
    own = rank_actions(state.position, state.rules, available=[state.as_partner(2)])
    assert best.expected_coins == next(action.expected_coins for action in own if action.partner)


def test_the_account_of_my_leg_has_my_partner_and_what_the_partner_gets() -> None:
    state = read_link(PARTNERS | {"tickets": ["2Y5"], "rolled": ["2Y1"]})
    events = [{"kind": "partner", "player": 2}, {"kind": "ticket", "camel": "P", "coins": 5}]
    events += [{"kind": "ticket", "camel": "P", "coins": 3}, roll("G", "1")]
    line = [Act(state, None)]
    for event in events:
        event.pop("mine", None)
        state, _ = apply(line[-1].state, event)
        line.append(Act(state, event))
    (luck,) = LEG.luck(tuple(line), [])
    assert (luck.account.start, luck.account.end) == (0.0, 5.0)
    assert [step.words for step in luck.account.steps] == ["become partners with B", "partnership with B", "G1"]
    assert luck.account.decisions == 0.0

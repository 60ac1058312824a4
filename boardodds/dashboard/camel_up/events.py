"""The events that change the state of Camel Up's pages: moves, rolls, tickets, tiles, race bets, presets, rules."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import numpy as np

from boardodds.camel_up import Position, Roll, Rules, camel_name, possible_rolls, roll_die
from boardodds.camel_up.bets import MAX_PILE_CARDS
from boardodds.camel_up.published_figures import CAMEL_CALCULATOR, SCENARIOS
from boardodds.camel_up.rules import GREY_DIE
from boardodds.camel_up.setup import adapt_position, next_leg, random_position
from boardodds.dashboard.camel_up.links import LINK, fitting, link_mistakes, read_link, write_link
from boardodds.dashboard.camel_up.state import EDITIONS, MAX_COINS, PIECES, PILES, RULE_NAMES, CamelState, Piece
from boardodds.dashboard.ui.names import with_name
from boardodds.dashboard.ui.settings import Acts, Event, StateDefinition, read_whole, value_of_widget
from boardodds.probability.declared_rules import with_rule
from boardodds.probability.validate import check_whole

_MAX_RANDOM_SEED = 2**32
_ACTS: Acts = {
    "roll": {"die": str, "face": str},
    "ticket": {"camel": str, "coins": read_whole},
    "tile": {"square": read_whole, "tile": str},
    "race_bet": {"camel": str, "pile": str},
    "partner": {"player": read_whole},
}
# The events that are no longer possible when the race is over.
_PLAYS = {*_ACTS, "die", "camel", "camel_off", "tile_move", "tile_off", "new_leg"}
# The positions that the pages can load, each with the key of its edition.
PRESETS = {
    **{f"Camel Calculator: {row.name.lower()}": ("first_edition", row.position) for row in CAMEL_CALCULATOR},
    **{f"Camel Up math (2015): {row.name.lower()}": ("numbered", row.position) for row in SCENARIOS},
    "Second edition, first leg": ("second_edition", EDITIONS["second_edition"].start),
    "Halfway round": ("first_edition", Position.parse("9:BWOG 10:Y")),
    "Six camels in one stack": ("numbered", Position.parse("1:012345")),
}


def apply(state: CamelState, event: Event) -> tuple[CamelState, str]:
    """Return the state after an event and a notice; raise ValueError if the event is not possible.

    >>> str(apply(read_link({}), {"kind": "roll", "die": "O", "face": "2"})[0].position)
    '1:BW 2:Y 3:OG dice=BWYG'
    """
    if state.finish and event.get("kind") in _PLAYS:
        raise ValueError("the race is over: select Undo to go back, or New game")
    if named := with_name(state, event, state.players - 1):
        return named, ""
    after = _with_correction(state, event) or _with_play(state, event) or _with_change(state, event)
    # A piece goes with what it lies on: an owner with the tile, a roll when its die is put back.
    after, _ = fitting(after or state)
    return after, _notice(state, after, event)


DEFINITION = StateDefinition(
    "camel_up", LINK, read_link, write_link, apply, link_mistakes, _ACTS, lambda state: replace(state, draft=None)
)


def _with_play(state: CamelState, event: Event) -> CamelState | None:
    """Return the state after an act, which passes the turn and must be of the player to move; None for another event."""
    after = _after_play(state, event)
    if after is None:
        return None
    if after == state or is_correction(state, event):
        return after
    if event.get("turn", state.turn) != state.turn:
        raise ValueError(f"{state.player_name(state.turn)} is to move: enter that move first")
    if state.is_leg_over:
        raise ValueError("the leg is over: select Undo to go back, or Start next leg")
    return replace(after, turn=(state.turn + 1) % state.players)


def _after_play(state: CamelState, event: Event) -> CamelState | None:
    match event:
        case {"kind": "roll", "die": str(die), "face": str(face)}:
            return _with_roll(state, die, face)
        case {"kind": "ticket", "camel": str(camel), "coins": int(coins)}:
            return _with_ticket(state, camel, coins)
        case {"kind": "tile", "square": int(square), "tile": str(kind)}:
            return _with_tile(state, square, kind)
        case {"kind": "race_bet", "camel": str(camel), "pile": str(pile)}:
            return _with_race_bet(state, camel, pile)
        case {"kind": "partner", "player": int(player)}:
            return _with_partner(state, player)
    return None


def is_correction(state: CamelState, event: Event) -> bool:
    """Return whether an event turns over a tile that the player to move may not turn, so that it only corrects the board."""
    if event.get("kind") != "tile" or event["square"] not in state.tiles:
        return False
    return not (state.rules.turn_tile and Piece(state.turn, number=event["square"]) in state.owners)


def _with_correction(state: CamelState, event: Event) -> CamelState | None:
    """Return the state after a ticket or a card was moved, given away or taken back, a tile given, or coins counted."""
    match event:
        case {"kind": "coins", "player": int(player), "value": int(value)} if player in range(state.players):
            check_whole("coins", value, 0, MAX_COINS)
            coins = [*map(state.purse, range(state.players))]
            coins[player] = value
            return replace(state, coins=tuple(coins))
        case {
            "kind": "correct",
            "name": str(name),
            "number": int(number),
            "from": str(old),
            "to": str(to),
            "into": str(into),
        }:
            kinds = PILES if name in PILES else ("tickets",)
            if name not in kinds or into not in kinds or (to and not LINK[into](to)):
                return None
            pieces = list(getattr(state, name))
            if number < 0 or [str(piece) for piece in pieces[number : number + 1]] != [old]:
                raise ValueError("that piece has changed in the meantime: tap it again")
            new = [Piece.parse(into, to)] if to else []
            pieces[number : number + 1] = new if into == name else []
            moved = {} if into == name else {into: (*getattr(state, into), *new)}
            return _check_fitting(_with_pieces(state, {name: tuple(pieces)} | moved))
        case {"kind": "tile_owner", "square": int(square), "player": str(player)} if LINK["stops"](player):
            if square not in state.tiles:
                return None
            others = tuple(tile for tile in state.owners if tile.number != square)
            return _check_fitting(replace(state, owners=(*others, Piece.parse("owners", f"{player}{square}"))))
    return None


def _with_pieces(state: CamelState, pieces: Mapping[str, Any]) -> CamelState:
    return replace(state, **pieces)


def _check_fitting(state: CamelState) -> CamelState:
    """Return the state, or raise ValueError if a piece does not fit in with the others."""
    for name, (piece, *_) in fitting(state)[1].items():
        player = "somebody" if piece.player is None else state.player_name(piece.player)
        if (piece.player or 0) >= state.players:
            raise ValueError(f"{player} has tickets, cards, rolls or a tile: give them to another player first")
        things = {"tickets": "this ticket", "owners": "two tiles", "partners": "a partner"}
        raise ValueError(f"{player} can't have {things.get(name, 'this card')}: correct the other piece first")
    return state


def _with_change(state: CamelState, event: Event) -> CamelState | None:
    """Return the state after a changed setting, a started leg or race, or a change of the board; None for an unknown event."""
    match event:
        case {"kind": "set", "name": str(name), "value": value}:
            return _with_setting(state, name, value)
        case {"kind": "preset", "value": str(name)} if name in PRESETS:
            edition, position = PRESETS[name]
            rules = EDITIONS[edition].with_house_rules(state.rules)
            return _with_new_race(replace(state, edition=edition, rules=rules), position)
        case {"kind": "random", "seed": int(seed)}:
            check_whole("seed", seed, 0, _MAX_RANDOM_SEED)
            return _with_new_race(state, random_position(state.rules, np.random.default_rng(seed)))
        case {"kind": "clear"}:
            return _with_new_race(state, Position((), ""))
        case {"kind": "new_leg"}:
            coins = tuple(map(state.total_coins, range(state.players))) if state.is_leg_over else state.coins
            return _with_new_leg(replace(state, coins=coins), next_leg(state.position))
    return _with_board(state, event)


def _with_board(state: CamelState, event: Event) -> CamelState | None:
    position = state.position
    match event:
        case {"kind": "die", "die": str(die), "on": bool(on)} if len(die) == 1:
            dice = position.dice.replace(die, "") + (die if on else "")
            return state.with_position(replace(position, dice=dice))
        case {"kind": "camel", "camel": str(camel), "square": int(square), "level": int() | None as level}:
            camels = tuple(state.rules.camels + state.rules.crazy)
            return state.with_position(position.with_camel(camel, square, level)) if camel in camels else None
        case {"kind": "camel_off", "camel": str(camel)} if len(camel) == 1:
            return state.with_position(position.without_camel(camel))
        case {"kind": "tile_move", "from": int(square), "to": int(to)} if square in state.tiles:
            owners = tuple(replace(tile, number=to) if tile.number == square else tile for tile in state.owners)
            moved = position.without_tile(square).with_tile(to, state.tiles[square])
            return replace(state.with_position(moved), owners=owners)
        case {"kind": "tile_off", "square": int(square)}:
            return state.with_position(position.without_tile(square))
    return None


def _notice(before: CamelState, after: CamelState, event: Event) -> str:
    """Return a sentence on what an event does not do by itself or what it removed, "" for most events."""
    if event.get("name") == "position" and before.edition != after.edition:
        title = EDITIONS[after.edition].title
        return f"The rules are now those of the {title}, as these camels need. To go back, select Undo"
    if event.get("name") != "edition":
        return ""
    names = renamed(before.edition, after.edition)
    leaving = [camel_name(camel) for camel in before.position.racing if names.get(camel) == ""]
    if not leaving:
        return ""
    verb, past = ("is", "it was") if len(leaving) == 1 else ("are", "they were")
    return f"{', '.join(leaving)} {verb} not in this edition, so {past} removed. To go back, select Undo"


def faces_of(die: str, rules: Rules) -> Mapping[str, Roll]:
    """Return the rolls of a die by the text of their face: a number, on the grey die with the crazy camel that moves.

    >>> list(faces_of("G", Rules()))
    ['1', '2', '3']
    """
    return {str(roll) if die == GREY_DIE else str(roll.number): roll for roll in possible_rolls(die, rules)}


def _with_roll(state: CamelState, die: str, face: str) -> CamelState:
    """Return the state after a roll, which may end the race."""
    position = state.position
    roll = faces_of(die, state.rules).get(face) if die in tuple(position.dice) else None
    if roll is None:
        raise ValueError("a roll must be of a die in the pyramid")
    rolled = roll_die(position, roll, state.rules)
    stops = state.stops + tuple(Piece(tile.player) for tile in state.owners if tile.number == rolled.stopped_on)
    state = replace(state, rolled=(*state.rolled, Piece(state.turn, roll.camel, roll.number)), stops=stops)
    if rolled.position is not None:
        return state.with_position(rolled.position)
    rest = replace(position, dice=position.dice.replace(die, ""))
    for camel in rolled.crossed:
        rest = rest.without_camel(camel)
    return replace(state.with_position(rest), finish=rolled.final_order)


def _with_ticket(state: CamelState, camel: str, coins: int) -> CamelState:
    """Return the state after the player to move has taken a betting ticket, which must be the camel's next one."""
    following = dict(state.next_tickets)
    if camel not in following:
        return state
    if not coins or following[camel] != coins:
        raise ValueError(f"that {camel_name(camel)} ticket has already been taken")
    return replace(state, tickets=(*state.tickets, Piece(state.turn, camel, coins)))


def _with_tile(state: CamelState, square: int, kind: str) -> CamelState:
    """Return the state after a tile, which keeps its owner, was turned over, or the player's only one was placed."""
    position = state.position
    if square in state.tiles:
        return state.with_position(position.with_tile(square, kind))
    for own in state.owned("owners", state.turn):
        position = position.without_tile(own.number)
    after = state.with_position(position.with_tile(square, kind))
    return replace(after, owners=(*state.owners, Piece(state.turn, number=square)))


def _with_race_bet(state: CamelState, camel: str, pile: str) -> CamelState:
    """Return the state after a card of the visitor, or a hidden one of another player, was put on a pile."""
    if camel not in tuple(state.rules.camels) or pile not in PILES:
        return state
    if state.is_mine and camel in state.played:
        raise ValueError(f"you have already played the {camel_name(camel)} card")
    cards = getattr(state, pile)
    if len(cards) >= MAX_PILE_CARDS:
        raise ValueError(f"a pile has at most {MAX_PILE_CARDS} cards")
    return _with_pieces(state, {pile: (*cards, Piece(state.turn, camel if state.is_mine else ""))})


def _with_partner(state: CamelState, player: int) -> CamelState:
    """Return the state after the player to move has entered into a partnership."""
    if player not in [other.player for other in state.available(state.turn)]:
        raise ValueError("partners are two players without one, in the second edition with six players or more")
    first, second = sorted((state.turn, player))
    return replace(state, partners=(*state.partners, Piece(first, number=second)))


def _with_new_race(state: CamelState, position: Position) -> CamelState:
    return _with_new_leg(replace(state, winner=(), last=(), coins=(), turn=0, finish=""), position)


def _with_new_leg(state: CamelState, position: Position) -> CamelState:
    return replace(state.with_position(position), tickets=(), owners=(), rolled=(), stops=(), partners=())


def _with_setting(state: CamelState, name: str, value: Any) -> CamelState:
    match name, value:
        case "position", str(text):
            return state.with_text(text)
        case "edition", str(edition) if edition in EDITIONS:
            return _with_edition(state, edition)
        case (("winner_right" | "last_right"), list(numbers)):
            return _with_right_cards(state, name.removesuffix("_right"), numbers)
        case (("winner" | "last"), int(count)) if 0 <= count <= MAX_PILE_CARDS:
            return _with_pieces(state, {name: _with_others(getattr(state, name), count)})
    if name in RULE_NAMES:
        rules = with_rule(state.rules, name, value_of_widget(Rules, name, value))
        changed = replace(state, rules=EDITIONS[state.edition].with_house_rules(rules))
        # A text that did not fit the old rules can fit the new ones.
        if state.draft is not None and (read := changed.with_text(state.draft)).draft is None:
            return read
        return replace(changed.with_position(state.position), draft=state.draft)
    if name not in ("exact", "players", "turn"):
        return state
    changed = with_rule(state, name, value)
    turn, coins = min(changed.turn, changed.players - 1), changed.coins[: changed.players]
    return _check_fitting(replace(changed, turn=turn, coins=coins)) if name == "players" else changed


def _with_others(cards: tuple[Piece, ...], count: int) -> tuple[Piece, ...]:
    """Return a pile with this number of other players' cards, and the visitor's own: the last of the others' go first."""
    others = [number for number, card in enumerate(cards) if card.player != 0]
    kept = (card for number, card in enumerate(cards) if number not in others[count:])
    return (*kept, *[Piece(None)] * (count - len(others)))


def _with_right_cards(state: CamelState, pile: str, numbers: list[Any]) -> CamelState:
    """Return the state with these cards of the others turned over: they name the camel that is right, and no other cards do."""
    right = state.right_camel(pile)
    cards = tuple(
        card if card.player == 0 else replace(card, camel=right * (number in numbers))
        for number, card in enumerate(getattr(state, pile))
    )
    return _check_fitting(_with_pieces(state, {pile: cards}))


def renamed(old: str, new: str) -> dict[str, str]:
    """Return by racing camel of an edition its name in another, or "" if the other edition does not have it.

    >>> renamed("first_edition", "second_edition")
    {'B': 'B', 'G': 'G', 'Y': 'Y', 'W': 'R', 'O': 'P'}
    """
    seats = EDITIONS[new].seats
    return {camel: seats[seat : seat + 1] for seat, camel in enumerate(EDITIONS[old].seats)}


def _with_edition(state: CamelState, edition: str) -> CamelState:
    """Return the state in another edition, whose camels take the squares of the old ones."""
    names, rules = renamed(state.edition, edition), EDITIONS[edition].with_house_rules(state.rules)
    pieces: dict[str, Any] = {
        name: tuple(
            replace(piece, camel=names.get(piece.camel, piece.camel))
            for piece in getattr(state, name)
            if names.get(piece.camel) != ""
        )
        for name in PIECES
    }
    finish = "".join(names.get(camel, "") for camel in state.finish)
    changed = replace(state, edition=edition, rules=rules, finish=finish, **pieces)
    return changed.with_position(adapt_position(state.position, rules, names))

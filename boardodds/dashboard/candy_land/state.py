"""What a visitor sets up on the Candy Land page, its link, and the events that change it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from string import ascii_uppercase
from typing import Any, ClassVar

from boardodds.candy_land import Move, Rules, State, after, parse_spaces
from boardodds.candy_land.game import MAX_WITHIN
from boardodds.candy_land.published_figures import POST_GAMES
from boardodds.candy_land.rules import COLORS, LOSE_TURN, MAX_PLAYERS, PRINTED
from boardodds.candy_land.turns import miss_turns
from boardodds.dashboard.ui.game_state import GameState, game_definition
from boardodds.dashboard.ui.names import Names, with_name
from boardodds.dashboard.ui.settings import MAX_SEED, whole_number
from boardodds.dashboard.ui.words import join_words
from boardodds.probability.declared_rules import Stops, Whole, changed_rules, rule, rule_in_words
from boardodds.probability.validate import check_whole

CUSTOM = "custom"
BOARDS = PRINTED | {
    CUSTOM: Rules(
        spaces=parse_spaces("RPYBOG[Plumpy]RPYBOGRPYBOG[Jolly]RPYBOGRPYBOG"), shortcuts=((3, 17),), licorice=(21, 29)
    )
}
# The page starts with as many games as are played in about 60 milliseconds, so that the answer is there at once.
START_GAMES = 20_000
GAMES = (POST_GAMES, START_GAMES, 50_000, 200_000, 1_000_000, 5_000_000)
# The maximum for each rule set of a comparison, which can have many of them.
_MAX_COMPARED_GAMES = 200_000
NAMES = Names(tuple(ascii_uppercase[:MAX_PLAYERS]))


@dataclass(frozen=True)
class CandyState(GameState):
    """The board, its rules, the game in progress, and how much is simulated.

    game: the printed game that the rules started from, or a custom board.
    position: where the players are, who is next, and which cards are known to be drawn.
    last_moves: what the last card did, which a link does not have.
    """

    printed = BOARDS
    position_type = State
    # A few words more than the cards of the largest deck need.
    max_text = 5_000
    typed: ClassVar = {"spaces": 2_000, "shortcuts": 200, "licorice": 200}
    starts: ClassVar = {"players": whole_number(1, MAX_PLAYERS)}

    rules: Rules
    position: State
    within: int = rule(40, Whole(1, MAX_WITHIN), "Turns you have time for")
    seconds: int = rule(30, Whole(1, 600), "Seconds a turn")
    games: int = rule(START_GAMES, Stops(GAMES), "Simulated games")
    seed: int = rule(1, Whole(0, MAX_SEED), "Seed")
    names: tuple[str, ...] = rule(("",) * MAX_PLAYERS, NAMES)
    last_moves: tuple[Move, ...] = field(default=(), compare=False)

    def check(self, position: State) -> None:
        position.check(self.rules)

    @property
    def start(self) -> State:
        """The start of a game of as many players."""
        return State.start(self.players)

    @property
    def players(self) -> int:
        return len(self.position.spaces)

    @property
    def shown_names(self) -> list[str]:
        """The name of each player, or the letter of one without a name."""
        return NAMES.shown(self.names)[: self.players]

    def title(self, *players: int) -> str:
        """Return what players are called at the beginning of a sentence: "Ann and B" or "Players A and B"."""
        names = join_words([self.shown_names[player - 1] for player in players])
        is_named = any(self.names[player - 1] for player in players)
        return names if is_named else f"Player{'s' * (len(players) > 1)} {names}"

    @cached_property
    def to_draw(self) -> State:
        """The position once everyone has missed the turns that come before the next card."""
        return miss_turns(self.position)[0]

    @property
    def is_over(self) -> bool:
        return self.position.is_over(self.rules)

    def alone(self, player: int) -> "CandyState":
        """Return the state in which a player goes on alone with the same deck, for whole turns from few games."""
        misses = (1,) if player in self.position.stuck else ()
        position = State(self.position.spaces[player - 1 : player], 1, misses, self.position.drawn)
        return replace(self, rules=self.rules.of_player(player), position=position, games=min(GAMES))

    def new_game(self, players: int) -> "CandyState":
        """Return the start of a game of some players under the same rules."""
        return replace(self, position=State.start(players), last_moves=())

    @property
    def compared_games(self) -> int:
        """The number of games for each rule set of a comparison."""
        return min(self.games, _MAX_COMPARED_GAMES)

    def in_place(self, name: str) -> str:
        if name == "state":
            return "a new game" if self.is_start else "the last valid state"
        is_changed = self.rules != BOARDS[self.game]
        return "the last valid board" if is_changed else "an example" if self.game == CUSTOM else "the printed board"

    @property
    def house_rules(self) -> list[str]:
        """Each rule in words that differs from the board's, without the parts of a custom board."""
        changed = changed_rules(self.rules, BOARDS[self.game])
        return [rule_in_words(self.rules, name) for name in changed if self.game != CUSTOM or name not in self.typed]

    def with_position(self, position: State, moves: Sequence[Move] = ()) -> "CandyState":
        """Return the state with another position, after moves to it. Raises ValueError if the rules do not allow it."""
        return replace(super().with_position(position), last_moves=tuple(moves))

    def with_rules(self, rules: Rules) -> tuple["CandyState", str]:
        """Return the state under other rules with as much of its position as they allow, and a notice of what they don't."""
        if rules == self.rules:
            return self, ""
        pieces = State(self.position.spaces, self.position.next)
        cases = [
            (self.position, ""),
            (pieces, "The pieces stay. The drawn cards and missed turns don't fit these rules"),
            (self.start, "A new game starts, because the pieces don't fit these rules"),
        ]
        kept, notice = next(case for case in cases if not case[0].problems(rules))
        state = replace(self, rules=rules).with_position(kept)
        return (state.with_text(self.draft) if self.draft else state), notice


def _apply(state: CandyState, event: Mapping[str, Any]) -> tuple[CandyState, str]:
    match event:
        case {"kind": "set", "name": ("singles" | "doubles") as name, "color": str(color), "value": count}:
            counts = dict(zip(COLORS, getattr(state.rules, name), strict=True)) | {color: count}
            return apply(state, {"kind": "set", "name": name, "value": [*counts.values()]})
        case {"kind": "card", "cards": [*cards]} if all(isinstance(card, str) for card in cards):
            return state.with_position(*after(state.position, cards, state.rules)), ""
        case {"kind": "set", "name": "players", "value": players}:
            return state.with_position(_with_players(state.position, players)), ""
        case {"kind": "remove"} if state.players > 1:
            gone = state.to_draw.next
            names = (*state.names[: gone - 1], *state.names[gone:], "")
            return replace(state, names=names).with_position(_without_player(state.to_draw, gone)), ""
    if named := with_name(state, event, state.players):
        return named, ""
    position = _position_after(state, event)
    return state if position is state.position else state.with_position(position), ""


def _position_after(state: CandyState, event: Mapping[str, Any]) -> State:
    """Return the position after an event that changes it by hand."""
    position = state.position
    match event:
        case {"kind": "place", "space": space}:
            return _placed(state, space)
        case {"kind": "next", "player": player}:
            # Whoever is next has missed the turn.
            return replace(position, next=player, stuck=_others(position.stuck, player))
        case {"kind": "put away", "card": str(card)} if card in state.rules.cards:
            drawn = (*position.drawn, card)
            # After the last card the deck is shuffled.
            return replace(position, drawn=drawn if len(drawn) < state.rules.deck_size else ())
        case {"kind": "forget"}:
            return replace(position, drawn=())
        case {"kind": "add"}:
            return _with_players(position, state.players + 1)
    return position


def _placed(state: CandyState, space: Any) -> State:
    """Return the position with the piece of the player who draws next on a space, where licorice can cost a turn."""
    position, player = state.to_draw, state.to_draw.next
    spaces = (*position.spaces[: player - 1], space, *position.spaces[player:])
    stuck = _others(position.stuck, player)
    if isinstance(space, int) and space - 1 in state.rules.licorice and state.rules.licorice_rule == LOSE_TURN:
        stuck = (*stuck, player)
    return _with_next(State(spaces, 1, stuck, position.drawn), player)


def _others(players: Sequence[int], player: Any) -> tuple[int, ...]:
    return tuple(other for other in players if other != player)


def _without_player(position: State, player: int) -> State:
    spaces = (*position.spaces[: player - 1], *position.spaces[player:])
    stuck = tuple(other - (other > player) for other in _others(position.stuck, player))
    return _with_next(State(spaces, 1, stuck, position.drawn), position.next - (position.next > player))


def _with_next(position: State, player: int) -> State:
    """Return the position with a player next, or the first one after them who is not in the castle."""
    return replace(position, next=(position.order(player) or [1])[0])


def _with_players(position: State, players: Any) -> State:
    """Return the position with another number of players: more of them at the start, or without the last ones."""
    check_whole("players", players, 1, MAX_PLAYERS)
    while len(position.spaces) > players:
        position = _without_player(position, len(position.spaces))
    return replace(position, spaces=(*position.spaces, *[0] * (players - len(position.spaces))))


DEFINITION = game_definition(
    "candy_land",
    CandyState("classic", BOARDS["classic"], State.start(1)),
    _apply,
    # A draw has one card, or two to choose from.
    acts={"card": {"cards": lambda text: text.split("_")}},
)
read_link, write_link, apply = DEFINITION.read, DEFINITION.write, DEFINITION.apply

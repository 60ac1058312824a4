"""What a visitor sets up on the Candy Land page, its link, and the events that change it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from string import ascii_uppercase
from typing import Any

from boardodds.candy_land import Move, Rules, State, after, parse_spaces
from boardodds.candy_land.game import MAX_WITHIN
from boardodds.candy_land.published_figures import POST_GAMES
from boardodds.candy_land.rules import COLORS, LOSE_TURN, MAX_PLAYERS, PRINTED, PRINTED_LABELS
from boardodds.candy_land.turns import miss_turns
from boardodds.dashboard.ui.settings import (
    MAX_SEED,
    Acts,
    Allowed,
    Query,
    StateDefinition,
    allowed_rules,
    as_text,
    at_most,
    from_text,
    last_value,
    one_of,
    value_of_widget,
    whole_number,
    with_setting,
)
from boardodds.probability.declared_rules import changed_rules, rule_in_words, rules_of, with_rule, with_rules
from boardodds.probability.validate import check_whole

RULES = rules_of(Rules)
CUSTOM = "custom"
BOARDS = PRINTED | {
    CUSTOM: Rules(
        spaces=parse_spaces("RPYBOG[Plumpy]RPYBOGRPYBOG[Jolly]RPYBOGRPYBOG"), shortcuts=((3, 17),), licorice=(21, 29)
    )
}
BOARD_LABELS = PRINTED_LABELS | {CUSTOM: CUSTOM}
# The page starts with as many games as are played in about 60 milliseconds, so that the answer is there at once.
START_GAMES = 20_000
GAMES = (POST_GAMES, START_GAMES, 50_000, 200_000, 1_000_000, 5_000_000)
# The maximum for each rule set of a comparison, which can have many of them.
_MAX_COMPARED_GAMES = 200_000
# The longest text of each part of a custom board.
MAX_TEXTS = {"spaces": 2_000, "shortcuts": 200, "licorice": 200}
# The longest text of a game in progress: a few words more than the cards of the largest deck need.
MAX_STATE = 5_000
_NUMBERS = {"within": 40, "games": START_GAMES, "seed": 1}
LINK: Allowed = {
    "game": one_of(BOARDS),
    **allowed_rules(Rules),
    **{name: at_most(length) for name, length in MAX_TEXTS.items()},
    "players": whole_number(1, MAX_PLAYERS),
    "state": at_most(MAX_STATE),
    "within": whole_number(1, MAX_WITHIN),
    "games": one_of(GAMES),
    "seed": whole_number(0, MAX_SEED),
}


@dataclass(frozen=True)
class CandyState:
    """The board, its rules, the game in progress, and how much is simulated.

    game: the printed game that the rules started from, or a custom board: a key of ``BOARDS``.
    rules: the last rules that are possible.
    position: where the players are, who is next, and which cards are known to be drawn.
    drafts: by field, texts that can't be used yet, as the visitor typed them: of rules that are not possible together, and of
        the position.
    within: the number of turns that the visitor has time for.
    games: the number of simulated games.
    last_moves: what the last card did, which a link does not have.
    """

    game: str
    rules: Rules
    position: State
    drafts: Mapping[str, str] = field(default_factory=dict)
    within: int = _NUMBERS["within"]
    games: int = _NUMBERS["games"]
    seed: int = _NUMBERS["seed"]
    last_moves: tuple[Move, ...] = field(default=(), compare=False)

    @property
    def players(self) -> int:
        """The number of players."""
        return len(self.position.spaces)

    @property
    def names(self) -> str:
        """The letter of each player."""
        return ascii_uppercase[: self.players]

    @cached_property
    def to_draw(self) -> State:
        """The position once everyone has missed the turns that come before the next card."""
        return miss_turns(self.position)[0]

    @property
    def is_start(self) -> bool:
        """Whether no card is drawn, and nobody has moved."""
        return self.position == State.start(self.players)

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.position.is_over(self.rules)

    @property
    def still_on_the_way(self) -> Sequence[int]:
        """The numbers of the players who are not in the castle."""
        return self.position.order(1)

    def alone(self, player: int) -> "CandyState":
        """Return the state in which a player goes on alone with the same deck, for whole turns from few games."""
        misses = (1,) if player in self.position.stuck else ()
        position = State(self.position.spaces[player - 1 : player], 1, misses, self.position.drawn)
        return replace(self, position=position, games=min(GAMES))

    def new_game(self, players: int) -> "CandyState":
        """Return the start of a game of some players under the same rules."""
        return replace(self, position=State.start(players), last_moves=())

    @property
    def compared_games(self) -> int:
        """The number of games for each rule set of a comparison."""
        return min(self.games, _MAX_COMPARED_GAMES)

    @cached_property
    def mistakes(self) -> Mapping[str, str]:
        """By field, a sentence on what is wrong with a draft and what the page shows in its place; empty without drafts."""
        found, texts = {}, dict(self.drafts)
        position = texts.pop("state", None)
        try:
            with_rules(self.rules, texts)
        except ValueError as error:
            is_custom, is_changed = self.game == CUSTOM, self.rules != BOARDS[self.game]
            shown = "the last valid board" if is_changed else "an example" if is_custom else "the printed board"
            # The text that is wrong can be another one than the visitor has changed.
            named = next((name for name in MAX_TEXTS if str(error).startswith(name)), next(iter(texts)))
            found[named] = f"{error}. The page shows {shown}"
        try:
            self._parse(position or "")
        except ValueError as error:
            found["state"] = f"{error}. The page shows {'a new game' if self.is_start else 'the last valid state'}"
        return found

    def _parse(self, text: str) -> State:
        """Return the position of a text, which for an empty one is the start of a game."""
        position = State.parse(text) if text else State.start(self.players)
        position.check(self.rules)
        return position

    @property
    def house_rules(self) -> list[str]:
        """Each rule in words that differs from the board's, without the parts of a custom board."""
        changed = changed_rules(self.rules, BOARDS[self.game])
        return [rule_in_words(self.rules, name) for name in changed if self.game != CUSTOM or name not in MAX_TEXTS]

    def text(self, name: str) -> str:
        """Return the text of a field as the visitor or the link wrote it; "" for the start of a game."""
        if name in self.drafts:
            return self.drafts[name]
        if name == "state":
            return "" if self.is_start else str(self.position)
        return _text(self.rules, name)


def _text(rules: Rules, name: str) -> str:
    return RULES[name].kind.format(getattr(rules, name))


def read_link(link: Query) -> CandyState:
    """Return what a link sets up. Parts of a custom board that are not possible, and rules that contradict it, become drafts.

    >>> state = read_link({"game": ["box_2014"], "players": ["4"]})
    >>> state.rules.singles, state.rules == BOARDS["box_2014"], write_link(state)
    ((3, 3, 4, 4, 4, 4), True, {'game': ['box_2014'], 'players': ['4']})
    """
    game = last_value(link, "game", next(iter(BOARDS)))
    numbers = {name: from_text(last_value(link, name, usual), usual) for name, usual in _NUMBERS.items()}
    texts = {name: link[name][-1] for name in RULES if link.get(name)}
    parts = {name: texts.pop(name) for name in MAX_TEXTS if name in texts}
    others = {name: RULES[name].kind.format(RULES[name].kind.parse(name, text)) for name, text in texts.items()}
    position = State.start(from_text(last_value(link, "players", 1), 1))
    state = _with_texts(_with_texts(CandyState(game, BOARDS[game], position, **numbers), others), parts)
    return _with_position_text(state, last_value(link, "state", ""))


def write_link(state: CandyState) -> Query:
    """Return the settings of a link to a state, without those at the board's defaults."""
    values = {"game": state.game, "state": state.text("state")}
    values |= {name: as_text(getattr(state, name)) for name in _NUMBERS}
    usual = {"game": next(iter(BOARDS)), "state": ""} | {name: as_text(number) for name, number in _NUMBERS.items()}
    if state.is_start:
        values["players"], usual["players"] = str(state.players), "1"
    printed = BOARDS[state.game]
    texts = changed_rules(state.rules, printed) | dict(state.drafts)
    rules = {name: [texts[name]] for name in RULES if name in texts and texts[name] != _text(printed, name)}
    return {name: [text] for name, text in values.items() if text != usual[name]} | rules


def apply(state: CandyState, event: Mapping[str, Any]) -> tuple[CandyState, str]:
    """Return the state after an event, and a notice of what other rules don't allow of the game in progress.

    Raises ValueError if the event is not possible.

    >>> apply(read_link({}), {"kind": "set", "name": "game", "value": "box_2014"})[0].rules.licorice_rule
    'lose_turn'
    >>> apply(read_link({}), {"kind": "set", "name": "singles", "color": "P", "value": 5})[0].rules.singles
    (8, 5, 8, 8, 8, 8)
    """
    changed = _apply(state, event)
    return (changed, "") if changed.rules == state.rules else _fit(changed)


def _apply(state: CandyState, event: Mapping[str, Any]) -> CandyState:
    match event:
        case {"kind": "set", "name": ("singles" | "doubles") as name, "color": str(color), "value": count}:
            counts = dict(zip(COLORS, getattr(state.rules, name), strict=True)) | {color: count}
            return _with_rule(state, name, tuple(counts.values()))
        case {"kind": "set", "name": str(name), "value": value}:
            return _with_setting(state, name, value)
        case {"kind": "card", "cards": [*cards]} if all(isinstance(card, str) for card in cards):
            position, moves = after(state.position, cards, state.rules)
            return replace(_with_position(state, position), last_moves=tuple(moves))
    position = _position_after(state, event)
    return state if position is state.position else _with_position(state, position)


def _with_setting(state: CandyState, name: str, value: Any) -> CandyState:
    match name, value:
        case "game", str(game) if game in BOARDS:
            return replace(state, game=game, rules=BOARDS[game], drafts={})
        case "shortcuts", bool(are_on):
            return _with_texts(state, {"shortcuts": _text(BOARDS[state.game], "shortcuts") if are_on else ""})
        case "state", str(text):
            return _with_position_text(state, " ".join(text[:MAX_STATE].split()))
        case "players", players:
            return _with_position(state, _with_players(state.position, players))
        case _, str(text) if name in MAX_TEXTS:
            if not LINK[name](text):
                raise ValueError(f"{name} must have at most {MAX_TEXTS[name]} characters, got {len(text)}")
            return _with_texts(state, {name: text})
    if name in RULES:
        return _with_rule(state, name, value_of_widget(Rules, name, value))
    return with_setting(state, name, value, LINK) if name in _NUMBERS else state


def _position_after(state: CandyState, event: Mapping[str, Any]) -> State:
    """Return the position after an event that changes it by hand."""
    position = state.position
    match event:
        case {"kind": "new game"}:
            return State.start(state.players)
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
        case {"kind": "remove"}:
            return _without_player(state.to_draw, state.to_draw.next)
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


# A draw has one card, or two to choose from.
_ACTS: Acts = {"card": {"cards": lambda text: text.split("_")}}
DEFINITION = StateDefinition(
    "candy_land", LINK, read_link, write_link, apply, acts=_ACTS, plain=lambda state: replace(state, drafts={})
)


def _with_rule(state: CandyState, name: str, value: Any) -> CandyState:
    """Return the state with another value of a rule, which can make its drafts possible."""
    drafts = {other: text for other, text in state.drafts.items() if other != name}
    return _with_texts(replace(state, rules=with_rule(state.rules, name, value), drafts=drafts), {})


def _with_texts(state: CandyState, texts: Mapping[str, str]) -> CandyState:
    """Return the state with other texts of its rules. As long as they are not possible together, all of them are drafts."""
    drafts = {**state.drafts, **texts}
    waiting = {"state": drafts.pop("state")} if "state" in drafts else {}
    try:
        return replace(state, rules=with_rules(state.rules, drafts), drafts=waiting)
    except ValueError:
        return replace(state, drafts=drafts | waiting)


def _with_position_text(state: CandyState, text: str) -> CandyState:
    try:
        return _with_position(state, state._parse(text))
    except ValueError:
        return replace(state, drafts={**state.drafts, "state": text})


def _with_position(state: CandyState, position: State) -> CandyState:
    """Return the state with another position. Raises ValueError if the rules don't allow it."""
    position.check(state.rules)
    drafts = {name: text for name, text in state.drafts.items() if name != "state"}
    return replace(state, position=position, drafts=drafts, last_moves=())


def _fit(state: CandyState) -> tuple[CandyState, str]:
    """Return the state with as much of its position as other rules allow, and a notice of what they don't allow."""
    position, text = state.position, state.drafts.get("state", "")
    cases = [
        (position, ""),
        (
            State(position.spaces, position.next),
            "The pieces stay. The drawn cards and missed turns don't fit these rules",
        ),
        (State.start(state.players), "A new game starts, because the pieces don't fit these rules"),
    ]
    kept, notice = next(case for case in cases if not case[0].problems(state.rules))
    state = _with_position(state, kept)
    return (_with_position_text(state, text) if text else state), notice

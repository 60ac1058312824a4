"""What a visitor sets up on the Candy Land page, its link, and the events that change it."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from boardodds.candy_land import Rules, parse_spaces
from boardodds.candy_land.game import MAX_WITHIN
from boardodds.candy_land.published_figures import POST_GAMES
from boardodds.candy_land.rules import COLORS, MAX_PLAYERS, PRINTED, PRINTED_LABELS
from boardodds.dashboard.ui.settings import (
    MAX_SEED,
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

RULES = rules_of(Rules)
CUSTOM = "custom"
BOARDS = PRINTED | {
    CUSTOM: Rules(
        spaces=parse_spaces("RPYBOG[Plumpy]RPYBOGRPYBOG[Jolly]RPYBOGRPYBOG"), shortcuts=((3, 17),), licorice=(21, 29)
    )
}
BOARD_LABELS = PRINTED_LABELS | {CUSTOM: CUSTOM}
# The page starts with as many games as are played in about 20 milliseconds, so that the answer is there at once.
START_GAMES = 20_000
GAMES = (POST_GAMES, START_GAMES, 50_000, 200_000, 1_000_000, 5_000_000)
# The maximum for each rule set of a comparison, which can have many of them.
_MAX_COMPARED_GAMES = 200_000
# The longest text of each part of a custom board.
MAX_TEXTS = {"spaces": 2_000, "shortcuts": 200, "licorice": 200}
_NUMBERS = {"players": 1, "within": 40, "games": START_GAMES, "seed": 1}
LINK: Allowed = {
    "board": one_of(BOARDS),
    **allowed_rules(Rules),
    **{name: at_most(length) for name, length in MAX_TEXTS.items()},
    "players": whole_number(1, MAX_PLAYERS),
    "within": whole_number(1, MAX_WITHIN),
    "games": one_of(GAMES),
    "seed": whole_number(0, MAX_SEED),
}


@dataclass(frozen=True)
class CandyState:
    """The board, its rules, the number of players, and how much is simulated.

    board: the printed game that the rules started from, or a custom board: a key of ``BOARDS``.
    rules: the last rules that are possible.
    drafts: by rule, texts that are not possible together with the other rules yet, as the visitor typed them.
    within: the number of turns that the visitor has time for.
    games: the number of simulated games.
    """

    board: str
    rules: Rules
    drafts: Mapping[str, str] = field(default_factory=dict)
    players: int = _NUMBERS["players"]
    within: int = _NUMBERS["within"]
    games: int = _NUMBERS["games"]
    seed: int = _NUMBERS["seed"]

    @property
    def compared_games(self) -> int:
        """The number of games for each rule set of a comparison."""
        return min(self.games, _MAX_COMPARED_GAMES)

    @cached_property
    def mistakes(self) -> list[str]:
        """A sentence on what is wrong with the drafts and what the page shows in their place; empty without drafts."""
        try:
            with_rules(self.rules, self.drafts)
        except ValueError as error:
            is_custom, is_changed = self.board == CUSTOM, self.rules != BOARDS[self.board]
            shown = "the last valid board" if is_changed else "an example" if is_custom else "the printed board"
            return [f"{error}. The page shows {shown}"]
        return []

    @property
    def house_rules(self) -> list[str]:
        """Each rule in words that differs from the board's, without the parts of a custom board."""
        changed = changed_rules(self.rules, BOARDS[self.board])
        return [rule_in_words(self.rules, name) for name in changed if self.board != CUSTOM or name not in MAX_TEXTS]

    def text(self, name: str) -> str:
        """Return the text of a rule as the visitor or the link wrote it."""
        return self.drafts[name] if name in self.drafts else _text(self.rules, name)


def _text(rules: Rules, name: str) -> str:
    return RULES[name].kind.format(getattr(rules, name))


def read_link(link: Query) -> CandyState:
    """Return what a link sets up. Parts of a custom board that are not possible, and rules that contradict it, become drafts.

    >>> state = read_link({"board": ["box_2014"], "players": ["4"]})
    >>> state.rules.singles, state.rules == BOARDS["box_2014"], write_link(state)
    ((3, 3, 4, 4, 4, 4), True, {'board': ['box_2014'], 'players': ['4']})
    """
    board = last_value(link, "board", next(iter(BOARDS)))
    numbers = {name: from_text(last_value(link, name, usual), usual) for name, usual in _NUMBERS.items()}
    texts = {name: link[name][-1] for name in RULES if link.get(name)}
    parts = {name: texts.pop(name) for name in MAX_TEXTS if name in texts}
    others = {name: RULES[name].kind.format(RULES[name].kind.parse(name, text)) for name, text in texts.items()}
    state = CandyState(board, BOARDS[board], **numbers)
    return _with_texts(_with_texts(state, others), parts)


def write_link(state: CandyState) -> Query:
    """Return the settings of a link to a state, without those at the board's defaults."""
    values = {"board": state.board} | {name: as_text(getattr(state, name)) for name in _NUMBERS}
    usual = {"board": next(iter(BOARDS))} | {name: as_text(number) for name, number in _NUMBERS.items()}
    printed = BOARDS[state.board]
    texts = changed_rules(state.rules, printed) | dict(state.drafts)
    rules = {name: [texts[name]] for name in RULES if name in texts and texts[name] != _text(printed, name)}
    return {name: [text] for name, text in values.items() if text != usual[name]} | rules


def apply(state: CandyState, event: Mapping[str, Any]) -> tuple[CandyState, str]:
    """Return the state after an event and a notice, which is empty; raise ValueError if the event is not possible.

    >>> apply(read_link({}), {"kind": "set", "name": "board", "value": "box_2014"})[0].rules.licorice_rule
    'lose_turn'
    >>> apply(read_link({}), {"kind": "set", "name": "singles", "color": "P", "value": 5})[0].rules.singles
    (8, 5, 8, 8, 8, 8)
    """
    return _apply(state, event), ""


def _apply(state: CandyState, event: Mapping[str, Any]) -> CandyState:
    match event:
        case {"kind": "set", "name": "board", "value": str(board)} if board in BOARDS:
            return replace(state, board=board, rules=BOARDS[board], drafts={})
        case {"kind": "set", "name": "shortcuts", "value": bool(are_on)}:
            return _with_texts(state, {"shortcuts": _text(BOARDS[state.board], "shortcuts") if are_on else ""})
        case {"kind": "set", "name": ("singles" | "doubles") as name, "color": str(color), "value": count}:
            counts = dict(zip(COLORS, getattr(state.rules, name), strict=True)) | {color: count}
            return _with_rule(state, name, tuple(counts.values()))
        case {"kind": "set", "name": str(name), "value": str(text)} if name in MAX_TEXTS:
            if not LINK[name](text):
                raise ValueError(f"{name} must have at most {MAX_TEXTS[name]} characters, got {len(text)}")
            return _with_texts(state, {name: text})
        case {"kind": "set", "name": str(name), "value": value} if name in RULES:
            return _with_rule(state, name, value_of_widget(Rules, name, value))
        case {"kind": "set", "name": str(name), "value": value} if name in _NUMBERS:
            return with_setting(state, name, value, LINK)
    return state


DEFINITION = StateDefinition("candy_land", LINK, read_link, write_link, apply)


def _with_rule(state: CandyState, name: str, value: Any) -> CandyState:
    """Return the state with another value of a rule, which can make its drafts possible."""
    drafts = {other: text for other, text in state.drafts.items() if other != name}
    return _with_texts(replace(state, rules=with_rule(state.rules, name, value), drafts=drafts), {})


def _with_texts(state: CandyState, texts: Mapping[str, str]) -> CandyState:
    """Return the state with other texts of its rules. As long as they are not possible together, all of them are drafts."""
    drafts = {**state.drafts, **texts}
    try:
        return replace(state, rules=with_rules(state.rules, drafts), drafts={})
    except ValueError:
        return replace(state, drafts=drafts)

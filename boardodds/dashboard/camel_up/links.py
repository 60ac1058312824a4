"""The link to a state of Camel Up's pages of the leg and of the race, and which of its pieces fit together."""

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from boardodds.camel_up import Rules
from boardodds.camel_up.bets import MAX_PILE_CARDS
from boardodds.camel_up.rules import GREY_DIE
from boardodds.dashboard.camel_up.state import (
    EDITIONS,
    MAX_COINS,
    MAX_PLAYERS,
    PIECES,
    PILES,
    RULE_NAMES,
    TRACKS,
    UNKNOWN,
    CamelState,
    Piece,
)
from boardodds.dashboard.ui import settings
from boardodds.dashboard.ui.settings import Allowed, Query, Several, allowed_rules, rules_of_link
from boardodds.probability.declared_rules import changed_rules, rules_of

_FIRST = next(iter(EDITIONS))


def _pieces(pattern: str) -> Several:
    """Return the check of a setting of pieces; the pattern is that of the part after the player."""
    return Several(lambda text: re.fullmatch(rf"[0-{MAX_PLAYERS - 1}{UNKNOWN}]{pattern}", text) is not None)


LINK: Allowed = {
    "edition": settings.one_of(EDITIONS),
    **allowed_rules(Rules, RULE_NAMES),
    "track": settings.whole_number(*TRACKS),
    "position": settings.any_text,
    "tickets": _pieces("[A-Z0-9][1-9][0-9]{0,2}"),
    "owners": _pieces("[1-9][0-9]?"),
    **dict.fromkeys(PILES, _pieces("[A-Z0-9]?")),
    "coins": Several(settings.whole_number(0, MAX_COINS)),
    "rolled": _pieces("[A-Za-z0-9][1-9][0-9]?"),
    "stops": _pieces(""),
    "partners": _pieces(f"[1-{MAX_PLAYERS - 1}]"),
    "finish": lambda text: re.fullmatch(r"[A-Z0-9]{2,8}", text) is not None,
    **allowed_rules(CamelState),
}
_DEFAULTS = CamelState(_FIRST, EDITIONS[_FIRST].rules, EDITIONS[_FIRST].start)
_USUAL = {
    name: getattr(_DEFAULTS, name)
    for name in LINK
    if hasattr(_DEFAULTS, name) and name not in ("position", *rules_of(CamelState))
}
# By setting, why a value of it can be unusable. The other settings fit any link.
_REASONS = {
    "tickets": "which is not in the stacks of this edition, or not of a player",
    "owners": "but there is no tile on that square, or its player has another one",
    **dict.fromkeys(PILES, "which this edition does not have, or its player no longer has"),
    "coins": "but there are fewer players",
    "rolled": "but that die is in the pyramid, or not in this edition",
    "stops": "but there are fewer players",
    "partners": "who can't be partners",
    "edition": "which does not have these camels",
    "finish": "which does not fit the camels on the board",
    "turn": "but there are fewer players",
}


def read_link(link: Query) -> CamelState:
    """Return what a link sets up, without the pieces that don't fit.

    >>> state = read_link({"position": ["1:BWOG 2:Y tiles=5o"], "tickets": ["0G5", "1G3", "1G3"], "owners": ["05"]})
    >>> state.held, state.own_square, write_link(state)["position"]
    ((Ticket(camel='G', coins=5),), 5, ['1:BWOG 2:Y dice=BWOGY tiles=5o'])
    """
    return _read_link(link)[0]


def link_mistakes(link: Query) -> list[str]:
    """Return a sentence for each setting of a link that does not fit the rest of the link."""
    wrong = _read_link(link)[1]
    return [
        f"The link sets {name}={', '.join(map(str, wrong[name]))}, {reason}. It was ignored"
        for name, reason in _REASONS.items()
        if name in wrong
    ]


def _read_link(link: Query) -> tuple[CamelState, dict[str, list[Any]]]:
    """Return what a link sets up, and by setting the values that do not fit the rest of the link."""
    name = settings.last_value(link, "edition", _FIRST)
    edition = EDITIONS[name]
    is_printed = link.keys().isdisjoint(RULE_NAMES)
    rules = edition.rules if is_printed else edition.with_house_rules(rules_of_link(edition.rules, link))
    start = CamelState(name, rules, edition.start)
    table: dict[str, Any] = {name: tuple(Piece.parse(name, text) for text in link.get(name, ())) for name in PIECES}
    table |= {"coins": tuple(map(int, link.get("coins", ()))), "finish": settings.last_value(link, "finish", "")}
    state = rules_of_link(start, link).with_text(settings.last_value(link, "position", start.text))
    state, wrong = fitting(replace(state, **table))
    return state, wrong | ({"edition": [name]} if link.get("edition") and name != state.edition else {})


def fitting(state: CamelState) -> tuple[CamelState, dict[str, list[Any]]]:
    """Return the state with the pieces that fit the edition, the board, the players and each other, and the others by field."""
    kept: dict[str, Any] = dict.fromkeys(PIECES, ())
    wrong: dict[str, list[Any]] = {name: [] for name in PIECES}
    for name, piece in [(field, piece) for field in PIECES for piece in getattr(state, field)]:
        is_known = (piece.player or 0) < state.players and len(kept[name]) < MAX_PILE_CARDS
        if is_known and _fits(state, name, piece, kept):
            kept[name] += (piece,)
        else:
            wrong[name].append(piece)
    kept["coins"], wrong["coins"] = state.coins[: state.players], [*state.coins[state.players :]]
    finish = set(state.finish)
    is_order = set(state.position.racing) <= finish <= set(state.rules.camels) and len(finish) == len(state.finish)
    if finish and not is_order:
        kept["finish"], wrong["finish"] = "", [state.finish]
    if state.turn >= state.players:
        kept["turn"], wrong["turn"] = 0, [state.turn]
    return replace(state, **kept), {name: values for name, values in wrong.items() if values}


def _fits(state: CamelState, name: str, piece: Piece, kept: Mapping[str, tuple[Piece, ...]]) -> bool:
    """Return whether a piece of a field fits the state and the pieces that are kept before it."""
    camels = state.rules.camels
    match name:
        case "tickets":
            same = [each.ticket for each in kept[name]].count(piece.ticket)
            return piece.camel in camels and same < state.rules.leg_tickets.count(piece.number)
        case "owners":
            return piece.number in state.tiles and not any(
                other.number == piece.number or other.player == piece.player is not None for other in kept[name]
            )
        case "rolled":
            die = GREY_DIE if piece.camel.islower() else piece.camel
            is_out = die in state.rules.dice and die not in state.position.dice
            sides = state.rules.die_rolls(die) if is_out else ()
            return (piece.camel, piece.number) in sides and not any((it.camel, it.number) in sides for it in kept[name])
        case "stops":
            return True
        case "partners":
            others = replace(state, partners=kept[name])
            return (
                piece.player is not None
                and piece.player < piece.number
                and any(piece.number == other.player for other in others.available(piece.player))
            )
    is_new = piece.player is None or not any(piece in kept[pile] for pile in PILES)
    return not piece.camel or (piece.camel in camels and is_new)


def write_link(state: CamelState) -> Query:
    """Return the settings of a link to a state, without those at their defaults."""
    if state.draft is not None:
        # The text of the link has no board that these could fit.
        state = replace(state, owners=(), rolled=(), finish="")
    edition = EDITIONS[state.edition]
    values = {name: getattr(state, name) for name in _USUAL} | {"position": state.text}
    declared = changed_rules(state.rules, edition.rules) | changed_rules(state, _DEFAULTS)
    rules = {name: [text] for name, text in declared.items()}
    link = settings.changed_settings(values, _USUAL | {"position": str(edition.start)}) | rules
    return {name: link[name] for name in LINK if name in link}

"""The link to a table of Camel Up: its settings, their checks, and what is wrong with those that do not fit each other."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from boardodds.camel_up.race_bets import MAX_PILE_CARDS
from boardodds.dashboard.camel_up.camel_table import NO_TILE, CamelTable, with_text
from boardodds.dashboard.camel_up.editions import EDITIONS
from boardodds.dashboard.camel_up.purse import is_bet, number_of
from boardodds.dashboard.camel_up.ticket_names import ticket_names
from boardodds.dashboard.ui.settings import (
    Allowed,
    Query,
    any_text,
    changed_settings,
    from_text,
    last_value,
    one_of,
    switch,
    whole_number,
)

TRACKS = (8, 30)
HIGHEST_FACES = (2, 3, 4)
RULE_NAMES = ("stacking", "track", "highest", "priority")
# The settings that are whole numbers and fit any others.
_COUNTS = ("winner_laid", "last_laid", "winner_before", "last_before", "coins", "rolls", "stops")
_LISTS = ("held", "gone", "laid", "bets")
_MAX_COUNT = 999


def _is_tile(text: str) -> bool:
    return text == NO_TILE or re.fullmatch(r"[0-9]{1,3}", text) is not None


def _is_total(text: str) -> bool:
    return re.fullmatch(r"-?(0|[1-9][0-9]{0,3})", text) is not None


def _is_order(text: str) -> bool:
    return re.fullmatch(r"[A-Z0-9]{2,8}", text) is not None


_TICKETS = one_of(name for edition in EDITIONS.values() for name in ticket_names(edition.rules))
_CARDS = whole_number(0, MAX_PILE_CARDS)
LINK: Allowed = {
    "edition": one_of(EDITIONS),
    "stacking": switch,
    "priority": switch,
    "track": whole_number(*TRACKS),
    "highest": one_of(HIGHEST_FACES),
    "position": any_text,
    "held": _TICKETS,
    "gone": _TICKETS,
    "own": _is_tile,
    "winner_laid": _CARDS,
    "last_laid": _CARDS,
    "bets": is_bet,
    "laid": one_of(camel for edition in EDITIONS.values() for camel in edition.rules.camels),
    "winner_before": _CARDS,
    "last_before": _CARDS,
    "coins": _is_total,
    "rolls": whole_number(0, _MAX_COUNT),
    "stops": whole_number(0, _MAX_COUNT),
    "finish": _is_order,
}


def read_link(query: Query) -> CamelTable:
    """Return the table of a link. Tickets that the edition does not have, and a tile that is not on the board, are left out.

    >>> table = read_link({"position": ["1:BWOG 2:Y tiles=5o"], "held": ["G5", "G3"], "own": ["5"]})
    >>> table.held, table.own, write_link(table)["position"]
    (('G5', 'G3'), '5', ['1:BWOG 2:Y dice=BWOGY tiles=5o'])
    """
    edition = last_value(query, "edition", next(iter(EDITIONS)))
    usual = usual_table(edition)
    rules = {name: getattr(usual, name) for name in (*RULE_NAMES, *_COUNTS)}
    rules = {name: from_text(last_value(query, name, value), value) for name, value in rules.items()}
    table = with_text(replace(usual, **rules), last_value(query, "position", usual.text))
    wrong = _unusable_settings(query, table)
    held, gone, laid, bets = (without(query.get(name, ()), wrong.get(name, ())) for name in _LISTS)
    own, finish = last_value(query, "own", NO_TILE), last_value(query, "finish", "")
    table = replace(table, held=held, gone=gone, laid=laid, bets=bets)
    return replace(table, own=NO_TILE if "own" in wrong else own, finish="" if "finish" in wrong else finish)


def write_link(table: CamelTable) -> Query:
    """Return the settings of a link to a table, without those at their defaults."""
    usual = usual_table(table.edition)
    if table.draft is not None:
        # The text of the link has no board that these two could fit.
        table = replace(table, own=NO_TILE, finish="")
    return changed_settings(
        _settings(table), _settings(usual) | {"edition": next(iter(EDITIONS)), "position": usual.text}
    )


def _settings(table: CamelTable) -> dict[str, object]:
    """Return all settings of a link to a table."""
    return {name: table.text if name == "position" else getattr(table, name) for name in LINK}


def link_mistakes(query: Query) -> list[str]:
    """Return a sentence for each setting of a link that does not fit the rest of the link."""
    reasons = {
        "held": "which this edition does not have",
        "gone": "which you already have or this edition does not have",
        "bets": "which does not fit the edition or the piles of cards",
        "laid": "which this edition does not have or which is among the bets",
        "own": "but there is no tile on that square",
        "edition": "which does not have these camels",
        "finish": "which does not fit the camels on the board",
    }
    wrong = _unusable_settings(query, read_link(query))
    return [
        f"The link sets {name}={', '.join(wrong[name])}, {reason}. It was ignored"
        for name, reason in reasons.items()
        if wrong.get(name)
    ]


def _unusable_settings(query: Query, table: CamelTable) -> dict[str, list[str]]:
    """Return the values of a link that do not fit the rest of the link, by the name of the setting."""
    names, camels = ticket_names(table.rules), table.rules.camels
    held, bets = query.get("held", ()), query.get("bets", ())
    usable_bets = fitting_bets(bets, table)
    played = {bet[0] for bet in usable_bets}
    wrong = {
        "held": [name for name in held if name not in names],
        "gone": [name for name in query.get("gone", ()) if name not in names or name in held],
        "bets": [bet for bet in bets if bet not in usable_bets],
        "laid": [camel for camel in query.get("laid", ()) if camel not in camels or camel in played],
        "own": [square for square in query.get("own", ())[-1:] if square not in (NO_TILE, *table.tiles)],
        "edition": [edition for edition in query.get("edition", ())[-1:] if edition != table.edition],
        "finish": [order for order in query.get("finish", ())[-1:] if not _is_order_of(order, table)],
    }
    return {name: values for name, values in wrong.items() if values}


def _is_order_of(order: str, table: CamelTable) -> bool:
    """Return whether an order has every racing camel on the board, and only camels of the edition, once each."""
    return len(set(order)) == len(order) and set(table.position.racing) <= set(order) <= set(table.rules.camels)


def fitting_bets(bets: Iterable[str], table: CamelTable) -> tuple[str, ...]:
    """Return those race bets that fit the edition and the piles: one for each camel, and one for each card of a pile."""
    sizes: Mapping[str, int] = {"w": table.winner_laid, "l": table.last_laid}
    fitting: dict[str, str] = {}
    for bet in bets:
        camel, card = bet[0], bet[1:]
        is_free = camel not in fitting and all(other[1:] != card for other in fitting.values())
        if camel in table.rules.camels and number_of(bet) <= sizes[bet[1]] and is_free:
            fitting[camel] = bet
    return tuple(fitting.values())


def without(names: Iterable[str], wrong: Sequence[str]) -> tuple[str, ...]:
    """Return names once each, without some of them."""
    return tuple(name for name in dict.fromkeys(names) if name not in wrong)


def usual_table(edition: str) -> CamelTable:
    """Return the table of a link that names only the edition."""
    rules, start = EDITIONS[edition].rules, EDITIONS[edition].start
    return CamelTable(edition, start, track=rules.track, highest=max(rules.faces))

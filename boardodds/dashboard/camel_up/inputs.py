"""The table of Camel Up that its pages share: edition and house rules, the board, its notation, dice and presets.

The position's notation is the one state: the board, the dice and the presets all rewrite that text, and the address carries it.
"""

from dataclasses import dataclass, replace
from pathlib import Path

import streamlit as st

from boardodds.camel_up import (
    FIRST_EDITION,
    SECOND_EDITION,
    Position,
    Rules,
    camel_name,
    check,
    rolls_left,
)
from boardodds.camel_up.position import MAX_TEXT
from boardodds.camel_up.rules import GREY_DIE
from boardodds.charts.camel_up import FILL, ink
from boardodds.dashboard.camel_up import edits
from boardodds.dashboard.camel_up.editions import EDITIONS, PRESETS
from boardodds.dashboard.camel_up.solvers import Holdings
from boardodds.dashboard.camel_up.tickets import choose_holdings
from boardodds.dashboard.ui.board_component import board_component
from boardodds.dashboard.ui.page_parts import choose, problem
from boardodds.dashboard.ui.page_text import as_sentence
from boardodds.dashboard.ui.settings import Allowed, any_text, one_of, switch, whole_number

camel_board = board_component(
    Path(__file__).parent,
    "camel_layout",
    "camel_pieces",
    "camel_drawing",
    "camel_selection",
    "camel_controls",
    "camel_board",
)
TRACKS = (8, 30)
HIGHEST_FACES = (2, 3, 4)
LINK: Allowed = {
    "edition": one_of(EDITIONS),
    "stacking": switch,
    "priority": switch,
    "track": whole_number(*TRACKS),
    "highest": one_of(HIGHEST_FACES),
    "position": any_text,
}


@dataclass(frozen=True, slots=True)
class CamelSetup:
    """What lies on the table, and what the person has. problem: why no leg can be run from it, if so."""

    position: Position
    rules: Rules
    holdings: Holdings
    problem: str | None


def choose_rules() -> Rules:
    """Show the widgets for the edition and the house rules, which the URL stores, and return the rules."""
    left, right = st.columns([3, 1], vertical_alignment="bottom")
    with left:
        edition = choose("Edition", list(EDITIONS), key="edition", on_change=edits.change_edition)
    st.session_state.camel_edition = edition
    rules = EDITIONS[edition].rules
    with right.popover("House rules", icon="🛠️", width="stretch"):
        stacking = st.toggle("Camels carry those above them", value=True, key="stacking", bind="query-params")
        track = st.slider("Squares to the finish", *TRACKS, value=rules.track, key="track", bind="query-params")
        highest = st.select_slider(
            "Highest number on a die", HIGHEST_FACES, value=3, key="highest", bind="query-params"
        )
        priority = True
        if rules.crazy:
            priority = st.toggle(
                "A crazy camel that alone carries riders, or stands on the other, moves first",
                value=True,
                key="priority",
                bind="query-params",
            )
    return replace(rules, stacking=stacking, track=track, faces=tuple(range(1, highest + 1)), crazy_priority=priority)


def edition_rules() -> Rules:
    """Return the printed rules of the chosen edition."""
    return EDITIONS[st.session_state.camel_edition].rules


def board(rules: Rules) -> CamelSetup:
    """Show the board with everything that changes it, and return what lies on it."""
    start = EDITIONS[st.session_state.camel_edition].start
    text = _text_now(start)
    position, mistake = _read(text, rules, start)
    st.session_state.camel_position = position
    st.selectbox(
        "Load a position",
        list(PRESETS),
        index=None,
        key="preset",
        placeholder="the posts' positions, second edition …",
        on_change=edits.load_preset,
    )
    notice = as_sentence(st.session_state.pop("camel_notice", ""))
    # drawn once the tickets are known, which have their names below it
    drawing = st.container()
    st.text_input(
        "Position as text",
        value=str(start),
        max_chars=MAX_TEXT,
        key="position",
        bind="query-params",
        on_change=edits.on_text_changed,
        help="Squares with their camels from the bottom up, the dice in the pyramid, and tiles: `o` oasis, `m` mirage. "
        "For example `1:BWOG 2:Y dice=BWOGY tiles=5o.8m`."
        + (f" `{'` and `'.join(rules.crazy)}`: the crazy camels; `{GREY_DIE}`: their grey die." if rules.crazy else ""),
    )
    if mistake:
        problem(mistake)
    with st.popover("Tickets and tile", icon="🎟️"):
        holdings = choose_holdings(position, rules)
    with drawing:
        camel_board(
            {**board_data(position, rules), **_tickets(holdings), "notice": notice},
            key="camel_board",
            on_edit=lambda: edits.edit_board(rules),
        )
    return CamelSetup(position, rules, holdings, _unplayable(position, rules))


def board_data(position: Position, rules: Rules) -> dict[str, object]:
    """Return the data of the board component: the pieces on the board, and the dice and buttons below it."""
    others = "".join(camel for camel in position.camels if camel not in rules.camels + rules.crazy)
    return {
        "track": rules.track,
        "stacks": [[square, camels] for square, camels in position.stacks],
        "tiles": [[square, kind] for square, kind in position.tiles],
        "camels": [{**_paint(camel), "crazy": camel.islower()} for camel in rules.camels + rules.crazy + others],
        "first_tile_square": rules.first_tile_square,
        "dice": _dice(position, rules),
        "can_roll": _unplayable(position, rules) is None and rolls_left(position, rules) > 0,
        "can_undo": edits.can_undo(),
    }


def _tickets(holdings: Holdings) -> dict[str, object]:
    """Return the next leg ticket of each camel, and the tickets that have been taken."""
    return {
        "tickets": [{**_paint(camel), "next": coins} for camel, coins in holdings.next_tickets],
        **{key: ", ".join(f"{name[0]} {name[1:]}" for name in st.session_state[key]) for key in ("held", "gone")},
    }


def _paint(camel: str) -> dict[str, str]:
    """Return the name and the colours of a camel, or of its die."""
    return {"id": camel, "name": camel_name(camel), "fill": FILL.get(camel, "#888888"), "ink": ink(camel)}


def rules_in_python(rules: Rules) -> str:
    """Return the Python expression for these rules."""
    named = {FIRST_EDITION: "camel_up.FIRST_EDITION", SECOND_EDITION: "camel_up.SECOND_EDITION"}
    return named.get(rules, f"camel_up.{rules!r}")


def _text_now(start: Position) -> str:
    """Return the text of the position: that of its input or, before the input exists, that of the URL."""
    if "position" in st.session_state or "position" not in st.query_params:
        return str(st.session_state.get("position", start))
    linked = st.query_params["position"][:MAX_TEXT]
    text = " ".join(linked.split())
    if text != linked:
        # the input would drop line breaks and run the words together
        st.session_state.position = text
    return text


def _read(text: str, rules: Rules, start: Position) -> tuple[Position, str | None]:
    """Return the position of a text; if it cannot be drawn, another one, and a sentence on the mistake and what is shown."""
    try:
        return edits.drawable(Position.parse(text), rules), None
    except ValueError as error:
        last, shown = st.session_state.get("camel_position"), "the last position that could be read"
        if last is None or not edits.is_drawable(last, rules):
            last, shown = start, "an example"
        return last, f"{error}. The board shows {shown}"


def _unplayable(position: Position, rules: Rules) -> str | None:
    try:
        check(position, rules)
    except ValueError as error:
        return str(error)
    return None


def _dice(position: Position, rules: Rules) -> list[dict[str, object]]:
    """Return the dice of the leg in the order of the edition, which does not depend on the camels' positions."""
    return [
        {**_paint(die), "in": die in position.dice, "faces": list(edits.faces_of(die, rules))}
        for die in sorted(position.all_dice, key=(rules.camels + GREY_DIE).find)
    ]

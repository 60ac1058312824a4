"""The table of Camel Up that its pages share: edition and house rules, the board, its notation, dice and presets.

The position's notation is the one state: the board, the dice and the presets all rewrite that text, and the address carries it.
"""

from dataclasses import dataclass, replace

import streamlit as st

from boardodds.camel_up import (
    FIRST_EDITION,
    SECOND_EDITION,
    Position,
    Rules,
    camel_name,
    check,
    possible_rolls,
    rolls_left,
)
from boardodds.camel_up.position import MAX_TEXT
from boardodds.camel_up.rules import GREY_DIE
from boardodds.charts.camel_up import FILL, ink
from boardodds.dashboard import camel_edits as edits
from boardodds.dashboard.camel_editions import EDITIONS, PRESETS
from boardodds.dashboard.drawings import camel_board
from boardodds.dashboard.link import Allowed, any_text, one_of, whole_number
from boardodds.dashboard.parts import choose, problem

TRACKS = (8, 30)
HIGHEST_FACES = (2, 3, 4)
LINK: Allowed = {
    "edition": one_of(EDITIONS),
    "stacking": one_of(["true", "false"]),
    "priority": one_of(["true", "false"]),
    "track": whole_number(*TRACKS),
    "highest": one_of(HIGHEST_FACES),
    "position": any_text,
}


@dataclass(frozen=True, slots=True)
class Table:
    """What lies on the table. problem: why no leg can be run from it, if so."""

    position: Position
    rules: Rules
    problem: str | None


def choose_rules() -> Rules:
    """The edition and the house rules, with their widgets; both live in the address."""
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
    """The rules of the edition chosen, as printed."""
    return EDITIONS[st.session_state.camel_edition].rules


def board(rules: Rules) -> Table:
    """The board with everything that changes it; returns what lies on it."""
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
    camel_board(board_data(position, rules), key="camel_board", on_edit=lambda: edits.edit_board(rules))
    if refused := st.session_state.pop("camel_refused", None):
        problem(refused)
    _dice(position, rules)
    st.text_input(
        "Position as text",
        value=str(start),
        max_chars=MAX_TEXT,
        key="position",
        bind="query-params",
        on_change=edits.remember_for_undo,
        help="Squares with their camels from the bottom up, the dice in the pyramid, and tiles: `o` oasis, `m` mirage. "
        "For example `1:BWOG 2:Y dice=BWOGY tiles=5o.8m`."
        + (f" `{'` and `'.join(rules.crazy)}`: the crazy camels; `{GREY_DIE}`: their grey die." if rules.crazy else ""),
    )
    if mistake:
        problem(mistake)
    _buttons(position, rules)
    return Table(position, rules, _unplayable(position, rules))


def board_data(position: Position, rules: Rules) -> dict[str, object]:
    """What the board component draws."""
    others = "".join(camel for camel in position.camels if camel not in rules.camels + rules.crazy)
    return {
        "track": rules.track,
        "stacks": [[square, camels] for square, camels in position.stacks],
        "tiles": [[square, kind] for square, kind in position.tiles],
        "camels": [
            {
                "id": camel,
                "name": camel_name(camel),
                "fill": FILL.get(camel, "#888888"),
                "ink": ink(camel),
                "crazy": camel.islower(),
            }
            for camel in rules.camels + rules.crazy + others
        ],
        "first_tile_square": rules.first_tile_square,
    }


def rules_in_python(rules: Rules) -> str:
    """The expression that gives these rules in a notebook."""
    named = {FIRST_EDITION: "camel_up.FIRST_EDITION", SECOND_EDITION: "camel_up.SECOND_EDITION"}
    return named.get(rules, f"camel_up.{rules!r}")


def _text_now(start: Position) -> str:
    """The text of the position; before its input exists, the address speaks for it."""
    if "position" in st.session_state or "position" not in st.query_params:
        return str(st.session_state.get("position", start))
    linked = st.query_params["position"][:MAX_TEXT]
    text = " ".join(linked.split())
    if text != linked:
        # the input would drop line breaks and run the words together
        st.session_state.position = text
    return text


def _read(text: str, rules: Rules, start: Position) -> tuple[Position, str | None]:
    """The position of a text; if it cannot be drawn, another one, and a sentence that says what is wrong and what is shown."""
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


def _dice(position: Position, rules: Rules) -> None:
    """The dice in the pyramid as pills."""
    st.session_state.dice = list(position.dice)
    st.pills(
        "Dice still in the pyramid",
        _in_order(position.all_dice, rules),
        selection_mode="multi",
        format_func=camel_name,
        key="dice",
        wrap=True,
        on_change=edits.change_dice,
    )


def _buttons(position: Position, rules: Rules) -> None:
    with st.container(horizontal=True):
        disabled = _unplayable(position, rules) is not None
        rolls = st.popover("Roll", icon="🎲", key="camel_roll", on_change="rerun", disabled=disabled)
        if rolls.open:
            with rolls:
                _roll(position, rules)
        st.button("Random", icon="🔀", on_click=edits.randomise, args=(rules,))
        st.button(
            "New leg",
            icon="⏭️",
            on_click=edits.start_next_leg,
            help="All dice back into the pyramid; tiles and tickets go home",
        )
        st.button("Clear", icon="🧹", on_click=edits.clear, help="Takes everything off the board")
        st.button("Undo", icon="↩️", on_click=edits.undo, disabled=not st.session_state.get("camel_history"))


def _roll(position: Position, rules: Rules) -> None:
    """A row of numbers for each die in the pyramid; the board plays the one that is chosen."""
    if not rolls_left(position, rules):
        st.markdown("The leg is over.")
        return
    st.markdown("What came up? The board plays it.")
    for die in _in_order(position.all_dice, rules):
        rolls = {str(roll) if die == GREY_DIE else str(roll.number): roll for roll in possible_rolls(die, rules)}
        key = f"roll_{die}"
        st.session_state[key] = None
        # a second click in haste chooses the same again rather than nothing, and finds its row where it was
        st.pills(
            camel_name(die),
            list(rolls),
            key=key,
            required=True,
            disabled=die not in position.dice,
            on_change=edits.play_roll,
            args=(key, rolls, rules),
        )


def _in_order(dice: str, rules: Rules) -> list[str]:
    """Dice in the order of the edition, which stays whatever the camels do."""
    return sorted(dice, key=(rules.camels + GREY_DIE).find)

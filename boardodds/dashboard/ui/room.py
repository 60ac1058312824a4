"""*Ask the class* on the teacher's page: the code to join, how many have answered, the guesses, and the end of the room.

The key of the teacher is in the session, and in the session storage of the browser's tab, so that a reload keeps the room.
"""

from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from html import escape
from pathlib import Path
from statistics import median
from typing import Literal
from urllib.parse import urlsplit

import streamlit as st

from boardodds.dashboard.runtime.render_lock import RENDER_LOCK
from boardodds.dashboard.runtime.rooms import ANSWER, ASKING, GUESSES, MIN_SHOWN, Question, Room, RoomError, rooms
from boardodds.dashboard.ui import share
from boardodds.dashboard.ui.messages import sentence_if_impossible, show_mistakes
from boardodds.dashboard.ui.words import escape_markdown

# In the session: the key of the teacher, "" after the room has ended; and a problem with rooms, until it is said.
_KEY = "key of a room"
_WRONG = "what is wrong with a room"
# In the session: the number of the question whose guesses are too few to show.
_FEW = "question with few guesses"
_POLL_SECONDS = 2

_keep_key = st.components.v2.component(
    "boardodds.room", js=Path(__file__).with_suffix(".js").read_text(encoding="utf-8"), isolate_styles=False
)


def question(text: str, high: int = 100, unit: str = "%", names: tuple[str, ...] = (), about: object = "") -> Question:
    """Return a question about the page that is open, and about something there, such as its board."""
    return Question(text, high, unit, names, f"{urlsplit(st.context.url or '').path} {about}")


def keep() -> None:
    """Draw nothing, and keep the key of a room that another tab opens, for links of this page that are opened later."""
    _exchange_key(keeps=True)


def _exchange_key(keeps: bool = False) -> None:
    _keep_key(key="room_key", data=[st.session_state.get(_KEY), keeps], on_event_change=_take_key)


def show_button(asked: Question) -> None:
    """Show the button that opens a room; for a page on which ``show`` has shown none."""
    _exchange_key()
    st.button("Ask the class", key="ask_class", icon=":material/groups:", on_click=_use, args=(_open, asked))
    show_mistakes([st.session_state.pop(_WRONG, "")])


def _take_key() -> None:
    # An event that comes after the visitor has left the page finds no component.
    component = st.session_state.get("room_key")
    match component and component.event:
        case {"key": str(key)}:
            st.session_state[_KEY] = key


def _open(asked: Question) -> None:
    st.session_state[_KEY] = rooms().open(asked)


def _use(step: Callable[..., None], *arguments: object) -> None:
    """Take a step; if the rooms can't be used, the page says so below its buttons."""
    try:
        step(*arguments)
    except RoomError as error:
        st.session_state[_WRONG] = str(error)


def show(
    asked: Question, reveal: Callable[[], None], *, is_hidden: bool = True, can_skip: bool = True, heading: str = ""
) -> bool:
    """Show the room of this tab, which asks a question from now on, with the buttons of its next step; return whether it has one.

    A question that has answers is kept until the teacher asks the next one.

    reveal: shows the answer on the page, or hides it again; ``is_hidden`` is whether the page hides it.
    can_skip: whether the answer can be revealed here without guesses.
    heading: of the part, unless the page has the question.
    """
    key = st.session_state.get(_KEY)
    _use(_follow, asked if is_hidden else None)
    room = _read()
    if not key or room is None:
        return False
    _exchange_key()
    if heading:
        st.header(escape_markdown(heading), anchor=False)
    with st.container(horizontal=True, vertical_alignment="center", key="room"):
        show_steps = partial(_show_steps, room, asked, reveal, is_hidden=is_hidden, can_skip=can_skip)
        # A second tap on the same place doesn't reveal the answer.
        is_last = is_hidden and room.stage == GUESSES
        if not is_last:
            show_steps()
        if st.button("Show the code", icon=":material/qr_code:"):
            _show_code(room)
        show_end()
        if is_last:
            show_steps()
        _show_count(key)
    show_mistakes([st.session_state.pop(_WRONG, "")])
    return True


def _follow(asked: Question | None) -> None:
    """Let the room go along to the question of the page that is open, if the page hides its answer and no guess would be lost."""
    key = st.session_state.get(_KEY) or ""
    room = rooms().read(key) if key else None
    if room and asked and room.question != asked and (room.stage == ANSWER or not room.answered):
        rooms().ask(key, asked)


def _show_steps(room: Room, asked: Question, reveal: Callable[[], None], *, is_hidden: bool, can_skip: bool) -> None:
    """Show the buttons of what the teacher can do next, the likely one first."""
    key, steps = st.session_state[_KEY], dict[str, Callable[[], None]]()

    def ask() -> None:
        rooms().ask(key, asked)
        if not is_hidden:
            reveal()

    if room.question != asked:
        steps["Ask this"] = ask
    elif is_hidden and room.stage == ASKING:
        steps["Show the guesses"] = partial(_show_guesses, key)
        if can_skip and st.session_state.get(_FEW) == room.number:
            steps["Reveal"] = reveal
    else:
        # After a reload, or with the same question on another page, the answer is hidden though the room has it.
        steps |= {"Reveal": reveal} if is_hidden else {}
        steps |= {"Ask again": ask} if room.stage == ANSWER or not is_hidden else {}
    for name, (label, step) in zip(("reveal_answer", "other_step"), steps.items(), strict=False):
        look: Literal["primary", "secondary"] = "primary" if name == "reveal_answer" else "secondary"
        st.button(label, key=name, type=look, on_click=_use, args=(step,))


def _show_guesses(key: str) -> None:
    room = rooms().read(key)
    if room and room.answered < MIN_SHOWN:
        st.session_state[_FEW] = room.number
        raise RoomError(
            f"Guesses are shown once {MIN_SHOWN} phones have answered, so that nobody knows whose they are; "
            f"{room.answered} had."
        )
    rooms().show(key)


def has_few() -> bool:
    """Return whether the room of this tab can't show its guesses, because they are too few."""
    return bool((room := _read()) and room.stage == ASKING and st.session_state.get(_FEW) == room.number)


def has_shown(asked: Question) -> bool:
    """Return whether the room of this tab has shown the guesses about a question."""
    return bool((room := _read()) and room.question == asked and room.stage != ASKING)


def guesses(asked: Question) -> Sequence[int] | None:
    """Return the guesses about a question that everybody may see; None if this tab has no room that asks it."""
    room = _read()
    return rooms().guesses(st.session_state[_KEY]) if room and room.question == asked else None


def median_guess() -> float:
    """Return the median of the guesses that everybody may see; raises RoomError if there are none."""
    if shown := rooms().guesses(st.session_state[_KEY]):
        return median(shown)
    raise RoomError("This room has no guesses. Ask the question again.")


def tell(asked: Question, answer: float | None) -> None:
    """Tell the phones the answer to the question that the room of this tab asks; None if it is on the teacher's page alone."""
    room = _read()
    if room and room.question == asked and room.stage != ANSWER:
        words = "on the board" if answer is None else f"{asked.words(answer)}{', most often' * bool(asked.names)}"
        with sentence_if_impossible():
            rooms().show(st.session_state[_KEY], words)


def _read() -> Room | None:
    # Without a sentence if it can't be read, which ``show`` says.
    key = st.session_state.get(_KEY)
    with suppress(RoomError):
        return rooms().read(key) if key else None
    return None


def show_end() -> None:
    """Show the button that ends the room of this tab, if it has one; a second tap confirms it."""
    if key := st.session_state.get(_KEY):
        with st.popover("End"):
            st.button("Delete the room with its answers", key="end_room", on_click=_use, args=(_end, key))


def _end(key: str) -> None:
    rooms().end(key)
    st.session_state[_KEY] = ""


@st.fragment(run_every=_POLL_SECONDS)
def _show_count(key: str) -> None:
    with RENDER_LOCK.run(), sentence_if_impossible():
        if room := rooms().read(key):
            st.html(f"<p><b>{room.code}</b> {room.answered} answered</p>")


@st.dialog("Join with your phone", width="large")
def _show_code(room: Room) -> None:
    with RENDER_LOCK.run():
        url = f"{share.site_address()}/ask"
        with st.container(horizontal=True, vertical_alignment="center", key="join"):
            st.image(share.code_svg(f"{url}#{room.room}"))
            with st.container():
                st.html(f"<p>{escape(url.partition('://')[2])}</p>")
                share.warn_if_local(url)
                _show_count(st.session_state[_KEY])

"""The page of a phone in a room of *Ask the class*: the code, then the question and one answer, which can be changed."""

import time
from contextlib import suppress
from pathlib import Path
from typing import Any

import streamlit as st

from boardodds.dashboard.runtime.render_lock import RENDER_LOCK
from boardodds.dashboard.runtime.rooms import ASKING, Room, RoomError, rooms
from boardodds.dashboard.ui.messages import problem, sentence_if_impossible
from boardodds.dashboard.ui.reveal import NO_GUESS, show_guess
from boardodds.dashboard.ui.words import escape_markdown
from boardodds.entry.game import Page

PAGE = Page("ask", "Ask the class", "What do you think?")
# In the session: the room and the phone's key in it, both "" once it has left; the room whose code was typed; and what was wrong.
_PLACE, _TYPED, _WRONG = "place in a room", "room typed", "wrong in a room"
_LEFT = "", ""
_POLL_SECONDS = 2
# The wait after a wrong code.
_WRONG_SECONDS = 1

_join = st.components.v2.component(
    "boardodds.ask", js=Path(__file__).with_suffix(".js").read_text(encoding="utf-8"), isolate_styles=False
)


def show() -> None:
    """Show the question of the room that this phone has joined, or where its code is typed."""
    st.title(PAGE.question, anchor=False)
    place = st.session_state.get(_PLACE)
    room, phone = place or _LEFT
    _join(key="join", data=[st.session_state.get(_TYPED, ""), room, place == _LEFT], on_event_change=_take_place)
    if wrong := st.session_state.pop(_WRONG, ""):
        problem(wrong)
    found, must_follow = None, bool(room)
    # If the room can't be read, its fragment says so, until it can.
    with suppress(RoomError):
        found = rooms().read(room) if room else None
        must_follow = found is not None
    if must_follow:
        _follow(_place(found), room)
    if found:
        _show_question(found, phone)
        st.button("Join another room", type="tertiary", on_click=_leave)
        return
    if room and not must_follow:
        st.markdown("The room has ended.")
    with st.form("room_code", border=False):
        st.text_input("Code of the room", max_chars=20, key="typed_code", placeholder="five letters")
        st.form_submit_button("Join", type="primary", on_click=_find)


def _take_place() -> None:
    # An event that comes after the visitor has left the page finds no component.
    component = st.session_state.get("join")
    match component and component.event:
        case {"room": str(room), "phone": str(phone)}:
            st.session_state[_PLACE] = room, phone


def _leave() -> None:
    st.session_state.update({_PLACE: _LEFT, _TYPED: ""})


def _find() -> None:
    try:
        st.session_state[_TYPED] = rooms().find(st.session_state.get("typed_code", ""))
    except RoomError as error:
        # A callback comes before the run takes its place in the queue, so only this visitor waits.
        time.sleep(_WRONG_SECONDS)
        st.session_state[_WRONG] = str(error)


@st.fragment(run_every=_POLL_SECONDS)
def _follow(seen: tuple[int, int] | None, room: str) -> None:
    """Draw nothing, and the page again as soon as the room has another question or stage."""
    with RENDER_LOCK.run(), sentence_if_impossible():
        if _place(rooms().read(room)) != seen:
            st.rerun()


def _place(room: Room | None) -> tuple[int, int] | None:
    return (room.number, room.stage) if room else None


def _show_question(room: Room, phone: str) -> None:
    question, own = room.question, rooms().own_answer(room.room, phone)
    st.header(escape_markdown(question.text), anchor=False)
    if room.stage == ASKING:
        _show_widget(room, phone, own)
        st.caption(
            "Not answered yet."
            if own is None
            else f"Your answer {question.words(own)} counts. You can change it until the guesses are shown."
        )
        return
    said = "You gave no answer." if own is None else f"You said {question.words(own)}."
    st.markdown(f"**{said}**")
    st.caption(f"The answer is {room.answer}." if room.answer else "Look at the board.")


def _show_widget(room: Room, phone: str, own: int | None) -> None:
    question = room.question
    # Each question has a widget of its own, which a reload sets to what the phone has answered.
    key = f"answer {room.room} {room.number}"
    if key not in st.session_state and own is not None:
        st.session_state[key] = own
    options: dict[str, Any] = {"key": key, "on_change": _send, "args": (room, phone, key)}
    if question.names:
        names = range(len(question.names))
        st.pills("Your answer", names, format_func=question.words, wrap=True, **options)
    else:
        show_guess("Your answer", question.high, question.words, **options)


def _send(room: Room, phone: str, key: str) -> None:
    try:
        value, own = st.session_state.get(key), rooms().own_answer(room.room, phone)
        # An answer can be changed, but not taken back. A widget that has gone can send its last value once more.
        if not isinstance(value, int):
            st.session_state[key] = NO_GUESS if own is None and not room.question.names else own
        elif value != own:
            rooms().answer(room.room, phone, room.number, value)
    except RoomError as error:
        st.session_state[_WRONG] = str(error)

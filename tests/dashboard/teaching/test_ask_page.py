"""The page of a phone in a room, and what a forged event or a file that can't be used does to it and to the teacher's page."""

import resource
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, nullcontext
from pathlib import Path
from typing import Any

import pytest

from boardodds.dashboard.runtime import rooms as module
from boardodds.dashboard.runtime.rooms import MIN_SHOWN, Question, Rooms, rooms
from boardodds.dashboard.teaching import ask
from tests.dashboard.driving import Page, open_page

ASK, ORCHARD = "pages/ask.py", "pages/orchard.py"
END = "Delete the room with its answers"


@pytest.fixture(autouse=True)
def _own_rooms(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BOARDODDS_RESULTS", str(tmp_path))
    monkeypatch.setattr(ask, "_WRONG_SECONDS", 0)
    rooms.cache_clear()


def answers(teacher: str) -> int:
    room = rooms().read(teacher)
    assert room is not None
    return room.answered


def test_a_phone_answers_changes_its_answer_and_sees_the_answer_when_the_teacher_reveals_it() -> None:
    teacher = rooms().open(Question("Who wins?", 2, "", ("blue", "white", "green")))
    room = rooms().read(teacher)
    assert room
    app = open_page(ASK)
    app.send_event(room=room.room, phone="1")
    assert "Who wins" in app.page_text
    app.pills[0].select(2).run()
    app.pills[0].select(1).run()
    # It can't be taken back.
    app.pills[0].set_value(None).run()
    assert app.pills[0].value == 1
    assert (answers(teacher), rooms().own_answer(room.room, "1")) == (1, 1)
    rooms().show(teacher, "blue")
    app.run()
    assert "You said white." in app.page_text
    rooms().ask(teacher, Question("How often?"))
    app.run()
    app.select_slider[0].set_value(40).run()
    assert rooms().own_answer(room.room, "1") == 40


@pytest.mark.parametrize(
    "event",
    [
        {"room": "nowhere", "phone": "1"},
        {"room": 1, "phone": 2},
        {"reveal": True},
        {"room": "x" * 100_000, "phone": "y" * 100_000},
        {"room": "' OR 1 = 1 --", "phone": "1"},
    ],
    ids=["no room", "numbers", "reveal", "long", "query"],
)
def test_a_forged_event_opens_and_changes_no_room(event: dict[str, Any]) -> None:
    teacher = rooms().open(Question("How often?"))
    before = rooms().read(teacher)
    app = open_page(ASK)
    app.send_event(**event)
    assert not app.exception
    assert not app.header
    assert app.text_input
    assert rooms().read(teacher) == before


def test_a_typed_code_opens_the_room_in_the_browser_and_a_wrong_one_is_said() -> None:
    teacher = rooms().open(Question("How often?"))
    room = rooms().read(teacher)
    assert room
    app = open_page(ASK)
    app.text_input[0].set_value("no")
    app.press("Join")
    assert app.warnings == ["No room has this code. Type the five letters that the teacher shows."]
    app.text_input[0].set_value(room.code.lower())
    app.press("Join")
    assert app.warnings == []
    # The browser adds the key of the phone.
    assert app.session_state["room typed"] == room.room


def _break(folder: Path) -> None:
    """Let the file of the rooms be one that nobody can read."""
    for path in folder.glob("rooms.sqlite-*"):
        path.unlink()
    (folder / "rooms.sqlite").write_bytes(b"no database, but long enough" * 100)


@contextmanager
def _full_disk(folder: Path) -> Iterator[None]:
    """Let no file become longer, as on a full disk: what is there can be read."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    with closing(sqlite3.connect(folder / "rooms.sqlite")) as file:
        file.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


@pytest.mark.parametrize("step", ["Show the guesses", "Reveal", END, "another page"])
@pytest.mark.parametrize("page", [ORCHARD, "pages/quiz.py"])
@pytest.mark.parametrize("is_full", [True, False])
def test_a_page_whose_room_fails_says_so_and_goes_on(tmp_path: Path, step: str, page: str, is_full: bool) -> None:
    app = open_page(page, reveal="off") if page == ORCHARD else open_page(page, seed="7")
    app.press("Ask the class")
    _answer(tmp_path)
    if step == "Reveal":
        app.press("Show the guesses")
    with _full_disk(tmp_path) if is_full else nullcontext():
        if not is_full:
            _break(tmp_path)
        if step == "another page":
            app.switch_page("pages/candy_land.py")
            app.query_params["reveal"] = "off"
            app.run()
        else:
            app.press(step)
        assert not app.exception
        assert len(app.warnings) == 1
        assert "can't use their file" in app.warnings[0]
    if is_full:
        # Nothing is lost once there is room again.
        app.run()
        assert app.warnings == []
        assert END in [button.label for button in app.button]


@pytest.mark.parametrize("is_full", [True, False])
def test_a_phone_whose_room_fails_says_so_and_goes_on_when_it_is_back(tmp_path: Path, is_full: bool) -> None:
    teacher = rooms().open(Question("How often?"))
    room = rooms().read(teacher)
    assert room
    app = open_page(ASK)
    app.send_event(room=room.room, phone="1")
    content = (tmp_path / "rooms.sqlite").read_bytes()
    with _full_disk(tmp_path) if is_full else nullcontext():
        if not is_full:
            _break(tmp_path)
        app.select_slider[0].set_value(40).run()
        assert not app.exception
        assert "can't use their file" in app.warnings[0]
    if not is_full:
        (tmp_path / "rooms.sqlite").write_bytes(content)
    app.run()
    app.select_slider[0].set_value(41).run()
    assert app.warnings == []
    assert answers(teacher) == 1


def test_a_page_without_an_answer_has_none_for_the_class(tmp_path: Path) -> None:
    app = open_page(ORCHARD, reveal="off", fruit="20.20.20.20.20.20.20.20")
    app.press("Ask the class")
    for step in ("Show the guesses", "Reveal"):
        app.press(step)
    assert not app.exception
    assert app.warnings
    assert _rooms(tmp_path) == [""]


def _rooms(folder: Path) -> list[str]:
    with closing(sqlite3.connect(folder / "rooms.sqlite")) as file:
        return [answer for (answer,) in file.execute("SELECT answer FROM room")]


def _answer(folder: Path, phones: int = MIN_SHOWN) -> None:
    with closing(sqlite3.connect(folder / "rooms.sqlite")) as file:
        ((room, number),) = file.execute("SELECT room, number FROM room").fetchall()
    for phone in range(phones):
        rooms().answer(room, str(phone), number, 10)


def _steps(app: Page) -> list[str]:
    return [button.label for button in app.button if button.key in ("reveal_answer", "other_step")]


def test_the_phones_get_the_answer_of_the_page(tmp_path: Path) -> None:
    app = open_page(ORCHARD, reveal="off")
    app.press("Ask the class")
    _answer(tmp_path)
    for step in ("Show the guesses", "Reveal"):
        app.press(step)
    assert _rooms(tmp_path) == ["78.2%"]
    assert app.header[0].value.startswith("We win 78.2%")


def test_few_guesses_are_not_shown_and_keep_no_phone_from_its_answer(tmp_path: Path) -> None:
    app = open_page(ORCHARD, reveal="off")
    app.press("Ask the class")
    _answer(tmp_path, MIN_SHOWN - 1)
    app.press("Show the guesses")
    assert len(app.warnings) == 1
    assert _steps(app) == ["Show the guesses", "Reveal"]
    _answer(tmp_path)
    app.press("Show the guesses")
    assert _steps(app) == ["Reveal"]


def test_with_few_guesses_a_quiz_takes_the_slider(tmp_path: Path) -> None:
    app = open_page("pages/quiz.py", seed="7", count="5")
    app.press("Ask the class")
    _answer(tmp_path, 1)
    app.press("Show the guesses")
    app.select_slider[0].set_value(70).run()
    app.press("Lock")
    assert "Your guess: 70%" in app.page_text
    assert _rooms(tmp_path) != [""]


def test_a_question_with_answers_is_kept_on_another_page_until_the_teacher_asks(tmp_path: Path) -> None:
    app = open_page(ORCHARD, reveal="off")
    app.press("Ask the class")
    _answer(tmp_path, 1)
    app.switch_page("pages/camel_up_leg.py")
    app.query_params["reveal"] = "off"
    app.run()
    assert _steps(app) == ["Ask this"]
    app.press("Ask this")
    assert _steps(app) == ["Show the guesses"]


def test_guesses_about_one_board_are_not_shown_with_the_answer_of_another(tmp_path: Path) -> None:
    app = open_page(ORCHARD, reveal="off")
    app.press("Ask the class")
    _answer(tmp_path)
    app.press("Show the guesses")
    app.send_event(kind="roll", face="apples")
    assert _steps(app) == ["Ask this"]
    app.press("Undo")
    assert _steps(app) == ["Reveal"]
    app.press("Reveal")
    app.send_event(kind="roll", face="raven")
    assert _steps(app) == ["Ask this"]
    assert _rooms(tmp_path) == ["78.2%"]
    # Another board whose answer is hidden is asked anew.
    del app.session_state["revealed"]
    app.run()
    assert _rooms(tmp_path) == [""]
    assert _steps(app) == ["Show the guesses"]


@pytest.mark.parametrize("view", ["Many games", "Intervals"])
def test_games_are_played_on_once_the_guesses_are_shown(tmp_path: Path, view: str) -> None:
    app = open_page("pages/classroom.py", reveal="off", view=view, games="1", shown="1")
    app.press("Ask the class")
    _answer(tmp_path)
    assert [button.disabled for button in app.button if button.label == "10 more"] == [True]
    app.press("Show the guesses")
    app.press("10 more")
    assert _steps(app) == ["Reveal"]


def test_a_phone_can_leave_for_another_room() -> None:
    keys = [rooms().open(Question(text)) for text in ("Red", "Blue")]
    first, second = [room for key in keys if (room := rooms().read(key))]
    app = open_page(ASK)
    app.send_event(room=first.room, phone="1")
    assert "Red" in app.page_text
    app.press("Join another room")
    app.text_input[0].set_value(second.code)
    app.press("Join")
    app.send_event(room=second.room, phone="2")
    assert "Blue" in app.page_text


def test_an_answer_that_is_hidden_again_can_be_revealed_and_asked_again(tmp_path: Path) -> None:
    app = open_page(ORCHARD, reveal="off")
    app.press("Ask the class")
    _answer(tmp_path)
    for step in ("Show the guesses", "Reveal"):
        app.press(step)
    assert _steps(app) == ["Ask again"]
    # As a reload does.
    del app.session_state["revealed"]
    app.run()
    assert _steps(app) == ["Reveal", "Ask again"]
    app.press("Ask again")
    assert _rooms(tmp_path) == [""]


def test_the_class_is_asked_each_question_of_a_quiz_whose_end_can_end_the_room(tmp_path: Path) -> None:
    app = open_page("pages/quiz.py", seed="7", count="5", guesses="50,50,50")
    app.press("Ask the class")
    for step in ("Next question", "Show score"):
        _answer(tmp_path)
        app.press("Show the guesses")
        app.press("Reveal")
        assert "The class guessed 10%" in app.page_text
        app.press(step)
    app.press(END)
    assert _rooms(tmp_path) == []


def test_a_room_whose_file_is_deleted_ends_and_another_can_be_opened(tmp_path: Path) -> None:
    app = open_page(ORCHARD, reveal="off")
    app.press("Ask the class")
    for path in tmp_path.glob("rooms.sqlite*"):
        path.unlink()
    app.run()
    app.press("Ask the class")
    assert [button.label for button in app.button if button.key == "reveal_answer"] == ["Show the guesses"]


def test_the_start_of_a_server_deletes_what_is_over(tmp_path: Path) -> None:
    seconds = [0.0]
    old = Rooms(tmp_path / "rooms.sqlite", lambda: seconds[0])
    old.open(Question("How often?"))
    module.forget_old()
    assert b"How often?" not in (tmp_path / "rooms.sqlite").read_bytes()
    assert not list(tmp_path.glob("rooms.sqlite-*"))

"""The rooms of *Ask the class*: what is kept, for how long, who may do what, and what happens without their file."""

from hashlib import sha256
from pathlib import Path

import pytest

from boardodds.dashboard.runtime.rooms import (
    ANSWER,
    ASKING,
    GUESSES,
    MAX_AGE,
    MAX_PHONES,
    MAX_ROOMS,
    MAX_WRONG,
    MIN_SHOWN,
    Question,
    Room,
    RoomError,
    Rooms,
)

QUESTION = Question("Who wins the leg?", 4, "", ("blue", "white", "green", "orange", "yellow"))


class Clock:
    seconds = 1_000_000.0

    def __call__(self) -> float:
        return self.seconds


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def rooms(tmp_path: Path, clock: Clock) -> Rooms:
    return Rooms(tmp_path / "a" / "rooms.sqlite", clock)


def opened(rooms: Rooms, question: Question = QUESTION) -> tuple[str, Room]:
    teacher = rooms.open(question)
    return teacher, read(rooms, teacher)


def read(rooms: Rooms, key: str) -> Room:
    room = rooms.read(key)
    assert room is not None
    return room


def fill(rooms: Rooms, room: Room, count: int) -> list[int]:
    values = [number % (room.question.high + 1) for number in range(count)]
    for number, value in enumerate(values):
        rooms.answer(room.room, f"phone {number}", room.number, value)
    return sorted(values)


def test_a_room_goes_from_its_question_to_the_guesses_the_answer_and_the_next_question(rooms: Rooms) -> None:
    teacher, room = opened(rooms)
    assert room.question == QUESTION
    assert (room.number, room.stage, room.answer, room.answered) == (1, ASKING, "", 0)
    values = fill(rooms, room, 7)
    rooms.answer(room.room, "phone 0", 1, 4)
    assert rooms.guesses(teacher) == []
    assert read(rooms, teacher).answered == 7
    rooms.show(teacher)
    assert rooms.guesses(teacher) == sorted([*values[1:], 4])
    assert read(rooms, room.room).stage == GUESSES
    rooms.show(teacher, "blue, 32.0%")
    assert read(rooms, room.room).stage == ANSWER
    assert read(rooms, room.room).answer == "blue, 32.0%"
    rooms.ask(teacher, Question("How often?"))
    now = read(rooms, room.room)
    assert (now.number, now.stage, now.answer, now.answered) == (2, ASKING, "", 0)
    assert rooms.own_answer(room.room, "phone 0") is None


def test_few_guesses_are_not_shown(rooms: Rooms) -> None:
    teacher, room = opened(rooms)
    fill(rooms, room, MIN_SHOWN - 1)
    rooms.show(teacher)
    assert rooms.guesses(teacher) == []


def test_another_server_knows_the_room(rooms: Rooms) -> None:
    teacher, room = opened(rooms)
    other = Rooms(rooms.path, rooms.now)
    other.answer(other.find(f" {room.code.lower()}"), "phone", 1, 3)
    assert rooms.own_answer(room.room, "phone") == 3
    assert read(other, teacher) == read(rooms, room.room)
    # Nobody else on the machine reads the file.
    assert rooms.path.stat().st_mode & 0o077 == 0


def test_an_answer_is_refused_once_the_guesses_are_shown_and_outside_the_question(rooms: Rooms) -> None:
    teacher, room = opened(rooms)
    for number in (0, 2):
        with pytest.raises(RoomError, match="no more answers"):
            rooms.answer(room.room, "phone", number, 1)
    for value in (-1, 5):
        with pytest.raises(RoomError, match="from 0 to 4"):
            rooms.answer(room.room, "phone", 1, value)
    rooms.show(teacher)
    with pytest.raises(RoomError, match="no more answers"):
        rooms.answer(room.room, "phone", 1, 1)


def test_a_phone_has_no_key_of_the_teacher(rooms: Rooms) -> None:
    teacher, room = opened(rooms)
    fill(rooms, room, MIN_SHOWN)
    # What a phone knows, as the key of a teacher; and the teacher's key as a room.
    for key in (room.room, room.code, "phone 0", ""):
        rooms.show(key, "none")
        rooms.ask(key, Question("Other?"))
        rooms.end(key)
        assert rooms.guesses(key) == []
    assert read(rooms, teacher) == read(rooms, room.room)
    assert read(rooms, teacher).stage == ASKING
    with pytest.raises(RoomError, match="ended"):
        rooms.answer(teacher, "phone", 1, 1)


def test_rooms_and_their_phones_are_limited(rooms: Rooms) -> None:
    teachers = [rooms.open(QUESTION) for _ in range(MAX_ROOMS)]
    with pytest.raises(RoomError, match=f"{MAX_ROOMS} rooms"):
        rooms.open(QUESTION)
    rooms.end(teachers[0])
    teacher, room = opened(rooms)
    fill(rooms, room, MAX_PHONES)
    with pytest.raises(RoomError, match=f"{MAX_PHONES} phones"):
        rooms.answer(room.room, "one more", 1, 1)
    # One that has answered can still change its answer.
    rooms.answer(room.room, "phone 3", 1, 0)
    assert read(rooms, teacher).answered == MAX_PHONES


def test_wrong_codes_make_typed_codes_wait_but_no_link(rooms: Rooms, clock: Clock) -> None:
    _, room = opened(rooms)
    wrong = "BBBBB" if room.code != "BBBBB" else "CCCCC"
    for number in range(1_000):
        with pytest.raises(RoomError, match="No room" if number < MAX_WRONG else "Too many"):
            rooms.find(wrong)
    with pytest.raises(RoomError, match="Too many"):
        rooms.find(room.code)
    rooms.answer(room.room, "phone", 1, 2)
    clock.seconds += 120
    assert rooms.find(room.code) == room.room


@pytest.mark.parametrize("is_ended", [True, False])
def test_nothing_is_left_of_a_room(rooms: Rooms, clock: Clock, is_ended: bool) -> None:
    teacher, room = opened(rooms)
    clock.seconds += MAX_AGE / 2
    fill(rooms, room, 30)
    kept = [sha256(f"phone {number}".encode()).hexdigest().encode() for number in range(30)]
    kept += [room.room.encode(), QUESTION.text.encode()]
    assert all(text in content(rooms) for text in kept)
    if is_ended:
        rooms.end(teacher)
    else:
        clock.seconds += MAX_AGE + 1
        assert rooms.read("any other use") is None
    assert not [text for text in kept if text in content(rooms)]
    assert rooms.read(teacher) is rooms.read(room.room) is None
    with pytest.raises(RoomError, match="ended"):
        rooms.answer(room.room, "phone", 1, 1)


def content(rooms: Rooms) -> bytes:
    return b"".join(path.read_bytes() for path in rooms.path.parent.iterdir())


@pytest.mark.parametrize("is_folder", [True, False])
def test_a_file_that_cannot_be_used_is_said(tmp_path: Path, is_folder: bool) -> None:
    path = tmp_path / "rooms.sqlite"
    path.mkdir() if is_folder else path.write_bytes(b"no database, but long enough" * 100)
    with pytest.raises(RoomError, match="The other pages go on"):
        Rooms(path).open(QUESTION)

"""The rooms of *Ask the class*: one question each, and a number from every phone, in a file that all servers of a machine share.

Nothing in it names a pupil: a phone is a hash of a random key that it made itself, and the answers have no order and no time.
A room is deleted when it ends, and by the next use of any room two hours after its own last one. No answer is left then in the
file, nor in its log, which is emptied with each deletion.
"""

import json
import logging
import os
import secrets
import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import asdict, dataclass
from functools import cache, partial
from hashlib import sha256
from pathlib import Path
from tempfile import mkdtemp
from typing import Any

from boardodds.charts.predictions import in_unit
from boardodds.dashboard.runtime.compute import RefusedWorkError
from boardodds.dashboard.runtime.environment import results_folder

_LOGGER = logging.getLogger(__name__)
ASKING, GUESSES, ANSWER = range(3)
MAX_ROOMS, MAX_PHONES, MAX_WRONG = 200, 60, 300
# With fewer answers, the picture could tell who guessed what.
MIN_SHOWN = 5
MAX_AGE = 2 * 60 * 60
# Seconds that a server waits for another one; then the disk has a problem.
_PATIENCE = 5
# No vowels, which could spell a word, and no two letters that look alike.
_LETTERS = "BCDFGHJKMPQRSTWXYZ"
_TYPED, _LINKED = 5, 20
_TABLES = """
PRAGMA journal_mode = WAL;
CREATE TABLE IF NOT EXISTS room (room TEXT PRIMARY KEY, code TEXT UNIQUE, teacher TEXT UNIQUE, used REAL,
    number INTEGER, stage INTEGER, question TEXT, answer TEXT);
CREATE TABLE IF NOT EXISTS answer (room TEXT REFERENCES room ON DELETE CASCADE, phone TEXT, value INTEGER,
    PRIMARY KEY (room, phone)) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS wrong (minute INTEGER PRIMARY KEY, codes INTEGER);
"""


class RoomError(RefusedWorkError):
    """Something that a room can't do, as a sentence for the visitor."""


@dataclass(frozen=True, slots=True)
class Question:
    """What a room asks: a whole number from 0 to the highest one with its unit, or one of several names by its place.

    page: the path of the page that asks it, and what it is about there.
    """

    text: str
    high: int = 100
    unit: str = "%"
    names: tuple[str, ...] = ()
    page: str = ""

    def words(self, value: float) -> str:
        """Return a number with its unit, or the name that it stands for.

        >>> Question("?").words(70), Question("?", 1, "", ("blue", "white")).words(1), Question("?", 90, "turn").words(1)
        ('70%', 'white', '1 turn')
        """
        return self.names[round(value)] if self.names else in_unit(value, self.unit)


@dataclass(frozen=True, slots=True)
class Room:
    """A room as everybody in it may see it.

    room, code: its code in the QR code, of 20 letters, and the one to type, of five.
    number, stage: that of its question, which rises with each, and ``ASKING``, ``GUESSES`` once these are shown, or ``ANSWER``.
    answer: the exact answer in words in the last stage, else "".
    """

    room: str
    code: str
    number: int
    stage: int
    question: Question
    answer: str
    answered: int


@dataclass(frozen=True, slots=True)
class Rooms:
    """The rooms in one file.

    now: the clock, in seconds.

    >>> rooms = Rooms(Path(mkdtemp()) / "rooms.sqlite")
    >>> teacher = rooms.open(Question("Who wins?"))
    >>> room = rooms.read(teacher)
    >>> rooms.answer(room.room, "phone", room.number, 70)
    >>> rooms.read(teacher).answered, rooms.guesses(teacher)
    (1, [])
    """

    path: Path
    now: Callable[[], float] = time.time

    def open(self, question: Question) -> str:
        """Open a room and return the key of its teacher."""
        teacher = _letters(_LINKED)
        with self._file() as file:
            codes = {code for (code,) in file.execute("SELECT code FROM room")}
            if len(codes) >= MAX_ROOMS:
                raise RoomError(f"There are {MAX_ROOMS} rooms already. Try again when a lesson is over.")
            code = next(code for code in iter(partial(_letters, _TYPED), "") if code not in codes)
            row = _letters(_LINKED), code, _hash(teacher), self.now(), 1, ASKING, json.dumps(asdict(question))
            file.execute("INSERT INTO room VALUES (?, ?, ?, ?, ?, ?, ?, '')", row)
        return teacher

    def read(self, key: str) -> Room | None:
        """Return the room with the key of its teacher or with its long code; None if it has ended."""
        with self._file() as file:
            return _read(file, key)

    def own_answer(self, room: str, phone: str) -> int | None:
        """Return what a phone has answered; None before it has."""
        rows = self._execute("SELECT value FROM answer WHERE room = ? AND phone = ?", room, _hash(phone))
        return rows[0][0] if rows else None

    def ask(self, teacher: str, question: Question) -> None:
        """Ask the next question, or the same one again; the answers to the last one are deleted."""
        row = ASKING, json.dumps(asdict(question)), self.now(), _hash(teacher)
        change = "UPDATE room SET number = number + 1, stage = ?, question = ?, answer = '', used = ? WHERE teacher = ?"
        with self._file() as file:
            file.execute("DELETE FROM answer WHERE room = (SELECT room FROM room WHERE teacher = ?)", row[-1:])
            file.execute(change, row)

    def show(self, teacher: str, answer: str = "") -> None:
        """Show the guesses, or with an answer both."""
        row = ANSWER if answer else GUESSES, answer, self.now(), _hash(teacher)
        self._execute("UPDATE room SET stage = ?, answer = ?, used = ? WHERE teacher = ?", *row)

    def guesses(self, teacher: str) -> list[int]:
        """Return the guesses in their order; none while the room asks, or if there are fewer than ``MIN_SHOWN``."""
        shown = "SELECT value FROM answer JOIN room USING (room) WHERE teacher = ? AND stage > ? ORDER BY value"
        rows = self._execute(shown, _hash(teacher), ASKING)
        return [value for (value,) in rows] if len(rows) >= MIN_SHOWN else []

    def end(self, teacher: str) -> None:
        """Delete a room with its answers."""
        with self._file(ending=_hash(teacher)):
            pass

    def find(self, code: str) -> str:
        """Return the long code of the room with a typed code.

        Raises RoomError if there is none, or if too many wrong codes were typed on this machine.
        """
        minute = self.now() // 60
        with self._file() as file:
            file.execute("DELETE FROM wrong WHERE minute < ?", (minute - 1,))
            if file.execute("SELECT TOTAL(codes) FROM wrong").fetchone()[0] >= MAX_WRONG:
                raise RoomError(
                    "Too many wrong codes were typed. Scan the QR code, or type yours again in two minutes."
                )
            letters = "".join(filter(str.isalpha, code)).upper()
            if row := file.execute("SELECT room FROM room WHERE code = ?", (letters,)).fetchone():
                return str(row[0])
            file.execute("INSERT INTO wrong VALUES (?, 1) ON CONFLICT DO UPDATE SET codes = codes + 1", (minute,))
        raise RoomError("No room has this code. Type the five letters that the teacher shows.")

    def answer(self, room: str, phone: str, number: int, value: int) -> None:
        """Keep the answer of a phone to the question with a number, in place of the one it gave before.

        Raises RoomError if the room has ended, shows the guesses, asks another question or is full, or for no possible answer.
        """
        with self._file() as file:
            found = _read(file, room)
            if found is None or found.room != room:
                raise RoomError("This room has ended.")
            if (found.number, found.stage) != (number, ASKING):
                raise RoomError("This question takes no more answers. Wait for the next one.")
            if not 0 <= value <= found.question.high:
                raise RoomError(f"The answer must be from 0 to {found.question.high}.")
            others = file.execute("SELECT COUNT(*) FROM answer WHERE room = ? AND phone != ?", (room, _hash(phone)))
            if others.fetchone()[0] >= MAX_PHONES:
                raise RoomError(f"This room has answers from {MAX_PHONES} phones, and takes no more.")
            file.execute("INSERT OR REPLACE INTO answer VALUES (?, ?, ?)", (room, _hash(phone), value))
            file.execute("UPDATE room SET used = ? WHERE room = ?", (self.now(), room))

    def _execute(self, command: str, *values: object) -> list[Any]:
        with self._file() as file:
            return file.execute(command, values).fetchall()

    @contextmanager
    def _file(self, ending: str = "") -> Iterator[sqlite3.Connection]:
        # A connection for each use, so that a file that is deleted or damaged is noticed at once.
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            os.close(os.open(self.path, os.O_CREAT | os.O_RDWR, 0o600))
            with closing(sqlite3.connect(self.path, timeout=_PATIENCE, isolation_level=None)) as file:
                file.executescript("PRAGMA secure_delete = ON; PRAGMA foreign_keys = ON; PRAGMA synchronous = OFF;")
                if not file.execute("SELECT 1 FROM sqlite_master").fetchone():
                    file.executescript(_TABLES)
                gone = self.now() - MAX_AGE, ending
                if file.execute("SELECT 1 FROM room WHERE used < ? OR teacher = ?", gone).fetchone():
                    file.execute("DELETE FROM room WHERE used < ? OR teacher = ?", gone)
                    # The log has pages with what was deleted.
                    file.execute("PRAGMA wal_checkpoint(TRUNCATE)")
                yield file
        except (sqlite3.Error, OSError) as error:
            raise RoomError(
                "Rooms can't be used, because the server can't use their file. The other pages go on."
            ) from error


def _read(file: sqlite3.Connection, key: str) -> Room | None:
    row = file.execute(
        "SELECT room, code, number, stage, question, answer, (SELECT COUNT(*) FROM answer WHERE answer.room = room.room)"
        " FROM room WHERE room = ? OR teacher = ?",
        (key, _hash(key)),
    ).fetchone()
    if row is None:
        return None
    room, code, number, stage, text, answer, answered = row
    question = json.loads(text)
    question["names"] = tuple(question["names"])
    return Room(room, code, number, stage, Question(**question), answer, answered)


def _letters(count: int) -> str:
    return "".join(secrets.choice(_LETTERS) for _ in range(count))


def _hash(key: str) -> str:
    return sha256(key.encode()).hexdigest()


@cache
def rooms() -> Rooms:
    """Return the rooms of this machine: beside the kept results, or in a temporary folder that only this process knows."""
    return Rooms((results_folder() or Path(mkdtemp())) / "rooms.sqlite")


def forget_old() -> None:
    """Delete the rooms of lessons that are over; for the start of a server, as nobody may ever use a room again."""
    if rooms().path.exists():
        try:
            rooms().end("")
        except RoomError:
            _LOGGER.exception("The file of the rooms can't be used")

"""The game so far, its branches, its record as text, and its link."""

import random
from typing import Any
from urllib.parse import parse_qsl, urlencode

import pytest
from hypothesis import given
from hypothesis import strategies as st

from boardodds.dashboard.app.previews import preview_of
from boardodds.dashboard.orchard.state import DEFINITION, OrchardState
from boardodds.dashboard.ui.record import MAX_ACTS, act_text, read_record
from boardodds.dashboard.ui.settings import StateDefinition
from boardodds.dashboard.ui.state_store import MAX_UNDO, UNDO, StateStore
from tests.dashboard.driving import open_page

FACES = ["apples", "pears", "cherries", "plums", "raven", "basket"]
NAMED: StateDefinition[tuple[str, ...]] = StateDefinition(
    "named",
    {"last": lambda _: True},
    lambda link: tuple(link.get("last", [])),
    lambda state: {"last": list(state)} if state else {},
    lambda state, event: ((*state, f"{event.get('card')} {event.get('number', 0) + 1}"), ""),
    acts={"draw": {"card": str, "number": int}, "next": {}},
)


def store_of(definition: StateDefinition[Any] = DEFINITION) -> StateStore[Any]:
    return StateStore(definition, definition.read({}))


def roll(store: StateStore[Any], *faces: str) -> list[OrchardState]:
    """Send rolls to a store and return the states after them."""
    states = []
    for face in faces:
        store.dispatch({"kind": "roll", "face": face})
        states.append(store.state)
    return states


def states_of(line: Any) -> list[Any]:
    return [act.state for act in line]


def test_the_line_undo_branches_and_links_agree_after_a_thousand_random_events() -> None:
    rng, store = random.Random(1), store_of()
    lines = [[store.state]]
    for _ in range(1_000):
        before = lines[-1]
        kind = rng.choices(["roll", UNDO, "go", "instead", "set"], [65, 15, 12, 5, 3])[0]
        if kind == UNDO:
            store.dispatch({"kind": UNDO})
            lines = lines[:-1] or [before[:-1] or before]
        elif kind == "go":
            # Also on to what going back has left.
            whole = states_of(store.whole_line)
            assert whole[: len(before)] == before
            assert len(whole) == len(before) or whole in lines
            number = rng.randrange(len(whole))
            store.dispatch({"kind": "go", "value": number})
            lines += [whole[: number + 1]] * (number != len(before) - 1)
        elif kind == "instead":
            store.dispatch({"kind": "instead", "event": {"kind": "roll", "face": rng.choice(FACES)}})
            if store.state != before[-1]:
                lines.append([*before[:-1], store.state])
        else:
            name, value = "raven_steps", rng.randint(8, 12)
            store.dispatch(
                {"kind": "roll", "face": rng.choice(FACES)}
                if kind == "roll"
                else {"kind": "set", "name": name, "value": value}
            )
            if store.state != before[-1]:
                lines.append([*(before if kind == "roll" else []), store.state])
        lines = lines[-MAX_UNDO - 1 :]
        assert states_of(store.line) == lines[-1]
        assert store.state == lines[-1][-1]
        assert store.can_undo == (len(lines) > 1 or len(lines[-1]) > 1)
        link = store.link(())
        line, mistake = read_record(link.pop("record", [""])[0], DEFINITION, link)
        assert (states_of(line), mistake) == (lines[-1], "")


@given(st.lists(st.tuples(st.text(max_size=30), st.integers(-99, 99)), max_size=20))
def test_records_of_any_words_come_back(draws: list[tuple[str, int]]) -> None:
    store = store_of(NAMED)
    for card, number in draws:
        store.dispatch({"kind": "draw", "card": card, "number": number})
        # An act without fields.
        store.dispatch({"kind": "next"})
    line, mistake = read_record(store.record, NAMED, NAMED.write(store.state))
    assert (states_of(line), mistake) == (states_of(store.line), "")


def test_sixty_acts_are_short_in_a_link() -> None:
    store = store_of()
    store.dispatch({"kind": "set", "name": "full trees", "value": 20})
    roll(store, *(["cherries", "apples", "pears", "plums", "cherries", "raven"] * 9), *["cherries"] * 2, *["pears"] * 4)
    assert len(store.line) == 61
    assert len(urlencode(store.link(()), doseq=True)) < 1_500


@pytest.mark.parametrize(
    ("damaged", "acts"),
    [
        ("roll-apples.roll-raven.roll-appl", 2),
        ("roll-apples.roll.roll-pears", 1),
        ("roll-apples.roll-pears-2.roll-pears", 1),
        ("set-policy-optimal", 0),
        ("%00.\N{SNOWMAN}=~~", 0),
        ("state=nonsense.roll-apples.x", 1),
        ("state=1~2E0~2E0~2E0~20raven~3D2.roll-apples.roll-pears", 1),
    ],
)
def test_a_damaged_record_gives_its_valid_beginning_and_one_sentence(damaged: str, acts: int) -> None:
    line, mistake = read_record(damaged, DEFINITION, {})
    assert len(line) == acts + 1
    assert f"after {acts} act" in mistake
    store = store_of()
    store.dispatch({"kind": "record", "value": damaged})
    assert states_of(store.line) == states_of(line)
    assert store.notice.count(". ") <= 1
    if acts:
        store.dispatch({"kind": UNDO})
        assert store.state == store_of().state


@pytest.mark.parametrize(
    "part", ["roll-apples.", "roll-raven,", "x", "~", "state=x.", "record-", "-", "roll-" + "9" * 50 + " "]
)
def test_a_hundred_kilobytes_give_one_sentence(part: str) -> None:
    line, mistake = read_record(part * (100_000 // len(part)), DEFINITION, {})
    assert len(line) <= MAX_ACTS + 1
    assert len(mistake) < 300
    assert mistake or part == "state=x."


def test_a_typed_record_goes_on_from_the_start_and_undo_takes_it_back() -> None:
    store = store_of()
    store.dispatch({"kind": "fruit", "tree": 0, "value": 3})
    start = store.state
    roll(store, "pears", "pears")
    store.dispatch({"kind": "record", "value": "roll-apples, roll-apples\nroll-raven"})
    assert str(store.state.position) == "1.10.10.10 raven=9"
    assert store.line[0].state == start
    store.dispatch({"kind": UNDO})
    assert str(store.state.position) == "3.8.10.10 raven=10"


def test_a_game_is_cut_at_its_beginning() -> None:
    store = store_of(NAMED)
    for number in range(MAX_ACTS + 5):
        store.dispatch({"kind": "draw", "card": "x", "number": number})
    assert len(store.line) == MAX_ACTS + 1
    assert store.line[0].state[-1] == "x 5"
    assert act_text(store.line[-1].event or {}, NAMED.acts) == f"draw-x-{MAX_ACTS + 4}"


def test_a_link_with_a_record_opens_the_game_and_reports_damage() -> None:
    store = store_of()
    roll(store, "apples", "raven", "pears")
    app = open_page("pages/orchard.py", **{name: texts[0] for name, texts in store.link(()).items()})
    opened = app.session_state["state of orchard"]
    assert (states_of(opened.line), len(app.warning)) == (states_of(store.line), 0)
    # Nothing has been done here yet, so Undo goes back along the record.
    for line in (store.line[:3], store.line[:2], store.line[:1]):
        opened.dispatch({"kind": UNDO})
        assert states_of(opened.line) == states_of(line)
    assert not opened.can_undo
    assert states_of(opened.whole_line) == states_of(store.line)
    app = open_page("pages/orchard.py", record="roll-apples.roll-x")
    opened = app.session_state["state of orchard"]
    assert str(opened.state.position) == "9.10.10.10 raven=10"
    assert app.query_params["record"] == "state=.roll-apples"
    assert len(app.warning) == 1


def test_a_record_that_begins_beside_an_unreadable_text_starts_with_what_the_page_shows() -> None:
    store = store_of()
    for text in ("4.4.4.4 raven=3", "4..4"):
        store.dispatch({"kind": "set", "name": "state", "value": text})
    assert store.state.mistakes
    roll(store, "apples", "raven")
    line, mistake = read_record(store.record, DEFINITION, {})
    assert (line[-1].state, mistake, str(line[0].state.position)) == (store.state, "", "4.4.4.4 raven=3")
    store.dispatch({"kind": UNDO})
    store.dispatch({"kind": UNDO})
    assert store.state.text == "4..4"


@pytest.mark.parametrize(
    ("query", "warns"),
    [
        ("record=state%3D.roll-raven", False),
        ("state=10.10.10.10+raven%3D9&record=state%3D.roll-raven", False),
        # Other words for the same, and settings that the record doesn't change.
        ("state=10.10.10.10++raven%3D9&game=orchard&policy=optimal&record=state%3D.roll-raven", False),
        ("game=my_first_orchard&record=roll-raven", False),
        ("state=4.4.4.4+raven%3D4&record=state%3D.roll-raven", True),
        ("raven_steps=12&state=4.4.4.4+raven%3D4&record=state%3D.raven_steps%3D.roll-raven", True),
        ("state=nonsense&record=state%3D.roll-raven", True),
        ("state=4.4.4.4+raven%3D4&record=state%3D.roll-raven.roll-x", True),
    ],
)
def test_a_page_and_its_preview_show_the_game_of_the_record(query: str, warns: bool) -> None:
    app = open_page("pages/orchard.py", **dict(parse_qsl(query)))
    assert "10.10.10.10 raven=9" in app.session_state["state of orchard"].state.text or "game=" in query
    assert preview_of("orchard", query).finding == app.headline
    assert len(app.warning) == warns


def test_the_preview_of_a_record_repeats_no_text_of_the_link() -> None:
    finding = preview_of("perudo", "round=2.2+me%3D1+hand%3D12&record=names%3DBuy~2Enow.bid-1-2-0").finding
    assert finding
    assert "Buy" not in finding

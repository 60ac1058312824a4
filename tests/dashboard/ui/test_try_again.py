"""The dearest choices of a game, tried again: what they cost, what is hidden, and where the visitor is afterwards."""

import pytest

from boardodds.dashboard.camel_up.events import apply
from boardodds.dashboard.camel_up.history import LEG
from boardodds.dashboard.camel_up.links import read_link as read_camel_link
from boardodds.dashboard.camel_up.state import CamelState
from boardodds.dashboard.orchard.sheet import OrchardSheet
from boardodds.dashboard.orchard.state import read_link
from boardodds.dashboard.ui.record import Act
from tests.dashboard.driving import Page, open_page

ORCHARD = "pages/orchard.py"
# Baskets pick pears, of which there are few, twice, though plums win more often.
GAME = "state=4~2E2~2E4~2E4~20raven~3D3.roll-basket.roll-pears.roll-pears.roll-raven.roll-basket.roll-plums.roll-plums"


def _begin(record: str) -> Page:
    return open_page(ORCHARD, record=record).press("Try choices again")


def _labels(app: Page) -> set[str]:
    return {each.label for each in app.button}


def test_the_dearest_choice_comes_first_without_its_answer() -> None:
    history = OrchardSheet(read_link({})).history
    app = open_page(ORCHARD, record=GAME)
    before = app.headline
    line = app.session_state["state of orchard"].line
    costs = history.costs(line)
    # Only picks are choices, and their costs are those of the account.
    (luck,) = history.luck(line, [""] * (len(line) - 1))
    steps = enumerate(luck.account.steps, 1)
    assert costs == pytest.approx({n: step.cost for n, step in steps if step.best is not None})
    text = open_page(ORCHARD, record=GAME).open_figures("luck").page_text
    mean, end = sum(costs.values()) / len(costs), luck.account.start + luck.account.decisions
    assert f"{len(costs)} choices cost {100 * mean:.2f} points on average." in text
    assert f"Without luck, the end would be {end:.1%}." in text
    app.press("Try choices again")
    store = app.session_state["state of orchard"]
    assert len(store.line) == max(costs, key=costs.__getitem__)
    assert "find a better one" in app.page_text
    assert "of the time" not in app.page_text
    best = OrchardSheet(store.state).advice
    assert best
    app.send_event(**best.event)
    assert "as good as the best" in app.page_text
    assert "of the time" not in app.page_text
    app.press("Back to the game")
    assert app.headline == before
    assert store.line == line


def test_a_choice_can_be_dear_again_and_is_shown_on_request() -> None:
    app = _begin(GAME)
    store = app.session_state["state of orchard"]
    app.send_event(kind="roll", face="pears")
    assert "as good" not in app.page_text
    assert "In the game the choice cost" in app.page_text
    app.press("Show")
    assert "of the time" in app.headline
    assert store.trial is None
    assert OrchardSheet(store.state).advice


def test_undo_takes_a_try_back_and_another_start_ends_it() -> None:
    app = _begin(GAME)
    app.send_event(kind="roll", face="pears")
    app.press("Undo")
    assert "find a better one" in app.page_text
    app.press("New game")
    assert "find a better one" not in app.page_text
    assert "of the time" in app.headline


def test_a_projector_shows_the_answer() -> None:
    app = _begin(GAME)
    app.session_state["state of orchard"].choose("present", False, True)
    assert "of the time" in app.run().headline


def test_a_game_without_a_dear_choice_says_so() -> None:
    app = _begin("roll-basket.roll-apples.roll-pears.roll-raven")
    assert app.notice == "None of your choices cost 1 point or more."
    assert "Back to the game" not in _labels(app)


def test_a_tile_that_is_turned_at_once_was_no_choice() -> None:
    placed = [{"kind": "tile", "square": 9, "tile": kind, "turn": 0} for kind in "om"]
    state = read_camel_link({})
    line: tuple[Act[CamelState], ...] = (Act(state),)
    for event in placed:
        state, _ = apply(state, event)
        line = (*line, Act(state, event))
    assert 1 in LEG.costs(line[:2])
    assert not LEG.costs(line)


def test_a_game_of_cards_has_no_choices() -> None:
    app = open_page("pages/candy_land.py", players="2", record="card-R.card-B.card-G")
    assert app.button_named("Undo")
    assert "Try choices again" not in _labels(app)


def test_undo_never_takes_a_trial_for_the_game() -> None:
    app = open_page(ORCHARD, record=GAME)
    store = app.session_state["state of orchard"]
    game = store.line
    app.press("Try choices again")
    place = store.line
    # Undo takes back the other choice, and then ends the trial.
    app.send_event(kind="roll", face="plums")
    assert store.trial
    app.press("Undo")
    assert (store.trial is not None, store.line) == (True, place)
    app.press("Undo")
    assert (store.trial, store.line) == (None, game)
    # After the trial, Undo takes back the last act of the game.
    app.press("Try choices again")
    app.send_event(kind="roll", face="plums")
    app.press("Back to the game").press("Undo")
    assert store.line == game[:-1]


def test_undo_leads_back_to_the_game_from_where_a_trial_was_left() -> None:
    app = open_page(ORCHARD, record=GAME)
    store = app.session_state["state of orchard"]
    game = store.line
    app.press("Try choices again")
    app.send_event(kind="roll", face="plums")
    app.press("New game")
    assert (store.trial, len(store.line)) == (None, 1)
    app.press("Undo")
    assert store.line == game

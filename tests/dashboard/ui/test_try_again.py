"""The dearest choices of a game, tried again: what they cost, what is hidden, and where the visitor is afterwards."""

import pytest
from streamlit.testing.v1 import AppTest

from boardodds.dashboard.camel_up.events import apply
from boardodds.dashboard.camel_up.history import LEG
from boardodds.dashboard.camel_up.links import read_link as read_camel_link
from boardodds.dashboard.camel_up.state import CamelState
from boardodds.dashboard.orchard.sheet import OrchardSheet
from boardodds.dashboard.orchard.state import read_link
from boardodds.dashboard.ui.record import Act
from tests.dashboard.driving import button, headline, notice, open_figures, open_page, page_text, press, send_event

ORCHARD = "pages/orchard.py"
# Baskets pick pears, of which there are few, twice, though plums win more often.
GAME = "state=4~2E2~2E4~2E4~20raven~3D3.roll-basket.roll-pears.roll-pears.roll-raven.roll-basket.roll-plums.roll-plums"


def _begin(record: str) -> AppTest:
    return press(open_page(ORCHARD, record=record), "Try choices again")


def _labels(app: AppTest) -> set[str]:
    return {each.label for each in app.button}


def test_the_dearest_choice_comes_first_without_its_answer() -> None:
    history = OrchardSheet(read_link({})).history
    app = open_page(ORCHARD, record=GAME)
    before = headline(app)
    line = app.session_state["state of orchard"].line
    costs = history.costs(line)
    # Only picks are choices, and their costs are those of the account.
    (luck,) = history.luck(line, [""] * (len(line) - 1))
    steps = enumerate(luck.account.steps, 1)
    assert costs == pytest.approx({n: step.cost for n, step in steps if step.best is not None})
    text = page_text(open_figures(open_page(ORCHARD, record=GAME), "luck"))
    mean, end = sum(costs.values()) / len(costs), luck.account.start + luck.account.decisions
    assert f"{len(costs)} choices cost {100 * mean:.2f} points on average." in text
    assert f"Without luck, the end would be {end:.1%}." in text
    press(app, "Try choices again")
    store = app.session_state["state of orchard"]
    assert len(store.line) == max(costs, key=costs.__getitem__)
    assert "find a better one" in page_text(app)
    assert "of the time" not in page_text(app)
    best = OrchardSheet(store.state).advice
    assert best
    send_event(app, **best.event)
    assert "as good as the best" in page_text(app)
    assert "of the time" not in page_text(app)
    press(app, "Back to the game")
    assert headline(app) == before
    assert store.line == line


def test_a_choice_can_be_dear_again_and_is_shown_on_request() -> None:
    app = _begin(GAME)
    store = app.session_state["state of orchard"]
    send_event(app, kind="roll", face="pears")
    assert "as good" not in page_text(app)
    assert "In the game the choice cost" in page_text(app)
    press(app, "Show")
    assert "of the time" in headline(app)
    assert store.trial is None
    assert OrchardSheet(store.state).advice


def test_undo_takes_a_try_back_and_another_start_ends_it() -> None:
    app = _begin(GAME)
    send_event(app, kind="roll", face="pears")
    press(app, "Undo")
    assert "find a better one" in page_text(app)
    press(app, "New game")
    assert "find a better one" not in page_text(app)
    assert "of the time" in headline(app)


def test_a_projector_shows_the_answer() -> None:
    app = _begin(GAME)
    app.session_state["state of orchard"].choose("present", False, True)
    assert "of the time" in headline(app.run())


def test_a_game_without_a_dear_choice_says_so() -> None:
    app = _begin("roll-basket.roll-apples.roll-pears.roll-raven")
    assert notice(app) == "None of your choices cost 1 point or more."
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
    assert button(app, "Undo")
    assert "Try choices again" not in _labels(app)


def test_undo_never_takes_a_trial_for_the_game() -> None:
    app = open_page(ORCHARD, record=GAME)
    store = app.session_state["state of orchard"]
    game = store.line
    press(app, "Try choices again")
    place = store.line
    # Undo takes back the other choice, and then ends the trial.
    send_event(app, kind="roll", face="plums")
    assert store.trial
    press(app, "Undo")
    assert (store.trial is not None, store.line) == (True, place)
    press(app, "Undo")
    assert (store.trial, store.line) == (None, game)
    # After the trial, Undo takes back the last act of the game.
    press(app, "Try choices again")
    send_event(app, kind="roll", face="plums")
    press(press(app, "Back to the game"), "Undo")
    assert store.line == game[:-1]


def test_undo_leads_back_to_the_game_from_where_a_trial_was_left() -> None:
    app = open_page(ORCHARD, record=GAME)
    store = app.session_state["state of orchard"]
    game = store.line
    press(app, "Try choices again")
    send_event(app, kind="roll", face="plums")
    press(app, "New game")
    assert (store.trial, len(store.line)) == (None, 1)
    press(app, "Undo")
    assert store.line == game

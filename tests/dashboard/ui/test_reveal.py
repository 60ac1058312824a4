"""A hidden answer: the prediction that its headline repeats, and when it is hidden again."""

import re
from typing import Any

import pytest
import streamlit as st
from streamlit.testing.v1 import AppTest

from boardodds.dashboard.runtime.environment import ROOT
from boardodds.dashboard.teaching.counting import ORCHARD
from boardodds.dashboard.ui.reveal import NO_GUESS
from boardodds.orchard.rules import MOST_LEFT
from boardodds.orchard.solver import solve
from tests.dashboard.driving import open_page


def _texts(app: AppTest) -> str:
    return " ".join(element.value for element in [*app.markdown, *app.header])


def _widget(app: AppTest) -> Any:
    return app.select_slider[0]


@pytest.mark.parametrize(("page", "query"), [("orchard", {}), ("classroom", {}), ("candy_land", {"game": "scheffer"})])
def test_the_prediction_of_a_link_stays_beside_the_answer(page: str, query: dict[str, str]) -> None:
    app = open_page(f"pages/{page}.py", reveal="off", prediction="71", **query)
    assert not app.header
    app.button(key="reveal_answer").click().run()
    assert app.header
    assert "71" in _texts(app)
    app.button(key="hide_answer").click().run()
    assert not app.header
    assert _widget(app).value == 71


def test_a_prediction_starts_empty() -> None:
    app = open_page("pages/orchard.py", reveal="off")
    assert _widget(app).value == NO_GUESS
    app.button(key="reveal_answer").click().run()
    alone = app.header[0].value
    app.button(key="hide_answer").click().run()
    _widget(app).set_value(50).run()
    app.button(key="reveal_answer").click().run()
    assert app.header[0].value == f"{alone}. You said 50%"
    # What was said can be taken back.
    app.button(key="hide_answer").click().run()
    _widget(app).set_value(NO_GUESS).run()
    assert "prediction" not in app.query_params


def test_a_prediction_stands_once_games_are_drawn_after_it() -> None:
    def app_with(drawn: int) -> None:
        from boardodds.dashboard.orchard.state import DEFINITION
        from boardodds.dashboard.ui import reveal
        from boardodds.dashboard.ui.state_store import open_store

        open_store(DEFINITION, reveal.settings())
        reveal.Prediction("how often we win", drawn=lambda _: drawn).show()

    app = AppTest.from_function(app_with, kwargs={"drawn": 100})
    app.query_params["reveal"] = "off"
    # Games that a link has drawn leave the visitor free.
    for number in (70, 71):
        _widget(app.run()).set_value(number).run()
    assert app.query_params["prediction"] == "71"
    assert not _widget(app).disabled
    # It stands even if the games are taken back.
    for drawn in (101, 100):
        app.kwargs = {"drawn": drawn}
        assert _widget(app.run()).disabled


def test_each_view_of_a_teaching_page_is_revealed_alone() -> None:
    app = open_page("pages/counting.py", reveal="off")
    app.button(key="reveal_answer").click().run()
    assert app.header
    app.session_state["revealed"] = (app.session_state["revealed"][0], {"Equal boards"})
    assert not app.run().header


def test_a_prediction_that_a_link_sets_too_high_becomes_the_highest() -> None:
    slider = _widget(open_page("pages/orchard.py", reveal="off", prediction="5000"))
    assert (slider.value, slider.options[-1]) == (100, "100%")


_ASKING = {
    "orchard": {},
    "perudo": {},
    "candy_land": {"game": "scheffer", "deck": "reshuffled", "state": "80.57"},
    "camel_up_length": {},
    "counting": {"depth": "3"},
}


@pytest.mark.parametrize("page", _ASKING)
def test_the_numbers_of_a_class_are_dots_with_the_answer_once_it_is_shown(page: str) -> None:
    app = open_page(f"pages/{page}.py", **_ASKING[page], reveal="off", **{"class": "3-5-19"})
    figure = app.first_chart
    assert [dot["x0"] for dot in figure["layout"]["shapes"]] == [5]
    app.button(key="reveal_answer").click().run()
    _, answer = (line["x0"] for line in app.first_chart["layout"]["shapes"])
    # The headline says it too, in whole percents if it is simulated.
    said = [float(number) for number in re.findall(r"\d+(?:\.\d+)?", app.header[0].value)]
    assert any(number == round(answer, digits) for number in said for digits in (0, 1))


def test_what_the_class_says_is_read_as_it_is_typed() -> None:
    app = open_page("pages/orchard.py", reveal="off")
    app.session_state["class_numbers"] = True
    app.run().text_input[0].set_value("30, 55; 70\n80%  9.5").run()
    assert app.query_params["class"] == "30-55-70-80%-9.5"
    assert len(app.first_chart["data"][0]["x"]) == 5
    for typed, named in (("30 55 seven", "seven"), ("101", "101"), ("7 " * 61, "61")):
        app.text_input[0].set_value(typed).run()
        assert not app.get("plotly_chart")
        assert named in _texts(app)


def test_each_question_of_a_page_has_a_class_of_its_own() -> None:
    link = {"reveal": "off", "view": "Small orchard", "class_wins": "30-50"}
    app = open_page("pages/counting.py", **link, **{"class": "100-120"})
    assert app.first_chart["layout"]["shapes"][0]["x0"] == 40
    app.button(key="reveal_answer").click().run()
    # The states are solved one by one, and the last one is the answer.
    assert len(app.first_chart["layout"]["shapes"]) == 1
    solved = open_page("pages/counting.py", **link, prediction_wins="9", solved="15")
    solved.button(key="reveal_answer").click().run()
    chance = solve(ORCHARD, policy=MOST_LEFT).win
    assert solved.first_chart["layout"]["shapes"][1]["x0"] == pytest.approx(100 * chance)
    assert solved.header[0].value.endswith("You said 9%")


@pytest.mark.parametrize("page", ["camel_up_leg", "camel_up_race"])
def test_a_class_says_which_camel_wins_and_gets_no_advice_to_bet(page: str) -> None:
    app = open_page(f"pages/{page}.py", reveal="off")
    assert not app.advice
    app.button_group[0].set_value("G").run()
    assert app.query_params["prediction"] == "G"
    app.button(key="reveal_answer").click().run()
    assert app.header[0].value.endswith(". You said green")
    assert not app.advice
    # Another board has other camels.
    other = open_page(f"pages/{page}.py", reveal="off", prediction="P")
    other.button(key="reveal_answer").click().run()
    assert "You said" not in other.header[0].value
    assert open_page(f"pages/{page}.py").advice


@pytest.mark.parametrize("is_hiding", [True, False])
def test_the_menu_of_a_pupil_has_no_lessons(monkeypatch: pytest.MonkeyPatch, is_hiding: bool) -> None:
    shown: list[str] = []
    navigate = st.navigation

    def record(pages: dict[str, list[Any]], **more: Any) -> Any:
        shown[:] = [page.title for group in pages.values() for page in group if page.visibility == "visible"]
        return navigate(pages, **more)

    monkeypatch.setattr(st, "navigation", record)
    app = open_page("pages/orchard.py", **({"reveal": "off"} if is_hiding else {}))
    assert ("Orchard" in shown, "For teachers" in shown) == (True, not is_hiding)
    # On the session's other pages too; a link still opens the page.
    app.query_params.clear()
    app.switch_page(str(ROOT / "pages/teachers.py")).run()
    assert ("For teachers" in shown, "Lesson 1" in _texts(app)) == (not is_hiding, True)

"""A hidden answer: the prediction that its headline repeats, and when it is hidden again."""

from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from boardodds.dashboard.app.previews import preview_of
from boardodds.dashboard.ui.reveal import NO_GUESS
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
    app.kwargs = {"drawn": 101}
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


def test_a_preview_gives_no_answer_away() -> None:
    assert preview_of("orchard").finding
    assert not preview_of("orchard", "reveal=off&prediction=3").finding

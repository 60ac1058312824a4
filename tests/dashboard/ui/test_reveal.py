"""A hidden answer: the prediction that stays beside it, and when it is hidden again."""

import pytest
from streamlit.testing.v1 import AppTest

from boardodds.dashboard.app.previews import preview_of
from tests.dashboard.driving import open_page


def _texts(app: AppTest) -> str:
    return " ".join(element.value for element in [*app.markdown, *app.header])


@pytest.mark.parametrize(("page", "query"), [("orchard", {}), ("classroom", {}), ("candy_land", {"game": "scheffer"})])
def test_the_prediction_of_a_link_stays_beside_the_answer(page: str, query: dict[str, str]) -> None:
    app = open_page(f"pages/{page}.py", reveal="off", prediction="71", **query)
    assert not app.header
    app.button(key="reveal_answer").click().run()
    assert app.header
    assert "71" in _texts(app)
    app.button(key="hide_answer").click().run()
    assert not app.header
    assert app.slider[0].value == 71


def test_nobody_has_predicted_what_a_slider_shows_at_first() -> None:
    app = open_page("pages/orchard.py", reveal="off")
    assert app.slider[0].value == 50
    app.button(key="reveal_answer").click().run()
    assert "Your prediction" not in _texts(app)
    # The middle too is a prediction, if a visitor goes there.
    app.button(key="hide_answer").click().run()
    app.slider[0].set_value(49).run()
    app.slider[0].set_value(50).run()
    app.button(key="reveal_answer").click().run()
    assert "50" in _texts(app)


def test_each_view_of_a_teaching_page_is_revealed_alone() -> None:
    app = open_page("pages/counting.py", reveal="off")
    app.button(key="reveal_answer").click().run()
    assert app.header
    app.session_state["revealed"] = (app.session_state["revealed"][0], {"Equal boards"})
    assert not app.run().header


def test_a_prediction_that_a_link_sets_too_high_becomes_the_highest() -> None:
    slider = open_page("pages/orchard.py", reveal="off", prediction="5000").slider[0]
    assert (slider.value, slider.min, slider.max) == (100, 0, 100)


def test_a_preview_gives_no_answer_away() -> None:
    assert preview_of("orchard").finding
    assert not preview_of("orchard", "reveal=off&prediction=3").finding

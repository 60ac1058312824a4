"""The classroom page: large numbers and intervals."""

from tests.dashboard.driving import open_page, open_setup, press, python_lines, view_of

CLASSROOM = "pages/classroom.py"


def test_the_python_lines_contain_the_settings_of_the_classroom() -> None:
    lines = python_lines(open_page(CLASSROOM, view="Method", games="10000", runs="20", seed="3"))
    assert "games=10_000, runs=20, seed=3" in lines


def test_run_again_uses_the_next_seed_and_undo_takes_it_back() -> None:
    app = press(open_page(CLASSROOM, seed="41"), "Run again")
    assert app.query_params["seed"] == "42"
    view_of(app.number_input, "games").set_value(10_000).run()
    assert app.query_params["games"] == "10000"
    press(press(app, "Undo"), "Undo")
    assert dict(app.query_params) == {"seed": "41"}
    assert view_of(app.number_input, "games").value == 1_000


def test_a_chance_of_ones_own_can_be_chosen_while_the_setup_is_open() -> None:
    app = open_setup(CLASSROOM, example="own chance")
    view_of(app.slider, "chance").set_value(1).run()
    assert app.query_params["chance"] == "1"

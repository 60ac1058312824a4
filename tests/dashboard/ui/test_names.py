"""The names of players on the pages whose table has players: in the link, in the texts, and in a game that goes on."""

from typing import Any

import pytest

from tests.dashboard.driving import open_page, open_setup, view_of

LEG, CANDY, PERUDO = (f"pages/{name}.py" for name in ("camel_up_leg", "candy_land", "perudo"))


@pytest.mark.parametrize("page", [LEG, CANDY, PERUDO])
def test_a_name_is_typed_in_the_set_up_and_a_bad_one_is_refused(page: str) -> None:
    app = open_setup(page, players="3") if page == CANDY else open_setup(page)
    if page != PERUDO:
        app.open_figures("names")
    view_of(app.text_input, "name 1").set_value(" Zoë ").run()
    assert app.query_params["names"] == ",Zoë"
    assert "Zoë" in str(app.board_data)
    view_of(app.text_input, "name 0").set_value("<b>").run()
    assert app.notice.startswith("A name must have 1 to 12 letters, digits, spaces, hyphens or apostrophes, got ")
    view_of(app.text_input, "name 0").set_value("zoë").run()
    assert app.notice == "Two players must not have the same name, got 'Zoë'."
    assert app.query_params["names"] == ",Zoë"
    assert open_page(page, names="Ann,ann").warnings


def test_nobody_in_camel_up_is_called_like_the_visitor_or_a_letter_of_another() -> None:
    app = open_page(LEG)
    for name in ("Me", "B"):
        app.send_event(kind="name", seat=0, value=name.casefold())
        assert app.notice.casefold() == f"two players must not have the same name, got {name!r}.".casefold()


def test_names_are_in_the_texts_of_camel_up() -> None:
    app = open_page(LEG, names="Ann,Bo", players="3", turn="1", tickets=["1G5"])
    assert app.board_data["players"] == ["me", "Ann", "Bo"]
    assert app.advice.endswith("Ann is to move")
    app.send_event(kind="ticket", camel="Y", coins=5, turn=2)
    assert app.notice == "Ann is to move: enter that move first."
    assert "<th>Ann</th>" in open_page(LEG, names="Ann", players="2", position="1:BWOG 2:Y dice=").html_text


def test_names_are_in_the_texts_of_candy_land_and_go_with_their_players() -> None:
    app = open_page(CANDY, names="Ann,Bo", state="57.10.3 next=1")
    assert app.headline.startswith("Ann is ahead: Ann wins ")
    assert open_page(CANDY, names="Ann", state="home.10").headline == "Ann has won"
    app.send_event(kind="remove")
    assert [piece["name"] for piece in app.board_data["pieces"]] == ["Bo", "B"]


@pytest.mark.parametrize("page", [LEG, CANDY])
def test_a_game_goes_on_when_a_player_is_named(page: str) -> None:
    app = open_page(page, **({"state": "10.12"} if page == CANDY else {}))
    acts: list[dict[str, Any]] = [{"kind": "card", "cards": ["R"]}] * 2
    if page == LEG:
        acts = [{"kind": "ticket", "camel": camel, "coins": 5} for camel in "GY"]
    for act in acts:
        app.send_event(**act)
    app.send_event(kind="go", value=1)
    record = app.query_params["record"]
    app.send_event(kind="name", seat=0, value="Ann")
    name = page.removeprefix("pages/").removesuffix(".py").removesuffix("_leg")
    store = app.session_state[f"state of {name}"]
    assert (len(store.line), len(store.whole_line), app.query_params["record"]) == (2, 3, record)
    app.send_event(kind="go", value=2)
    assert "Ann" in str(app.board_data)
    reopened = open_page(page, **app.query_params)
    assert (reopened.headline, reopened.page_text) == (app.headline, app.page_text)

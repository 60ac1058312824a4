"""The Candy Land page: its answer, its views, and custom boards."""

import json
from typing import Any

import pytest

from boardodds import candy_land
from boardodds.candy_land.sources import POST_GAMES
from tests.dashboard.driving import headline, open_page, page_text, python_lines, run_lines, view_of, warnings

CANDY = "pages/candy_land.py"

CANDY_VIEWS = ["How long", "What rules cost", "The post", "No specials", "Players", "The deck", "One game", "How"]


def test_the_page_starts_with_the_posts_game() -> None:
    app = open_page(CANDY)
    sample = candy_land.simulate(candy_land.CLASSIC, games=POST_GAMES, seed=1)
    assert headline(app) == f"A game of one player takes {sample.mean_turns} turns"
    # One figure in each row, so that no figure is beyond the edge of the page.
    figures = dict(zip(*app.dataframe[0].value.to_dict("list").values(), strict=True))
    assert figures["mean"] == str(sample.mean_turns)
    assert figures["median"].startswith(f"{sample.turns.quantile(0.5):.0f} (")
    assert list(figures)[-1] == f"longest of {POST_GAMES:,}"


def test_scheffers_reshuffled_game_is_solved_exactly() -> None:
    app = open_page(CANDY, board="Scheffer", deck="reshuffled", doubles="end only", last="true")
    assert headline(app) == "A game of one player takes 39.161 turns"


def test_selecting_a_board_sets_its_rules() -> None:
    app = open_page(CANDY)
    view_of(app.segmented_control, "board").set_value("newer").run()
    assert [view_of(app.segmented_control, name).value for name in ("licorice", "doubles", "cards")] == [
        "lose a turn",
        "end only",
        "64",
    ]
    assert view_of(app.toggle, "last").value
    sample = candy_land.simulate(candy_land.MODERN, games=POST_GAMES, seed=1)
    assert str(sample.mean_turns) in headline(app)


@pytest.mark.parametrize("view", CANDY_VIEWS)
@pytest.mark.parametrize(
    "query",
    [
        {},
        {"players": "3", "licorice": "lose a turn", "deck": "reshuffled", "shortcuts": "false"},
        {"specials": "cards off", "cards": "44", "combine": "true", "changes": ["no licorice", "no shortcuts"]},
        {"board": "own", "spaces": "RPYBOGRPYBOG", "jumps": "", "sticky": "8"},
    ],
)
def test_every_view_shows_content(view: str, query: dict[str, Any]) -> None:
    app = open_page(CANDY, view=view, **query)
    assert not app.warning
    assert headline(app).startswith("A game of ")
    # One chart and one sentence are above the views.
    assert len([*app.get("plotly_chart"), *app.dataframe, *app.markdown]) > 2


def test_the_posts_table_is_recomputed() -> None:
    app = open_page(CANDY, view="The post")
    rows = app.dataframe[0].value
    assert list(rows["mean, post"]) == ["38.69", "34.53", "27.64", "40.63"]
    assert rows["z"].abs().max() < 3
    assert list(rows["median, post"]) == list(rows["median, ours"])


def test_readings_of_no_specials_are_compared() -> None:
    text = page_text(open_page(CANDY, view="No specials"))
    assert "Here they do so under every reading." in text
    rules = candy_land.CLASSIC
    names = ["no specials", "special cards off", "no backward moves"]
    cases = {"as it is": rules} | {name: candy_land.switched(rules, [name]) for name in names}
    comparison = candy_land.compare(cases, games=POST_GAMES, seed=1)
    for name in names:
        assert f"the specials add **{-comparison.difference(name).value:+.2f}**" in text
    # With three players the picture cards don't make games longer under every reading.
    assert "Here they do so set beside no backward moves" in page_text(
        open_page(CANDY, view="No specials", players="3")
    )


def test_conflicting_changes_are_not_combined() -> None:
    app = open_page(CANDY, view="What rules cost", combine="true", changes=["no licorice", "licorice costs one turn"])
    assert "can't be combined: no licorice, licorice costs one turn." in page_text(app)
    app = open_page(CANDY, view="What rules cost", licorice="off")
    assert "*no licorice*: so it is already." in [caption.value for caption in app.caption]


def test_a_game_is_shown_turn_by_turn() -> None:
    moves = candy_land.play(candy_land.CLASSIC, players=2, seed=7)
    app = open_page(CANDY, view="One game", players="2", turn="5")
    assert f"**{moves[4]}**" in page_text(app)
    view_of(app.slider, f"slide over {len(moves)}").set_value(len(moves)).run()
    assert f"**{moves[-1]}**" in page_text(app)
    assert view_of(app.number_input, "turn").value == len(moves)
    # A turn after the end of the game shows the last turn.
    assert "and wins.**" in page_text(open_page(CANDY, view="One game", turn="2000"))


_ENDLESS = {"spaces": "RPYBOGRPYBOGRPYB[Jolly]OG", "jumps": "13>1 14>1 15>1 16>1 18>1 19>1", "sticky": ""}


@pytest.mark.parametrize(
    ("view", "query", "sentence"),
    [
        ("What rules cost", {"sticky": "31", "jumps": "", "changes": "no specials"}, "*no specials* can't be here: "),
        ("No specials", {"sticky": "7", "jumps": "", "specials": "removed"}, "With its specials this board can't be: "),
        ("What rules cost", {**_ENDLESS, "changes": "special cards off"}, "*special cards off* can't be here: "),
        ("No specials", _ENDLESS, "*special cards off* can't be here: "),
        # This board can be played only without its picture spaces.
        ("No specials", {**_ENDLESS, "jumps": "12>1 13>1 14>1 15>1 16>1 18>1"}, "*special cards off* can't be here: "),
    ],
)
def test_impossible_changes_of_a_custom_board_are_explained(view: str, query: dict[str, Any], sentence: str) -> None:
    app = open_page(CANDY, board="own", view=view, **query)
    assert any(sentence in element.value for element in (*app.caption, *app.markdown))


@pytest.mark.parametrize(
    ("query", "sentence"),
    [
        ({"spaces": ""}, "Spaces must be 1..300, got 0."),
        ({"spaces": "RPYBO"}, "got none in green: its first card would win at once"),
        ({"spaces": "RPYBOG![x](y)"}, "Spaces must be letters of RPYBOG"),
        ({"jumps": "4-18"}, "Shortcuts must be pairs of spaces, as in 5>59 34>47, got '4-18'."),
        ({"jumps": "4>18 18>4"}, "could go round in a loop"),
        ({"jumps": "4>400"}, "Shortcuts must stay on spaces 1..32, got 4 to 400."),
        ({"sticky": "0"}, "Licorice spaces must be 1..32, got 0."),
        ({"sticky": "x"}, "Spaces must be given by their numbers from 1, got 'x'."),
    ],
)
def test_impossible_boards_are_explained(query: dict[str, str], sentence: str) -> None:
    app = open_page(CANDY, board="own", **query)
    assert [sentence in warning for warning in warnings(app)] == [True]
    assert view_of(app.slider, "players").value == 1


def test_column_tooltips_explain_statistical_terms() -> None:
    app = open_page(CANDY, view="What rules cost")
    tooltips = {name: column.get("help") for name, column in json.loads(app.dataframe[0].proto.columns).items()}
    assert "Standard error" in tooltips["SE"]
    assert "19 of 20 such intervals contain the true value" in tooltips["95% CI"]
    assert "19 of 20 such intervals contain the true mean" in app.caption[0].value


def test_a_game_that_cannot_end_is_explained() -> None:
    app = open_page(
        CANDY, board="own", spaces="RPYBOGRPYBOG[Jolly]RPYBOG", jumps="14>1 15>1 16>1 17>1 18>1 19>1", sticky=""
    )
    assert "the game must be able to end" in warnings(app)[0].lower()


def test_the_python_code_reproduces_the_pages_result() -> None:
    cases = {
        "as it is": candy_land.CLASSIC,
        "no licorice": candy_land.switched(candy_land.CLASSIC, ["no licorice"]),
    }
    comparison = candy_land.compare(cases, games=POST_GAMES, seed=1)
    assert run_lines(python_lines(open_page(CANDY, view="How"))) == comparison.difference("no licorice")

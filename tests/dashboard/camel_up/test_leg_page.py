"""The page "Who wins this leg?": its answer, its views, its presets and its links."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from boardodds.camel_up import (
    SECOND_EDITION,
    Position,
    Ticket,
    rank_actions,
    solve_leg,
)
from boardodds.dashboard.camel_up.editions import PRESETS
from tests.dashboard.driving import headline, open_page, page_text, view_of, warnings

LEG = "pages/camel_up_leg.py"
VIEWS = ["What to do", "Next roll", "Tiles", "What if", "Published", "How"]


def test_the_leg_page_answers_the_published_position() -> None:
    app = open_page(LEG)
    assert headline(app) == "Green wins 34.4% of the time: in 10,033 of 29,160 dice sequences"
    assert not app.warning


@pytest.mark.parametrize("view", VIEWS)
@pytest.mark.parametrize(
    "position", ["1:BWOG 2:Y", "13:BW 14:OGY dice=OG tiles=16o.11m", "3:BWOG 2:Y dice=", "16:BW 15:G 3:O 1:Y"]
)
def test_every_view_shows_something_for_every_kind_of_position(view: str, position: str) -> None:
    app = open_page(LEG, view=view, position=position)
    elements = [*app.get("plotly_chart"), *app.dataframe, *app.markdown]
    assert len(elements) > 2
    assert not app.warning


@pytest.mark.parametrize("view", VIEWS)
def test_every_view_works_in_the_second_edition(view: str) -> None:
    app = open_page(LEG, edition="second", view=view, position="1:BRPG 2:Y 14:w 15:k dice=BRPx tiles=4m")
    favourite = solve_leg(Position.parse("1:BRPG 2:Y 14:w 15:k dice=BRPx tiles=4m"), SECOND_EDITION).favourite
    assert headline(app).startswith({"G": "Green", "P": "Purple", "R": "Red", "Y": "Yellow", "B": "Blue"}[favourite])


def test_the_best_action_is_named_and_depends_on_the_tickets_held() -> None:
    best = rank_actions(Position.parse("1:BWOG 2:Y"))[0]
    assert f"**Best now: {best}.**" in page_text(open_page(LEG))
    position = Position.parse("1:BWOG 2:Y dice=O")
    held = [Ticket("G", 5), Ticket("O", 5)]
    best = rank_actions(position, held=held, next_tickets={"G": 2, "O": 3})[0]
    assert f"**Best now: {best}.**" in page_text(open_page(LEG, position=str(position), held=["G5", "O5"], gone=["G3"]))


@pytest.mark.parametrize("name", PRESETS)
def test_every_preset_loads_and_has_an_answer(name: str) -> None:
    app = open_page(LEG)
    view_of(app.selectbox, "preset").select(name).run()
    assert not app.exception
    assert view_of(app.text_input, "position").value == str(PRESETS[name].position)
    assert view_of(app.segmented_control, "edition").value == PRESETS[name].edition
    assert not app.warning
    assert "dice sequences" in headline(app)


@pytest.mark.parametrize(
    ("query", "sentence"),
    [
        ({"position": "1:BWOG 1:Y"}, "square 1 is named twice"),
        ({"position": "1:BWOGG"}, "camel G stands on the board twice"),
        ({"position": "1:BWOG 40:Y"}, "quare must be 1..16, got 40"),
        ({"position": "1:BWOG 2:Y tiles=2o"}, "square 2 holds camels; a tile needs an empty square"),
        ({"position": "1:BWOG 2:Y tiles=5o.6m"}, "squares 5 and 6 are next to each other"),
        ({"position": "1:BWOG 2:q"}, "amel must be one of W G B O Y, got q"),
        ({"position": "1:BRPG 2:Y"}, "these rules have no red"),
        ({"position": "dice="}, "at least 2 racing camels on the board, got 0"),
        ({"position": "dice= tiles=1o"}, "iles must lie on squares 2..16"),
        ({"position": " "}, "the board is empty"),
        ({"position": "99:G"}, "The board shows an example"),
        ({"track": ""}, "leaves track empty: the default is used"),
        ({"position": "1:B"}, "at least 2 racing camels"),
        ({"position": "<script>alert(1)</script>"}, "expected square:camels from the bottom up"),
        ({"edition": "third"}, "edition=third, which is not on offer"),
        ({"stacking": "maybe"}, "stacking=maybe, which is not on offer"),
        ({"track": "99999999999999"}, "track=99999999999999, which is not on offer"),
        ({"held": "Q9"}, "held=Q9, which is not on offer"),
        ({"edition": "second", "held": "W5"}, "held=W5, which this edition does not have: it is left out"),
        ({"held": "G5", "gone": "G5"}, "gone=G5, which you hold, or this edition does not have: it is left out"),
        ({"own": "16z"}, "own=16z, which is not on offer"),
        ({"own": "7"}, "your tile lies on 7, where no tile lies: it is left out"),
        ({"position": "1:BWOG 2:Y tiles=5o", "own": "7"}, "your tile lies on 7, where no tile lies: it is left out"),
        ({"seed": "-1", "view": "How"}, "seed=-1, which is not on offer"),
        ({"view": "Nothing"}, "view=Nothing, which is not on offer"),
        ({"track": ["9", "10"]}, "gives track more than once"),
        ({"colour": "red"}, "a setting that this page does not know, colour"),
    ],
)
def test_a_mistake_in_a_link_shows_one_sentence_and_the_rest_of_the_page(query: dict[str, Any], sentence: str) -> None:
    app = open_page(LEG, **query)
    matches = [warning for warning in warnings(app) if sentence in warning]
    assert len(matches) == 1, warnings(app)
    assert "\n" not in matches[0]
    assert [tab.label for tab in app.tabs] == VIEWS


def test_an_own_tile_on_the_board_or_taken_off_shows_no_warning() -> None:
    app = open_page(LEG, position="1:BWOG 2:Y tiles=5o", own="5")
    assert (view_of(app.selectbox, "own").value, warnings(app)) == ("5", [])
    view_of(app.text_input, "position").set_value("1:BWOG 2:Y").run()
    assert (view_of(app.selectbox, "own").value, warnings(app)) == ("none", [])


def test_an_invalid_position_keeps_the_last_valid_one_and_the_text_as_typed() -> None:
    app = open_page(LEG)
    view_of(app.text_input, "position").set_value("3:BW 4:G").run()
    view_of(app.text_input, "position").set_value("3:BW 4G").run()
    assert view_of(app.text_input, "position").value == "3:BW 4G"
    assert "expected square:camels" in warnings(app)[0]
    assert "of 162 dice sequences" in headline(app)


def test_text_of_a_visitor_is_never_markdown() -> None:
    app = open_page(LEG, position="![x](http://elsewhere.example/x.png)")
    (warning,) = app.warning
    assert r"\!\[x\]\(" in warning.value
    assert "http://elsewhere" not in warning.value.replace("\\", "")


@settings(max_examples=12)
@given(
    st.dictionaries(
        st.sampled_from(
            ["position", "edition", "track", "highest", "held", "own", "square", "tile", "legs", "seed", "view"]
        ),
        st.text(max_size=30)
        | st.sampled_from(["1:BW", "9:BW 1:G", "second", "numbered", "30", "4", "G5", "8m", "How", "What if"]),
    )
)
def test_no_link_breaks_the_page(query: dict[str, str]) -> None:
    app = open_page(LEG, **query)
    assert app.title[0].value == "Who wins this leg?"


def test_a_leg_that_is_over_says_so_in_every_view() -> None:
    for view in ("What to do", "Next roll", "Tiles", "What if"):
        assert "nothing" in page_text(open_page(LEG, position="3:BWOG 2:Y dice=", view=view))


@pytest.mark.parametrize(
    ("query", "formula"),
    [
        ({}, r"5! \cdot 3^{5} = 29{,}160"),
        ({"highest": "4"}, r"5! \cdot 4^{5} = 122{,}880"),
        ({"edition": "second"}, r"6! \cdot 6^{5} = 5{,}598{,}720"),
        ({"edition": "second", "position": "1:BR 2:G 14:w 15:k dice=BGx"}, r"3! \cdot 6^{2} = 216"),
    ],
)
def test_the_formula_matches_the_position(query: dict[str, str], formula: str) -> None:
    app = open_page(LEG, view="How", **query)
    assert formula in page_text(app)
    assert formula.rpartition("= ")[2].replace("{,}", ",") in headline(app)


def test_the_ranking_omits_tiles_without_an_expected_gain_or_loss() -> None:
    position = Position.parse("7:WG 8:B 9:O 10:Y dice=WO")
    idle = [action for action in rank_actions(position) if action.square is not None and not action.expected_coins]
    assert len(idle) > 5
    app = open_page(LEG, position=str(position))
    shown = list(app.dataframe[1].value["action"])
    assert not {str(action) for action in idle} & set(shown)
    assert {str(action) for action in rank_actions(position)} == {*shown, *map(str, idle)}
    assert any(caption.value.startswith(f"Left out: {len(idle)} ways to lay a tile") for caption in app.caption)


def test_what_if_explains_the_second_edition_to_players_of_the_first() -> None:
    explanation = "In the second edition the crazy camels begin on the last squares"
    for edition, is_explained in (("first", True), ("second", False)):
        app = open_page(LEG, edition=edition, view="What if")
        assert any(explanation in caption.value for caption in app.caption) == is_explained
        assert ("`w` and `k`" in str(view_of(app.text_input, "position").help)) != is_explained

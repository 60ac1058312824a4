"""Every page through Streamlit's own test runner: what it says, what it does with links, and that nothing breaks it."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from streamlit.testing.v1 import AppTest
from streamlit.testing.v1.element_tree import Button

from boardodds import candy_land, orchard, perudo
from boardodds.camel_up import (
    FIRST_EDITION,
    SECOND_EDITION,
    Position,
    RaceBets,
    RaceOdds,
    Ticket,
    race_length,
    rank_actions,
    solve_leg,
    solve_race,
)
from boardodds.camel_up.sources import CAMEL_CALCULATOR
from boardodds.candy_land.sources import POST_GAMES
from boardodds.charts import camel_up as camel_charts
from boardodds.dashboard.app import headlines
from boardodds.dashboard.app.site import PAGES, ROOT
from boardodds.dashboard.camel_up import length
from boardodds.dashboard.camel_up.editions import EDITIONS, PRESETS
from boardodds.dashboard.perudo import views
from boardodds.perudo.agents import NAIVE_AGENT
from boardodds.perudo.fit import fit_dial
from boardodds.perudo.match import play_matches
from tests.dashboard.driving import drawing, headline, open_page, refused, warnings, wish, words

LEG = "pages/camel_up_leg.py"
VIEWS = ["What to do", "Next roll", "Tiles", "What if", "Published", "How"]


def test_home_has_a_card_with_a_live_answer_for_every_page() -> None:
    app = open_page()
    said = words(app)
    for entry, picture in zip(PAGES, app.get("image"), strict=True):
        assert entry.question in said
        assert entry.answer().words in said
        assert [each.alt for each in picture.proto.imgs] == [entry.answer().alt]
    assert "green wins the leg 34.4%" in said


def test_the_card_of_candy_land_says_what_its_page_says() -> None:
    app = open_page("pages/candy_land.py", view="What rules cost", **headlines.CANDY_LINK)
    said = headlines.candy_land().words
    assert headline(app).removeprefix("A game of one player takes ") in said
    gone = float(str(app.dataframe[0].value.set_index("change").loc["no specials", "turns added"]))
    told = float(said.partition("a game is ")[2].partition(" turns shorter")[0])
    # one place on the card, two in the table
    assert abs(told + gone) <= 0.05 + 0.005


def test_every_file_in_pages_is_on_the_menu() -> None:
    files = {path.name for path in (ROOT / "pages").glob("*.py")}
    assert files == {entry.file for entry in PAGES} | {"home.py"}
    for file in files:
        assert "frame.guard()" in (Path(ROOT) / "pages" / file).read_text(encoding="utf-8")


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
    shown = [*app.get("plotly_chart"), *app.dataframe, *app.markdown]
    assert len(shown) > 2
    assert not app.warning


@pytest.mark.parametrize("view", VIEWS)
def test_every_view_works_in_the_second_edition(view: str) -> None:
    app = open_page(LEG, edition="second", view=view, position="1:BRPG 2:Y 14:w 15:k dice=BRPx tiles=4m")
    favourite = solve_leg(Position.parse("1:BRPG 2:Y 14:w 15:k dice=BRPx tiles=4m"), SECOND_EDITION).favourite
    assert headline(app).startswith({"G": "Green", "P": "Purple", "R": "Red", "Y": "Yellow", "B": "Blue"}[favourite])


def test_the_best_action_is_named_and_follows_the_tickets_held() -> None:
    best = rank_actions(Position.parse("1:BWOG 2:Y"))[0]
    assert f"**Best now: {best}.**" in words(open_page(LEG))
    position = Position.parse("1:BWOG 2:Y dice=O")
    held = [Ticket("G", 5), Ticket("O", 5)]
    best = rank_actions(position, held=held, next_tickets={"G": 2, "O": 3})[0]
    assert f"**Best now: {best}.**" in words(open_page(LEG, position=str(position), held=["G5", "O5"], gone=["G3"]))


@pytest.mark.parametrize("name", PRESETS)
def test_every_preset_loads_and_is_answered(name: str) -> None:
    app = open_page(LEG)
    app.selectbox(key="preset").select(name).run()
    assert not app.exception
    assert app.text_input(key="position").value == str(PRESETS[name].position)
    assert app.session_state.edition == PRESETS[name].edition
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
def test_what_a_link_says_wrong_is_told_in_one_sentence_and_the_rest_lives(
    query: dict[str, Any], sentence: str
) -> None:
    app = open_page(LEG, **query)
    told = [warning for warning in warnings(app) if sentence in warning]
    assert len(told) == 1, warnings(app)
    assert "\n" not in told[0]
    assert [tab.label for tab in app.tabs] == VIEWS


def test_the_bar_of_slow_work_is_gone_when_it_is_done() -> None:
    def slow_and_quick() -> None:
        import time

        from boardodds.dashboard.ui.parts import progress

        with progress("Slowly…") as tell:
            time.sleep(0.3)
            tell(0.5)
        with progress("Quickly…") as tell:
            tell(0.5)

    app = AppTest.from_function(slow_and_quick).run()
    assert not app.exception
    assert [element.type for element in app.main][1:] == ["empty", "empty"]


def test_a_tile_of_ones_own_that_lies_there_needs_no_sentence_nor_one_that_is_taken_away() -> None:
    app = open_page(LEG, position="1:BWOG 2:Y tiles=5o", own="5")
    assert (app.selectbox(key="own").value, warnings(app)) == ("5", [])
    app.text_input(key="position").set_value("1:BWOG 2:Y").run()
    assert (app.selectbox(key="own").value, warnings(app)) == ("none", [])


def test_a_bad_position_leaves_the_last_good_one_and_the_text_as_typed() -> None:
    app = open_page(LEG)
    app.text_input(key="position").set_value("3:BW 4:G").run()
    app.text_input(key="position").set_value("3:BW 4G").run()
    assert app.text_input(key="position").value == "3:BW 4G"
    assert "expected square:camels" in warnings(app)[0]
    assert "of 162 dice sequences" in headline(app)


def test_what_a_person_wrote_is_never_markdown() -> None:
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


def test_dice_and_rolls_rewrite_the_position() -> None:
    app = open_page(LEG, position="1:BWOG 2:Y dice=BOW")
    wish(app, kind="die", die="W", on=False)
    assert app.text_input(key="position").value == "1:BWOG 2:Y dice=BO"
    assert headline(app).endswith("12 of 18 dice sequences")
    wish(app, kind="roll", die="O", face="3")
    assert app.text_input(key="position").value == "1:BW 2:Y 4:OG dice=B"
    wish(app, kind="undo")
    assert app.text_input(key="position").value == "1:BWOG 2:Y dice=BO"


def test_a_roll_that_ends_the_race_is_told_and_the_board_stays() -> None:
    app = open_page(LEG, position="15:BW 16:G")
    wish(app, kind="roll", die="G", face="1")
    assert "ends the leg" in refused(app)
    assert app.text_input(key="position").value == "15:BW 16:G"


def test_a_wish_in_haste_comes_with_the_text_of_before_and_does_not_bring_it_back() -> None:
    app = open_page(LEG)
    start, texts = position(app), []
    for die in "OYW":
        texts.append(position(app))
        wish(app, kind="roll", die=die, face="1")
    # each before the browser has the text that the last one made
    for text in reversed(texts):
        stale = position(app)
        wish(app, kind="undo")
        assert position(app) == text
        app.text_input(key="position").set_value(stale)
    wish(app, kind="undo")
    assert position(app) == start
    wish(app, kind="roll", die="O", face="1")
    rolled = position(app)
    app.text_input(key="position").set_value(start)
    wish(app, kind="tile", square=1, tile="o")
    assert (position(app), refused(app) != "") == (rolled, True)


def test_a_wish_in_haste_does_not_bring_tickets_back_that_went_home() -> None:
    app = open_page(LEG, held="B5", gone="W5")
    wish(app, kind="new_leg")
    assert (app.multiselect(key="held").value, app.multiselect(key="gone").value) == ([], [])
    for die in "BW":
        # before the browser has heard of it
        app.multiselect(key="held").set_value(["B5"])
        app.multiselect(key="gone").set_value(["W5"])
        wish(app, kind="roll", die=die, face="1")
        assert (app.multiselect(key="held").value, app.multiselect(key="gone").value) == ([], [])
    # what is taken after that is
    app.multiselect(key="held").set_value(["W5"])
    wish(app, kind="roll", die="O", face="1")
    assert app.multiselect(key="held").value == ["W5"]
    for _ in range(4):
        wish(app, kind="undo")
    assert (app.multiselect(key="held").value, app.multiselect(key="gone").value) == (["B5"], ["W5"])
    app.multiselect(key="held").set_value([])
    app.multiselect(key="gone").set_value([])
    wish(app, kind="roll", die="O", face="1")
    assert app.multiselect(key="held").value == ["B5"]


def test_a_text_that_cannot_be_read_outlives_a_refused_wish() -> None:
    app = open_page(LEG)
    app.text_input(key="position").set_value("1:BW nonsense").run()
    wish(app, kind="tile", square=1, tile="o")
    assert position(app) == "1:BW nonsense"


def test_each_die_keeps_its_place_below_the_board_when_it_has_been_rolled() -> None:
    app = open_page(LEG)
    wish(app, kind="roll", die="B", face="3")
    dice = drawing(app)["dice"]
    assert [die["id"] for die in dice] == list(FIRST_EDITION.camels)
    assert [die["id"] for die in dice if not die["in"]] == ["B"]
    assert {tuple(die["faces"]) for die in dice} == {("1", "2", "3")}
    assert drawing(app)["can_roll"]


def test_nothing_is_rolled_where_the_leg_is_over_or_the_board_is_empty() -> None:
    assert not drawing(open_page(LEG, position="1:BW 3:G dice="))["can_roll"]
    # one die stays in the pyramid in the second edition
    assert not drawing(open_page(LEG, edition="second", position="1:BW 14:w 15:k dice=x"))["can_roll"]
    empty = drawing(open_page(LEG, position="dice="))
    assert (empty["can_roll"], empty["dice"]) == (False, [])


def test_an_undo_of_nothing_changes_nothing() -> None:
    app = open_page(LEG, position="1:BW 3:G dice=B")
    assert not drawing(app)["can_undo"]
    wish(app, kind="undo")
    assert position(app) == "1:BW 3:G dice=B"


def press(app: AppTest, label: str) -> AppTest:
    return button(app, label).click().run()


def button(app: AppTest, label: str) -> Button:
    return app.button[[button.label for button in app.button].index(label)]


def position(app: AppTest) -> str:
    return app.text_input(key="position").value or ""


def test_a_new_leg_sends_dice_tiles_and_tickets_home_and_undo_brings_them_back() -> None:
    app = open_page(LEG, position="1:BW 3:G dice=B tiles=6o", held=["G5", "B5"], gone=["W5"], own="6")
    assert (app.multiselect(key="held").value, app.selectbox(key="own").value) == (["G5", "B5"], "6")
    wish(app, kind="new_leg")
    assert position(app) == "1:BW 3:G dice=BWG"
    assert (app.multiselect(key="held").value, app.multiselect(key="gone").value) == ([], [])
    assert app.selectbox(key="own").value == "none"
    wish(app, kind="undo")
    assert position(app) == "1:BW 3:G dice=B tiles=6o"
    assert (app.multiselect(key="held").value, app.multiselect(key="gone").value) == (["G5", "B5"], ["W5"])
    assert app.selectbox(key="own").value == "6"


def tickets(app: AppTest) -> tuple[list[str], list[str]]:
    return app.multiselect(key="held").value, app.multiselect(key="gone").value


def test_a_ticket_is_taken_with_a_tap_and_given_back_by_undo() -> None:
    app = open_page(LEG, edition="second", position="1:BR 3:G dice=BRG", held=["G2"], view="How")
    assert {ticket["id"]: ticket["next"] for ticket in drawing(app)["tickets"]} == {"B": 5, "G": 2, "R": 5}
    taken = [("G", 2, True, (["G2", "G2'"], [])), ("B", 5, False, (["G2", "G2'"], ["B5"]))]
    for camel, coins, mine, after in taken:
        wish(app, kind="ticket", camel=camel, coins=coins, mine=mine)
        assert tickets(app) == after
    assert (drawing(app)["held"], drawing(app)["gone"]) == ("G 2, G 2'", "B 5")
    # all above one that was taken have gone as well
    assert {ticket["id"]: ticket["next"] for ticket in drawing(app)["tickets"]} == {"B": 3, "G": 0, "R": 5}
    wish(app, kind="ticket", camel="B", coins=5, mine=True)
    assert refused(app) == "This ticket on blue has gone."
    wish(app, kind="ticket", camel="G", coins=0, mine=True)
    assert refused(app) == "This ticket on green has gone."
    for held in (["G2", "G2'"], ["G2"]):
        wish(app, kind="undo")
        assert tickets(app) == (held, [])


@pytest.mark.parametrize(
    "forged",
    [{"camel": "W"}, {"camel": ["G"]}, {"camel": "GB"}, {"mine": 1}, {"mine": None}],
)
def test_what_is_no_ticket_is_not_taken(forged: dict[str, Any]) -> None:
    app = open_page(LEG, position="1:BG dice=BG")
    wish(app, **({"kind": "ticket", "camel": "G", "coins": 5, "mine": True} | forged))
    assert (tickets(app), refused(app), drawing(app)["can_undo"]) == (([], []), "", False)


def test_tickets_taken_in_haste_are_all_kept_and_what_is_chosen_by_hand_holds() -> None:
    app = open_page(LEG)
    for count, camel in enumerate("GYB"):
        # before the browser has heard of any
        app.multiselect(key="held").set_value([])
        wish(app, kind="ticket", camel=camel, coins=5, mine=True)
        assert tickets(app)[0] == ["G5", "Y5", "B5"][: count + 1]
    app.multiselect(key="held").set_value([]).run()
    wish(app, kind="roll", die="B", face="1")
    assert tickets(app)[0] == []


def test_tickets_chosen_by_hand_are_a_step_that_undo_takes_back() -> None:
    app = open_page(LEG, position="1:BG dice=BG tiles=6o")
    wish(app, kind="ticket", camel="B", coins=5, mine=True)
    app.multiselect(key="held").set_value(["B5", "G5"]).run()
    app.multiselect(key="gone").set_value(["G3"]).run()
    app.selectbox(key="own").set_value("6").run()
    for held, gone, own in (
        (["B5", "G5"], ["G3"], "none"),
        (["B5", "G5"], [], "none"),
        (["B5"], [], "none"),
        ([], [], "none"),
    ):
        wish(app, kind="undo")
        assert (*tickets(app), app.selectbox(key="own").value) == (held, gone, own)
    assert not drawing(app)["can_undo"]


def test_random_and_clear() -> None:
    app = open_page(LEG, held=["G5"])
    wish(app, kind="random")
    assert sorted(Position.parse(position(app)).camels) == sorted("WGBOY")
    assert app.multiselect(key="held").value == []
    wish(app, kind="clear")
    assert position(app) == "dice="
    assert "at least 2 racing camels on the board, got 0" in warnings(app)[0]
    wish(app, kind="undo")
    assert not app.warning


def test_editions_there_and_back_change_nothing() -> None:
    start = "6:YBW 8:OG dice=WG tiles=5o"
    app = open_page(LEG, position=start, held=["W5", "G5"])
    for edition, there, held in (
        ("second", "6:YBR 8:PG 15:w 16:k dice=RGx tiles=5o", ["R5", "G5"]),
        ("numbered", "6:203 8:41 dice=31 tiles=5o", ["35", "15"]),
        ("first", start, ["W5", "G5"]),
    ):
        app.segmented_control(key="edition").set_value(edition).run()
        assert position(app) == there
        assert app.multiselect(key="held").value == held
    assert not app.warning


def test_a_camel_without_a_place_in_the_other_edition_is_named() -> None:
    app = open_page(LEG, edition="numbered", position="1:012345")
    app.segmented_control(key="edition").set_value("first").run()
    assert position(app) == "1:BGYWO dice=BGYWO"
    assert "no place for camel 5 in this edition" in refused(app)


def test_a_leg_that_is_over_says_so_in_every_view() -> None:
    for view in ("What to do", "Next roll", "Tiles", "What if"):
        assert "nothing" in words(open_page(LEG, position="3:BWOG 2:Y dice=", view=view))


@pytest.mark.parametrize(
    ("query", "formula"),
    [
        ({}, r"5! \cdot 3^{5} = 29{,}160"),
        ({"highest": "4"}, r"5! \cdot 4^{5} = 122{,}880"),
        ({"edition": "second"}, r"6! \cdot 6^{5} = 5{,}598{,}720"),
        ({"edition": "second", "position": "1:BR 2:G 14:w 15:k dice=BGx"}, r"3! \cdot 6^{2} = 216"),
    ],
)
def test_the_formula_is_that_of_the_position(query: dict[str, str], formula: str) -> None:
    app = open_page(LEG, view="How", **query)
    assert formula in words(app)
    assert formula.rpartition("= ")[2].replace("{,}", ",") in headline(app)


RACE = "pages/camel_up_race.py"


def test_the_race_page_answers_the_known_race() -> None:
    app = open_page(RACE, position="9:BWOG 10:Y")
    assert headline(app) == "Green wins the race 25.1% of the time, blue comes last 29.7%"
    assert "**Best now: " in words(app)


@pytest.mark.parametrize("page", [LEG, "pages/camel_up_race.py"])
def test_the_best_action_stands_under_the_answer_while_actions_are_shown(page: str) -> None:
    app = open_page(page, position="7:WG 8:B 9:O 10:Y dice=WGO", held="O5")
    position, held = Position.parse("7:WG 8:B 9:O 10:Y dice=WGO"), [Ticket("O", 5)]
    best = rank_actions(position, held=held, race=None if page == LEG else solve_race(position))[0]
    assert [each.value for each in app.markdown if each.value.startswith("Best now")] == [f"Best now: **{best}**."]
    other = open_page(page, position="7:WG 8:B 9:O 10:Y dice=WGO", view="How")
    assert "Best now" not in words(other)
    over = open_page(page, position="7:WG 8:B 9:O 10:Y dice=")
    assert "Best now" not in words(over)


def test_tiles_that_bring_nothing_are_left_out_of_the_ranking() -> None:
    position = Position.parse("7:WG 8:B 9:O 10:Y dice=WO")
    idle = [each for each in rank_actions(position) if each.square is not None and not each.expected_coins]
    assert len(idle) > 5
    app = open_page(LEG, position=str(position))
    ranked = list(app.dataframe[1].value["action"])
    assert not {str(each) for each in idle} & set(ranked)
    assert {str(each) for each in rank_actions(position)} == {*ranked, *map(str, idle)}
    assert any(each.value.startswith(f"Left out: {len(idle)} ways to lay a tile") for each in app.caption)


def test_the_other_edition_says_what_it_brings() -> None:
    crazy = "In the second edition the crazy camels begin on the last squares"
    for edition, said in (("first", True), ("second", False)):
        app = open_page(LEG, edition=edition, view="What if")
        assert any(crazy in each.value for each in app.caption) == said
        assert ("`w` and `k`" in str(app.text_input(key="position").help)) != said


@pytest.mark.parametrize("edition", ["first", "second"])
def test_the_race_has_cards_for_the_camels_of_its_edition(edition: str) -> None:
    app = open_page("pages/camel_up_race.py", edition=edition)
    assert app.multiselect(key="laid").options == list(EDITIONS[edition].rules.camels)


@pytest.mark.parametrize("view", ["What to do", "Next roll", "Legs left", "What if", "How"])
@pytest.mark.parametrize("edition", ["first", "second"])
def test_every_view_of_the_race_shows_something(view: str, edition: str) -> None:
    text = {"first": "9:BW 12:OGY dice=OG tiles=14o", "second": "9:BR 12:PGY 14:w 15:k dice=PGx tiles=7m"}[edition]
    app = open_page(RACE, view=view, edition=edition, position=text)
    assert not app.warning
    assert ("95% CI" in headline(app)) == (edition == "second")
    # a chart, a table and a sentence stand beside the board already
    assert len([*app.get("plotly_chart"), *app.dataframe, *app.markdown]) > 3


def test_race_bets_follow_the_cards() -> None:
    text = "9:BWOG 10:Y"
    race = solve_race(Position.parse(text))
    bets = RaceBets(winner_laid=3, last_laid=1, hand="BWOY")
    best = rank_actions(Position.parse(text), race=race, race_bets=bets)[0]
    app = open_page(RACE, position=text, winner_laid="3", last_laid="1", laid=["G"])
    assert f"**Best now: {best}.**" in words(app)


@pytest.mark.parametrize("view", ["What to do", "Next roll", "Legs left", "What if", "How"])
def test_a_race_that_is_too_long_to_count_is_simulated(view: str) -> None:
    app = open_page(RACE, position="20:BWOG 21:Y dice=BW", track="30", view=view)
    assert "95% CI" in headline(app)
    assert not app.warning


def test_a_race_that_takes_long_to_solve_is_solved_when_asked() -> None:
    text, rules = "14:BWOG 15:Y", replace(FIRST_EDITION, track=19)
    app = open_page(RACE, position=text, track="19")
    assert "(50,000 simulated races;" in captions(app)
    assert "95% CI" in headline(app)
    app.toggle(key="exact").set_value(True).run()
    assert "(exact; no tiles" in captions(app)
    exact = solve_race(Position.parse(text), rules)
    assert isinstance(exact, RaceOdds)
    assert f" {exact.win(exact.ranking[0]):.1%} of the time" in headline(app)
    app.toggle(key="exact").set_value(False).run()
    assert "(50,000 simulated races;" in captions(app)


def captions(app: AppTest) -> str:
    return " ".join(caption.value for caption in app.caption)


LENGTH = "pages/camel_up_length.py"


def test_the_length_page_answers_with_and_without_stacking() -> None:
    app = open_page(LENGTH)
    assert headline(app) == "4.723 legs with stacking, 6.535 without"
    assert "over in a single leg: 1 in 1,012,269" in words(app)
    press(app, "Time them all now")
    approaches = app.dataframe[1].value
    assert list(approaches["legs"][[2, 3]]) == ["6.534625", "6.534625"]
    press(app, "Time them all now")
    # wall-clock times of several runs that agree to four places would be a wonder
    assert list(app.dataframe[1].value["seconds"]) != list(approaches["seconds"])


def test_the_line_of_the_length_page_goes_on_to_eight_camels_with_races_that_are_simulated() -> None:
    question = length.Question(camels=2, squares=12, faces=(1, 2, 3))
    means, errors = length.means_by_camels(question)
    stacking = means["with stacking"]
    assert list(stacking) == list(range(1, 9))
    assert list(errors["with stacking"]) == list(range(3, 9))
    for camels in range(1, 6):
        # twice a 95% interval
        off = 2 * errors["with stacking"].get(camels, 1e-12)
        assert stacking[camels] == pytest.approx(race_length(camels, 12).mean, abs=off)
    one, rest = camel_charts.camel_lines(means, errors).data
    assert one.marker.symbol == ("circle",) * 2 + ("circle-open",) * 6
    assert set(rest.marker.symbol) == {"circle"}
    assert one.customdata[1] == ""
    assert one.customdata[2].startswith(" +/- 0.0")


@pytest.mark.parametrize(
    ("query", "said"),
    [
        ({"camels": "1"}, "7.833 legs with stacking, 7.833 without"),
        ({"camels": "8", "squares": "6"}, "legs with stacking"),
        ({"camels": "7"}, "(95% CI "),
        ({"squares": "24", "top": "4", "camels": "3"}, "legs with stacking"),
    ],
)
def test_the_length_page_counts_or_simulates(query: dict[str, str], said: str) -> None:
    app = open_page(LENGTH, **query)
    assert said in headline(app)
    assert not app.warning


ORCHARD = "pages/orchard.py"


def test_the_orchard_page_answers_the_papers_game() -> None:
    app = open_page(ORCHARD)
    assert headline(app) == "We win 78.19% of the time, if the basket picks from the fullest tree"
    assert "worth **4.6 points**" in words(app)
    assert "*smart* strategy is optimal" in words(app)


def test_the_orchard_page_shows_with_which_roll_games_are_won_and_lost() -> None:
    ends = orchard.solve(orchard.MY_FIRST_ORCHARD, "most_left", orchard.State((0, 1, 2, 3), 2)).endings
    app = open_page(ORCHARD, game="My First", state="0.1.2.3 raven=2")
    won, lost = json.loads(app.get("plotly_chart")[1].proto.spec)["data"]
    assert (won["name"], lost["name"]) == (f"won {sum(ends.won):.1%}", f"lost {sum(ends.lost):.1%}")
    first, last = won["x"][0], won["x"][-1]
    assert won["y"] == list(ends.won[first : last + 1])
    assert lost["y"] == list(ends.lost[first : last + 1])
    assert 0.998 < sum(won["y"]) + sum(lost["y"]) < 1


@pytest.mark.parametrize("view", ["The basket", "What if", "One game", "Figure 1", "Published", "How"])
@pytest.mark.parametrize(
    "query",
    [
        {},
        {"game": "My First", "policy": "any type at random", "state": "0.4.4.4 raven=2"},
        {"game": "My First", "state": "4.4.4.4 raven=0"},
        {"trees": "1", "fruit": "2", "picks": "0", "ravens": "0"},
    ],
)
def test_every_view_of_the_orchard_shows_something(view: str, query: dict[str, str]) -> None:
    app = open_page(ORCHARD, view=view, **query)
    assert not app.warning
    assert headline(app).startswith("The raven was first" if "raven=0" in query.get("state", "") else "We win ")
    # two charts and two sentences stand above the views already, one chart where the game is over
    above = 3 if "raven=0" in query.get("state", "") else 4
    assert len([*app.get("plotly_chart"), *app.dataframe, *app.markdown, *app.caption]) > above


def test_a_game_that_is_over_is_called_so() -> None:
    assert headline(open_page(ORCHARD, state="0.0.0.0 raven=1")) == "We have won"
    assert headline(open_page(ORCHARD, state="0.0.1.0 raven=0")) == "The raven was first: we have lost"


def test_what_to_pick_from_the_basket_stands_under_the_answer() -> None:
    state = orchard.State((2, 5, 7, 3), 4)
    best, second, *_ = orchard.best_basket(orchard.ORCHARD, state)
    assert best.win > second.win
    app = open_page(ORCHARD, state=str(state), view="How")
    assert "If the basket comes up now, pick cherries first." in words(app)
    assert "pick cherries." in words(open_page(ORCHARD, game="My First", state="1.2.4.3 raven=4", view="How"))
    assert "If the basket" not in words(open_page(ORCHARD, state="0.0.0.0 raven=4", view="How"))


def test_the_game_goes_on_under_other_rules_that_it_can_stand_under() -> None:
    app = open_page(ORCHARD, state="2.4.3.1 raven=10")
    app.segmented_control(key="game").set_value("Orchard, raven in 9").run()
    assert app.text_input(key="state").value == "2.4.3.1 raven=9"
    app.segmented_control(key="game").set_value("My First").run()
    assert app.text_input(key="state").value == "2.4.3.1 raven=6"
    app.slider(key="baskets").set_value(2).run()
    assert app.text_input(key="state").value == "2.4.3.1 raven=6"
    app.slider(key="trees").set_value(3).run()
    assert app.text_input(key="state").value == ""


def test_another_printing_brings_its_rules_and_full_trees() -> None:
    app = open_page(ORCHARD, state="3.10.10.10 raven=4")
    assert (app.slider(key="tree1 of 10").value, app.slider(key="raven of 10").value) == (3, 4)
    app.slider(key="tree2 of 10").set_value(7).run()
    assert app.text_input(key="state").value == "3.7.10.10 raven=4"
    app.segmented_control(key="game").set_value("My First").run()
    assert [app.slider(key=key).value for key in ("tree1 of 4", "tree4 of 4", "raven of 6", "picks")] == [4, 4, 6, 1]
    assert "76.85%" in headline(app)
    app.slider(key="steps").set_value(5).run()
    assert app.slider(key="raven of 5").value == 5
    assert "63.14%" in headline(app)


def test_what_if_asks_from_the_start_and_from_here() -> None:
    now = orchard.State((3, 10, 10, 10), 5)
    app = open_page(ORCHARD, view="What if", state=str(now))
    start, here = json.loads(app.get("plotly_chart")[2].proto.spec)["data"]
    wins = {bar["name"]: dict(zip(bar["y"], bar["x"], strict=True)) for bar in (start, here)}
    shorter = replace(orchard.ORCHARD, raven_steps=9)
    assert wins["from the start"]["raven in 9"] == orchard.solve(shorter, "most_left").win
    # the raven has gone five steps, and fewer are left on a shorter path
    assert wins["from here"]["raven in 9"] == orchard.solve(shorter, "most_left", orchard.State(now.fruit, 4)).win
    one_more = replace(orchard.ORCHARD, basket_picks=3)
    assert wins["from here"]["a basket picks one more"] == orchard.solve(one_more, "most_left", now).win
    # so much fruit on four trees can neither hang on three nor on five
    assert set(wins["from the start"]) - set(wins["from here"]) == {"3 trees", "5 trees"}
    assert (
        list(app.dataframe[0].value["from"])
        == ["the start", "here"] * 3 + ["the start"] * 2 + ["the start", "here"] * 2
    )
    for state in ("", "0.0.0.0 raven=5", "3.10.10.10 raven=0"):
        app = open_page(ORCHARD, view="What if", state=state)
        assert set(app.dataframe[0].value["from"]) == {"the start"}
        assert "from here" not in words(app)


def test_a_raven_that_has_gone_a_shorter_path_has_come() -> None:
    app = open_page(ORCHARD, view="What if", state="3.10.10.10 raven=1")
    rows = app.dataframe[0].value
    assert list(rows[(rows["what if"] == "raven in 9") & (rows["from"] == "here")]["then"]) == [0]


def test_figure_1_runs_when_asked() -> None:
    app = open_page(ORCHARD, view="Figure 1", game="My First", simulations="100", games="1000")
    before = len(app.get("plotly_chart"))
    press(app, "Run")
    assert len(app.get("plotly_chart")) == before + 1
    estimates = app.dataframe[0].value
    assert list(estimates["level"]) == ["95%", "99%"] * 2
    assert list(estimates["exact"]) == ["0.73822"] * 2 + ["0.76850"] * 2
    app.toggle(key="both").set_value(True).run()
    assert len(app.get("plotly_chart")) == before
    press(app, "Run")
    assert len(app.dataframe[0].value) == 8


def test_orchards_that_cannot_be_are_told() -> None:
    app = open_page(ORCHARD, state="0.0.0.0 raven=0")
    assert "no fruit and no raven step left cannot both be" in warnings(app)[0]
    for text, sentence in (("4.4 raven=1", "must name 4 trees, got 2"), ("![x](y)", "tate must be fruit by tree")):
        assert sentence in warnings(open_page(ORCHARD, state=text))[0]
    assert "too many for a page" in warnings(open_page(ORCHARD, trees="6", fruit="20"))[0]
    assert headline(open_page(ORCHARD, trees="1", fruit="1")).startswith("We win more than 99.99% of the time")
    app = open_page(ORCHARD, trees="9", picks="-1")
    assert len(warnings(app)) == 2


CANDY = "pages/candy_land.py"
CANDY_VIEWS = ["How long", "What rules cost", "The post", "No specials", "Players", "The deck", "One game", "How"]


def test_the_candy_land_page_answers_the_posts_game() -> None:
    app = open_page(CANDY)
    sample = candy_land.simulate(candy_land.CLASSIC, games=POST_GAMES, seed=1)
    assert headline(app) == f"A game of one player takes {sample.mean_turns} turns"
    # a figure in each row, so that none is beyond the edge of the page
    figures = dict(zip(*app.dataframe[0].value.to_dict("list").values(), strict=True))
    assert figures["mean"] == str(sample.mean_turns)
    assert figures["median"].startswith(f"{sample.turns.quantile(0.5):.0f} (")
    assert list(figures)[-1] == f"longest of {POST_GAMES:,}"


def test_scheffers_reshuffled_game_is_solved_exactly() -> None:
    app = open_page(CANDY, board="Scheffer", deck="reshuffled", doubles="end only", last="true")
    assert headline(app) == "A game of one player takes 39.161 turns"


@pytest.mark.parametrize(
    ("older", "today"),
    [
        ({"licorice": "lose_turn", "seed": "3"}, {"licorice": "lose a turn", "seed": "3"}),
        ({"specials": "forward_only", "doubles": "end_only"}, {"specials": "forward only", "doubles": "end only"}),
    ],
)
def test_an_older_link_to_candy_land_says_the_same(older: dict[str, str], today: dict[str, str]) -> None:
    followed, asked = open_page(CANDY, **older), open_page(CANDY, **today)
    assert not followed.warning
    assert headline(followed) == headline(asked) != headline(open_page(CANDY))


def test_older_links_to_perudo_and_the_classroom_say_the_same() -> None:
    perudo = open_page(PERUDO, raises="any_higher", wild="false")
    assert (perudo.segmented_control(key="raises").value, perudo.toggle(key="wild").value) == ("any higher", False)
    classroom = open_page("pages/classroom.py", example="my_first_orchard")
    assert classroom.segmented_control(key="example").value == "my first orchard"
    assert not perudo.warning
    assert not classroom.warning


def test_another_board_brings_its_rules() -> None:
    app = open_page(CANDY)
    app.segmented_control(key="board").set_value("newer").run()
    assert [app.segmented_control(key=key).value for key in ("licorice", "doubles", "cards")] == [
        "lose a turn",
        "end only",
        "64",
    ]
    assert app.toggle(key="last").value
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
def test_every_view_of_candy_land_shows_something(view: str, query: dict[str, Any]) -> None:
    app = open_page(CANDY, view=view, **query)
    assert not app.warning
    assert headline(app).startswith("A game of ")
    # a chart and a sentence stand above the views already
    assert len([*app.get("plotly_chart"), *app.dataframe, *app.markdown]) > 2


def test_the_posts_table_is_recomputed() -> None:
    app = open_page(CANDY, view="The post")
    rows = app.dataframe[0].value
    assert list(rows["mean, post"]) == ["38.69", "34.53", "27.64", "40.63"]
    assert rows["z"].abs().max() < 3
    assert list(rows["median, post"]) == list(rows["median, ours"])


def test_both_readings_of_no_specials_stand_side_by_side() -> None:
    said = words(open_page(CANDY, view="No specials"))
    assert "Here they do so under every reading." in said
    rules = candy_land.CLASSIC
    names = ["no specials", "special cards off", "no backward moves"]
    cases = {"as it is": rules} | {name: candy_land.switched(rules, [name]) for name in names}
    played = candy_land.compare(cases, games=POST_GAMES, seed=1)
    for name in names:
        assert f"the specials add **{-played.difference(name).value:+.2f}**" in said
    # with three players the post's surprise is gone
    assert "Here they do so set beside no backward moves" in words(open_page(CANDY, view="No specials", players="3"))


def test_changes_that_turn_the_same_rule_are_not_combined() -> None:
    app = open_page(CANDY, view="What rules cost", combine="true", changes=["no licorice", "licorice costs one turn"])
    assert "can't be combined: no licorice, licorice costs one turn." in words(app)
    app = open_page(CANDY, view="What rules cost", licorice="off")
    assert "*no licorice*: so it is already." in [caption.value for caption in app.caption]


def test_a_game_is_told_turn_by_turn() -> None:
    moves = candy_land.play(candy_land.CLASSIC, players=2, seed=7)
    app = open_page(CANDY, view="One game", players="2", turn="5")
    assert f"**{moves[4]}**" in words(app)
    app.slider(key=f"slide over {len(moves)}").set_value(len(moves)).run()
    assert f"**{moves[-1]}**" in words(app)
    assert app.number_input(key="turn").value == len(moves)
    # a shorter game ends where it ends
    assert "and wins.**" in words(open_page(CANDY, view="One game", turn="2000"))


_ENDLESS = {"spaces": "RPYBOGRPYBOGRPYB[Jolly]OG", "jumps": "13>1 14>1 15>1 16>1 18>1 19>1", "sticky": ""}


@pytest.mark.parametrize(
    ("view", "query", "sentence"),
    [
        ("What rules cost", {"sticky": "31", "jumps": "", "changes": "no specials"}, "*no specials* can't be here: "),
        ("No specials", {"sticky": "7", "jumps": "", "specials": "removed"}, "With its specials this board can't be: "),
        ("What rules cost", {**_ENDLESS, "changes": "special cards off"}, "*special cards off* can't be here: "),
        ("No specials", _ENDLESS, "*special cards off* can't be here: "),
        # where without the spaces of the specials it can be played
        ("No specials", {**_ENDLESS, "jumps": "12>1 13>1 14>1 15>1 16>1 18>1"}, "*special cards off* can't be here: "),
    ],
)
def test_a_change_that_an_own_board_cannot_take_is_told(view: str, query: dict[str, Any], sentence: str) -> None:
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
def test_boards_that_cannot_be_are_told(query: dict[str, str], sentence: str) -> None:
    app = open_page(CANDY, board="own", **query)
    assert [sentence in warning for warning in warnings(app)] == [True]
    assert app.slider(key="players").value == 1


def test_the_heads_of_columns_say_what_the_words_of_the_trade_mean() -> None:
    app = open_page(CANDY, view="What rules cost")
    said = {name: column.get("help") for name, column in json.loads(app.dataframe[0].proto.columns).items()}
    assert "Standard error" in said["SE"]
    assert "nineteen hold the true value" in said["95% CI"]
    assert "nineteen hold the true mean" in app.caption[0].value


def test_a_game_that_cannot_end_is_told() -> None:
    app = open_page(
        CANDY, board="own", spaces="RPYBOGRPYBOG[Jolly]RPYBOG", jumps="14>1 15>1 16>1 17>1 18>1 19>1", sticky=""
    )
    assert "the game must be able to end" in warnings(app)[0].lower()


PERUDO = "pages/perudo.py"
PERUDO_VIEWS = [
    "What to do",
    "All bids",
    "What bids tell",
    "What if",
    "The dial",
    "Calibration",
    "Tournament",
    "Bluffing",
    "How",
]
HAND = "5.5.5.5 me=1 hand=12256 bids=4:5x4"


def test_the_perudo_page_answers_the_posts_hand() -> None:
    state = perudo.RoundState.parse(HAND)
    told = perudo.posterior(state, perudo.LogitBidder(8)).bid_probability(perudo.Bid(5, 4))
    app = open_page(PERUDO, round=HAND)
    assert headline(app) == f"5 fours: true 79.1% of the time, {told:.1%} with what the bids tell"
    assert "Without listening to the bids, the likeliest to stand: 5 fives, 92.1%." in words(app)


def test_what_to_answer_stands_under_the_answer() -> None:
    state = perudo.RoundState.parse(HAND)
    best, *_ = ranked = perudo.posterior(state, perudo.LogitBidder(8)).rank_moves()
    bids = [each for each in ranked if isinstance(each.move, perudo.Bid) and each.probability >= 0.5]
    highest = max(bids, key=lambda each: str(each.move))
    assert (str(best.move), str(highest.move)) == ("5x5", "6x4")
    said = words(open_page(PERUDO, round=HAND, view="How"))
    assert f"Likeliest to stand: **5 fives**, {best.probability:.1%}." in said
    assert f"Highest that is true at least half of the time: **6 fours**, {highest.probability:.1%}." in said
    for nothing_to_answer in ("5.5.5.5 me=1 hand=12256", "5.5.5.5 me=1 hand=12256 bids=1:5x4", "5.5.5.5 bids=4:5x4"):
        assert "Likeliest to stand" not in words(open_page(PERUDO, round=nothing_to_answer, view="How"))


def test_bids_that_tell_nothing_leave_the_dice_alone() -> None:
    app = open_page(PERUDO, round=HAND, sharpness="0")
    assert headline(app) == "5 fours: true 79.1% of the time, 79.1% with what the bids tell"


PERUDO_ROUNDS: list[dict[str, str]] = [
    {},
    {"round": "5.5.5", "model": "computer", "calza": "true"},
    {"round": "2.1.0.3 me=2 hand=4 bids=2:1x4.4:2x4 palifico", "change_face": "true", "whole": "true"},
    {"round": "2.1.0.3 bids=1:2x4"},
    {"round": "1.1 me=1 hand=6", "wild": "false", "raises": "any higher", "sides": "8", "company": "mixed"},
]


@pytest.mark.parametrize(
    ("view", "query"),
    [
        (view, query)
        for view in PERUDO_VIEWS
        # whole matches do not begin with the round, and take seconds
        for query in (PERUDO_ROUNDS[-1:] if view in ("Calibration", "Tournament") else PERUDO_ROUNDS)
    ],
)
def test_every_view_of_perudo_shows_something(view: str, query: dict[str, str]) -> None:
    app = open_page(PERUDO, view=view, matches="200", **query)
    assert not app.warning
    assert not app.exception
    # a chart and a sentence stand above the views already
    assert len([*app.get("plotly_chart"), *app.dataframe, *app.markdown, *app.caption]) > 2


def round_text(app: AppTest) -> str:
    return str(app.text_input(key="round").value)


@pytest.mark.parametrize(
    ("page", "key", "good", "said"),
    [
        (PERUDO, "round", "4.4 me=1 hand=1224 bids=2:3x4", "The page shows the last round that could be read"),
        ("pages/orchard.py", "state", "1.2.3.4 raven=4", "The trees show the last state that could be read"),
    ],
)
def test_a_text_that_cannot_be_read_leaves_what_was_shown(page: str, key: str, good: str, said: str) -> None:
    app = open_page(page, **{key: good})
    before = headline(app)
    app.text_input(key=key).set_value("nonsense").run()
    assert headline(app) == before != headline(open_page(page))
    assert said in "".join(warning.value for warning in app.warning)


def test_a_state_that_cannot_be_read_at_first_gives_the_start_of_the_game() -> None:
    app = open_page("pages/orchard.py", state="1.2.3 raven=4")
    assert headline(app) == headline(open_page("pages/orchard.py"))
    assert "The trees show the start of the game" in "".join(warning.value for warning in app.warning)


def test_the_last_round_is_shown_as_other_rules_allow_it() -> None:
    app = open_page(PERUDO, round="4.4 me=1 hand=1226 bids=2:3x6")
    app.text_input(key="round").set_value("nonsense").run()
    app.slider(key="sides").set_value(5).run()
    assert headline(app).startswith("Nobody has bid yet")
    assert "The page shows the last round that could be read" in "".join(warning.value for warning in app.warning)


def test_before_the_first_bid_the_page_is_about_the_highest_one_that_is_true_half_of_the_time() -> None:
    chance = perudo.bid_probability(perudo.Bid(8, 2), (1, 2, 2, 5, 6), 15)
    higher = (bid for bid in perudo.legal_bids(None, 20) if bid > perudo.Bid(8, 2))
    assert chance >= 0.5 > max(perudo.bid_probability(bid, (1, 2, 2, 5, 6), 15) for bid in higher)
    app = open_page(PERUDO, round="5.5.5.5 me=1 hand=12256", view="What if")
    assert headline(app) == f"Nobody has bid yet: 8 twos would be true {chance:.1%} of the time"
    assert "The chance that there are 8 twos, by the dice alone" in words(app)
    assert "Without listening to the bids" not in words(open_page(PERUDO, round="5.5.5.5 me=1 hand=12256"))


def test_moves_that_are_as_good_as_certain_are_told_and_not_drawn() -> None:
    app = open_page(PERUDO, round="5.5.5.5 me=1 hand=12256")
    ranked = perudo.rank_moves(None, (1, 2, 2, 5, 6), 15)
    certain = sum(each.probability > 0.995 for each in ranked)
    assert certain == 14
    assert "As good as certain, over 99.5%: 1 two, " in words(app)
    assert ", 3 fives and 2 more." in words(app)
    names = json.loads(app.get("plotly_chart")[1].proto.spec)["data"][0]["y"]
    assert names == [views.move_in_words(each.move) for each in ranked[certain : certain + 12]]


def test_quantities_without_hope_are_left_out_of_the_picture_of_all_bids() -> None:
    app = open_page(PERUDO, round=HAND, view="All bids", listen="false")
    shown = json.loads(app.get("plotly_chart")[1].proto.spec)["data"][0]["y"]

    def best(quantity: int) -> float:
        faces = range(1, 7)
        return max(perudo.bid_probability(perudo.Bid(quantity, face), (1, 2, 2, 5, 6), 15) for face in faces)

    assert best(len(shown)) >= 0.005 > best(len(shown) + 1)
    assert f"Bids of more than {len(shown)} are true in less than one of 200 rounds" in app.caption[-1].value
    hopeless = open_page(PERUDO, round="5.5.5.5 me=1 hand=12256 bids=4:18x4", view="All bids", aces="never")
    assert len(json.loads(hopeless.get("plotly_chart")[1].proto.spec)["data"][0]["y"]) == 18


def test_dice_and_bids_rewrite_the_round() -> None:
    app = open_page(PERUDO, round=HAND)
    wish(app, kind="hand", hand=[4, 2, 2, 5, 6])
    assert round_text(app) == "5.5.5.5 me=1 hand=22456 bids=4:5x4"
    wish(app, kind="bid", quantity=6, face=4, bids=1)
    assert round_text(app) == "5.5.5.5 me=1 hand=22456 bids=4:5x4.1:6x4"
    assert headline(app).startswith("6 fours: true ")
    wish(app, kind="back")
    wish(app, kind="back")
    assert round_text(app) == "5.5.5.5 me=1 hand=22456 opens=4"
    assert headline(app).startswith("Nobody has bid yet")
    assert "Player 4 opens." in words(app)
    wish(app, kind="opener", seat=0)
    assert round_text(app) == "5.5.5.5 me=1 hand=22456 opens=1"
    assert "You open the round." in words(app)
    for dice in (4, 3):
        wish(app, kind="dice", seat=0, by=-1)
        assert len(drawing(app)["hand"]) == dice
    assert round_text(app) == "3.5.5.5 me=1 hand=224 opens=1"
    for _ in range(3):
        wish(app, kind="players", by=-1)
    assert round_text(app) == "3.5 me=1 hand=224 opens=1"
    wish(app, kind="dice", seat=1, by=1)
    assert round_text(app) == "3.5 me=1 hand=224 opens=1"
    assert not refused(app)


def test_a_hand_that_was_shown_is_there_when_one_looks_again() -> None:
    app = open_page(PERUDO, round="5.5.5 me=1 hand=12256")
    wish(app, kind="hand", hand=[6, 2, 1, 4, 4], untold=[3])
    wish(app, kind="me", seat=None)
    assert round_text(app) == "5.5.5"
    assert "Player 1 opens." in words(app)
    # dice that nobody has told are made up, and are shown as such
    wish(app, kind="me", seat=1)
    assert (drawing(app)["hand"], drawing(app)["untold"]) == ([2, 3, 4, 5, 6], [0, 1, 2, 3, 4])
    wish(app, kind="dice", seat=0, by=-1)
    wish(app, kind="me", seat=0)
    assert (drawing(app)["hand"], drawing(app)["untold"]) == ([6, 2, 1, 4], [3])
    wish(app, kind="dice", seat=0, by=1)
    assert (drawing(app)["hand"], drawing(app)["untold"]) == ([6, 2, 1, 4, 6], [3, 4])
    app.slider(key="sides").set_value(3).run()
    wish(app, kind="me", seat=1)
    assert (drawing(app)["hand"], refused(app)) == ([2, 3, 3, 3, 3], "")


def test_the_drawing_shows_the_round_and_every_bid_that_may_come_next() -> None:
    shown = drawing(open_page(PERUDO, round="5.4.1 me=2 hand=1256 bids=1:3x4", raises="any higher"))
    state = perudo.RoundState.parse("5.4.1 me=2 hand=1256 bids=1:3x4")
    legal = perudo.legal_bids(state.current, 10, perudo.Rules(raise_rule="any_higher"))
    assert [(quantity, *each) for quantity, faces in shown["legal"] for each in faces] == [
        (bid.quantity, bid.face, pytest.approx(perudo.bid_probability(bid, (1, 2, 5, 6), 6), abs=0.0005))
        for bid in legal
    ]
    assert (shown["dice"], shown["viewer"], shown["hand"]) == ([5, 4, 1], 1, [1, 2, 5, 6])
    assert (shown["bids"], shown["bidder"], shown["faces"][3]) == ([[0, 3, 4]], 1, ["four", "fours"])


def test_no_bid_is_shown_as_sure_or_impossible_by_rounding() -> None:
    shown = drawing(open_page(PERUDO, round="5.5.5.5 me=1 hand=12256"))
    for quantity, faces in shown["legal"]:
        for face, chance in faces:
            exact = perudo.bid_probability(perudo.Bid(quantity, face), (1, 2, 2, 5, 6), 15)
            assert (chance in {0, 1}) == (exact in {0, 1})


def test_each_die_stays_in_the_place_where_it_is_tapped() -> None:
    app = open_page(PERUDO, round="5.5.5.5 me=1 hand=12256")
    wish(app, kind="hand", hand=[4, 3, 4, 1, 6])
    assert drawing(app)["hand"] == [4, 3, 4, 1, 6]
    assert round_text(app) == "5.5.5.5 me=1 hand=13446"
    wish(app, kind="dice", seat=0, by=-1)
    assert round_text(app) == "4.5.5.5 me=1 hand=1344"
    app.text_input(key="round").set_value("5.5.5.5 me=1 hand=65432").run()
    assert drawing(app)["hand"] == [2, 3, 4, 5, 6]


def test_a_second_tap_in_haste_is_not_a_second_bid() -> None:
    app = open_page(PERUDO, round=HAND, raises="any higher")
    for _ in range(2):
        wish(app, kind="bid", quantity=6, face=4, bids=1)
    assert round_text(app) == "5.5.5.5 me=1 hand=12256 bids=4:5x4.1:6x4"
    assert not refused(app)


def test_a_new_round_takes_a_die_from_who_lost_it_and_lets_them_open() -> None:
    app = open_page(PERUDO, round=HAND)
    wish(app, kind="new_round", loser=2)
    assert round_text(app) == "5.5.4.5 me=1 hand=12256 opens=3"
    assert drawing(app)["bidder"] == 2
    assert drawing(app)["untold"] == [0, 1, 2, 3, 4]
    assert "not told to be yours" in words(app)
    # so it is for whoever opens the address, as for who comes back to it
    again = open_page(PERUDO, round=round_text(app), untold=app.query_params["untold"])
    assert drawing(again)["untold"] == [0, 1, 2, 3, 4]
    again.text_input(key="round").set_value("5.5.4.5 me=1 hand=22256").run()
    assert not drawing(again)["untold"]
    assert "untold" not in again.query_params
    # the dice are those of the round before until each is told, whatever is bid meanwhile
    wish(app, kind="bid", quantity=2, face=4, bids=0)
    wish(app, kind="hand", hand=[4, 2, 2, 5, 6], untold=[1, 2, 3, 4])
    assert round_text(app) == "5.5.4.5 me=1 hand=22456 bids=3:2x4"
    assert drawing(app)["untold"] == [1, 2, 3, 4]
    assert app.query_params["untold"] == "2345"
    wish(app, kind="new_round", loser=0)
    assert round_text(app) == "4.5.4.5 me=1 hand=2245 opens=1"
    wish(app, kind="new_round", loser=None)
    assert round_text(app) == "4.5.4.5 me=1 hand=2245"


@pytest.mark.parametrize(
    ("before", "loser", "after"),
    [
        ("5.2.5 me=1 hand=12256", 1, "5.1.5 me=1 hand=12256 opens=2 palifico"),
        ("5.2 me=1 hand=12256", 1, "5.1 me=1 hand=12256 opens=2"),
        ("5.1.5 me=1 hand=12256 palifico", 1, "5.0.5 me=1 hand=12256 opens=3"),
        ("1.4.5 me=1 hand=2", 0, "0.4.5 opens=2"),
        ("5.5.1 me=1 hand=12256 bids=3:1x2", 2, "5.5.0 me=1 hand=12256 opens=1"),
    ],
)
def test_a_new_round_is_a_palifico_where_one_die_is_left_and_goes_on_where_none_is(
    before: str, loser: int, after: str
) -> None:
    app = open_page(PERUDO, round=before)
    wish(app, kind="new_round", loser=loser)
    assert round_text(app) == after
    assert not refused(app)


def test_who_was_right_with_calza_wins_a_die_and_opens() -> None:
    app = open_page(PERUDO, round="4.5.2 me=1 hand=1225 bids=3:2x4", calza="true")
    wish(app, kind="new_round", winner=0)
    assert round_text(app) == "5.5.2 me=1 hand=12256 opens=1"
    assert drawing(app)["untold"] == [0, 1, 2, 3, 4]
    wish(app, kind="new_round", winner=1)
    assert round_text(app) == "5.5.2 me=1 hand=12256 opens=2"
    out = open_page(PERUDO, round="5.0.5", calza="true")
    wish(out, kind="new_round", winner=1)
    assert refused(out) == "Winner must be a player with dice, got player 2, who has none."
    without = open_page(PERUDO, round=HAND)
    wish(without, kind="new_round", winner=0)
    assert (round_text(without), refused(without)) == (
        HAND,
        "A die is won by calza alone, which these rules do not have.",
    )
    assert not drawing(without)["has_calza"]


def test_who_opens_is_in_the_address_and_opens_still_when_the_opening_is_taken_back() -> None:
    app = open_page(PERUDO, round="5.5.5.5 me=1 hand=12256 bids=3:4x4")
    wish(app, kind="back")
    assert round_text(app) == "5.5.5.5 me=1 hand=12256 opens=3"
    wish(app, kind="opener", seat=1)
    wish(app, kind="dice", seat=0, by=-1)
    assert round_text(app) == "4.5.5.5 me=1 hand=1225 opens=2"
    assert drawing(open_page(PERUDO, round=round_text(app)))["bidder"] == 1
    # one who has no dice left opens nothing
    for _ in range(5):
        wish(app, kind="dice", seat=1, by=-1)
    assert round_text(app) == "4.0.5.5 me=1 hand=1225"


def test_a_palifico_round_ends_where_nobody_has_one_die() -> None:
    app = open_page(PERUDO, round="5.5.1 me=1 hand=12256 opens=3 palifico")
    wish(app, kind="dice", seat=2, by=1)
    assert round_text(app) == "5.5.2 me=1 hand=12256 opens=3"
    app = open_page(PERUDO, round="5.5.1 me=1 hand=12256 bids=3:1x4 palifico")
    wish(app, kind="dice", seat=2, by=-1)
    assert round_text(app) == "5.5.0 me=1 hand=12256"
    assert refused(app).startswith("The bids made before are off the table")


def test_a_palifico_round_is_opened_by_who_has_come_down_to_one_die() -> None:
    shown = drawing(open_page(PERUDO, round="5.5.1.1.0 me=1 hand=12256 palifico"))
    assert (shown["bidder"], shown["openers"]) == (2, [2, 3])


def test_a_match_that_is_over_has_no_new_round() -> None:
    app = open_page(PERUDO, round="5.1 me=1 hand=12256")
    wish(app, kind="new_round", loser=1)
    assert round_text(app) == "5.1 me=1 hand=12256"
    assert refused(app) == "The match is over: only player 1 has dice left."


def test_bids_stay_where_they_can_and_are_not_taken_off_without_a_word() -> None:
    off = "The bids made before are off the table: the browser's Back brings them again."
    bid = "4.3.5.1 me=2 hand=133 bids=1:2x3.2:3x3.3:4x3"
    app = open_page(PERUDO, round=bid)
    wish(app, kind="players", by=1)
    assert round_text(app) == "4.3.5.1.5 me=2 hand=133 bids=1:2x3.2:3x3.3:4x3"
    assert not refused(app)
    for _ in range(2):
        wish(app, kind="players", by=-1)
    assert round_text(app) == "4.3.5 me=2 hand=133 bids=1:2x3.2:3x3.3:4x3"
    wish(app, kind="players", by=-1)
    assert round_text(app) == "4.3 me=2 hand=133 opens=1"
    assert refused(app) == off
    app = open_page(PERUDO, round=bid)
    wish(app, kind="palifico", on=True)
    assert round_text(app) == "4.3.5.1 me=2 hand=133 palifico"
    assert refused(app) == f"A palifico round must be opened by a player with one die, got player 1 with 4 dice. {off}"
    passed = open_page(PERUDO, round="5.5.5 me=1 hand=12256 bids=3:4x4.1:5x4")
    wish(passed, kind="players", by=1)
    assert round_text(passed) == "5.5.5.5 me=1 hand=12256 opens=3"
    assert refused(passed) == off
    onlooker = open_page(PERUDO, round="4.3.5.1 bids=1:2x3.2:3x3")
    wish(onlooker, kind="dice", seat=0, by=1)
    assert round_text(onlooker) == "5.3.5.1 bids=1:2x3.2:3x3"


def test_a_palifico_round_needs_a_player_with_one_die() -> None:
    app = open_page(PERUDO, round="5.5.1 me=1 hand=12256 opens=1")
    wish(app, kind="palifico", on=True)
    assert round_text(app) == "5.5.1 me=1 hand=12256 palifico"
    app = open_page(PERUDO, round="5.5.5 me=1 hand=12256")
    wish(app, kind="palifico", on=True)
    assert refused(app) == "A palifico round needs a player who has come down to one die."
    assert round_text(app) == "5.5.5 me=1 hand=12256"
    assert not drawing(app)["palifico"]


@pytest.mark.parametrize(
    ("edit", "sentence"),
    [
        ({"kind": "bid", "quantity": 4, "face": 4, "bids": 1}, "quantity must be 6 on face 4 after 5x4, got 4"),
        ({"kind": "bid", "quantity": "x", "face": 4, "bids": 1}, "Quantity must be a whole number"),
        ({"kind": "bid", "bids": 1}, "Quantity must be 1.."),
        ({"kind": "hand", "hand": [1, 2]}, "Hand must hold 5 dice, got 2"),
        ({"kind": "hand", "hand": [1, 2, 2, 5, 7]}, "Die must be 1..6, got 7"),
        ({"kind": "hand", "hand": [1, 2, 2, 5, "6"]}, "Die must be a whole number, got '6'"),
        ({"kind": "hand"}, "Hand must hold 5 dice, got 0"),
        ({"kind": "hand", "hand": [1, 2, 2, 5, 6], "untold": [5]}, "Place must be 0..4, got 5"),
        ({"kind": "players", "by": 7}, "By must be -1..1, got 7"),
        ({"kind": "me", "seat": -1}, "Seat must be 0..3, got -1"),
        ({"kind": "dice", "seat": 0}, "By must be a whole number, got None"),
        ({"kind": "opener", "seat": 9}, "Seat must be 0..3, got 9"),
        ({"kind": "new_round", "loser": True}, "Loser must be a whole number, got True"),
        ({"kind": "new_round", "winner": 9}, "Winner must be 0..3, got 9"),
        ({"kind": "palifico", "on": "yes"}, "Palifico must be True or False, got 'yes'"),
        ({"kind": "nothing"}, ""),
        ({"kind": ["bid"]}, ""),
        ({}, ""),
    ],
)
def test_a_forged_wish_changes_nothing_and_is_told(edit: dict[str, Any], sentence: str) -> None:
    app = open_page(PERUDO, round=HAND)
    wish(app, **edit)
    assert round_text(app) == HAND
    assert sentence in refused(app)
    assert bool(refused(app)) == bool(sentence)


@pytest.mark.parametrize(
    ("query", "sentence"),
    [
        ({"round": "![x](y)"}, "expected each player's dice, as in 5.4.0.5"),
        ({"round": "5.5 me=1 hand=1226"}, "hand must hold 5 dice, as many as player 1 has, got 4"),
        ({"round": "5.5 me=1 hand=12277"}, "hand must be 1..6 on each die, got 7"),
        ({"round": "5.5 bids=1:3x4.2:3x3"}, "face must not be 3 after 3x4"),
        ({"round": "5.5 bids=1:11x4"}, "quantity must be 1..10 with so many dice in play, got 11"),
        ({"round": "5.5 bids=1:1x1"}, "a round is not opened on aces under these rules"),
        ({"round": "5.5 bids=1:1x2.1:1x3"}, "after player 1 it is the turn of player 2"),
        ({"round": "9.5"}, "dice of player 1 must be 0..5, got 9"),
        ({"round": "5.5.5.5.5.5.5"}, "dice must be those of 2..6 players here, got 7"),
        ({"round": HAND, "aces": "never", "sides": "3"}, "hand must be 1..3 on each die, got 5"),
        ({"sharpness": "31"}, "The link asks for sharpness=31, which is not on offer"),
    ],
)
def test_rounds_that_cannot_be_are_told(query: dict[str, str], sentence: str) -> None:
    app = open_page(PERUDO, **query)
    assert [sentence.lower() in warning.lower() for warning in warnings(app)] == [True]
    assert headline(app)


def test_a_bid_that_cannot_follow_leaves_those_before_it() -> None:
    app = open_page(PERUDO, round="5.5.5.5 me=1 hand=12256 bids=3:4x4.4:3x4.1:6x4")
    assert drawing(app)["bids"] == [[2, 4, 4]]
    assert "The page shows the round before that bid." in warnings(app)[0]
    assert "got 3" in warnings(app)[0]


def test_the_dial_is_counted_afresh() -> None:
    app = open_page(PERUDO, view="The dial")
    rules = replace(perudo.STANDARD, palifico=False)
    fitted = fit_dial(play_matches([NAIVE_AGENT] * 6, rules, matches=500, seed=1).calls)
    assert f"right {fitted.calculated.value:.1%} of the time. It is {fitted.right}." in words(app)
    assert "the post's 42% lies between the two counts" in words(app)


def test_a_tournament_of_the_seats_chosen() -> None:
    app = open_page(PERUDO, view="Tournament", seat1="threshold", seat2="bluffer")
    assert list(app.dataframe[0].value["player"]) == ["threshold", "bluffer"] + ["naive"] * 4


@pytest.mark.parametrize("sides", range(2, 9))
def test_dice_of_other_sides_begin_with_a_round_of_theirs(sides: int) -> None:
    app = open_page(PERUDO, sides=str(sides))
    assert warnings(app) == []
    assert headline(app).startswith("Nobody has bid yet" if sides < 4 else "5 fours: true")
    assert app.text_input(key="round").placeholder.startswith("5.5.5.5 me=1 hand=")


def test_bids_on_aces_are_for_wild_aces() -> None:
    assert not next(each for each in open_page(PERUDO).button_group if each.key == "aces").disabled
    assert next(each for each in open_page(PERUDO, wild="false").button_group if each.key == "aces").disabled


def test_the_known_games_of_one_die() -> None:
    app = open_page(PERUDO, view="Bluffing", values="true")
    assert "wins 17/36 of the games (47.22%)" in words(app)
    assert list(app.dataframe[0].value["value"]) == ["-1/18", "-7/258", "-7/327", "-7/327", "-1/9"]
    assert "choose fewer" in words(open_page(PERUDO, view="Bluffing", sides="7", round="5.5"))


@settings(max_examples=12, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    st.sampled_from([PERUDO, CANDY]),
    st.dictionaries(
        st.sampled_from(
            [
                "round",
                "sides",
                "aces",
                "raises",
                "model",
                "slip",
                "board",
                "spaces",
                "jumps",
                "sticky",
                "deck",
                "view",
                "changes",
            ]
        ),
        st.text(max_size=30)
        | st.sampled_from(["5.5 me=1 hand=11111", "own", "RPYBOG", "4>1", "reshuffled", "never", "Tournament", "How"]),
    ),
)
def test_no_link_breaks_these_pages(page: str, query: dict[str, str]) -> None:
    app = open_page(page, **query)
    assert app.title[0].value in ("Is that bid true?", "How long is Candy Land?")


def test_of_very_many_mistakes_in_a_link_the_first_are_told_and_the_others_counted() -> None:
    said = warnings(open_page("pages/worksheet.py", **{f"no{number}": "1" for number in range(300)}))
    assert len(said) == 11
    assert "this page does not know, no0: it is left out" in said[0]
    assert said[-1] == "The link has 290 more of such mistakes: what they ask for is left out too."


@pytest.mark.parametrize(
    ("page", "query"),
    [
        ("quiz", {"seed": 1}),
        ("worksheet", {"seed": 1}),
        ("classroom", {"seed": 1}),
        ("candy_land", {"seed": 1}),
        ("candy_land", {"view": "One game", "told": 7, "turn": 0}),
        ("camel_up_leg", {"view": "How", "seed": 1}),
        ("camel_up_race", {"winner_laid": 0, "last_laid": 0}),
        ("orchard", {"view": "One game", "seed": 1}),
        ("orchard", {"view": "Figure 1", "seed": 1}),
        ("perudo", {"view": "Tournament", "matches": "200", "seed": 1}),
    ],
)
@pytest.mark.parametrize("sent", ["inf", "-1e999", "nan"])
def test_what_is_no_number_in_a_link_is_told_and_the_default_is_used(
    page: str, query: dict[str, str | int], sent: str
) -> None:
    asked = {name: sent if isinstance(value, int) else value for name, value in query.items()}
    app = open_page(f"pages/{page}.py", **asked)
    for name, default in query.items():
        if isinstance(default, int):
            assert f"The link asks for {name}={sent}, which is not on offer: the default is used." in warnings(app)
            assert app.number_input(key=name).value == default


def test_what_the_cards_of_home_say_in_words_is_so() -> None:
    """The figures on the cards are computed; these are the words around them."""
    leg = solve_leg(CAMEL_CALCULATOR[0].position)
    assert leg.probability("Y", 5) > leg.probability("Y") == min(map(leg.probability, "BWOGY"))
    race = solve_race(headlines.MIDWAY)
    assert race.ranking[-1] == "Y"
    chances = {policy: orchard.solve(orchard.ORCHARD, policy).win for policy in orchard.POLICIES}
    assert min(chances, key=lambda policy: chances[policy]) == "fewest_left"


def test_a_shorter_game_of_orchard_ends_where_it_ends() -> None:
    app = open_page("pages/orchard.py", view="One game")
    lengths = {seed: len(orchard.play(orchard.ORCHARD, "most_left", seed)) for seed in range(1, 20)}
    long, short = max(lengths, key=lambda seed: lengths[seed]), min(lengths, key=lambda seed: lengths[seed])
    app.number_input(key="seed").set_value(long).run()
    app.slider(key="roll").set_value(lengths[long]).run()
    app.number_input(key="seed").set_value(short).run()
    assert not app.exception
    assert app.slider(key="roll").value == lengths[short]


@pytest.mark.parametrize("view", ["What to do", "All bids", "What bids tell"])
def test_who_has_many_dice_does_not_open_a_palifico_round(view: str) -> None:
    app = open_page("pages/perudo.py", view=view, round="5.1.5 me=1 hand=12256 palifico")
    assert not app.warning
    opener = open_page("pages/perudo.py", view=view, round="5.1.5 me=2 hand=3 palifico")
    assert not opener.warning


@pytest.mark.parametrize(
    ("page", "query", "said"),
    [
        (
            LEG,
            {"stacking": "false", "track": "8"},
            "House rules: camels do not carry each other, 8 squares to the finish.",
        ),
        ("pages/camel_up_race.py", {"highest": "2"}, "House rules: dice from 1 to 2."),
        ("pages/perudo.py", {"calza": "true"}, "House rules: calza."),
        (LEG, {"edition": "second"}, ""),
        ("pages/perudo.py", {}, ""),
    ],
)
def test_a_link_with_house_rules_says_so(page: str, query: dict[str, str], said: str) -> None:
    told = [element.value for element in open_page(page, **query).caption if "House rules" in element.value]
    assert told == ([said] if said else [])


def ran(lines: str) -> object:
    """What the last of some lines of Python gives."""
    *before, last = lines.splitlines()
    names: dict[str, Any] = {}
    exec("\n".join(before), names)  # noqa: S102 (our own page)
    return eval(last, names)  # noqa: S307


def lines_of(app: AppTest) -> str:
    (lines,) = [code.value for code in app.code if "from boardodds import" in code.value]
    return str(lines)


@pytest.mark.parametrize("query", [{"camels": "7", "squares": "20"}, {"camels": "3"}])
def test_the_lines_of_python_give_the_length_of_the_page(query: dict[str, str]) -> None:
    app = open_page(LENGTH, **query)
    found = ran(lines_of(app))
    mean = f"{found[0]:.3f}" if isinstance(found, tuple) else str(found)
    assert headline(app).startswith(f"{mean} legs with stacking")


def test_the_lines_of_python_give_the_favourite_of_the_race() -> None:
    app = open_page("pages/camel_up_race.py", view="How", position="12:BWOG 13:Y")
    assert f"{ran(lines_of(app)):.1%}" in headline(app).split(",")[0]


def test_the_lines_of_python_play_the_games_of_candy_land_that_the_page_plays() -> None:
    cases = {
        "as it is": candy_land.CLASSIC,
        "no licorice": candy_land.switched(candy_land.CLASSIC, ["no licorice"]),
    }
    played = candy_land.compare(cases, games=POST_GAMES, seed=1)
    assert ran(lines_of(open_page(CANDY, view="How"))) == played.difference("no licorice")


def test_the_lines_of_python_name_the_runs_that_the_classroom_showed() -> None:
    app = open_page("pages/classroom.py", games="10000", runs="20", seed="3")
    app.session_state.view = "How"
    assert "games=10_000, runs=20, seed=3" in lines_of(app.run())


def test_a_simulated_length_has_a_longest_race_that_was_seen() -> None:
    assert "The longest that was seen took " in words(open_page(LENGTH, camels="8"))
    assert "The longest takes " in words(open_page(LENGTH))


def test_what_comes_up_in_the_orchard_is_taken_off_with_a_click() -> None:
    app = open_page("pages/orchard.py", state="2.1.0.0 raven=1")
    # of the third tree nothing is left, and with the raven's last step the game is over
    for came_up, raven, said in (
        ("🍏", 1, []),
        ("🍒", 1, ["There is nothing left to pick of 🍒: the roll changes nothing."]),
        ("🐦‍⬛", 0, []),
        ("🍏", 0, ["The game is over."]),
    ):
        app.pills(key="came up of 4").set_value(came_up).run()
        assert app.session_state.state == f"1.1.0.0 raven={raven}"
        assert [toast.value for toast in app.toast] == said
    assert not app.exception


def test_undo_takes_the_last_change_of_the_orchard_back() -> None:
    app = open_page("pages/orchard.py")
    assert button(app, "Undo").disabled
    app.pills(key="came up of 4").set_value("🍏").run()
    app.slider(key="raven of 10").set_value(8).run()
    app.text_input(key="state").set_value("5.5.5.5 raven=5").run()
    # says the same
    app.text_input(key="state").set_value("5.5.5.5 raven=5 ").run()
    app.text_input(key="state").set_value("no state").run()
    for before in ("5.5.5.5 raven=5", "9.10.10.10 raven=8", "9.10.10.10 raven=10", ""):
        assert not button(app, "Undo").disabled
        press(app, "Undo")
        assert app.session_state.state == before
    assert button(app, "Undo").disabled


def test_other_rules_of_the_orchard_leave_nothing_to_undo() -> None:
    app = open_page("pages/orchard.py")
    app.pills(key="came up of 4").set_value("🍏").run()
    app.slider(key="steps").set_value(9).run()
    assert app.session_state.state == "9.10.10.10 raven=9"
    assert button(app, "Undo").disabled


def test_rules_under_which_no_match_of_perudo_ends_are_left_out_together() -> None:
    app = open_page(PERUDO, view="What if", whole="true", matches="200", calza="true", sides="2")
    said = [caption.value for caption in app.caption if caption.value.startswith("Left out")]
    assert len(said) == 1
    assert said[0].startswith(
        "Left out: now, aces bid as the lowest face, any higher bid, no palifico. Calza must be off"
    )
    assert list(app.dataframe[1].value["rules"]) == ["aces not wild", "eight sides", "four sides"]

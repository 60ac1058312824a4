"""Tests of all pages: the menu, links with mistakes, house rules, and page changes."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from boardodds.dashboard.app.site import ALL_PAGES, PAGES
from boardodds.dashboard.runtime.environment import ROOT
from boardodds.dashboard.teaching import counting, large_numbers
from boardodds.dashboard.ui.play_page import WHY
from boardodds.entry.game import Page
from boardodds.teaching.large_numbers import published_figures
from tests.dashboard.driving import open_page, open_setup, run_lines, view_of
from tests.dashboard.together import compute_parts, compute_view, small_work
from tests.dashboard.together.walkers import WALKERS

LEG, CANDY, PERUDO, ORCHARD = (f"pages/{name}.py" for name in ("camel_up_leg", "candy_land", "perudo", "orchard"))
CLASSROOM, COUNTING, METHODS = (f"pages/{name}.py" for name in ("classroom", "counting", "methods"))
QUIZ, WORKSHEET = "pages/quiz.py", "pages/worksheet.py"


@pytest.fixture(scope="module", autouse=True)
def few_games() -> Iterator[None]:
    with small_work():
        yield


def test_every_file_in_pages_is_a_page() -> None:
    files = {path.name for path in (ROOT / "pages").glob("*.py")}
    assert files == {f"{url_path or 'home'}.py" for url_path in ALL_PAGES}
    for file in files:
        assert "frame.guard()" in (Path(ROOT) / "pages" / file).read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("page", "key", "valid_text", "message"),
    [
        (LEG, "position", "3:BW 4:G", "The board still shows the last valid position"),
        (PERUDO, "round", "4.4 me=1 hand=1224 bids=2:3x4", "The page shows the last round that could be read"),
        (ORCHARD, "state", "1.2.3.4 raven=4", "The page shows the last valid state"),
    ],
)
def test_an_invalid_text_keeps_the_last_valid_state(page: str, key: str, valid_text: str, message: str) -> None:
    app = open_setup(page, **{key: valid_text})
    before = app.headline
    view_of(app.text_input, key).set_value("nonsense").run()
    assert view_of(app.text_input, key).value == "nonsense"
    assert app.headline == before != open_page(page).headline
    assert message in "".join(warning.value for warning in app.warning)


def test_a_closed_popover_draws_nothing_and_what_was_chosen_in_it_stays() -> None:
    app = open_setup("pages/camel_up_length.py", camels="3", track="12")
    view_of(app.slider, "camels").set_value(4).run()
    answer = app.headline
    app.session_state["setup"] = False
    app.run()
    assert [slider.key for slider in app.slider] == ["camel_up_length track 0"]
    assert (app.headline, app.query_params["camels"]) == (answer, "4")
    app.open_figures("setup")
    assert view_of(app.slider, "camels").value == 4


@pytest.mark.parametrize("page", [LEG, "pages/camel_up_race.py", ORCHARD, PERUDO])
def test_the_card_opens_the_reasons_and_no_view(page: str) -> None:
    app = open_page(page, view="Method")
    (card,) = [part for part in app.get("popover") if part.proto.popover.label.endswith(WHY)]
    assert not card.children
    app = app.open_figures("reasons")
    (card,) = [part for part in app.get("popover") if part.proto.popover.label.endswith(WHY)]
    assert {part.type for part in card.children.values()} <= {"markdown", "caption"}
    assert card.children
    assert app.query_params["view"] == "Method"


OVER = "3:BWOG 2:Y dice="
SECOND = {"edition": "second_edition", "position": "1:BRPG 2:Y 14:w 15:k dice=BRPx tiles=4m"}
STATES: dict[str, list[dict[str, Any]]] = {
    "camel_up_leg": [
        {"position": "9:YBGWO dice=O"},
        {"position": "9:YBG dice=G", "faces": "1"},
        {"position": "13:BW 14:OGY dice=OG tiles=16o.11m"},
        {"position": OVER},
        SECOND,
    ],
    "camel_up_race": [
        {"position": "9:YB dice=B", "faces": "1", "track": "12"},
        {"position": "9:BW 12:OGY dice=OG tiles=14o"},
        {"position": OVER},
        SECOND,
    ],
    "camel_up_length": [{"camels": "1", "track": "6", "faces": "6"}],
    "orchard": [
        {"fruit": "1", "raven_steps": "1"},
        {"game": "my_first_orchard", "policy": "random_type", "state": "0.4.4.4 raven=2"},
        {"game": "my_first_orchard", "state": "4.4.4.4 raven=0"},
        {"fruit": "2", "basket_picks": "0", "raven_faces": "0"},
        {"fruit": "0.3"},
    ],
    "candy_land": [
        {"game": "custom", "spaces": "RPYBOG", "shortcuts": "", "licorice": "", "within": "1"},
        {"players": "3", "licorice_rule": "lose_turn", "deck": "reshuffled", "shortcuts": ""},
        {"specials": "cards_off", "game": "box_2014"},
        {"game": "custom", "spaces": "RPYBOGRPYBOG", "shortcuts": "", "licorice": "8"},
        {"game": "box_2014", "state": "27.30.0 next=2 stuck=1 drawn=RR.[Peanut]"},
        {"plays_until": "everyone", "cards_to_choose": "2", "state": "home.3.100 next=2"},
        {"state": "5.home"},
    ],
    "perudo": [
        {"round": "1.1 me=1 hand=4 bids=2:1x4", "starting_dice": "1"},
        {"round": "2.1.0.3 me=2 hand=4 bids=2:1x4.4:2x4 palifico", "change_face": "true"},
        {"round": "2.1.0.3 bids=1:2x4", "model": "computer", "calza": "true"},
        {"round": "1.1 me=1 hand=6", "wild_aces": "false", "sides": "8"},
        {"round": "5.1.5 me=2 hand=3 palifico"},
    ],
}
ONE = {"games": "1", "shown": "1", "sample": "5"}
MANY = {"example": "bid", "runs": "20", "method": "Wald", "level": "0.99", "sample": "5"}
LEAST, MOST = {"depth": "1", "step": "1", "solved": "1"}, {"depth": "5", "begins": "any", "solved": "15"}
# This view plays thousands of matches.
PLAYING = "Dudo"
# What the sheet of a page does not have: a visitor's choices, and the pages without a sheet.
OPENED = [
    ("camel_up_length", {"camels": "1", "track": "6", "faces": "6", "prediction": "1", "view": "Lengths"}),
    ("orchard", {"fruit": "1", "raven_steps": "1", "record": ".roll-raven", "view": "Basket"}),
    ("candy_land", {"changes": ["licorice: no effect", "shortcuts: none"], "view": "What if"}),
    ("perudo", {"round": "2.1 me=2 hand=4 bids=2:1x4", "whole": "true", "matches": "200", "view": "What if"}),
    ("perudo", {"round": "2.1 me=2 hand=4 bids=2:1x4", "seats": "2", "matches": "200", "view": PLAYING}),
    ("perudo", {"round": "1.1 me=1 hand=6", "values": "true", "view": "Bluffing"}),
    *(("classroom", query | {"view": view}) for query in (ONE, MANY) for view in large_numbers.VIEWS),
    *(("counting", query | {"view": view}) for query in (LEAST, MOST) for view in counting.VIEWS),
]


NOUNS = (
    "acts boards cards coins dice entries faces fruits games intervals legs minutes moves nodes numbers orders players "
    "points races rolls rounds runs samples sequences spaces states steps times trees turns"
)
ONE_OF_MANY = re.compile(
    rf"(?<![\w.,/−-])(?<!to )1(?:</\w+>)?[ *\xa0]+(?:\d+% )?(?:[a-z]+ )?(?:{NOUNS.replace(' ', '|')})\b(?! seq).{{,20}}"
)


@pytest.mark.parametrize(
    ("name", "query"), [(name, each) for name, queries in STATES.items() for each in queries], ids=str
)
def test_every_view_has_content_and_one_is_singular(name: str, query: dict[str, Any]) -> None:
    page = WALKERS[name].page
    link = {key: value if isinstance(value, list) else [value] for key, value in query.items()}
    assert not page.definition.mistakes(link)
    sheet = page.sheet(page.definition.read(link))
    shown = {"": compute_parts(page, sheet.state)[1]}
    if not sheet.answer.is_final:
        shown |= {view: compute_view(parts(sheet)) for view, parts in page.views.items() if view != PLAYING}
    for view, texts in shown.items():
        assert any(texts), view
        assert [found[0] for text in texts for found in ONE_OF_MANY.finditer(text)] == [], view


@pytest.mark.parametrize(("page", "query"), OPENED, ids=str)
def test_a_view_of_a_page_has_content_and_one_is_singular(page: str, query: dict[str, Any]) -> None:
    app = open_page(f"pages/{page}.py", **query)
    assert not app.warning
    shown = "\n".join(str(element.proto) for element in app if hasattr(element, "proto"))
    assert [found[0] for found in ONE_OF_MANY.finditer(shown)] == []
    (tab,) = [tab for tab in app.tabs if tab.label == query["view"]]
    kinds = ("plotly_chart", "html", "dataframe", "markdown", "caption")
    assert any(tab.get(kind) for kind in kinds)


VALUES = (
    "5.5 me=1 hand=11111|1:BW|9:BW 1:G|own|"
    "second_edition|numbered|RPYBOG|4>1|reshuffled|never|30|1,4|0G5|0G|0k2|8m|Bluffing|Method"
)
SETTINGS = (
    "round sides ace_bids raise_rule model random_moves game spaces shortcuts licorice deck view changes position edition track "
    "faces tickets winner rolled"
)


@settings(max_examples=24, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    st.sampled_from([PERUDO, CANDY, LEG]),
    st.dictionaries(
        st.sampled_from([*SETTINGS.split(), "owners", "square", "tile"]),
        st.text(max_size=30) | st.sampled_from(VALUES.split("|")),
    ),
)
def test_no_link_breaks_these_pages(page: str, query: dict[str, str]) -> None:
    assert open_page(page, **query).title


TRACKERS = ["fbclid", "gclid", "utm_source", "UTM_Medium", "msclkid", "igshid", "mc_cid", "mc_eid", "_gl", "ref", "si"]
TRACKERS += ["dclid", "gbraid", "yclid", "ttclid", "twclid", "_hsenc", "_hsmi", "mkt_tok", "srsltid", "mtm_source"]


@pytest.mark.parametrize("entry", PAGES, ids=lambda entry: entry.url_path)
def test_a_page_has_its_question_as_title_and_neither_says_nor_shares_trackers(entry: Page) -> None:
    app = open_page(f"pages/{entry.url_path}.py", **dict.fromkeys([*TRACKERS, "no_setting"], "x"))
    assert [title.value for title in app.title] == [entry.question]
    assert app.warnings == ["The link contains an unknown setting, no_setting. It was ignored."]
    app.session_state["share"] = app.session_state["share_more"] = True
    app.run()
    shared = "".join(code.value for code in app.code)
    assert "<iframe" in shared
    assert not [name for name in (*TRACKERS[:2], "no_setting") if name in shared]


def test_pages_that_share_a_state_keep_their_own_settings() -> None:
    app = open_page(LEG, position="3:BW 5:OGY", square="8")
    # The browser opens the next page without the settings of the last one.
    app.query_params.clear()
    app.switch_page(str(ROOT / "pages" / "camel_up_race.py")).run()
    assert list(app.query_params) == ["position"]
    app.query_params.clear()
    app.switch_page(str(ROOT / LEG)).run()
    assert set(app.query_params) == {"position", "square"}


EXAMPLE = "5.5.5.5 me=1 hand=12256 bids=4:5x4"
ENDLESS = {"spaces": "RPYBOGRPYBOG[Jolly]RPYBOG", "shortcuts": "14>1 15>1 16>1 17>1 18>1 19>1", "licorice": ""}


@pytest.mark.parametrize(
    ("page", "query", "sentence"),
    [
        (LEG, {"position": "1:BWOG 40:Y"}, "square must be 1..16, got 40"),
        (LEG, {"position": "1:R 4:Y", "edition": "first_edition"}, "edition=first_edition"),
        (LEG, {"position": "<script>alert(1)</script>"}, "expected square:camels from the bottom up"),
        (LEG, {"track": ""}, "leaves track empty. The page uses the default instead."),
        (LEG, {"track": ["9", "10"]}, "sets track more than once"),
        (LEG, {"tickets": "0G05"}, "tickets=0G05, which isn't available here"),
        (LEG, {"view": "Nothing"}, "view=Nothing, which isn't available here"),
        (PERUDO, {"round": "![x](y)"}, "expected each player's dice, as in 5.4.0.5"),
        (PERUDO, {"round": "5.5 bids=1:3x4.2:3x3", "game": "standard"}, "face must not be 3 after 3x4"),
        (PERUDO, {"round": EXAMPLE, "ace_bids": "never", "sides": "3"}, "hand must be 1..3 on each die, got 5"),
        (CANDY, {"game": "custom", "spaces": "RPYBO"}, "got none in green: its first card would win at once"),
        (CANDY, {"game": "custom", **ENDLESS}, "the game must be able to end"),
        (CANDY, {"state": "![x](y)"}, "State must be the players' spaces, as in"),
        (ORCHARD, {"state": "4.4 raven=1"}, "must name 4 trees, got 2"),
        (ORCHARD, {"fruit": ".".join(["20"] * 6)}, "too large to solve here"),
        # Numbers that Python reads as floats.
        (WORKSHEET, {"seed": "inf"}, "seed=inf, which isn't available here. The page uses the default instead."),
        (CANDY, {"seed": "nan"}, "seed=nan, which isn't available here. The page uses the default instead."),
    ],
)
def test_a_mistake_in_a_link_is_one_sentence_on_the_page(page: str, query: dict[str, Any], sentence: str) -> None:
    app = open_page(page, **query)
    (warning,) = app.warnings
    assert sentence.lower() in warning.lower()
    assert "\n" not in warning
    assert app.title
    # The inputs are there to mend it.
    assert app.get("popover")


def test_the_mistakes_of_a_link_stay_until_the_first_event() -> None:
    # Charts that come into view ask for another run.
    app = open_page(ORCHARD, fruit="4,4").run()
    assert len(app.warnings) == 1
    app.send_event(kind="roll", face="raven")
    assert not app.warnings


def test_a_link_with_many_mistakes_lists_the_first_and_counts_the_rest() -> None:
    messages = open_page("pages/worksheet.py", **{f"no{number}": "1" for number in range(300)}).warnings
    assert len(messages) == 11
    assert messages[0] == "The link contains an unknown setting, no0. It was ignored."
    assert messages[-1] == "The link contains 290 more mistakes, not listed here."


@pytest.mark.parametrize(
    ("page", "query", "message"),
    [
        ("pages/camel_up_race.py", {"faces": "1,2"}, "House rules: numbers on a die: 1, 2."),
        (ORCHARD, {"raven_steps": "9"}, "House rules: raven path (steps): 9."),
        (LEG, {"edition": "second_edition"}, ""),
        (PERUDO, {}, ""),
        (CANDY, {"game": "box_2014"}, ""),
    ],
)
def test_a_page_lists_the_house_rules_of_its_link(page: str, query: dict[str, str], message: str) -> None:
    shown = [element.value for element in open_page(page, **query).caption if "House rules" in element.value]
    assert shown == ([message] if message else [])


@pytest.mark.parametrize(
    ("page", "query"), [(CLASSROOM, {"view": "Method"}), (METHODS, {}), (QUIZ, {"seed": 2}), (WORKSHEET, {"seed": 3})]
)
def test_the_lines_of_python_run_on_the_teaching_pages(page: str, query: dict[str, str | int]) -> None:
    # The quiz has them in a section.
    lines = open_page(page, **query).open_figures("scoring").python_lines
    # The methods page lists the quick published figures outside their tolerance, whose difference is explained.
    differ = [each.what for each in published_figures() if each.explained and not each.slow]
    assert (run_lines(lines) == differ) == (page == METHODS)


def test_a_visitor_goes_from_page_to_page() -> None:
    """The settings of one page in the URL must not break the next page."""
    app = open_page(ORCHARD, state="4.3.2.1 raven=5", view="How close")
    app.switch_page(str(ROOT / CLASSROOM)).run()
    others = [f"pages/{entry.url_path}.py" for entry in PAGES]
    for page in (COUNTING, WORKSHEET, QUIZ, WORKSHEET, CLASSROOM, COUNTING, *others):
        app.switch_page(str(ROOT / page)).run()
        assert not app.exception, page

"""The pages of the classroom: numbers, intervals and chains, guesses, worksheets, and what was published."""

import re
from collections import Counter
from dataclasses import replace

import pandas as pd
import pytest
import streamlit as st
from streamlit.testing.v1 import AppTest

from boardodds import candy_land
from boardodds.dashboard.app import names
from boardodds.dashboard.app.site import PAGES, ROOT
from boardodds.dashboard.camel_up import length
from boardodds.dashboard.candy_land import inputs as candy_table
from boardodds.dashboard.candy_land import views
from boardodds.dashboard.orchard import inputs as orchard_table
from boardodds.dashboard.perudo import inputs as perudo_table
from boardodds.dashboard.teaching.counting_views import ORCHARD as SMALL_ORCHARD
from boardodds.dashboard.teaching.counting_views import POSITION, STATES
from boardodds.dashboard.teaching.large_numbers_chain import BOARD
from boardodds.dashboard.teaching.methods_rows import QUICK, rows
from boardodds.dashboard.ui.parts import percent
from boardodds.dashboard.ui.query import Allowed
from boardodds.dashboard.ui.table_cells import figures_of
from boardodds.orchard.solve import MOST_LEFT, solve
from boardodds.teaching import quiz
from boardodds.teaching.large_numbers import published_figures
from tests.dashboard.driving import headline, open_page, warnings, words

CLASSROOM = "pages/classroom.py"


@pytest.mark.parametrize("view", ["Large numbers", "Intervals", "A chain", "How"])
@pytest.mark.parametrize(
    "query", [{}, {"example": "bid", "runs": "20", "method": "normal", "level": "0.99", "sample": "5"}]
)
def test_every_view_of_the_classroom_shows_something(view: str, query: dict[str, str]) -> None:
    app = open_page(CLASSROOM, view=view, **query)
    assert not app.warning
    assert len([*app.get("plotly_chart"), *app.dataframe, *app.markdown]) > 2


def test_a_class_sees_the_same_by_the_same_link() -> None:
    said = [words(open_page(CLASSROOM, example="leg", seed="42", games="100", runs="20")) for _ in range(2)]
    assert said[0] == said[1]
    assert "exactly it is 34.4067%" in said[0]
    assert words(open_page(CLASSROOM, example="leg", seed="43", games="100", runs="20")) != said[0]


def test_links_to_no_question_are_told() -> None:
    app = open_page(CLASSROOM, example="chess", games="7")
    assert len(warnings(app)) == 2
    assert "Do we win Orchard" in words(app)


def test_every_printed_figure_agrees_on_the_page() -> None:
    app = open_page("pages/methods.py")
    quick = sum(not check.slow for check in published_figures())
    assert headline(app) == f"{quick} of {quick} printed figures come out here within their tolerance"
    app.toggle(key="slow").set_value(True).run()
    many = len(published_figures())
    assert headline(app) == f"{many} of {many} printed figures come out here within their tolerance"
    by_source = Counter(check.source for check in published_figures())
    labels = [panel.label for panel in app.expander]
    assert labels[: len(by_source)] == [f"{source}: {count} of {count}" for source, count in by_source.items()]
    shown = pd.concat([each.value for each in app.table[: len(by_source)]])
    assert list(shown.index) == [check.what for check in published_figures()]
    assert set(shown["ours"].str[-1]) == {"✓"}


def test_figures_that_were_printed_as_fractions_are_shown_as_such() -> None:
    table = open_page("pages/methods.py").table[0].value
    shown = table.loc[[name for name in table.index if "Orange and blue left" in name]]
    # the post: "green ends in 1st place 12/18 times and white wins the remaining 6/18 scenarios"
    assert list(shown["printed"]) == ["12/18", "6/18"] * 2
    assert list(shown["ours"]) == ["12/18\N{NO-BREAK SPACE}✓", "6/18\N{NO-BREAK SPACE}✓"] * 2
    downloaded = figures_of(rows(QUICK))
    assert [row["printed"] for row in downloaded if "Orange and blue left" in row["figure"]] == [2 / 3, 1 / 3] * 2


def test_small_figures_are_shown_without_an_exponent() -> None:
    found = {row["figure"]: row for row in rows(QUICK)}
    error = found["Orchard, random, Table 1: standard error"]
    # as the paper's Table 1 has it
    assert error["printed"].words == "0.00004"
    assert error["ours"].words.startswith("0.00004")
    assert (error["difference"], error["tolerance"]) == ("+0.0000041", "0.000005")
    assert {
        name for name, row in found.items() if any("e" in str(row[key]) for key in ("difference", "tolerance"))
    } == set()
    assert found["Orchard: final states"]["printed"].words == "14650"
    assert found["Camel Up, Only yellow left: yellow wins"]["difference"] == "+0"


def test_a_printed_figure_that_does_not_agree_is_marked(monkeypatch: pytest.MonkeyPatch) -> None:
    checked = published_figures()
    wrong = replace(checked[-2], compute=lambda: 0.5)
    monkeypatch.setattr(
        "boardodds.teaching.large_numbers.published_figures", lambda: (*checked[:-2], wrong, checked[-1])
    )
    st.cache_data.clear()
    app = open_page("pages/methods.py")
    st.cache_data.clear()
    quick = sum(not check.slow for check in checked)
    assert headline(app).startswith(f"{quick - 1} of {quick} ")
    panel = next(panel for panel in app.expander if panel.label == f"{wrong.source}: 1 of 2")
    assert panel.proto.expanded
    assert list(panel.table[0].value["ours"].str[-1]) == ["✓", "✗"]


def test_the_chain_is_followed_step_by_step() -> None:
    # from the start every red, purple or yellow single leads on, and nothing leads home in one turn
    assert "After 0 turns the player is home with chance 0.0%." in words(open_page(CLASSROOM, view="A chain", step="0"))
    odds = candy_land.solve_reshuffled(BOARD)
    said = words(open_page(CLASSROOM, view="A chain", step="5"))
    assert f"is home with chance {odds.turns.at_most(5):.1%}." in said
    assert f"it takes {odds.mean:.3f} turns" in said


QUIZ, WORKSHEET = "pages/quiz.py", "pages/worksheet.py"


def guess(app: AppTest, percents: int) -> AppTest:
    """Moves the slider and locks the guess in."""
    app.slider[0].set_value(percents)
    return next(button for button in app.button if button.label == "Lock it in").click().run()


def test_the_page_of_a_candy_land_question_answers_it() -> None:
    asked = [each for seed in range(4) for each in quiz.questions(seed, 3, ["candy_land"])]
    assert {each.question.notation["players"] for each in asked} > {"1", "2"}
    for each in asked:
        within = each.question.notation["within"]
        told = f"The game is over within {within} turns {percent(each.chance, 2)} of the time."
        assert told in words(open_page("pages/candy_land.py", **each.question.notation))


@pytest.mark.parametrize("key", quiz.generators())
def test_the_page_of_a_question_takes_all_that_its_link_says(key: str) -> None:
    for each in quiz.questions(4, 3, [key]):
        assert not warnings(open_page(f"pages/{key}.py", **each.question.notation)), each


def test_the_page_of_a_bid_on_aces_gives_the_chance_that_was_asked_for() -> None:
    asked = [each for each in quiz.questions(4, 20, ["perudo"]) if "ace" in each.question.asked]
    assert asked
    for each in asked[:2]:
        app = open_page("pages/perudo.py", **each.question.notation)
        assert f"true {percent(each.chance)} of the time" in headline(app)


def test_a_quiz_is_answered_to_its_score() -> None:
    asked = quiz.questions(seed=7, count=5)
    app = open_page(QUIZ, seed="7", count="5")
    for number, each in enumerate(asked):
        assert headline(app) == f"Question {number + 1} of 5: {each.question.asked}"
        guess(app, 40)
        assert f"{each.question.asked}** You said 40%" in words(app)
        drawn = [picture.proto.imgs[0].alt for picture in app.get("image")]
        assert each.question.table in ["", *drawn[:1]]
    scored = quiz.score([0.4] * 5, asked)
    assert headline(app) == f"Your Brier score is {scored.expected:.3f}; knowing every chance gives {scored.best:.3f}"
    assert "above the dashed line it was likelier than you said" in words(app)
    assert app.query_params["guesses"] == "40-40-40-40-40"
    # in sight on a phone too
    assert list(app.dataframe[0].value.columns[:4]) == ["number", "guess", "exact", "points off"]
    assert app.dataframe[0].value["exact"].tolist() == pytest.approx([100 * each.chance for each in asked], abs=0.05)


def test_a_link_with_guesses_shows_the_same_score() -> None:
    pages = [words(open_page(QUIZ, seed="3", count="5", guesses="10-20-30-40-50")) for _ in range(2)]
    assert "Your Brier score" in pages[0]
    assert pages[0] == pages[1]


@pytest.mark.parametrize("guesses", ["10-", "ten", "101", "1-2-3-4-5-6", "-5", "５", "9" * 400])
def test_guesses_that_cannot_be_are_told(guesses: str) -> None:
    app = open_page(QUIZ, count="5", guesses=guesses)
    assert warnings(app) == ["The link's guesses must be at most 5 whole percents, as in 30-55-70: they are left out."]
    assert headline(app).startswith("Question 1 of 5")


def test_other_questions_forget_the_guesses() -> None:
    app = open_page(QUIZ, count="5", guesses="10-20")
    assert headline(app).startswith("Question 3 of 5")
    app.number_input(key="seed").set_value(99).run()
    assert headline(app).startswith("Question 1 of 5")
    assert "guesses" not in app.query_params


@pytest.mark.parametrize(("level", "by_hand"), [("with a pencil", True), ("to guess", False)])
def test_a_worksheet_shows_answers_only_when_asked(level: str, by_hand: bool) -> None:
    asked = quiz.questions(seed=5, count=6, by_hand=by_hand)
    app = open_page(WORKSHEET, seed="5", work=level)
    for number, each in enumerate(asked, start=1):
        assert f"**{number}. {each.question.asked}**" in words(app)
        assert each.question.because not in words(app)
    app.toggle(key="answers").set_value(True).run()
    for each in asked:
        assert re.search(rf"\*\*(\S+ = )?{each.chance:.1%}\*\*. {re.escape(each.question.because)}", words(app))


def test_kinds_that_are_too_large_for_a_pencil_are_told() -> None:
    app = open_page(WORKSHEET, kinds=["Camel Up: the race", "Perudo"])
    assert app.caption[0].value == "Too large for a pencil, and left out: Camel Up: the race."
    assert all(caption.value.startswith("Perudo.") for caption in app.caption[1:])


COUNTING = "pages/counting.py"


@pytest.mark.parametrize("view", ["The tree", "Fewer states", "A recurrence", "How"])
def test_every_view_of_counting_shows_something(view: str) -> None:
    app = open_page(COUNTING, view=view, depth="5", begins="any", solved="15")
    assert not app.warning
    assert len([*app.get("plotly_chart"), *app.dataframe, *app.markdown]) > 1


def test_the_tree_of_the_post_has_24_orders_that_begin_with_white() -> None:
    app = open_page(COUNTING, depth="5")
    assert "120 orders, 24 that begin with white" in words(app)
    assert "120 x 243 = 29,160 sequences." in words(app)


@pytest.mark.parametrize("view", ["The tree", "Fewer states"])
def test_the_board_that_is_counted_is_drawn(view: str) -> None:
    app = open_page(COUNTING, view=view)
    assert [picture.proto.imgs[0].alt for picture in app.get("image")] == [f"The board: {POSITION}"]


def test_the_last_state_of_the_small_orchard_is_the_game_itself() -> None:
    app = open_page(COUNTING, view="A recurrence", solved=str(len(STATES)))
    chance = solve(SMALL_ORCHARD, MOST_LEFT).win_fraction()
    assert f"we win with {chance} = {float(chance):.1%}" in words(app)


def test_run_again_takes_the_next_seed() -> None:
    app = open_page(CLASSROOM, seed="41")
    next(button for button in app.button if button.label == "Run again").click().run()
    assert app.number_input(key="seed").value == 42
    assert app.query_params["seed"] == "42"


def test_a_visitor_goes_from_page_to_page() -> None:
    """What a page keeps in the address must not be taken for something else by the next."""
    app = open_page("pages/orchard.py", state="4.3.2.1 raven=5", view="One game", roll="9")
    app.switch_page(str(ROOT / CLASSROOM)).run()
    app.session_state["view"] = "Intervals"
    app.run()
    others = [f"pages/{entry.file}" for entry in PAGES]
    for page in (COUNTING, WORKSHEET, QUIZ, WORKSHEET, CLASSROOM, COUNTING, *others, *reversed(others)):
        app.switch_page(str(ROOT / page)).run()
        assert not app.exception, page


@pytest.mark.parametrize(
    ("key", "link"),
    [
        ("candy_land", {**candy_table.LINK, **views.LINK}),
        ("orchard", orchard_table.LINK),
        ("perudo", perudo_table.LINK),
        ("camel_up_length", length.LINK),
    ],
)
def test_a_page_knows_all_that_a_question_says_of_it(key: str, link: Allowed) -> None:
    told: set[tuple[str, str]] = set()
    for seed in range(10):
        for asked in quiz.questions(seed, 20, [key]):
            query = names.today(key, {setting: [value] for setting, value in asked.question.notation.items()})
            told |= {(setting, value) for setting, values in query.items() for value in values}
    assert told
    assert [(setting, value) for setting, value in told if not link[setting](value)] == []

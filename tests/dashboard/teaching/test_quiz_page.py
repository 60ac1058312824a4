"""The quiz: guesses, their score, links that contain guesses, and the pages that answer its questions."""

import re

import pytest

from boardodds.charts.hundred import in_words
from boardodds.charts.worksheet import answer_outcomes
from boardodds.dashboard.teaching.quiz import DEFINITION, _describe_bias
from boardodds.dashboard.ui.reveal import NO_GUESS
from boardodds.dashboard.ui.words import percent
from boardodds.entry.game import Question
from boardodds.teaching import quiz
from tests.dashboard.driving import Page, open_page, view_of
from tests.dashboard.state_events import check_events

QUIZ = "pages/quiz.py"


def lock_guess(app: Page, percent: int) -> Page:
    app.select_slider[0].set_value(percent).run()
    return app.press("Lock")


def next_question(app: Page, label: str = "Next question") -> Page:
    return app.press(label)


def test_answering_all_questions_shows_the_score() -> None:
    questions, points = quiz.questions(seed=7, count=5), list[int]()
    app = open_page(QUIZ, seed="7", count="5")
    for number, item in enumerate(questions):
        assert app.headline == f"Question {number + 1} of 5: {item.question.text}"
        assert app.pictures == [item.question.table] * bool(item.question.table)
        assert item.question.because not in app.page_text
        lock_guess(app, 40)
        # The question stays, and its answer has replaced the slider.
        assert app.headline == f"Question {number + 1} of 5: {item.question.text}"
        assert not app.select_slider
        points.append(quiz.guess_points(0.4, item.chance))
        assert f"Your guess: 40%. Exact chance: **{percent(item.chance)}**. **{points[-1]} of 100" in app.page_text
        assert item.question.because in app.page_text
        hundred = next(body for body in app.html_parts if "hundred" in body)
        assert "your guess: 40 of 100" in hundred
        assert in_words(answer_outcomes(item.chance)) in hundred
        next_question(app, "Next question" if number < 4 else "Show score")
    score = quiz.score([0.4] * 5, questions)
    half = quiz.score([0.5] * 5, questions)
    # As a pupil adds up what was shown.
    assert f"You have {sum(points) / 5:g} of 100 points; always saying 50% gives {half.points:g}" == app.headline
    assert f"{score.expected:.3f}" in app.page_text
    assert "Above the line, the chance is higher than your guess" in app.captions
    assert app.query_params["guesses"] == "40,40,40,40,40"
    assert not app.dataframe
    app.open_figures("results")
    # These columns are visible on a phone.
    assert list(app.dataframe[0].value.columns[:4]) == ["number", "guess", "exact", "points off"]
    assert app.dataframe[0].value["exact"].tolist() == pytest.approx([float(item.chance) for item in questions])
    # Another seed is drawn at random.
    app.press("Start new quiz")
    assert app.headline.startswith("Question 1 of 5: ")
    assert app.query_params["seed"] != "7"
    assert "guesses" not in app.query_params


def test_there_is_no_guess_before_the_slider_is_moved() -> None:
    app = open_page(QUIZ, seed="7", count="5")
    assert (app.select_slider[0].value, app.button_named("Lock").disabled) == (NO_GUESS, True)
    next_question(lock_guess(app, 0))
    assert app.headline.startswith("Question 2 of 5")
    assert app.query_params["guesses"] == "0"
    assert (app.select_slider[0].value, app.button_named("Lock").disabled) == (NO_GUESS, True)
    # A locked guess stands.
    assert "Undo" not in [button.label for button in app.button]


def test_a_reload_comes_back_to_the_answer() -> None:
    app = lock_guess(open_page(QUIZ, seed="7", count="5"), 40)
    link = {name: app.query_params[name] for name in app.query_params}
    again = open_page(QUIZ, **link)
    assert not again.select_slider
    assert again.page_text == app.page_text
    assert open_page(QUIZ, **{**link, "guesses": ""}).select_slider
    next_question(again)
    assert "guesses_answered" not in again.query_params


def test_a_guess_is_locked_once_and_undone_like_every_event() -> None:
    check_events(DEFINITION, [{"kind": "lock", "number": 0, "percent": percent} for percent in (30, 60)])
    lock, later = {"kind": "lock", "number": 0, "percent": 30}, {"kind": "next", "number": 0}
    start = DEFINITION.read({"seed": ["7"]})
    assert DEFINITION.apply(start, later) == (start, "")
    once, _ = DEFINITION.apply(start, lock)
    assert DEFINITION.apply(once, lock) == (once, "")
    assert (once.guesses, once.number) == ((30,), 0)
    shown, _ = DEFINITION.apply(once, later)
    assert (shown.guesses, shown.number) == ((30,), 1)
    # A second tap does not skip a question.
    assert DEFINITION.apply(shown, later) == (shown, "")
    assert DEFINITION.apply(once, {"kind": "set", "name": "seed", "value": 2})[0].guesses == ()


@pytest.mark.parametrize("guesses", ["10,", "ten", "101", "1,2,3,4,5,6", "-5", "５", "9" * 400])
def test_invalid_guesses_show_a_warning(guesses: str) -> None:
    app = open_page(QUIZ, count="5", guesses=guesses)
    (warning,) = app.warnings
    assert "guesses" in warning
    assert app.headline.startswith("Question 1 of 5")


@pytest.mark.parametrize(
    ("shift", "words"),
    [(0.0, "neither too high"), (0.1, "10.0 percentage points too high"), (-0.1, "10.0 percentage points too low")],
)
def test_the_score_is_described_truly(shift: float, words: str) -> None:
    chances = [0.25 + 0.05 * number for number in range(11)]
    items = [quiz.QuizQuestion("orchard", "Orchard", Question("", "", chance, "")) for chance in chances]
    assert words in _describe_bias(quiz.score([chance + shift for chance in chances], items))


@pytest.mark.parametrize("seed", range(40))
def test_a_chance_near_0_or_1_is_drawn_again(seed: int) -> None:
    for item in quiz.questions(seed, 20, ["orchard", "perudo"]):
        assert quiz.MIN_CHANCE <= item.chance <= 1 - quiz.MIN_CHANCE


def test_a_new_seed_removes_the_guesses() -> None:
    app = open_page(QUIZ, count="5", guesses="10,20")
    assert app.headline.startswith("Question 3 of 5")
    view_of(app.open_figures("setup").number_input, "seed").set_value(99).run()
    assert app.headline.startswith("Question 1 of 5")
    assert "guesses" not in app.query_params


def test_the_page_of_a_candy_land_question_answers_it() -> None:
    questions = [item for seed in range(4) for item in quiz.questions(seed, 3, ["candy_land"])]
    assert {item.question.notation["players"] for item in questions} > {"1", "2"}
    for item in questions:
        within = item.question.notation["within"]
        sentence = f"over within {within} turns are filled: {percent(item.chance, 2)} of all games"
        assert sentence in open_page("pages/candy_land.py", **item.question.notation).captions


@pytest.mark.parametrize("key", quiz.generators())
def test_the_page_of_a_question_accepts_all_settings_of_its_link(key: str) -> None:
    for item in quiz.questions(4, 3, [key]):
        assert not open_page(f"pages/{key}.py", **item.question.notation).warnings, item


def test_the_page_of_a_bid_on_aces_shows_the_chance_in_question() -> None:
    questions = [item for item in quiz.questions(4, 20, ["perudo"]) if "ace" in item.question.text]
    assert questions
    for item in questions[:2]:
        app = open_page("pages/perudo.py", **item.question.notation)
        assert re.search(rf"at least 3</span><b>[^<]*</b><small>dice alone {percent(item.chance)}<", app.html_text)


def test_who_starts_alone_gets_random_questions_and_a_shared_link_has_their_seed() -> None:
    seeds = {open_page(QUIZ, count="5").query_params["seed"] for _ in range(3)}
    assert len(seeds) > 1
    seed = seeds.pop()
    app = open_page(QUIZ, seed=seed, count="5")
    assert app.headline == f"Question 1 of 5: {quiz.question(int(seed), 0).question.text}"
    assert app.query_params["seed"] == seed
    lock_guess(app, 10)
    # Further questions keep it.
    assert next_question(app).query_params["seed"] == seed


@pytest.mark.parametrize("level", quiz.LEVELS)
def test_a_level_has_its_questions(level: str) -> None:
    app = open_page(QUIZ, seed="3", level=level, kinds="Orchard,Camel Up: the race")
    keys = ["orchard", "camel_up_race"] if level == "game" else ["orchard"]
    assert app.headline == f"Question 1 of 10: {quiz.question(3, 0, keys, level=level).question.text}"
    assert ("Camel Up: the race" in app.captions.partition(".")[0]) == (level != "game")

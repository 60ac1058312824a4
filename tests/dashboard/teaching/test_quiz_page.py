"""The quiz: guesses, their score, and links that contain guesses."""

import pytest
from streamlit.testing.v1 import AppTest
from streamlit.testing.v1.element_tree import NumberInput

from boardodds.charts.hundred import in_words
from boardodds.charts.questions import answer_outcomes
from boardodds.dashboard.teaching.quiz_views import _describe_bias
from boardodds.teaching import quiz
from boardodds.teaching.question import Question
from tests.dashboard.driving import captions, headline, open_page, page_text, warnings
from tests.dashboard.teaching.html_parts import html_of, pictures

QUIZ = "pages/quiz.py"


def guess_input(app: AppTest) -> NumberInput:
    """Return the input of the guess."""
    return next(widget for widget in app.number_input if widget.label.startswith("Your guess"))


def submit_guess(app: AppTest, percent: int) -> AppTest:
    """Enter the guess and submit it."""
    guess_input(app).set_value(percent)
    return next(button for button in app.button if button.label == "Lock it in").click().run()


def test_answering_all_questions_shows_the_score() -> None:
    questions = quiz.questions(seed=7, count=5)
    app = open_page(QUIZ, seed="7", count="5")
    for number, item in enumerate(questions):
        assert headline(app) == f"Question {number + 1} of 5: {item.question.text}"
        submit_guess(app, 40)
        assert f"{item.question.text}** Your guess: 40%." in page_text(app)
        assert item.question.table in ["", *pictures(app)[:1]]
        hundred = html_of(app)[0]
        assert "your guess: 40 of 100" in hundred
        assert in_words(answer_outcomes(item.chance)) in hundred
    score = quiz.score([0.4] * 5, questions)
    assert headline(app) == f"Your Brier score is {score.expected:.3f}; knowing every chance gives {score.best:.3f}"
    assert "Above the line, the chance is higher than your guess" in captions(app)
    assert app.query_params["guesses"] == "40-40-40-40-40"
    assert not app.dataframe
    app.session_state.results = True
    app.run()
    # These columns are visible on a phone.
    assert list(app.dataframe[0].value.columns[:4]) == ["number", "guess", "exact", "points off"]
    assert app.dataframe[0].value["exact"].tolist() == pytest.approx(
        [100 * item.chance for item in questions], abs=0.05
    )


def test_a_guess_starts_empty_and_is_required() -> None:
    app = open_page(QUIZ, seed="7", count="5")
    assert guess_input(app).value is None
    next(button for button in app.button if button.label == "Lock it in").click().run()
    assert warnings(app) == ["Enter your guess first: a whole number from 0 to 100."]
    assert headline(app).startswith("Question 1 of 5")
    assert "guesses" not in app.query_params
    assert headline(submit_guess(app, 0)).startswith("Question 2 of 5")
    assert app.query_params["guesses"] == "0"
    assert guess_input(app).value is None
    assert not warnings(app)


def test_a_link_with_guesses_shows_the_same_score() -> None:
    pages = [page_text(open_page(QUIZ, seed="3", count="5", guesses="10-20-30-40-50")) for _ in range(2)]
    assert "Your Brier score" in pages[0]
    assert pages[0] == pages[1]


@pytest.mark.parametrize("guesses", ["10-", "ten", "101", "1-2-3-4-5-6", "-5", "５", "9" * 400])
def test_invalid_guesses_show_a_warning(guesses: str) -> None:
    app = open_page(QUIZ, count="5", guesses=guesses)
    assert warnings(app) == [
        "The link's guesses must be at most 5 whole percentages, as in 30-55-70. They were ignored."
    ]
    assert headline(app).startswith("Question 1 of 5")


@pytest.mark.parametrize(
    ("spread", "shift", "sentences"),
    [
        (1.0, 0.0, ("neither too high nor too low", "about as extreme as they should be", "the chance is 10.0 higher")),
        (2.0, 0.0, ("neither too high nor too low", "too extreme", "the chance is 5.0 higher", "slope 0.50")),
        (0.5, 0.1, ("10.0 percentage points too high", "too cautious", "the chance is 20.0 higher", "slope 2.00")),
        (0.0, -0.1, ("10.0 percentage points too low", "All your guesses are equal")),
        (-0.5, 0.0, ("neither too high nor too low", "the chances on average are not")),
    ],
)
def test_the_score_is_described_truly(spread: float, shift: float, sentences: tuple[str, ...]) -> None:
    chances = [0.3, 0.4, 0.6, 0.7]
    items = [quiz.QuizQuestion("orchard", "Orchard", Question("", "", chance, ""), happened=True) for chance in chances]
    score = quiz.score([0.5 + spread * (chance - 0.5) + shift for chance in chances], items)
    assert all(sentence in _describe_bias(score) for sentence in sentences), _describe_bias(score)


def test_a_new_seed_removes_the_guesses() -> None:
    app = open_page(QUIZ, count="5", guesses="10-20")
    assert headline(app).startswith("Question 3 of 5")
    app.number_input(key="seed").set_value(99).run()
    assert headline(app).startswith("Question 1 of 5")
    assert "guesses" not in app.query_params

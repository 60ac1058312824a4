"""Random questions and scores: chances against plain solvers, the same questions on every machine, a proper score."""

import re
import subprocess
import sys
from collections.abc import Callable
from fractions import Fraction
from html import escape
from itertools import product
from statistics import fmean

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import linregress, t

from boardodds.camel_up import FIRST_EDITION, Position
from boardodds.camel_up.rules import camel_name
from boardodds.charts import camel_up, worksheet
from boardodds.charts.hundred import hundred_svg
from boardodds.charts.style import DARK_INK, INK, PAGE, SURFACES
from boardodds.charts.worksheet import answer_outcomes, question_picture
from boardodds.dashboard.ui import share
from boardodds.dashboard.ui.dashboards import ROOT
from boardodds.entry.game import Question
from boardodds.orchard import State
from boardodds.orchard.rules import MOST_LEFT, PRINTED
from boardodds.perudo import STANDARD, RoundState
from boardodds.teaching import quiz
from tests.oracles.camel_up_leg import brute_leg
from tests.oracles.orchard import brute_win
from tests.oracles.perudo import brute_chance

SEEDS = range(12)
FLOAT_CHANCE = re.compile(r"(?<=chance=)0\.\d+")


def recount_leg(question: Question) -> Fraction:
    position = Position.parse(question.notation["position"])
    leg = brute_leg(position, FIRST_EDITION)
    camel = next(camel for camel in position.racing if f"Does {camel_name(camel)} " in question.text)
    counts = [leg.places[camel, place] for place in range(1, len(position.racing) + 1)]
    yeses = {"win the": counts[:1], "come first or second": counts[:2], "come last": counts[-1:]}
    return Fraction(sum(next(part for words, part in yeses.items() if words in question.text)), sum(counts))


def recount_orchard(question: Question) -> Fraction:
    rules = PRINTED[question.notation["game"]]
    return brute_win(rules, MOST_LEFT, State.parse(question.notation["state"]))


def recount_perudo(question: Question) -> Fraction:
    state = RoundState.parse(question.notation["round"])
    unseen = state.total_dice - len(state.hand)
    return brute_chance(state.bids[0][1], state.hand, unseen, STANDARD, palifico=False, exactly=False)


def recount_candy_land(question: Question) -> Fraction:
    """Return the chance of a question by dealing all possible cards, using only the question's words."""
    spaces = question.notation["spaces"]
    deck = [
        card
        for part in question.text.removeprefix("The deck: ").partition(".")[0].split(", ")
        for card in int(part.split(" × ")[0]) * [part.split(" × ")[1]]
    ]
    draws = int(question.text.removesuffix("?").split()[-2])
    wins = 0
    for cards in product(deck, repeat=draws):
        space = -1
        for card in cards:
            for color in card:
                space = spaces.find(color, space + 1) if 0 <= space + 1 < len(spaces) else -2
                if space in (-1, -2) or space == len(spaces) - 1:
                    space = len(spaces)
                    break
            if space == len(spaces):
                wins += 1
                break
    return Fraction(wins, len(deck) ** draws)


@pytest.mark.parametrize(
    ("key", "recount"),
    [
        ("camel_up_leg", recount_leg),
        ("orchard", recount_orchard),
        ("perudo", recount_perudo),
        ("candy_land", recount_candy_land),
    ],
)
def test_chances_of_questions_by_hand_match_a_plain_count(key: str, recount: Callable[[Question], Fraction]) -> None:
    questions = [item.question for seed in SEEDS for item in quiz.questions(seed, 4, [key], by_hand=True)]
    for question in questions:
        assert question.chance == recount(question), question
        assert 0 < question.chance < 1


@pytest.mark.parametrize("by_hand", [False, True])
def test_a_seed_gives_the_same_questions_on_another_machine(by_hand: bool) -> None:
    program = (
        f"from boardodds.teaching import quiz\nfor item in quiz.questions(2024, 12, by_hand={by_hand}): print(item)"
    )
    other_output = subprocess.run(
        [sys.executable, "-c", program],
        cwd=ROOT,
        # The arithmetic of an old processor, which adds in another order.
        env={"PYTHONHASHSEED": "77", "OPENBLAS_CORETYPE": "Prescott"},
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    output = "".join(f"{item}\n" for item in quiz.questions(2024, 12, by_hand=by_hand))
    assert FLOAT_CHANCE.sub("", other_output) == FLOAT_CHANCE.sub("", output)
    # The last digits of a float depend on the processor. Fractions must be equal; the texts above contain them.
    chances = [[float(chance) for chance in FLOAT_CHANCE.findall(text)] for text in (other_output, output)]
    assert chances[0] == pytest.approx(chances[1], abs=1e-12)


def test_the_questions_of_a_seed_do_not_change() -> None:
    """A teacher's link must ask the same questions after an update. Change these only for a good reason."""
    items = quiz.questions(1, 4)
    assert [(item.key, item.question.text, round(item.chance, 6)) for item in items] == [
        ("orchard", "Do the players pick all the fruit before the raven reaches the orchard?", 0.061329),
        ("camel_up_leg", "Does yellow win the leg?", 0.10751),
        ("camel_up_length", "Is the race over within 2 legs?", 0.626733),
        ("camel_up_race", "Does blue win the race?", 0.240001),
    ]


def test_a_longer_quiz_begins_with_the_same_questions() -> None:
    assert quiz.questions(9, 5) == quiz.questions(9, 15)[:5]


def test_every_kind_has_an_equal_number_of_questions() -> None:
    kinds = len(quiz.generators())
    keys = [item.key for item in quiz.questions(4, 2 * kinds)]
    assert {keys.count(key) for key in quiz.generators()} == {2}


def test_outcomes_have_the_frequency_of_their_chances() -> None:
    items = [item for seed in range(150) for item in quiz.questions(seed, 20, ["perudo"])]
    expected = sum(item.chance for item in items)
    deviation = sum(item.chance * (1 - item.chance) for item in items) ** 0.5
    assert abs(sum(item.happened for item in items) - expected) < 4 * deviation


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ({"seed": 1, "keys": ["chess"]}, "keys must be among .*camel_up_leg, .*, got 'chess'"),
        ({"seed": 1, "keys": ["camel_up_race"], "by_hand": True}, "keys must be among .*, got 'camel_up_race'"),
    ],
)
def test_bad_input_is_refused(arguments: dict[str, object], sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        quiz.questions(**arguments)  # type: ignore[arg-type]


@given(st.lists(st.floats(0, 1), min_size=5, max_size=5))
def test_the_true_chances_have_the_best_expected_score(guesses: list[float]) -> None:
    items = quiz.questions(6, 5)
    scored = quiz.score(guesses, items)
    expected = fmean(
        item.chance * (guess - 1) ** 2 + (1 - item.chance) * guess**2
        for guess, item in zip(guesses, items, strict=True)
    )
    assert scored.expected == pytest.approx(expected, abs=1e-12)
    assert scored.expected >= scored.best - 1e-12
    assert quiz.score([item.chance for item in items], items).expected == scored.best


def test_scores_show_the_bias_and_the_slope_of_guesses() -> None:
    items = quiz.questions(6, 10)
    high = quiz.score([min(1.0, item.chance + 0.05) for item in items], items)
    half = quiz.score([0.5] * len(items), items)
    assert high.bias == pytest.approx(0.05)
    assert high.slope == pytest.approx(1)
    assert half.slope is None
    assert half.expected == half.played == 0.25


def test_the_interval_of_the_slope_is_that_of_a_linear_regression() -> None:
    items = quiz.questions(6, 12, ["orchard", "perudo"])
    guesses = [0.1, 0.4, 0.2, 0.9, 0.5, 0.6, 0.35, 0.7, 0.8, 0.15, 0.55, 0.1]
    fitted = linregress(guesses, [item.chance for item in items])
    reach = t.ppf(0.975, len(items) - 2) * fitted.stderr
    found = quiz.score(guesses, items).slope_interval
    assert found
    assert (found.low, found.high) == pytest.approx((fitted.slope - reach, fitted.slope + reach), abs=0.003 * reach)
    # Nine different guesses are too few.
    assert quiz.score([*guesses[:9], *guesses[:3]], items).slope_interval is None


@pytest.mark.parametrize("guesses", [[], [0.5], [0.5, 1.01], [0.5, -0.01], [0.5, float("nan")]])
def test_invalid_guesses_are_refused(guesses: list[float]) -> None:
    with pytest.raises(ValueError, match=r"guess(es)? must be"):
        quiz.score(guesses, quiz.questions(6, 2))


def test_questions_on_one_sheet_differ_in_their_text_or_their_picture() -> None:
    for seed in range(20):
        items = quiz.questions(seed, 12, by_hand=True)
        # A small question can come twice.
        questions = {
            (item.question.text, item.question.setting, item.question.table, item.question.chance): item
            for item in items
        }
        shown = {(item.question.text, question_picture(item)) for item in items}
        assert len(shown) == len(questions), seed


@pytest.mark.parametrize("position", ["1:BWOG 2:Y", "13:BW 15:OGY"])
def test_a_question_shows_the_whole_track_and_the_finish(position: str) -> None:
    picture = camel_up.question_picture({"position": position})
    numbers = re.findall(r">(\d+)<", picture or "")
    assert numbers == [str(square) for square in range(1, 17)]
    assert ">finish<" in (picture or "")


def test_the_paper_and_the_ink_of_a_picture_follow_the_theme_but_letters_on_pieces_do_not() -> None:
    picture = camel_up.camel_board(Position.parse("13:BW 15:OGY"))
    for name in (PAGE, INK, "hairline"):
        assert SURFACES[name].css in picture
    # A letter on a white camel is dark in both themes.
    letters = re.findall(r"<text[^>]*>W</text>", picture)
    assert letters
    for letter in letters:
        assert f'fill="{DARK_INK}"' in letter
        assert "light-dark" not in letter


def test_a_sheet_has_its_answers_after_a_page_break_on_request() -> None:
    items = quiz.questions(8, 6, by_hand=True)
    questions, answers = worksheet.page(items, 8, answers=True, by_hand=True).split("<section class='answers'>")
    assert worksheet.page(items, 8, answers=False, by_hand=True) == questions + "</body></html>"
    for item in items:
        assert f"{item.title}. " in questions
        # The key repeats the question, so that it can be read without the sheet.
        assert item.question.text in questions
        assert f"<p>{item.question.text}</p>" in answers
        assert worksheet.answer(item.question) in answers
        assert hundred_svg(answer_outcomes(item.chance)) in answers
        assert worksheet.answer(item.question) not in questions


def test_the_footer_of_a_sheet_has_the_link_to_its_questions_if_it_is_known() -> None:
    items = quiz.questions(8, 4)
    address = "https://odds.example/worksheet?seed=8&questions=4&work=guessing"
    sheet = worksheet.page(items, 8, answers=True, by_hand=False, address=address)
    assert sheet.index(escape(address)) > sheet.index("<section class='answers'>")
    assert "<footer>" not in worksheet.page(items, 8, answers=True, by_hand=False)
    # Its students would find the answers there.
    assert escape(address) not in worksheet.page(items, 8, answers=False, by_hand=False, address=address)
    # Without a browser the address of the site is unknown.
    assert not share.url_with_settings({"seed": 8})

"""Random questions and scores: chances recounted by the plain solvers, the same questions everywhere, a proper score."""

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

from boardodds.camel_up import FIRST_EDITION, Position
from boardodds.camel_up.rules import camel_name
from boardodds.charts import camel_up, worksheet
from boardodds.charts.questions import question_picture
from boardodds.dashboard.ui import share
from boardodds.dashboard.ui.dashboards import ROOT
from boardodds.orchard import MY_FIRST_ORCHARD, ORCHARD, State
from boardodds.orchard.solve import MOST_LEFT
from boardodds.perudo import STANDARD, RoundState
from boardodds.teaching import quiz
from boardodds.teaching.question import Question
from tests.oracles.camel_up_leg import brute_leg
from tests.oracles.orchard import brute_win
from tests.oracles.perudo import brute_chance

SEEDS = range(12)
FLOAT_CHANCE = re.compile(r"(?<=chance=)0\.\d+")


def by_hand(key: str) -> list[Question]:
    return [each.question for seed in SEEDS for each in quiz.questions(seed, 4, [key], by_hand=True)]


def leg_again(question: Question) -> Fraction:
    position = Position.parse(question.notation["position"])
    leg = brute_leg(position, FIRST_EDITION)
    camel = next(each for each in position.racing if f"Does {camel_name(each)} " in question.text)
    counts = [leg.places[camel, place] for place in range(1, len(position.racing) + 1)]
    yes = {"win the": counts[:1], "come first or second": counts[:2], "come last": counts[-1:]}
    return Fraction(sum(next(part for words, part in yes.items() if words in question.text)), sum(counts))


def orchard_again(question: Question) -> Fraction:
    rules = {"Orchard": ORCHARD, "My First": MY_FIRST_ORCHARD}[question.notation["game"]]
    return brute_win(rules, MOST_LEFT, State.parse(question.notation["state"]))


def perudo_again(question: Question) -> Fraction:
    state = RoundState.parse(question.notation["round"])
    unseen = state.total_dice - len(state.hand)
    return brute_chance(state.bids[0][1], state.hand, unseen, STANDARD, palifico=False, exactly=False)


def candy_again(question: Question) -> Fraction:
    """Deals every pair of cards from the words of the question alone."""
    spaces = question.notation["spaces"]
    deck = [
        card
        for part in question.setting.partition("before every draw: ")[2].partition(".")[0].split(", ")
        for card in int(part.split(" x ")[0]) * [part.split(" x ")[1]]
    ]
    draws = int(question.text.removesuffix("?").split()[-2])
    won = 0
    for dealt in product(deck, repeat=draws):
        here = -1
        for card in dealt:
            for color in card:
                here = spaces.find(color, here + 1) if 0 <= here + 1 < len(spaces) else -2
                if here in (-1, -2) or here == len(spaces) - 1:
                    here = len(spaces)
                    break
            if here == len(spaces):
                won += 1
                break
    return Fraction(won, len(deck) ** draws)


@pytest.mark.parametrize(
    ("key", "again"),
    [("camel_up_leg", leg_again), ("orchard", orchard_again), ("perudo", perudo_again), ("candy_land", candy_again)],
)
def test_the_chances_of_pencil_questions_are_those_of_a_plain_count(
    key: str, again: Callable[[Question], Fraction]
) -> None:
    for question in by_hand(key):
        assert question.chance == again(question), question
        assert 0 < question.chance < 1


def test_the_chances_to_guess_are_those_of_a_plain_count() -> None:
    for seed in SEEDS[:3]:
        for each in quiz.questions(seed, 3, ["orchard"]):
            assert each.chance == pytest.approx(float(orchard_again(each.question)), abs=1e-12)


@pytest.mark.parametrize("pencil", [False, True])
def test_a_seed_asks_the_same_on_another_machine(pencil: bool) -> None:
    program = (
        f"from boardodds.teaching import quiz\nfor each in quiz.questions(2024, 12, by_hand={pencil}): print(each)"
    )
    there = subprocess.run(
        [sys.executable, "-c", program],
        cwd=ROOT,
        # as an old processor reckons, which sums in another order
        env={"PYTHONHASHSEED": "77", "OPENBLAS_CORETYPE": "Prescott"},
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    here = "".join(f"{each}\n" for each in quiz.questions(2024, 12, by_hand=pencil))
    assert FLOAT_CHANCE.sub("", there) == FLOAT_CHANCE.sub("", here)
    # the last digits of a float are the processor's; fractions stay in the text above
    chances = [[float(chance) for chance in FLOAT_CHANCE.findall(text)] for text in (there, here)]
    assert chances[0] == pytest.approx(chances[1], abs=1e-12)


def test_the_questions_of_a_seed_stay_as_they_are() -> None:
    """A link that a teacher gave out must not ask something else after an update; change the figures only with a reason."""
    asked = quiz.questions(1, 4)
    assert [(each.key, each.question.text, round(each.chance, 6)) for each in asked] == [
        ("orchard", "Is all fruit picked before the raven has come?", 0.061329),
        ("camel_up_leg", "Does yellow win the leg?", 0.10751),
        ("camel_up_length", "Is the race over within 2 legs?", 0.626733),
        ("camel_up_race", "Does blue win the race?", 0.240001),
    ]


def test_more_questions_begin_with_the_same() -> None:
    assert quiz.questions(9, 5) == quiz.questions(9, 15)[:5]


def test_questions_come_from_all_kinds_alike() -> None:
    keys = [each.key for each in quiz.questions(4, 12)]
    assert {keys.count(key) for key in quiz.generators()} == {2}


def test_what_happened_happens_with_its_chance() -> None:
    asked = [each for seed in range(150) for each in quiz.questions(seed, 20, ["perudo"])]
    expected = sum(each.chance for each in asked)
    deviation = sum(each.chance * (1 - each.chance) for each in asked) ** 0.5
    assert abs(sum(each.happened for each in asked) - expected) < 4 * deviation


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ({"seed": -1}, "seed must be 0..999,999, got -1"),
        ({"seed": 1, "count": 0}, "count must be 1..20, got 0"),
        ({"seed": 1, "count": 21}, "count must be 1..20, got 21"),
        ({"seed": 1, "keys": ["chess"]}, "keys must be among camel_up_leg, .*, got 'chess'"),
        ({"seed": 1, "keys": ["camel_up_race"], "by_hand": True}, "keys must be among .*, got 'camel_up_race'"),
    ],
)
def test_bad_input_is_told(arguments: dict[str, object], sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        quiz.questions(**arguments)  # type: ignore[arg-type]


@given(st.lists(st.floats(0, 1), min_size=5, max_size=5))
def test_nothing_is_expected_to_beat_the_truth(guesses: list[float]) -> None:
    asked = quiz.questions(6, 5)
    scored = quiz.score(guesses, asked)
    by_cases = fmean(
        each.chance * (guess - 1) ** 2 + (1 - each.chance) * guess**2
        for guess, each in zip(guesses, asked, strict=True)
    )
    assert scored.expected == pytest.approx(by_cases, abs=1e-12)
    assert scored.expected >= scored.best - 1e-12
    assert quiz.score([each.chance for each in asked], asked).expected == scored.best


def test_scores_say_which_way_guesses_lean() -> None:
    asked = quiz.questions(6, 10)
    high = quiz.score([min(1.0, each.chance + 0.05) for each in asked], asked)
    sure = quiz.score([0.0 if each.chance < 0.5 else 1.0 for each in asked], asked)
    half = quiz.score([0.5] * len(asked), asked)
    assert high.bias == pytest.approx(0.05)
    assert sure.overconfidence > 0 > half.overconfidence
    assert half.expected == half.played == 0.25


@pytest.mark.parametrize("guesses", [[], [0.5], [0.5, 1.01], [0.5, -0.01], [0.5, float("nan")]])
def test_guesses_that_cannot_be_are_told(guesses: list[float]) -> None:
    with pytest.raises(ValueError, match=r"guess(es)? must be"):
        quiz.score(guesses, quiz.questions(6, 2))


def test_every_question_with_a_table_has_a_picture_and_words_for_it() -> None:
    for each in quiz.questions(8, 18) + quiz.questions(8, 12, by_hand=True):
        drawing = question_picture(each)
        assert (drawing is None) == (not each.question.table), each
        assert drawing is None or drawing.startswith("<svg")


def test_the_finish_is_drawn_where_it_is_near_and_nothing_behind_it() -> None:
    assert "finish" not in camel_up.camel_board(Position.parse("1:BWOG 2:Y"))
    near = camel_up.camel_board(Position.parse("13:BW 15:OGY"))
    assert "finish" in near
    assert ">16<" in near
    assert ">17<" not in near


def test_a_sheet_has_its_answers_after_a_page_break_if_they_are_wanted() -> None:
    asked = quiz.questions(8, 6, by_hand=True)
    questions, answers = worksheet.page(asked, 8, answers=True, by_hand=True).split("<section class='answers'>")
    assert worksheet.page(asked, 8, answers=False, by_hand=True) == questions + "</body></html>"
    for each in asked:
        assert f"{each.title}. " in questions
        assert each.question.text in questions
        assert worksheet.answer(each.question) in answers
        assert worksheet.answer(each.question) not in questions


def test_the_foot_of_a_sheet_has_the_address_of_the_same_questions_if_it_is_known() -> None:
    asked = quiz.questions(8, 4)
    address = "https://odds.example/worksheet?seed=8&questions=4&work=to+guess"
    sheet = worksheet.page(asked, 8, answers=True, by_hand=False, address=address)
    # the answers are on a sheet of their own, which may be kept away from the questions
    assert sheet.index(escape(address)) < sheet.index("<section class='answers'>")
    assert "<footer>" not in worksheet.page(asked, 8, answers=True, by_hand=False)
    # no browser has told it
    assert not share.address_of({"seed": 8})

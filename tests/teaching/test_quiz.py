"""Random questions and scores: chances against plain solvers, the same questions on every machine, a proper score."""

import os
import re
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache
from html import escape
from itertools import product
from statistics import fmean

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from boardodds.camel_up import FIRST_EDITION, Position, Roll, roll_die
from boardodds.camel_up.rules import camel_name
from boardodds.charts import camel_up, worksheet
from boardodds.charts.hundred import hundred_svg
from boardodds.charts.worksheet import Worksheet, answer_outcomes, question_picture
from boardodds.dashboard.perudo.words import bid_in_words
from boardodds.dashboard.runtime.environment import ROOT
from boardodds.dashboard.ui import share
from boardodds.entry.game import HAND_LEVELS, Question
from boardodds.orchard import State
from boardodds.orchard.rules import MOST_LEFT, PRINTED
from boardodds.perudo import STANDARD, Bid, RoundState
from boardodds.perudo import game as perudo
from boardodds.probability.declared_rules import with_rules
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
    changes = {name: text for name, text in question.notation.items() if name not in ("game", "state")}
    rules, state = with_rules(PRINTED[question.notation["game"]], changes), State.parse(question.notation["state"])
    if "next two rolls" not in question.text:
        return brute_win(rules, MOST_LEFT, replace(state, fruit=tuple(sorted(state.fruit))))
    picks = ("no fruit?", "exactly one fruit?", "two fruits?").index(question.text.partition(" pick ")[2])
    faces = [*range(len(rules.fruit)), *["basket"] * rules.basket_faces, *["raven"] * rules.raven_faces]
    yes = 0
    for rolls in product(faces, repeat=2):
        left = list(state.fruit)
        for face in rolls:
            tree = left.index(max(left)) if face == "basket" else face
            if isinstance(tree, int) and left[tree]:
                left[tree] -= 1
        yes += sum(state.fruit) - sum(left) == picks
    return Fraction(yes, len(faces) ** 2)


def recount_perudo(question: Question) -> Fraction:
    state, exactly = RoundState.parse(question.notation["round"]), "exactly that many" in question.text
    unseen = state.total_dice - len(state.hand)
    return recount_bid(state.bids[0][1], tuple(sorted(state.hand)), unseen, exactly)


@lru_cache(maxsize=4096)
def recount_bid(bid: Bid, hand: tuple[int, ...], unseen: int, exactly: bool) -> Fraction:
    return brute_chance(bid, hand, unseen, STANDARD, palifico=False, exactly=exactly)


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


RECOUNT: dict[str, Callable[[Question], Fraction]] = {
    "camel_up_leg": recount_leg,
    "orchard": recount_orchard,
    "perudo": recount_perudo,
    "candy_land": recount_candy_land,
}


def without_names(key: str, question: Question) -> object:
    """Return what is left of a question without names that make no difference."""
    if key == "orchard":
        state, rolls = State.parse(question.notation["state"]), "two rolls" in question.text
        return sorted(state.fruit), 0 if rolls else state.raven_steps, question.setting, question.text
    if key == "perudo":
        held = RoundState.parse(question.notation["round"])
        bid, unseen = held.bids[0][1], held.total_dice - len(held.hand)
        matching = sum(die in {1, bid.face} for die in held.hand)
        # Exactly all of them are also at least all of them.
        exactly = "exactly" in question.text and bid.quantity < matching + unseen
        return matching, bid.quantity, unseen, bid.face == 1, exactly
    if key == "candy_land":
        return question.notation["spaces"], question.text
    position = Position.parse(question.notation["position"])
    # The camels are named in the order in which they stand, and the first of them stands on square 1.
    low = position.stacks[0][0]
    names = dict(zip(position.camels, "abcde", strict=True))
    (asked,) = (camel for camel in position.camels if f" {camel_name(camel)} " in question.text)
    return (
        [(square - low, [names[camel] for camel in camels]) for square, camels in position.stacks],
        sorted(names[die] for die in position.dice),
        [(square - low, kind) for square, kind in position.tiles],
        names[asked],
        question.text.partition(f" {camel_name(asked)} ")[2],
        # Near the finish, it matters where they stand.
        low * (position.stacks[-1][0] + 3 * len(position.dice) + len(position.tiles) > 16),
    )


def both_versions(seed: int, count: int, keys: tuple[str, ...], level: str) -> list[quiz.QuizQuestion]:
    return [item for version in "AB" for item in quiz.questions(seed, count, keys, level=level, version=version)]


# By age, the bounds of the states and of the cases, and of denominators.
WORK = {"9-12": ((1, 2), (3, 36), 36), "12-15": ((3, 5), (18, 150), 1_000), "15-on": ((6, 9), (151, 7_776), 10_000)}


def recount_work(key: str, question: Question) -> tuple[int, int]:
    notation = question.notation
    if key == "camel_up_leg":
        position = Position.parse(notation["position"])
        rolls = [Roll(die, die, number, sides=1) for die in position.dice for number in (1, 2, 3)]
        if position.tiles:
            # The board, and those after a first roll that does not end the race.
            return 1 + len({roll_die(position, roll).position for roll in rolls} - {None}), 0
        return 0, {1: 3, 2: 18}[len(position.dice)]
    if key == "perudo":
        held = RoundState.parse(notation["round"])
        return 0, (6 if held.bids[0][1].face == 1 else 3) ** (held.total_dice - len(held.hand))
    if key == "orchard" and "two rolls" in question.text:
        return 0, (4 + int(notation.get("basket_faces", 1)) + int(notation.get("raven_faces", 1))) ** 2
    # A line for each state.
    return len({step.partition(": ")[0] for step in question.steps}), 0


def check_work(item: quiz.QuizQuestion, level: str) -> None:
    """Check the states or cases that a question says it has, and the denominators of its computation, against its age."""
    question, (states, cases, most) = item.question, WORK[level]
    assert (question.states, question.cases) == recount_work(item.key, question)
    assert states[0] <= question.states <= states[1] or cases[0] <= question.cases <= cases[1], item
    denominators = re.findall(r"/(\d+)", " ".join((str(question.chance), *question.steps)))
    assert all(int(number) <= most for number in denominators), item


# With version B, 120 sheets of each age, and a thousand if everything is asked for, which takes minutes.
SHEETS = 500 if os.environ.get("BOARDODDS_ALL") else 60


@pytest.mark.slow
@pytest.mark.parametrize("level", HAND_LEVELS)
def test_sheets_have_no_question_twice_none_of_a_quiz_and_the_work_of_their_age(level: str) -> None:
    lessons = [link for link in quiz.LESSON_QUIZZES if link[-1] == level]
    for seed in range(SHEETS):
        items = both_versions(seed, 6, (), level)
        seen = [(item.key, repr(without_names(item.key, item.question))) for item in items]
        quizzes = [(seed, 20, (), level), *lessons]
        asked = [each for start, count, keys, _ in quizzes for each in quiz.questions(start, count, keys, level=level)]
        assert len(set(seen)) == 12, seed
        assert not set(seen) & {(item.key, repr(without_names(item.key, item.question))) for item in asked}, seed
        for item in items:
            check_work(item, level)
            assert item.question.chance == RECOUNT[item.key](item.question), item
            assert quiz.MIN_CHANCE <= item.chance <= 1 - quiz.MIN_CHANCE


@pytest.mark.parametrize("level", HAND_LEVELS)
@pytest.mark.parametrize("key", RECOUNT)
def test_the_longest_sheets_of_one_kind_have_no_question_of_their_quiz(key: str, level: str) -> None:
    """The most questions of a kind: twenty in the quiz, and twelve on both sheets."""
    for seed in (2, 7):
        items = both_versions(seed, 12, (key,), level) + quiz.questions(seed, 20, (key,), level=level)
        assert len({repr(without_names(key, item.question)) for item in items}) == 44
        for item in items:
            check_work(item, level)
            assert item.question.chance == RECOUNT[key](item.question), item


def value_of(expression: str) -> Fraction:
    assert re.fullmatch(r"[\d/×+() ]+", expression), expression
    words = re.sub(r"(\d+)", r"Fraction(\1)", expression).replace("×", "*")
    return eval(words)  # type: ignore[no-any-return]  # noqa: S307


@pytest.mark.parametrize("level", HAND_LEVELS)
@pytest.mark.parametrize("key", RECOUNT)
def test_every_line_of_a_computation_is_right_and_the_last_one_is_the_answer(key: str, level: str) -> None:
    for item in [item for seed in SEEDS for item in quiz.questions(seed, 12, [key], level=level)]:
        *_, last = steps = item.question.steps
        assert Fraction(last.replace(":", "=").split(" ")[-1]) == item.question.chance
        for step in [step for step in steps if " = " in step]:
            total, _, value = re.sub(r" \([^()]*: [^()]*\)", "", step).split(": ")[-1].rpartition(" = ")
            assert value_of(total) == Fraction(value), step


def test_a_question_names_a_bid_as_the_page_does() -> None:
    # Seed 25 asks for one six.
    for seed in (25, *SEEDS):
        question = perudo._question_by_hand(0, np.random.default_rng(seed))
        (_, bid), *_ = RoundState.parse(question.notation["round"]).bids
        assert question.text.startswith(f"Bid: {bid_in_words(bid)}. ")


@pytest.mark.parametrize("level", HAND_LEVELS)
def test_the_sequences_of_a_leg_are_those_that_a_plain_program_finds(level: str) -> None:
    for item in [item for seed in SEEDS for item in quiz.questions(seed, 12, ["camel_up_leg"], level=level)]:
        question = item.question
        position = Position.parse(question.notation["position"])
        counts = [int(step.split(": ")[1].split()[0]) for step in question.steps[:-1]]
        assert sum(counts) == int(question.steps[-1].split()[0])
        for step in question.steps[:-1]:
            first, _, rest = step.partition(": ")[0].partition(", ")
            name, number = first.split()
            (die,) = (die for die in position.dice if camel_name(die) == name)
            rolled = roll_die(position, Roll(die, die, int(number), sides=1))
            if rolled.position and rolled.position.dice:
                after = replace(question, notation={"position": str(rolled.position)})
                # Of the second die's three faces, these lead to a yes.
                assert recount_leg(after) == Fraction(rest.count(" or ") + 1, 3), step


def test_the_chances_of_the_race_are_spread() -> None:
    chances = [quiz.question(seed, 0, ["camel_up_race"]).chance for seed in range(60)]
    assert 0.4 < fmean(chances) < 0.6
    for low in (0, 0.25, 0.5, 0.75):
        assert sum(low <= chance < low + 0.25 for chance in chances) >= 6


def test_the_reasons_of_real_games_have_the_parts_of_the_chance() -> None:
    """Not about words: the numbers in a reason, combined as it says, give the chance."""
    for item in [item for seed in range(6) for item in quiz.questions(seed, 12)]:
        question, chance = item.question, item.chance
        shares = [float(number) / 100 for number in re.findall(r"([\d.]+)%", question.because)]
        if item.key == "orchard" and shares:
            _, _, faces = map(int, re.findall(r"\d+", question.because)[:3])
            assert chance == pytest.approx((shares[0] + (faces - 1) * shares[1]) / faces, abs=0.011)
        elif item.key == "camel_up_length" and "less" not in question.because and "more" not in question.because:
            assert chance == pytest.approx(sum(shares), abs=0.011)
        elif item.key == "camel_up_leg":
            yes, total = re.findall(r"[\d,]+", question.because)[:2]
            assert question.chance == Fraction(int(yes.replace(",", "")), int(total.replace(",", "")))
        elif item.key == "candy_land" and len(shares) > 1:
            players = question.because.count(" × ") + 1
            assert chance == pytest.approx(1 - shares[0] ** players, abs=0.003)
            assert chance == pytest.approx(1 - shares[1], abs=0.001)


@pytest.mark.parametrize("level", quiz.LEVELS)
def test_a_seed_gives_the_same_questions_on_another_machine(level: str) -> None:
    program = f"from boardodds.teaching import quiz\nfor item in quiz.questions(2024, 12, level={level!r}): print(item)"
    other_output = subprocess.run(
        [sys.executable, "-c", program],
        cwd=ROOT,
        # The arithmetic of an old processor, which adds in another order.
        env={"PYTHONHASHSEED": "77", "OPENBLAS_CORETYPE": "Prescott"},
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    output = "".join(f"{item}\n" for item in quiz.questions(2024, 12, level=level))
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
        ("camel_up_race", "Does orange or yellow win the race?", 0.385203),
    ]


def test_a_longer_quiz_begins_with_the_same_questions() -> None:
    assert quiz.questions(9, 5) == quiz.questions(9, 15)[:5]


def test_every_kind_has_an_equal_number_of_questions() -> None:
    kinds = len(quiz.generators())
    keys = [item.key for item in quiz.questions(4, 2 * kinds)]
    assert {keys.count(key) for key in quiz.generators()} == {2}


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ({"seed": 1, "keys": ["chess"]}, "keys must be among .*camel_up_leg, .*, got 'chess'"),
        ({"seed": 1, "keys": ["camel_up_race"], "level": "9-12"}, "keys must be among .*, got 'camel_up_race'"),
        ({"seed": 1, "count": 13, "version": "A"}, "count must be 1..12, got 13"),
        ({"seed": 1, "version": "C"}, "version must be one of A, B, got 'C'"),
        ({"seed": 1, "level": "harder"}, "level must be one of 9-12, 12-15, 15-on, game, got 'harder'"),
    ],
)
def test_bad_input_is_refused(arguments: dict[str, object], sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        quiz.questions(**arguments)  # type: ignore[arg-type]


@given(st.lists(st.floats(0, 1), min_size=5, max_size=5))
def test_the_true_chances_have_the_best_expected_score(guesses: list[float]) -> None:
    items = quiz.questions(6, 5)
    chances = [item.chance for item in items]
    scored = quiz.score(guesses, items)
    expected = fmean(
        chance * (guess - 1) ** 2 + (1 - chance) * guess**2 for guess, chance in zip(guesses, chances, strict=True)
    )
    assert scored.expected == pytest.approx(expected, abs=1e-12)
    assert scored.expected >= scored.best - 1e-12
    assert quiz.score(chances, items).expected == scored.best


def test_scores_show_the_bias_of_guesses() -> None:
    items = quiz.questions(6, 10)
    assert quiz.score([min(1.0, item.chance + 0.05) for item in items], items).bias == pytest.approx(0.05)
    assert quiz.score([0.5] * len(items), items).expected == 0.25


@pytest.mark.parametrize("guesses", [[], [0.5], [0.5, 1.01], [0.5, -0.01], [0.5, float("nan")]])
def test_invalid_guesses_are_refused(guesses: list[float]) -> None:
    with pytest.raises(ValueError, match=r"guess(es)? must be"):
        quiz.score(guesses, quiz.questions(6, 2))


@given(st.lists(st.floats(0, 1), min_size=5, max_size=5))
def test_the_total_is_the_mean_of_the_points_of_each_guess(guesses: list[float]) -> None:
    items = quiz.questions(6, 5)
    chances = [item.chance for item in items]
    each = [quiz.guess_points(guess, chance) for guess, chance in zip(guesses, chances, strict=True)]
    assert quiz.score(guesses, items).points == pytest.approx(sum(each) / 5)
    assert each == pytest.approx(100 - 100 * np.abs(np.subtract(guesses, chances)), abs=0.5 + 1e-9)
    assert quiz.score(chances, items).points == 100


def test_questions_on_one_sheet_differ_in_their_text_or_their_picture() -> None:
    for seed in range(20):
        items = quiz.questions(seed, 12, level="12-15")
        assert len({(item.question.text, question_picture(item)) for item in items}) == 12, seed


@pytest.mark.parametrize("position", ["1:BWOG 2:Y", "13:BW 15:OGY"])
def test_a_question_shows_the_whole_track_and_the_finish(position: str) -> None:
    picture = camel_up.question_picture({"position": position})
    numbers = re.findall(r">(\d+)<", picture or "")
    assert numbers == [str(square) for square in range(1, 17)]
    assert ">finish<" in (picture or "")


def test_a_sheet_has_its_answers_after_a_page_break_on_request() -> None:
    items = quiz.questions(8, 6, level="15-on")
    sheet = Worksheet(items, "8 A", "15-on", title="Odds & ends", group="7b")
    questions, answers = sheet.page(answers=True).split("<section class='answers'>")
    assert sheet.page(answers=False) == questions + "</body></html>"
    for part in (questions, answers):
        assert "Odds &amp; ends" in part
        assert "7b" in part
    for item in items:
        assert f"{item.title}. " in questions
        # The key repeats the question, so that it can be read without the sheet.
        assert item.question.text in questions
        assert f"<p>{item.question.text}</p>" in answers
        assert worksheet.answer(item.question) in answers
        assert hundred_svg(answer_outcomes(item.chance)) in answers
        assert worksheet.answer(item.question) not in questions
        for step in item.question.steps:
            assert escape(step) in answers
            assert escape(step) not in questions


def test_a_sheet_has_the_code_of_its_link_if_it_is_known() -> None:
    items = quiz.questions(8, 4)
    address = "https://odds.example/worksheet?seed=8&count=4&level=game"
    code = share.code_svg(address)
    sheet = Worksheet(items, "8 A", address=address, code=code)
    assert code in sheet.page(answers=False)
    assert escape(address) in sheet.page(answers=True).partition("<section class='answers'>")[2]
    assert "class='code'" not in Worksheet(items, "8 A").page(answers=True)
    assert "<footer>" not in Worksheet(items, "8 A").page(answers=True)
    # Without a browser the address of the site is unknown.
    assert not share.url_with_settings({"seed": 8})

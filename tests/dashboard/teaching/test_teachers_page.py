"""The page for teachers: its links open, and its figures are those that the pages compute."""

import re
from fractions import Fraction
from math import perm
from typing import cast
from urllib.parse import parse_qs, urlsplit

import numpy as np
import pytest

from boardodds.camel_up import Position, race_length, roll_die, solve_leg
from boardodds.camel_up.moves import possible_rolls
from boardodds.camel_up.tally import levels
from boardodds.candy_land import SCHEFFER, solve_reshuffled
from boardodds.dashboard.runtime.environment import ROOT
from boardodds.dashboard.teaching.chain import NAMES, expected_visits
from boardodds.dashboard.teaching.counting import ORCHARD, STATES, equal_sequences, wins_by_first_die
from boardodds.dashboard.teaching.large_number_findings import error_sentence
from boardodds.dashboard.teaching.large_numbers import START
from boardodds.dashboard.teaching.quiz import DEFINITION
from boardodds.entry.game import AGES
from boardodds.orchard.rules import MOST_LEFT, PRINTED, State
from boardodds.perudo import Bid, bid_probability
from boardodds.probability.coverage import WILSON, coverage
from boardodds.probability.estimate import Z95
from boardodds.probability.markov import AbsorbingChain
from boardodds.teaching import quiz
from boardodds.teaching.large_numbers import trial
from tests.dashboard.driving import open_page
from tests.dashboard.teaching.plan_pictures import FOLDER, PICTURES
from tests.oracles.orchard import brute_win

TEXT = " ".join((ROOT / "docs" / "teaching.md").read_text(encoding="utf-8").split())
STARTERS = TEXT.partition("## Ten starters")[2].partition("## In a school")[0].split("### ")[1:]
LINKS = re.findall(r"\((http://localhost:8501/[^)]*)\)", TEXT)


@pytest.mark.parametrize("link", LINKS)
def test_a_link_of_a_lesson_opens_without_warnings(link: str) -> None:
    parts = urlsplit(link)
    query = {name: values[0] for name, values in parse_qs(parts.query).items()}
    app = open_page(f"pages{parts.path}.py", **query)
    assert not app.warnings
    assert {name: app.query_params[name] for name in query if name in app.query_params}.items() <= query.items()
    # A quiz and a worksheet ask by themselves.
    if parts.path not in ("/quiz", "/worksheet", "/methods"):
        assert app.button(key="reveal_answer")
        assert not app.header


def test_the_page_shows_the_document_with_links_into_the_site() -> None:
    app = open_page("pages/teachers.py")
    shown = app.page_text
    assert shown.count("](./") == len(LINKS) >= 26
    assert app.pictures == re.findall(r"!\[(.*?)\]\(pictures/", TEXT)
    assert "localhost" not in shown
    assert ".md" not in shown


def test_the_pictures_of_the_plan_are_those_of_the_games() -> None:
    assert {path.stem: path.read_text(encoding="utf-8").rstrip() for path in FOLDER.iterdir()} == PICTURES
    assert set(re.findall(r"\(pictures/(\w+)\.svg\)", TEXT)) == set(PICTURES)


def test_the_figures_of_the_first_lessons_are_right() -> None:
    small = PRINTED["my_first_orchard"]
    assert brute_win(small, MOST_LEFT, State((1, 0, 0, 0), 1)) == Fraction(2, 3)
    board = Position.parse("1:YGB 2:WO")
    leg, name = solve_leg(board), "B"
    blue = [solve_leg(cast(Position, roll_die(board, roll).position)) for roll in possible_rolls(name)]
    wins, given = leg.count(name, 1), [sum(odds.count(name, 1) for odds in blue), sum(odds.outcomes for odds in blue)]
    first, other = given[0] / given[1], (wins - given[0]) / (leg.outcomes - given[1])
    assert wins_by_first_die(name) == (Fraction(*given), Fraction(wins - given[0], leg.outcomes - given[1]))
    assert f"Blue wins {wins / leg.outcomes:.1%} of the time" in TEXT
    assert f"Given that blue came first, blue wins {first:.1%} of legs, otherwise {other:.1%}." in TEXT
    assert f"1/5 × {first:.1%} + 4/5 × {other:.1%} = {wins / leg.outcomes:.1%}" in TEXT
    assert f"{given[0] / wins:.1%}: {given[0]} of the {wins:,} sequences in which blue wins" in TEXT
    assert f"**18 and {leg.outcomes:,}.**" in TEXT
    same = equal_sequences()
    assert f'("{same[0]}" and "{same[1].lower()}". With such pairs' in TEXT
    assert f"29,160 sequences of five dice lead to only {levels(board)[-1].states:,} boards" in TEXT
    assert [solve_leg(Position.parse(f"1:BWO dice={dice}")).outcomes for dice in ("BW", "BWO")] == [18, 162]
    assert solve_leg(Position.parse("1:B 2:W dice=BW")).count(name, 1) == 7
    # The worksheet on two dice has 18 sequences in each question.
    for item in quiz.questions(12, 4, ["camel_up_leg"], level="12-15", version="A"):
        assert " of 18 sequences: " in item.question.steps[-1]


def test_the_figures_of_luck_are_right() -> None:
    exact = trial(START.key).exact()
    points = re.search(r"within ([\d.]+) percentage", error_sentence(1_000, exact))
    assert points
    assert f"19 of 20 runs are within {points[1]} points" in TEXT
    error = 100 * Z95 * (exact * (1 - exact) / 1_000) ** 0.5
    assert f"{error:.2f} times as small needs {error:.2f} × {error:.2f} times as many games" in TEXT
    games = Z95**2 * exact * (1 - exact) / 0.01**2
    assert f"**About {round(games, -1):,.0f} games.**" in TEXT
    assert f"with the same chance, {exact:.1%}." in TEXT
    strays = [(games * exact * (1 - exact)) ** 0.5 for games in (100, 10_000)]
    assert f"by {strays[0]:.0f} games of 100, by {strays[1]:.0f} of 10,000" in TEXT
    assert f"two thirds of the pairs are within {strays[0]:.1f} points" in TEXT
    right = coverage(50, exact, WILSON)
    assert (
        f"(About {100 * (1 - right):.0f}. The method promises 95%; with 50 games at this chance it is right in {right:.1%}"
        in TEXT
    )
    assert f"Of 100 such intervals, about {100 * right:.0f} do." in TEXT
    # "About ten points at worst", and "about three".
    assert [round(100 * Z95 / (2 * asked**0.5)) for asked in (100, 1_000)] == [10, 3]


def test_the_figures_of_the_last_lesson_are_right() -> None:
    won = brute_win(ORCHARD, MOST_LEFT, STATES[-1])
    assert f"({won}, or {float(won):.1%}.)" in TEXT
    for fruit, chance in (((1, 0), "2/3"), ((1, 1), "1/2"), ((2, 0), "4/9")):
        assert brute_win(ORCHARD, MOST_LEFT, State(fruit, 1)) == Fraction(chance)
        assert f"({chance})" in TEXT
    turns = dict(zip(NAMES[:-1], expected_visits().sum(axis=1).tolist(), strict=True))
    stuck, freed = turns["7 Y"], turns["10 Y"]
    assert stuck == pytest.approx(1 + 3 / 4 * stuck + freed / 4)
    assert f"({stuck:.2f}: from E = 1 + 3/4 × E + 1/4 × {freed:.2f}.)" in TEXT
    assert f'"E is {freed:.2f} on space 7."' in TEXT
    assert f'"E is {1 + freed:.2f} on space 7."' in TEXT
    assert f"space 6 it takes {turns['6 P']:.2f} turns, from space 7 it takes {stuck:.2f}" in TEXT
    assert f"({turns['start']:.1f} on average.)" in TEXT
    heads = AbsorbingChain(np.array([[0.5, 0.5], [0.5, 0.0]]), np.array([1.0, 0.0]))
    assert heads.expected_visits().sum() == pytest.approx(6)


def test_the_answers_of_the_starters_are_right() -> None:
    small, turns = PRINTED["my_first_orchard"], solve_reshuffled(SCHEFFER).turns
    fruit = [((1, 1, 0, 0), 1), ((1, 0, 0, 0), 2), ((1, 1, 1, 1), 1)]
    legs = [solve_leg(Position.parse(text)) for text in ("5:WG 6:B dice=WB", "1:YGB 2:WO dice=YB")]
    two, five = (bid_probability(*asked) for asked in ((Bid(2, 3), (3, 4), 2), (Bid(5, 4), (1, 2, 2, 5, 6), 15)))
    answers = [
        *(f"{brute_win(small, MOST_LEFT, State(*left))}" for left in fruit),
        f"Blue, in {legs[0].count('B', 1)} of 18 sequences; green in {legs[0].count('G', 1)}",
        f"Blue in {legs[1].count('B', 1)} of 18 sequences, green in {legs[1].count('G', 1)}, nobody else",
        f"{Fraction(two).limit_denominator(36)}, or {two:.1%}",
        f"{five:.1%} of the time",
        f"{race_length().mean:.1f} on average",
        f"{turns.mean:.1f} on average",
        f"{perm(5)}: ",
    ]
    assert [legs[1].count(camel, 1) for camel in "WOY"] == [0, 0, 0]
    for starter, answer in zip(STARTERS, answers, strict=True):
        assert (starter.count("http://localhost"), starter.count("![")) == (1, 1)
        assert f"** {answer}" in starter
    assert f"Without carrying, it takes {race_length(stacking=False).mean:.1f}." in TEXT
    assert f"Half are over after {turns.quantile(0.5)} turns" in TEXT


@pytest.mark.parametrize("key", quiz.by_hand_keys())
def test_the_table_has_the_numbers_of_different_questions(key: str) -> None:
    generator, counts = quiz.generators()[key], []
    assert generator.by_hand
    for level, age in enumerate(AGES.values()):
        rng = np.random.default_rng(0)
        drawn = [generator.by_hand(level, rng) for _ in range(1_000)]
        counts.append(len({item.identity for item in drawn if quiz.is_allowed(item, age)}))
    assert f"| {' | '.join((generator.title, *map(str, counts)))} |" in TEXT
    # Those of one kind, in a quiz, in the lessons and on both sheets, are at most 46.
    assert counts[0] > 46
    assert min(counts[1:]) >= 60


def test_the_table_has_the_work_of_each_age() -> None:
    for name, bounds in (("states to solve", "states"), ("or cases", "cases")):
        ranges = ["{:,} to {:,}".format(*getattr(age, bounds)) for age in AGES.values()]
        assert f"| {' | '.join((name, *ranges))} |" in TEXT
    assert f"| denominators up to | {' | '.join(f'{age.denominator:,}' for age in AGES.values())} |" in TEXT


def test_a_sheet_knows_the_quizzes_of_the_lessons() -> None:
    quizzes = []
    for link in LINKS:
        parts = urlsplit(link)
        if parts.path == "/quiz":
            chosen = DEFINITION.read(parse_qs(parts.query))
            quizzes.append((chosen.seed, chosen.count, chosen.keys, chosen.level))
    assert sorted(quizzes) == sorted(quiz.LESSON_QUIZZES)

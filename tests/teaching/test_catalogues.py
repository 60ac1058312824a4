"""Links to quizzes and worksheets keep their questions when a game is added or a generator is changed."""

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction

import pytest

from boardodds.teaching import quiz, registry
from boardodds.teaching.entry import Game
from boardodds.teaching.question import Question, QuestionGenerator
from tests.known_answers import load_answers

CATALOGUES = load_answers("catalogues")
COIN = Question("A fair coin is thrown.", "Heads?", Fraction(1, 2), "It has two sides.")
# The name of a game that comes between the present ones in alphabetical order.
SCRATCH = "darts"


def draw_questions(catalogue: int = 1) -> list[object]:
    """Return questions of several seeds, of all kinds and of two kinds, to guess and by hand."""
    return [
        quiz.questions(seed, 7, keys, by_hand=by_hand, catalogue=catalogue)
        for seed in (1, 2, 777)
        for keys in ((), ("perudo", "camel_up_leg"))
        for by_hand in (False, True)
    ]


@pytest.fixture
def patched_registry(monkeypatch: pytest.MonkeyPatch) -> Iterator[pytest.MonkeyPatch]:
    """Yield the monkeypatch, and clear the cache of generators at the end."""
    yield monkeypatch
    quiz._all_generators.cache_clear()


def register_games(monkeypatch: pytest.MonkeyPatch, games: dict[str, Game]) -> None:
    """Replace the games in the registry."""
    monkeypatch.setattr(registry, "games", lambda: dict(sorted(games.items())))
    quiz._all_generators.cache_clear()


def scratch_generator(since: int) -> QuestionGenerator:
    """Return a generator whose question is always the same."""
    return QuestionGenerator(SCRATCH, "Darts", lambda _: COIN, lambda _: COIN, since=since)


@pytest.mark.parametrize("number", CATALOGUES)
def test_a_released_catalogue_does_not_change(number: str) -> None:
    assert list(quiz.generators(int(number))) == CATALOGUES[number]["generators"]


def test_links_keep_their_questions_when_a_game_is_added(patched_registry: pytest.MonkeyPatch) -> None:
    before, newest = draw_questions(), quiz.newest_catalogue()
    games = registry.games()
    darts = replace(games["orchard"], question_generators=(scratch_generator(since=newest + 1),))
    register_games(patched_registry, {**games, SCRATCH: darts})
    assert draw_questions() == before
    assert SCRATCH not in quiz.generators(newest)
    assert quiz.newest_catalogue() == newest + 1
    assert list(quiz.generators(newest + 1)) == [*quiz.generators(newest), SCRATCH]
    assert SCRATCH in {question.key for question in quiz.questions(1, 20, catalogue=newest + 1)}


def test_links_would_change_if_a_game_were_added_to_an_old_catalogue(patched_registry: pytest.MonkeyPatch) -> None:
    before, games = draw_questions(), registry.games()
    darts = replace(games["orchard"], question_generators=(scratch_generator(since=1),))
    register_games(patched_registry, {**games, SCRATCH: darts})
    assert draw_questions() != before


def test_a_changed_generator_belongs_to_a_new_catalogue_and_old_ones_keep_theirs(
    patched_registry: pytest.MonkeyPatch,
) -> None:
    before, newest, games = draw_questions(), quiz.newest_catalogue(), registry.games()
    (old,) = games["orchard"].question_generators
    changed = replace(old, to_guess=lambda _: COIN, since=newest + 1)
    generators = (replace(old, until=newest), changed)
    register_games(patched_registry, {**games, "orchard": replace(games["orchard"], question_generators=generators)})
    assert draw_questions() == before
    (question,) = quiz.questions(1, 1, ["orchard"], catalogue=newest + 1)
    assert question.question == COIN

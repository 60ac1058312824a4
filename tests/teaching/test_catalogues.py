"""Links to quizzes and worksheets ask the same questions after a game is added or a generator is changed."""

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction

import pytest

from boardodds.teaching import quiz, registry
from boardodds.teaching.entry import Game
from boardodds.teaching.question import Question, QuestionGenerator
from tests.known_answers import known

CATALOGUES = known("catalogues")
COIN = Question("A fair coin is thrown.", "Heads?", Fraction(1, 2), "It has two sides.")
# between the games of today in the order of their names
SCRATCH = "darts"


def draw(catalogue: int = 1) -> list[object]:
    """Return questions of several seeds, of all kinds and of some, to guess and by hand."""
    return [
        quiz.questions(seed, 7, keys, by_hand=by_hand, catalogue=catalogue)
        for seed in (1, 2, 777)
        for keys in ((), ("perudo", "camel_up_leg"))
        for by_hand in (False, True)
    ]


@pytest.fixture
def with_games(monkeypatch: pytest.MonkeyPatch) -> Iterator[pytest.MonkeyPatch]:
    yield monkeypatch
    quiz._all_generators.cache_clear()


def use_games(monkeypatch: pytest.MonkeyPatch, games: dict[str, Game]) -> None:
    monkeypatch.setattr(registry, "games", lambda: dict(sorted(games.items())))
    quiz._all_generators.cache_clear()


def scratch_generator(since: int) -> QuestionGenerator:
    return QuestionGenerator(SCRATCH, "Darts", lambda _: COIN, lambda _: COIN, since=since)


@pytest.mark.parametrize("number", CATALOGUES)
def test_a_released_catalogue_stays_as_it_is(number: str) -> None:
    assert list(quiz.generators(int(number))) == CATALOGUES[number]["generators"]


def test_links_of_today_ask_the_same_when_a_game_is_added(with_games: pytest.MonkeyPatch) -> None:
    before, newest = draw(), quiz.newest_catalogue()
    games = registry.games()
    darts = replace(games["orchard"], question_generators=(scratch_generator(since=newest + 1),))
    use_games(with_games, {**games, SCRATCH: darts})
    assert draw() == before
    assert SCRATCH not in quiz.generators(newest)
    assert quiz.newest_catalogue() == newest + 1
    assert list(quiz.generators(newest + 1)) == [*quiz.generators(newest), SCRATCH]
    assert SCRATCH in {each.key for each in quiz.questions(1, 20, catalogue=newest + 1)}


def test_links_of_today_would_change_if_a_game_joined_an_old_catalogue(with_games: pytest.MonkeyPatch) -> None:
    before, games = draw(), registry.games()
    use_games(
        with_games, {**games, SCRATCH: replace(games["orchard"], question_generators=(scratch_generator(since=1),))}
    )
    assert draw() != before


def test_a_changed_generator_joins_a_new_catalogue_and_leaves_the_old_ones_alone(
    with_games: pytest.MonkeyPatch,
) -> None:
    before, newest, games = draw(), quiz.newest_catalogue(), registry.games()
    (old,) = games["orchard"].question_generators
    changed = replace(old, to_guess=lambda _: COIN, since=newest + 1)
    generators = (replace(old, until=newest), changed)
    use_games(with_games, {**games, "orchard": replace(games["orchard"], question_generators=generators)})
    assert draw() == before
    (question,) = quiz.questions(1, 1, ["orchard"], catalogue=newest + 1)
    assert question.question == COIN

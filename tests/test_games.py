"""The contract of every game: its pages open, its commands answer, its question generators work."""

import tomllib
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from functools import partial
from typing import Any

import numpy as np
import pytest

import boardodds
from boardodds.charts.worksheet import question_picture
from boardodds.cli.run import build_parser
from boardodds.dashboard.app.site import finding_of, play_pages
from boardodds.dashboard.runtime.environment import ROOT, page_script
from boardodds.entry.command import GameCommand, Play
from boardodds.entry.game import HAND_LEVELS, VISITORS, Game, Page, Question, QuestionGenerator
from boardodds.games import GAMES
from boardodds.probability.estimate import estimate_of
from boardodds.probability.results import Measure
from boardodds.teaching import quiz
from tests.dashboard.driving import open_page

PAGES = [pytest.param(name, page, id=page.url_path) for name, game in GAMES.items() for page in game.pages]
COMMANDS: list[Any] = [pytest.param(command, id=command.name) for game in GAMES.values() for command in game.commands]
GENERATORS = [pytest.param(game, each, id=each.key) for game in GAMES.values() for each in game.question_generators]
GAMES_PLAYED = 4_000
# Exact and simulated measures may differ by this many standard errors. The bound is wide because there are hundreds of measures.
MAX_ERRORS = 5


class CountingExecutor(ThreadPoolExecutor):
    jobs = 0

    def submit(self, *args: Any, **kwargs: Any) -> Future[Any]:
        self.jobs += 1
        return super().submit(*args, **kwargs)


@pytest.mark.parametrize("name", GAMES)
def test_a_game_has_known_answers_and_describes_its_method(name: str) -> None:
    assert (ROOT / "tests" / "known" / f"{name}.toml").read_text(encoding="utf-8").startswith("#")
    assert name in boardodds.__all__
    contract = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["importlinter"][
        "contracts"
    ][0]
    assert name in " ".join(contract["layers"]).split(), "Add the game to the first import contract in pyproject.toml."
    game = GAMES[name]
    assert game.title
    assert game.pages
    assert game.method.solved or game.method.simulated
    assert game.readings
    for figure in game.published_figures:
        assert figure.source == VISITORS or figure.source.partition(" (")[0] in game.method.sources


@pytest.mark.parametrize(("name", "page"), PAGES)
def test_a_page_opens_without_warnings(name: str, page: Page) -> None:
    assert "frame.guard()" in page_script(page.url_path).read_text(encoding="utf-8")
    assert finding_of(page.url_path)
    app = open_page(f"pages/{page.url_path}.py")
    assert app.title[0].value.endswith(("?", "."))
    assert not app.warnings
    assert app.header


@pytest.mark.parametrize("name", GAMES)
def test_a_game_has_an_answer_with_a_hundred_games(name: str) -> None:
    answer = next(iter(play_pages()[name].values())).start_answer()
    assert answer.finding
    assert answer.method
    assert answer.picture.partition('class="parts"')[0].count('class="piece ') == 100


def test_every_page_has_its_own_address() -> None:
    addresses = [page.url_path for game in GAMES.values() for page in game.pages]
    assert len(set(addresses)) == len(addresses)


def measures_by_key(command: GameCommand[Any], case: Any, *, games: int) -> dict[tuple[str, str], Measure]:
    play = Play(games, 1, None)
    return {(measure.name, measure.subject): measure for measure in command.result(case, play).measures()}


@pytest.mark.parametrize("name", [name for name in GAMES if name in play_pages()[name]])
def test_a_link_names_a_printed_game_as_the_command_line_does(name: str) -> None:
    allowed = play_pages()[name][name].definition.allowed
    for command in GAMES[name].commands:
        for game in command.printed:
            assert allowed["game"](game)
            options = build_parser().parse_args(["ablate", command.name, "--game", game])
            assert (options.game, options.printed) == (command.name, game)


@pytest.mark.parametrize("command", COMMANDS)
def test_a_command_answers_its_first_printed_game(command: GameCommand[Any]) -> None:
    case = command.make_solvable(next(iter(command.printed.values())))
    assert command.solve or command.simulate
    assert [name for name, variant in command.variants(case).items() if variant != case]
    solved = measures_by_key(command, case, games=0) if command.solve else {}
    simulated = measures_by_key(command, case, games=GAMES_PLAYED if solved else 100) if command.simulate else {}
    for key in solved.keys() & simulated.keys():
        estimate, exact = estimate_of(simulated[key].value), estimate_of(solved[key].value).value
        # The estimated standard error of an event that never happened is 0; the exact chance gives the true one.
        exact_error = (exact * (1 - exact) / GAMES_PLAYED) ** 0.5 if 0 <= exact <= 1 else 0.0
        assert abs(estimate.value - exact) <= MAX_ERRORS * max(estimate.standard_error, exact_error), key


@pytest.mark.parametrize("command", [param for param in COMMANDS if param.values[0].simulate])
def test_a_simulation_runs_on_any_executor(command: GameCommand[Any]) -> None:
    case = next(iter(command.printed.values()))
    alone = command.result(case, Play(100, 1, None))
    with CountingExecutor(2) as executor:
        assert command.result(case, Play(100, 1, executor)) == alone
    assert executor.jobs


@pytest.mark.parametrize(("game", "generator"), GENERATORS)
def test_a_generator_makes_valid_questions_for_its_page(game: Game, generator: QuestionGenerator) -> None:
    assert generator.key in {page.url_path for page in game.pages}
    makes: list[Callable[[np.random.Generator], Question]] = [generator.to_guess]
    if generator.by_hand:
        makes += [partial(generator.by_hand, level) for level in range(len(HAND_LEVELS))]
    for make in makes:
        for seed in range(3):
            question = make(np.random.default_rng(seed))
            assert question == make(np.random.default_rng(seed))
            assert 0 <= question.chance <= 1
            assert question.setting
            assert question.text.endswith("?")
            assert question.because.endswith(".")
            assert not (question.steps and make is generator.to_guess)
            picture = question_picture(quiz.QuizQuestion(generator.key, generator.title, question))
            # The words for the table are the picture's description.
            assert not picture or (picture.startswith("<svg") and question.table)

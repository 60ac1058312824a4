"""The output of the command line: its keys, its inputs, CSV, and help."""

import csv
import io
import json
import shlex
import sys
from collections.abc import Callable, Iterator

import pytest

import boardodds
from boardodds import orchard
from boardodds.cli import main
from boardodds.cli.run import ABLATE, COMMANDS, SIMULATE, SOLVE
from tests.cli.conftest import Ask

# Rules with which it is quick to compare all variants exactly.
QUICK_RULES = {
    "camel_up_race": "track=10",
    "camel_up_length": "track=10",
    "orchard": "fruit=4.4.4.4",
    "perudo_one_die": "sides=3",
}


def example_commands() -> Iterator[list[str]]:
    for name, command in COMMANDS.items():
        if command.solve:
            yield [SOLVE, name]
            yield [ABLATE, name, *(["--rule", QUICK_RULES[name]] if name in QUICK_RULES else [])]
        if command.simulate:
            yield [SIMULATE, name, "--games", "20", "--seed", "7"]
            yield [ABLATE, name, "--games", "20", "--seed", "7"]


@pytest.mark.parametrize(
    ("words", "keys"),
    [
        ("solve orchard", "measure of value fraction"),
        ("simulate orchard --games 10", "measure of value standard_error low high count trials"),
        (
            "ablate camel_up_leg",
            "variant measure of baseline baseline_fraction value fraction difference difference_fraction",
        ),
        (
            "ablate candy_land --games 100",
            "variant measure of baseline baseline_standard_error baseline_low baseline_high value standard_error low high "
            "difference difference_standard_error difference_low difference_high",
        ),
    ],
)
def test_rows_keep_their_keys(ask: Ask, words: str, keys: str) -> None:
    for row in ask(*shlex.split(words))["results"]:
        assert list(row) == keys.split()


def option_text(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


@pytest.mark.parametrize("words", [*example_commands()], ids=lambda words: "-".join(words[:3]))
def test_the_inputs_reproduce_the_answer_also_as_csv(run: Callable[..., str], words: list[str]) -> None:
    answer = json.loads(run(*words))
    assert list(answer) == ["command", "game", "inputs", "results"]
    inputs = answer["inputs"]
    if answer["command"] == ABLATE:
        assert inputs["variants"]
        assert all(inputs["variants"].values())
    again = [answer["command"], answer["game"], "--format", "csv"]
    again += [f"--rule={name}={option_text(value)}" for name, value in inputs.pop("rules").items()]
    for name, changes in inputs.pop("variants", {}).items():
        again += ["--variant", f"{name}: " + ",".join(f"{field}={option_text(to)}" for field, to in changes.items())]
    again += [f"--{name}={option_text(value)}" for name, value in inputs.items() if value is not None]
    rows = list(csv.DictReader(io.StringIO(run(*again))))
    assert len(rows) == len(answer["results"]) > 0
    for row, result in zip(rows, answer["results"], strict=True):
        assert row == {name: "" if value is None else str(value) for name, value in result.items()}


def test_help_names_the_games_and_the_built_in_variants(capsys: pytest.CaptureFixture[str]) -> None:
    for words, expected in (
        ([SOLVE], [name for name, command in COMMANDS.items() if command.solve]),
        ([SIMULATE], [name for name, command in COMMANDS.items() if command.simulate]),
        ([ABLATE, "candy_land"], ["licorice: no effect", "picture cards: no cards,", "--rule NAME=VALUE"]),
    ):
        with pytest.raises(SystemExit) as exit_info:
            main([*words, "--help"])
        assert exit_info.value.code == 0
        help_text = " ".join(capsys.readouterr().out.split())
        assert all(phrase in help_text for phrase in expected)


def test_version_is_that_of_the_package(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as exit_info:
        main(["--version"])
    assert exit_info.value.code == 0
    assert capsys.readouterr().out == f"boardodds {boardodds.__version__}\n"


def test_a_fraction_is_printed_up_to_exactly_the_limit_of_states(ask: Ask, monkeypatch: pytest.MonkeyPatch) -> None:
    # Four trees of four fruit have 70 boards, each with 0 to 6 raven steps.
    for limit in (490, 489):
        monkeypatch.setattr(sys.modules[orchard.Odds.__module__], "_MAX_FRACTION_STATES", limit)
        row = ask(SOLVE, "orchard", "--game", "my_first_orchard")["results"][0]
        assert (row["fraction"] is None) == (limit == 489)

"""The output of the command line: its keys, its inputs, CSV, and help."""

import csv
import io
import json
import shlex
from collections.abc import Callable, Iterator

import pytest

import boardodds
from boardodds.cli import main
from boardodds.cli.parser import ABLATE, COMMANDS, SIMULATE, SOLVE
from tests.cli.driving import Ask


def example_commands() -> Iterator[list[str]]:
    for name, command in COMMANDS.items():
        if command.is_solved:
            yield [SOLVE, name]
            # The last preset is the quickest to solve.
            yield [ABLATE, name, "--preset", [*command.presets][-1]] if name == "orchard" else [ABLATE, name]
        if command.is_played:
            yield [SIMULATE, name, "--games", "100", "--seed", "7"]
            yield [ABLATE, name, "--games", "100", "--seed", "7"]


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
def test_the_inputs_reproduce_the_answer_and_csv_has_its_rows(run: Callable[..., str], words: list[str]) -> None:
    output = run(*words)
    answer = json.loads(output)
    assert list(answer) == ["command", "game", "inputs", "results"]
    inputs = answer["inputs"]
    if answer["command"] == ABLATE:
        assert inputs["variants"]
        assert all(inputs["variants"].values())
    again = [answer["command"], answer["game"]]
    again += [f"--rule={name}={option_text(value)}" for name, value in inputs.pop("rules").items()]
    for name, changes in inputs.pop("variants", {}).items():
        again += ["--variant", f"{name}: " + ",".join(f"{field}={option_text(to)}" for field, to in changes.items())]
    again += [f"--{name}={option_text(value)}" for name, value in inputs.items() if value is not None]
    assert run(*again) == output
    rows = list(csv.DictReader(io.StringIO(run(*words, "--format", "csv"))))
    assert len(rows) == len(answer["results"]) > 0
    for row, result in zip(rows, answer["results"], strict=True):
        assert row == {name: "" if value is None else str(value) for name, value in result.items()}


def test_help_names_the_games_and_the_built_in_variants(capsys: pytest.CaptureFixture[str]) -> None:
    for words, expected in (
        ([SOLVE], [name for name, command in COMMANDS.items() if command.is_solved]),
        ([SIMULATE], [name for name, command in COMMANDS.items() if command.is_played]),
        ([ABLATE, "candy_land"], ["no licorice", "no specials", "--seed SEED", "--rule NAME=VALUE"]),
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

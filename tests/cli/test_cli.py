"""The command line: known answers, what it reads and writes, and the same games wherever they are played."""

import asyncio
import csv
import io
import json
import os
import re
import shlex
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from math import hypot, inf
from pathlib import Path
from typing import Any

import pytest
from distributed import LocalCluster

from boardodds.cli import main
from boardodds.cli.executors import LostGamesError, executor_of
from boardodds.cli.parser import ABLATE, QUESTIONS, SIMULATE, SOLVE
from boardodds.cli.processes import processes
from boardodds.cli.progress_meter import Meter
from tests.known_answers import known

ROOT = Path(__file__).parent.parent
LEVEL = "0.9999"

Ask = Callable[..., Any]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Callable[..., str]:
    """Runs a command and gives what it wrote, without progress, which a slow machine would see."""
    monkeypatch.setattr("boardodds.cli.progress_meter._LOG_SECONDS", inf)

    def run(*words: str) -> str:
        assert main(words) == 0
        written = capsys.readouterr()
        assert written.err == ""
        return written.out

    return run


@pytest.fixture
def ask(run: Callable[..., str]) -> Ask:
    """Runs a command and gives its JSON."""
    return lambda *words: json.loads(run(*words))


@pytest.fixture(scope="module")
def cluster() -> Iterator[str]:
    """The address of a Dask scheduler with two worker processes on this machine."""
    with LocalCluster(n_workers=2, threads_per_worker=1, host="127.0.0.1", dashboard_address=None) as running:
        yield running.scheduler_address


def rows_of(answer: Any) -> dict[tuple[str, str], dict[str, Any]]:
    return {(row["measure"], row["of"]): row for row in answer["results"]}


@pytest.mark.parametrize(
    ("words", "measure", "fraction"),
    [
        ("camel_up_leg", ("place_1", "G"), "10033/29160"),
        ("camel_up_leg --position '1:BWOG 2:Y dice=OB'", ("place_1", "G"), "2/3"),
        (
            "orchard --preset my_first_orchard --policy most_left",
            ("win", ""),
            known("orchard")["game"][0]["exact_fraction_most_left"],
        ),
        ("orchard --state '0.0.0.0 raven=3'", ("win", ""), "1"),
        ("perudo_bid --bid 2x4 --hand 4 --unseen 1", ("true", "2x4"), "1/3"),
        ("perudo_bid --bid 2x4 --hand 4 --unseen 1", ("exact", "2x4"), "1/3"),
        ("perudo_bid --bid 2x4 --hand 4 --unseen 1", ("stands", "dudo"), "2/3"),
        ("perudo_one_die", ("value", ""), "-1/18"),
        ("perudo_one_die --rule wild_aces=false", ("win", ""), "4/9"),
    ],
)
def test_known_fractions(ask: Ask, words: str, measure: tuple[str, str], fraction: str) -> None:
    row = rows_of(ask(SOLVE, *shlex.split(words)))[measure]
    assert Fraction(row["fraction"]) == Fraction(fraction)
    assert row["value"] == pytest.approx(float(Fraction(fraction)), abs=1e-15)


@pytest.mark.parametrize(
    ("words", "measure", "value"),
    [
        ("camel_up_race", ("win", "G"), 0.2509),
        ("camel_up_length", ("mean_legs", ""), 4.722847),
        ("camel_up_length --rule stacking=false", ("mean_legs", ""), 6.534625),
        ("candy_land --preset scheffer", ("mean_turns", ""), 39.161087),
        ("orchard", ("win", ""), 0.78193),
        ("orchard --policy random_type", ("win", ""), 0.73632),
        ("perudo_round", ("true", "5x4"), 0.918475),
        ("perudo_round --sharpness 0", ("true", "5x4"), 0.79076),
    ],
)
def test_known_numbers(ask: Ask, words: str, measure: tuple[str, str], value: float) -> None:
    places = len(str(value).partition(".")[2])
    assert round(rows_of(ask(SOLVE, *shlex.split(words)))[measure]["value"], places) == value


@pytest.mark.parametrize(
    "words",
    [
        "camel_up_leg",
        "camel_up_leg --preset second_edition",
        "camel_up_race",
        "camel_up_length --rule camels=4",
        "candy_land --players 3 --rule deck=reshuffled",
        "orchard --preset my_first_orchard --policy random_fruit",
    ],
)
def test_games_that_are_played_hold_the_exact_answer(ask: Ask, words: str) -> None:
    exact = rows_of(ask(SOLVE, *shlex.split(words)))
    played = rows_of(ask(SIMULATE, *shlex.split(words), "--games", "20000", "--level", LEVEL))
    both = exact.keys() & played.keys()
    assert both == played.keys()
    for measure in both:
        row = played[measure]
        assert row["low"] <= exact[measure]["value"] <= row["high"], measure
        assert row["low"] <= row["value"] <= row["high"]
        assert row["trials"] == 20_000
        assert row["standard_error"] > 0
        if row["count"] is not None:
            assert row["value"] == row["count"] / row["trials"]


@pytest.mark.parametrize(
    "words", ["camel_up_race", "camel_up_length", "candy_land --preset scheffer --rule deck=reshuffled", "orchard"]
)
def test_whole_distributions(ask: Ask, words: str) -> None:
    exact = rows_of(ask(SOLVE, *shlex.split(words), "--distribution"))
    played = rows_of(ask(SIMULATE, *shlex.split(words), "--games", "20000", "--level", "0.999999", "--distribution"))
    name = {"camel_up_race": "legs", "camel_up_length": "legs", "orchard": "raven_left"}.get(words, "turns")
    mean = sum(int(of) * row["value"] for (measure, of), row in played.items() if measure == name)
    assert sum(row["count"] for (measure, _), row in played.items() if measure == name) == 20_000
    assert sum(row["value"] for (measure, _), row in exact.items() if measure == name) == pytest.approx(1)
    # what is too rare to be expected has come up by luck
    for measure in (each for each in played.keys() & exact.keys() if exact[each]["value"] > 5 / 20_000):
        assert played[measure]["low"] <= exact[measure]["value"] <= played[measure]["high"], measure
    if ("mean_" + name, "") in played:
        assert mean == pytest.approx(played["mean_" + name, ""]["value"])


def test_matches_of_perudo(ask: Ask) -> None:
    words = ["perudo_matches", "--players", "naive,reader,naive", "--games", "300", "--distribution"]
    rows = rows_of(ask(SIMULATE, *words))
    assert sum(rows["seat_win", seat]["count"] for seat in "123") == 300
    assert rows["win", "reader"]["count"] == rows["seat_win", "2"]["count"]
    assert rows["win", "reader"]["low"] > 1 / 3
    rounds = {int(of): row["value"] for (measure, of), row in rows.items() if measure == "rounds"}
    assert sum(of * share for of, share in rounds.items()) == pytest.approx(rows["mean_rounds", ""]["value"])
    assert rows["mean_rounds", ""]["trials"] == 300


def every_command() -> Iterator[list[str]]:
    for name, question in QUESTIONS.items():
        if question.is_solved:
            yield [SOLVE, name]
            # the last preset is the quickest
            yield [ABLATE, name, "--preset", [*question.presets][-1]] if name == "orchard" else [ABLATE, name]
        if question.is_played:
            yield [SIMULATE, name, "--games", "300", "--seed", "7"]
            yield [ABLATE, name, "--games", "300", "--seed", "7"]


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


def as_words(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


@pytest.mark.parametrize("words", [*every_command()], ids=lambda words: "-".join(words[:3]))
def test_the_inputs_repeat_the_answer_and_csv_has_its_rows(run: Callable[..., str], words: list[str]) -> None:
    written = run(*words)
    answer = json.loads(written)
    assert list(answer) == ["command", "game", "inputs", "results"]
    inputs = answer["inputs"]
    if answer["command"] == ABLATE:
        assert inputs["variants"]
        assert all(inputs["variants"].values())
    again = [answer["command"], answer["game"]]
    again += [f"--rule={name}={as_words(value)}" for name, value in inputs.pop("rules").items()]
    for name, changes in inputs.pop("variants", {}).items():
        again += ["--variant", f"{name}: " + ",".join(f"{field}={as_words(to)}" for field, to in changes.items())]
    again += [f"--{name}={as_words(value)}" for name, value in inputs.items() if value is not None]
    assert run(*again) == written
    rows = list(csv.DictReader(io.StringIO(run(*words, "--format", "csv"))))
    assert len(rows) == len(answer["results"]) > 0
    for row, wanted in zip(rows, answer["results"], strict=True):
        assert row == {name: "" if value is None else str(value) for name, value in wanted.items()}


@pytest.mark.parametrize(
    "words",
    [
        "orchard --games 250000 --seed 3",
        "candy_land --games 40000 --players 2",
        "camel_up_leg --games 140000 --seed 5 --preset second_edition",
        "camel_up_race --games 70000",
        "camel_up_length --games 70000",
        "perudo_matches --games 2500 --rule palifico=false",
    ],
)
def test_the_same_games_wherever_they_are_played(run: Callable[..., str], cluster: str, words: str) -> None:
    here = run(SIMULATE, *shlex.split(words))
    assert run(SIMULATE, *shlex.split(words), "--workers", "2") == here
    assert run(SIMULATE, *shlex.split(words), "--dask", cluster) == here
    assert run(SIMULATE, *shlex.split(words), "--seed", "77") != here


def test_the_same_comparison_wherever_it_is_played(run: Callable[..., str], cluster: str) -> None:
    for words in (
        ["candy_land", "--games", "20000"],
        ["orchard", "--games", "150000", "--variant", "two ravens on the die"],
    ):
        here = run(ABLATE, *words)
        assert run(ABLATE, *words, "--dask", cluster) == here
        assert run(ABLATE, *words, "--seed", "2") != here


def test_what_rules_are_worth_exactly(ask: Ask) -> None:
    answer = ask(ABLATE, "perudo_one_die", "--variant", "plain: wild_aces=false,raise_rule=any_higher")
    assert answer["inputs"]["variants"] == {"plain": {"wild_aces": False, "raise_rule": "any_higher"}}
    (value,) = (row for row in answer["results"] if row["measure"] == "value")
    assert (value["variant"], value["baseline_fraction"], value["fraction"]) == ("plain", "-1/18", "-1/9")
    assert value["difference_fraction"] == "-1/18"
    (legs,) = ask(ABLATE, "camel_up_length", "--variant", "no stacking")["results"]
    assert legs["difference"] == pytest.approx(6.534625 - 4.722847, abs=1e-6)
    assert legs["fraction"] is None
    faces = ask(ABLATE, "camel_up_length", "--variant", "low: faces=1,1,2,track=10", "--variant", "one: camels=1")
    assert faces["inputs"]["variants"] == {"low": {"track": 10, "faces": "1,1,2"}, "one": {"camels": 1}}
    orchard = ask(ABLATE, "orchard", "--variant", "worst: policy=fewest_left")["results"][0]
    assert orchard["difference"] == pytest.approx(0.644676 - 0.781930, abs=1e-6)


def test_differences_of_games_that_are_played_hold_the_exact_ones(ask: Ask) -> None:
    for words in (
        ["orchard", "--preset", "my_first_orchard"],
        ["camel_up_leg"],
        ["candy_land", "--rule", "deck=reshuffled"],
    ):
        exact = {(row["variant"], row["measure"], row["of"]): row for row in ask(ABLATE, *words)["results"]}
        for row in ask(ABLATE, *words, "--games", "20000", "--level", "0.99999")["results"]:
            same = exact[row["variant"], row["measure"], row["of"]]
            assert row["difference_low"] <= same["difference"] <= row["difference_high"], row
            assert row["low"] <= same["value"] <= row["high"], row
            assert row["baseline_low"] <= same["baseline"] <= row["baseline_high"], row
            assert row["difference"] == pytest.approx(row["value"] - row["baseline"])


def test_candy_land_is_compared_on_the_same_cards_and_others_independently(ask: Ask) -> None:
    for words, paired in (
        (["candy_land", "--variant", "no licorice"], True),
        (["perudo_matches", "--variant", "calza"], False),
    ):
        for row in ask(ABLATE, *words, "--games", "2000")["results"]:
            apart = hypot(row["standard_error"], row["baseline_standard_error"])
            assert (
                row["difference_standard_error"] < 0.9 * apart if paired else row["difference_standard_error"] == apart
            )


def test_a_baseline_is_the_simulation_of_its_seed(ask: Ask) -> None:
    alone = rows_of(ask(SIMULATE, "perudo_matches", "--seed", "4", "--games", "200"))
    for row in ask(ABLATE, "perudo_matches", "--seed", "4", "--games", "200")["results"]:
        assert row["baseline"] == alone[row["measure"], row["of"]]["value"]


def test_the_help_names_the_games_and_our_variants(capsys: pytest.CaptureFixture[str]) -> None:
    for words, wanted in (
        ([SOLVE], [name for name, question in QUESTIONS.items() if question.is_solved]),
        ([SIMULATE], [name for name, question in QUESTIONS.items() if question.is_played]),
        ([ABLATE, "candy_land"], ["no licorice", "no specials", "--seed SEED", "--rule NAME=VALUE"]),
    ):
        with pytest.raises(SystemExit) as left:
            main([*words, "--help"])
        assert left.value.code == 0
        told = " ".join(capsys.readouterr().out.split())
        assert all(each in told for each in wanted)


BAD = [
    ("", "arguments are required: COMMAND"),
    ("guess orchard", "invalid choice: 'guess'"),
    ("solve", "arguments are required: GAME"),
    ("solve chess", "invalid choice: 'chess'"),
    ("solve perudo_matches", "invalid choice: 'perudo_matches'"),
    ("simulate perudo_bid", "invalid choice: 'perudo_bid'"),
    ("solve orchard --colour red", "unrecognized arguments: --colour red"),
    ("solve orchard --games 10", "unrecognized arguments: --games 10"),
    ("solve orchard --pol most_left", "unrecognized arguments: --pol most_left"),
    ("solve orchard --format xml", "invalid choice: 'xml'"),
    ("solve orchard --preset cherry", "invalid choice: 'cherry'"),
    ("solve orchard --rule ravens=3", "rule must be one of fruit, raven_steps, .*, got 'ravens'"),
    ("solve orchard --rule policy=optimal", "rule must be one of fruit, .*, got 'policy'"),
    ("solve orchard --rule raven_steps", "rule must be NAME=VALUE, got 'raven_steps'"),
    ("solve orchard --rule raven_steps=1 --rule raven_steps=2", "rule must name each field once"),
    ("solve orchard --rule raven_steps=many", "raven_steps must be a whole number, got 'many'"),
    ("solve orchard --rule raven_steps=0", "raven_steps must be 1..20, got 0"),
    ("solve orchard --rule fruit=4,,4", "fruit must be whole numbers with commas"),
    ("solve orchard --rule fruit=", "fruit must be 1..8 trees, got 0"),
    ("solve orchard --rule fruit=20,20,20,20,20,20,20,20", "have 3,108,105 boards; at most 250,000 can be solved"),
    ("solve orchard --policy luck", "policy must be one of"),
    ("solve orchard --state 1.2", "state must be fruit by tree"),
    ("solve orchard --state '9.9.9.9 raven=10' --rule fruit=4,4,4,4", "state: fruit must be 0..4 on this tree, got 9"),
    ("solve camel_up_leg --position 1:BB", "position: camel B stands on the board twice"),
    ("solve camel_up_leg --rule stacking=maybe", "stacking must be true or false, got 'maybe'"),
    ("solve camel_up_race --preset second_edition", "position must have no crazy camels to be solved: simulate it"),
    ("solve camel_up_race --rule track=99", "a race of 5 camels over 99 squares takes [0-9,]+ steps to solve; at most"),
    ("solve camel_up_length --rule camels=8", "takes .* steps to solve; at most"),
    ("simulate camel_up_length --rule track=5 --rule faces=9", "track must be 9..200 squares"),
    ("solve candy_land --rule deck=real", "deck must be reshuffled to be solved exactly"),
    ("solve candy_land --players 7", "players must be 1..6, got 7"),
    ("solve candy_land --rule licorice=0", "licorice spaces must be 1..134, got 0"),
    ("solve candy_land --rule licorice=a", "licorice must be spaces by their numbers from 1"),
    ("solve candy_land --rule shortcuts=5", "shortcuts must be pairs of spaces"),
    ("solve candy_land --rule spaces=RPX", "spaces must be letters of RPYBOG"),
    ("solve perudo_bid --bid five", "bid must be a quantity and a face"),
    ("solve perudo_bid --hand 1,2,7", "hand must be 1..6 on each die, got 7"),
    ("solve perudo_bid --unseen -1", "unseen must be 0..45 dice, got -1"),
    ("solve perudo_round --state 5.5", "state must have a bid"),
    ("solve perudo_round --sharpness high", "sharpness must be a number, got 'high'"),
    ("solve perudo_round --sharpness 501", "sharpness must be 0..500, got 501"),
    ("solve perudo_one_die --rule sides=8", "sides must be 2..6 for the game to be solved"),
    ("simulate perudo_matches --players naive,cheat", "players must be among naive, .*, got 'cheat'"),
    ("simulate perudo_matches --players naive", "players must be 2..6, got 1"),
    ("simulate perudo_matches --games 10000000000", "matches must be 2..20,000,000, got 10,000,000,000"),
    ("simulate orchard --games 0", "games must be 1..10,000,000,000, got 0"),
    ("simulate orchard --games 1e8", "games must be a whole number, got '1e8'"),
    (
        "simulate orchard --games 99999999999999999999",
        "games must be 1..10,000,000,000, got 99,999,999,999,999,999,999",
    ),
    ("simulate orchard --games " + "9" * 50, "games must be a whole number"),
    ("solve camel_up_leg --rule roll_coins=9999999", "roll_coins must be -1,000,000..1,000,000 coins, got 9,999,999"),
    ("solve orchard --policy " + "x" * 9000, "^.{900,1100}…$"),
    ("simulate camel_up_race --games 1", "games must be 2..10,000,000,000, got 1"),
    ("simulate candy_land --games 1", "games must be 2 or more to tell their spread, got 1"),
    ("simulate orchard --seed -1", "seed must be 0..999,999,999,999,999,999, got -1"),
    ("simulate orchard --level 95", "level must lie between 0 and 1, got 95"),
    ("simulate orchard --workers 0", "workers must be 1..256, got 0"),
    ("simulate orchard --workers 2 --dask tcp://127.0.0.1:1", "not allowed with argument --workers"),
    ("simulate orchard --dask here", "dask must be the address of a scheduler, as in tcp"),
    ("simulate orchard --dask foo://here", "dask must be the address of a scheduler, as in tcp"),
    ("ablate orchard --seed 2", "seed is for games that are played: give --games as well"),
    (
        "ablate orchard --variant luck",
        "variant must be 'name: field=value' or one of one raven step fewer, .*, got 'luck'",
    ),
    ("ablate orchard --variant :policy=optimal", "variant must have a name of its own, got ':policy=optimal'"),
    ("ablate orchard --variant a:basket_faces=0 --variant a:basket_faces=2", "variant must have a name of its own"),
    ("ablate orchard --variant a:ravens=0", "variant 'a': field must be one of fruit, .*, state, got 'ravens'"),
    ("ablate orchard --variant a:raven_steps=0", "variant 'a': raven_steps must be 1..20, got 0"),
    ("ablate orchard --variant a:raven_steps", "variant must be NAME=VALUE, got 'raven_steps'"),
    ("ablate orchard --variant a:policy=luck", "variant 'a': policy must be one of"),
    ("ablate camel_up_race --variant a:camels=WG", "variant 'a': .*camel"),
    ("ablate candy_land --games 100 --variant a:players=2", "players must be as many in every variant, 1,"),
]


@pytest.mark.parametrize(("words", "message"), BAD)
def test_bad_input_is_told_in_one_sentence(words: str, message: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(shlex.split(words)) == 2
    written = capsys.readouterr()
    assert written.out == ""
    (line,) = written.err.splitlines()
    assert line.startswith("boardodds: ")
    assert re.search(message, line), line


def test_without_dask_only_a_cluster_is_missing(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    assert main(["simulate", "orchard", "--games", "10"]) == 0
    capsys.readouterr()
    assert main(["simulate", "orchard", "--dask", "tcp://127.0.0.1:8786"]) == 2
    assert (
        capsys.readouterr().err == "boardodds: dask must be installed to play on a cluster: pip install distributed\n"
    )


@pytest.mark.parametrize("listens", [False, True])
def test_a_scheduler_that_does_not_answer(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], listens: bool
) -> None:
    monkeypatch.setattr("boardodds.cli.executors._CONNECT_SECONDS", 0.2)
    with socket.socket() as silent:
        silent.bind(("127.0.0.1", 0))
        if listens:
            silent.listen()
        address = f"tcp://127.0.0.1:{silent.getsockname()[1]}"
        assert main(["simulate", "orchard", "--dask", address]) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert line == f"boardodds: dask must be the address of a scheduler that answers, got {address!r}"


@pytest.mark.parametrize("address", ["localhost", "tcp://", "tcp://127.0.0.1:abc", "foo://bar", "tls://127.0.0.1:1"])
def test_what_is_no_address_of_a_scheduler(capsys: pytest.CaptureFixture[str], address: str) -> None:
    assert main(["simulate", "orchard", "--dask", address]) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert line == f"boardodds: dask must be the address of a scheduler, as in tcp://127.0.0.1:8786, got {address!r}"


def test_a_scheduler_is_asked_for_from_a_notebook_too() -> None:
    async def cell() -> None:
        with executor_of(workers=1, dask="foo://bar"):
            pass

    # browser tests of the same process may have a loop at work in its main thread
    with ThreadPoolExecutor(1) as thread, pytest.raises(ValueError, match="must be the address of a scheduler"):
        thread.submit(asyncio.run, cell()).result()


def _cancelled() -> None:
    time.sleep(2)


def _unlike_here() -> None:
    raise RuntimeError("Different environments. And more.")


def _result(function: Callable[[], None], workers: int, dask: str | None) -> None:
    with executor_of(workers, dask) as executor:
        assert executor
        future = executor.submit(function)
        if function is _cancelled:
            future.cancel()
        future.result()


@pytest.mark.parametrize(
    ("function", "on_cluster", "message"),
    [
        (os.abort, False, "a worker process ended before the games were over"),
        (_cancelled, True, "the cluster lost its scheduler or its workers"),
        (_unlike_here, True, "the cluster needs the same boardodds, numpy and Python as here: Different environments$"),
    ],
)
def test_lost_games_are_told(cluster: str, function: Callable[[], None], on_cluster: bool, message: str) -> None:
    with pytest.raises(LostGamesError, match=message):
        _result(function, *((1, cluster) if on_cluster else (2, None)))


def test_an_answer_without_anybody_to_tell_of_progress() -> None:
    with process("solve", "orchard", "--format=csv", stdout=subprocess.PIPE) as command:
        told, _ = command.communicate(timeout=60)
    silent = subprocess.run(
        ["/bin/sh", "-c", '"$0" -m boardodds solve orchard --format=csv 2>&-', sys.executable],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    assert silent.stdout == told


class Full(io.StringIO):
    def write(self, _: str) -> int:
        raise OSError("no space left")


def test_progress_that_cannot_be_told_costs_no_answer() -> None:
    meter = Meter(Full(), clock=iter([0.0, 9.0]).__next__)
    meter(0.5)
    meter.close()


def test_an_answer_that_has_nowhere_to_go_is_told() -> None:
    closed = subprocess.run(
        ["/bin/sh", "-c", '"$0" -m boardodds solve orchard >&-', sys.executable],
        cwd=ROOT,
        capture_output=True,
        text=True,
    )
    assert closed.stderr == "boardodds: the answer has nowhere to go: standard output is closed\n"
    assert closed.returncode == 1


def hears_interrupts() -> None:
    """A shell that runs the tests in the background has them ignore interrupts, which their children inherit."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def process(*words: str, **options: Any) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "boardodds", *words]
    return subprocess.Popen(
        command, cwd=ROOT, stderr=subprocess.PIPE, text=True, preexec_fn=hears_interrupts, **options
    )


def test_a_reader_that_leaves_is_no_error() -> None:
    read, write = os.pipe()
    os.close(read)
    with process("solve", "camel_up_leg", stdout=write) as command:
        os.close(write)
        assert command.communicate(timeout=60)[1] == ""
    assert command.returncode == 141


def test_output_that_cannot_be_written_is_told() -> None:
    with Path("/dev/full").open("w") as full, process("solve", "camel_up_leg", stdout=full) as command:
        said = command.communicate(timeout=60)[1]
    assert said == "boardodds: [Errno 28] No space left on device\n"
    assert command.returncode == 1


@pytest.fixture
def interruptible() -> Iterator[None]:
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.usefixtures("interruptible")
@pytest.mark.parametrize("is_awaited", [True, False])
def test_an_interrupt_is_raised_where_results_are_awaited_or_at_the_end(is_awaited: bool) -> None:
    steps = []
    with pytest.raises(KeyboardInterrupt), processes(2) as pool:  # noqa: PT012
        future = pool.submit(abs, -1)
        signal.raise_signal(signal.SIGINT)
        steps.append("interrupted")
        if is_awaited:
            future.result()
        steps.append("unheard")
    assert steps == ["interrupted", "unheard"][: 1 if is_awaited else 2]
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


@pytest.mark.usefixtures("interruptible")
def test_an_interrupt_ends_the_wait_for_games(tmp_path: Path) -> None:
    gate = tmp_path / "gate"
    os.mkfifo(gate)
    interrupt = threading.Timer(0.1, os.kill, [os.getpid(), signal.SIGINT])
    # the games, if the interrupt is not heard
    late = threading.Timer(30, gate.write_text, ["late"])
    results = []
    with pytest.raises(KeyboardInterrupt), processes(2) as pool:  # noqa: PT012
        future = pool.submit(gate.read_text)
        interrupt.start()
        late.start()
        try:
            results.append(future.result())
        finally:
            late.cancel()
            if not results:
                gate.write_text("in time")
    assert results == []


def test_workers_hear_no_interrupt_from_their_first_moment() -> None:
    """It goes to them too, from the keyboard."""
    with processes(2) as pool:
        assert signal.SIGINT in pool.submit(signal.pthread_sigmask, signal.SIG_BLOCK, []).result()
    assert signal.SIGINT not in signal.pthread_sigmask(signal.SIG_BLOCK, [])


@pytest.mark.parametrize(
    ("workers", "ending", "times"), [(1, signal.SIGINT, 2), (2, signal.SIGINT, 2), (2, signal.SIGTERM, 1)]
)
def test_an_interrupt_ends_all_processes_quietly(workers: int, ending: signal.Signals, times: int) -> None:
    words = ("simulate", "orchard", "--games=10000000000", f"--workers={workers}")
    with process(*words, stdout=subprocess.PIPE) as command:
        # the first line tells that games are being played
        assert command.stderr
        assert "to go" in command.stderr.readline()
        for _ in range(times):
            command.send_signal(ending)
            time.sleep(0.005)
        try:
            # which comes to an end when the last process has
            out, said = command.communicate(timeout=60)
        finally:
            command.kill()
    assert (command.returncode, out) == (130, "")
    assert "Traceback" not in said


def test_an_interrupt_before_it_has_begun_ends_it_without_a_word(tmp_path: Path) -> None:
    # an import that takes long
    slow = "import sys, time\nprint('here', file=sys.stderr, flush=True)\ntime.sleep(60)\n"
    (tmp_path / "numpy.py").write_text(slow)
    with process("solve", "orchard", env={**os.environ, "PYTHONPATH": str(tmp_path)}) as command:
        assert command.stderr
        assert command.stderr.readline() == "here\n"
        command.send_signal(signal.SIGINT)
        assert command.communicate(timeout=60)[1] == ""
    assert command.returncode == -signal.SIGINT


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_progress_is_told_now_and_then() -> None:
    seconds = iter([0.0, 1.0, 12.0, 13.0, 40.0])
    log = io.StringIO()
    meter = Meter(log, clock=lambda: next(seconds))
    for share in (0.05, 0.25, 0.5, 1.0):
        meter(share)
    meter.close()
    assert log.getvalue() == "25%, about 36 s to go\n100%, about 0 s to go\n"


def test_progress_on_a_terminal_takes_one_line_and_leaves_it() -> None:
    seconds = iter([0.0, 0.5, 2.0, 2.5])
    terminal = Terminal()
    meter = Meter(terminal, clock=lambda: next(seconds))
    for share in (0.0, 0.5, 0.6):
        meter(share)
    meter.close()
    told = terminal.getvalue()
    assert "\n" not in told
    assert [line.strip() for line in told.split("\r")] == ["", "50%, about 2 s to go", "", ""]


def test_progress_of_several_cases_goes_up_to_the_end(monkeypatch: pytest.MonkeyPatch, run: Callable[..., str]) -> None:
    shares: list[float] = []
    monkeypatch.setattr(Meter, "__call__", lambda _, share: shares.append(share))
    run(ABLATE, "orchard", "--games", "200000", "--workers", "2")
    assert shares == sorted(shares)
    assert shares[-1] == 1
    shares.clear()
    run(SIMULATE, "orchard", "--games", "200000", "--quiet")
    assert shares == []


def test_the_command_line_needs_no_page_and_no_dask() -> None:
    code = (
        "import sys, boardodds.cli; print({'streamlit', 'plotly', 'pandas', 'dask', 'distributed'} & set(sys.modules))"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout == "set()\n"


def test_a_board_that_cannot_take_one_of_our_variants_takes_the_others(ask: Ask) -> None:
    words = ["ablate", "candy_land", "--rule", "licorice=131", "--games", "200", "--quiet"]
    assert "no licorice" in ask(*words)["inputs"]["variants"]
    assert "no specials" not in ask(*words)["inputs"]["variants"]
    own = ask(*words, "--variant", "mine: licorice_rule=off")
    assert list(own["inputs"]["variants"]) == ["mine"]

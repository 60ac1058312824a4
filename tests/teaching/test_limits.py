"""Every limit of the teaching package at its boundary."""

import pytest

from boardodds.teaching import quiz
from boardodds.teaching.large_numbers import repeat, run
from tests.limits import Limit, check_largest, check_smallest


@pytest.mark.parametrize(
    "limit",
    [
        (lambda games: run("bid", games), 1_000_000, r"games must be 10\.\.1,000,000, got 1,000,001"),
        (lambda runs: run("bid", 10, runs), 100, r"runs must be 1\.\.100, got 101"),
        (lambda games: repeat("bid", games, 1), 2_000, r"games must be 2\.\.2,000, got 2,001"),
        (lambda repetitions: repeat("bid", 2, repetitions), 10_000, r"repetitions must be 1\.\.10,000, got 10,001"),
        (lambda count: quiz.questions(1, count, ["perudo"]), 20, r"count must be 1\.\.20, got 21"),
        (lambda number: quiz.question(1, number, ["perudo"]), 19, r"number must be 0\.\.19, got 20"),
        (lambda seed: quiz.question(seed, 1, ["perudo"]), 999_999, r"seed must be 0\.\.999,999, got 1,000,000"),
    ],
)
def test_the_largest_values_are_accepted_and_one_more_is_refused(limit: Limit) -> None:
    check_largest(limit)


@pytest.mark.parametrize(
    "limit",
    [
        (lambda games: run("bid", games), 10, "games must be"),
        (lambda runs: run("bid", 10, runs), 1, "runs must be"),
        (lambda seed: run("bid", 10, seed=seed), 0, "seed must be"),
        (lambda games: repeat("bid", games, 1), 2, "games must be"),
        (lambda repetitions: repeat("bid", 2, repetitions), 1, "repetitions must be"),
        (lambda count: quiz.questions(1, count, ["perudo"]), 1, "count must be"),
        (lambda number: quiz.question(1, number, ["perudo"]), 0, "number must be"),
        (lambda seed: quiz.question(seed, 1, ["perudo"]), 0, "seed must be"),
    ],
)
def test_the_smallest_values_are_accepted_and_one_less_is_refused(limit: Limit) -> None:
    check_smallest(limit)

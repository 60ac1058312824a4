"""Every limit of the teaching package at its boundary."""

from boardodds.teaching import quiz
from boardodds.teaching.large_numbers import repeat, run, streaks
from tests.limits import limits_test

test_values_up_to_the_limits_are_accepted_and_others_refused = limits_test(
    (lambda games: run("bid", games), 1, 1_000_000, r"games must be 1\.\.1,000,000, got"),
    (lambda runs: run("bid", 10, runs), 1, 100, r"runs must be 1\.\.100, got"),
    (lambda seed: run("bid", 10, seed=seed), 0, None, "seed must be 0"),
    (lambda games: streaks("coin", games), 1, 10_000, r"games must be 1\.\.10,000, got"),
    (lambda games: repeat("bid", games, 1), 2, 2_000, r"games must be 2\.\.2,000, got"),
    (lambda repetitions: repeat("bid", 2, repetitions), 1, 10_000, r"repetitions must be 1\.\.10,000, got"),
    (lambda count: quiz.questions(1, count, ["perudo"]), 1, 20, r"count must be 1\.\.20, got"),
    (lambda number: quiz.question(1, number, ["perudo"]), 0, 19, r"number must be 0\.\.19, got"),
    (lambda seed: quiz.question(seed, 1, ["perudo"]), 0, 999_999, r"seed must be 0\.\.999,999, got"),
)  # fmt: skip

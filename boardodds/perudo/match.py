"""Matches of Perudo between agents: the winners, the length of a match, and how often dudo is right."""

from collections.abc import Sequence
from concurrent.futures import Executor
from dataclasses import replace

import numpy as np

from boardodds.perudo.agents import Player
from boardodds.perudo.bidders import BidderModel
from boardodds.perudo.match_batch import MAX_PLAYERS, MIN_PLAYERS, MatchSampler
from boardodds.perudo.match_results import Matches, join_matches
from boardodds.perudo.rules import STANDARD, Rules
from boardodds.probability.montecarlo import Progress, run_chunks
from boardodds.probability.validate import check_whole

# This bounds the dudo calls in the results, which take about 60 bytes each.
MAX_CALLS = 500_000
# Every match is in the results, and takes 24 bytes.
MAX_MATCHES = 20_000_000


def play_matches(
    players: Sequence[Player],
    rules: Rules = STANDARD,
    *,
    games: int = 1_000,
    seed: int = 1,
    models: Sequence[BidderModel] = (),
    executor: Executor | None = None,
    progress: Progress | None = None,
) -> Matches:
    """Play matches and return their results; the same seed gives the same matches on every machine.

    players: 2 to 6 agents, by seat.
    games: the number of matches, 2 to 20 million.
    models: models of the bidders; ``calls.posterior`` has the chance of every dudo call given the bids, for each model.
    executor: runs the chunks of matches; None to run them in this thread.
    progress: called with the fraction done, 0 to 1.

    Nobody calls calza, whatever the rules.

    >>> from boardodds.perudo.agents import NAIVE_AGENT
    >>> played = play_matches([NAIVE_AGENT] * 6, games=200)
    >>> round(float(played.calls.naive.mean()), 1), round(played.dudo.value, 1)
    (0.6, 0.3)
    """
    check_whole("players", len(players), MIN_PLAYERS, MAX_PLAYERS)
    check_whole("games", games, 2, MAX_MATCHES)
    sampler = MatchSampler(tuple(players), rules, tuple(models))
    if progress and executor is None:
        reporter = _ChunkProgress(progress, games)
        sampler, progress = replace(sampler, report=reporter.report_step), reporter.report_chunk
    parts: list[Matches] = []
    calls = 0
    for part in run_chunks(sampler, games, seed, chunk=sampler.chunk, executor=executor, progress=progress):
        is_within_limit = np.arange(len(part.calls)) < MAX_CALLS - calls
        parts.append(replace(part, calls=part.calls.select(is_within_limit)))
        calls += len(parts[-1].calls)
    return replace(join_matches(parts), seed=seed)


class _ChunkProgress:
    """Progress that is also reported within a chunk, which takes seconds if agents have a model of the bidders."""

    def __init__(self, progress: Progress, matches: int) -> None:
        self._progress, self._matches = progress, matches
        self._chunk_start = 0.0

    def report_step(self, finished: float) -> None:
        """Report progress after a step; ``finished`` is the number of matches of this chunk that are over, with fractions."""
        self._progress(self._chunk_start + finished / self._matches)

    def report_chunk(self, fraction: float) -> None:
        """Report progress after a chunk; ``fraction`` is the fraction of all matches that are over."""
        self._chunk_start = fraction
        self._progress(fraction)

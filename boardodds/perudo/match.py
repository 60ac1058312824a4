"""Matches of Perudo between agents: who wins, how long a match takes, and how often dudo is right."""

from collections.abc import Sequence
from concurrent.futures import Executor
from dataclasses import replace

import numpy as np

from boardodds.perudo.agents import Agent
from boardodds.perudo.bidders import BidderModel
from boardodds.perudo.match_batch import MAX_PLAYERS, MIN_PLAYERS, Sampler
from boardodds.perudo.match_results import Matches, join_matches
from boardodds.perudo.rules import STANDARD, Rules
from boardodds.probability.montecarlo import Progress, run_chunks
from boardodds.probability.validate import check_whole

# the dudo calls that are kept one by one, in some 60 bytes each
MAX_CALLS = 500_000
# every match is kept, in 24 bytes
MAX_MATCHES = 20_000_000


def play_matches(
    players: Sequence[Agent],
    rules: Rules = STANDARD,
    *,
    matches: int = 1_000,
    seed: int = 1,
    models: Sequence[BidderModel] = (),
    executor: Executor | None = None,
    progress: Progress | None = None,
) -> Matches:
    """Play matches and return their results; the same seed gives the same matches on every machine.

    players: 2 to 6 agents, by seat.
    matches: 2 to 20 million.
    models: models of the bidders; ``calls.posterior`` has the chance of every dudo call given the bids, by each of them.
    executor: runs the chunks of matches; None runs them here.
    progress: called with the share of the work that is done, 0 to 1.

    Raises ValueError for matches that do not end because calza wins back every die.

    >>> from boardodds.perudo.agents import NAIVE_AGENT
    >>> played = play_matches([NAIVE_AGENT] * 6, matches=200)
    >>> round(float(played.calls.naive.mean()), 1), round(played.dudo.value, 1)
    (0.6, 0.3)
    """
    check_whole("players", len(players), MIN_PLAYERS, MAX_PLAYERS)
    check_whole("matches", matches, 2, MAX_MATCHES)
    _check_calza(rules)
    sampler = Sampler(tuple(players), rules, tuple(models))
    if progress and executor is None:
        share = _ProgressWithinChunks(progress, matches)
        sampler, progress = replace(sampler, report=share.within_chunk), share.after_chunk
    parts: list[Matches] = []
    kept = 0
    for part in run_chunks(sampler, matches, seed, chunk=sampler.chunk, executor=executor, progress=progress):
        fitting = np.arange(len(part.calls)) < MAX_CALLS - kept
        parts.append(replace(part, calls=part.calls.where(fitting)))
        kept += len(parts[-1].calls)
    return replace(join_matches(parts), seed=seed)


def _check_calza(rules: Rules) -> None:
    if rules.calza and any(rules.match_chance(face) == 1 for face in range(1, rules.sides + 1)):
        raise ValueError(
            "calza must be off where every die matches a bid: who says it is always right and wins a die back, so no match ends"
        )


class _ProgressWithinChunks:
    """Reports progress also within a chunk, which takes seconds where agents have a model of the bidders."""

    def __init__(self, progress: Progress, matches: int) -> None:
        self._progress, self._matches = progress, matches
        self._before = self._reported = 0.0

    def within_chunk(self, over: float) -> None:
        # a die that is won back by calza does not lower the progress
        self._reported = max(self._reported, self._before + over / self._matches)
        self._progress(self._reported)

    def after_chunk(self, share: float) -> None:
        self._before = self._reported = share
        self._progress(share)

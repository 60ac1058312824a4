"""Perudo's questions on the command line: a bid, a round with its bids, the game with one die each, whole matches."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import TypeVar

import numpy as np

from boardodds.entry.command import GameCommand, Option, Play
from boardodds.entry.measures import Answer, Measure, count_measures, no_distributions
from boardodds.entry.text_formats import TextFormat, join, split
from boardodds.perudo import (
    HUMAN,
    STANDARD,
    Bid,
    LogitBidder,
    RoundState,
    Rules,
    bid_fraction,
    opening_bluffs,
    posterior,
    rank_moves,
    solve_one_die,
)
from boardodds.perudo.agents import AGENTS, Agent
from boardodds.perudo.bids import as_hand, hand_text
from boardodds.perudo.match import play_matches
from boardodds.perudo.match_results import Matches
from boardodds.perudo.round_state import why_no_calza
from boardodds.perudo.rules import (
    HIGHER,
    HIGHER_ACES_HIGHEST,
    HIGHER_NO_ACES,
    NO_PALIFICO,
    NOT_WILD,
    variants,
)
from boardodds.probability.montecarlo import Progress

_AGENTS: Mapping[str, Agent] = {agent.name: agent for agent in AGENTS}


@dataclass(frozen=True, slots=True)
class BidCase:
    """A bid to be answered, the own dice, and the number of unseen dice."""

    rules: Rules
    bid: Bid
    hand: tuple[int, ...]
    unseen: int


def _solve_bid(case: BidCase, _: Progress) -> Answer:
    bid, view = case.bid, (case.hand, case.unseen, case.rules)
    measures = [
        Measure("true", bid_fraction(bid, *view), str(bid)),
        Measure("exact", bid_fraction(bid, *view, exactly=True), str(bid)),
    ]
    # A player without dice is an onlooker, who makes no moves.
    moves = rank_moves(bid, *view) if case.hand else []
    return Answer([*measures, *(Measure("stands", move.fraction, str(move.move)) for move in moves)], no_distributions)


@dataclass(frozen=True, slots=True)
class RoundCase:
    """A round with its bids, and the sharpness of the ``LogitBidder`` that models the other players."""

    rules: Rules
    state: RoundState
    sharpness: float = HUMAN.sharpness


def _solve_round(case: RoundCase, _: Progress) -> Answer:
    state = case.state
    result = posterior(state, LogitBidder(case.sharpness), case.rules)
    measures = []
    if bid := state.current:
        measures += [
            Measure(name, result.bid_probability(bid, exactly=exactly), str(bid))
            for name, exactly in (("true", False), ("exact", True))
        ]
    if state.viewer is not None and (
        state.turn in (None, state.viewer) or not why_no_calza(state, case.rules, state.viewer)
    ):
        measures += [Measure("stands", move.probability, str(move.move)) for move in result.rank_moves()]
    if not measures:
        raise ValueError("state must have a bid, or a player who is to make one")
    return Answer(measures, no_distributions)


@dataclass(frozen=True, slots=True)
class DieCase:
    """The rules for two players with one die each."""

    rules: Rules


def _solve_die(case: DieCase, _: Progress) -> Answer:
    game = solve_one_die(case.rules)
    bluffs = zip(("least", "most"), opening_bluffs(case.rules), strict=True)
    measures = [Measure("value", game.value), Measure("win", game.win)]
    return Answer([*measures, *(Measure("opening_bluffs", bluff, name) for name, bluff in bluffs)], no_distributions)


@dataclass(frozen=True, slots=True)
class MatchCase:
    """Whole matches between computer players.

    players: the names of the agents, by seat.
    """

    rules: Rules
    players: tuple[str, ...]


def _simulate_matches(case: MatchCase, play: Play) -> Answer:
    for name in case.players:
        if name not in _AGENTS:
            raise ValueError(f"players must be among {', '.join(_AGENTS)}, got {name!r}")
    matches = play_matches(
        [_AGENTS[name] for name in case.players],
        case.rules,
        games=play.games,
        seed=play.seed,
        executor=play.executor,
        progress=play.progress,
    )
    seat_wins = [Measure("seat_win", wins, str(seat)) for seat, wins in enumerate(matches.wins, 1)]
    names = dict.fromkeys(case.players)
    agent_wins = [Measure("win", matches.wins_of(name), name) for name in names] if len(names) > 1 else []
    means = [Measure("mean_rounds", matches.mean_rounds), Measure("mean_bids", matches.mean_bids)]
    dudo_right = [Measure("dudo_right", matches.dudo)] if matches.dudos else []
    return Answer([*seat_wins, *agent_wins, *means, *dudo_right], lambda: _round_counts(matches))


def _round_counts(matches: Matches) -> Iterator[Measure]:
    return count_measures("rounds", dict(enumerate(np.bincount(matches.rounds).tolist())))


CaseT = TypeVar("CaseT", BidCase, RoundCase, DieCase, MatchCase)


def _variants(*names: str) -> Callable[[CaseT], Mapping[str, CaseT]]:
    """Return a function from a case to its variants by name.

    names: the variants that affect the answer to the question.
    """

    def case_variants(case: CaseT) -> Mapping[str, CaseT]:
        possible = variants(case.rules)
        return {name: replace(case, rules=possible[name]) for name in names if name in possible}

    return case_variants


BID = GameCommand(
    "perudo_bid",
    "chances of a Perudo bid and of every move after it, from the dice alone",
    {"standard": BidCase(STANDARD, Bid(5, 4), (1, 2, 2, 5, 6), 15)},
    {
        "bid": Option("the current bid, as in 5x4 for five fours", TextFormat(Bid.parse)),
        "hand": Option("your dice, as in 12256 or 1,2,2,5,6; empty for an onlooker", TextFormat(as_hand, hand_text)),
        "unseen": Option("the number of unseen dice"),
    },
    _variants(NOT_WILD, HIGHER),
    _solve_bid,
)
ROUND = GameCommand(
    "perudo_round",
    "chances of a Perudo bid and of every move, given all bids of the round",
    {"standard": RoundCase(STANDARD, RoundState.parse("5.5.5.5 me=1 hand=12256 bids=3:4x4.4:5x4"))},
    {
        "state": Option("the round, as in '5.5.5.5 me=1 hand=12256 bids=3:4x4.4:5x4'", TextFormat(RoundState.parse)),
        "sharpness": Option("how strongly bids depend on the bidder's dice, 0 to 500 (0: bids carry no information)"),
    },
    _variants(NOT_WILD, HIGHER),
    _solve_round,
)
ONE_DIE = GameCommand(
    "perudo_one_die",
    "exact value of Perudo for two players with one die each",
    {"standard": DieCase(STANDARD)},
    {},
    _variants(NOT_WILD, HIGHER, HIGHER_ACES_HIGHEST, HIGHER_NO_ACES),
    _solve_die,
)
MATCHES = GameCommand(
    "perudo_matches",
    "win rates and lengths of whole Perudo matches",
    {"standard": MatchCase(STANDARD, ("naive",) * 6)},
    {"players": Option(f"the player in each seat, 2 to 6 of {', '.join(_AGENTS)}", TextFormat(split, join))},
    _variants(NOT_WILD, HIGHER, NO_PALIFICO),
    simulate=_simulate_matches,
    games=1_000,
)

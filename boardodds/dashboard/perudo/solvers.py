"""Perudo's solvers behind caches that all sessions share."""

from collections.abc import Sequence
from math import comb

from boardodds.dashboard.perudo.state import PerudoState
from boardodds.dashboard.runtime.compute import HEAVY, LONG, SHORT, compute, compute_all, keep_results, work
from boardodds.dashboard.ui.settings import MAX_SEED
from boardodds.perudo import (
    Ending,
    OneDieGame,
    Rules,
    account_round,
    inference,
    opening_bluffs,
    rollouts,
    solve_ending,
    solve_one_die,
)
from boardodds.perudo.bidders import MAX_CHANCES, NAIVE, BidderModel, Player
from boardodds.perudo.ending_data import is_shipped, solved_ending
from boardodds.perudo.match import Matches, play_matches
from boardodds.perudo.one_die import MAX_SIDES
from boardodds.perudo.rollouts import MANY_DICE, MoveEquity, Standings, evaluate_moves, fit_standings, similar_rules
from boardodds.perudo.round_state import RoundState
from boardodds.perudo.rules import relevant_rules
from boardodds.probability.luck import Account

# The number of times that a round is played on with each move.
MATCHES = rollouts.GAMES
# The value of a round is solved to this precision on the page, which takes seconds.
ENDING_GAP = 1e-3
# A round with this number of dice takes less than a second.
_SMALLEST_ROUND = 2
# The players of whole matches. More of them than this take over about half a second.
SEATS = 6
_MAX_SHORT_MATCHES = 1_000
_ONE_DIE_LABEL = "Solving the game with one die each…"
# The most work of matches: their number times the square of their dice, which takes half a minute; and of matches whose bids are
# read: that times the hands of a player. Fewer matches than the last number are not read.
_MATCH_WORK, _READ_WORK, _MAX_READ, _MIN_READ = 4_500_000, 7_000_000, 30, 10


posterior = keep_results()(inference.posterior)


def why_too_large(state: PerudoState) -> str:
    """Return why the hands of a round are too many to weigh; "" if they are not."""
    dice, sides = max(state.round.dice), state.rules.sides
    # The most moves that any player can have with any hand.
    if (size := comb(dice + sides - 1, dice) * state.round.total_dice * sides) <= MAX_CHANCES:
        return ""
    return (
        f"this round is too large to solve: hands times bids are {size:,}, and the limit is {MAX_CHANCES:,}. Use fewer dice, "
        "sides or players"
    )


def bid_chances(rounds: Sequence[RoundState], state: PerudoState) -> list[float]:
    """Return the chance of the current bid in each of some rounds, with the players and rules of a state."""
    label = "Trying other numbers of dice…"
    return compute(inference.bid_probabilities, tuple(rounds), state.rules, model=state.models, label=label)


def why_no_matches(state: PerudoState) -> str:
    """Return why no matches can be played under the rules; "" if they can."""
    return state.rules.why_endless(len(state.round.dice) * state.rules.starting_dice)


def equities(state: PerudoState, *readings: tuple[tuple[BidderModel, ...], bool]) -> list[list[MoveEquity]]:
    """Return the moves of the viewer with the results of their matches, best first, for each reading of the bids.

    readings: how the others bid, by seat, and whether their hands are drawn given the bids.
    """
    standings = _standings(len(state.round.dice), state.rules)
    # Openings are many, and the preview of a link must not wait for the best one.
    lane = SHORT if state.round.bids else LONG
    more = {"games": MATCHES, "callers": state.callers, "standings": standings}
    works = [
        work(evaluate_moves, state.round, state.rules, model=models, reads_bids=reads_bids, lane=lane, **more)
        for models, reads_bids in readings
    ]
    return compute_all(works, label="Playing rounds with each move…")


def _standings(players: int, rules: Rules) -> Standings:
    # It takes up to a second, but the advice for the next move must not wait behind the long work of another visitor.
    lane, label = LONG if players * rules.starting_dice > MANY_DICE else SHORT, "Playing matches between equal players…"
    return compute(fit_standings, players, similar_rules(rules), label=label, lane=lane)


def one_die_games(rules: Sequence[Rules]) -> list[OneDieGame]:
    """Solve the game of two players with one die each under each of some rules."""
    return compute_all([work(solve_one_die, relevant_rules(each)) for each in rules], label=_ONE_DIE_LABEL)


def one_die_game(rules: Rules) -> tuple[OneDieGame, tuple[float, float]]:
    """Solve the game of one die each; also return the lowest and the highest chance of a bluff in an optimal opening."""
    rules = relevant_rules(rules)
    game, bluffs = compute_all([work(solve_one_die, rules), work(opening_bluffs, rules)], label=_ONE_DIE_LABEL)
    return game, bluffs


def ending(dice: tuple[int, int], rules: Rules) -> Ending:
    """Solve a round between two players with few dice: those of the opener, and of the other player."""
    lane = SHORT if sum(dice) == _SMALLEST_ROUND and rules.sides <= MAX_SIDES else LONG
    label = "Solving the end of the match…"
    return compute(solve_ending, dice, relevant_rules(rules), gap=ENDING_GAP, label=label, lane=lane)


def shipped_ending(dice: tuple[int, int], rules: Rules) -> Ending | None:
    """Return the solved round between two players that is shipped; None if there is none."""
    if not is_shipped(dice, rules):
        return None
    return compute(solved_ending, dice, relevant_rules(rules), label="Reading the solved round…", lane=LONG)


def round_account(state: PerudoState, *, is_won: bool) -> Account | None:
    """Return the account of a round of two players that dudo has ended; None if it is not shipped solved."""
    label = "Reading the solved round…"
    return compute(account_round, state.round, state.rules, is_won=is_won, label=label, lane=LONG)


def play_matches_by_rules(rules: Sequence[Rules], matches: int, seed: int) -> list[Matches]:
    """Play whole matches between equal players under each of some rules."""
    lane = HEAVY if matches > _MAX_SHORT_MATCHES else SHORT
    # Nobody calls calza in these matches.
    works = [
        work(play_matches, (NAIVE,) * SEATS, each.without_calza(), lane=lane, games=matches, seed=seed)
        for each in rules
    ]
    return compute_all(works, label="Playing whole matches…")


def play_calls(
    players: tuple[Player, ...], rules: Rules, matches: int, seed: int, reader: Player
) -> tuple[Matches, Matches | None]:
    """Play matches with their calls, and others whose calls are read by a model; None for these if the hands are too many."""
    dice = rules.starting_dice
    work_of_match = (len(players) * dice) ** 2
    matches = min(matches, _MATCH_WORK // work_of_match)
    reads = min(_MAX_READ, _READ_WORK // (work_of_match * comb(dice + rules.sides - 1, dice)))
    works = [work(play_matches, players, rules, games=matches, seed=seed, calls=True, lane=HEAVY)]
    if reads >= _MIN_READ:
        # The seed is beyond all that a visitor can choose, so that the dial is never tested on the matches that it is fitted to.
        other = seed + MAX_SEED + 1
        works.append(work(play_matches, players, rules, games=reads, seed=other, reader=reader, lane=HEAVY))
    played, *read = compute_all(works, label="Playing whole matches…")
    return played, read[0] if read else None

"""Perudo: the chance that a bid is true, the legal moves, and the exact solution of the smallest game.

>>> from boardodds import perudo
>>> bid = perudo.Bid(quantity=5, face=4)
>>> round(perudo.bid_probability(bid, hand=(1, 2, 2, 5, 6), unseen=15), 6)
0.79076
>>> str(perudo.rank_moves(bid, hand=(1, 2, 2, 5, 6), unseen=15)[0].move)
'5x5'
"""

from boardodds.perudo.bidders import HUMAN, NAIVE, BidderModel, LogitBidder, PolicyBidder, models_by_seat
from boardodds.perudo.bids import Bid, Call, Move, check_bid, check_hand, check_raise, legal_bids
from boardodds.perudo.calls import PUBLISHED_DIAL, Calls, Dial, fit_dial
from boardodds.perudo.chances import DiceLost, RankedMove, bid_fraction, bid_probability, count, dice_lost, rank_moves
from boardodds.perudo.ending_data import match_chance, match_value, solved_ending
from boardodds.perudo.endings import Ending, solve_ending
from boardodds.perudo.inference import Posterior, PosteriorMove, posterior, shift_after_bid
from boardodds.perudo.luck import account_round
from boardodds.perudo.match import Matches, play_matches
from boardodds.perudo.one_die import OneDieGame, opening_bluffs, solve_one_die
from boardodds.perudo.rollouts import MoveEquity, evaluate_moves
from boardodds.perudo.round_state import RoundState, check_round
from boardodds.perudo.rules import ACE_BIDS, ANY_HIGHER_RULES, CHINESE_RULES, RAISE_RULES, STANDARD, Rules

__all__ = [
    "ACE_BIDS",
    "ANY_HIGHER_RULES",
    "CHINESE_RULES",
    "HUMAN",
    "NAIVE",
    "PUBLISHED_DIAL",
    "RAISE_RULES",
    "STANDARD",
    "Bid",
    "BidderModel",
    "Call",
    "Calls",
    "Dial",
    "DiceLost",
    "Ending",
    "LogitBidder",
    "Matches",
    "Move",
    "MoveEquity",
    "OneDieGame",
    "PolicyBidder",
    "Posterior",
    "PosteriorMove",
    "RankedMove",
    "RoundState",
    "Rules",
    "account_round",
    "bid_fraction",
    "bid_probability",
    "check_bid",
    "check_hand",
    "check_raise",
    "check_round",
    "count",
    "dice_lost",
    "evaluate_moves",
    "fit_dial",
    "legal_bids",
    "match_chance",
    "match_value",
    "models_by_seat",
    "opening_bluffs",
    "play_matches",
    "posterior",
    "rank_moves",
    "shift_after_bid",
    "solve_ending",
    "solve_one_die",
    "solved_ending",
]


def __dir__() -> list[str]:
    return __all__

"""Quiz questions about Perudo: whether a bid is true, from the dice alone."""

import numpy as np

from boardodds.entry.question import Question, QuestionGenerator
from boardodds.perudo.bids import Bid, bid_fraction, count
from boardodds.perudo.round_state import RoundState
from boardodds.perudo.rules import ACE, STANDARD

_FACES = ("aces", "twos", "threes", "fours", "fives", "sixes")
_HAND_DICE = 4


def _question_to_guess(rng: np.random.Generator) -> Question:
    dice = rng.integers(1, STANDARD.starting_dice + 1, size=int(rng.integers(2, 7)))
    return _question([int(number) for number in dice], rng)


def _question_by_hand(rng: np.random.Generator) -> Question:
    """Return a question with one other player, where both have two to four dice."""
    return _question([int(number) for number in rng.integers(2, _HAND_DICE + 1, size=2)], rng)


def _question(dice: list[int], rng: np.random.Generator) -> Question:
    hand = tuple(int(die) for die in rng.integers(1, STANDARD.sides + 1, size=dice[0]))
    unseen, face = sum(dice[1:]), int(rng.integers(1, STANDARD.sides + 1))
    matching = count(hand, Bid(1, face))
    needed = int(rng.integers(1, unseen + 1))
    bid = Bid(matching + needed, face)
    # The player after the viewer has made the bid.
    state = RoundState(tuple(dice), 0, hand, ((1, bid),))
    bid_text = f"{bid.quantity} {_FACES[face - 1] if bid.quantity != 1 else _FACES[face - 1].removesuffix('s')}"
    cups = "another cup" if len(dice) == 2 else "the other cups"
    must_match = f"at least {needed} of the {unseen} unseen dice" if unseen > 1 else "the unseen die"
    wild = "" if face == ACE else " Ones (aces) count as any face."
    return Question(
        setting=f"You see your own dice, and {unseen} more {'lies' if unseen == 1 else 'lie'} under {cups}.{wild}",
        text=f"Bid: {bid_text}. Are there that many or more, yours included?",
        chance=bid_fraction(bid, hand, unseen),
        because=f"You have {matching}, so {must_match} must match. An unseen die matches with "
        f"chance 1/{STANDARD.sides // len(STANDARD.matching_faces(face))}.",
        table=f"Your dice: {', '.join(map(str, hand))}. Dice under other cups: {', '.join(map(str, dice[1:]))}.",
        notation={"round": str(state)} | ({"open_aces": "true"} if face == ACE else {}),
    )


GENERATORS = (QuestionGenerator("perudo", "Perudo", _question_to_guess, _question_by_hand),)

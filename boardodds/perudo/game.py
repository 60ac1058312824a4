"""Perudo's entry: what the site, the command line and the teaching pages know about it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from math import comb
from typing import TypeVar

import numpy as np

from boardodds.entry.command import GameCommand, Play
from boardodds.entry.game import Game, Method, Page, Question, QuestionGenerator, Trial
from boardodds.perudo.bidders import HUMAN, MAX_SHARPNESS, NAIVE, LogitBidder, Player, PolicyBidder
from boardodds.perudo.bids import Bid, as_hand, hand_text, why_unsolvable
from boardodds.perudo.chances import bid_fraction, bid_probability, count, rank_moves
from boardodds.perudo.endings import solve_ending
from boardodds.perudo.inference import posterior
from boardodds.perudo.match import play_matches
from boardodds.perudo.one_die import DICE, MAX_SIDES, opening_bluffs, solve_one_die
from boardodds.perudo.published_figures import PUBLISHED_FIGURES
from boardodds.perudo.round_state import RoundState
from boardodds.perudo.rules import ACE, MAX_PLAYERS, MIN_PLAYERS, PRINTED, STANDARD, Rules
from boardodds.probability.declared_rules import Number, Text, Whole, neighbours, rule
from boardodds.probability.display import plural
from boardodds.probability.results import Measure, Result, Results

# The blog post's hand: five fours among twenty dice.
_BID, _HAND, _UNSEEN = Bid(5, 4), (1, 2, 2, 5, 6), 15
_PLAYERS: Mapping[str, Player] = {"naive": NAIVE, "human": HUMAN, "bluffer": PolicyBidder(random_moves=0.2)}


@dataclass(frozen=True, slots=True)
class BidCase:
    """A bid to be answered, the own dice, and the number of unseen dice."""

    rules: Rules
    bid: Bid = rule(_BID, Text(Bid.parse), help="the current bid, as in 5x4 for five fours")
    hand: tuple[int, ...] = rule(
        _HAND, Text(as_hand, hand_text), help="your dice, as in 12256 or 1,2,2,5,6; empty for an onlooker"
    )
    unseen: int = rule(_UNSEEN, Whole(0, None), help="the number of unseen dice")


def _solve_bid(case: BidCase) -> Result:
    bid, view = case.bid, (case.hand, case.unseen, case.rules)
    true, exact = (bid_fraction(bid, *view, exactly=exactly) for exactly in (False, True))
    return Results[Result](
        [Measure("true", true, str(bid)), Measure("exact", exact, str(bid)), *rank_moves(bid, *view)]
    )


@dataclass(frozen=True, slots=True)
class RoundCase:
    """A round with its bids, and the sharpness of the ``LogitBidder`` that models the other players."""

    rules: Rules
    state: RoundState = rule(
        RoundState.parse("5.5.5.5 me=1 hand=12256 bids=3:4x4.4:5x4"),
        Text(RoundState.parse),
        help="the round, as in '5.5.5.5 me=1 hand=12256 bids=3:4x4.4:5x4'",
    )
    sharpness: float = rule(
        HUMAN.sharpness,
        Number(0, MAX_SHARPNESS),
        help=f"how strongly bids depend on the bidder's dice, 0 to {MAX_SHARPNESS:g} (0: bids carry no information)",
    )


def _solve_round(case: RoundCase) -> Result:
    result = posterior(case.state, case.rules, model=LogitBidder(case.sharpness))
    if not any(result.measures()):
        raise ValueError("state must have a bid, or a player who is to make one")
    return result


@dataclass(frozen=True, slots=True)
class DieCase:
    """The rules for two players with one die each."""

    rules: Rules


def _solve_die(case: DieCase) -> Result:
    if case.rules.sides > MAX_SIDES:
        return solve_ending((1, 1), case.rules)
    least, most = opening_bluffs(case.rules)
    bluffs = [Measure("opening_bluffs", least, "least"), Measure("opening_bluffs", most, "most")]
    return Results[Result]([solve_one_die(case.rules), *bluffs])


def _read_players(text: str) -> tuple[str, ...]:
    players = tuple(text.split(",")) if text else ()
    for player in players:
        if player not in _PLAYERS:
            raise ValueError(f"players must be among {', '.join(_PLAYERS)}, got {player!r}")
    return players


@dataclass(frozen=True, slots=True)
class MatchCase:
    """Whole matches between computer players, named by seat."""

    rules: Rules
    players: tuple[str, ...] = rule(
        ("naive",) * 6,
        Text(_read_players, ",".join),
        help=f"the player in each seat, {MIN_PLAYERS} to {MAX_PLAYERS} of {', '.join(_PLAYERS)}",
    )


def _simulate_matches(case: MatchCase, play: Play) -> Result:
    matches = play_matches([_PLAYERS[name] for name in case.players], case.rules, **play.arguments)
    names = dict.fromkeys(case.players)
    wins = [Measure("win", matches.wins_of(_PLAYERS[name]), name) for name in names] if len(names) > 1 else []
    return Results[Result]([*wins, matches])


CaseT = TypeVar("CaseT", BidCase, RoundCase, DieCase, MatchCase)


def _change_rules(case: CaseT, *more: str) -> dict[str, CaseT]:
    """Return the case with each of some rules changed, by the change in words."""
    rules_by_words = neighbours(case.rules, ("wild_aces", "raise_rule", *more))
    return {words: replace(case, rules=rules) for words, rules in rules_by_words.items()}


def _change_die_rules(case: DieCase) -> dict[str, DieCase]:
    combined = {
        f"any higher bid, aces {bids}": DieCase(replace(case.rules, raise_rule="any_higher", ace_bids=bids))
        for bids in ("highest", "never")
    }
    return _change_rules(case) | combined


def _change_match_rules(case: MatchCase) -> dict[str, MatchCase]:
    """Return the case with each of some rules changed, without rules under which a round can go on without end."""
    total_dice = len(case.players) * case.rules.starting_dice
    changed = _change_rules(case, "palifico")
    return {words: other for words, other in changed.items() if not other.rules.why_endless(total_dice)}


COMMANDS = (
    GameCommand(
        "perudo_bid",
        "chances of a Perudo bid and of every move after it, from the dice alone",
        {name: BidCase(rules) for name, rules in PRINTED.items()},
        _change_rules,
        _solve_bid,
    ),
    GameCommand(
        "perudo_round",
        "chances of a Perudo bid and of every move, given all bids of the round",
        {name: RoundCase(rules) for name, rules in PRINTED.items()},
        _change_rules,
        _solve_round,
    ),
    GameCommand(
        "perudo_one_die",
        "exact value of Perudo for two players with one die each",
        {name: DieCase(rules) for name, rules in PRINTED.items() if not why_unsolvable(DICE, rules)},
        _change_die_rules,
        _solve_die,
    ),
    GameCommand(
        "perudo_matches",
        "win rates and lengths of whole Perudo matches",
        {name: MatchCase(rules) for name, rules in PRINTED.items()},
        _change_match_rules,
        simulate=_simulate_matches,
        games=1_000,
    ),
)


_FACES = ("ace", "two", "three", "four", "five", "six")
# By level, the numbers of unseen dice of a question by hand, as a range without its end.
_UNSEEN_BY_HAND = ((1, 3), (3, 5), (3, 6))


def _question_to_guess(rng: np.random.Generator) -> Question:
    dice = rng.integers(1, STANDARD.starting_dice + 1, size=int(rng.integers(2, 7))).tolist()
    hand = tuple(rng.integers(1, STANDARD.sides + 1, size=dice[0]).tolist())
    return _question(dice, hand, int(rng.integers(1, STANDARD.sides + 1)), rng)


def _question_by_hand(level: int, rng: np.random.Generator) -> Question:
    """Return a question with one other player, where every number of own matching dice is equally likely."""
    dice = [int(rng.integers(2, STANDARD.starting_dice + 1)), int(rng.integers(*_UNSEEN_BY_HAND[level]))]
    face, matching = int(rng.integers(1, STANDARD.sides + 1)), int(rng.integers(dice[0] + 1))
    yes = STANDARD.matching_faces(face)
    no = [other for other in range(1, STANDARD.sides + 1) if other not in yes]
    hand = [*rng.choice(list(yes), matching).tolist(), *rng.choice(no, dice[0] - matching).tolist()]
    exactly = bool(rng.integers(2))
    return _question(dice, tuple(rng.permutation(hand).tolist()), face, rng, by_hand=True, exactly=exactly)


def _question(
    dice: list[int],
    hand: tuple[int, ...],
    face: int,
    rng: np.random.Generator,
    *,
    by_hand: bool = False,
    exactly: bool = False,
) -> Question:
    unseen, matching = sum(dice[1:]), count(Bid(1, face), hand)
    # A bid has at least one die.
    needed = int(rng.integers(not (exactly and matching), unseen + 1))
    bid, match = Bid(matching + needed, face), STANDARD.match_chance(face)
    # The player after the viewer has made the bid.
    state = RoundState(tuple(dice), 1, hand, ((2, bid),))
    bid_text = plural(bid.quantity, _FACES[face - 1], "sixes" if face == len(_FACES) else "")
    cups = "another cup" if len(dice) == 2 else "the other cups"
    steps = _add_terms(range(needed, needed + 1 if exactly else unseen + 1), unseen, match) if by_hand else ()
    average = f"An unseen die matches with chance {match}, so {float(unseen * match):.1f} of them do on average"
    least = "exactly" if exactly else "at least"
    one = "the unseen die must" if needed else "the unseen die must not"
    must_match = one if unseen == 1 else f"{least} {needed} of the {unseen} unseen dice must"
    asked = "Are there exactly that many" if exactly else "Are there that many or more"
    return Question(
        setting=f"You see your own dice, and {unseen} more {'lies' if unseen == 1 else 'lie'} under {cups}.",
        text=f"Bid: {bid_text}. {asked}, yours included?",
        chance=bid_fraction(bid, hand, unseen, exactly=exactly),
        because=f"You have {matching}, so {must_match} match. {steps[-1] if by_hand else average}.",
        table=f"Your dice: {', '.join(map(str, hand))}. Dice under other cups: {', '.join(map(str, dice[1:]))}.",
        notation={"round": str(state)} | ({"open_on_aces": "true"} if face == ACE else {}),
        # Exactly all of them are also at least all of them.
        identity=f"{matching} {needed} {unseen} {match}{' exactly' * (exactly and needed < unseen)}",
        steps=steps,
        rules=("Ones (aces) count as any face. Only ones count for a bid on aces.",),
        # Two of six faces are one of three equally likely pairs.
        cases=match.denominator**unseen if by_hand else 0,
    )


def _add_terms(matches: Sequence[int], dice: int, match: Fraction) -> tuple[str, ...]:
    """Return some terms of the binomial distribution, and their sum.

    >>> _add_terms(range(1, 3), 2, Fraction(1, 3))
    ('1 of 2 dice: 2 × 1/3 × 2/3 = 4/9', '2 of 2 dice: 1 × 1/3 × 1/3 = 1/9', '4/9 + 1/9 = 5/9')
    """
    terms, lines = [], []
    for k in matches:
        terms.append(comb(dice, k) * match**k * (1 - match) ** (dice - k))
        factors = " × ".join([str(comb(dice, k)), *[str(match)] * k, *[str(1 - match)] * (dice - k)])
        lines.append(f"{k} of {plural(dice, 'die', 'dice')}: {factors} = {terms[-1]}")
    total = sum(terms, start=Fraction(0))
    return (*lines, f"{' + '.join(map(str, terms))} = {total}") if len(terms) > 1 else tuple(lines)


GENERATORS = (QuestionGenerator("perudo", "Perudo", _question_to_guess, _question_by_hand),)


# Playing games in chunks of this size bounds the memory.
_CHUNK = 50_000


def _play(games: int, seed: int) -> int:
    """Return the number of games in which the bid is true."""
    rng, true = np.random.default_rng(seed), 0
    # Looking up faces in a table is faster than comparing dice.
    matches = np.isin(np.arange(STANDARD.sides + 1), STANDARD.matching_faces(_BID.face))
    for played in range(0, games, _CHUNK):
        dice = rng.integers(1, STANDARD.sides + 1, size=(min(_CHUNK, games - played), _UNSEEN))
        true += int((matches.take(dice).sum(axis=1) + count(_BID, _HAND) >= _BID.quantity).sum())
    return true


def _show(seed: int) -> tuple[bool, str]:
    dice = np.random.default_rng(seed).integers(1, STANDARD.sides + 1, size=_UNSEEN).tolist()
    matching = count(_BID, tuple(sorted(dice))) + count(_BID, _HAND)
    return (
        matching >= _BID.quantity,
        f"the others' dice {' '.join(map(str, sorted(dice)))}: {plural(matching, 'four')} with yours",
    )


TRIALS = (
    Trial(
        "bid",
        "bid",
        "You hold 1, 2, 2, 5, 6 of 20 dice: are there five fours, aces wild?",
        "there are five fours or more",
        exact=lambda: bid_probability(_BID, _HAND, _UNSEEN),
        play=_play,
        show=_show,
    ),
)


GAME = Game(
    title="Perudo",
    accent=("#a33a2a", "#f08a76"),
    pages=(Page("perudo", "Perudo", "Is that bid true?"),),
    commands=COMMANDS,
    method=Method(
        sources="Perudo probability explanations (Charles Dieterle); the rules of the game",
        solved="the chance of a bid, from the dice alone and, with a model of the bidders, given the bids; bluffing with one die "
        "for each player",
        simulated="whole matches, and the best move where a round is not solved",
    ),
    readings=(
        "A raise keeps the quantity at a higher face or adds one at the same face (the blog post); or it goes to any face at a "
        "higher quantity. A raise to aces takes half the quantity, rounded up; one from aces twice the quantity and one more. "
        "Three more raise rules, other bids on aces, and aces that stop being wild once they are bid are house rules; the "
        "Chinese game has some of them.",
        "Aces are wild, and no round opens on them. A palifico round is the exception. It follows when a player first has one "
        "die left and more than two players are in; by a house rule also with two.",
        "Any player but the bidder and the one whose turn is next may call calza, the claim that the bid is exact; but not in a "
        "palifico round, nor with two players left. A right calza wins back a die. House rules let the next player call it, also "
        "with two left, make all others lose a die, or allow it once a match.",
        "A call costs one die. Others are not played; What if shows what Bluff's of 1993, the difference, would cost.",
    ),
    published_figures=PUBLISHED_FIGURES,
    trials=TRIALS,
    question_generators=GENERATORS,
)

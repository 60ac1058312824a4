"""Matches of Perudo, compared move by move with a plain simulation, and with the published figures; their lookups."""

import random
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from functools import partial
from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from boardodds.perudo import NAIVE, STANDARD, Bid, LogitBidder, Matches, PolicyBidder, Rules, posterior
from boardodds.perudo.batch_moves import NEVER_LEGAL, RandomDice, bid_lookup
from boardodds.perudo.bidders import Player
from boardodds.perudo.match import MatchSampler, play_matches
from boardodds.perudo.rules import variants
from boardodds.probability.arrays import Floats, Ints
from tests.known_answers import load_answers
from tests.oracles.perudo import brute_legal, rules_then
from tests.oracles.perudo_match import PlainMatch, play
from tests.strategies import perudo_rules

KNOWN = load_answers("perudo")
SIX = [NAIVE] * 6
LineUp = tuple[Rules, list[Player]]
# Numbers from 0 to 1 that are no sum of chances of equally likely moves, where rounding would decide.
NUMBERS = st.integers(0, 997).map(lambda number: (number + 0.5) / 998.3)
PUBLISHED_RULES = replace(STANDARD, palifico=False)


class ScriptedDice(RandomDice):
    """Fixed dice and random numbers, the same for one match at a time and for many at once."""

    def __init__(self, seed: int, sides: int, numbers: tuple[float, float]) -> None:
        self.seed, self.sides, self.numbers = seed, sides, numbers
        self.rounds: dict[int, int] = {}

    def first_seat(self, matches: int, players: int) -> Ints:
        return np.array([self.first_seat_of_match(match, players) for match in range(matches)])

    def first_seat_of_match(self, match: int, players: int) -> int:
        return random.Random(f"{self.seed} {match}").randrange(players)

    def hands(self, match: int, round_: int, dice: list[int]) -> list[tuple[int, ...]]:
        rng = random.Random(f"{self.seed} {match} {round_}")
        return [tuple(rng.randint(1, self.sides) for _ in range(count)) for count in dice]

    def roll(self, matches: Ints, dice: Ints, sides: int) -> Ints:
        face_counts = []
        for match, row in zip(matches.tolist(), dice.tolist(), strict=True):
            round_ = self.rounds.get(match, 0)
            self.rounds[match] = round_ + 1
            hands = self.hands(match, round_, row)
            face_counts.append([[hand.count(face) for face in range(1, sides + 1)] for hand in hands])
        return np.array(face_counts)

    def uniform(self, matches: Ints) -> Floats:
        return np.full((len(matches), 2), self.numbers)


def play_plainly(players: list[Player], rules: Rules, matches: int, dice: ScriptedDice) -> list[PlainMatch]:
    first_seats = [dice.first_seat_of_match(match, len(players)) for match in range(matches)]
    return [
        play(players, rules, first_seat, partial(dice.hands, match), dice.numbers)
        for match, first_seat in enumerate(first_seats)
    ]


def assert_same(fast: Matches, plain: list[PlainMatch]) -> None:
    assert fast.winners.tolist() == [match.winner + 1 for match in plain]
    assert fast.rounds.tolist() == [len(match.rounds) for match in plain]
    moves = [[move for moves in match.rounds for move in moves] for match in plain]
    assert fast.bids.tolist() == [sum(isinstance(move, Bid) for move in each) for each in moves]
    calls = [call for match in plain for call in match.dudos]
    assert (fast.dudos, fast.right_dudos) == (len(calls), sum(right for _, _, right in calls))
    assert fast.calculated == pytest.approx(sum(chance for _, chance, _ in calls) / len(calls), abs=1e-9)


@st.composite
def line_ups(draw: st.DrawFn) -> LineUp:
    rules = draw(perudo_rules(st.sampled_from([3, 6]), st.integers(1, 3), st.booleans()))
    if rules.why_endless(4 * rules.starting_dice):
        rules = replace(rules, ace_bids="lowest")
    kinds = [NAIVE, PolicyBidder(random_moves=0.5), LogitBidder(6)]
    return rules, draw(st.lists(st.sampled_from(kinds), min_size=2, max_size=4))


@given(line_ups(), st.integers(0, 1000), st.tuples(st.sampled_from([0.1, 0.9]), NUMBERS))
@settings(max_examples=60)
def test_matches_agree_with_plain_ones(line_up: LineUp, seed: int, numbers: tuple[float, float]) -> None:
    rules, players = line_up
    plain = play_plainly(players, rules, 6, ScriptedDice(seed, rules.sides, numbers))
    assert_same(MatchSampler(tuple(players), rules).play(6, ScriptedDice(seed, rules.sides, numbers)), plain)


@given(line_ups(), st.integers(0, 1000), st.sampled_from([LogitBidder(6), PolicyBidder(random_moves=0.3)]))
@settings(max_examples=40)
def test_calls_have_their_chances_given_the_bids(line_up: LineUp, seed: int, reader: Player) -> None:
    rules, players = line_up
    numbers = (0.9, 0.3)
    expected = []
    for match in play_plainly(players, rules, 4, ScriptedDice(seed, rules.sides, numbers)):
        for (state, alone, right), opened_by_another in zip(match.dudos, match.opened_by_another, strict=True):
            bidder, bid = state.bids[-1]
            given_bids = 1 - posterior(state, rules, model=reader).bid_probability(bid)
            dice = len(state.hand), state.dice[bidder - 1]
            expected.append((*dice, right, opened_by_another, round(alone, 8), round(given_bids, 8)))
    sampler = MatchSampler(tuple(players), rules, with_calls=True, reader=reader)
    calls = sampler.play(4, ScriptedDice(seed, rules.sides, numbers)).calls
    chances = calls.calculated.round(8), calls.given_bids.round(8)
    columns = calls.caller_dice, calls.bidder_dice, calls.right, calls.opened_by_another, *chances
    found = sorted(zip(*(column.tolist() for column in columns), strict=True))
    assert found == [pytest.approx(call, abs=2e-8) for call in sorted(expected)]


def test_a_reader_that_explains_no_hand_is_refused() -> None:
    with pytest.raises(ValueError, match="reader must be a model that can make every bid"):
        play_matches([LogitBidder(0)] * 2, games=2, reader=NAIVE)


def test_the_same_seed_gives_the_same_matches_in_any_process() -> None:
    local = play_matches(SIX, games=2_500, seed=3)
    with ProcessPoolExecutor(2) as processes:
        remote = play_matches(SIX, games=2_500, seed=3, executor=processes)
    assert (local.winners == remote.winners).all()
    assert (local.dudos, local.calculated) == (remote.dudos, remote.calculated)
    recorded = play_matches(SIX, games=2_500, seed=3, calls=True)
    assert recorded.calculated == local.calculated == pytest.approx(recorded.calls.calculated.mean())
    assert (len(recorded.calls.right), len(local.calls.right)) == (local.dudos, 0)
    assert (local.winners != play_matches(SIX, games=2_500, seed=4).winners).any()


def test_nobody_calls_calza() -> None:
    played = play_matches(SIX, games=400, seed=4)
    assert (played.winners == play_matches(SIX, replace(STANDARD, calza=True), games=400, seed=4).winners).all()


def test_all_naive_players_win_equally_often() -> None:
    played = play_matches(SIX, games=6_000, seed=5)
    for seat in played.wins:
        assert 1 / 6 in seat.interval(0.9999)
    assert played.wins_of(NAIVE).value == 1
    # Every round costs one die, and all players but the winner lose all their dice.
    assert (played.rounds >= 25).all()
    assert (played.rounds <= 29).all()


def test_the_published_figures_of_naive_players() -> None:
    played = play_matches(SIX, PUBLISHED_RULES, games=5_000, seed=2, calls=True)
    # The figure is published with two decimals.
    assert abs(played.calculated - KNOWN["dudo"]["naive_success_calculated"]) < 0.01
    assert played.dudo.interval(0.9999).high < 0.45 < played.calculated
    # The published 0.42 counts a call as right if another player opens the next round.
    assert abs(played.calls.opened_by_another.mean() - KNOWN["dudo"]["naive_success_actual"]) < 0.01
    assert KNOWN["dudo"]["naive_success_actual"] not in played.dudo.interval(0.9999)


DICE = 4
THREE_SIDES = replace(STANDARD, sides=3)
RULES = [
    THREE_SIDES,
    replace(THREE_SIDES, palifico=False),
    replace(THREE_SIDES, wild_aces=False, change_face=True),
    replace(THREE_SIDES, raise_rule="any_higher", open_on_aces=True),
    replace(THREE_SIDES, raise_rule="any_higher", ace_bids="highest"),
    replace(THREE_SIDES, raise_rule="face_never_falls", aces_stay_wild=False),
    replace(THREE_SIDES, raise_rule="reset_quantity", ace_bids="halved_plus_one"),
]


@pytest.mark.parametrize("rules", RULES, ids=str)
def test_the_lowest_quantities_agree_with_brute_force(rules: Rules) -> None:
    lookup = bid_lookup(rules, DICE)
    bids = [None, *(Bid(quantity, face) for quantity in range(1, DICE + 1) for face in range(1, 4))]
    expected = np.full((3, 2, len(bids), 3), NEVER_LEGAL)
    # An ordinary round, a palifico round, and one in which aces are no longer wild.
    kinds = (0, *([1] if rules.palifico else []), *([] if rules.aces_stay_wild else [2]))
    for kind, one_die in product(kinds, (0, 1)):
        now = rules_then(rules, [Bid(1, 1)] if kind == 2 else [])
        for number, bid in enumerate(bids):
            assert not bid or lookup.number(bid.quantity, bid.face) == number
            for raised in brute_legal(bid, DICE, now, kind == 1, own_dice=2 - one_die):
                cell = kind, one_die, number, raised.face - 1
                expected[cell] = min(expected[cell], raised.quantity)
    np.testing.assert_array_equal(lookup.min_quantity, expected, strict=True)


def test_variants_without_an_effect_are_omitted() -> None:
    plain = replace(STANDARD, wild_aces=False)
    assert variants(plain)["aces are wild: yes"] == STANDARD
    assert not any("bids on aces" in name for name in variants(plain))
    assert "sides of each die: 8" not in variants(replace(STANDARD, sides=8))

"""The calls that notebooks and other programs rely on stay callable under their names, with these parameters and results."""

from fractions import Fraction

from boardodds import camel_up, candy_land, orchard, perudo
from boardodds.probability.estimate import Proportion, estimate_of
from boardodds.probability.pmf import Pmf

POSITION = camel_up.Position.parse("1:BWOG 2:Y dice=BWOGY tiles=5o.8m")
BID = perudo.Bid(quantity=5, face=4)
HAND = (1, 2, 2, 5, 6)


def test_camel_up() -> None:
    odds = camel_up.solve_leg(POSITION)
    assert isinstance(odds.outcomes, int)
    assert odds.probability("G", place=1) == float(odds.fraction("G", place=1))
    assert isinstance(odds.tile_coins[5], float)
    race = camel_up.solve_race(POSITION)
    assert 0 < estimate_of(race.win("G")).value < 1
    assert 0 < estimate_of(race.last("G")).value < 1
    assert isinstance(race.legs, Pmf)
    assert isinstance(camel_up.race_length(camels=2, track=16, stacking=True), Pmf)
    gains = [ranked.expected_coins for ranked in camel_up.rank_actions(POSITION)]
    assert gains == sorted(gains, reverse=True)


def test_orchard() -> None:
    odds = orchard.solve(orchard.ORCHARD, policy="random_type")
    assert isinstance(odds.win, float)
    small = orchard.solve(orchard.MY_FIRST_ORCHARD, policy="random_type")
    assert isinstance(small.win_fraction(), Fraction)
    assert isinstance(orchard.simulate(orchard.ORCHARD, policy="most_left", games=100, seed=1).win, Proportion)


def test_candy_land() -> None:
    sample = candy_land.simulate(candy_land.CLASSIC, players=1, games=100, seed=1)
    assert sample.mean_turns.value > 0
    assert len(sample.seat_wins) == 1
    assert sample.turns is not None
    assert isinstance(candy_land.solve_reshuffled(candy_land.SCHEFFER).turns, Pmf)


def test_perudo() -> None:
    assert 0 < perudo.bid_probability(BID, hand=HAND, unseen=15) < 1
    assert perudo.Bid(6, 4) in perudo.legal_bids(BID, total_dice=20)
    assert perudo.rank_moves(BID, hand=HAND, unseen=15)[0].move == perudo.Bid(5, 5)

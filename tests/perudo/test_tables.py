"""The tables of many matches against brute force, and Perudo's named variants."""

from collections import Counter
from dataclasses import replace
from itertools import product
from typing import Any

import numpy as np
import pytest

from boardodds.perudo import STANDARD, Bid, Rules
from boardodds.perudo.dominance import undominated_moves
from boardodds.perudo.rules import variants
from boardodds.perudo.tables import NEVER_LEGAL, bid_tables
from tests.oracles.perudo import brute_legal

DICE = 4
THREE_SIDES = replace(STANDARD, sides=3)
RULES = [
    THREE_SIDES,
    replace(THREE_SIDES, palifico=False),
    replace(THREE_SIDES, wild_aces=False, palifico_one_die_may_change_face=True),
    replace(THREE_SIDES, raise_rule="any_higher", open_on_aces=True),
    replace(THREE_SIDES, raise_rule="any_higher", ace_bids="highest"),
]


@pytest.mark.parametrize("rules", RULES, ids=str)
def test_the_lowest_quantities_agree_with_brute_force(rules: Rules) -> None:
    tables = bid_tables(rules, DICE)
    bids = [None, *(Bid(quantity, face) for quantity in range(1, DICE + 1) for face in range(1, 4))]
    expected = np.full((2, 2, len(bids), 3), NEVER_LEGAL)
    for palifico, one_die in product((0, 1) if rules.palifico else (0,), (0, 1)):
        for number, bid in enumerate(bids):
            assert tables.bid(number) == bid
            assert not bid or tables.number(bid.quantity, bid.face) == number
            for raised in brute_legal(bid, DICE, rules, palifico > 0, own_dice=2 - one_die):
                cell = palifico, one_die, number, raised.face - 1
                expected[cell] = min(expected[cell], raised.quantity)
    np.testing.assert_array_equal(tables.min_quantity, expected, strict=True)


@pytest.mark.parametrize("rules", RULES, ids=str)
def test_the_chances_agree_with_every_roll(rules: Rules) -> None:
    tables = bid_tables(rules, DICE)
    shape = (2, 3, DICE + 1, DICE + 2)
    at_least, fewer = np.zeros(shape), np.zeros(shape)
    for palifico, face, unseen in product((0, 1) if rules.palifico else (0,), range(3), range(DICE + 1)):
        matching = {face, 0} if rules.wild_aces and not palifico else {face}
        counts = Counter(sum(die in matching for die in roll) for roll in product(range(3), repeat=unseen))
        for number in range(DICE + 2):
            cell = palifico, face, unseen, number
            at_least[cell] = sum(rolls for hits, rolls in counts.items() if hits >= number) / 3**unseen
            fewer[cell] = sum(rolls for hits, rolls in counts.items() if hits < number) / 3**unseen
    for table, expected in ((tables.chance_at_least, at_least), (tables.chance_fewer, fewer)):
        np.testing.assert_array_equal(table, expected, strict=True)


@pytest.mark.parametrize("rules", [*RULES, STANDARD, replace(STANDARD, ace_bids="never")], ids=str)
def test_the_moves_of_the_one_die_game_are_the_legal_ones(rules: Rules) -> None:
    table = undominated_moves(rules)
    legal = np.zeros((len(table.moves), len(table.moves)), dtype=bool)
    truth = np.zeros((len(table.bids), rules.sides, rules.sides))
    for number, bid in enumerate([*table.bids, None]):
        following = brute_legal(bid, 2, rules)
        legal[number, [table.bids.index(raised) for raised in following]] = True
        legal[number, table.dudo] = bid is not None
        # A raise comes before the bids that it may follow.
        assert all(table.bids.index(raised) < number for raised in following)
    for number, bid in enumerate(table.bids):
        for dice in product(range(1, rules.sides + 1), repeat=2):
            matching = sum(die == bid.face or (rules.wild_aces and die == 1) for die in dice)
            truth[number, dice[0] - 1, dice[1] - 1] = 1 if matching >= bid.quantity else -1
    np.testing.assert_array_equal(table.legal, legal, strict=True)
    np.testing.assert_array_equal(table.truth, truth, strict=True)
    assert table.undominated.shape == (len(table.moves), rules.sides, len(table.moves))
    assert not (table.undominated & ~table.legal[:, None]).any()
    assert table.undominated[table.legal.any(axis=1)].any(axis=2).all()
    assert (table.undominated[table.dudo] == table.legal[table.dudo]).all()


def test_each_variant_of_the_standard_rules() -> None:
    changes: dict[str, dict[str, Any]] = {
        "aces are not wild": {"wild_aces": False},
        "aces bid as the lowest face": {"ace_bids": "lowest"},
        "any higher bid": {"raise_rule": "any_higher"},
        "any higher bid, aces highest": {"raise_rule": "any_higher", "ace_bids": "highest"},
        "any higher bid, aces never": {"raise_rule": "any_higher", "ace_bids": "never"},
        "no palifico": {"palifico": False},
        "eight sides": {"sides": 8},
        "four sides": {"sides": 4},
    }
    assert variants(STANDARD) == {name: replace(STANDARD, **fields) for name, fields in changes.items()}
    plain = replace(STANDARD, wild_aces=False)
    assert variants(plain)["aces are wild"] == STANDARD
    assert "aces are not wild" not in variants(plain)

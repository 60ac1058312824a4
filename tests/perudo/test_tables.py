"""The tables of many matches against brute force, and Perudo's named variants."""

from dataclasses import replace
from itertools import product
from typing import Any

import numpy as np
import pytest

from boardodds.perudo import STANDARD, Bid, Rules
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

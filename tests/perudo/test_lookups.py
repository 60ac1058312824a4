"""The lookups of many matches and of the game with one die each against brute force, and variants without effect."""

from dataclasses import replace
from itertools import product

import numpy as np
import pytest

from boardodds.perudo import STANDARD, Bid, Rules
from boardodds.perudo.batch_moves import NEVER_LEGAL, bid_lookup
from boardodds.perudo.rules import variants
from tests.oracles.perudo import brute_legal, rules_then

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

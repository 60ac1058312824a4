"""Orchard's named variants change what their names say."""

from dataclasses import replace
from typing import Any

import pytest

from boardodds.orchard import ORCHARD, Rules
from boardodds.orchard.variants import variants

CHANGES: dict[str, dict[str, Any]] = {
    "a basket picks nothing": {"basket_picks": 0},
    "no basket on the die": {"basket_faces": 0},
    "one more fruit per basket": {"basket_picks": 3},
    "one fruit fewer per basket": {"basket_picks": 1},
    "one tree fewer": {"fruit": (10, 10, 10)},
    "one tree more": {"fruit": (10, 10, 10, 10, 10)},
    "one raven step fewer": {"raven_steps": 9},
    "one raven step more": {"raven_steps": 11},
    "one more raven face": {"raven_faces": 2},
}
BASKETS = {name for name in CHANGES if "basket" in name}


def test_each_variant_of_the_big_game() -> None:
    assert Rules(fruit=(10,) * 4, raven_steps=10, basket_picks=2, basket_faces=1, raven_faces=1) == ORCHARD
    assert variants(ORCHARD) == {name: replace(ORCHARD, **changes) for name, changes in CHANGES.items()}


@pytest.mark.parametrize(
    ("fields", "omitted"),
    [
        ({"basket_picks": 0}, BASKETS),
        ({"basket_faces": 0}, BASKETS),
        ({"basket_picks": 1}, {"one fruit fewer per basket"}),
        ({"basket_picks": 6}, {"one more fruit per basket"}),
        ({"fruit": (3,)}, {"one tree fewer"}),
        ({"fruit": (3,) * 2}, set()),
        ({"fruit": (1,) * 5}, set()),
        ({"fruit": (1,) * 6}, {"one tree more"}),
        ({"raven_steps": 1}, {"one raven step fewer"}),
        ({"raven_steps": 20}, {"one raven step more"}),
        ({"raven_faces": 6}, {"one more raven face"}),
    ],
)
def test_variants_without_an_effect_are_omitted(fields: dict[str, Any], omitted: set[str]) -> None:
    assert CHANGES.keys() - variants(replace(ORCHARD, **fields)).keys() == omitted

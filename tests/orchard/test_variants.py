"""The variants of Orchard leave out what would have no effect."""

from dataclasses import replace
from typing import Any

import pytest

from boardodds.orchard import ORCHARD
from boardodds.orchard.rules import variants


@pytest.mark.parametrize(
    ("fields", "words", "shown"),
    [
        ({"basket_picks": 0}, "basket", []),
        ({"basket_faces": 0}, "basket", []),
        ({"basket_picks": 6}, "per basket", ["fruit per basket: 0", "fruit per basket: 5"]),
        ({"fruit": (3,)}, "trees", ["fruit on the trees: 3.3"]),
        ({"fruit": (0, 3)}, "trees", ["fruit on the trees: 0.0.3"]),
        ({"fruit": (1,) * 6}, "trees", ["fruit on the trees: 1.1.1.1.1"]),
        ({"raven_steps": 1}, "steps", ["raven path (steps): 2"]),
        ({"raven_steps": 20}, "steps", ["raven path (steps): 19"]),
        ({"raven_faces": 6}, "raven faces", ["raven faces on the die: 5"]),
    ],
)
def test_variants_without_an_effect_are_omitted(fields: dict[str, Any], words: str, shown: list[str]) -> None:
    assert [name for name in variants(replace(ORCHARD, **fields)) if words in name] == shown

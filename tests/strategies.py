"""Hypothesis strategies for positions and rules, and tests of many examples."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any, get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from boardodds import perudo
from boardodds.camel_up import FIRST_EDITION, SECOND_EDITION, Position, Rules, legal_tile_squares
from boardodds.perudo.rules import CalzaBy, CalzaLimit, CalzaWins, OpeningBid


def examples_test(check: Callable[..., None], *arguments: st.SearchStrategy[Any], usual: int) -> Callable[[int], None]:
    """Return a test of a check with the usual number of examples, and a slow one with many."""

    @pytest.mark.parametrize(
        "examples", [pytest.param(usual, marks=pytest.mark.brief), pytest.param(500, marks=pytest.mark.slow)]
    )
    def test(examples: int) -> None:
        settings(max_examples=examples)(given(*arguments)(check))()

    return test


@st.composite
def boards(draw: st.DrawFn, rules: Rules, max_dice: int = 6, max_tiles: int = 3) -> Position:
    """Draw a position that the rules allow, with the camels close enough together to meet."""
    racing = draw(st.permutations(rules.camels))[: draw(st.integers(2, len(rules.camels)))]
    crazy = rules.crazy.replace(draw(st.sampled_from(rules.crazy)), "") if rules.lone_crazy and rules.crazy else ""
    camels = draw(st.permutations([*racing, *draw(st.sampled_from([rules.crazy, crazy or rules.crazy]))]))
    low = draw(st.integers(1, rules.track))
    squares = st.integers(low, min(rules.track, low + 4))
    stacks: dict[int, str] = {}
    for camel in camels:
        square = draw(squares)
        stacks[square] = stacks.get(square, "") + camel
    bare = Position(tuple(stacks.items()), "")
    dice = draw(st.permutations(bare.all_dice))[: draw(st.integers(0, max_dice))]
    position = replace(bare, dice="".join(dice))
    for _ in range(draw(st.integers(0, max_tiles))):
        # Where tiles may touch, one can have taken camels onto another.
        under = [square for square in stacks if square > 1 and square not in dict(position.tiles)] * rules.tiles_touch
        if free := [square for square in [*legal_tile_squares(position, rules), *under] if square <= low + 8]:
            tile = draw(st.sampled_from(free)), draw(st.sampled_from("om"))
            position = replace(position, tiles=(*position.tiles, tile))
    return position


@st.composite
def legs(draw: st.DrawFn, max_dice: int = 4) -> tuple[Position, Rules]:
    rules = draw(st.sampled_from([FIRST_EDITION, SECOND_EDITION, replace(SECOND_EDITION, camels="BYG")]))
    rules = replace(
        rules,
        stacking=draw(st.booleans()),
        crazy_priority=draw(st.booleans()),
        lone_crazy=draw(st.booleans()),
        tiles_touch=draw(st.booleans()),
        track=draw(st.sampled_from([5, 8, 16])),
        faces=draw(st.sampled_from([(1, 2, 3), (1, 2, 3), (1, 1, 2), (2,)])),
    )
    return draw(boards(rules, max_dice=max_dice)), rules


def perudo_rules(
    sides: st.SearchStrategy[int], starting_dice: st.SearchStrategy[int], palifico: st.SearchStrategy[bool]
) -> st.SearchStrategy[perudo.Rules]:
    names = ["wild_aces", "aces_stay_wild", "open_on_aces", "palifico_with_two", "change_face", "calza"]
    switches = dict.fromkeys(names, st.booleans())
    choices = {"ace_bids": st.sampled_from(perudo.ACE_BIDS), "raise_rule": st.sampled_from(perudo.RAISE_RULES)}
    choices["opening_bid"] = st.sampled_from(get_args(OpeningBid))
    choices |= {"calza_by": st.sampled_from(get_args(CalzaBy)), "calza_wins": st.sampled_from(get_args(CalzaWins))}
    choices["calza_limit"] = st.sampled_from(get_args(CalzaLimit))
    return st.builds(perudo.Rules, sides=sides, starting_dice=starting_dice, palifico=palifico, **switches, **choices)

"""Arguments that would give a wrong answer are refused; lists and NumPy's numbers give the same answers as Python's."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from boardodds import camel_up, candy_land, orchard, perudo
from boardodds.candy_land.transitions import landing
from boardodds.probability.pmf import Pmf, quantile_interval


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: camel_up.Rules(leg_tickets=(float("nan"),)), "leg_tickets must be a whole number, got nan"),  # type: ignore[arg-type]
        (lambda: Pmf((1, float("inf")), (0.5, 0.5)), "outcomes must be finite"),
        (lambda: Pmf((1, 2), (0.5, 0.5)).at_least(float("nan")), "x must be a number, got nan"),
        (lambda: Pmf((1, 2), (0.5, 0.5)).at_most(float("nan")), "x must be a number, got nan"),
        (lambda: camel_up.Position.parse("1:BW").without_camel("BW"), "camel must be one letter or digit, got 'BW'"),
        (lambda: landing(candy_land.CLASSIC, -3, "R"), r"space must be -1\.\.133, got -3"),
        (lambda: landing(candy_land.CLASSIC, 200, "R"), r"space must be -1\.\.133, got 200"),
        (lambda: camel_up.Position(((1, "B!"),), "B"), "position: camels must be letters or digits, got 'B!'"),
        (lambda: perudo.match_chance(2, (1, 1)), r"round_win must be 0\.\.1, got 2"),
        (lambda: perudo.match_chance(float("nan"), (1, 1)), r"round_win must be 0\.\.1, got nan"),
        (lambda: quantile_interval(Pmf((1, 2), (0.5, 0.5)), float("nan"), 100), r"q must be 0\.\.1, got nan"),
    ],
)
def test_arguments_that_would_give_a_wrong_answer_are_refused(call: Callable[[], object], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        call()


@pytest.mark.parametrize(
    ("make_from_lists", "value"),
    [
        (lambda: orchard.Rules(fruit=[4, 4, 4, 4]), orchard.Rules(fruit=(4, 4, 4, 4))),  # type: ignore[arg-type]
        (lambda: camel_up.Rules(faces=[1, 2], leg_tickets=[5, 3]), camel_up.Rules(faces=(1, 2), leg_tickets=(5, 3))),  # type: ignore[arg-type]
        (lambda: candy_land.Rules(shortcuts=[[4, 58]], singles=[8] * 6), candy_land.Rules(shortcuts=((4, 58),))),  # type: ignore[arg-type]
        (
            lambda: camel_up.Position([[1, "BW"]], "BW", [[5, "o"]]),  # type: ignore[arg-type]
            camel_up.Position.parse("1:BW tiles=5o"),
        ),
    ],
)
def test_lists_from_json_make_the_same_value_as_tuples(make_from_lists: Callable[[], object], value: object) -> None:
    assert make_from_lists() == value
    assert hash(make_from_lists()) == hash(value)


def test_functions_accept_lists_and_arrays_of_numbers() -> None:
    of_list, of_tuple = (camel_up.race_length(2, track=8, faces=faces, stacking=False) for faces in ([1, 2], (1, 2)))
    assert of_list == of_tuple
    bid, hand = perudo.Bid(5, 4), (1, 2, 2, 5, 6)
    assert perudo.rank_moves(bid, np.array(hand), unseen=15) == perudo.rank_moves(bid, hand, unseen=15)  # type: ignore[arg-type]


# The same modules without types, for arguments of other types.
any_camel_up: Any = camel_up
any_candy_land: Any = candy_land
any_orchard: Any = orchard
any_perudo: Any = perudo
# Calls with one kind of integers, as ``number(5)`` or ``number([1, 2])``.
CALLS: dict[str, Callable[[Any], object]] = {
    "unseen dice": lambda number: any_perudo.bid_fraction(any_perudo.Bid(8, 1), (1, 2), number(25)),
    "a bid": lambda number: any_perudo.bid_fraction(any_perudo.Bid(number(10), number(4)), number([1, 2]), number(28)),
    "moves": lambda number: any_perudo.rank_moves(any_perudo.Bid(9, 1), (1, 2), number(28)),
    "dice of a round": lambda number: hash(any_perudo.RoundState(number([5, 5]), number(1), number([1, 2, 3, 4, 5]))),
    "squares": lambda number: any_camel_up.solve_leg(
        any_camel_up.Position(((number(126), "BWOG"), (number(127), "Y")), "BWOGY"),
        any_camel_up.Rules(track=number(200)),
    ),
    "camels of a race": lambda number: any_camel_up.race_length(number(3), track=number(16), faces=number([1, 2, 3])),
    "an orchard": lambda number: any_orchard.count_final_states(any_orchard.Rules((number(10),) * 4, number(10))),
    "games of an orchard": lambda number: any_orchard.simulate(
        any_orchard.Rules((number(10),) * 4, number(10)), games=1_000
    ),
    "a state": lambda number: any_orchard.solve(state=any_orchard.State(number([9, 9, 9, 9]), number(9))).win,
    "a deck": lambda number: any_candy_land.Rules(singles=number([8] * 6), special_copies=number(1)).deck_size,
}


@pytest.mark.parametrize("name", CALLS)
def test_numpys_integers_give_the_same_results_and_spoil_no_cache(name: str) -> None:
    call = CALLS[name]
    first = call(np.uint8)
    assert first == call(lambda value: tuple(value) if isinstance(value, list) else value) == call(np.uint8)

"""The tree of dice orders as an icicle: a row for each die, in which the width of an order is its chance."""

from html import escape
from itertools import permutations
from math import perm

from boardodds.camel_up import camel_name
from boardodds.charts.camel_up import FILL, ink
from boardodds.probability.wording import plural

# Up to this many orders in a row leave room for a letter in each, even on a phone.
_MAX_LETTERS = 24


def icicle_html(dice: str, level: int, first_dice: str = "") -> str:
    """Return the orders in which dice can leave the pyramid as HTML.

    dice: the letters of all dice.
    level: the number of dice drawn, one row each.
    first_dice: the dice that all orders start with; empty for all orders.
    """
    rows = [_orders(dice, depth, first_dice) for depth in range(1, level + 1)]
    words = "; ".join(_describe(dice, paths) for paths in rows)
    drawn = "".join(_row(dice, paths) for paths in rows)
    return f'<div class="icicle" role="img" aria-label="{escape(words)}">{drawn}</div>'


def _orders(dice: str, depth: int, first_dice: str) -> list[str]:
    start = first_dice[:depth]
    rest = [die for die in dice if die not in start]
    return [start + "".join(later) for later in permutations(rest, depth - len(start))]


def _row(dice: str, paths: list[str]) -> str:
    cells = "".join(_cell(dice, path, letter=len(paths) <= _MAX_LETTERS) for path in paths)
    return f"<p>{escape(_describe(dice, paths))}</p><div>{cells}</div>"


def _describe(dice: str, paths: list[str]) -> str:
    """Describe the orders of one length.

    >>> _describe("BWOGY", ["WB", "WO", "WG", "WY"]), _describe("BWOGY", ["W"])
    ('After 2 dice: 4 orders, each 1/20', 'After 1 die: 1 order, 1/5')
    """
    each = "each " if len(paths) > 1 else ""
    return (
        f"After {plural(len(paths[0]), 'die', 'dice')}: {plural(len(paths), 'order')}, {each}{_chance(dice, paths[0])}"
    )


def _cell(dice: str, path: str, *, letter: bool) -> str:
    names = ", then ".join(camel_name(die) for die in path)
    return (
        f'<i style="--fill:{FILL[path[-1]]};color:{ink(path[-1])}" title="{escape(names)}: {_chance(dice, path)}">'
        f"{path[-1] if letter else ''}</i>"
    )


def _chance(dice: str, path: str) -> str:
    """Return the chance that the dice leave the pyramid in this order; all orders of a length are equally likely."""
    return f"1/{perm(len(dice), len(path))}"

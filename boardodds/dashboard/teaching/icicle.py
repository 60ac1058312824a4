"""The tree of dice orders as an icicle: a row for each die, in which the width of an order is its chance."""

from html import escape
from itertools import permutations

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
    words = "; ".join(_describe(paths, first_dice) for paths in rows)
    drawn = "".join(_row(paths, first_dice) for paths in rows)
    return f'<div class="icicle" role="img" aria-label="{escape(words)}">{drawn}</div>'


def _orders(dice: str, depth: int, first_dice: str) -> list[str]:
    start = first_dice[:depth]
    rest = [die for die in dice if die not in start]
    return [start + "".join(later) for later in permutations(rest, depth - len(start))]


def _row(paths: list[str], first_dice: str) -> str:
    # All orders of a length are equally likely, so the pieces have the same width.
    chance = f"1/{len(paths)}" if len(paths) > 1 else "certain"
    cells = "".join(_cell(path, chance, letter=len(paths) <= _MAX_LETTERS) for path in paths)
    return f"<p>{escape(_describe(paths, first_dice))}</p><div>{cells}</div>"


def _describe(paths: list[str], first_dice: str) -> str:
    """Describe the orders of one length, with their chances given the first dice.

    >>> _describe(["WB", "WO", "WG", "WY"], "W"), _describe(["W"], "W"), _describe(["W", "G"], "")
    ('2 dice: 4 orders, each 1/4 if white comes first', '1 die: white, as chosen', '1 die: 2 orders, each 1/2')
    """
    dice, given = plural(len(paths[0]), "die", "dice"), " and ".join(map(camel_name, first_dice))
    if len(paths) == 1 and given:
        return f"{dice}: {given}, as chosen"
    condition = f" if {given} comes first" if given else ""
    return f"{dice}: {plural(len(paths), 'order')}, each 1/{len(paths)}{condition}"


def _cell(path: str, chance: str, *, letter: bool) -> str:
    names = ", then ".join(camel_name(die) for die in path)
    return (
        f'<i style="--fill:{FILL[path[-1]]};color:{ink(path[-1])}" title="{escape(names)}: {chance}">'
        f"{path[-1] if letter else ''}</i>"
    )

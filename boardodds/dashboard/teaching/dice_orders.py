"""The orders in which dice are drawn, as a picture of one row for each draw, and in words."""

from html import escape
from itertools import permutations
from math import perm, prod

from boardodds.camel_up import FIRST_EDITION, Position, camel_name
from boardodds.charts import camel_up
from boardodds.dashboard.ui.words import NO_BREAK
from boardodds.probability.display import plural

# The board of the lesson on counting; that of the leg's page as it opens would show the lesson's answer.
POSITION = Position.parse("1:YGB 2:WO")
# In the order of the edition, as on the board.
DICE = "".join(sorted(POSITION.dice, key=FIRST_EDITION.camels.index))
ANY = "any"
COLORS = {die: (camel_up.FILL[die], camel_up.ink(die)) for die in DICE}
# Up to this many orders in a row leave room for a letter in each, even on a phone. Longer rows are words alone.
_MAX_LETTERS = 24


def orders_sentence(level: int, first_dice: str) -> str:
    """Return the number of orders of some dice as a product.

    level: the number of dice drawn.
    first_dice: the die that comes first; empty for any.

    >>> orders_sentence(2, "W").replace(NO_BREAK, " ")
    'Multiply the choices: the first 2 of 5 dice have 5 × 4 = 20 orders, 4 with white first'
    """
    choices = range(len(DICE), len(DICE) - level, -1)
    if level == 1:
        return f"Count the choices: the first die has {len(DICE)}"
    first = f", {prod(choices) // len(DICE)} with {camel_name(first_dice)} first" if first_dice else ""
    # No line break within the product.
    product = f"{NO_BREAK}×{NO_BREAK}".join(map(str, choices))
    rolled = f"{level} dice" if level == len(DICE) else f"the first {level} of {len(DICE)} dice"
    return f"Multiply the choices: {rolled} have {product} = {prod(choices)} orders{first}"


def icicle_html(dice: str, level: int, first_dice: str = "") -> str:
    """Return the orders in which dice can leave the pyramid as HTML.

    dice: the letters of all dice.
    level: the number of dice drawn, one row each.
    first_dice: the dice that all orders start with; empty for all orders.
    """
    rows = []
    for depth in range(1, level + 1):
        start = first_dice[:depth]
        rest = [die for die in dice if die not in start]
        rows.append([start + "".join(later) for later in permutations(rest, depth - len(start))])
    words = "; ".join(_describe(paths, dice, first_dice) for paths in rows)
    drawn = "".join(_row(paths, dice, first_dice) for paths in rows)
    return f'<div class="icicle" role="img" aria-label="{escape(words)}">{drawn}</div>'


def _row(paths: list[str], dice: str, first_dice: str) -> str:
    # All orders of a length are equally likely, so the pieces have the same width.
    chance = f"1/{perm(len(dice), len(paths[0]))}"
    words = f"<p>{escape(_describe(paths, dice, first_dice))}</p>"
    return words if len(paths) > _MAX_LETTERS else f"{words}<div>{''.join(_cell(path, chance) for path in paths)}</div>"


def _describe(paths: list[str], dice: str, first_dice: str) -> str:
    """Describe the orders of one length, with their chances.

    >>> _describe(["WB", "WG"], "WBG", "W"), _describe(["W"], "WBG", "W"), _describe(["W", "G"], "WG", "")
    ('2 dice: 2 of 6 orders, each 1/6', '1 die: white, 1/3', '1 die: 2 orders, each 1/2')
    """
    rolled, orders = plural(len(paths[0]), "die", "dice"), perm(len(dice), len(paths[0]))
    if len(paths) == 1:
        return f"{rolled}: {', '.join(map(camel_name, paths[0]))}, 1/{orders}"
    of_all = f"{len(paths)} of " if first_dice else ""
    return f"{rolled}: {of_all}{plural(orders, 'order')}, each 1/{orders}"


def _cell(path: str, chance: str) -> str:
    names = ", then ".join(camel_name(die) for die in path)
    return (
        f'<i style="--fill:{camel_up.FILL[path[-1]]};color:{camel_up.ink(path[-1])}" title="{escape(names)}: {chance}">'
        f"{path[-1]}</i>"
    )

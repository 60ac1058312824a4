"""The orders in which dice are drawn, as a picture of one row for each draw, and in words."""

from html import escape
from itertools import permutations
from math import prod

from boardodds.camel_up import FIRST_EDITION, camel_name
from boardodds.camel_up.published_figures import CAMEL_CALCULATOR
from boardodds.charts import camel_up
from boardodds.dashboard.ui.words import NO_BREAK
from boardodds.probability.display import plural

POSITION = CAMEL_CALCULATOR[0].position
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

    >>> orders_sentence(2, "W").replace(NO_BREAK, " "), orders_sentence(1, "")
    ('Multiply the choices: 2 dice have 5 × 4 = 20 orders, 4 with white first', 'Count the choices: the first die has 5')
    """
    choices = range(len(DICE), len(DICE) - level, -1)
    if level == 1:
        return f"Count the choices: the first die has {len(DICE)}"
    first = f", {prod(choices) // len(DICE)} with {camel_name(first_dice)} first" if first_dice else ""
    # No line break within the product.
    product = f"{NO_BREAK}×{NO_BREAK}".join(map(str, choices))
    return f"Multiply the choices: {level} dice have {product} = {prod(choices)} orders{first}"


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
    words = "; ".join(_describe(paths, first_dice) for paths in rows)
    drawn = "".join(_row(paths, first_dice) for paths in rows)
    return f'<div class="icicle" role="img" aria-label="{escape(words)}">{drawn}</div>'


def _row(paths: list[str], first_dice: str) -> str:
    # All orders of a length are equally likely, so the pieces have the same width.
    chance = f"1/{len(paths)}" if len(paths) > 1 else "certain"
    words = f"<p>{escape(_describe(paths, first_dice))}</p>"
    return words if len(paths) > _MAX_LETTERS else f"{words}<div>{''.join(_cell(path, chance) for path in paths)}</div>"


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


def _cell(path: str, chance: str) -> str:
    names = ", then ".join(camel_name(die) for die in path)
    return (
        f'<i style="--fill:{camel_up.FILL[path[-1]]};color:{camel_up.ink(path[-1])}" title="{escape(names)}: {chance}">'
        f"{path[-1]}</i>"
    )

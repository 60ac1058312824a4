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


def icicle_html(level: int, first_dice: str = "") -> str:
    """Return the orders in which dice can leave the pyramid as HTML, one row for each number of dice up to a level.

    first_dice: the dice that all orders start with; empty for all orders.
    """
    words, drawn = [], ""
    for depth in range(1, level + 1):
        start = first_dice[:depth]
        rest = [die for die in DICE if die not in start]
        paths = [start + "".join(later) for later in permutations(rest, depth - len(start))]
        words.append(_describe(paths, first_dice))
        # All orders of a length are equally likely, so the pieces have the same width.
        pieces = f"<div>{''.join(map(_piece, paths))}</div>" if len(paths) <= _MAX_LETTERS else ""
        drawn += f"<p>{escape(words[-1])}</p>{pieces}"
    return f'<div class="icicle" role="img" aria-label="{escape("; ".join(words))}">{drawn}</div>'


def _describe(paths: list[str], first_dice: str) -> str:
    """Describe the orders of one length, with their chances.

    >>> _describe(["WB", "WG"], "W"), _describe(["W"], "W"), _describe(list(DICE), "")
    ('2 dice: 2 of 20 orders, each 1/20', '1 die: white, 1/5', '1 die: 5 orders, each 1/5')
    """
    rolled, orders = plural(len(paths[0]), "die", "dice"), perm(len(DICE), len(paths[0]))
    if len(paths) == 1:
        return f"{rolled}: {', '.join(map(camel_name, paths[0]))}, 1/{orders}"
    of_all = f"{len(paths)} of " if first_dice else ""
    return f"{rolled}: {of_all}{plural(orders, 'order')}, each 1/{orders}"


def _piece(path: str) -> str:
    (fill, ink), names = COLORS[path[-1]], ", then ".join(map(camel_name, path))
    title = f"{escape(names)}: 1/{perm(len(DICE), len(path))}"
    return f'<i style="--fill:{fill};color:{ink}" title="{title}">{path[-1]}</i>'

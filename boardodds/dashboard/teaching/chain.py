"""The view of the counting page that follows a Markov chain turn by turn on a small Candy Land board."""

from fractions import Fraction
from typing import Any

import numpy as np

from boardodds.candy_land import Rules, parse_spaces, solve_reshuffled
from boardodds.candy_land.rules import COLORS
from boardodds.candy_land.solver import reshuffled_chain
from boardodds.charts import counting as charts
from boardodds.charts import svg
from boardodds.charts.candy_land import SPACE_FILLS
from boardodds.dashboard.teaching.parts import Controls, Fields, is_value, lesson, picture
from boardodds.dashboard.ui.panels import Finding, Grid, Panel, Parts
from boardodds.dashboard.ui.present import is_presenting
from boardodds.dashboard.ui.state_store import StateStore
from boardodds.dashboard.ui.words import NO_BREAK, escape_markdown, percent
from boardodds.probability.arrays import Floats
from boardodds.probability.display import plural

MAX_STEP = 40
# Small enough to follow by hand, with one picture space, one licorice space and one shortcut.
BOARD = Rules(
    spaces=parse_spaces("RPY[Jolly]RPYRPY"),
    shortcuts=((1, 5),),
    licorice=(6,),
    singles=(2, 2, 2, 0, 0, 0),
    doubles=(1, 0, 0, 0, 0, 0),
)
LAST_SPACE = len(BOARD.board)
NAMES = ["start", *(f"{number} {space[:1]}" for number, space in enumerate(BOARD.board, start=1)), "castle"]

# Of a value that is worked out from the others, which are shown to two decimal places: their weighted average has no larger one.
_ERROR = 0.005


def chain_view(store: StateStore[Any]) -> Parts:
    """Return the chance of each position after a number of turns that the visitor chooses."""
    step = store.state.step
    turns = plural(step, "turn")
    odds = solve_reshuffled(BOARD)
    end_chance = odds.turns.at_most(step)
    chances = [*reshuffled_chain(BOARD).state_probabilities(step).tolist(), end_chance]
    found = f"It takes {odds.mean_turns:.1f} turns on average to reach the castle"
    yield Finding(found if shown_mean(store) else "How many turns does it take to reach the castle?")
    # On a projector the board has the window, not the chart of the turns.
    yield from board_parts(store, *([] if is_presenting() else ["step"]), "space")
    yield Panel(
        charts.position_bars(NAMES, chances),
        key="chain_chart",
        alt=f"After {turns}: "
        + ", ".join(f"{name} {percent(chance)}" for name, chance in zip(NAMES, chances, strict=True)),
        finding=f"After {turns}, the player has reached the castle with a chance of "
        f"{percent(end_chance) if end_chance else '0%'}",
        method="Counted, in percent, by the number of the space and the letter of its colour; J is Jolly's picture space.",
    )
    yield lesson(
        "The future depends only on the space where you are. So the chances of the next turn follow from those of this turn: "
        "multiply each space's chance by the chances of its moves, and add up what arrives at each space. The average number of "
        "turns is the sum of the chances of not having reached the castle after 0, 1, 2, … turns."
    )
    yield from _turns(store)


def shown_mean(store: StateStore[Any]) -> float | None:
    """Return the average number of turns from the start; None while it is the value that the visitor has to find."""
    mean = solve_reshuffled(BOARD).mean_turns
    return mean if store.state.space or is_value(store.state.turns, mean, _ERROR) else None


def board_parts(store: StateStore[Any], *names: str) -> Parts:
    """Return the widgets of some rules, and the board with the moves from the chosen space."""
    yield Controls(store, names)
    start, moves = NAMES[store.state.space], moves_by_space()
    yield f"### The board, and each move from {_place(start)} with its chance"
    chances_from = ", ".join(f"{end} {chance}" for end, chance in moves[start].items())
    yield picture(board_svg(start), f"From {start}: {chances_from}")
    yield _describe_board()


def board_svg(start: str) -> str:
    """Return an SVG picture of the board with the moves from a space."""
    fills = [svg.LINE, *(SPACE_FILLS.get(space, svg.LINE) for space in BOARD.board), svg.LINE]
    return charts.chain_arrows(NAMES, fills, moves_by_space(), start)


def moves_by_space() -> dict[str, dict[str, Fraction]]:
    """Return the chances of the possible moves, by the space where a turn begins and the space where it ends."""
    chain = reshuffled_chain(BOARD)
    rows = np.column_stack([chain.transitions, chain.absorption]).tolist()
    return {
        start: {end: Fraction(p).limit_denominator(BOARD.deck_size) for end, p in zip(NAMES, row, strict=True) if p}
        for start, row in zip(NAMES, rows, strict=False)
    }


def expected_visits() -> Floats:
    """Return the expected turns that begin on each space, by the space where the player stands: float array (spaces, spaces).

    This is the fundamental matrix, the inverse of 1 - Q, where Q has the chances of moves between spaces. The sums of its
    rows are the expected turns to the castle.
    """
    moves = reshuffled_chain(BOARD).transitions
    return np.linalg.inv(np.eye(len(moves)) - moves).astype(float)


def _turns(store: StateStore[Any]) -> Parts:
    """Return the first-step equations with one value hidden until the visitor types it, then the fundamental matrix."""
    spaces = NAMES[:-1]
    hidden, typed = NAMES[store.state.space], store.state.turns
    visits, moves = expected_visits(), moves_by_space()
    turns = dict(zip(spaces, visits.sum(axis=1).tolist(), strict=True))
    is_right = is_value(typed, turns[hidden], _ERROR)

    def known(space: str) -> str:
        return f"{turns[space]:.2f}" if is_right or space != hidden else "?"

    yield (
        f"### First steps: how many turns from {_place(hidden)}?\n\nA turn is spent, then the rest depends on where it leads: "
        "$E = 1 + \\sum p\\,E'$, and at the castle $E = 0$. Every line has this form. Find the hidden value."
    )
    yield Fields(store, ["turns"], width=360)
    if typed:
        yield "**Right.**" if is_right else f"**{escape_markdown(typed)} is not the value.**"
    # On a projector the matrix takes the place of the equations.
    if not (is_right and is_presenting()):
        lines, times = {}, f"{NO_BREAK}×{NO_BREAK}"
        for space in spaces:
            terms = [f"{chance}{times}{known(end)}" for end, chance in moves[space].items() if end in turns]
            lines[_with_stop(space)] = {"turns": known(space), "one turn, then": " + ".join(["1", *terms])}
        yield Grid(lines, corner="from", caption="Expected turns to the castle", words=["one turn, then"])
    if is_right:
        yield "### The same numbers from a matrix: $(I - Q)^{-1}$ has the expected visits, and each row adds up to $E$"
        cells, most = {}, visits.max()
        for space, row in zip(spaces, visits, strict=True):
            shares = {end: (value / most, f"{value:.2f}") for end, value in zip(spaces, row, strict=True)}
            cells[_with_stop(space)] = {**shares, "sum": (0.0, f"{row.sum():.2f}")}
        caption = "Expected turns that begin on each space, by the space where the player stands"
        yield Grid(cells, corner="from", caption=caption)


def _with_stop(name: str) -> str:
    """Return the name of a row, and whether nobody stops on its space, because a shortcut begins there."""
    return f"{name}, nobody stops" if name in [NAMES[start + 1] for start, _ in BOARD.shortcuts] else name


def _place(name: str) -> str:
    return "the start" if name == NAMES[0] else f"space {name}"


def _describe_board() -> str:
    start, end = BOARD.shortcuts[0]
    single = [card for card in BOARD.cards if card in COLORS]
    (double,) = (card for card in BOARD.cards if len(card) == 2)
    (picture,) = (card for card in BOARD.cards if card not in single and card != double)
    cards = ", ".join(f"{copies}{NO_BREAK}×{NO_BREAK}{card}" for card, copies in BOARD.cards.items())
    colors = ", ".join(f"{card} {COLORS[card]}" for card in single)
    return (
        f"The board has {len(BOARD.board)} spaces. The deck of {BOARD.deck_size} cards is shuffled before every draw: {cards}. "
        f"A card with one letter moves you to the next space of that colour ({colors}), {double} to the second "
        f"{COLORS[double[0]]} space ahead. If there is none, you reach the castle. *{picture}* moves you to Jolly's space, "
        f"{BOARD.board.index(picture) + 1}, forwards or back. Space {start + 1} has a shortcut to space {end + 1}. On the "
        f"licorice space, {BOARD.licorice[0] + 1}, you are stuck until you draw its colour."
    )

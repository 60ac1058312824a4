"""The counting page: the tree of dice orders, the boards that replace it, a small orchard solved state by state, and a chain."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from math import factorial, perm

from boardodds.camel_up import Position, camel_name, roll_die, solve_leg
from boardodds.camel_up.moves import possible_rolls
from boardodds.charts import camel_up
from boardodds.charts import counting as charts
from boardodds.dashboard.camel_up import solvers as camel_up_solvers
from boardodds.dashboard.runtime.compute import keep_results
from boardodds.dashboard.teaching.chain import LAST_SPACE, MAX_STEP, board_parts, chain_view, shown_mean
from boardodds.dashboard.teaching.dice_orders import ANY, COLORS, DICE, POSITION, icicle_html, orders_sentence
from boardodds.dashboard.teaching.parts import Block, Controls, check_typed, is_value, lesson, picture
from boardodds.dashboard.ui.declared_widgets import show_rules
from boardodds.dashboard.ui.panels import Cells, Code, Finding, Formula, Grid, Html, Panel, Parts
from boardodds.dashboard.ui.present import is_presenting
from boardodds.dashboard.ui.reveal import Prediction
from boardodds.dashboard.ui.settings import Event, Query, allowed_part, last_value, one_of, rules_definition
from boardodds.dashboard.ui.state_store import VIEW, StateStore
from boardodds.dashboard.ui.words import escape_markdown, percent
from boardodds.entry.game import Page
from boardodds.orchard import Rules, State, solve
from boardodds.orchard.exact import Recurrence, Term, recurrence
from boardodds.orchard.rules import MOST_LEFT
from boardodds.probability.declared_rules import OneOf, Text, Whole, check_rules, rule
from boardodds.probability.display import plural

PAGE = Page("counting", "Counting", "How are cases counted?")
_GAME = (
    f"A leg of Camel Up: the pyramid contains one die for each camel, {', '.join(map(camel_name, DICE))}. The dice are drawn one "
    "by one, and each moves its camel 1, 2 or 3 squares."
)
BOARD = camel_up.camel_board(POSITION)
# Few enough states to solve one by one, and enough to show how they depend on each other.
ORCHARD = Rules(fruit=(2, 2), raven_steps=3, basket_picks=1)
_FRUIT = ((1, 0), (1, 1), (2, 0), (2, 1), (2, 2))
STATES = tuple(State(fruit, raven) for fruit in _FRUIT for raven in range(1, ORCHARD.raven_steps + 1))
_ORCHARD_IN_WORDS = (
    "This small orchard has two trees with two fruits each. Its die has two tree faces, a basket and a raven. The basket "
    f"picks one fruit, from the fullest tree. We lose if the raven takes {plural(ORCHARD.raven_steps, 'step')} before all "
    "fruit is picked."
)
# The rows of dice orders below which a projector has room for a second tree.
_MAX_ROWS_ABOVE = 3
# What the recurrence calls the face of a tree, before the number of its fruits.
_TREE = "tree with "


@dataclass(frozen=True)
class Counting:
    """What the views show.

    depth, begins: the dice rolled, and the first of them.
    solved, chance: the states of the small orchard that are solved, and what the visitor took for the chance of the next one.
    step, space, turns: of the small Candy Land the turns so far, the space whose arrows are drawn and whose turns are hidden, and
        what the visitor took for them.
    """

    depth: int = rule(2, Whole(1, len(DICE)), "Dice rolled")
    begins: str = rule("W", OneOf({ANY: ANY} | {die: camel_name(die) for die in DICE}), "First die")
    solved: int = rule(0, Whole(0, len(STATES)), "States solved")
    chance: str = rule("", Text(inspect=check_typed), "The chance, as a fraction")
    step: int = rule(1, Whole(0, MAX_STEP), "Turns")
    space: int = rule(7, Whole(0, LAST_SPACE), "From space (0 is the start)")
    turns: str = rule("", Text(inspect=check_typed), "The hidden value, to two decimal places")

    def __post_init__(self) -> None:
        check_rules(self)

    @property
    def first_dice(self) -> str:
        """The die that all orders start with; empty for any die."""
        return "" if self.begins == ANY else self.begins


_RULES = rules_definition("counting", Counting())


def _apply(state: Counting, event: Event) -> tuple[Counting, str]:
    after, notice = _RULES.apply(state, event)
    if (after.solved, after.space) != (state.solved, state.space):
        after = replace(after, chance="", turns="")
    return _with_answer(after), notice


def _with_answer(state: Counting) -> Counting:
    """Return the state with one more state solved if the chance is right."""
    if state.chance and is_value(state.chance, _chances()[STATES[min(state.solved, len(STATES) - 1)]]):
        return replace(state, chance="", solved=min(state.solved + 1, len(STATES)))
    return state


@keep_results(entries=1)
def _chances() -> Mapping[State, Fraction]:
    return {state: solve(ORCHARD, policy=MOST_LEFT, state=state).win_fraction() for state in STATES}


DEFINITION = replace(_RULES, read=lambda link: _with_answer(_RULES.read(link)), apply=_apply)


def show_setup(store: StateStore[Counting]) -> None:
    """Show the widget of what is chosen once."""
    show_rules(store, store.state, ["begins"])


def orders_view(store: StateStore[Counting]) -> Parts:
    """Return the tree of dice orders down to a level that the visitor chooses."""
    level, first_dice = store.state.depth, store.state.first_dice
    yield Finding(orders_sentence(level, first_dice))
    yield Controls(store, ["depth"])
    counts, final_counts = (camel_up_solvers.counting_levels(POSITION)[number] for number in (level, -1))
    yield Block(f"tree_{level}", [Html(icicle_html(level, first_dice))])
    path = (first_dice + "".join(die for die in DICE if die != first_dice))[:level]
    names = ", ".join(map(camel_name, path))
    yield f"### One path: {names}"
    yield picture(charts.branches(DICE, path, COLORS), f"The branches of the tree on the path {names}")
    product = r" \cdot ".join(_tex(Fraction(1, left)) for left in range(len(DICE), len(DICE) - level, -1))
    yield Formula(f"{product} = {_tex(Fraction(1, counts.orders))}")
    begin = shown = ""
    if first_dice:
        name = camel_name(first_dice)
        begin, shown = f"; {counts.sequences // len(DICE):,} of them begin with {name}", f" if {name} came first"
    whole = f" A whole leg has {final_counts.sequences:,}." if level < final_counts.rolls else ""
    yield (
        f"Each die shows 1, 2 or 3, so there are {counts.orders:,} × {counts.sequences // counts.orders} = "
        f"{counts.sequences:,} sequences{begin}.{whole}"
    )
    if first_dice and (level <= _MAX_ROWS_ABOVE or not is_presenting()):
        yield from _given_parts(first_dice)
    yield lesson(
        f"Each row is one more die, and its pieces are the dice that can come next{shown}. The pieces of a row are equally "
        f"likely and equally wide. Every piece is split among the dice that are left: {len(DICE) - 1} after the first, one fewer "
        "each time."
    )
    # A projector shows it before the answer.
    if not is_presenting():
        yield from _game()


def _given_parts(die: str) -> Parts:
    """Return a tree with unequal branches: whether a die comes first, then whether its camel wins the leg."""
    name, (given, otherwise) = camel_name(die), wins_by_first_die(die)
    first = Fraction(1, len(DICE))
    total = first * given + (1 - first) * otherwise
    yield f"### A tree with unequal branches: given that {name} came first, does {name} win the leg?"
    # The factors have a place more than their sum, so that whoever adds up finds the sum.
    wins, else_wins = (percent(float(p), 2) for p in (given, otherwise))
    in_all, in_wins = (percent(float(p)) for p in (total, first * given / total))
    tree = charts.unequal_branches(name, first, (given, otherwise))
    yield picture(tree, f"{name} wins {wins} of legs if its die comes first, else {else_wins}")
    yield (
        f"Multiply along each path, then add up the paths: {first} × {wins} + {1 - first} × {else_wins} = {in_all}. Of the legs "
        f"that {name} wins, its die came first in {in_wins}."
    )


@lru_cache(maxsize=len(DICE))
def wins_by_first_die(die: str) -> tuple[Fraction, Fraction]:
    """Return the chances that a camel wins the leg given that its die came first, and given that another did."""
    leg = solve_leg(POSITION)
    after = [roll_die(POSITION, roll).position for roll in possible_rolls(die)]
    given = sum((solve_leg(board).fraction(die, 1) for board in after if board), Fraction(0)) / len(after)
    first = Fraction(1, len(DICE))
    return given, (leg.fraction(die, 1) - first * given) / (1 - first)


def _game() -> Parts:
    yield f"### The board that is counted\n\n{_GAME}"
    yield picture(BOARD, f"The board: {POSITION}")


def boards_view(_store: StateStore[Counting]) -> Parts:
    """Return how few boards replace the branches of the tree."""
    levels = camel_up_solvers.counting_levels(POSITION)
    yield Finding(states_sentence())
    yield from _game()
    cells: dict[str, dict[str, str]] = {}
    for level in levels:
        boards = f"{level.states:,}{' final boards' if level is levels[-1] else ''}"
        ways = {"orders": f"{level.orders:,}", "sequences": f"{level.sequences:,}"}
        cells[str(level.rolls)] = {**ways, "different boards": boards}
    caption = "Ways to roll the dice, and the different boards they lead to"
    yield Grid(cells, corner="dice rolled", caption=caption, words=())
    first, second, board = equal_sequences()
    yield f"### “{first}” and “{second.lower()}” lead to the same board"
    yield picture(camel_up.camel_board(board), f"The board: {board}")
    yield lesson(
        "Two boards are the same if the same stacks stand on the same squares and the same dice are left. Everything that "
        "can follow is then the same, so their branches are counted together, once."
    )
    nodes, states = camel_up_solvers.growth()
    most = max(nodes)
    yield Panel(
        charts.growth_line(nodes, states),
        key="states_chart",
        alt="Nodes of the tree and different states by number of dice: "
        + "; ".join(f"{plural(n, 'die', 'dice')} {nodes[n]:,} and {states[n]:,}" for n in nodes),
        finding=f"With {most} dice, one state replaces {nodes[most] / states[most]:.1f} nodes on average",
        method="A node is a moment at which a die is rolled; a state is a board with its remaining dice. Counted for another "
        f"board: one stack of {most} camels, with some or all of their dice. The scale is logarithmic.",
    )


@lru_cache(maxsize=1)
def equal_sequences() -> tuple[str, str, Position]:
    """Return two sequences of two dice, in words, that lead from the board to the same one, and that board."""
    found: dict[Position, str] = {}
    for first in possible_rolls(POSITION.dice):
        after = roll_die(POSITION, first).position
        for second in possible_rolls(after.dice) if after else ():
            board = roll_die(after, second).position if after else None
            words = ", ".join(f"{camel_name(roll.die)} {roll.number}" for roll in (first, second)).capitalize()
            if board and found.setdefault(board, words) != words:
                return found[board], words, board
    raise ValueError(f"no two sequences of two dice lead from {POSITION} to the same board")


def states_sentence() -> str:
    """Return a comparison of dice sequences with boards, after as many dice as give the most boards."""
    level = max(camel_up_solvers.counting_levels(POSITION), key=lambda level: level.states)
    return f"{level.sequences:,} ways to roll {level.rolls} dice lead to only {level.states:,} different boards"


def orchard_view(store: StateStore[Counting]) -> Parts:
    """Return a small orchard, solved one state at a time: the visitor types the chance of the next state."""
    chances, number, typed = _chances(), store.state.solved, store.state.chance
    current = STATES[min(number, len(STATES) - 1)]
    place = f"{fruit_in_words(current)} and the raven {_steps(current)}"
    is_hidden = number < len(STATES)
    found = f"we win {percent(float(chances[current]))} of the time ({chances[current]})"
    yield Finding(f"How often do we win with {place}?" if is_hidden else f"With {place}, {found}")
    yield Controls(store, ["chance"] if is_hidden else [])
    state_recurrence = recurrence(ORCHARD, MOST_LEFT, current)
    if typed and is_hidden:
        equation = _equation(state_recurrence, chances, "\\,?")
        wrong = f"**{escape_markdown(typed)} is not the chance.** Add up each chance times what is known after it:"
        yield f"{wrong}\n\n$\\displaystyle {equation}$"
    elif not is_hidden:
        yield Formula(_equation(state_recurrence, chances, _tex(chances[current])))
    yield _ORCHARD_IN_WORDS
    terms = _term_cells(state_recurrence, chances)
    yield Grid(terms, corner="face", caption="The rolls in the framed state", words=["leads to"])
    solved: dict[str, dict[str, tuple[float, str]]] = {}
    for order, state in enumerate(STATES):
        unknown = (0.0, "?" if order == number else "")
        cell = (float(chances[state]), str(chances[state])) if order < number else unknown
        solved.setdefault(_fruit(state), {})[f"raven {_steps(state)}"] = cell
    yield Grid(
        solved,
        corner="fruit left",
        caption="Chance of winning, by the fruit left on each tree and the raven's distance, for the states solved so far",
        current=(_fruit(current), f"raven {_steps(current)}"),
    )
    yield lesson(
        "Every roll that changes something leads to a state with less fruit or with the raven one step nearer. The chance of "
        "that state is already known. So you can fill the table from the top, one state at a time. A roll of an empty tree "
        "changes nothing: leave it out, and divide the sum by the chance of the other rolls."
    )


def _fruit(state: State) -> str:
    return " + ".join(str(left) for left in state.fruit if left)


def fruit_in_words(state: State) -> str:
    """Return the fruit on the two trees, the fullest first.

    >>> [fruit_in_words(State(fruit, 1)) for fruit in ((1, 0), (1, 1), (2, 1))]
    ['1 fruit on one tree', '1 fruit on each tree', '2 fruits on one tree, 1 on the other']
    """
    first, second = state.fruit
    if first == second:
        return f"{plural(first, 'fruit')} on each tree"
    return f"{plural(first, 'fruit')} on one tree" + (f", {second} on the other" if second else "")


def _steps(state: State) -> str:
    return f"{plural(state.raven_steps, 'step')} away"


def _value(state: State, chances: Mapping[State, Fraction]) -> Fraction:
    return chances[state] if state in chances else Fraction(state.is_won)


def _term_cells(state_recurrence: Recurrence, chances: Mapping[State, Fraction]) -> Cells:
    lines = {
        face_in_words(term): (str(term.chance), _state_in_words(term.after), str(_value(term.after, chances)))
        for term in state_recurrence.terms
    }
    if repeats := state_recurrence.repeats:
        lines["the empty tree"] = str(repeats), "the same state", "left out"
    columns = "chance", "leads to", "chance of winning then"
    return {face: dict(zip(columns, line, strict=True)) for face, line in lines.items()}


def _state_in_words(state: State) -> str:
    if state.is_lost or state.is_won:
        return "lost" if state.is_lost else "won"
    return f"{_fruit(state)} left, raven {_steps(state)}"


def face_in_words(term: Term) -> str:
    """Return the face or faces of the die in words.

    >>> state = State((1, 0), 1)
    >>> [face_in_words(Term(face, Fraction(1, 4), state)) for face in ("tree with 2", "raven")]
    ['the tree with 2 fruits', 'raven']
    >>> face_in_words(Term("tree with 2", Fraction(1, 2), state))
    'either tree (2 faces)'
    """
    if not term.face.startswith(_TREE):
        return term.face
    if (faces := term.chance * ORCHARD.faces) > 1:
        return f"either tree ({faces} faces)"
    return f"the tree with {plural(int(term.face[len(_TREE) :]), 'fruit')}"


def _equation(state_recurrence: Recurrence, chances: Mapping[State, Fraction], result: str) -> str:
    total = " + ".join(
        rf"{_tex(term.chance)} \cdot {_tex(_value(term.after, chances))}" for term in state_recurrence.terms
    )
    value = rf"\frac{{{total}}}{{1 - {_tex(state_recurrence.repeats)}}}" if state_recurrence.repeats else total
    return f"V = {value} = {result}"


def _tex(number: Fraction) -> str:
    return str(number) if number.denominator == 1 else rf"\tfrac{{{number.numerator}}}{{{number.denominator}}}"


def method_view(_store: StateStore[Counting]) -> Parts:
    """Return the formulas, the sources and the Python code."""
    dice = len(DICE)
    yield "$N$ dice can be drawn in $N!$ orders, and each shows one of three numbers:"
    # The numbers of sequences: an order of the dice, and one of three numbers on each.
    one_leg, two_legs = (3**count * factorial(count) for count in (dice, 2 * dice))
    total = f"{one_leg:,}".replace(",", "{,}")
    yield Formula(rf"3^N \cdot N!, \qquad 3^{dice} \cdot {dice}! = {total}")
    yield (
        f"A computer can list every sequence of {dice} dice in a moment, but {2 * dice} dice have {two_legs:,}. "
        "Counting *states* instead is dynamic programming. In Camel Up it works forwards: the number of ways to reach a board is "
        "the sum of the ways to reach the boards one roll before it. In Orchard it works backwards: the chance of winning from a "
        "state is the average over the states after it, weighted by their chances (a *value function*)."
    )
    yield (
        "**Sources**: the blog post *Camel Calculator* draws the tree of orders. Orchard's recurrence is from S. P. Marinček's "
        "paper *Will we win the Orchard game?*"
    )
    yield Code(
        "from boardodds.camel_up import Position\n"
        "from boardodds.camel_up.tally import levels\n"
        f'levels(Position.parse("{POSITION}"))  # orders, sequences and states after each roll'
    )


VIEWS: dict[str, Callable[[StateStore[Counting]], Parts]] = {
    "Dice orders": orders_view,
    "Equal boards": boards_view,
    "Small orchard": orchard_view,
    "Small Candy Land": chain_view,
    "Method": method_view,
}


def _ask_orders(store: StateStore[Counting]) -> Parts:
    yield Controls(store, ["depth"])
    yield from _game()


PREDICTIONS = {
    "Dice orders": Prediction(
        "in how many orders the dice can come",
        factorial(len(DICE)),
        "order",
        before=_ask_orders,
        exact=lambda store: perm(len(DICE), store.state.depth),
        about=lambda store: store.state.depth,
    ),
    "Equal boards": Prediction(
        "how many different boards five dice can lead to",
        100_000,
        "board",
        "prediction_boards",
        lambda _: _game(),
        exact=lambda _: max(level.states for level in camel_up_solvers.counting_levels(POSITION)),
        about=lambda _: "",
    ),
    "Small orchard": Prediction(
        "how often we win from the start",
        name="prediction_wins",
        before=lambda _: [_ORCHARD_IN_WORDS],
        exact=lambda store: 100 * float(_chances()[STATES[-1]]) if store.state.solved == len(STATES) else None,
        about=lambda _: "",
    ),
    "Small Candy Land": Prediction(
        "how many turns it takes on average",
        40,
        "turn",
        "prediction_turns",
        lambda store: board_parts(store, "space"),
        exact=shown_mean,
        about=lambda _: "",
    ),
}


def home_note() -> str:
    """Return the sentence of the page on the home page: a comparison of the boards with the dice sequences of a leg."""
    return f"{states_sentence()}."


def finding_of_link(query: Query) -> str:
    """Return the number of orders, or of boards; "" for the other views."""
    link = allowed_part(query, {**DEFINITION.allowed, VIEW: one_of(VIEWS)})
    orders, boards, *_ = VIEWS
    view, state = last_value(link, VIEW, orders), DEFINITION.read(link)
    if view == orders:
        return orders_sentence(state.depth, state.first_dice)
    return states_sentence() if view == boards else ""

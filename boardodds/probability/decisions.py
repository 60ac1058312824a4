"""Games of choice and chance: the value of every state and the best action in it, from the rules as three functions.

A value is what can be expected at the end, such as the chance of winning: 1 where the game is won, 0 where it is lost.
"""

from collections.abc import Callable, Hashable, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Generic, TypeVar

Value = Fraction | float
StateT = TypeVar("StateT", bound=Hashable)
ActionT = TypeVar("ActionT", bound=Hashable)
# By state and action, the chance of each state that can follow.
Moves = dict[StateT, dict[ActionT, list[tuple[Value, StateT]]]]

MAX_STATES = 1_000_000
_MAX_SWEEPS = 10_000


@dataclass(frozen=True, slots=True)
class Decisions(Generic[StateT, ActionT]):
    """The solution of a game.

    values: by state, what can be expected from it, for all states that the start can lead to.
    policy: by state that is no end, the best action; the first of several that are equally good.
    """

    values: Mapping[StateT, Value]
    policy: Mapping[StateT, ActionT]


def solve(
    start: StateT,
    choices: Callable[[StateT], Iterable[ActionT]],
    outcomes: Callable[[StateT, ActionT], Iterable[tuple[Value, StateT]]],
    final: Callable[[StateT], Value | None],
    *,
    minimizes: Callable[[StateT], bool] = lambda _: False,
    tolerance: float = 1e-9,
) -> Decisions[StateT, ActionT]:
    """Return the values and the best actions of a game.

    If no state can come back, values are exact: fractions if the chances and the values of the ends are. Otherwise a lower and
    an upper bound of each value are improved until their middle differs from the exact value by at most ``tolerance``.

    choices: returns the actions in a state, at least one.
    outcomes: returns the chance of each state that can follow a state and an action; the chances sum to 1.
    final: returns the value of a state that ends the game, None for any other state.
    minimizes: whether it is an opponent who chooses in a state, for whom the lowest value is best.

    Raises ValueError for chances that do not sum to 1, for too many states, and for a game that can go on forever.

    Two players of Pig to 10 points never hold. A state has the points of the player who rolls, of the other, and of this turn,
    and whether the first player rolls.

    >>> def outcomes(state, action):
    ...     own, other, turn, is_first = state
    ...     if action == "hold":
    ...         return [(1, (other, own + turn, 0, not is_first))]
    ...     rolls = [(1 / 6, (own, other, turn + face, is_first)) for face in range(2, 7)]
    ...     return [(1 / 6, (other, own, 0, not is_first)), *rolls]
    >>> pig = solve(
    ...     (0, 0, 0, True),
    ...     choices=lambda state: ("roll", "hold") if state[2] else ("roll",),
    ...     outcomes=outcomes,
    ...     final=lambda state: float(state[3]) if state[0] + state[2] >= 10 else None,
    ...     minimizes=lambda state: not state[3],
    ... )
    >>> round(pig.values[0, 0, 0, True], 4), set(pig.policy.values())
    (0.7094, {'roll'})
    """
    ends, moves, is_cyclic = _explore(start, choices, outcomes, final)

    def choose(state: StateT, values: Mapping[StateT, Value]) -> tuple[ActionT, Value]:
        worth = {action: sum(p * values[after] for p, after in pairs) for action, pairs in moves[state].items()}
        action = (min if minimizes(state) else max)(worth, key=worth.__getitem__)
        return action, worth[action]

    values = dict(ends)
    if is_cyclic:
        low, high = ({**ends, **dict.fromkeys(moves, bound(ends.values()))} for bound in (min, max))
        for _ in range(_MAX_SWEEPS):
            for state in moves:
                low[state], high[state] = choose(state, low)[1], choose(state, high)[1]
            if all(high[state] - low[state] <= 2 * tolerance for state in moves):
                break
        else:
            raise ValueError("a game must be certain to end, whatever is chosen, got one that can go on forever")
        values |= {state: (low[state] + high[state]) / 2 for state in moves}
    policy = {}
    for state in moves:
        policy[state], value = choose(state, values)
        values.setdefault(state, value)
    return Decisions(values, policy)


def _explore(
    start: StateT,
    choices: Callable[[StateT], Iterable[ActionT]],
    outcomes: Callable[[StateT, ActionT], Iterable[tuple[Value, StateT]]],
    final: Callable[[StateT], Value | None],
) -> tuple[dict[StateT, Value], Moves[StateT, ActionT], bool]:
    """Return the values of the ends, the moves of other states, each after those that it leads to, and if one can come back."""
    ends: dict[StateT, Value] = {}
    moves: Moves[StateT, ActionT] = {}
    path: set[StateT] = set()
    is_cyclic = False
    # States to enter, and states to leave when all that they lead to is known: a recursion would be too deep.
    stack = [(start, True)]
    while stack:
        state, is_entered = stack.pop()
        if not is_entered:
            path.remove(state)
            moves[state] = moves.pop(state)
        elif state in moves:
            is_cyclic = is_cyclic or state in path
        elif (value := final(state)) is not None:
            ends[state] = value
        else:
            here = moves[state] = {a: [pair for pair in outcomes(state, a) if pair[0]] for a in choices(state)}
            chances = [[float(p) for p, _ in pairs] for pairs in here.values()]
            if not chances or any(abs(sum(each) - 1) > 1e-9 or min(each) < 0 for each in chances):
                raise ValueError(f"a state must have actions with chances that sum to 1, got {chances} in {state!r}")
            if len(moves) > MAX_STATES:
                raise ValueError(f"a game must have at most {MAX_STATES:,} states, got more")
            path.add(state)
            stack += [(state, False), *((after, True) for pairs in here.values() for _, after in pairs)]
    if not ends:
        raise ValueError("a game must be certain to end, whatever is chosen, got one without an end")
    return ends, moves, is_cyclic

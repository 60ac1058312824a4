"""Absorbing Markov chains: the number of steps to the end, the visits to each state, and the probability of each end."""

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Generic, TypeVar

import numpy as np

from boardodds.probability.arrays import Bools, Floats, Ints
from boardodds.probability.pmf import Pmf
from boardodds.probability.validate import check_whole

MAX_STEPS = 1_000_000
# The bound for a chain that is built from its transition function.
MAX_STATES = 5_000
# The bound for answers as fractions: their numerators grow with every state.
MAX_FRACTION_STATES = 300
# A distribution is cut off when less probability than this is left. It is below the rounding of a float near 1.
_MAX_TAIL = 1e-17
# The number of steps that are computed at once: a power of 2.
_BLOCK_STEPS = 16
_ROUNDING = 1e-9

StateT = TypeVar("StateT", bound=Hashable)
# The probability of each next state.
Moves = Mapping[StateT, Fraction | float]


@dataclass(frozen=True, eq=False, slots=True)
class AbsorbingChain:
    """A Markov chain with absorption, described by its transient states.

    transitions: float array (states, states), the probability of a step from the row's state to the column's. One minus the sum
        of a row is the probability of absorption.
    start: float array (states,), the probability of starting in each state.
    states: the labels of the states; if empty, the states are numbered from 0.

    >>> wait_for_a_six = AbsorbingChain(np.array([[5 / 6]]), np.array([1.0]))
    >>> round(wait_for_a_six.expected_steps, 9), round(wait_for_a_six.steps().probability(2), 4)
    (6.0, 0.1389)
    >>> AbsorbingChain(np.array([[0.0, 1.0], [1.0, 0.0]]), np.array([1.0, 0.0])).expected_steps
    Traceback (most recent call last):
    ...
    ValueError: transitions must lead to absorption from every state that is reached, but states 0, 1 never are absorbed
    """

    transitions: Floats
    start: Floats
    states: Sequence[Hashable] = ()

    def __post_init__(self) -> None:
        shape = self.transitions.shape
        if len(shape) != 2 or shape[0] != shape[1] or not shape[0]:
            raise ValueError(f"transitions must be square and not empty, got shape {shape}")
        if self.start.shape != shape[:1]:
            raise ValueError(f"start must have {shape[0]} states as transitions has, got shape {self.start.shape}")
        if len(self.states) not in (0, shape[0]):
            raise ValueError(f"states must be {shape[0]} labels as transitions has, got {len(self.states)}")
        if not (self.transitions >= 0).all() or (self.transitions.sum(axis=1) > 1 + _ROUNDING).any():
            raise ValueError("transitions must be chances whose rows sum to 1 at most")
        if not (self.start >= 0).all() or abs(self.start.sum() - 1) > _ROUNDING:
            raise ValueError(f"start must be chances that sum to 1, got sum {self.start.sum():.12g}")

    @property
    def absorption(self) -> Floats:
        """The probability that the next step ends in absorption: float array (states,)."""
        rest = 1 - self.transitions.sum(axis=1)
        # A remainder as small as this is rounding, not absorption.
        return np.where(rest > _ROUNDING, rest, 0.0)

    def endless_states(self) -> list[Hashable]:
        """Return the labels of the states that can be reached from the start and cannot lead to absorption."""
        return [self._label(number) for number in self._endless_numbers().tolist()]

    def _endless_numbers(self) -> Ints:
        edges = self.transitions > 0
        return np.flatnonzero(_reachable(self.start > 0, edges) & ~_reachable(self.absorption > 0, edges.T))

    def _label(self, number: int) -> Hashable:
        return self.states[number] if self.states else number

    def _check_ends(self) -> None:
        if endless := self.endless_states():
            names = ", ".join(map(str, endless[:10]))
            raise ValueError(
                f"transitions must lead to absorption from every state that is reached, but states {names} never are absorbed"
            )

    def expected_visits(self) -> Floats:
        """Return the expected number of steps that begin in each state: float array (states,).

        This is the start vector times the fundamental matrix. Raises ValueError if absorption is not certain.
        """
        self._check_ends()
        reached = _reachable(self.start > 0, self.transitions > 0)
        visits = np.zeros(len(self.start))
        # States that are never reached are left out: with them the equations may have no solution.
        equations = np.eye(int(reached.sum())) - self.transitions[np.ix_(reached, reached)].T
        visits[reached] = _solve_sparse(equations, self.start[reached])
        return visits

    @property
    def expected_steps(self) -> float:
        """The expected number of steps to absorption."""
        return float(self.expected_visits().sum())

    def state_probabilities(self, steps: int) -> Floats:
        """Return the probability of each state after a number of steps: float array (states,).

        One minus their sum is the probability of absorption by then.

        >>> AbsorbingChain(np.array([[0.5]]), np.array([1.0])).state_probabilities(3).tolist()
        [0.125]
        """
        check_whole("steps", steps, 0, MAX_STEPS)
        chances: Floats = self.start @ np.linalg.matrix_power(self.transitions, steps)
        return chances

    def steps(self) -> Pmf:
        """Return the distribution of the number of steps to absorption, to the precision of a float.

        Raises ValueError if absorption is not certain, or if the chain needs more than a million steps.
        """
        self._check_ends()
        reached = _reachable(self.start > 0, self.transitions > 0)
        current, power = self.start[reached], self.transitions[np.ix_(reached, reached)]
        absorbed = self.absorption[reached][:, None]
        # Each pass doubles the number of steps. Column k of ``absorbed`` is the probability of absorption in step k + 1 of the
        # block, by the state before the block; ``power`` is the transition matrix of the whole block.
        while absorbed.shape[1] < _BLOCK_STEPS:
            absorbed, power = np.hstack([absorbed, power @ absorbed]), power @ power
        chances: list[float] = []
        while current.sum() > _MAX_TAIL:
            if len(chances) >= MAX_STEPS:
                raise ValueError(
                    f"the chain must be absorbed within {MAX_STEPS:,} steps, but {current.sum():.3g} is left"
                )
            chances.extend((current @ absorbed).tolist())
            current = current @ power
        return Pmf.from_weights(dict(enumerate(chances, 1)))

    @classmethod
    def from_step(cls, start: StateT, step: Callable[[StateT], Moves[StateT]]) -> "AbsorbingChain":
        """Return the chain of a game from its transition function, with the game's states as labels.

        start: the state in which the game begins.
        step: takes a state and returns the probability of each next state; an empty mapping if the state ends the game.

        >>> def two_heads(state):
        ...     return {} if state == 2 else {state + 1: Fraction(1, 2), 0: Fraction(1, 2)}
        >>> chain = AbsorbingChain.from_step(0, two_heads)
        >>> chain.states, round(chain.expected_steps, 9)
        ((0, 1), 6.0)
        """
        moves = explore(start, step)
        states = tuple(state for state, next_states in moves.items() if next_states)
        if not states:
            raise ValueError(f"start must be a state from which the game goes on, got {start!r}")
        numbers = {state: number for number, state in enumerate(states)}
        transitions = np.zeros((len(states), len(states)))
        for state in states:
            for next_state, chance in moves[state].items():
                if next_state in numbers:
                    transitions[numbers[state], numbers[next_state]] += float(chance)
        start_vector = np.zeros(len(states))
        start_vector[numbers[start]] = 1
        return cls(transitions, start_vector, states)


def explore(start: StateT, step: Callable[[StateT], Moves[StateT]]) -> dict[StateT, Moves[StateT]]:
    """Return the next states, with their probabilities, of every state that can be reached from the start.

    A state that ends the game has an empty mapping. Raises ValueError if the probabilities of a state don't sum to 1, or if there
    are more than 5,000 states.

    start, step: as for ``AbsorbingChain.from_step``.
    """
    moves: dict[StateT, Moves[StateT]] = {}
    queue = [start]
    for state in queue:
        if state in moves:
            continue
        moves[state] = step(state)
        if moves[state] and abs(float(sum(moves[state].values())) - 1) > _ROUNDING:
            raise ValueError(
                f"step must return chances that sum to 1, got {float(sum(moves[state].values()))} from {state}"
            )
        if len(moves) > MAX_STATES:
            raise ValueError(f"step must lead to at most {MAX_STATES:,} states")
        queue.extend(moves[state])
    return moves


@dataclass(frozen=True, slots=True)
class ExactEnd(Generic[StateT]):
    """The exact answers for a small chain, as fractions.

    mean_steps: the expected number of steps to the end.
    ends: the probability of each state that ends the game.
    """

    mean_steps: Fraction
    ends: Mapping[StateT, Fraction]


def solve_fractions(start: StateT, step: Callable[[StateT], Moves[StateT]]) -> ExactEnd[StateT]:
    """Return the expected number of steps and the probability of each end of a small chain as fractions.

    The states are eliminated one by one. Each state that leads to the eliminated one leads to its next states instead, and its
    expected number of steps grows accordingly. In the end only the start and the states that end the game are left.

    start, step: as for ``AbsorbingChain.from_step``, with Fractions.

    Raises ValueError if more than 300 states don't end the game, or if the game may never end.

    >>> def two_heads(state):
    ...     return {} if state == 2 else {state + 1: Fraction(1, 2), 0: Fraction(1, 2)}
    >>> solve_fractions(0, two_heads).mean_steps
    Fraction(6, 1)
    """
    moves = explore(start, step)
    rows = {
        state: {target: Fraction(chance) for target, chance in next_states.items() if chance}
        for state, next_states in moves.items()
        if next_states
    }
    if len(rows) > MAX_FRACTION_STATES:
        raise ValueError(f"the chain must have at most {MAX_FRACTION_STATES} states for fractions, got {len(rows)}")
    if not rows:
        return ExactEnd(Fraction(0), {start: Fraction(1)})
    steps = dict.fromkeys(rows, Fraction(1))
    # The states found last come first: in a track game a state leads only to later ones, so rows stay short.
    for state in [state for state in reversed(rows) if state != start]:
        row, steps_to_leave = _remove_self_loop(state, rows.pop(state), steps.pop(state))
        for other, other_row in rows.items():
            if state in other_row:
                share = other_row.pop(state)
                steps[other] += share * steps_to_leave
                for target, chance in row.items():
                    other_row[target] = other_row.get(target, Fraction(0)) + share * chance
    ends, mean = _remove_self_loop(start, rows[start], steps[start])
    return ExactEnd(mean, ends)


def _remove_self_loop(
    state: StateT, row: dict[StateT, Fraction], steps: Fraction
) -> tuple[dict[StateT, Fraction], Fraction]:
    """Return a state's probabilities of the next different state, and the expected number of steps until it is reached."""
    stay = row.pop(state, Fraction(0))
    if stay == 1:
        raise ValueError(f"step must lead to an end from every state that is reached, but none is reached from {state}")
    return {target: chance / (1 - stay) for target, chance in row.items()}, steps / (1 - stay)


def _solve_sparse(equations: Floats, values: Floats) -> Floats:
    """Return the solution of linear equations whose matrix is nearly empty, because a state leads to few others.

    SciPy solves them on one core. Without it NumPy does, which uses all cores and slows down other requests.
    """
    try:
        # Imported here because importing SciPy is slow and most callers don't need it.
        from scipy.sparse import csc_array
        from scipy.sparse.linalg import splu
    except ImportError:
        solution: Floats = np.linalg.solve(equations, values).astype(np.float64)
    else:
        solution = splu(csc_array(equations)).solve(values)
    return solution


def _reachable(states: Bools, edges: Bools) -> Bools:
    """Return the states that can be reached from given states, which are included: bool array (states,).

    states: bool array (states,), the states to begin with.
    edges: bool array (states, states), whether a step leads from the row's state to the column's.
    """
    reached = states.copy()
    while True:
        extended = reached | edges[reached].any(axis=0)
        if (extended == reached).all():
            return reached
        reached = extended

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
# states of a chain that is built from its steps
MAX_STATES = 5_000
# states up to which answers are computed as fractions, whose numerators grow with every state
MAX_FRACTION_STATES = 300
# the probability that may be left when a distribution is cut off: less than the rounding of a float near 1
_TAIL = 1e-17
# the number of steps that are computed at once, a power of 2
_BLOCK = 16
_ROUNDING = 1e-9

StateT = TypeVar("StateT", bound=Hashable)
# the probability of each next state
Moves = Mapping[StateT, Fraction | float]


@dataclass(frozen=True, eq=False, slots=True)
class AbsorbingChain:
    """A Markov chain, given by its transient states, that ends in an absorbing state.

    transitions: float array (states, states), the probability of each step from a row's state to a column's. The remainder of a
        row to 1 is the probability of absorption.
    start: float array (states,), the probability of beginning in each state.
    states: the labels of the states; their numbers from 0 if empty.

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
        # a remainder that is only rounding does not absorb
        return np.where(rest > _ROUNDING, rest, 0.0)

    def endless_states(self) -> list[Hashable]:
        """Return the states that can be reached from the start and cannot lead to absorption."""
        return [self._label(number) for number in self._endless().tolist()]

    def _endless(self) -> Ints:
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

        This is the start times the fundamental matrix. Raises ValueError if absorption is not certain.
        """
        self._check_ends()
        # imported here because the import takes a moment, and most callers don't need it
        from scipy.sparse import csc_array
        from scipy.sparse.linalg import splu

        reached = _reachable(self.start > 0, self.transitions > 0)
        visits = np.zeros(len(self.start))
        # without the states that are never reached, which may keep the equations from having a solution
        equations = np.eye(int(reached.sum())) - self.transitions[np.ix_(reached, reached)].T
        # sparse because a state leads to few others; a dense solver runs on all cores and slows down other requests
        visits[reached] = splu(csc_array(equations)).solve(self.start[reached])
        return visits

    @property
    def expected_steps(self) -> float:
        """The expected number of steps to absorption."""
        return float(self.expected_visits().sum())

    def after(self, steps: int) -> Floats:
        """Return the probability of each state after some steps: float array (states,); the remainder to 1 is absorbed.

        >>> AbsorbingChain(np.array([[0.5]]), np.array([1.0])).after(3).tolist()
        [0.125]
        """
        check_whole("steps", steps, 0, MAX_STEPS)
        chances: Floats = self.start @ np.linalg.matrix_power(self.transitions, steps)
        return chances

    def steps(self) -> Pmf:
        """Return the distribution of the number of steps to absorption, up to the precision of a float.

        Raises ValueError if absorption is not certain, or if a million steps are not enough.
        """
        self._check_ends()
        reached = _reachable(self.start > 0, self.transitions > 0)
        now, jump = self.start[reached], self.transitions[np.ix_(reached, reached)]
        block = self.absorption[reached][:, None]
        # by doubling: the probabilities of absorption in each of the next steps, and the transitions of all of these steps
        while block.shape[1] < _BLOCK:
            block, jump = np.hstack([block, jump @ block]), jump @ jump
        chances: list[float] = []
        while now.sum() > _TAIL:
            if len(chances) >= MAX_STEPS:
                raise ValueError(f"the chain must be absorbed within {MAX_STEPS:,} steps, but {now.sum():.3g} is left")
            chances.extend((now @ block).tolist())
            now = now @ jump
        return Pmf.from_weights(dict(enumerate(chances, 1)))

    @classmethod
    def from_step(cls, start: StateT, step: Callable[[StateT], Moves[StateT]]) -> "AbsorbingChain":
        """Return the chain of a game from its one transition, with the states as labels.

        start: the state in which the game begins.
        step: takes a state and returns the probability of each next state; an empty mapping in a state that ends the game.

        >>> def two_heads(state):
        ...     return {} if state == 2 else {state + 1: Fraction(1, 2), 0: Fraction(1, 2)}
        >>> chain = AbsorbingChain.from_step(0, two_heads)
        >>> chain.states, round(chain.expected_steps, 9)
        ((0, 1), 6.0)
        """
        moves = explore(start, step)
        states = tuple(state for state, after in moves.items() if after)
        if not states:
            raise ValueError(f"start must be a state from which the game goes on, got {start!r}")
        number = {state: place for place, state in enumerate(states)}
        transitions = np.zeros((len(states), len(states)))
        for state in states:
            for after, chance in moves[state].items():
                if after in number:
                    transitions[number[state], number[after]] += float(chance)
        begin = np.zeros(len(states))
        begin[number[start]] = 1
        return cls(transitions, begin, states)


def explore(start: StateT, step: Callable[[StateT], Moves[StateT]]) -> dict[StateT, Moves[StateT]]:
    """Return the next states, with their probabilities, of every state that can be reached; empty for states that end the game.

    Raises ValueError for probabilities that don't sum to 1, and for more than 5,000 states.
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
    """The exact answers for a small chain.

    mean_steps: the expected number of steps to the end.
    ends: the probability of each state that ends the game.
    """

    mean_steps: Fraction
    ends: Mapping[StateT, Fraction]


def solve_fractions(start: StateT, step: Callable[[StateT], Moves[StateT]]) -> ExactEnd[StateT]:
    """Return the expected number of steps and the probability of each end of a small chain as fractions.

    The states are eliminated one by one: each state that leads to the eliminated one leads to its next states instead, and takes
    its expected steps along. At the end only the start is left, and the states that end the game.

    start, step: as for ``AbsorbingChain.from_step``, with Fractions; at most 300 states that don't end the game.

    >>> def two_heads(state):
    ...     return {} if state == 2 else {state + 1: Fraction(1, 2), 0: Fraction(1, 2)}
    >>> solve_fractions(0, two_heads).mean_steps
    Fraction(6, 1)
    """
    moves = explore(start, step)
    rows = {state: {to: Fraction(p) for to, p in after.items() if p} for state, after in moves.items() if after}
    if len(rows) > MAX_FRACTION_STATES:
        raise ValueError(f"the chain must have at most {MAX_FRACTION_STATES} states for fractions, got {len(rows)}")
    if not rows:
        return ExactEnd(Fraction(0), {start: Fraction(1)})
    steps = dict.fromkeys(rows, Fraction(1))
    # the latest states first: a state of a track game leads only to later ones
    for state in [state for state in reversed(rows) if state != start]:
        row, length = _leave(state, rows.pop(state), steps.pop(state))
        for other, others in rows.items():
            if state in others:
                share = others.pop(state)
                steps[other] += share * length
                for to, chance in row.items():
                    others[to] = others.get(to, Fraction(0)) + share * chance
    ends, mean = _leave(start, rows[start], steps[start])
    return ExactEnd(mean, ends)


def _leave(state: StateT, row: dict[StateT, Fraction], steps: Fraction) -> tuple[dict[StateT, Fraction], Fraction]:
    """Return the probabilities and the expected steps of leaving a state for another one, however long the game stays in it."""
    stay = row.pop(state, Fraction(0))
    if stay == 1:
        raise ValueError(f"step must lead to an end from every state that is reached, but none is reached from {state}")
    return {to: chance / (1 - stay) for to, chance in row.items()}, steps / (1 - stay)


def _reachable(states: Bools, edges: Bools) -> Bools:
    """Return the states that can be reached from some states.

    states: bool array (states,).
    edges: bool array (states, states), from a row's state to a column's.
    """
    reached = states.copy()
    while True:
        further = reached | edges[reached].any(axis=0)
        if (further == reached).all():
            return reached
        reached = further

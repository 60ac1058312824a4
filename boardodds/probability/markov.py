"""Absorbing Markov chains: the number of steps to the end, the visits to each state, and the probability of each end."""

from collections.abc import Hashable, Sequence
from dataclasses import dataclass

import numpy as np

from boardodds.probability.arrays import Bools, Floats
from boardodds.probability.pmf import Pmf
from boardodds.probability.validate import check_whole

MAX_STEPS = 1_000_000
# A distribution is cut off when less probability than this is left. It is below the rounding of a float near 1.
_MAX_TAIL = 1e-17
# The number of steps that are computed at once: a power of 2.
_BLOCK_STEPS = 16
_ROUNDING = 1e-9


@dataclass(frozen=True, eq=False, slots=True)
class AbsorbingChain:
    """A Markov chain with absorption, described by its transient states.

    transitions: float array (states, states), the probability of a step from the row's state to the column's. One minus the sum
        of a row is the probability of absorption.
    start: float array (states,), the probability of starting in each state.
    states: the labels of the states; if empty, the states are numbered from 0.

    >>> wait_for_a_six = AbsorbingChain(np.array([[5 / 6]]), np.array([1.0]))
    >>> round(wait_for_a_six.steps().mean, 9), round(wait_for_a_six.steps().probability(2), 4)
    (6.0, 0.1389)
    >>> AbsorbingChain(np.array([[0.0, 1.0], [1.0, 0.0]]), np.array([1.0, 0.0])).steps()
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
        edges = self.transitions > 0
        is_endless = _reachable(self.start > 0, edges) & ~_reachable(self.absorption > 0, edges.T)
        return [self.states[number] if self.states else number for number in np.flatnonzero(is_endless).tolist()]

    def _reached(self) -> Bools:
        """Return which states are reached from the start. Raises ValueError if absorption is not certain."""
        if endless := self.endless_states():
            names = ", ".join(map(str, endless[:10]))
            raise ValueError(
                f"transitions must lead to absorption from every state that is reached, but states {names} never are absorbed"
            )
        return _reachable(self.start > 0, self.transitions > 0)

    def expected_visits(self) -> Floats:
        """Return the expected number of steps that begin in each state: float array (states,).

        This is the start vector times the fundamental matrix. Raises ValueError if absorption is not certain.
        """
        reached, visits = self._reached(), np.zeros(len(self.start))
        # States that are never reached are left out: with them the equations may have no solution.
        equations = np.eye(int(reached.sum())) - self.transitions[np.ix_(reached, reached)].T
        visits[reached] = _solve_sparse(equations, self.start[reached])
        return visits

    def weighted_visits(self, weights: Floats) -> Floats:
        """Return the expected number of steps that begin in each state: float array (states,).

        weights: how much step 1, 2, ... counts, in descending order.

        >>> AbsorbingChain(np.array([[0.5]]), np.array([1.0])).weighted_visits(np.array([1.0, 0.5])).tolist()
        [1.25]
        """
        visits, current = np.zeros(len(self.start)), self.start
        for weight in weights.tolist():
            if weight * current.sum() < _MAX_TAIL:
                break
            visits += weight * current
            current = current @ self.transitions
        return visits

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
        reached = self._reached()
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


def _solve_sparse(equations: Floats, values: Floats) -> Floats:
    """Return the solution of linear equations whose matrix is nearly empty, because a state leads to few others.

    SciPy solves them on one core. Without it NumPy does, which uses all cores and slows down other requests.
    """
    try:
        # Imported here because importing SciPy is slow and most callers don't need it.
        from scipy.sparse import csc_array
        from scipy.sparse.linalg import splu
    except ImportError:
        return np.linalg.solve(equations, values).astype(np.float64)
    solution: Floats = splu(csc_array(equations)).solve(values)
    return solution


def _reachable(states: Bools, edges: Bools) -> Bools:
    """Return the states that can be reached from given states, which are included.

    edges: bool array (states, states), whether a step leads from the row's state to the column's.
    """
    reached = states.copy()
    while True:
        extended = reached | edges[reached].any(axis=0)
        if (extended == reached).all():
            return reached
        reached = extended

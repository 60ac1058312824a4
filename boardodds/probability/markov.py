"""Absorbing Markov chains: how long until it ends, the whole distribution of that, and how often each state is visited."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from boardodds.probability.arrays import Floats
from boardodds.probability.pmf import Pmf
from boardodds.probability.validate import check_whole

MAX_STEPS = 1_000_000
# what may be left unabsorbed when a distribution is cut off; below what a float of 1 can tell
_TAIL = 1e-17
# steps that are worked out at once, a power of 2
_BLOCK = 16
_ROUNDING = 1e-9


@dataclass(frozen=True, eq=False, slots=True)
class AbsorbingChain:
    """A chain by its transient states.

    transitions: float array (states, states), the chance of each step from a row's state to a column's; what a row lacks of
    1 is the chance to be absorbed. start: float array (states,), the chance to begin in each state.

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

    def __post_init__(self) -> None:
        shape = self.transitions.shape
        if len(shape) != 2 or shape[0] != shape[1] or not shape[0]:
            raise ValueError(f"transitions must be square and not empty, got shape {shape}")
        if self.start.shape != shape[:1]:
            raise ValueError(f"start must have {shape[0]} states as transitions has, got shape {self.start.shape}")
        if not (self.transitions >= 0).all() or (self.transitions.sum(axis=1) > 1 + _ROUNDING).any():
            raise ValueError("transitions must be chances whose rows sum to 1 at most")
        if not (self.start >= 0).all() or abs(self.start.sum() - 1) > _ROUNDING:
            raise ValueError(f"start must be chances that sum to 1, got sum {self.start.sum():.12g}")

    @property
    def absorption(self) -> Floats:
        """The chance to be absorbed by the next step: float array (states,)."""
        rest = 1 - self.transitions.sum(axis=1)
        # rows that sum to 1 but for rounding do not absorb
        return np.where(rest > _ROUNDING, rest, 0.0)

    def unending(self) -> NDArray[np.int64]:
        """The states that can be reached from the start and from which there is no way to absorption."""
        edges = self.transitions > 0
        return np.flatnonzero(_spread(self.start > 0, edges) & ~_spread(self.absorption > 0, edges.T))

    def _check_ends(self) -> None:
        if len(stuck := self.unending()):
            names = ", ".join(map(str, stuck[:10]))
            raise ValueError(
                f"transitions must lead to absorption from every state that is reached, but states {names} never are absorbed"
            )

    def expected_visits(self) -> Floats:
        """The expected number of steps that begin in each state, before absorption: float array (states,).

        This is the start times the fundamental matrix. Raises ValueError if absorption is not certain.
        """
        self._check_ends()
        # a moment to import, which only who asks this should wait
        from scipy.sparse import csc_array
        from scipy.sparse.linalg import splu

        reached = _spread(self.start > 0, self.transitions > 0)
        visits = np.zeros(len(self.start))
        # states that are never reached may keep the equations from having a solution
        equations = np.eye(int(reached.sum())) - self.transitions[np.ix_(reached, reached)].T
        # sparse, as a state leads to few others, and on one thread: dense ones wait for each other beside busy neighbours
        visits[reached] = splu(csc_array(equations)).solve(self.start[reached])
        return visits

    @property
    def expected_steps(self) -> float:
        """The expected number of steps to absorption."""
        return float(self.expected_visits().sum())

    def after(self, steps: int) -> Floats:
        """The chance to be in each state after so many steps: float array (states,); what is missing of 1 is absorbed.

        >>> AbsorbingChain(np.array([[0.5]]), np.array([1.0])).after(3).tolist()
        [0.125]
        """
        check_whole("steps", steps, 0, MAX_STEPS)
        chances: Floats = self.start @ np.linalg.matrix_power(self.transitions, steps)
        return chances

    def steps(self) -> Pmf:
        """The number of steps to absorption, to the last that a float can tell.

        Raises ValueError if absorption is not certain, or takes so long that a million steps do not hold all of it.
        """
        self._check_ends()
        reached = _spread(self.start > 0, self.transitions > 0)
        now, jump = self.start[reached], self.transitions[np.ix_(reached, reached)]
        block = self.absorption[reached][:, None]
        # by doubling: from each state the chances to be absorbed by each of the next steps, and where so many steps lead
        while block.shape[1] < _BLOCK:
            block, jump = np.hstack([block, jump @ block]), jump @ jump
        chances: list[float] = []
        while now.sum() > _TAIL:
            if len(chances) >= MAX_STEPS:
                raise ValueError(f"the chain must be absorbed within {MAX_STEPS:,} steps, but {now.sum():.3g} is left")
            chances.extend((now @ block).tolist())
            now = now @ jump
        return Pmf.from_weights(dict(enumerate(chances, 1)))


def _spread(states: NDArray[np.bool_], edges: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """The states that can be reached from some, along the edges (from, to)."""
    reached = states.copy()
    while True:
        further = reached | edges[reached].any(axis=0)
        if (further == reached).all():
            return reached
        reached = further

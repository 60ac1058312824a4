"""Luck in a game of Candy Land, which has nothing else."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

import numpy as np

from boardodds.candy_land.rules import CLASSIC, RESHUFFLED, Rules
from boardodds.candy_land.solver import reshuffled_chain, solve_reshuffled, start_places
from boardodds.candy_land.state import HOME, State
from boardodds.candy_land.transitions import transition_table
from boardodds.candy_land.turns import after, draw
from boardodds.probability.arrays import Floats
from boardodds.probability.luck import Account
from boardodds.probability.validate import check_whole, of_texts

# What no turn still changes in the chances, and the turns after which a game is given up.
_LEAST_CHANGE, _MAX_TURNS = 1e-16, 50_000
_SEEDS = 2**32


def account(
    states: Sequence[State | str], rules: Rules = CLASSIC, *, player: int = 1, words: Sequence[str] = ()
) -> Account:
    """Return the luck of a player, in chances to be the first in the castle; no card is a choice.

    The chances are those with the deck shuffled before every draw, whatever ``rules.deck`` is.

    states: the state, or its text, before the first card, and after each card until somebody is in the castle.
    player: the number of the player, from 1.
    words: of each card; the state after it by default.

    Raises ValueError for a game that ``solve_reshuffled`` cannot solve.

    >>> states = [State((57, 80)), State((59, 80), next=2), State((59, HOME), next=2)]
    >>> [round(step.luck, 3) for step in account(states).steps]
    [-0.013, -0.412]
    """
    rules = replace(rules, deck=RESHUFFLED)
    played = of_texts(State, "states", states)
    check_whole("states", len(played), 1)
    # This raises the error, if there is one.
    solve_reshuffled(rules, state=played[0])
    check_whole("player", player, 1, len(played[0].spaces))
    values = [_win(state, rules, player) for state in played]
    return Account.of_values(values, [False] * len(played[1:]), words or list(map(str, played[1:])))


@dataclass(frozen=True, slots=True)
class LuckOfCards:
    """Plays another game from the deck of the rules, for ``simulate_luck``: a player's luck in the first ``cards`` draws."""

    state: State
    rules: Rules
    player: int
    cards: int

    def __call__(self, rng: np.random.Generator) -> float:
        # All players have the same games.
        end = _end(self.state, self.rules, self.cards, int(rng.integers(_SEEDS)))
        before, after_cards = (
            _win(state, replace(self.rules, deck=RESHUFFLED), self.player) for state in (self.state, end)
        )
        return after_cards - before


@lru_cache(maxsize=2048)
def _end(state: State, rules: Rules, cards: int, seed: int) -> State:
    rng = np.random.default_rng(seed)
    for _ in range(cards):
        if HOME not in state.spaces:
            state, _ = after(state, draw(state, rules, rng=rng), rules)
    return state


def _win(state: State, rules: Rules, player: int) -> float:
    """Return the chance of a player to be first: not there one turn earlier, when the others are not there yet."""
    if HOME in state.spaces:
        return float(state.spaces[player - 1] == HOME)
    places = start_places(rules, state)
    # On a board without a licorice space that can be reached, only a state can make players miss a turn.
    is_usual = not state.stuck or transition_table(rules).loses_turn.any()
    last = 0 if is_usual else max(places.values())
    lines = {each: _underway(rules.of_player(each), last)[:, place] for each, place in places.items()}
    turns = min(map(len, lines.values()))
    before, after = ({each: line[first : turns - 1 + first] for each, line in lines.items()} for first in (0, 1))
    win, seats = before[player] - after[player], list(places)
    for other in places:
        if other != player:
            win = win * (after if seats.index(other) < seats.index(player) else before)[other]
    return float(win.sum())


@lru_cache(maxsize=4)
def _underway(rules: Rules, place: int) -> Floats:
    """Return the chance that a player needs more than 0, 1, ... turns: float array (turns, states of the chain)."""
    transitions = reshuffled_chain(rules, place).transitions
    rows: list[Floats] = [np.ones(len(transitions)), transitions.sum(axis=1)]
    while (rows[-2] - rows[-1]).max() > _LEAST_CHANGE and len(rows) < _MAX_TURNS:
        rows.append(transitions @ rows[-1])
    return np.array(rows)

"""A leg as a game between people: who takes a ticket leaves less for the others, and who rolls changes the board for them.

The players take turns. A player takes the top ticket of a camel or rolls a die. A roll pays ``rules.roll_coins``; a ticket is
worth its expected coins at the moment when it is taken, since what happens later does not depend on who has it. The leg ends
with its last roll, or when a camel crosses the finish line. Tiles that are on the board move the camels. Nobody places further
tiles, and there are no race bets.

Two players play for their difference in coins. With more players, each one plays for the own coins; of actions with equal own
coins a player takes the one that leaves the others least. The solution is by backward induction over all boards and all sets of
remaining tickets. A state is a board with the tickets that remain; within a board, the tickets are solved from none left to all.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from boardodds.camel_up.actions import Ticket, as_tickets, remaining_tickets
from boardodds.camel_up.leg_boards import BoardLevel, board_levels
from boardodds.camel_up.position import Position, check
from boardodds.camel_up.rules import FIRST_EDITION, Rules, camel_name
from boardodds.probability.arrays import Bools, Floats, Ints
from boardodds.probability.display import html_table, short_repr
from boardodds.probability.montecarlo import Progress, check_progress
from boardodds.probability.validate import check_sequence, check_whole

MAX_PLAYERS = 8
# The largest number of states times players. The results of the largest level take about eight bytes for each.
MAX_WORK = 120_000_000
LOOK_AHEAD, GREEDY = "look ahead", "greedy"
POLICIES = (LOOK_AHEAD, GREEDY)
# Differences in coins below this are rounding errors.
_TIE = 1e-9
# The number of boards that are solved together: few enough for the processor's cache.
_BLOCK = 64


@dataclass(frozen=True, slots=True)
class LegMove:
    """An action and its result if everybody looks ahead afterwards.

    ticket: the ticket that the player takes; None for a roll.
    coins: the value of the action by itself: the expected coins of the ticket, or those of a roll.
    value: the result of the leg from this action on, as ``LegGame.value``.
    """

    ticket: Ticket | None
    coins: float
    value: float

    def __str__(self) -> str:
        return (
            f"take {camel_name(self.ticket.camel)}'s {self.ticket.coins}-coin ticket" if self.ticket else "roll a die"
        )


@short_repr
@dataclass(frozen=True, slots=True)
class LegGame:
    """A leg between players who all look ahead.

    value: for two players, the coins that the player to move gains on the other in the rest of the leg; otherwise the coins of
        the player to move.
    by_seat: the expected coins of each player, from the player to move on.
    actions: every legal action, the best first; none if the leg is over.
    states: the number of states that were solved.
    greedy_is_worse: the number of them in which the action with the most coins by itself is not best.
    """

    value: float
    by_seat: tuple[float, ...]
    actions: tuple[LegMove, ...]
    states: int
    greedy_is_worse: int

    def _repr_html_(self) -> str:
        rows: list[dict[str, object]] = [
            {"action": action, "coins by itself": f"{action.coins:.2f}", "result of the leg": f"{action.value:.2f}"}
            for action in self.actions
        ]
        coins = ", ".join(f"{each:.2f}" for each in self.by_seat)
        return html_table(f"Coins in the rest of the leg, by player: {coins}", rows or [{"action": "the leg is over"}])

    @property
    def cost_of_greed(self) -> float:
        """The cost in coins of the action with the most coins by itself, if everybody looks ahead afterwards."""
        if not self.actions:
            return 0.0
        # Equal coins: a roll before tickets, as a greedy player chooses.
        greedy = max(self.actions, key=lambda action: (round(action.coins, 9), action.ticket is None))
        return self.value - greedy.value


def solve_leg_game(
    position: Position,
    rules: Rules = FIRST_EDITION,
    *,
    players: int = 2,
    taken: Sequence[Ticket] = (),
    progress: Progress | None = None,
) -> LegGame:
    """Return the best play of the rest of a leg between players who take turns; see the module for the rules of this game.

    players: 1 to 8; with one player it is the problem of when to stop taking tickets.
    taken: the betting tickets that players have; every ticket above one of these in its stack is gone too.
    progress: called with the fraction done, from 0 to 1.

    Raises ValueError if the position or the tickets do not fit the rules, or the leg has too many states.

    >>> game = solve_leg_game(Position.parse("1:BWOG 2:Y dice=BY"), players=2)
    >>> str(game.actions[0]), round(game.value, 3)
    ("take yellow's 5-coin ticket", 1.0)
    """
    check_whole("players", players, 1, MAX_PLAYERS)
    solver = _Solver(position, rules, (LOOK_AHEAD,) * players, taken, progress)
    root = solver.solve()
    actions = sorted(solver.actions(root), key=lambda action: (-round(action.value, 9), -action.coins, str(action)))
    by_seat = tuple(float(coins) for coins in root[0][0, :, 0])
    value = by_seat[0] - by_seat[1] if players == 2 else by_seat[0]
    return LegGame(value, by_seat, tuple(actions), solver.states, solver.greedy_is_worse)


def play_leg_policies(
    position: Position,
    policies: Sequence[str],
    rules: Rules = FIRST_EDITION,
    *,
    taken: Sequence[Ticket] = (),
    progress: Progress | None = None,
) -> tuple[float, ...]:
    """Return the expected coins of each player if some players look ahead and others are greedy.

    policies: for each player, from the player to move on, ``look ahead`` or ``greedy``. A greedy player takes the action with the
        most coins by itself, and rolls if a ticket is worth no more. A player who looks ahead knows the policies of the others.
    taken, progress: as for ``solve_leg_game``.

    Raises ValueError for an unknown policy, and as ``solve_leg_game`` does.

    >>> coins = play_leg_policies(Position.parse("1:BWOG 2:Y dice=BY"), ["greedy", "look ahead"])
    >>> [round(each, 3) for each in coins]
    [6.833, 5.833]
    """
    check_sequence("policies", policies, "names, as in ['greedy', 'look ahead']")
    solver = _Solver(position, rules, tuple(policies), taken, progress)
    return tuple(float(coins) for coins in solver.solve()[0][0, :, 0])


class _Tickets:
    """All sets of remaining tickets of the camels; a set is a number, with one digit for each camel: its tickets taken since.

    size: the number of sets.
    taken: int array (camels, sets), the digits.
    by_total: the numbers of the sets with 0, 1, ... tickets taken since.
    left: for each camel, the coins of its remaining tickets from the top.
    steps: for each camel, what taking one of its tickets adds to the number of a set.
    """

    def __init__(self, camels: str, taken: Sequence[Ticket], rules: Rules) -> None:
        self.left = [remaining_tickets(camel, taken, rules) for camel in camels]
        radices = np.array([len(coins) + 1 for coins in self.left])
        self.steps = np.concatenate([[1], np.cumprod(radices)[:-1]])
        self.size = int(np.prod(radices))
        self.taken = np.arange(self.size) // self.steps[:, None] % radices[:, None]
        total = self.taken.sum(axis=0)
        self.by_total = [np.flatnonzero(total == number) for number in range(int(total.max()) + 1)]


class _Solver:
    """Backward induction over the boards of a leg and the remaining tickets.

    The result of a state is an array of coins by seat. If all players have the same policy, seats are counted from the player to
    move, and one array serves every turn. Otherwise seats are fixed, and there is an array for each seat to move.

    states: the number of states solved.
    greedy_is_worse: the number of states, if all players look ahead, in which the greedy action is not best.
    """

    def __init__(
        self,
        position: Position,
        rules: Rules,
        policies: Sequence[str],
        taken: Sequence[Ticket],
        progress: Progress | None,
    ) -> None:
        check(position, rules)
        check_whole("players", len(policies), 1, MAX_PLAYERS)
        for policy in policies:
            if policy not in POLICIES:
                raise ValueError(f"policies must be of {', '.join(POLICIES)}, got {policy!r}")
        taken = as_tickets("taken", taken)
        check_progress(progress)
        for ticket in taken:
            if len(ticket.camel) != 1 or ticket.camel not in position.racing:
                raise ValueError(f"taken: no racing camel {ticket.camel} is on the board, got ticket {ticket}")
            if taken.count(ticket) > (copies := rules.leg_tickets.count(ticket.coins)):
                raise ValueError(
                    f"taken: a camel's tickets pay {rules.leg_tickets} and {copies} of {ticket} exist, got {taken.count(ticket)}"
                )
        self._rules, self._policies, self._progress = rules, policies, progress
        self._players = len(policies)
        self._is_symmetric = len(set(policies)) == 1
        self._turns = range(1 if self._is_symmetric else self._players)
        self._camels = "".join(camel for camel in rules.camels if camel in position.camels)
        self._tickets = _Tickets(self._camels, taken, rules)
        self._levels = board_levels(position, rules, self._check_work)
        self.states = self.greedy_is_worse = 0
        # For the actions on the first board: the results one level further.
        self._after_first_roll: list[Floats] = []
        self._all_states = self._tickets.size * sum(len(level.active) for level in self._levels)

    def _check_work(self, boards: int) -> None:
        work = boards * self._tickets.size * self._players * len(self._turns)
        if work > MAX_WORK:
            raise ValueError(
                f"a leg between {self._players} players takes more than {MAX_WORK:,} steps to solve; use fewer "
                "dice or players, or take more tickets"
            )

    def solve(self) -> list[Floats]:
        """Return the results on the first board, for each turn: float arrays (1, players, ticket sets)."""
        later, solved = self._zeros(self._levels[-1]), 0
        for level in reversed(self._levels[:-1]):
            now, gains = self._zeros(level), self._gains(level)
            for start in range(0, len(level.active), _BLOCK):
                block = slice(start, start + _BLOCK)
                rolled = [_sets_first(result) for result in self._after_roll(level, block, later)]
                results = self._solve_boards(rolled, gains[:, :, block])
                for turn, result in zip(now, results, strict=True):
                    turn[level.active[block]] = result.transpose(2, 1, 0)
                solved += len(level.active[block]) * self._tickets.size
                if self._progress:
                    self._progress(solved / self._all_states)
            self._after_first_roll, later = later, now
        self.states = solved
        return later

    def actions(self, root: Sequence[Floats]) -> Iterator[LegMove]:
        """Yield every legal action on the first board with its value."""
        level = self._levels[0]
        if not len(level.active):
            return
        rolled = self._after_roll(level, slice(0, 1), self._after_first_roll)
        yield LegMove(None, float(self._rules.roll_coins), self._value(rolled[0][0, :, 0]))
        gains = self._gains(level)[:, :, 0]
        for number, camel in enumerate(self._camels):
            if left := self._tickets.left[number]:
                coins = self._following(root, 0)[0, :, self._tickets.steps[number]].copy()
                coins[0] += gains[number, 0]
                yield LegMove(Ticket(camel, left[0]), float(gains[number, 0]), self._value(coins))

    def _value(self, coins: Floats) -> float:
        return float(coins[0] - coins[1] if self._players == 2 else coins[0])

    def _zeros(self, level: BoardLevel) -> list[Floats]:
        return [np.zeros((level.size, self._players, self._tickets.size)) for _ in self._turns]

    def _gains(self, level: BoardLevel) -> Floats:
        """Return the expected coins of each ticket on each active board: float array (camels, tickets taken since, boards)."""
        first, second = level.first[:, level.active], level.second[:, level.active]
        rules, most = self._rules, max(map(len, self._tickets.left), default=0)
        gains = np.full((len(self._camels), most, len(level.active)), -np.inf)
        for number, left in enumerate(self._tickets.left):
            rest = rules.ticket_second * second[number] + rules.ticket_wrong * (1 - first[number] - second[number])
            for place, top in enumerate(left):
                gains[number, place] = top * first[number] + rest
        return gains

    def _after_roll(self, level: BoardLevel, block: slice, later: Sequence[Floats]) -> list[Floats]:
        """Return for each turn the results of some boards if the player to move rolls: float arrays (boards, players, sets)."""
        next_boards, chances = level.next_boards[block], level.chances[block]
        means = []
        for results_after in later:
            mean = np.zeros((len(next_boards), *results_after.shape[1:]))
            # After the last roll there is nothing to add.
            if level is not self._levels[-2]:
                for roll in range(next_boards.shape[1]):
                    mean += results_after[next_boards[:, roll]] * chances[:, roll, None, None]
            means.append(mean)
        results = [self._following(means, turn).copy() for turn in self._turns]
        for turn, result in zip(self._turns, results, strict=True):
            result[:, turn] += self._rules.roll_coins
        return results

    def _following(self, results: Sequence[Floats], turn: int) -> Floats:
        """Return the results when the next player is to move, by seat as for this turn.

        results: for each turn, an array whose second axis is the seats.
        """
        if self._is_symmetric:
            return np.roll(results[0], 1, axis=1)
        return results[(turn + 1) % self._players]

    def _solve_boards(self, after_roll: list[Floats], gains: Floats) -> list[Floats]:
        """Return for each turn the results of some boards with every set of tickets: float arrays (sets, players, boards).

        after_roll: the results of a roll. They are overwritten.
        gains: as from ``_gains``, for these boards.
        """
        results, tickets = after_roll, self._tickets
        for sets in reversed(tickets.by_total):
            choices = [
                _Choice(results[turn][sets], turn, self._policies[turn], float(self._rules.roll_coins))
                for turn in self._turns
            ]
            for camel, left in enumerate(tickets.left):
                rows = np.flatnonzero(tickets.taken[camel, sets] < len(left))
                if not len(rows):
                    continue
                with_ticket = sets[rows]
                gain = gains[camel, tickets.taken[camel, with_ticket]]
                taken = [result[with_ticket + tickets.steps[camel]] for result in results]
                for turn, choice in zip(self._turns, choices, strict=True):
                    coins = self._following(taken, turn)
                    # With fixed seats, two turns can share this array.
                    coins = coins if self._is_symmetric else coins.copy()
                    coins[:, turn] += gain
                    choice.offer(rows, coins, gain)
            for turn, choice in zip(self._turns, choices, strict=True):
                results[turn][sets] = choice.coins
            self.greedy_is_worse += choices[0].count_greedy_is_worse()
        return results


def _sets_first(results: Floats) -> Floats:
    """Return results with the sets as the first axis: float array (sets, players, boards).

    All states with one set are then next to each other in memory, which makes choosing between actions three times as fast.
    """
    return np.ascontiguousarray(results.transpose(2, 1, 0))


class _Choice:
    """The best action so far in many states at once.

    coins: float array (sets, players, boards), the result of the best action.
    """

    def __init__(self, coins: Floats, mover: int, policy: str, roll_coins: float) -> None:
        self.coins = coins
        self._mover, self._policy = mover, policy
        self._gain = np.full((len(coins), coins.shape[2]), roll_coins)
        self._score, self._tie_break = self._scores(coins, self._gain)
        self._greedy_score = self._score.copy()

    def offer(self, rows: Ints, coins: Floats, gain: Floats) -> None:
        """Take the offered action where it is better than the best so far.

        rows: the numbers of the sets, among those of this choice, in which the action is legal.
        coins: float array (rows, players, boards), the result of the action.
        gain: float array (rows, boards), what the action is worth by itself.
        """
        score, tie_break = self._scores(coins, gain)
        best, best_tie_break = self._score[rows], self._tie_break[rows]
        is_better: Bools = (score > best + _TIE) | ((score > best - _TIE) & (tie_break > best_tie_break + _TIE))
        self._score[rows] = np.where(is_better, score, best)
        self._tie_break[rows] = np.where(is_better, tie_break, best_tie_break)
        self.coins[rows] = np.where(is_better[:, None], coins, self.coins[rows])
        if self._policy == LOOK_AHEAD:
            is_greedier = gain > self._gain[rows] + _TIE
            self._gain[rows] = np.where(is_greedier, gain, self._gain[rows])
            self._greedy_score[rows] = np.where(is_greedier, score, self._greedy_score[rows])

    def _scores(self, coins: Floats, gain: Floats) -> tuple[Floats, Floats]:
        """Return what the player to move maximises, and what decides between equal values of it."""
        if self._policy == GREEDY:
            return gain.copy(), np.zeros_like(gain)
        own, others = coins[:, self._mover], coins.sum(axis=1) - coins[:, self._mover]
        return (own - others, own) if coins.shape[1] == 2 else (own.copy(), -others)

    def count_greedy_is_worse(self) -> int:
        """Return the number of states in which the action with the most coins by itself is not best."""
        return int((self._greedy_score < self._score - _TIE).sum())

"""A leg as a game between people by plain recursion in fractions, one action at a time.

It shares no code with the solver: it uses the odds of a leg and single rolls, which have their own oracle.
"""

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import cache

from boardodds.camel_up import LegOdds, Position, Rules, roll_die, rolls_left, solve_leg
from boardodds.camel_up.moves import possible_rolls

Coins = tuple[Fraction, ...]
Left = tuple[tuple[str, tuple[int, ...]], ...]


def brute_leg_game(
    position: Position, rules: Rules, policies: Sequence[str], left: Mapping[str, tuple[int, ...]]
) -> tuple[Coins, dict[str, Coins]]:
    """Return the coins of each player from the player to move on, and the same for each first action.

    policies: for each player, "look ahead" or "greedy".
    left: by camel, in the order of the rules, the coins of its tickets from the top.
    """
    players = len(policies)

    @cache
    def options(position: Position | None, left: Left, mover: int) -> tuple[tuple[str, Fraction, Coins], ...]:
        """Return each action as its name, what it is worth by itself, and the coins to which it leads."""
        if position is None or not rolls_left(position, rules):
            return ()
        after = (mover + 1) % players
        boards = [(each, roll_die(position, each, rules).position) for each in possible_rolls(position.dice, rules)]
        gain = Fraction(rules.roll_coins)
        parts = [(Fraction(each.sides), best(board, left, after)) for each, board in boards]
        found = [("roll", gain, add(mean(parts), mover, gain))]
        odds = solve_leg(position, rules)
        for camel, tickets in left:
            if tickets:
                gain = worth(odds, camel, tickets[0], rules)
                rest = tuple((each, coins[1:] if each == camel else coins) for each, coins in left)
                found.append((f"{camel}{tickets[0]}", gain, add(best(position, rest, after), mover, gain)))
        return tuple(found)

    @cache
    def best(position: Position | None, left: Left, mover: int) -> Coins:
        found = options(position, left, mover)
        if not found:
            return (Fraction(0),) * players
        # The first of equal actions: a roll, then the camels in the order of the rules.
        return max(found, key=key_of(policies[mover], mover))[2]

    start = tuple((camel, left[camel]) for camel in rules.camels if camel in position.camels)
    return best(position, start, 0), {name: coins for name, _, coins in options(position, start, 0)}


def mean(parts: Sequence[tuple[Fraction, Coins]]) -> Coins:
    """Return the mean of the coins of each player, by weight."""
    total = sum(weight for weight, _ in parts)
    return tuple(
        sum((weight * coins[seat] for weight, coins in parts), Fraction(0)) / total for seat in range(len(parts[0][1]))
    )


def worth(odds: LegOdds, camel: str, coins: int, rules: Rules) -> Fraction:
    """Return the expected coins of a ticket."""
    first, second = odds.fraction(camel, 1), odds.fraction(camel, 2)
    return coins * first + rules.ticket_second * second + rules.ticket_wrong * (1 - first - second)


def key_of(policy: str, mover: int) -> Callable[[tuple[str, Fraction, Coins]], tuple[Fraction, ...]]:
    """Return the function of an action that a player maximises."""

    def key(option: tuple[str, Fraction, Coins]) -> tuple[Fraction, ...]:
        _, gain, coins = option
        own, others = coins[mover], sum(coins) - coins[mover]
        if policy == "greedy":
            return (gain,)
        return (own - others, own) if len(coins) == 2 else (own, -others)

    return key


def add(coins: Coins, seat: int, gain: Fraction) -> Coins:
    """Return the coins with a gain for one seat."""
    return (*coins[:seat], coins[seat] + gain, *coins[seat + 1 :])

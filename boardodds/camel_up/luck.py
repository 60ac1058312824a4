"""Luck and decisions in a leg of Camel Up, in one player's coins."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from boardodds.camel_up.actions import ROLL, Action, rank_actions
from boardodds.camel_up.bets import Ticket, next_ticket
from boardodds.camel_up.leg import roll_die, solve_leg
from boardodds.camel_up.moves import Roll
from boardodds.camel_up.position import Position
from boardodds.camel_up.rules import FIRST_EDITION, Rules
from boardodds.probability.luck import Account, Step, account

# A roll; a betting ticket; the player's own tile by its square and kind; the board after another player has placed a tile.
Act = Roll | Ticket | tuple[int, str] | Position


def account_leg(
    position: Position,
    acts: Iterable[tuple[Act, bool]],
    rules: Rules = FIRST_EDITION,
    *,
    held: Sequence[Ticket] = (),
    taken: Sequence[Ticket] = (),
    own_tile: int | None = None,
) -> Account:
    """Return the luck of a player in a leg, and what the player's actions cost, in coins.

    The value is the coins that the player has got in the leg and can expect from the tickets and the tile in it. What the best
    actions, and other players' tiles, add to it are offers. Race bets are left out: they pay at the end of the race.

    acts: roll, ticket or tile of each turn, and whether it was the player's.
    held, taken: the betting tickets of the player, and of all others.
    own_tile: the square of the player's tile; None if it is not on the board.

    Raises ValueError for an act that is not possible.

    >>> position, green = Position.parse("1:BWOG 2:Y dice=Y"), Ticket("G", 5)
    >>> leg = account_leg(position, [(green, True), (Roll("Y", "Y", 1, sides=1), False)])
    >>> leg.start, leg.offers, leg.decisions, leg.luck, leg.end
    (0.0, 5.0, -4.0, 0.0, 1.0)
    """
    leg = _Leg(position, rules, list(held), list(taken), own_tile)
    start = leg.worth()
    return account(start, [step for act, is_own in acts for step in leg.play(act, is_own)])


@dataclass
class _Leg:
    """The board and what the player has, from act to act.

    paid: the coins that the player has got.
    order: the camels from the first to the last if the race has ended.
    """

    position: Position
    rules: Rules
    held: list[Ticket]
    taken: list[Ticket]
    own_tile: int | None
    paid: int = 0
    order: str = ""

    def worth(self) -> float:
        """Return the coins of the player so far, and those that are expected from tickets and tile."""
        if self.order:
            ends, outcomes, tile = {(self.order[0], self.order[1]): 1}, 1, 0.0
        else:
            odds = solve_leg(self.position, self.rules)
            ends, outcomes, tile = dict(odds.finish), odds.outcomes, odds.tile_coins.get(self.own_tile or 0, 0.0)
        coins = [n * ticket.payout(*pair, self.rules) for pair, n in ends.items() for ticket in self.held]
        return self.paid + sum(coins) / outcomes + tile

    def play(self, act: Act, is_own: bool) -> Iterator[Step]:
        """Change the leg by an act and yield its steps: the player's choice, and then the roll or another player's tile."""
        value = self.worth()
        if is_own:
            actions = {self._key(action): action for action in self._actions()}
            if (key := ROLL if isinstance(act, Roll) else act) not in actions:
                raise ValueError(f"acts must be possible actions in the leg, got {act}")
            best = value + max(action.expected_coins for action in actions.values())
            before, value = value, value + actions[key].expected_coins
            yield Step(before, value, best, str(actions[key]))
        match act:
            case Roll():
                self._roll(act, is_own)
                yield Step(value, self.worth(), words=str(act))
            case Ticket():
                (self.held if is_own else self.taken).append(act)
            case Position():
                self.position = act
                yield Step(value, after := self.worth(), after, f"{act}")
            case square, kind:
                bare = self.position.without_tile(self.own_tile or 0)
                self.position, self.own_tile = bare.with_tile(square, kind), square

    def _actions(self) -> list[Action]:
        gone = [*self.held, *self.taken]
        tickets = {camel: next_ticket(camel, gone, self.rules) for camel in self.rules.camels}
        return rank_actions(self.position, self.rules, next_tickets=tickets, held=self.held, own_tile=self.own_tile)

    @staticmethod
    def _key(action: Action) -> object:
        return action.ticket or (ROLL if action.square is None else (action.square, action.kind[0]))

    def _roll(self, roll: Roll, is_own: bool) -> None:
        if self.order:
            raise ValueError(f"acts must end with the race, got {roll}")
        rolled = roll_die(self.position, roll, self.rules)
        is_stop = rolled.stopped_on is not None and rolled.stopped_on == self.own_tile
        self.paid += self.rules.roll_coins * is_own + self.rules.tile_coins * is_stop
        self.position, self.order = rolled.position or self.position, rolled.final_order

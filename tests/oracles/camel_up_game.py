"""Camel Up played by hand, for comparison: lists of camels on squares, and the coins of each player counted one by one."""

from boardodds.camel_up import Position, Rules
from tests.oracles.camel_up_leg import Board, camel_to_move, crossed, is_racing, move, ranking, square_of


def copied_reward(tickets: list[tuple[str, int]], rolls: int, order: list[str]) -> int:
    """Return the coins of the best ticket of a partner: a betting ticket, or a pyramid ticket, which a roll has given.

    >>> copied_reward([("B", 5), ("G", 3)], 1, ["G", "B", "Y"]), copied_reward([("Y", 5)], 0, ["G", "B", "Y"])
    (3, 0)
    """
    best = 1 if rolls else 0
    for camel, coins in tickets:
        reward = coins if camel == order[0] else 1 if camel == order[1] else -1
        best = max(best, reward)
    return best


class HandGame:
    """A game of several players who take turns, with the coins counted as at a table.

    coins: of each player. Rolls and stops on a player's tile pay at once, tickets at the end of a leg, cards at the end.
    """

    def __init__(self, position: Position, rules: Rules, players: int) -> None:
        self.rules = rules
        self.board: Board = {square: list(camels) for square, camels in position.stacks}
        self.tiles = dict(position.tiles)
        self.owners: dict[int, int] = {}
        self.dice = list(position.dice)
        self.turn = 0
        self.coins = [3] * players
        self.hands = [list(rules.camels) for _ in range(players)]
        self.stacks = {camel: list(rules.leg_tickets) for camel in rules.camels}
        self.tickets: list[tuple[int, str, int]] = []
        self.piles: dict[str, list[tuple[int, str]]] = {"winner": [], "last": []}
        self.partners: dict[int, int] = {}
        self.rolls = [0] * players
        self.is_over = False

    @property
    def is_leg_over(self) -> bool:
        return self.is_over or len(self.dice) <= self.rules.undrawn

    def order(self) -> list[str]:
        return ranking(self.board)

    def free_square(self) -> int | None:
        leader = max(square_of(self.board, camel) for camel in self.order())
        others = {square for square, owner in self.owners.items() if owner != self.turn}
        blocked = {square + step for square in others for step in (-1, 0, 1)} | set(self.board) | set(self.tiles)
        return next((square for square in range(leader + 1, self.rules.track + 1) if square not in blocked), None)

    def place_tile(self, square: int, kind: str) -> None:
        for old in [old for old, owner in self.owners.items() if owner == self.turn]:
            del self.owners[old], self.tiles[old]
        self.owners[square], self.tiles[square] = self.turn, kind
        self._pass_turn()

    def take_ticket(self, camel: str) -> int:
        coins = self.stacks[camel].pop(0)
        self.tickets.append((self.turn, camel, coins))
        self._pass_turn()
        return coins

    def bet(self, pile: str, camel: str) -> None:
        self.hands[self.turn].remove(camel)
        self.piles[pile].append((self.turn, camel))
        self._pass_turn()

    def join(self, other: int) -> None:
        self.partners |= {self.turn: other, other: self.turn}
        self._pass_turn()

    def roll(self, die: str, camel: str, number: int) -> None:
        self.dice.remove(die)
        mover = camel if is_racing(camel) else camel_to_move(self.board, camel, self.rules)
        self.board, stop = move(self.board, mover, number, self.tiles, self.rules)
        self.is_over = crossed(self.board, self.rules)
        self.coins[self.turn] += 1
        self.rolls[self.turn] += 1
        if stop is not None:
            self.coins[self.owners[stop]] += 1
        self._pass_turn()
        if self.is_leg_over:
            self._pay_tickets()
        if self.is_over:
            self._pay_cards()

    def start_leg(self) -> None:
        self.dice = list(self.rules.dice)
        self.tiles, self.owners, self.tickets, self.partners = {}, {}, [], {}
        self.rolls = [0] * len(self.coins)
        self.stacks = {camel: list(self.rules.leg_tickets) for camel in self.rules.camels}

    def _pass_turn(self) -> None:
        self.turn = (self.turn + 1) % len(self.coins)

    def _pay_tickets(self) -> None:
        order = self.order()
        for player, camel, coins in self.tickets:
            self.coins[player] += coins if camel == order[0] else 1 if camel == order[1] else -1
        for player, other in self.partners.items():
            tickets = [(camel, coins) for owner, camel, coins in self.tickets if owner == other]
            self.coins[player] += copied_reward(tickets, self.rolls[other], order)
        self.coins = [max(0, coins) for coins in self.coins]

    def _pay_cards(self) -> None:
        for pile, camel_that_is_right in (("winner", self.order()[0]), ("last", self.order()[-1])):
            payments = [8, 5, 3, 2, 1, 1, *[1] * 40]
            for player, camel in self.piles[pile]:
                paid = payments.pop(0) if camel == camel_that_is_right else -1
                self.coins[player] = max(0, self.coins[player] + paid)

"""Camel Up played by hand, for comparison: lists of camels on squares, and coins counted one by one."""

from boardodds.camel_up import Position, Rules
from tests.oracles.camel_up_leg import Board, camel_to_move, crossed, is_racing, move, ranking, square_of


class HandGame:
    """A game of one player against others, with the coins counted as at a table: the player's coins, and what is on the table.

    coins: the player's coins. Rolls and stops on the player's tile pay at once, tickets at the end of a leg, cards at the end.
    """

    def __init__(self, position: Position, rules: Rules) -> None:
        self.rules = rules
        self.board: Board = {square: list(camels) for square, camels in position.stacks}
        self.tiles = dict(position.tiles)
        self.dice = list(position.dice)
        self.coins = 0
        self.tickets: list[tuple[str, int]] = []
        self.piles: dict[str, list[tuple[str, bool]]] = {"winner": [], "last": []}
        self.is_over = False

    @property
    def is_leg_over(self) -> bool:
        return self.is_over or len(self.dice) <= self.rules.undrawn

    def order(self) -> list[str]:
        """Return the racing camels from the first to the last."""
        return ranking(self.board)

    def place_tile(self) -> int | None:
        """Place the player's tile, an oasis, on the first empty square ahead of the racing camels; return the square, if any."""
        leader = max(square_of(self.board, camel) for camel in self.order())
        ahead = range(leader + 1, self.rules.track + 1)
        square = next((number for number in ahead if number not in self.board), None)
        self.tiles = {} if square is None else {square: "o"}
        return square

    def roll(self, die: str, camel: str, number: int, *, mine: bool) -> None:
        self.dice.remove(die)
        mover = camel if is_racing(camel) else camel_to_move(self.board, camel, self.rules)
        self.board, stop = move(self.board, mover, number, self.tiles, self.rules)
        self.is_over = crossed(self.board, self.rules)
        self.coins += mine + (stop is not None)
        if self.is_leg_over:
            self._pay_tickets()
        if self.is_over:
            self._pay_cards()

    def start_leg(self) -> None:
        self.dice = list(self.rules.dice)
        self.tiles = {}

    def _pay_tickets(self) -> None:
        order = self.order()
        for camel, coins in self.tickets:
            self.coins += coins if camel == order[0] else 1 if camel == order[1] else -1
        self.tickets = []

    def _pay_cards(self) -> None:
        for pile, camel_that_is_right in (("winner", self.order()[0]), ("last", self.order()[-1])):
            payments = [8, 5, 3, 2, 1, 1]
            for camel, is_mine in self.piles[pile]:
                paid = payments.pop(0) if camel == camel_that_is_right else -1
                self.coins += paid if is_mine else 0

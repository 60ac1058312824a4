"""Camel Up played by hand, for comparison: lists of camels on squares, and coins counted one by one."""

from boardodds.camel_up import Position, Roll, Rules


class HandBoard:
    """A board as lists of camels on squares, from the bottom up. Squares below 1 and beyond the track are over the line."""

    def __init__(self, position: Position, rules: Rules) -> None:
        self.rules = rules
        self.squares = {square: list(camels) for square, camels in position.stacks}
        self.tiles = dict(position.tiles)
        self.stopped_on: int | None = None

    def move(self, camel: str, steps: int) -> bool:
        """Move a camel with those above it, backwards if steps are negative; return whether it crosses the line."""
        square = next(number for number, stack in self.squares.items() if camel in stack)
        stack = self.squares[square]
        level = stack.index(camel)
        size = len(stack) - level if self.rules.stacking else 1
        unit = stack[level : level + size]
        del stack[level : level + size]
        target, is_under = square + steps, False
        self.stopped_on = target if target in self.tiles else None
        if self.stopped_on:
            forward = 1 if steps > 0 else -1
            is_under = self.tiles[target] == "m"
            target += -forward if is_under else forward
        there = self.squares.setdefault(target, [])
        self.squares[target] = unit + there if is_under else there + unit
        return not 1 <= target <= self.rules.track

    def order(self) -> str:
        """Return the racing camels from the first to the last."""
        camels = "".join("".join(self.squares[square]) for square in sorted(self.squares))
        return "".join(camel for camel in reversed(camels) if camel.isupper() or camel.isdigit())

    def on_track(self) -> set[str]:
        """Return the camels that have not crossed the line."""
        return {camel for square, stack in self.squares.items() if 1 <= square <= self.rules.track for camel in stack}


def move_by_hand(position: Position, roll: Roll, mover: str, rules: Rules) -> tuple[set[str], str]:
    """Return the camels on the track after a roll, and the final order if it ends the race, else an empty text."""
    board = HandBoard(position, rules)
    is_over = board.move(mover, -roll.number if mover.islower() else roll.number)
    return board.on_track(), board.order() if is_over else ""


class HandGame:
    """A game of one player against others, with the coins counted as at a table: the player's coins, and what is on the table.

    coins: the player's coins. Rolls and stops on the player's tile pay at once, tickets at the end of a leg, cards at the end.
    """

    def __init__(self, position: Position, rules: Rules) -> None:
        self.board = HandBoard(position, rules)
        self.dice = list(position.dice)
        self.coins = 0
        self.tickets: list[tuple[str, int]] = []
        self.piles: dict[str, list[tuple[str, bool]]] = {"winner": [], "last": []}
        self.is_over = False

    @property
    def is_leg_over(self) -> bool:
        return self.is_over or len(self.dice) <= self.board.rules.undrawn

    def place_tile(self) -> int | None:
        """Place the player's tile, an oasis, on the first empty square ahead of the racing camels; return the square, if any."""
        leader = max(self._square(camel) for camel in self.board.order())
        ahead = range(leader + 1, self.board.rules.track + 1)
        square = next((number for number in ahead if not self.board.squares.get(number)), None)
        self.board.tiles = {} if square is None else {square: "o"}
        return square

    def roll(self, die: str, camel: str, number: int, *, mine: bool) -> None:
        self.dice.remove(die)
        mover = self._crazy_mover(camel) if camel.islower() else camel
        self.is_over = self.board.move(mover, -number if camel.islower() else number)
        self.coins += mine
        if self.board.stopped_on:
            self.coins += 1
        if self.is_leg_over:
            self._pay_tickets()
        if self.is_over:
            self._pay_cards()

    def start_leg(self) -> None:
        self.dice = list(self.board.rules.dice)
        self.board.tiles = {}

    def _square(self, camel: str) -> int:
        return next(square for square, stack in self.board.squares.items() if camel in stack)

    def _crazy_mover(self, rolled: str) -> str:
        carrying, upper = [], ""
        for crazy in self.board.rules.crazy:
            stack = self.board.squares[self._square(crazy)]
            above = stack[stack.index(crazy) + 1 :]
            if any(camel.isupper() for camel in above):
                carrying.append(crazy)
            if above and above[0].islower():
                upper = above[0]
        return carrying[0] if len(carrying) == 1 else upper or rolled

    def _pay_tickets(self) -> None:
        order = self.board.order()
        for camel, coins in self.tickets:
            self.coins += coins if camel == order[0] else 1 if camel == order[1] else -1
        self.tickets = []

    def _pay_cards(self) -> None:
        for pile, camel_that_is_right in (("winner", self.board.order()[0]), ("last", self.board.order()[-1])):
            payments = [8, 5, 3, 2, 1, 1]
            for camel, is_mine in self.piles[pile]:
                paid = payments.pop(0) if camel == camel_that_is_right else -1
                self.coins += paid if is_mine else 0

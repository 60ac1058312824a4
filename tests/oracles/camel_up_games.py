"""A whole game of Camel Up at a table, one action after the other: the oracle of the games that are played as arrays.

It shares only the rules with them, and the moves with the oracle of the leg. It is written for a reader with the rulebook.
"""

from dataclasses import dataclass, field

from boardodds.camel_up.rules import GREY_DIE, Rules
from tests.oracles.camel_up_leg import Board, camel_to_move, crossed, move, ranking


@dataclass
class PlainGame:
    """A game at a table. The players' actions and the rolls come from outside.

    tiles: by square, the owner and the kind, ``o`` or ``m``.
    tickets: for each player, the camel and the coins of each ticket.
    piles: by "winner" and "last", the player and the camel of each card.
    """

    rules: Rules
    players: int
    board: Board
    turn: int
    coins: list[int] = field(default_factory=list)
    tiles: dict[int, tuple[int, str]] = field(default_factory=dict)
    tickets: list[list[tuple[str, int]]] = field(default_factory=list)
    stacks: dict[str, list[int]] = field(default_factory=dict)
    piles: dict[str, list[tuple[int, str]]] = field(default_factory=lambda: {"winner": [], "last": []})
    rolls: int = 0
    legs: int = 0
    over: bool = False

    def __post_init__(self) -> None:
        self.coins = [3] * self.players
        self._begin_leg()

    def _begin_leg(self) -> None:
        self.tiles = {}
        self.tickets = [[] for _ in range(self.players)]
        self.stacks = {camel: list(self.rules.leg_tickets) for camel in self.rules.camels}
        self.rolls = 0

    def take_ticket(self, camel: str) -> None:
        self.tickets[self.turn].append((camel, self.stacks[camel].pop(0)))
        self._pass_turn()

    def place_tile(self, square: int, kind: str) -> None:
        assert square not in self.board
        self.tiles = {other: tile for other, tile in self.tiles.items() if tile[0] != self.turn}
        assert not self.tiles.keys() & {square - 1, square, square + 1}
        assert 2 <= square <= self.rules.track
        self.tiles[square] = (self.turn, kind)
        self._pass_turn()

    def lay_card(self, pile: str, camel: str) -> None:
        assert (self.turn, camel) not in self.piles["winner"] + self.piles["last"]
        self.piles[pile].append((self.turn, camel))
        self._pass_turn()

    def roll(self, die: str, crazy: str, number: int) -> None:
        camel = camel_to_move(self.board, crazy, self.rules) if die == GREY_DIE else die
        kinds = {square: kind for square, (_, kind) in self.tiles.items()}
        self.board, stop = move(self.board, camel, number, kinds, self.rules)
        self.coins[self.turn] += self.rules.roll_coins
        if stop is not None:
            self.coins[self.tiles[stop][0]] += self.rules.tile_coins
        self.rolls += 1
        self.over = crossed(self.board, self.rules)
        if self.over or self.rolls == len(self.rules.dice) - self.rules.undrawn:
            self._pay_leg()
        if self.over:
            self._pay_race()
        self._pass_turn()

    def _pass_turn(self) -> None:
        self.turn = (self.turn + 1) % self.players

    def _pay_leg(self) -> None:
        winner, second = ranking(self.board)[:2]
        for player, tickets in enumerate(self.tickets):
            for camel, coins in tickets:
                if camel == winner:
                    self.coins[player] += coins
                elif camel == second:
                    self.coins[player] += self.rules.ticket_second
                else:
                    self.coins[player] += self.rules.ticket_wrong
        self.coins = [max(0, coins) for coins in self.coins]
        self.legs += 1
        self._begin_leg()

    def _pay_race(self) -> None:
        order = ranking(self.board)
        for pile, right in (("winner", order[0]), ("last", order[-1])):
            pays = list(self.rules.race_cards)
            for player, camel in self.piles[pile]:
                if camel == right:
                    self.coins[player] += pays.pop(0) if len(pays) > 1 else pays[0]
                else:
                    self.coins[player] += self.rules.race_wrong
        self.coins = [max(0, coins) for coins in self.coins]

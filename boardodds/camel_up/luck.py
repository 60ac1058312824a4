"""Luck and decisions in a leg of Camel Up, in one player's coins."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import inf

import numpy as np

from boardodds.camel_up.actions import ROLL, Action, leg_coins, rank_actions
from boardodds.camel_up.bets import Partner, Ticket, next_ticket, pay_leg
from boardodds.camel_up.leg import roll_die
from boardodds.camel_up.moves import Roll, possible_rolls
from boardodds.camel_up.position import Position, check, legal_tile_squares, rolls_left
from boardodds.camel_up.rules import FIRST_EDITION, Rules
from boardodds.camel_up.tally import Tally, Walk
from boardodds.probability.luck import Account, Step
from boardodds.probability.validate import of_texts

# A roll; a betting ticket; the player's own tile by its square and kind; the board after another player has placed a tile; the
# player's partner, from now on or with what the partner has got since.
Act = Roll | Ticket | tuple[int, str] | Position | Partner


@dataclass
class _Leg:
    """The board and what the player has, from act to act, as the parameters of ``account_leg``.

    paid: the coins that the player has got.
    order: the camels from the first to the last if the race has ended.
    """

    position: Position
    rules: Rules
    held: list[Ticket]
    taken: list[Ticket]
    own_tile: int | None
    coins: int | None
    partner: Partner | None = None
    paid: int = 0
    order: str = ""

    def worth(self) -> float:
        """Return the coins of the player so far, and those that are expected from tickets and tile."""
        purse = inf if self.purse is None else self.purse
        if self.order:
            coins = pay_leg(self.order, self.rules, tickets=self.held, partner=self.partner).total
            return self.paid + max(coins, -purse)
        leg = _solve(self.position, self.rules, self.own_tile or 0)
        return self.paid + leg_coins(leg, self.held, self.rules, purse, self.partner).mean

    @property
    def purse(self) -> int | None:
        """The player's coins now."""
        return None if self.coins is None else self.coins + self.paid

    def actions(self, available: Sequence[Partner] = ()) -> dict[object, Action]:
        """Return the possible actions, the best first, by act: ``ROLL``, the ticket, the partner, or square and kind."""
        gone = [*self.held, *self.taken]
        actions = rank_actions(
            self.position,
            self.rules,
            next_tickets={camel: next_ticket(camel, gone, self.rules) for camel in self.rules.camels},
            held=self.held,
            own_tile=self.own_tile,
            coins=self.purse,
            partner=self.partner,
            available=available,
        )
        return {
            action.ticket
            or action.partner
            or (ROLL if action.square is None else (action.square, action.kind[0])): action
            for action in actions
        }

    def play(self, act: Act, is_own: bool) -> None:
        match act:
            case Roll():
                if self.order:
                    raise ValueError(f"acts must end with the race, got {act}")
                rolled = roll_die(self.position, act, self.rules)
                is_stop = rolled.stopped_on is not None and rolled.stopped_on == self.own_tile
                self.paid += self.rules.roll_coins * is_own + self.rules.tile_coins * is_stop
                self.position, self.order = rolled.position or self.position, rolled.final_order
            case Ticket():
                (self.held if is_own else self.taken).append(act)
            case Partner():
                self.partner = act
            case Position():
                self.position = act
            case square, kind:
                self.position = self.position.without_tile(self.own_tile or 0).with_tile(square, kind)
                self.own_tile = square


@lru_cache(maxsize=2048)
def _solve(position: Position, rules: Rules, own_tile: int) -> Tally:
    return Walk(check(position, rules), rules, marked=own_tile).tally()


def account_leg(
    position: Position | str,
    acts: Iterable[tuple[Act, bool]],
    rules: Rules = FIRST_EDITION,
    *,
    held: Sequence[Ticket | str] = (),
    taken: Sequence[Ticket | str] = (),
    own_tile: int | None = None,
    coins: int | None = None,
    partner: Partner | None = None,
    available: Mapping[int, Sequence[Partner]] | Iterable[tuple[int, Sequence[Partner]]] = (),
) -> Account:
    """Return the luck of a player in a leg, and what the player's actions cost, in coins.

    The value is the coins that the player has got in the leg and can expect from the tickets and the tile in it. What the best
    actions, and other players' tiles, add to it are offers. Race bets are left out: they pay at the end of the race.

    acts: roll, ticket or tile of each turn, and whether it was the player's.
    held, taken: the betting tickets of the player, and of all others.
    own_tile: the square of the player's tile; None if it is not on the board.
    coins: the coins that the player has at first; None for enough to pay for all tickets.
    partner: the player's betting partner at first.
    available: by the number of an act of the player, counted from 0, with whom the player could enter into a partnership instead.

    Raises ValueError for an act that is not possible.

    >>> position, green = Position.parse("1:BWOG 2:Y dice=Y"), Ticket("G", 5)
    >>> leg = account_leg(position, [(green, True), (Roll("Y", "Y", 1, sides=1), False)])
    >>> leg.start, leg.offers, leg.decisions, leg.luck, leg.end
    (0.0, 5.0, -4.0, 0.0, 1.0)
    """
    mine, others = of_texts(Ticket, "held", held), of_texts(Ticket, "taken", taken)
    leg = _Leg(check(position, rules), rules, mine, others, own_tile, coins, partner)
    start = value = leg.worth()
    steps = []
    partners = dict(available)
    for number, (act, is_own) in enumerate(acts):
        if is_own:
            actions = leg.actions(partners.get(number, ()))
            if (key := ROLL if isinstance(act, Roll) else act) not in actions:
                raise ValueError(f"acts must be possible actions in the leg, got {act}")
            best = value + max(action.expected_coins for action in actions.values())
            before, value = value, value + actions[key].expected_coins
            steps.append(Step(before, value, best, str(actions[key])))
        leg.play(act, is_own)
        if isinstance(act, Roll | Position) or (isinstance(act, Partner) and not is_own):
            before, value = value, leg.worth()
            steps.append(Step(before, value, None if isinstance(act, Roll) else value, str(act)))
    return Account(start, tuple(steps))


@dataclass(frozen=True, slots=True)
class LuckOfDice:
    """Plays the acts of a leg with other rolls, for ``simulate_luck``, and returns the player's luck; see ``account_leg``.

    A tile stays away from where it can't lie after these rolls, and the tiles of others lie as at the start.
    """

    position: Position
    acts: tuple[tuple[Act, bool], ...]
    rules: Rules = FIRST_EDITION
    held: tuple[Ticket, ...] = ()
    own_tile: int | None = None
    coins: int | None = None
    partner: Partner | None = None

    def __call__(self, rng: np.random.Generator) -> float:
        leg = _Leg(self.position, self.rules, list(self.held), [], self.own_tile, self.coins, self.partner)
        luck = 0.0
        for act, is_own in self.acts:
            if isinstance(act, Ticket | Partner):
                leg.play(act, is_own)
            elif isinstance(act, tuple):
                bare = leg.position.without_tile(leg.own_tile or 0)
                if act[0] in legal_tile_squares(bare, self.rules):
                    leg.play(act, is_own)
            elif isinstance(act, Roll) and not leg.order and rolls_left(leg.position, self.rules):
                rolls = [roll for roll in possible_rolls(leg.position.dice, self.rules) for _ in range(roll.sides)]
                before = leg.worth()
                leg.play(rolls[int(rng.integers(len(rolls)))], False)
                luck += leg.worth() - before
        return luck

"""Every legal action of the player to move, ranked by its expected coins.

Simplification: an action is worth the coins that the acting player expects from it. Tickets, rolls and tiles count to the end of
this leg, race bets to the end of the race. Effects on the other players, such as what they earn or learn, are not counted.
Of a partner, the tickets and the rolls so far count, none that the partner may get later in the leg.
Nobody pays more than they have, so tickets can't cost more than the player's coins. A race bet counts in full: it is paid at the
end of the race, with coins that are not known yet.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from math import inf

from boardodds.camel_up.bets import LAST, WINNER, Partner, RaceBets, Ticket, bet_coins, bet_slope, next_ticket
from boardodds.camel_up.position import Position, check, legal_tile_squares, rolls_left
from boardodds.camel_up.race import RaceOdds
from boardodds.camel_up.rules import FIRST_EDITION, TILE_NAMES, Rules, camel_name, tile_name, with_article
from boardodds.camel_up.simulation import RaceSample
from boardodds.camel_up.tally import Tally, Walk
from boardodds.camel_up.tile_tally import tally_tiles
from boardodds.probability.arrays import Floats, Ints
from boardodds.probability.display import short_repr
from boardodds.probability.montecarlo import Progress
from boardodds.probability.pmf import Pmf
from boardodds.probability.results import Measure, Result, Results
from boardodds.probability.validate import check_whole, of_texts

TICKET = "ticket"
ROLL = "roll"
PARTNER = "partner"


@short_repr
@dataclass(frozen=True, slots=True)
class Action(Result):
    """A legal action and the coins that the player can expect from it.

    kind: ``ticket``, ``roll``, ``oasis`` or ``mirage`` (a tile), ``partner``, ``winner`` or ``last`` (a race bet).
    ticket: the ticket that the player takes, None for other kinds.
    square: the square of the tile, None for other kinds.
    expected_coins: the coins that the action adds on average, including a tile's effect on the tickets that the player holds.
    coins: pmf of the coins that the player gets by the end of this leg from this action, all tickets and the player's own tile
        together, at least the loss of all coins; for a race bet, of this bet alone. Its mean is ``expected_coins`` if the player
        has no tickets and no tile yet.
    camel: the camel of a race bet, None for other kinds.
    standard_error: that of ``expected_coins`` if the odds of the race are simulated, 0 if they are exact.
    tile: the name of the tile in the edition of the rules, None for other kinds.
    can_wait: whether it is a race bet that the player can make in the next turn too, without loss.
    partner: with whom the player enters into a partnership, None for other kinds.
    """

    kind: str
    ticket: Ticket | None
    square: int | None
    expected_coins: float
    coins: Pmf
    camel: str | None = None
    standard_error: float = 0.0
    tile: str | None = None
    can_wait: bool = False
    partner: Partner | None = None

    def measures(self) -> Iterator[Measure]:
        names = ("expected_coins", "standard_error", "chance_of_loss")
        return (Measure(name, getattr(self, name), str(self)) for name in names)

    @property
    def std(self) -> float:
        """The standard deviation of ``coins``."""
        return self.coins.std

    @property
    def chance_of_loss(self) -> float:
        """The chance that ``coins`` are below zero."""
        return self.coins.at_most(-1)

    def __str__(self) -> str:
        if self.ticket:
            return f"take {camel_name(self.ticket.camel)}'s {self.ticket.coins}-coin ticket"
        if self.partner:
            return f"become partners with {self.partner.name}"
        if self.camel:
            return f"bet on {camel_name(self.camel)} to {'win the race' if self.kind == WINNER else 'finish last'}"
        return f"place {with_article(self.tile)} on square {self.square}" if self.tile else "roll a die"


def rank_actions(
    position: Position | str,
    rules: Rules = FIRST_EDITION,
    *,
    next_tickets: Mapping[str, int] | Iterable[tuple[str, int]] = (),
    held: Sequence[Ticket | str] = (),
    own_tile: int | None = None,
    coins: int | None = None,
    partner: Partner | None = None,
    available: Sequence[Partner] = (),
    race: RaceOdds | RaceSample | None = None,
    race_bets: RaceBets | None = None,
    progress: Progress | None = None,
) -> Results[Action]:
    """Return every legal action, the one with the most expected coins first; none if the leg is over.

    next_tickets: by camel, the coins of the top ticket of its stack, 0 if the stack is empty. For a camel that is not a key,
        only the tickets in ``held`` count as taken.
    held: the betting tickets that the player already has, or their texts, such as G5.
    own_tile: the square of the player's own tile, which a tile action then moves. With None the player has a tile to place.
    coins: the player's coins, with those from rolls and the tile in this leg. With None there are enough to pay for all tickets.
    partner: the player's betting partner, whose best ticket pays the player too; None without one.
    available: the players with whom the player, who has no partner, can enter into a partnership.
    race: the odds of the race from this position, as ``solve_race`` returns them. With None there are no race bets.
    race_bets: the others' cards on the piles, and the player's hand. With None the piles are empty and the hand is complete.
    progress: called with the fraction done, from 0 to 1; nearly all of the work is for the tiles.

    Raises ValueError if the position, the tickets, the tile, the coins or the race do not fit the rules and the board.

    >>> best = rank_actions(Position.parse("1:BWOG 2:Y"))[0]
    >>> str(best), round(best.expected_coins, 2)
    ('place a mirage on square 4', 1.55)
    """
    position = check(position, rules)
    mine = of_texts(Ticket, "held", held)
    _check_holdings(position, rules, mine, own_tile)
    if coins is not None:
        check_whole("coins", coins, 0)
    purse = inf if coins is None else coins
    tickets = _available_tickets(position, rules, dict(next_tickets), mine)
    race_bets = RaceBets() if race_bets is None else race_bets
    if race and set(race.camels) != set(position.racing):
        raise ValueError(f"race must be that of the camels on the board, {position.racing}, got one of {race.camels}")
    if not rolls_left(position, rules):
        return Results()
    result = Walk(position, rules, marked=own_tile or 0).tally()
    now = leg_coins(result, mine, rules, purse, partner).mean
    actions = []
    for ticket in tickets:
        paid = leg_coins(result, [*mine, ticket], rules, purse, partner)
        actions.append(Action(TICKET, ticket, None, paid.mean - now, paid))
    rest = leg_coins(result, mine, rules, purse + rules.roll_coins, partner)
    roll = Pmf(tuple(paid + rules.roll_coins for paid in rest.outcomes), rest.probabilities)
    actions.append(Action(ROLL, None, None, rules.roll_coins + (rest.mean - now), roll))
    for other in () if partner else available:
        paid = leg_coins(result, mine, rules, purse, other)
        actions.append(Action(PARTNER, None, None, paid.mean - now, paid, partner=other))
    actions += _tile_actions(position, rules, mine, own_tile, purse, now, partner, progress)
    if race:
        actions += rank_race_bets(race, race_bets, rules)
    return Results(best_first(actions))


def _available_tickets(
    position: Position, rules: Rules, next_tickets: Mapping[str, int], held: Sequence[Ticket]
) -> list[Ticket]:
    for camel, coins in next_tickets.items():
        if camel not in tuple(rules.camels):
            raise ValueError(f"next_tickets: camel must be one of {' '.join(rules.camels)}, got {camel!r}")
        if coins and coins not in rules.leg_tickets:
            raise ValueError(f"next_tickets: coins must be 0 or one of {rules.leg_tickets}, got {coins!r} for {camel}")
    coins_by_camel = {
        camel: next_tickets.get(camel, next_ticket(camel, held, rules))
        for camel in rules.camels
        if camel in position.racing
    }
    return [Ticket(camel, coins) for camel, coins in coins_by_camel.items() if coins]


def _check_holdings(position: Position, rules: Rules, held: Sequence[Ticket], own_tile: int | None) -> None:
    for ticket in held:
        if len(ticket.camel) != 1 or ticket.camel not in position.racing:
            raise ValueError(f"held: no racing camel {ticket.camel} is on the board, got ticket {ticket}")
        if ticket.coins not in rules.leg_tickets:
            raise ValueError(f"held: a ticket pays one of {rules.leg_tickets}, got {ticket!r}")
        if held.count(ticket) > (copies := rules.leg_tickets.count(ticket.coins)):
            raise ValueError(
                f"held: there {'is' if copies == 1 else 'are'} only {copies} of {ticket}, got {held.count(ticket)}"
            )
    if own_tile is not None and own_tile not in [square for square, _ in position.tiles]:
        raise ValueError(f"own_tile must be a square with a tile, got {own_tile!r}")


def leg_coins(
    result: Tally, tickets: Sequence[Ticket], rules: Rules, purse: float, partner: Partner | None = None
) -> Pmf:
    """Return the pmf of the coins from the tickets, the partner's best one, and the marked tile of a tally of one board.

    purse: the coins of the player, who can't lose more.
    """
    bets: list[Ticket | Partner] = [*tickets, *([partner] if partner else [])]
    ends = product(result.camels, repeat=2)
    paid = [sum(bet.payout(winner, second, rules) for bet in bets) for winner, second in ends]
    return _pmf_of_coins(result.finish[0].reshape(-1, len(paid)), paid, rules, purse)


def _pmf_of_coins(counts: Floats | Ints, payouts: Sequence[int], rules: Rules, purse: float) -> Pmf:
    """Return the pmf of the coins from sequences by stops on a tile and by the payout of tickets: array (stops, payouts)."""
    weights: dict[float, float] = {}
    for stops, row in enumerate(counts.tolist()):
        for payout, count in zip(payouts, row, strict=True):
            coins = max(stops * rules.tile_coins + payout, -purse)
            weights[coins] = weights.get(coins, 0) + count
    return Pmf.from_weights(weights)


def rank_race_bets(
    race: RaceOdds | RaceSample, bets: RaceBets, rules: Rules, *, later_cards: int | None = None
) -> list[Action]:
    """Return every race bet that the player can make, the one with the most expected coins first.

    bets: the cards on the piles and in the player's hand.
    later_cards: the most cards that others can bet on one camel before the player's next turn; None if the race can end before.
    """
    actions = []
    for camel in race.camels if bets.hand is None else bets.hand:
        for kind, chance, pile_cards in (
            (WINNER, race.win(camel), bets.winner_laid),
            (LAST, race.last(camel), bets.last_laid),
        ):
            value, error = (chance, 0.0) if isinstance(chance, float) else (chance.value, chance.standard_error)
            coins = bet_coins(value, pile_cards, rules)
            coins_error = error * abs(bet_slope(value, pile_cards, rules))
            # The dice don't change the chance on average, and cards only lower the coins.
            later = bet_coins(value, pile_cards + (later_cards or 0), rules)
            can_wait = later_cards is not None and later.mean > coins.mean - 1e-9
            actions.append(Action(kind, None, None, coins.mean, coins, camel, coins_error, can_wait=can_wait))
    return best_first(actions)


def best_first(actions: Iterable[Action]) -> list[Action]:
    return sorted(actions, key=lambda action: (-action.expected_coins, action.std, str(action)))


def _tile_actions(
    position: Position,
    rules: Rules,
    held: Sequence[Ticket],
    own_tile: int | None,
    purse: float,
    now: float,
    partner: Partner | None,
    progress: Progress | None,
) -> list[Action]:
    """Return every legal action with one more tile, or with the player's own tile if it is on the board.

    now: the coins that the player can expect without another action.
    """
    bare = position if own_tile is None else position.without_tile(own_tile)
    placements = [(square, kind) for square in legal_tile_squares(bare, rules) for kind in TILE_NAMES]
    # A player must move or turn their own tile: leaving it as it is would be no action.
    placements = [
        tile for tile in placements if tile[0] != own_tile or (rules.turn_tile and tile not in position.tiles)
    ]
    if not placements:
        return []
    payouts, counts_by_tile = tally_tiles(bare, placements, rules, tickets=held, partner=partner, progress=progress)
    actions = []
    for (square, kind), counts in zip(placements, counts_by_tile, strict=True):
        coins = _pmf_of_coins(counts, payouts, rules, purse)
        actions.append(Action(TILE_NAMES[kind], None, square, coins.mean - now, coins, tile=tile_name(kind, rules)))
    return actions

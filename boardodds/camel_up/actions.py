"""What to do now: every legal action of the player to move, with the coins it is expected to bring.

Simplification: the worth of an action is counted in the acting player's own coins, of tickets, rolls and tiles to the end of
this leg, of race bets to the end of the race; what it gives to or hides from the others is not in it.
"""

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from boardodds.camel_up.leg import LegOdds, odds_of
from boardodds.camel_up.position import MIRAGE, OASIS, TILE_NAMES, Position, check, legal_tile_squares, rolls_left
from boardodds.camel_up.race import RaceOdds
from boardodds.camel_up.race_bets import RaceBets, bet_coins, bet_slope
from boardodds.camel_up.rules import FIRST_EDITION, Rules, camel_name
from boardodds.camel_up.simulate import RaceSample
from boardodds.camel_up.tally import Tally, tally
from boardodds.camel_up.tile_tally import tally_tiles
from boardodds.probability.arrays import Floats, Ints
from boardodds.probability.montecarlo import Progress
from boardodds.probability.pmf import Pmf

TICKET = "ticket"
ROLL = "roll"
WINNER = "winner"
LAST = "last"


@dataclass(frozen=True, slots=True)
class Ticket:
    """A leg ticket: its camel and the coins that it pays if the camel wins the leg.

    >>> str(Ticket("G", 5)), Ticket.parse("G5")
    ('G5', Ticket(camel='G', coins=5))
    """

    camel: str
    coins: int

    def __str__(self) -> str:
        return f"{self.camel}{self.coins}"

    @classmethod
    def parse(cls, text: str) -> "Ticket":
        """Reads a camel and coins, as in ``G5``."""
        if not re.fullmatch(r".[0-9]{1,3}", text, re.DOTALL):
            raise ValueError(f"ticket must be a camel and its coins, as in G5, got {text[:40]!r}")
        return cls(text[0], int(text[1:]))

    def payout(self, winner: str, second: str, rules: Rules) -> int:
        """Coins at the end of a leg that ``winner`` won before ``second``."""
        if self.camel == winner:
            return self.coins
        return rules.ticket_second if self.camel == second else rules.ticket_wrong


@dataclass(frozen=True, slots=True)
class Action:
    """A legal action and what it brings.

    kind: ``ticket``, ``roll``, ``oasis``, ``mirage``, ``winner`` or ``last``, the last two race bets. ticket: the ticket
    taken, if one is. square: where the tile goes, if one goes. camel: whom a race bet is on. expected_coins: what the action
    adds to the player's expected coins, counting what a tile does to tickets already held. coins: pmf of the player's coins
    of this leg from this action, the tickets held and the player's own tile together (without holdings its mean is
    ``expected_coins``); for a race bet, of the bet alone. standard_error: of expected_coins, where the odds of the race were
    simulated; 0 where all is counted.
    """

    kind: str
    ticket: Ticket | None
    square: int | None
    expected_coins: float
    coins: Pmf
    camel: str | None = None
    standard_error: float = 0.0

    @property
    def std(self) -> float:
        """Standard deviation of ``coins``."""
        return self.coins.std

    @property
    def chance_of_loss(self) -> float:
        """The chance that ``coins`` are below zero."""
        return self.coins.at_most(-1)

    def __str__(self) -> str:
        if self.ticket:
            return f"take the {self.ticket.coins} ticket on {camel_name(self.ticket.camel)}"
        if self.camel:
            return f"bet on {camel_name(self.camel)} to {'win the race' if self.kind == WINNER else 'come last'}"
        return "roll a die" if self.kind == ROLL else f"lay {self.kind} on {self.square}"


def rank_actions(
    position: Position,
    rules: Rules = FIRST_EDITION,
    *,
    next_tickets: Mapping[str, int] | None = None,
    held: Sequence[Ticket] = (),
    own_tile: int | None = None,
    race: RaceOdds | RaceSample | None = None,
    race_bets: RaceBets | None = None,
    progress: Progress | None = None,
) -> list[Action]:
    """Every legal action, the one with the most expected coins first; none if the leg is over.

    next_tickets: for a camel the coins of the ticket on top of its stack, 0 if none is left; for those not named the one below
    what the player holds. held: leg tickets that the player already has. own_tile: the square of the player's own tile if it
    lies on the board; laying a tile then moves it. Without one the player is taken to have a tile to lay. race: the odds of the
    race from here, as ``solve_race`` gives them; without them race bets are left out. race_bets: what is known of those.
    progress: called with the share done, from 0 to 1; nearly all of the work is the tiles.

    >>> best = rank_actions(Position.parse("1:BWOG 2:Y"))[0]
    >>> str(best), round(best.expected_coins, 2)
    ('lay mirage on 4', 1.55)
    """
    check(position, rules)
    _check_holdings(position, rules, held, own_tile)
    tickets = _tickets_on_offer(position, rules, next_tickets or {}, held)
    if race and set(race.camels) != set(position.racing):
        raise ValueError(f"race must be that of the camels on the board, {position.racing}, got one of {race.camels}")
    if not rolls_left(position, rules):
        return []
    now = tally([position], rules, marked=[own_tile or 0])
    odds = odds_of(now, 0, position, rules)
    today = _coins(now, 0, odds, held, rules)
    actions = [_ticket_action(ticket, now, odds, held, rules, today) for ticket in tickets]
    roll = Pmf(tuple(x + rules.roll_coins for x in today.outcomes), today.probabilities)
    actions.append(Action(ROLL, None, None, float(rules.roll_coins), roll))
    actions += _tile_actions(position, rules, held, own_tile, today, progress)
    if race:
        actions += _race_actions(race, race_bets or RaceBets(), rules)
    return sorted(actions, key=lambda action: (-action.expected_coins, action.std, str(action)))


def tile_map(
    position: Position, rules: Rules = FIRST_EDITION, *, progress: Progress | None = None
) -> dict[tuple[str, int], float]:
    """Expected coins in the rest of the leg of one more tile, by (kind, square), for every square where it may lie.

    >>> round(tile_map(Position.parse("1:BWOG 2:Y"))["oasis", 4], 4) == round(38646 / 29160, 4)
    True
    """
    check(position, rules)
    laid = _placements(position, rules)
    if not laid or not rolls_left(position, rules):
        return {(TILE_NAMES[kind], square): 0.0 for square, kind in laid}
    solved = tally_tiles(position, laid, rules, progress=progress)
    stops = solved.counts.sum(axis=2) @ np.arange(solved.counts.shape[1])
    return {
        (TILE_NAMES[kind], square): rules.tile_coins * float(stops[number]) / solved.outcomes
        for number, (square, kind) in enumerate(laid)
    }


def next_ticket(camel: str, taken: Iterable[Ticket], rules: Rules = FIRST_EDITION) -> int:
    """The coins of the ticket on top of a camel's stack when some have been taken, and with them all above; 0 if none is left.

    >>> next_ticket("G", [Ticket("G", 5), Ticket("Y", 3)]), next_ticket("G", [Ticket("G", 3)])
    (3, 2)
    """
    missing = Counter(ticket.coins for ticket in taken if ticket.camel == camel)
    stack = list(rules.leg_tickets)
    while any(missing.values()) and stack:
        missing -= Counter([stack.pop(0)])
    return stack[0] if stack else 0


def _tickets_on_offer(
    position: Position, rules: Rules, next_tickets: Mapping[str, int], held: Sequence[Ticket]
) -> list[Ticket]:
    for camel, coins in next_tickets.items():
        if len(camel) != 1 or camel not in rules.camels:
            raise ValueError(f"next_tickets: camel must be one of {' '.join(rules.camels)}, got {camel!r}")
        if coins and coins not in rules.leg_tickets:
            raise ValueError(f"next_tickets: coins must be 0 or one of {rules.leg_tickets}, got {coins} for {camel}")
    offers = {
        camel: next_tickets.get(camel, next_ticket(camel, held, rules))
        for camel in rules.camels
        if camel in position.racing
    }
    return [Ticket(camel, coins) for camel, coins in offers.items() if coins]


def _check_holdings(position: Position, rules: Rules, held: Sequence[Ticket], own_tile: int | None) -> None:
    for ticket in held:
        if len(ticket.camel) != 1 or ticket.camel not in position.racing:
            raise ValueError(f"held: no racing camel {ticket.camel} is on the board, got ticket {ticket}")
        if ticket.coins not in rules.leg_tickets:
            raise ValueError(f"held: a ticket pays one of {rules.leg_tickets}, got {ticket}")
        if held.count(ticket) > (most := rules.leg_tickets.count(ticket.coins)):
            raise ValueError(
                f"held: there {'is' if most == 1 else 'are'} only {most} of {ticket}, got {held.count(ticket)}"
            )
    if own_tile is not None and own_tile not in dict(position.tiles):
        raise ValueError(f"own_tile must be a square with a tile, got {own_tile}")


def _coins(result: Tally, board: int, odds: LegOdds, tickets: Sequence[Ticket], rules: Rules) -> Pmf:
    """Coins from tickets and from the marked tile, over all sequences of one board of a tally."""
    weights: dict[float, float] = {}
    for stops, finish in enumerate(result.finish[board]):
        for winner, second in odds.finish:
            count = int(finish[odds.camels.index(winner), odds.camels.index(second)])
            coins = stops * rules.tile_coins + sum(ticket.payout(winner, second, rules) for ticket in tickets)
            weights[coins] = weights.get(coins, 0) + count
    return Pmf.from_weights(weights)


def _ticket_action(
    ticket: Ticket, now: Tally, odds: LegOdds, held: Sequence[Ticket], rules: Rules, today: Pmf
) -> Action:
    coins = _coins(now, 0, odds, [*held, ticket], rules)
    return Action(TICKET, ticket, None, coins.mean - today.mean, coins)


def _race_actions(race: RaceOdds | RaceSample, bets: RaceBets, rules: Rules) -> list[Action]:
    actions = []
    for camel in race.camels if bets.hand is None else bets.hand:
        for kind, chance, laid in (
            (WINNER, race.win(camel), bets.winner_laid),
            (LAST, race.last(camel), bets.last_laid),
        ):
            value, error = (chance, 0.0) if isinstance(chance, float) else (chance.value, chance.standard_error)
            coins = bet_coins(value, laid, rules)
            spread = error * abs(bet_slope(value, laid, rules))
            actions.append(Action(kind, None, None, coins.mean, coins, camel, standard_error=spread))
    return actions


def _placements(position: Position, rules: Rules, own_tile: int | None = None) -> list[tuple[int, str]]:
    """Every legal square and kind for one more tile, or for one's own moved."""
    bare = position if own_tile is None else position.without_tile(own_tile)
    laid = [(square, kind) for square in legal_tile_squares(bare, rules) for kind in (OASIS, MIRAGE)]
    # one's own tile stays where it is only by doing something else
    return [tile for tile in laid if tile[0] != own_tile or tile not in position.tiles]


def _tile_actions(
    position: Position,
    rules: Rules,
    held: Sequence[Ticket],
    own_tile: int | None,
    today: Pmf,
    progress: Progress | None,
) -> list[Action]:
    laid = _placements(position, rules, own_tile)
    if not laid:
        return []
    bare = position if own_tile is None else position.without_tile(own_tile)
    tickets = [(ticket.camel, ticket.coins) for ticket in held]
    solved = tally_tiles(bare, laid, rules, held=tickets, progress=progress)
    before = today.mean
    actions = []
    for (square, kind), counts in zip(laid, solved.counts, strict=True):
        coins = _coins_of(counts, solved.payouts, rules)
        actions.append(Action(TILE_NAMES[kind], None, square, coins.mean - before, coins))
    return actions


def _coins_of(counts: Floats, payouts: Ints, rules: Rules) -> Pmf:
    """Coins from a tile and tickets, from the sequences by stops on the tile and what the tickets pay (stops, payouts)."""
    weights: dict[float, float] = {}
    for stops, payout in zip(*np.nonzero(counts), strict=True):
        coins = int(stops) * rules.tile_coins + int(payouts[payout])
        weights[coins] = weights.get(coins, 0) + float(counts[stops, payout])
    return Pmf.from_weights(weights)

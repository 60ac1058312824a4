"""The table of Camel Up that its pages share, as one frozen value: the board, the rules, and what the visitor has."""

from dataclasses import dataclass, field, replace
from functools import cached_property

from boardodds.camel_up import Position, RaceBets, Rules, check, rolls_left
from boardodds.camel_up.position import MAX_TEXT
from boardodds.dashboard.camel_up.editions import EDITIONS
from boardodds.dashboard.camel_up.ticket_names import Holdings, next_tickets, ticket_names

NO_TILE = "none"


@dataclass(frozen=True, slots=True)
class CamelSetup:
    """What the views of a page need of the table.

    problem: why no leg can be played from the position, None if it can.
    race_bets: the cards on the piles and in the visitor's hand.
    """

    position: Position
    rules: Rules
    holdings: Holdings
    problem: str | None
    race_bets: RaceBets = field(default_factory=RaceBets)


@dataclass(frozen=True)
class CamelTable:
    """Everything on the table. The fields are the settings of a link, except for ``draft``.

    stacking, track, highest, priority: the house rules, under the names that they have in a link.
    held, gone: the names of the betting tickets that the visitor and the others have taken.
    own: the square of the visitor's tile as text, or ``NO_TILE``.
    winner_laid, last_laid: the number of cards bet on the overall winner, and on the overall loser.
    bets: the visitor's cards on these piles: the camel, ``w`` or ``l`` for the pile, and the card's number on it, as in ``Gw1``.
    laid: the camels of the visitor's other cards that are played.
    winner_before, last_before: the number of right cards below the visitor's right card on each pile, known at the end.
    coins: the visitor's coins from earlier legs.
    rolls, stops: the visitor's rolls in this leg, and the camels or stacks that have stopped on the visitor's tile.
    finish: the racing camels from the first to the last if the race is over, else empty. Then the board has only those that have
        not crossed the line.
    draft: a text for the position that cannot be used, if there is one.
    """

    edition: str
    position: Position
    stacking: bool = True
    track: int = 16
    highest: int = 3
    priority: bool = True
    held: tuple[str, ...] = ()
    gone: tuple[str, ...] = ()
    own: str = NO_TILE
    winner_laid: int = 0
    last_laid: int = 0
    bets: tuple[str, ...] = ()
    laid: tuple[str, ...] = ()
    winner_before: int = 0
    last_before: int = 0
    coins: int = 0
    rolls: int = 0
    stops: int = 0
    finish: str = ""
    draft: str | None = None

    @property
    def rules(self) -> Rules:
        """The edition's rules with the house rules."""
        edition = EDITIONS[self.edition].rules
        return replace(
            edition,
            stacking=self.stacking,
            track=self.track,
            faces=tuple(range(1, self.highest + 1)),
            crazy_priority=self.priority or not edition.crazy,
        )

    @property
    def text(self) -> str:
        """The position as the visitor or the link wrote it."""
        return str(self.position) if self.draft is None else self.draft

    @property
    def mistake(self) -> str:
        """A sentence on what is wrong with the text and what the board shows in its place; "" if nothing is."""
        try:
            _parse(self.text, self.rules)
        except ValueError as error:
            is_start = self.position == EDITIONS[self.edition].start
            return f"{error}. The board {'shows an example' if is_start else 'still shows the last valid position'}"
        return ""

    @property
    def tiles(self) -> list[str]:
        """The squares with tiles, as texts."""
        return [str(square) for square, _ in self.position.tiles]

    @property
    def own_square(self) -> int | None:
        """The square of the visitor's tile, None if it is not on the board."""
        return None if self.own == NO_TILE else int(self.own)

    @cached_property
    def is_leg_over(self) -> bool:
        """Whether the last die of the leg is rolled, or the race is over."""
        return bool(self.finish) or (self.setup().problem is None and not rolls_left(self.position, self.rules))

    def setup(self) -> CamelSetup:
        """Return what the views of a page need."""
        position, rules = self.position, self.rules
        names = ticket_names(rules)
        tickets = [names[name] for name in self.held if name in names]
        try:
            check(position, rules)
            problem = None
        except ValueError as error:
            problem = str(error)
        holdings = Holdings(
            # A ticket whose camel has left the board comes back with it.
            held=tuple(ticket for ticket in tickets if ticket.camel in position.racing),
            next_tickets=tuple(next_tickets(position, (*self.held, *self.gone), rules).items()),
            own_tile=self.own_square,
            taken=tuple(
                names[name]
                for name in (*self.held, *self.gone)
                if name in names and names[name].camel in position.racing
            ),
        )
        played = {*self.laid, *(bet[0] for bet in self.bets)}
        hand = "".join(camel for camel in position.racing if camel not in played)
        return CamelSetup(position, rules, holdings, problem, RaceBets(self.winner_laid, self.last_laid, hand))


def with_text(table: CamelTable, text: str) -> CamelTable:
    """Return the table with the position of a text, or with the text as a draft if it is no position."""
    text = " ".join(text[:MAX_TEXT].split())
    try:
        return replace(with_position(table, _parse(text, table.rules)), finish="")
    except ValueError:
        return replace(table, draft=text)


def with_position(table: CamelTable, position: Position) -> CamelTable:
    """Return the table with another position, or raise ValueError if it does not fit on the track.

    If only another edition has its camels, that edition is on the table, without the tickets and cards of this one.
    """
    fitting = [
        name
        for name, edition in EDITIONS.items()
        if set(position.camels) <= set(edition.rules.camels + edition.rules.crazy)
    ]
    if fitting and table.edition not in fitting:
        table = replace(table, edition=fitting[0], held=(), gone=(), bets=(), laid=())
    changed = replace(table, position=_check_drawable(position, table.rules), draft=None)
    return changed if changed.own in changed.tiles else replace(changed, own=NO_TILE)


def _parse(text: str, rules: Rules) -> Position:
    return _check_drawable(Position.parse(text), rules)


def _check_drawable(position: Position, rules: Rules) -> Position:
    """Return the position, or raise ValueError if it does not fit on the track."""
    for square in [square for square, _ in position.stacks + position.tiles]:
        if square > rules.track:
            raise ValueError(f"square must be 1..{rules.track}, got {square}: the track ends there")
    return position

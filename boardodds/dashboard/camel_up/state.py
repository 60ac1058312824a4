"""What a visitor sets up on Camel Up's pages of the leg and of the race, which share it."""

from dataclasses import dataclass, replace
from functools import cached_property
from string import ascii_uppercase

from boardodds.camel_up import Partner, Position, RaceBets, Rules, Ticket, bets, check, next_ticket, rolls_left
from boardodds.camel_up.bets import LAST, WINNER, LegPay, RaceCard
from boardodds.camel_up.moves import count_different_sequences
from boardodds.camel_up.position import MAX_TEXT, check_tiles
from boardodds.camel_up.published_figures import CAMEL_CALCULATOR, NUMBERED, SCENARIOS
from boardodds.camel_up.rules import FIRST_EDITION, SECOND_EDITION
from boardodds.dashboard.ui.names import Names
from boardodds.probability.declared_rules import Switch, Whole, rule, rules_in_words

# The rules that the pages can change; those of crazy camels have an effect only with them.
_CRAZY_RULES = ("crazy_priority", "lone_crazy")
RULE_NAMES = ("track", "faces", "stacking", "tiles_touch", *_CRAZY_RULES)
# The squares of a longer track would be too small to tap.
TRACKS = (3, 30)
# A leg with more different sequences of dice takes too much time and memory, most of it for its tiles.
_MAX_SEQUENCES = 5_000_000
MAX_PLAYERS = 8
MAX_COINS = 9_999
PILES = (WINNER, LAST)
# The fields of the state that hold pieces.
PIECES = ("tickets", "owners", *PILES, "rolled", "stops", "partners")
# In the place of its player, whose piece is not known.
UNKNOWN = "?"
NAMES = Names(tuple(ascii_uppercase[: MAX_PLAYERS - 1]), taken=("me",))


@dataclass(frozen=True, slots=True)
class Edition:
    """An edition of the game.

    start: the position shown if a link names none.
    seats: the racing camels in a fixed order. When the edition changes, each camel becomes the camel with the same index, so that
        changing there and back changes nothing.
    title: its name and the noun that it needs.
    """

    rules: Rules
    start: Position
    seats: str
    title: str

    @property
    def rule_names(self) -> list[str]:
        """The rules that the pages can change and that have an effect in the edition."""
        return [name for name in RULE_NAMES if self.rules.crazy or name not in _CRAZY_RULES]

    def with_house_rules(self, rules: Rules) -> Rules:
        """Return the rules of the edition with the house rules of others, as far as they have an effect there."""
        return replace(self.rules, **{name: getattr(rules, name) for name in self.rule_names})


EDITIONS = {
    "first_edition": Edition(FIRST_EDITION, CAMEL_CALCULATOR[0].position, "BGYWO", "first edition"),
    "second_edition": Edition(SECOND_EDITION, Position.parse("1:BRPG 2:Y 15:w 16:k"), "BGYRP", "second edition"),
    # The camels of a blog post, under the rules of the first edition.
    "numbered": Edition(NUMBERED, SCENARIOS[-1].position, "012345", "numbered camels"),
}


@dataclass(frozen=True, slots=True)
class Piece:
    """What a player has on the table or is paid for.

    player: counted from the visitor, who is 0; None for a player who is not known.
    camel: "" for a piece without one.
    number: the coins of a ticket, the square of a tile, the squares of a roll or the other one of two partners, else 0.

    >>> Piece.parse("tickets", "0G5"), str(Piece(None, "G"))
    (Piece(player=0, camel='G', number=5), '?G')
    """

    player: int | None
    camel: str = ""
    number: int = 0

    def __str__(self) -> str:
        return f"{UNKNOWN if self.player is None else self.player}{self.camel}{self.number or ''}"

    @classmethod
    def parse(cls, name: str, text: str) -> "Piece":
        """Read a text that is allowed for a field, such as "tickets". Only tiles and partners have numbers without a camel."""
        player, camel = text[0], "" if name in ("owners", "partners") else text[1:2]
        return cls(None if player == UNKNOWN else int(player), camel, int(text[1 + len(camel) :] or 0))

    @property
    def ticket(self) -> Ticket:
        """The betting ticket that the piece is."""
        return Ticket(self.camel, self.number)


@dataclass(frozen=True)
class CamelState:
    """The board, and what lies in front of each player. The fields are settings of a link, except for ``rules`` and ``draft``.

    rules: the edition's rules with the house rules.
    tickets, owners: who has which betting tickets, and whose tile lies on which square.
    winner, last: the cards bet on the overall winner and on the overall loser, from the first on. A card has a camel if it is the
        visitor's or turned over; a card that lies face down has none.
    coins: each player's coins from earlier legs; a player who is not among them has those of the start.
    rolled, stops: the rolls of this leg, and the player of the tile for each camel or stack that has stopped on one.
    partners: the pairs of this leg, each once, the player who sits nearer to the visitor first.
    finish: the racing camels from the first to the last if the race is over, else empty. Then the board has only those that have
        not crossed the line.
    exact: whether a race that takes seconds is solved exactly.
    turn, names: the player to move, counted from the visitor, who is 0, and what the others are called.
    draft: a text for the position that cannot be used, if there is one.
    """

    edition: str
    rules: Rules
    position: Position
    tickets: tuple[Piece, ...] = ()
    owners: tuple[Piece, ...] = ()
    winner: tuple[Piece, ...] = ()
    last: tuple[Piece, ...] = ()
    coins: tuple[int, ...] = ()
    rolled: tuple[Piece, ...] = ()
    stops: tuple[Piece, ...] = ()
    partners: tuple[Piece, ...] = ()
    finish: str = ""
    exact: bool = rule(False, Switch())
    players: int = rule(4, Whole(1, MAX_PLAYERS))
    turn: int = rule(0, Whole(0, MAX_PLAYERS - 1))
    names: tuple[str, ...] = rule(("",) * (MAX_PLAYERS - 1), NAMES)
    draft: str | None = None

    @cached_property
    def text(self) -> str:
        """The position as the visitor or the link wrote it."""
        return str(self.position) if self.draft is None else self.draft

    @cached_property
    def problem(self) -> str:
        """Why no leg can be played from the position; "" if one can."""
        try:
            check(self.position, self.rules)
            check_size(self.position, self.rules)
        except ValueError as error:
            return str(error)
        return ""

    @cached_property
    def mistakes(self) -> list[str]:
        """A sentence on what is wrong with the draft and what the board shows in its place; empty without a draft."""
        if self.draft is None:
            return []
        try:
            self.with_position(Position.parse(self.draft))
        except ValueError as error:
            is_start = self.position == EDITIONS[self.edition].start
            return [f"{error}. The board {'shows an example' if is_start else 'still shows the last valid position'}"]
        return []

    @property
    def house_rules(self) -> list[str]:
        """Each rule in words that differs from the edition's."""
        return rules_in_words(self.rules, EDITIONS[self.edition].rules)

    @cached_property
    def tiles(self) -> dict[int, str]:
        """The kinds of the tiles by square."""
        return dict(self.position.tiles)

    def player_name(self, player: int | None) -> str:
        """Return how the page calls a player; None is one who is not known.

        >>> state = CamelState("first_edition", FIRST_EDITION, Position((), ""), names=("", "Ann", "", "", "", "", ""))
        >>> [state.player_name(player) for player in (0, 1, 2, None)]
        ['me', 'A', 'Ann', '?']
        """
        if not player:
            return UNKNOWN if player is None else "me"
        return self.names[player - 1] or NAMES.usual[player - 1]

    @property
    def is_mine(self) -> bool:
        """Whether the visitor is to move."""
        return self.turn == 0

    @cached_property
    def is_leg_over(self) -> bool:
        """Whether the last die of the leg is rolled, or the race is over."""
        return bool(self.finish) or not (self.problem or rolls_left(self.position, self.rules))

    def owned(self, name: str, player: int = 0) -> list[Piece]:
        """Return a player's pieces in a field, such as "tickets"."""
        return [piece for piece in getattr(self, name) if piece.player == player]

    def as_partner(self, player: int) -> Partner:
        """Return what a player has for a partner."""
        tickets = tuple(piece.ticket for piece in self.owned("tickets", player))
        return Partner(tickets, len(self.owned("rolled", player)), player, self.player_name(player))

    def partner(self, player: int = 0) -> Partner | None:
        """Return a player's partner in this leg, None without one."""
        for pair in self.partners:
            if player in (pair.player, pair.number):
                return self.as_partner(pair.number if player == pair.player else pair.player or 0)
        return None

    def available(self, player: int = 0) -> tuple[Partner, ...]:
        """Return the players with whom a player can enter into a partnership."""
        if not self.rules.crazy or self.players < bets.PARTNERSHIP_PLAYERS:
            return ()
        paired = [each for pair in self.partners for each in (pair.player, pair.number)]
        free = [each for each in range(self.players) if each not in paired]
        return tuple(self.as_partner(other) for other in free if player in free and other != player)

    @property
    def own_square(self) -> int | None:
        """The square of the visitor's tile, None if it is not on the board."""
        return next((tile.number for tile in self.owned("owners")), None)

    @cached_property
    def held(self) -> tuple[Ticket, ...]:
        """The visitor's betting tickets. A ticket whose camel has left the board comes back with it."""
        return tuple(piece.ticket for piece in self.owned("tickets") if piece.camel in self.position.racing)

    @cached_property
    def next_tickets(self) -> tuple[tuple[str, int], ...]:
        """The coins of the next ticket of every camel in the race, 0 for none."""
        taken, racing = [piece.ticket for piece in self.tickets], self.position.racing
        return tuple((camel, next_ticket(camel, taken, self.rules)) for camel in self.rules.camels if camel in racing)

    @cached_property
    def played(self) -> list[str]:
        """The camels of the visitor's cards on the piles."""
        return [card.camel for pile in PILES for card in self.owned(pile)]

    @cached_property
    def race_bets(self) -> RaceBets:
        """The others' cards on the piles, and those in the visitor's hand; the visitor's own on the piles name other camels."""
        winner, last = (sum(card.player != 0 for card in pile) for pile in (self.winner, self.last))
        return RaceBets(winner, last, "".join(camel for camel in self.position.racing if camel not in self.played))

    @property
    def order(self) -> str:
        """The racing camels from the first to the last."""
        return self.finish or self.position.racing[::-1]

    def right_camel(self, pile: str) -> str:
        """Return the camel of the right cards of a pile; "" before the race is over."""
        return self.finish[:1] if pile == WINNER else self.finish[-1:]

    def leg_pay(self, player: int = 0) -> LegPay:
        """Return a player's coins of this leg if it ends as the board is now."""
        tickets = [piece.ticket for piece in self.owned("tickets", player)]
        rolls, stops = len(self.owned("rolled", player)), len(self.owned("stops", player))
        partner = self.partner(player)
        return bets.pay_leg(self.order, self.rules, tickets=tickets, rolls=rolls, stops=stops, partner=partner)

    def card_pay(self, player: int = 0) -> list[tuple[RaceCard, int]]:
        """Return a player's race bets, each with its coins; none before the race is over. A card that lies face down is wrong."""
        paid = []
        for pile in PILES if self.finish else ():
            right_below = 0
            for each in getattr(self, pile):
                if each.player == player:
                    card = RaceCard(each.camel, pile, right_below)
                    paid.append((card, bets.pay_card(self.finish, card, self.rules)))
                right_below += each.camel == self.right_camel(pile)
        return paid

    def purse(self, player: int = 0) -> int:
        """Return a player's coins from earlier legs."""
        return self.coins[player] if player < len(self.coins) else bets.START_COINS

    @property
    def coins_now(self) -> int:
        """The visitor's coins with those from rolls and the tile in this leg: tickets can't cost more."""
        pay = self.leg_pay()
        return self.purse() + pay.rolls + pay.tile

    def total_coins(self, player: int = 0) -> int:
        """Return a player's coins so far, with those of a leg and of a race that are over. Nobody pays more than they have."""
        coins = self.purse(player)
        if self.is_leg_over:
            coins = max(0, coins + self.leg_pay(player).total)
        # The rulebook goes through the piles card by card.
        for _, paid in self.card_pay(player):
            coins = max(0, coins + paid)
        return coins

    def with_text(self, text: str) -> "CamelState":
        """Return the state with the position of a text, or with the text as a draft if it is no position."""
        text = " ".join(text[:MAX_TEXT].split())
        try:
            return replace(self.with_position(Position.parse(text)), finish="")
        except ValueError:
            return replace(self, draft=text)

    def with_position(self, position: Position) -> "CamelState":
        """Return the state with another position, or raise ValueError if it does not fit on the track or has misplaced tiles.

        If only another edition has its camels, it becomes that edition, without the tickets and cards of this one.
        """
        state, camels = self, set(position.camels)
        fitting = [name for name, each in EDITIONS.items() if camels <= {*each.rules.camels, *each.rules.crazy}]
        if fitting and state.edition not in fitting:
            rules = EDITIONS[fitting[0]].with_house_rules(state.rules)
            state = replace(state, edition=fitting[0], rules=rules, tickets=(), winner=(), last=())
        for square, _ in position.stacks + position.tiles:
            if square > state.rules.track:
                raise ValueError(f"square must be 1..{state.rules.track}, got {square}: the track ends there")
        if position.tiles:
            check_tiles(position, state.rules)
        return replace(state, position=position, draft=None)


def check_size(position: Position, rules: Rules) -> None:
    """Raise ValueError if a leg has too many sequences of dice for a page."""
    rolls = rolls_left(position, rules)
    if (sequences := count_different_sequences(position.dice, rolls, rules)) > _MAX_SEQUENCES:
        raise ValueError(
            f"a leg of {rolls} rolls has {sequences:,} different dice sequences; at most {_MAX_SEQUENCES:,} are counted here: "
            "use fewer dice, or fewer numbers on a die"
        )

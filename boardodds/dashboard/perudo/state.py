"""What a visitor sets up on the Perudo page."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from typing import Self

from boardodds.dashboard.perudo import rounds
from boardodds.dashboard.perudo.rounds import Hand
from boardodds.dashboard.ui.game_state import GameState
from boardodds.dashboard.ui.names import Names
from boardodds.perudo import ANY_HIGHER_RULES, Bid, Rules, legal_bids
from boardodds.perudo.bidders import HUMAN, LogitBidder, Player, PolicyBidder
from boardodds.perudo.round_state import RoundState, why_no_calza
from boardodds.perudo.rules import MAX_PLAYERS, PRINTED
from boardodds.probability.declared_rules import OneOf, Stops, Text, Whole, rule, rule_in_words
from boardodds.probability.display import plural
from boardodds.probability.validate import check_whole, parse_whole

# The hand of the post that the page follows, and the bid that it answers.
START = RoundState.parse("5.5.5.5 me=1 hand=12256 bids=3:4x4.4:5x4")
BEFORE_BIDS = replace(START, bids=())
# A link without settings has the first one.
_PRINTED = {"any_higher": ANY_HIGHER_RULES, **PRINTED}
LOGIT, COMPUTER = MODELS = ("logit", "computer")
SLIPS = (1, 2, 5, 10, 20)
NAMES = Names(tuple(f"player {number}" for number in range(1, MAX_PLAYERS + 1)))
# How often an opponent bluffs.
AS_SET, BLUFFS, _ = STYLES = ("as set", "bluffs a lot", "never bluffs")
# The sharpness of someone who bluffs a lot is divided by this, and that of someone who never bluffs multiplied; random moves
# change the other way round.
BLUFF_FACTOR = 4


def styled(model: Player, style: str) -> Player:
    """Return a model for a player who bluffs more or less often than it says: who bids less or more by the own dice.

    >>> styled(LogitBidder(8), "bluffs a lot"), styled(PolicyBidder(random_moves=0.02), "never bluffs").random_moves
    (LogitBidder(sharpness=2.0), 0.005)
    """
    if style == AS_SET:
        return model
    factor = BLUFF_FACTOR if style == BLUFFS else 1 / BLUFF_FACTOR
    if isinstance(model, LogitBidder):
        return LogitBidder(model.sharpness / factor)
    return replace(model, random_moves=min(model.random_moves * factor, 1))


def _read_styles(text: str) -> tuple[str, ...]:
    letters = {style[0]: style for style in STYLES}
    if not re.fullmatch(rf"[{''.join(letters)}]{{0,{MAX_PLAYERS - 1}}}[bn]", text):
        raise ValueError(f"styles must be the first letters of {', '.join(STYLES)}, got {text[:40]!r}")
    return tuple(letters[letter] for letter in text.ljust(MAX_PLAYERS, AS_SET[0]))


def read_seats(text: str) -> frozenset[int]:
    """Return the seats, or the places of dice, from 0, that a link numbers from 1."""
    return frozenset(parse_whole("number", number) - 1 for number in text.split("."))


def seats_text(seats: Iterable[int]) -> str:
    return ".".join(str(seat + 1) for seat in sorted(seats))


def _check_seats(name: str, seats: Iterable[int]) -> None:
    for seat in seats:
        check_whole(name, seat + 1, 1, MAX_PLAYERS)


# A link has the first letter of each style.
_STYLE_LETTERS = Text(_read_styles, lambda styles: "".join([style[0] for style in styles]).rstrip(AS_SET[0]))
_SEATS = Text(read_seats, seats_text, _check_seats)
_SEAT = Text(
    lambda text: parse_whole("seat", text) - 1,
    lambda seat: f"{seat + 1}",
    lambda name, seat: _check_seats(name, [seat]),
)


@dataclass(frozen=True)
class PerudoState(GameState):
    """The game, its rules, the round, the hands in it, and the players.

    position: the round that was entered, which the rules may not allow; None for the round that the page starts with.
    hands: the hands shown in this round, by seat.
    model, sharpness, random_moves: how the others bid; ``random_moves`` in percent.
    names, styles: of all players that there can be, by seat; "" for a player without a name.
    palificos: the seats of players who won a die back when they had one; they get no second palifico round.
    calza_callers: the seats of players who have called calza in this match.
    won: the seat of the winner of the match after the round; None before its end.
    asks: whether the board asks what the cups showed after dudo, because the visitor followed the advice.
    """

    printed = _PRINTED
    position_type = RoundState
    max_text = 900
    text_name = "round"

    rules: Rules
    position: RoundState | None
    hands: Mapping[int, Hand] = field(default_factory=dict, hash=False)
    model: str = rule(
        LOGIT,
        OneOf(dict(zip(MODELS, ("like people", "like a computer"), strict=True))),
        "How the others bid",
        "What a bid reveals depends on how people bid. `like people`: the less likely a move is to cost them a die, the more "
        "often they make it. `like a computer`: always the most probable move, apart from occasional random moves.",
    )
    sharpness: int = rule(
        int(HUMAN.sharpness),
        Whole(0, 30),
        "How honest their bids are",
        "0: all legal moves are equally likely, so bids reveal nothing. The higher the number, the more often players "
        "make the moves that look safest to them. *Method* says why it starts with this number.",
    )
    random_moves: int = rule(2, Stops(SLIPS), "Random moves (%)")
    names: tuple[str, ...] = rule(("",) * MAX_PLAYERS, NAMES)
    styles: tuple[str, ...] = rule((AS_SET,) * MAX_PLAYERS, _STYLE_LETTERS)
    palificos: frozenset[int] = rule(frozenset(), _SEATS)
    calza_callers: frozenset[int] = rule(frozenset(), _SEATS)
    won: int | None = rule(None, _SEAT)
    asks: bool = False

    @property
    def start(self) -> None:
        """None, for the example."""

    def check(self, position: RoundState | None) -> None:
        """Allow every round: the page shows it as far as the rules allow it."""

    def with_position(self, position: RoundState | None) -> Self:
        """Return the state with another round. One in which a player has more dice is of a game that starts with them."""
        most = max(position.dice) if position else 0
        rules = replace(self.rules, starting_dice=most) if most > self.rules.starting_dice else self.rules
        return replace(self, rules=rules, position=position, draft="")

    def with_rules(self, rules: Rules) -> tuple[Self, str]:
        """Return the state under other rules, with the same round."""
        return replace(self, rules=rules), ""

    def with_setting(self, name: str, value: object) -> tuple[Self, str] | None:
        """Return the state with another setting, and a sentence if it cost dice of the hand."""
        # What belongs to a seat has events of its own.
        if name in ("names", "styles", "palificos", "calza_callers", "won") or not (
            changed := super().with_setting(name, value)
        ):
            return None
        after, kept = changed[0], len(changed[0].round.hand)
        if name == self.text_name and not after.draft:
            # Nobody has won a round that is entered anew.
            after = replace(after, won=None)
        is_cut = name == "starting_dice" and kept < len(self.round.hand)
        return after, f"the hand keeps {kept} of its dice, as many as players start with" if is_cut else ""

    @cached_property
    def example(self) -> RoundState:
        """The round that the page starts with, as far as the rules allow it."""
        hand = tuple(min(die, self.rules.sides) for die in START.hand)
        return rounds.possible(replace(START, hand=hand), self.rules)[0]

    @property
    def entered_round(self) -> RoundState:
        """The round that was entered, which the rules may not allow, or the one that the page starts with."""
        return self.position or self.example

    @cached_property
    def _round_and_reason(self) -> tuple[RoundState, str]:
        """The round as far as the rules allow it, and why they allow no more of it."""
        return rounds.possible(self.entered_round, self.rules)

    @cached_property
    def round(self) -> RoundState:
        return self._round_and_reason[0]

    @cached_property
    def rules_now(self) -> Rules:
        """The rules after the bids of the round, which can have ended that aces are wild."""
        return self.round.rules_now(self.rules)

    @cached_property
    def hand(self) -> Hand:
        """The viewer's hand, with the places in which the same dice were entered; an empty one for an onlooker."""
        viewer, dice = self.round.viewer, self.round.hand
        entered = Hand() if viewer is None else self.hands.get(viewer - 1, Hand())
        return entered if tuple(sorted(entered.dice)) == dice else Hand(dice)

    @cached_property
    def winner(self) -> int | None:
        """The seat of the player who has won the match, if the round was its last one."""
        dice, seats = self.round.dice, [player - 1 for player in self.round.players_in]
        others = [seat for seat in seats if seat != self.won]
        # A right calza can cost several players their last dice.
        is_over = self.rules.calza_wins == "others_lose" and max(dice[seat] for seat in others) == 1
        can_end = self.won in seats and (len(others) == 1 or is_over)
        return self.won if can_end else None

    def why_no_calza(self, seat: int | None = None) -> str:
        """Return why a player may not call calza, or why nobody may; "" if calza is allowed."""
        player = None if seat is None else seat + 1
        return why_no_calza(self.round, self.rules, player, self.callers)

    @property
    def callers(self) -> frozenset[int]:
        """The players who have called calza in this match, as a round counts them."""
        return frozenset(seat + 1 for seat in self.calza_callers)

    @cached_property
    def mistakes(self) -> list[str]:
        """A sentence on what is wrong with the round that was entered, and what the page shows in its place."""
        if self.draft:
            shown = "an example" if self.position in (None, BEFORE_BIDS) else "the last round that could be read"
            try:
                RoundState.parse(self.draft)
            except ValueError as error:
                return [f"{error}. The page shows {shown}"]
            return []
        state, reason = self._round_and_reason
        if self.needs_any_higher:
            reason = f"{reason} ({rule_in_words(self.rules, 'raise_rule')})"
        if not reason:
            return []
        bid = "that bid" if state.bids else "its first bid"
        most = plural(self.rules.starting_dice, "die", "dice")
        dice = f", with at most {most} for each player" if state.dice != self.entered_round.dice else ""
        ordinary = ", as an ordinary one" if state.palifico != self.entered_round.palifico else ""
        return [f"{reason}. The page shows the round before {bid}{dice}{ordinary}"]

    @cached_property
    def needs_any_higher(self) -> bool:
        """Whether the rules refuse the round, but would not if raises to any higher bid were allowed."""
        if self.rules.raise_rule == "any_higher" or not self._round_and_reason[1]:
            return False
        return not rounds.possible(self.entered_round, replace(self.rules, raise_rule="any_higher"))[1]

    @cached_property
    def unseen(self) -> int:
        """The number of dice in play that the viewer does not see."""
        return self.round.total_dice - len(self.round.hand)

    @cached_property
    def bidder(self) -> int:
        """The player who answers the current bid, or opens."""
        return rounds.bidder(self.round)

    @cached_property
    def is_viewers_turn(self) -> bool:
        return self.round.viewer == self.bidder + 1

    @cached_property
    def legal(self) -> list[Bid]:
        return self.legal_under(self.rules)

    def legal_under(self, rules: Rules) -> list[Bid]:
        """Return the bids that would be legal now under other rules. Raises ValueError if they do not allow the current bid."""
        state = self.round
        seats = {"own_dice": state.dice[self.bidder], "players": len(state.players_in)}
        return legal_bids(state.current, state.total_dice, rules, palifico=state.palifico, **seats)

    @cached_property
    def chances(self) -> Mapping[Bid, Fraction]:
        """The chance of each bid, legal or not, from the dice alone as the viewer sees them."""
        return rounds.chances_of_bids(self.round.hand, self.unseen, self.rules_now, self.round.palifico)

    @cached_property
    def bidder_model(self) -> Player:
        """How the others bid if they have no style of their own."""
        return (
            PolicyBidder(random_moves=self.random_moves / 100)
            if self.model == COMPUTER
            else LogitBidder(self.sharpness)
        )

    @cached_property
    def models(self) -> tuple[Player, ...]:
        """How each player bids, by seat: the model of the page, changed for those who bluff a lot or never."""
        return tuple(styled(self.bidder_model, style) for style in self.styles[: len(self.round.dice)])

    def player_name(self, seat: int) -> str:
        """Return the name of a player, or "player 2" for one without a name. It is safe in Markdown, HTML and charts."""
        return NAMES.shown(self.names)[seat]

"""A game of Candy Land in progress."""

import re
from collections import Counter
from dataclasses import dataclass, replace
from typing import Any

from boardodds.candy_land.rules import EVERYONE, LOSE_TURN, MAX_PLAYERS, MAX_SPACES, REAL, Rules, color_of
from boardodds.probability.validate import check_kind, check_whole, make_plain, of_text

# The space of a player in the castle: further than any space of a board.
HOME = MAX_SPACES + 1
_CARD = r"\[[^\[\]]+\]|[A-Z]{1,2}"
_NOTATION = re.compile(
    r"((?:[0-9]{1,3}|home)(?:\.(?:[0-9]{1,3}|home))*)(?: next=([0-9]))?(?: stuck=([0-9](?:\.[0-9])*))?"
    rf"(?: drawn=((?:{_CARD})(?:\.(?:{_CARD}))*))?"
)


@dataclass(frozen=True, slots=True)
class State:
    """A game in progress, with a text notation, in which picture cards are in brackets. Players and spaces count from 1.

    spaces: the space of each player in the order of play; 0 is the start, and ``HOME`` the castle, "home" in the notation.
    next: the player whose turn is next.
    stuck: the players who miss their next turn, where licorice costs a turn; in ascending order. Where licorice holds a player
        until its colour is drawn, everyone on licorice is stuck, and nobody is named here.
    drawn: the cards drawn since the last shuffle, as in ``Rules.cards``; in alphabetical order. A deck that is shuffled before
        every draw does not use them.

    Raises ValueError for a player or a space that cannot be. ``check`` compares the state with the rules of a game.

    >>> state = State.parse("57.80.home next=2 stuck=1 drawn=RR.Y.[Mr. Mint]")
    >>> state.spaces, state.next, state.stuck, state.drawn
    ((57, 80, 301), 2, (1,), ('Mr. Mint', 'RR', 'Y'))
    >>> str(state)
    '57.80.home next=2 stuck=1 drawn=[Mr. Mint].RR.Y'
    >>> State.parse("57 80")
    Traceback (most recent call last):
    ...
    ValueError: state must be the players' spaces, as in 57.80 next=1 stuck=2 drawn=RR.Y.[Jolly], got '57 80'
    """

    spaces: tuple[int, ...]
    next: int = 1
    stuck: tuple[int, ...] = ()
    drawn: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        make_plain(self)
        players = len(self.spaces)
        check_whole("state: players", players, 1, MAX_PLAYERS)
        for space in self.spaces:
            check_whole("state: spaces", space, 0, HOME)
        for name, player in (("next", self.next), *(("stuck", player) for player in self.stuck)):
            check_whole(f"state: {name}", player, 1, players)
        object.__setattr__(self, "stuck", tuple(sorted(set(self.stuck))))
        object.__setattr__(self, "drawn", tuple(sorted(self.drawn)))

    @classmethod
    def start(cls, players: int) -> "State":
        """Return the state of 1 to 6 players before their first card."""
        check_whole("players", players, 1, MAX_PLAYERS)
        return cls((0,) * players)

    @classmethod
    def parse(cls, text: str) -> "State":
        """Return the state that a text describes; ``str`` writes it back. Raises ValueError for other texts."""
        match = _NOTATION.fullmatch(text)
        if not match:
            raise ValueError(
                f"state must be the players' spaces, as in 57.80 next=1 stuck=2 drawn=RR.Y.[Jolly], got {text[:60]!r}"
            )
        spaces, player, stuck, drawn = match.groups(default="")
        return cls(
            tuple(HOME if space == "home" else int(space) for space in spaces.split(".")),
            int(player or 1),
            tuple(map(int, stuck.split("."))) if stuck else (),
            tuple(card.strip("[]") for card in re.findall(_CARD, drawn)),
        )

    def __str__(self) -> str:
        parts = {
            "next": str(self.next),
            "stuck": ".".join(map(str, self.stuck)),
            "drawn": ".".join(card if color_of(card) else f"[{card}]" for card in self.drawn),
        }
        spaces = ".".join("home" if space == HOME else str(space) for space in self.spaces)
        return " ".join([spaces, *(f"{name}={text}" for name, text in parts.items() if text)])

    def order(self, first: int = 1) -> list[int]:
        """Return the players who are not home, in the order of play from the given one on."""
        players = range(1, len(self.spaces) + 1)
        return [player for player in (*players[first - 1 :], *players[: first - 1]) if self.spaces[player - 1] != HOME]

    def is_over(self, rules: Rules) -> bool:
        """Return whether the game has ended."""
        home = self.spaces.count(HOME)
        return home == len(self.spaces) if rules.plays_until == EVERYONE else home > 0

    def cards_left(self, rules: Rules) -> dict[str, int]:
        """Return the number of cards of each kind that are left in the deck, which is shuffled when it runs out."""
        return dict(Counter(rules.cards) - Counter(self.drawn if rules.deck == REAL else ()) or rules.cards)

    def problems(self, rules: Rules) -> list[str]:
        """Return a sentence for each reason why the state is not possible in a game with these rules.

        >>> from boardodds.candy_land import CLASSIC
        >>> State((57, 135)).problems(CLASSIC)
        ['state: spaces must be 0..134 or home, got 135']
        """
        last = rules.last_place
        licorice = rules.licorice if rules.licorice_rule == LOSE_TURN else ()
        extra = Counter(self.drawn if rules.deck == REAL else ()) - Counter(rules.cards)
        refused: dict[str, list[Any]] = {
            f"spaces must be 0..{last} or home": [space for space in self.spaces if last < space < HOME],
            "stuck must be players on licorice that costs a turn": [
                player for player in self.stuck if self.spaces[player - 1] - 1 not in licorice
            ],
            "drawn must be cards that the deck has": list(extra),
            "next must be a player who is not home": [self.next]
            * (self.next not in self.order() and not self.is_over(rules)),
        }
        return [f"state: {allowed}, got {values[0]}" for allowed, values in refused.items() if values]

    def check(self, rules: Rules) -> None:
        """Raise ValueError if the state is not possible in a game with these rules."""
        for problem in self.problems(rules):
            raise ValueError(problem)


def first_state(rules: Rules, players: int, state: State | str | None) -> State:
    """Return the state that games begin with: the start of that many players if none is given.

    Raises ValueError for another number of players than the state has, unless it is 1, for a state that is not possible, and
    for one in which the game is over.
    """
    check_kind(Rules, "rules", rules)
    if state is None:
        return State.start(players)
    state = of_text(State, "state", state)
    if players not in (1, len(state.spaces)):
        raise ValueError(f"players must be {len(state.spaces)}, as in the state, got {players}")
    state.check(rules)
    if state.is_over(rules):
        raise ValueError(f"state must be of a game that goes on, but it is over, got {state}")
    # The deck is shuffled as soon as it has run out.
    return replace(state, drawn=()) if len(state.drawn) == rules.deck_size or rules.deck != REAL else state

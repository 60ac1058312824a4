"""A round of Perudo as one of its players sees it, and its text notation.

For example, ``5.4.0.5 me=1 hand=12256 bids=1:3x4.2:4x4``: players 1 to 4 have five, four, no and five dice. The viewer is
player 1 and has 1, 2, 2, 5 and 6. Player 1 opened with three fours, and player 2 raised to four fours.

- Without ``me`` and ``hand`` the viewer is an onlooker, who sees no dice.
- Before the first bid there is no ``bids``; ``opens=3`` can name the player who opens.
- ``palifico`` at the end marks a palifico round.
- Dice of 10 or more need commas, also after a single one: ``hand=2,12``. Other hands may have them: ``hand=1,2,2,5,6``.
- The numbers of dice may have spaces between them: ``5 4 0 5``.

Players count from 1, in the notation and in the code.
"""

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from boardodds.perudo.bids import Bid, as_hand, check_faces, check_raise, hand_text
from boardodds.perudo.rules import MAX_DICE, MAX_PLAYERS, MAX_SIDES, MIN_PLAYERS, STANDARD, Rules
from boardodds.probability.display import plural
from boardodds.probability.validate import check_kind, check_whole, make_plain, of_text

MAX_BIDS = 60
# ``str`` never writes a longer notation.
MAX_TEXT = 1000
# A palifico round belongs to a player with this number of dice.
PALIFICO_DICE = 1

# By field, its form and an example.
_FIELDS = {
    "dice": (r"[0-9]{1,3}(\.[0-9]{1,3})*", "each player's dice, as in 5.4.0.5"),
    "me": (r"[0-9]{1,3}", "a player's number, as in me=1"),
    "hand": (r"[0-9]{1,40}|[0-9]{1,3}(,[0-9]{1,3})*,?", "dice, as in hand=12256 or hand=1,2,2,5,6"),
    "opens": (r"[0-9]{1,3}", "a player's number, as in opens=3"),
    "bids": (
        r"[0-9]{1,3}:[0-9]{1,3}x[0-9]{1,2}(\.[0-9]{1,3}:[0-9]{1,3}x[0-9]{1,2})*",
        "player:bid, as in bids=1:3x4.2:4x4",
    ),
}


@dataclass(frozen=True, slots=True)
class RoundState:
    """A round as a player, or an onlooker, sees it.

    The constructor checks nothing, ``parse`` everything that doesn't depend on the rules, ``check_round`` the rest too.

    dice: the number of dice of each player, in the order of the seats; 0 for a player who is out.
    viewer: the player who sees the hand; None for an onlooker.
    hand: the faces of the viewer's dice, sorted in ascending order; empty for an onlooker.
    bids: (player, bid) pairs, the opening bid first. Turns follow the seats and skip players who are out.
    palifico: whether this is a palifico round.
    opener: the player who makes the first bid, if known; None once there is a bid.

    >>> state = RoundState.parse("5.4.0.5 me=1 hand=12256 bids=2:3x4.4:4x4")
    >>> state.turn, state.total_dice, str(state.current)
    (1, 14, '4x4')
    >>> RoundState.parse(str(state)) == state
    True
    >>> RoundState.parse("5.4.0.5 bids=2:3x4.1:4x4")
    Traceback (most recent call last):
    ...
    ValueError: bids must follow the seats: after player 2 it is the turn of player 4, got 1:4x4
    """

    dice: tuple[int, ...]
    viewer: int | None = None
    hand: tuple[int, ...] = ()
    bids: tuple[tuple[int, Bid], ...] = ()
    palifico: bool = False
    opener: int | None = None

    def __post_init__(self) -> None:
        if isinstance(self.hand, str):
            object.__setattr__(self, "hand", as_hand(self.hand))
        make_plain(self)
        object.__setattr__(self, "hand", tuple(sorted(self.hand)))
        if self.bids and self.opener == self.bids[0][0]:
            object.__setattr__(self, "opener", None)

    @property
    def players_in(self) -> list[int]:
        """The players with dice."""
        return [player for player, number in enumerate(self.dice, 1) if number]

    @property
    def total_dice(self) -> int:
        """The number of dice in play, in all hands."""
        return sum(self.dice)

    @property
    def current(self) -> Bid | None:
        """The bid to be answered; None before the first bid."""
        return self.bids[-1][1] if self.bids else None

    def rules_now(self, rules: Rules) -> Rules:
        """Return the rules after the bids so far, which can have ended that aces are wild."""
        return rules.after(bid.face for _, bid in self.bids)

    @property
    def turn(self) -> int | None:
        """The player to move; None before the first bid if the opener is unknown."""
        return _next(self.players_in, self.bids[-1][0]) if self.bids else self.opener

    @classmethod
    def parse(cls, text: str) -> "RoundState":
        """Read the notation that ``str`` writes; raise ValueError that names the position of the mistake and the expected text.

        >>> RoundState.parse("5.5 me=1 hand=1226 bids=1:3x4,2:4x4")
        Traceback (most recent call last):
        ...
        ValueError: round, at 'bids=1:3x4,2:4x4' (character 20): expected player:bid, as in bids=1:3x4.2:4x4
        """
        if len(text) > MAX_TEXT:
            raise ValueError(f"round must be at most {MAX_TEXT} characters, got {len(text)}")
        fields = _read_words(text)
        if "dice" not in fields:
            raise ValueError(f"round: no dice are given; expected {_FIELDS['dice'][1]}")
        turns = (turn.partition(":")[::2] for turn in fields.get("bids", "").split("."))
        state = cls(
            dice=tuple(map(int, fields["dice"].split("."))),
            viewer=int(fields["me"]) if "me" in fields else None,
            hand=as_hand(fields.get("hand", "")),
            bids=tuple((int(player), Bid.parse(bid)) for player, bid in turns if bid),
            palifico="palifico" in fields,
            opener=int(fields["opens"]) if "opens" in fields else None,
        )
        check_state(state)
        return state

    def __str__(self) -> str:
        words = [".".join(map(str, self.dice))]
        if self.viewer is not None:
            words += [f"me={self.viewer}", f"hand={hand_text(self.hand)}"]
        if self.opener is not None:
            words.append(f"opens={self.opener}")
        if self.bids:
            words.append("bids=" + ".".join(f"{player}:{bid}" for player, bid in self.bids))
        if self.palifico:
            words.append("palifico")
        return " ".join(words)


def check_state(state: RoundState, most_dice: int = MAX_DICE) -> None:
    """Raise ValueError if a round is impossible under any rules, or a player has more dice than ``most_dice``."""
    dice, players = state.dice, state.players_in
    if not MIN_PLAYERS <= len(dice) <= MAX_PLAYERS:
        raise ValueError(f"dice must be those of {MIN_PLAYERS}..{MAX_PLAYERS} players, got {len(dice)}")
    for player, number in enumerate(dice, 1):
        check_whole(f"dice of player {player}", number, 0, most_dice)
    if len(players) < MIN_PLAYERS:
        raise ValueError(f"dice must be left to {MIN_PLAYERS} players or more for a round, got {len(players)}")
    for name, seated in (("viewer", state.viewer), ("opener", state.opener)):
        if seated is not None and seated not in players:
            _check_player(name, seated, dice)
            raise ValueError(f"{name} must be a player with dice, got player {seated}, who has none")
    _check_faces(state)
    _check_turns(state, players)


def _check_faces(state: RoundState) -> None:
    if state.viewer is None and state.hand:
        raise ValueError(f"hand must have no dice for an onlooker, got {len(state.hand)}")
    if state.viewer is not None and len(state.hand) != (number := state.dice[state.viewer - 1]):
        dice = plural(number, "die", "dice")
        raise ValueError(f"hand must have {dice}, as many as player {state.viewer} has, got {len(state.hand)}")
    for die in state.hand:
        if not 1 <= die <= MAX_SIDES:
            raise ValueError(f"hand must have dice from 1..{MAX_SIDES}, got {die}")


def _check_turns(state: RoundState, players: Sequence[int]) -> None:
    if len(state.bids) > MAX_BIDS:
        raise ValueError(f"bids must be at most {MAX_BIDS}, got {len(state.bids)}")
    last = None
    for player, bid in state.bids:
        if player not in players:
            _check_player("bids", player, state.dice)
            raise ValueError(f"bids must come from players with dice, got {player}:{bid}, who has none")
        if last is not None and player != (turn := _next(players, last)):
            raise ValueError(
                f"bids must follow the seats: after player {last} it is the turn of player {turn}, got {player}:{bid}"
            )
        last = player
    # The constructor removes the opener who made the first bid.
    if state.bids and state.opener is not None:
        raise ValueError(
            f"opener must be the player who made the first bid, player {state.bids[0][0]}, got player {state.opener}"
        )


def _next(players: Sequence[int], player: int) -> int:
    return players[(players.index(player) + 1) % len(players)]


def check_round(state: RoundState | str, rules: Rules = STANDARD) -> RoundState:
    """Return a state, or that of a text. Raises ValueError that names the broken rule if no game under these rules can reach it.

    >>> check_round(RoundState.parse("5.5 bids=1:3x4.2:3x3"))
    Traceback (most recent call last):
    ...
    ValueError: bids, at 2:3x3: face must not be 3 after 3x4: a raise keeps the quantity at a higher face or adds one at \
the same face
    """
    state = of_text(RoundState, "state", state)
    check_kind(Rules, "rules", rules)
    check_state(state, rules.starting_dice)
    check_faces(state.hand, rules)
    if state.palifico:
        _check_palifico(state, rules)
    current, total_dice, players = None, state.total_dice, len(state.players_in)
    for player, bid in state.bids:
        seats = {"own_dice": state.dice[player - 1], "players": players}
        try:
            check_raise(current, bid, total_dice, rules, palifico=state.palifico, **seats)
        except ValueError as error:
            raise ValueError(f"bids, at {player}:{bid}: {error}") from error
        current = bid
    return state


def why_no_calza(
    state: RoundState, rules: Rules = STANDARD, player: int | None = None, callers: Collection[int] = ()
) -> str:
    """Return why a player may not call calza, the claim that the current bid is exact; "" if the player may.

    player: None for whether the round has calza at all.
    callers: the players who have called calza in earlier rounds of the match.

    >>> [why_no_calza(RoundState.parse("4.5.5 bids=2:4x2"), Rules(calza=True), player) for player in (1, 2)]
    ['', 'calza is not allowed for the player who made the bid']
    """
    if not rules.calza:
        reason = "under these rules"
    elif state.palifico:
        reason = "in a palifico round"
    elif not rules.has_calza(len(state.players_in)):
        reason = "with two players left"
    elif player is None:
        return ""
    elif not state.bids:
        reason = "before the first bid"
    elif not state.dice[player - 1]:
        reason = "for a player without dice"
    else:
        reasons = {state.bids[-1][0]: "for the player who made the bid"}
        if rules.calza_by == "bystander":
            reasons[state.turn or 0] = "for the player whose turn is next"
        again = "twice in a match" if rules.calza_limit == "once" and player in callers else ""
        reason = reasons.get(player, again)
    return f"calza is not allowed {reason}" if reason else ""


def _check_palifico(state: RoundState, rules: Rules) -> None:
    if not rules.palifico:
        raise ValueError("palifico must be False under rules without a palifico round, got True")
    if PALIFICO_DICE not in state.dice:
        raise ValueError("a palifico round needs a player who has come down to one die")
    if not rules.has_palifico(len(state.players_in)):
        raise ValueError(f"a palifico round needs more than {MIN_PLAYERS} players in the game")
    # The player who has just come down to one die opens the palifico round.
    first = state.bids[0][0] if state.bids else state.opener
    if first is not None and state.dice[first - 1] != PALIFICO_DICE:
        raise ValueError(
            f"a palifico round must be opened by a player with one die, got player {first} with {state.dice[first - 1]} dice"
        )


def _check_player(field: str, player: int, dice: Sequence[int]) -> None:
    if not 1 <= player <= len(dice):
        raise ValueError(f"{field} must name a player from 1..{len(dice)}, got {player}")


def _read_words(text: str) -> dict[str, str]:
    """Return the value of each field in the notation; raise ValueError for an invalid word or a repeated field."""
    fields: dict[str, str] = {}
    for word in re.finditer(r"\S+", text):
        field, value = _read_word(word)
        if field == "dice" and list(fields)[-1:] == [field]:
            value = f"{fields[field]}.{value}"
        elif field in fields:
            spaced = f", or a hand has spaces; expected {_FIELDS['hand'][1]}" if field == "dice" else ""
            raise ValueError(f"round, {_position(word)}: {field} is given twice{spaced}")
        fields[field] = value
    return fields


def _read_word(word: re.Match[str]) -> tuple[str, str]:
    field, equals, value = word.group().partition("=")
    if word.group() == "palifico":
        return field, ""
    if re.fullmatch(_FIELDS["dice"][0], word.group()):
        return "dice", word.group()
    if not equals or field not in _FIELDS or field == "dice":
        dice = _FIELDS["dice"][1]
        raise ValueError(f"round, {_position(word)}: expected {dice}, me=…, hand=…, opens=…, bids=… or palifico")
    form, example = _FIELDS[field]
    if not re.fullmatch(form, value):
        raise ValueError(f"round, {_position(word)}: expected {example}")
    return field, value


def _position(word: re.Match[str]) -> str:
    return f"at {word.group()[:40]!r} (character {word.start() + 1})"

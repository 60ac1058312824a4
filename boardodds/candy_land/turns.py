"""The turns of one game of Candy Land, card by card."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from boardodds.candy_land.rules import CLASSIC, COLORS, REAL, STUCK, Rules, color_of
from boardodds.candy_land.simulation import check_playable
from boardodds.candy_land.state import HOME, State, first_state
from boardodds.candy_land.transitions import WON, landing
from boardodds.probability.montecarlo import check_seed
from boardodds.probability.validate import check_whole, of_text


@dataclass(frozen=True, slots=True)
class Move:
    """One turn. ``str`` describes it in a sentence that counts spaces from 1, as a board does.

    turn, player: their numbers from 1, of turns of all players.
    card: the kind of card, None if the turn is lost.
    start, space: the indices of the spaces before and after the turn; -1 is the start, None the castle.
    stuck: whether the player is stuck on licorice after the turn.
    shuffled: whether the deck was shuffled for this draw.
    other: of two cards to choose from, the one that was not used.
    draws_again: whether the card was put away because it would lead back. The player's next move belongs to the same turn.
    skipped: the indices of the spaces that the player goes past, because others are there.

    >>> print(Move(turn=27, player=1, card="P", start=47, space=47, stuck=True, shuffled=False))
    Turn 27: player 1 draws a purple card and is stuck on space 48.
    """

    turn: int
    player: int
    card: str | None
    start: int
    space: int | None
    stuck: bool
    shuffled: bool
    other: str | None = None
    draws_again: bool = False
    skipped: tuple[int, ...] = ()

    @property
    def wins(self) -> bool:
        """Whether the player reaches the castle."""
        return self.space is WON

    def __str__(self) -> str:
        return f"Turn {self.turn}: player {self.player} {self.action}."

    @property
    def action(self) -> str:
        """What the player does, in words that follow the player's name.

        >>> Move(turn=3, player=1, card="P", start=3, space=7, stuck=False, shuffled=False, other="Jolly").action
        'draws a purple card and the Jolly card, uses the first and moves to space 8'
        """
        if self.card is None:
            return f"misses a turn on space {self.start + 1}"
        draw = f"draws {card_name(self.card)}"
        if self.draws_again:
            return f"{draw}, which leads back, and draws again"
        if self.other:
            draw += f" and {card_name(self.other)}, uses the first"
        if self.skipped:
            draw += f", skips {' and '.join(f'space {space + 1} (taken)' for space in self.skipped)}"
        if self.space is WON:
            return f"{draw} and wins"
        verb = "moves to" if self.space > self.start else "goes back to"
        if self.stuck or self.space == self.start:
            verb = "is stuck on" if self.stuck else "stays on"
        return f"{draw} and {verb} space {self.space + 1}"


def card_name(card: str) -> str:
    """Return a card in words.

    >>> card_name("O"), card_name("RR"), card_name("Jolly")
    ('an orange card', 'a double red card', 'the Jolly card')
    """
    color = color_of(card)
    if color is None:
        return f"the {card} card"
    word = ("double " if len(card) == 2 else "") + COLORS[color]
    return f"{'an' if word[0] in 'aeiou' else 'a'} {word} card"


def after(
    state: State | str, cards: str | Sequence[str], rules: Rules = CLASSIC, *, turn: int = 1
) -> tuple[State, list[Move]]:
    """Return the state after the next draw, and the moves that lead to it. The turns that players then miss are included.

    A card that is put away moves nobody: the same player is next. A deck that is used up is shuffled.

    cards: the card that is drawn, or a list of it, or of the two to choose from; kinds that are left in the deck.
    turn: the number of the first turn.

    Raises ValueError for a state or cards that are not possible, and for a game that is over.

    >>> state, moves = after(State.parse("4.80 next=1"), "O")
    >>> str(state), moves[0].action
    ('59.80 next=2 drawn=O', 'draws an orange card and moves to space 59')
    """
    cards = (cards,) if isinstance(cards, str) else tuple(cards)
    state = first_state(rules, 1, state)
    check_whole("cards", len(cards), 1, rules.cards_to_choose, "in a draw")
    if missing := Counter(cards) - Counter(state.cards_left(rules)):
        raise ValueError(f"cards must be left in the deck, got {', '.join(missing)[:40]}")
    state, moves = miss_turns(state, turn)
    player = state.next
    others = [space - 1 for number, space in enumerate(state.spaces, 1) if number != player]
    start = state.spaces[player - 1] - 1
    landings = {card: landing(rules.of_player(player), start, card, others) for card in cards}
    # Of cards with the same rank, the first.
    card = max(landings, key=lambda card: landings[card].rank)
    end = landings[card]
    moves.append(
        Move(
            turn + len(moves),
            player,
            card,
            start,
            end.space,
            stuck=end.space in rules.licorice and rules.licorice_rule == STUCK,
            shuffled=rules.deck != REAL or not state.drawn,
            other=cards[1 - cards.index(card)] if len(cards) > 1 else None,
            draws_again=end.draws_again,
            skipped=end.skipped,
        )
    )
    drawn = (*state.drawn, *cards)
    state = replace(
        state,
        spaces=(*state.spaces[: player - 1], HOME if end.space is WON else end.space + 1, *state.spaces[player:]),
        stuck=(*state.stuck, player) if end.loses_turn else state.stuck,
        drawn=drawn if rules.deck == REAL and len(drawn) < rules.deck_size else (),
    )
    if not end.draws_again:
        state = _pass_turn(state)
    if not state.is_over(rules):
        state, missed = miss_turns(state, turn + len(moves))
        moves += missed
    return state, moves


def miss_turns(state: State, turn: int = 1) -> tuple[State, list[Move]]:
    """Return the state when a player is next who may draw, and the turns that others missed before.

    turn: the number of the first turn.

    >>> state, moves = miss_turns(State.parse("5.27 next=2 stuck=2"))
    >>> str(state), moves[0].action
    ('5.27 next=1', 'misses a turn on space 27')
    """
    moves: list[Move] = []
    while (player := state.next) in state.stuck:
        space = state.spaces[player - 1] - 1
        moves.append(Move(turn + len(moves), player, None, space, space, stuck=False, shuffled=False))
        state = _pass_turn(replace(state, stuck=tuple(other for other in state.stuck if other != player)))
    return state, moves


def _pass_turn(state: State) -> State:
    """Return the state with the turn of the next player who is not home, if there is one."""
    return replace(state, next=next(iter(state.order(state.next + 1)), state.next))


def draw(state: State | str, rules: Rules = CLASSIC, *, rng: np.random.Generator) -> list[str]:
    """Return the card of the next draw at random, or the two to choose from, if as many are left in the deck.

    >>> draw(State.start(2), rng=np.random.default_rng(1))
    ['G']
    """
    state = of_text(State, "state", state)
    left = [card for card, copies in state.cards_left(rules).items() for _ in range(copies)]
    return [left[place] for place in rng.permutation(len(left))[: rules.cards_to_choose]]


def play(rules: Rules = CLASSIC, *, players: int = 1, state: State | str | None = None, seed: int = 1) -> list[Move]:
    """Play one game to its end and return its moves, one for each turn and one for each card that was put away.

    Players take turns in a fixed order, which a shuffle does not change. The same seed gives the same game.

    players: 1 to 6. A state has its own.
    state: the state that the game begins with, or its text; None for the start.

    Raises ValueError, before the first card, for a game that cannot end, and for a state that is not possible.

    >>> game = play(CLASSIC, players=2, seed=7)
    >>> [move.player for move in game[:3]], game[-1].wins
    ([1, 2, 1], True)
    """
    state = check_playable(rules, players, state)
    check_seed(seed)
    rng, moves, turn = np.random.default_rng(seed), list[Move](), 1
    while not state.is_over(rules):
        state, more = after(state, draw(state, rules, rng=rng), rules, turn=turn)
        moves += more
        turn = moves[-1].turn + (not moves[-1].draws_again)
    return moves

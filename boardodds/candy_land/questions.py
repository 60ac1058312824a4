"""Questions about Candy Land with the deck shuffled before every draw, which has exact answers."""

from dataclasses import replace
from fractions import Fraction

import numpy as np

from boardodds.candy_land.board import WON, move
from boardodds.candy_land.chain import ReshuffledOdds, solve_reshuffled
from boardodds.candy_land.compare import NO_BACKWARD, NO_LICORICE, NO_SHORTCUTS, NO_SPECIALS, switched
from boardodds.candy_land.rules import COLORS, LOSE_TURN, RESHUFFLED, SCHEFFER, STUCK, Rules, format_spaces
from boardodds.probability.wording import plural
from boardodds.teaching.question import Question, QuestionGenerator

_CHANGES = (NO_LICORICE, NO_SPECIALS, NO_SHORTCUTS, NO_BACKWARD)
_MOST_PLAYERS = 4
_MOST_TURNS = 300
_SMALL_SPACES = (5, 10)
_SMALL_COLORS = (2, 4)
_MOST_DRAWS = 2
_BEFORE_THE_FIRST = -1


def _to_guess(rng: np.random.Generator) -> Question:
    thrown = [_CHANGES[int(rng.integers(len(_CHANGES)))]] if rng.integers(2) else []
    rules = switched(replace(SCHEFFER, deck=RESHUFFLED), thrown)
    players = int(rng.integers(1, _MOST_PLAYERS + 1))
    odds = solve_reshuffled(rules, players)
    rounds = int(odds.rounds.quantile(int(rng.integers(10, 91)) / 100))
    turns = rounds * players
    # the page has a slider for it, which goes no further
    within = {"within": str(turns)} if turns <= _MOST_TURNS else {}
    return Question(
        setting=f"{_who(players)} on Scheffer's board of {len(rules.board)} spaces{_changed(thrown)}. The deck is "
        f"shuffled before every draw.{_on_the_board(rules)}",
        text=f"Is the game over within {rounds} {'turns' if players == 1 else 'rounds'}?",
        chance=odds.rounds.at_most(rounds),
        because=_on_average(odds) + (f" {rounds} rounds are {turns} turns of all together." if players > 1 else ""),
        notation={"board": "Scheffer", "players": str(players), "deck": RESHUFFLED, **_settings(rules), **within},
    )


def _who(players: int) -> str:
    return "One player" if players == 1 else f"{players} players"


def _changed(thrown: list[str]) -> str:
    words = {NO_SPECIALS: "without special cards and their spaces", NO_BACKWARD: "where no special leads back"}
    return "".join(f", {words.get(change, change.replace('no ', 'without '))}" for change in thrown)


def _on_the_board(rules: Rules) -> str:
    """The shortcuts and the licorice, counted; nothing if there are none."""
    stays = {STUCK: "hold you until their colour is drawn", LOSE_TURN: "cost a turn"}
    there = [f"{len(rules.shortcuts)} shortcuts lead on"] if rules.shortcuts else []
    if rules.licorice and rules.licorice_rule in stays:
        there.append(f"{len(rules.licorice)} licorice spaces {stays[rules.licorice_rule]}")
    return f" {', and '.join(there)}." if there else ""


def _on_average(odds: ReshuffledOdds) -> str:
    unit = "turns" if odds.players == 1 else "rounds"
    middle = odds.rounds.quantile(0.5)
    return f"It takes {odds.rounds.mean:.1f} {unit} on average, and half of the games are over within {middle:.0f}."


def _settings(rules: Rules) -> dict[str, str]:
    """The rules that a question may change, as the game's notation has them."""
    return {
        "licorice": rules.licorice_rule,
        "specials": rules.specials,
        "shortcuts": "true" if rules.shortcuts else "false",
        "last": "true" if rules.last_space_wins else "false",
    }


def _by_hand(rng: np.random.Generator) -> Question:
    """A board of a few spaces in two or three colours, a deck of a few cards, and one or two draws."""
    colors = tuple(COLORS)[: int(rng.integers(*_SMALL_COLORS))]
    spaces = tuple(colors[space % len(colors)] for space in range(int(rng.integers(*_SMALL_SPACES))))
    others = (0,) * (len(COLORS) - len(colors))
    rules = Rules(
        spaces=spaces,
        shortcuts=(),
        licorice=(),
        singles=(*rng.integers(1, 4, size=len(colors)).tolist(), *others),
        doubles=(*rng.integers(2, size=len(colors)).tolist(), *others),
        deck=RESHUFFLED,
        last_space_wins=True,
    )
    draws = int(rng.integers(1, _MOST_DRAWS + 1))
    cards = ", ".join(f"{copies} x {card}" for card, copies in rules.cards.items())
    return Question(
        setting=f"{len(spaces)} spaces; the last one wins. The deck, shuffled before every draw: {cards}. "
        "A card leads to the next space of its colour, two letters to the one after that; if there is none, it wins.",
        text=f"You stand before the first space. Have you won after {plural(draws, 'draw')}?",
        chance=_won_within(rules, _BEFORE_THE_FIRST, draws),
        because=f"Count the cards, {rules.deck_size} for each draw, that lead to the last space or past it.",
        table=f"Spaces: {' '.join(spaces)}.",
        notation={"spaces": format_spaces(spaces)},
    )


def _won_within(rules: Rules, space: int, draws: int) -> Fraction:
    if not draws:
        return Fraction(0)
    won = Fraction(0)
    for card, copies in rules.cards.items():
        end = move(rules, space, card)
        won += Fraction(copies, rules.deck_size) * (1 if end is WON else _won_within(rules, end, draws - 1))
    return won


GENERATORS = (QuestionGenerator("candy_land", "Candy Land", _to_guess, _by_hand, since=1),)

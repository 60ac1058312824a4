"""Random questions about Candy Land with the deck reshuffled before every draw, so that the answers are exact."""

from dataclasses import replace
from fractions import Fraction

import numpy as np

from boardodds.candy_land.board import WON, move
from boardodds.candy_land.chain import ReshuffledOdds, solve_reshuffled
from boardodds.candy_land.compare import NO_BACKWARD, NO_LICORICE, NO_SHORTCUTS, NO_SPECIALS, switched
from boardodds.candy_land.rules import COLORS, LOSE_TURN, RESHUFFLED, SCHEFFER, START, STUCK, Rules, format_spaces
from boardodds.entry.question import Question, QuestionGenerator
from boardodds.probability.wording import plural

# By rule change, its setting in a link to the game's page.
_CHANGES = {
    NO_LICORICE: {"licorice": "no effect"},
    NO_SPECIALS: {"specials": "no cards or spaces"},
    NO_SHORTCUTS: {"shortcuts": "false"},
    NO_BACKWARD: {"specials": "only forward"},
}
_MAX_PLAYERS = 4
# The end of the slider on the game's page.
_MAX_TURNS = 300
# The numbers of spaces and colours of a small board, as ranges without their ends.
_SMALL_SPACES = (5, 10)
_SMALL_COLORS = (2, 4)
_MAX_DRAWS = 2


def _draw_question(rng: np.random.Generator) -> Question:
    """Draw a question about Scheffer's board, at most one rule change and 1 to 4 players."""
    changes = [[*_CHANGES][int(rng.integers(len(_CHANGES)))]] if rng.integers(2) else []
    rules = switched(replace(SCHEFFER, deck=RESHUFFLED), changes)
    players = int(rng.integers(1, _MAX_PLAYERS + 1))
    odds = solve_reshuffled(rules, players=players)
    rounds = int(odds.rounds.quantile(int(rng.integers(10, 91)) / 100))
    turns = rounds * players
    within = {"within": str(turns)} if turns <= _MAX_TURNS else {}
    return Question(
        setting=f"{_players_phrase(players)} on Scheffer's board of {len(rules.board)} spaces{_changes_phrase(changes)}. "
        f"The deck is shuffled before every draw.{_board_sentence(rules)}",
        text=f"Is the game over within {plural(rounds, 'turn' if players == 1 else 'round')}?",
        chance=odds.rounds.at_most(rounds),
        because=_length_sentence(odds)
        + (f" {plural(rounds, 'round')} of {players} players: {turns} turns." if players > 1 else ""),
        notation={"board": "Scheffer", "players": str(players), "deck": "shuffled before every draw"}
        | {name: value for change in changes for name, value in _CHANGES[change].items()}
        | within,
    )


def _players_phrase(players: int) -> str:
    return "One player" if players == 1 else f"{players} players"


def _changes_phrase(changes: list[str]) -> str:
    words = {
        NO_SPECIALS: "without picture cards and their spaces",
        NO_BACKWARD: "where no picture card moves a player back",
    }
    return "".join(f", {words.get(change, change.replace('no ', 'without '))}" for change in changes)


def _board_sentence(rules: Rules) -> str:
    """Return a sentence with the numbers of shortcuts and licorice spaces, empty if there are none."""
    effects = {STUCK: "a player is stuck until that space's colour is drawn", LOSE_TURN: "a player loses a turn"}
    parts = [f"{plural(len(rules.shortcuts), 'shortcut')} can be taken"] if rules.shortcuts else []
    if rules.licorice and rules.licorice_rule in effects:
        parts.append(f"on {plural(len(rules.licorice), 'licorice space')} {effects[rules.licorice_rule]}")
    return f" {', and '.join(parts).capitalize()}." if parts else ""


def _length_sentence(odds: ReshuffledOdds) -> str:
    unit = "turns" if odds.players == 1 else "rounds"
    median = odds.rounds.quantile(0.5)
    return f"A game takes {odds.rounds.mean:.1f} {unit} on average; at least half of the games are over within {median:.0f}."


def _draw_hand_question(rng: np.random.Generator) -> Question:
    """Draw a question for pencil and paper: a few spaces in two or three colours, a few cards, and one or two draws."""
    colors = tuple(COLORS)[: int(rng.integers(*_SMALL_COLORS))]
    spaces = tuple(colors[space % len(colors)] for space in range(int(rng.integers(*_SMALL_SPACES))))
    unused = (0,) * (len(COLORS) - len(colors))
    rules = Rules(
        spaces=spaces,
        shortcuts=(),
        licorice=(),
        singles=(*rng.integers(1, 4, size=len(colors)).tolist(), *unused),
        doubles=(*rng.integers(2, size=len(colors)).tolist(), *unused),
        deck=RESHUFFLED,
        last_space_wins=True,
    )
    draws = int(rng.integers(1, _MAX_DRAWS + 1))
    cards = ", ".join(f"{copies} × {card}" for card, copies in rules.cards.items())
    doubles = "; with two letters, to the second one ahead" if any(rules.doubles) else ""
    return Question(
        setting=f"You stand before the first of {len(spaces)} spaces; the last one wins. The deck is shuffled before every draw. "
        f"A card with one letter moves you to the next space of that colour{doubles}. If there is no such space ahead, you win.",
        # The deck is part of the question, since two questions can have the same spaces.
        text=f"The deck: {cards}. Have you won within {plural(draws, 'draw')}?",
        chance=_win_chance(rules, START, draws),
        because=f"For each draw, count those of the {rules.deck_size} cards that lead to the last space or past it.",
        table=f"Spaces: {' '.join(spaces)}.",
        notation={"spaces": format_spaces(spaces)},
    )


def _win_chance(rules: Rules, space: int, draws: int) -> Fraction:
    """Return the chance that a player on a space wins within some draws."""
    if not draws:
        return Fraction(0)
    chance = Fraction(0)
    for card, copies in rules.cards.items():
        end = move(rules, space, card)
        chance += Fraction(copies, rules.deck_size) * (1 if end is WON else _win_chance(rules, end, draws - 1))
    return chance


GENERATORS = (QuestionGenerator("candy_land", "Candy Land", _draw_question, _draw_hand_question),)

"""Candy Land's entry: what the site, the command line and the teaching pages know about it."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from math import gcd
from typing import Any

import numpy as np

from boardodds.candy_land.comparison import compare
from boardodds.candy_land.published_figures import PUBLISHED_FIGURES
from boardodds.candy_land.rules import (
    COLORS,
    FORWARD_ONLY,
    LAST_SPACE,
    LOSE_TURN,
    MAX_PLAYERS,
    OFF,
    PRINTED,
    REMOVED,
    RESHUFFLED,
    SCHEFFER,
    START,
    STUCK,
    Rules,
    format_spaces,
    variants,
)
from boardodds.candy_land.simulation import check_playable, simulate
from boardodds.candy_land.solver import ReshuffledOdds, is_solvable, solve_reshuffled
from boardodds.candy_land.state import State
from boardodds.candy_land.transitions import WON, landing
from boardodds.candy_land.turns import play
from boardodds.entry.command import GameCommand, Play
from boardodds.entry.game import Game, Method, Page, Question, QuestionGenerator, Trial
from boardodds.probability.declared_rules import Text, Whole, changed_rules, rule
from boardodds.probability.display import plural
from boardodds.probability.pmf import Pmf
from boardodds.probability.results import Result

# The largest number of turns that the page can split games by.
MAX_WITHIN = 300
# Rules that a game of one player does not need.
_OF_SEVERAL_PLAYERS = ("occupied_space", "plays_until")


@dataclass(frozen=True, slots=True)
class Case:
    """A question on the command line: the rules, and the number of players or a state."""

    rules: Rules
    players: int = rule(1, Whole(1, MAX_PLAYERS), "Players", f"number of players, 1 to {MAX_PLAYERS}")
    state: State | None = rule(
        None, Text(State.parse), help="a game in progress, as in '57.80 next=1 stuck=2 drawn=RR.Y'"
    )

    def __post_init__(self) -> None:
        if self.state and self.players == 1:
            # The output shows the number of players that was computed.
            object.__setattr__(self, "players", len(self.state.spaces))

    @property
    def begins(self) -> dict[str, Any]:
        """Where games begin, for the library's calls. Raises ValueError for drawn cards that make no difference."""
        if self.state and self.state.drawn and self.rules.deck == RESHUFFLED:
            cards = ".".join(self.state.drawn)[:40]
            raise ValueError(
                f"state: drawn must be empty, because the deck is {RESHUFFLED} before every draw, got {cards}: leave it out, or "
                "simulate with deck=real"
            )
        return {"players": self.players, "state": self.state}

    @property
    def is_solvable(self) -> bool:
        """Whether the answer is exact."""
        return self.rules.deck == RESHUFFLED and is_solvable(self.rules, self.racing)

    @property
    def racing(self) -> int:
        """The number of players who are not in the castle."""
        return len(self.state.order()) if self.state else self.players


def _variants(case: Case) -> dict[str, Case]:
    """Return the case under each rule change that has an effect; if the case can be solved, only those that can be solved too."""
    return {
        name: variant
        for name, rules in variants(case.rules).items()
        if case.racing > 1 or all(getattr(rules, name) == getattr(case.rules, name) for name in _OF_SEVERAL_PLAYERS)
        if case.state is None or not case.state.problems(rules)
        if (variant := replace(case, rules=rules)).is_solvable or not case.is_solvable
        if _can_end(variant)
    }


def _can_end(case: Case) -> bool:
    try:
        check_playable(case.rules, case.players, case.state)
    except ValueError:
        return False
    return True


def _solve(case: Case) -> ReshuffledOdds:
    if case.rules.deck != RESHUFFLED:
        raise ValueError(f"deck must be {RESHUFFLED} to be solved exactly, got {case.rules.deck!r}: simulate it")
    return solve_reshuffled(case.rules, **case.begins)


def _compare(baseline: Case, changed: Mapping[str, Case], play: Play) -> Result:
    """Compare the mean turns of each variant with those of the baseline.

    All are played with the same shuffles wherever their decks allow it, which makes the differences more precise.
    """
    for name in ("players", "state"):
        if any(getattr(case, name) != (asked := getattr(baseline, name)) for case in changed.values()):
            raise ValueError(f"{name} must be {asked} in every variant, because all variants use the same shuffles")
    # Every variant has a name that is not empty.
    rules = {"": baseline.rules} | {name: case.rules for name, case in changed.items()}
    return compare(rules, **baseline.begins, **play.arguments)


CANDY_LAND = GameCommand(
    "candy_land",
    "the length of a game of Candy Land; for exact answers the deck is reshuffled before every draw",
    {name: Case(rules) for name, rules in PRINTED.items()},
    _variants,
    _solve,
    lambda case, play: simulate(case.rules, **case.begins, **play.arguments),
    _compare,
    make_solvable=lambda case: replace(case, rules=replace(case.rules, deck=RESHUFFLED)),
)


# The rules of questions and of the trial, which have exact answers.
_SOLVED = replace(SCHEFFER, deck=RESHUFFLED)
# The rule changes of questions: a field, its value, and the words for it.
_CHANGES: Sequence[tuple[str, Any, str]] = (
    ("licorice_rule", OFF, ", without licorice"),
    ("specials", REMOVED, ", without picture cards and their spaces"),
    ("shortcuts", (), ", without shortcuts"),
    ("specials", FORWARD_ONLY, ", where no picture card moves a player back"),
)
_MAX_ASKED_PLAYERS = 4
# By level, the number of spaces of a small board, as a range without its end; a level has one more draw than the one before it.
_SMALL_SPACES = ((3, 7), (5, 10), (7, 12))
_SMALL_COLORS = (2, 4)


def _draw_question(rng: np.random.Generator) -> Question:
    """Draw a question about Scheffer's board, at most one rule change and 1 to 4 players."""
    rules, words = _SOLVED, ""
    if rng.integers(2):
        field, value, words = _CHANGES[int(rng.integers(len(_CHANGES)))]
        rules = replace(rules, **{field: value})
    players = int(rng.integers(1, _MAX_ASKED_PLAYERS + 1))
    odds = solve_reshuffled(rules, players=players)
    rounds = int(odds.rounds.quantile(int(rng.integers(10, 91)) / 100))
    turns = rounds * players
    within = {"within": str(turns)} if turns <= MAX_WITHIN else {}
    return Question(
        setting=f"{'One player' if players == 1 else f'{players} players'} on Scheffer's board of {len(rules.board)} spaces"
        f"{words}. The deck is shuffled before every draw.{_board_sentence(rules)}",
        text=f"Is the game over within {plural(rounds, 'turn' if players == 1 else 'round')}?",
        chance=odds.rounds.at_most(rounds),
        because=_explain_rounds(rules, players, rounds, odds.rounds),
        notation={"game": "scheffer", "players": str(players)} | changed_rules(rules, SCHEFFER) | within,
        identity=f"{words} {players} {rounds}",
    )


def _explain_rounds(rules: Rules, players: int, rounds: int, lengths: Pmf) -> str:
    if players == 1:
        half = f"{lengths.quantile(0.5):.0f}"
        return f"A game takes {lengths.mean:.1f} turns on average, and at least half of all games {half} or fewer."
    late = 1 - solve_reshuffled(rules).turns.at_most(rounds)
    return (
        f"One player has not arrived after {plural(rounds, 'turn')} with chance {late:.1%}; none of {players} has with "
        f"{' × '.join([f'{late:.4f}'] * players)} = {late**players:.1%}. Otherwise the game is over."
    )


def _board_sentence(rules: Rules) -> str:
    """Return a sentence with the numbers of shortcuts and licorice spaces, empty if there are none."""
    effects = {STUCK: "a player is stuck until that space's colour is drawn", LOSE_TURN: "a player loses a turn"}
    parts = [f"{plural(len(rules.shortcuts), 'shortcut')} can be taken"] if rules.shortcuts else []
    if rules.licorice and rules.licorice_rule in effects:
        parts.append(f"on {plural(len(rules.licorice), 'licorice space')} {effects[rules.licorice_rule]}")
    return f" {', and '.join(parts).capitalize()}." if parts else ""


def _draw_hand_question(level: int, rng: np.random.Generator) -> Question:
    """Draw a question for pencil and paper: a few spaces in two or three colours, a few cards, and one to three draws."""
    colors = tuple(COLORS)[: int(rng.integers(*_SMALL_COLORS))]
    spaces = tuple(colors[space % len(colors)] for space in range(int(rng.integers(*_SMALL_SPACES[level]))))
    unused = (0,) * (len(COLORS) - len(colors))
    rules = Rules(
        spaces=spaces,
        shortcuts=(),
        licorice=(),
        singles=(*rng.integers(1, 4, size=len(colors)).tolist(), *unused),
        doubles=(*rng.integers(2, size=len(colors)).tolist(), *unused),
        deck=RESHUFFLED,
        ending=LAST_SPACE,
    )
    draws = level + 1
    solved: dict[tuple[int, int], tuple[Fraction, str]] = {}
    chance = _win_chance(rules, START, draws, solved)
    steps = tuple(line for _, line in solved.values() if line)
    counted = (
        f"Count those of the {rules.deck_size} cards that lead to the last space or past it"
        if draws == 1
        else f"Each card has its chance times that of winning with {plural(draws - 1, 'more draw')}. Their sum"
    )
    divisor = gcd(*rules.cards.values())
    cards = ", ".join(f"{copies} × {card}" for card, copies in rules.cards.items())
    return Question(
        setting=f"You stand before the first of {len(spaces)} spaces; the last one wins.",
        # The deck is part of the question, since two questions can have the same spaces.
        text=f"The deck: {cards}. Have you won within {plural(draws, 'draw')}?",
        chance=chance,
        because=f"{counted}: {steps[-1].partition(': ')[2]}." if steps else "No card leads to the last space.",
        table=f"Spaces: {' '.join(spaces)}.",
        notation={"spaces": format_spaces(spaces)},
        identity=f"{len(spaces)} {draws} {[(card, copies // divisor) for card, copies in rules.cards.items()]}",
        steps=steps,
        rules=(
            "The deck is shuffled before every draw. A card with one letter moves you to the next space of that colour, one with "
            "two letters to the second one ahead. If there is no such space ahead, you win.",
        ),
        states=len(steps),
    )


def _win_chance(rules: Rules, space: int, draws: int, solved: dict[tuple[int, int], tuple[Fraction, str]]) -> Fraction:
    """Return the chance that a player on a space wins within some draws.

    solved: gets by space and draws the chance of every place and its equation, "" if it has none; those that others need first.
    """
    if draws and (space, draws) not in solved:
        copies_of, cards = rules.cards, defaultdict[int | None, list[str]](list)
        for card in copies_of:
            cards[landing(rules, space, card).space].append(card)
        terms, chance = [], Fraction(0)
        for end, names in cards.items():
            value = Fraction(1) if end is WON else _win_chance(rules, end, draws - 1, solved)
            copies = sum(map(copies_of.__getitem__, names))
            if value:
                chance += Fraction(copies, rules.deck_size) * value
                after, factor = ("win", "") if end is WON else (f"to space {end + 1}", f" × {value}")
                terms.append(f"{copies}/{rules.deck_size}{factor} ({', '.join(names)}: {after})")
        place = "Before the first space" if space == START else f"On space {space + 1}"
        equation = f"{place}, {plural(draws, 'draw')} left: {' + '.join(terms)} = {chance}"
        solved[space, draws] = chance, equation if terms else ""
    return solved[space, draws][0] if draws else Fraction(0)


GENERATORS = (QuestionGenerator("candy_land", "Candy Land", _draw_question, _draw_hand_question),)


_TRIAL_TURNS = 30


def _show(seed: int) -> tuple[bool, str]:
    turns = play(_SOLVED, seed=seed)[-1].turn
    return turns <= _TRIAL_TURNS, plural(turns, "turn")


TRIALS = (
    Trial(
        "candy_land",
        "candy land",
        f"Is Candy Land over within {_TRIAL_TURNS} turns, on Scheffer's board with the deck reshuffled before every draw?",
        f"the game is over within {_TRIAL_TURNS} turns",
        exact=lambda: solve_reshuffled(_SOLVED).turns.at_most(_TRIAL_TURNS),
        play=lambda games, seed: simulate(_SOLVED, games=games, seed=seed).length.at_most(_TRIAL_TURNS).successes,
        show=_show,
    ),
)


GAME = Game(
    title="Candy Land",
    accent=("#b02a73", "#f08bb4"),
    pages=(Page("candy_land", "Candy Land", "How far is the castle?"),),
    commands=(CANDY_LAND,),
    method=Method(
        sources="Adventures in Candy Land (Chris Clark, 2021); Analysis of CandyLand (D. Rusin), with L. Scheffer's board; "
        "mattkram/candy-land (photographs of the box of 2014) and williamjacksn/candy-land on GitHub; the rulebooks",
        solved="the deck reshuffled before every draw, any number of players",
        simulated="the real deck",
    ),
    readings=(
        "Licorice: a player is stuck until they draw that space's colour, single or double, and the card moves them; or they "
        "lose one turn; or it has no effect.",
        "Double cards: licorice on the first of the two spaces stops the move and a shortcut there is taken (the blog post); or "
        "only the second space counts (the rulebook).",
        "Without picture cards: cards and spaces are removed, so the board is shorter (the blog post), and shortcuts and "
        "licorice keep their numbers; or only the cards are removed; or cards that would move a player back are ignored. The "
        "three answer different questions.",
        "The deck is drawn without replacement and shuffled when it runs out; or it is shuffled before every draw, as in the "
        "Markov chain of Scheffer's board, where the last space wins.",
        "An occupied space: players share it; or, as in the box of 2014, a player whose colour card leads there goes on to the "
        "next space of that colour. Picture spaces and the ends of shortcuts are shared.",
        "The order of play stays the same through a shuffle. The blog post's program loses it if the number of players does not "
        "divide the number of cards.",
    ),
    published_figures=PUBLISHED_FIGURES,
    trials=TRIALS,
    question_generators=GENERATORS,
)

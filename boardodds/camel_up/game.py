"""Camel Up's entry: what the site, the command line and the teaching pages know about it."""

from collections.abc import Iterator
from dataclasses import astuple, dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import combinations
from typing import cast

import numpy as np

from boardodds.camel_up.bets import leg_order
from boardodds.camel_up.leg import LegOdds, Rolled, roll_die, solve_leg
from boardodds.camel_up.length import race_length
from boardodds.camel_up.moves import Roll, possible_rolls
from boardodds.camel_up.position import Position, check, rolls_left
from boardodds.camel_up.published_figures import PUBLISHED_FIGURES
from boardodds.camel_up.race import RaceOdds, solve_race
from boardodds.camel_up.race_solver import check_work
from boardodds.camel_up.rules import (
    FIRST_EDITION,
    MIRAGE,
    OASIS,
    PRINTED,
    Course,
    Rules,
    camel_name,
    tile_name,
    with_article,
)
from boardodds.camel_up.setup import NO_CRAZY_CAMELS, NO_REARMOST, next_leg, random_position, variants
from boardodds.camel_up.simulate import LegSample, RaceSample, simulate_leg, simulate_race, simulate_race_length
from boardodds.entry.command import GameCommand, Play
from boardodds.entry.game import Game, Method, Page, Question, QuestionGenerator, Trial
from boardodds.entry.measures import Measure, Measures, count_measures, no_distributions, pmf_measures
from boardodds.probability.declared_rules import Text, neighbours, rule
from boardodds.probability.display import plural


@dataclass(frozen=True, slots=True)
class Case:
    """A question on the command line about a leg or a race: a board and its rules."""

    rules: Rules
    position: Position = rule(kind=Text(Position.parse), help="the board, as in '1:BWOG 2:Y dice=BWOGY tiles=5o.8m'")


def _printed(*boards: str) -> dict[str, Case]:
    """Return a case for each printed game, with a board."""
    return {
        name: Case(rules, Position.parse(board)) for (name, rules), board in zip(PRINTED.items(), boards, strict=True)
    }


def _variants(case: Case) -> dict[str, Case]:
    return {name: Case(rules, position) for name, (position, rules) in variants(case.position, case.rules).items()}


def _leg_variants(case: Case) -> dict[str, Case]:
    """Return the variants of a leg, in which all camels stay."""
    return {name: variant for name, variant in _variants(case).items() if name not in (NO_REARMOST, NO_CRAZY_CAMELS)}


def _solve_leg(case: Case) -> Measures:
    odds = solve_leg(case.position, case.rules)
    places = [
        Measure(name, odds.fraction(camel, place), camel) for name, place in _place_names(odds) for camel in odds.camels
    ]
    coins = [Measure("tile_coins", coins, str(square)) for square, coins in odds.tile_coins.items()]
    return Measures([*places, *coins], no_distributions)


def _simulate_leg(case: Case, play: Play) -> Measures:
    sample = simulate_leg(case.position, case.rules, **play.arguments)
    places = [
        Measure(name, sample.probability(camel, place), camel)
        for name, place in _place_names(sample)
        for camel in sample.camels
    ]
    return Measures(places, no_distributions)


def _place_names(leg: LegOdds | LegSample) -> Iterator[tuple[str, int]]:
    return ((f"place_{place}", place) for place in range(1, len(leg.camels) + 1))


def _solve_race(case: Case) -> Measures:
    check(case.position, case.rules)
    if any(camel.islower() for camel in case.position.camels):
        raise ValueError("position must have no crazy camels to be solved: simulate it")
    check_work(len(case.position.racing), case.rules)
    odds = solve_race(case.position, case.rules)
    return Measures(
        [*_camel_measures(odds), Measure("mean_legs", odds.mean_legs)], lambda: pmf_measures("legs", odds.legs)
    )


def _simulate_race(case: Case, play: Play) -> Measures:
    sample = simulate_race(case.position, case.rules, **play.arguments)
    return Measures([*_camel_measures(sample), Measure("mean_legs", sample.mean_legs)], lambda: _leg_measures(sample))


def _camel_measures(race: RaceOdds | RaceSample) -> list[Measure]:
    wins = [Measure("win", race.win(camel), camel) for camel in race.camels]
    return wins + [Measure("last", race.last(camel), camel) for camel in race.camels]


def _leg_measures(sample: RaceSample) -> Iterator[Measure]:
    return count_measures("legs", dict(enumerate(sample.leg_counts)))


@dataclass(frozen=True, slots=True)
class Length:
    """A question on the command line about a whole race, from the placement of the camels by one roll each."""

    rules: Course


def _length_variants(case: Length) -> dict[str, Length]:
    return {name: Length(course) for name, course in neighbours(case.rules).items()}


def _solve_length(case: Length) -> Measures:
    legs = race_length(*astuple(case.rules))
    return Measures([Measure("mean_legs", legs.mean)], lambda: pmf_measures("legs", legs))


def _simulate_length(case: Length, play: Play) -> Measures:
    sample = simulate_race_length(*astuple(case.rules), **play.arguments)
    return Measures([Measure("mean_legs", sample.mean_legs)], lambda: _leg_measures(sample))


LEG = GameCommand(
    "camel_up_leg",
    "which camel wins this leg of Camel Up",
    _printed("1:BWOG 2:Y", "1:BRPG 2:Y 14:w 15:k"),
    _leg_variants,
    _solve_leg,
    _simulate_leg,
)
RACE = GameCommand(
    "camel_up_race",
    "which camel wins the race of Camel Up, and which finishes last",
    _printed("9:BWOG 10:Y", "9:BRPG 10:Y 14:w 15:k"),
    _variants,
    _solve_race,
    _simulate_race,
)
LENGTH = GameCommand(
    "camel_up_length",
    "how many legs a race of Camel Up takes",
    {"first_edition": Length(Course())},
    _length_variants,
    _solve_length,
    _simulate_length,
)


# The bounds of random numbers, each as (first, last + 1).
_CAMEL_BOUNDS = (2, 5)
_SQUARE_BOUNDS = (8, 21)
_LEG_BOUNDS = (2, 7)
# By level, the dice of a question by hand: two have 18 sequences, few enough to list. The hardest have a tile, too.
_DICE_BY_HAND = (1, 2, 2)
_LEVEL_WITH_TILES = 2
# A question about the race names at most this many camels.
_MAX_NAMED = 4


def _draw_leg(rng: np.random.Generator) -> Question:
    return _leg_question(random_position(FIRST_EDITION, rng), rng)


def _draw_leg_by_hand(level: int, rng: np.random.Generator) -> Question:
    board = random_position(FIRST_EDITION, rng)
    while level == _LEVEL_WITH_TILES and not board.tiles:
        board = random_position(FIRST_EDITION, rng)
    dice = "".join(rng.permutation(list(board.all_dice))[: _DICE_BY_HAND[level]])
    tiles = board.tiles if level == _LEVEL_WITH_TILES else ()
    return _leg_question(Position(board.stacks, dice, tiles), rng, by_hand=True)


def _leg_question(position: Position, rng: np.random.Generator, *, by_hand: bool = False) -> Question:
    odds = solve_leg(position)
    camel = odds.camels[int(rng.integers(len(odds.camels)))]
    outcome, places = _leg_outcome(odds, int(rng.integers(3)))
    count = sum(odds.count(camel, place) for place in places)
    rolls = rolls_left(position, FIRST_EDITION)
    dice = ", ".join(camel_name(die) for die in sorted(position.dice, key=FIRST_EDITION.camels.find))
    come = "They come out in random order, and each" if len(position.dice) > 1 else "It"
    return Question(
        setting=f"Dice still in the pyramid: {dice}. {come} shows 1, 2 or 3. {_explain_moves(position)}",
        text=f"Does {camel_name(camel)} {outcome}?",
        chance=Fraction(count, odds.outcomes),
        because=f"It does in {count:,} of the {odds.outcomes:,} sequences of {plural(rolls, 'die', 'dice')}.",
        table=_describe_board(position),
        notation={"position": str(position)},
        identity=f"{_unnamed(position, camel)} {places}",
        # Most drawn questions have a certain answer, and nobody is asked those.
        steps=_list_sequences(position, camel, places) if by_hand and 0 < count < odds.outcomes else (),
    )


def _unnamed(position: Position, camel: str) -> str:
    """Return a text that boards share if they differ only in the camels' names, or in where they stand if no one can finish.

    camel: the camel in question.

    >>> _unnamed(Position.parse("3:YG 4:B"), "G") == _unnamed(Position.parse("5:BW 6:O"), "W")
    True
    """
    names = str.maketrans({name: str(number) for number, name in enumerate(position.camels)})
    first, last = position.stacks[0][0], position.stacks[-1][0]
    # A die moves a camel up to three squares, and a tile one more.
    can_finish = last + 3 * len(position.dice) + len(position.tiles) > FIRST_EDITION.track
    base = 0 if can_finish else first
    board = [(square - base, camels.translate(names)) for square, camels in position.stacks]
    tiles = [(square - base, kind) for square, kind in position.tiles]
    return f"{board} {sorted(position.dice.translate(names))} {tiles} {camel.translate(names)}"


def _list_sequences(position: Position, camel: str, places: range) -> tuple[str, ...]:
    """Return the sequences of one or two dice after which the camel is in one of some places: a line for each first roll."""

    def is_yes(rolled: Rolled) -> bool:
        return (rolled.final_order or leg_order(cast(Position, rolled.position))).index(camel) + 1 in places

    lines, total, sequences = [], 0, 0
    for roll in possible_rolls(position.dice):
        first, words = roll_die(position, roll), f"{camel_name(roll.die)} {roll.number}"
        others = possible_rolls(position.dice.replace(roll.die, ""))
        sequences += len(others) or 1
        if first.position and others:
            seconds = [other for other in others if is_yes(roll_die(first.position, other))]
            count = len(seconds)
            words += ", then " + " or ".join(f"{camel_name(other.die)} {other.number}" for other in seconds)
        else:
            count = (len(others) or 1) * is_yes(first)
            words += ", which ends the race" if others else ""
        total += count
        if count:
            lines.append(f"{words}: {plural(count, 'sequence')}")
    return (*lines, f"{total} of {sequences} sequences: {Fraction(total, sequences)}")


def _leg_outcome(odds: LegOdds, kind: int) -> tuple[str, range]:
    """Return the verb phrase of a question about a camel, and the places for which the answer is yes."""
    last = len(odds.camels)
    return (
        ("win the leg", range(1, 2)),
        ("come first or second in the leg", range(1, 3)),
        ("come last in the leg", range(last, last + 1)),
    )[kind]


def _draw_race(rng: np.random.Generator) -> Question:
    position = next_leg(random_position(FIRST_EDITION, rng))
    # A race of the first edition's five camels is always solved exactly.
    race = cast(RaceOdds, solve_race(position))
    # One camel of five wins a fifth of the time. So the question names up to four, for a chance near a random one.
    target = rng.random()
    groups = (group for size in range(1, _MAX_NAMED + 1) for group in combinations(position.racing, size))
    chance, camels = min(
        ((sum(map(race.win, group)), group) for group in groups), key=lambda named: abs(named[0] - target)
    )
    chances = ", ".join(f"{camel_name(camel)} {_whole_percent(race.win(camel))}" for camel in race.ranking)
    legs = race.legs.mean
    rest = "This leg is the last one." if race.ends_this_leg == 1 else f"{legs:.1f} legs are left, this one included."
    *others, last = map(camel_name, camels)
    names = f"{', '.join(others)} or {last}" if others else last
    return Question(
        setting="A new leg begins with all dice in the pyramid. They come out in random order, and each shows 1, 2 or 3. "
        f"{_explain_moves(position)}",
        text=f"Does {names} win the race?",
        chance=min(chance, 1.0),
        because=f"The chances to win the race: {chances}. {rest}",
        table=_describe_board(position),
        notation={"position": str(position)},
        identity=_unnamed(position, "".join(camels)),
    )


def _explain_moves(position: Position) -> str:
    kinds = {kind for _, kind in position.tiles}
    tiles = " A camel that stops on an oasis (+1) moves one more square." if OASIS in kinds else ""
    if MIRAGE in kinds:
        tiles += " A camel that stops on a mirage (−1) moves one square back, under any camels there."
    return (
        "A camel carries those above it. It lands on top of any camels on the square where it stops. On one square, the higher "
        f"camel is ahead. The finish is after square {FIRST_EDITION.track}.{tiles}"
    )


def _describe_board(position: Position) -> str:
    stacks = [f"{', '.join(map(camel_name, camels))} on square {square}" for square, camels in position.stacks]
    tiles = [f"{with_article(tile_name(kind, FIRST_EDITION))} on square {square}" for square, kind in position.tiles]
    tiles_text = f" Tiles: {'; '.join(tiles)}." if tiles else ""
    return f"Camels, from the bottom of each stack up: {'; '.join(stacks)}.{tiles_text}"


def _whole_percent(chance: float) -> str:
    """Return a chance in whole percent, without rounding a possible event to 0% or an uncertain one to 100%."""
    if 0 < chance < 0.01:
        return "less than 1%"
    return "more than 99%" if 0.99 < chance < 1 else f"{chance:.0%}"


# Questions ask for the same few lengths again.
_length = lru_cache(maxsize=64)(race_length)


def _draw_length(rng: np.random.Generator) -> Question:
    camels, squares, legs = (int(rng.integers(*bounds)) for bounds in (_CAMEL_BOUNDS, _SQUARE_BOUNDS, _LEG_BOUNDS))
    lengths = _length(camels, squares)
    return Question(
        setting=f"{camels} camels race over {squares} squares. One roll places each camel, which doesn't count as a leg. In a "
        "leg, every camel's die comes out once, in random order, and shows 1, 2 or 3. A camel carries those above it and lands "
        "on top of any camels on the square where it stops. The race ends when a camel passes the last square.",
        text=f"Is the race over within {legs} legs?",
        chance=lengths.at_most(legs),
        because=f"It takes {lengths.mean:.2f} legs on average: exactly {legs} in {_whole_percent(lengths.probability(legs))} of "
        f"races, fewer in {_whole_percent(lengths.at_most(legs - 1))}.",
        notation={"camels": str(camels), "track": str(squares)},
        identity=f"{camels} {squares} {legs}",
    )


GENERATORS = (
    QuestionGenerator("camel_up_leg", "Camel Up: the leg", _draw_leg, _draw_leg_by_hand),
    QuestionGenerator("camel_up_race", "Camel Up: the race", _draw_race),
    QuestionGenerator("camel_up_length", "Camel Up: race length", _draw_length),
)


_MAX_LEGS = 4
_TRIAL_POSITION = Position.parse("1:BWOG 2:Y")
_GREEN = "G"


def _roll_leg(position: Position, rng: np.random.Generator) -> tuple[Position | None, list[str]]:
    """Return the board after the rest of a leg, None if a camel crosses the finish line, and the rolls."""
    rolls: list[str] = []
    for die in rng.permutation(list(position.dice)).tolist():
        roll = Roll(die, die, int(rng.choice(FIRST_EDITION.faces)), sides=1)
        rolls.append(str(roll))
        after = roll_die(position, roll).position
        if after is None:
            return None, rolls
        position = after
    return position, rolls


def _show_leg(seed: int) -> tuple[bool, str]:
    end, rolls = _roll_leg(_TRIAL_POSITION, np.random.default_rng(seed))
    # A leg has too few rolls to reach the finish line.
    winner = solve_leg(cast(Position, end)).favourite
    return winner == _GREEN, f"{' '.join(rolls)}: {camel_name(winner)} wins"


def _show_race(seed: int) -> tuple[bool, str]:
    rng, legs = np.random.default_rng(seed), 0
    squares = rng.choice(FIRST_EDITION.faces, size=len(FIRST_EDITION.camels)).tolist()
    stacks: dict[int, str] = {}
    for place in rng.permutation(len(squares)).tolist():
        stacks[squares[place]] = stacks.get(squares[place], "") + FIRST_EDITION.camels[place]
    board: Position | None = Position(tuple(sorted(stacks.items())), FIRST_EDITION.dice)
    while board:
        board, _ = _roll_leg(next_leg(board), rng)
        legs += 1
    return legs <= _MAX_LEGS, plural(legs, "leg")


TRIALS = (
    Trial(
        "leg",
        "leg",
        "Four camels in a stack, yellow one square ahead: does green win the leg?",
        "green wins",
        exact=lambda: solve_leg(_TRIAL_POSITION).probability(_GREEN, place=1),
        play=lambda games, seed: simulate_leg(_TRIAL_POSITION, games=games, seed=seed).probability(_GREEN).successes,
        show=_show_leg,
    ),
    Trial(
        "race",
        "race",
        "Is a Camel Up race over within four legs?",
        "the race is over within four legs",
        exact=lambda: _length().at_most(_MAX_LEGS),
        play=lambda games, seed: simulate_race_length(games=games, seed=seed).length.at_most(_MAX_LEGS).successes,
        show=_show_race,
    ),
)


# What the library and the pages leave out.
NOT_COVERED = (
    "partnerships of the second edition with six or more players, the expansions (Supercup, Referee Camel, Grand Prix) and the "
    "card game."
)

GAME = Game(
    title="Camel Up",
    accent=("#8f6210", "#e3b341"),
    pages=(
        Page("camel_up_leg", "Camel Up: the leg", "Who wins this leg?"),
        Page("camel_up_race", "Camel Up: the race", "Who wins the race?"),
        Page("camel_up_length", "Camel Up: race length", "How long is the race?"),
    ),
    commands=(
        LEG,
        RACE,
        LENGTH,
    ),
    method=Method(
        sources="Camel Calculator; Camel Up math (2015); the rulebooks of 2014 and 2018",
        solved="the leg, tiles and actions; the race of up to five camels on 16 squares, of six on request; the length of a race "
        "of up to six",
        simulated="races with crazy camels; larger races; in the chart by number of camels, the lengths that are slow to count",
    ),
    readings=(
        "A camel or stack that stops on an oasis moves one more square and lands on top. On a mirage it moves one square back, "
        "under any camels there. The second edition's cheering and booing tiles work in the same way. For a crazy camel, which "
        "runs backwards, both directions are reversed.",
        "A tile needs an empty square. It can't be on square 1 or next to another tile, and it is returned after the leg.",
        "The race ends as soon as a camel crosses the finish line; that leg is still scored. A tile on the last square can take "
        "a camel across.",
        "Later legs are assumed to have no tiles, because nobody knows where players will place them.",
        f"Not covered: {NOT_COVERED}",
        "The first edition rolls all five dice in a leg, the second five of six. A crazy camel that crosses the line backwards "
        "ends the race, and the racing camels it carries take the last places.",
        "If only one crazy camel carries racing camels, that one moves, whichever the grey die shows. If one stands directly on "
        "the other, the upper one moves.",
        "The 2015 blog post on race lengths numbers the squares from 0 to 15. Like our page, it doesn't count the roll that "
        "places the camels as a leg.",
    ),
    published_figures=PUBLISHED_FIGURES,
    trials=TRIALS,
    question_generators=GENERATORS,
)

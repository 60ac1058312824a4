"""Orchard's entry: what the site, the command line and the teaching pages know about it."""

from collections import Counter
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from itertools import product

import numpy as np

from boardodds.entry.command import GameCommand
from boardodds.entry.game import AGES, HAND_LEVELS, Game, Method, Page, Question, QuestionGenerator, Trial
from boardodds.orchard.exact import recurrence
from boardodds.orchard.published_figures import PUBLISHED_FIGURES
from boardodds.orchard.rules import (
    MOST_LEFT,
    MY_FIRST_ORCHARD,
    ORCHARD,
    POLICIES_KIND,
    POLICY_LABELS,
    PRINTED,
    RANDOM_TYPE,
    Policy,
    Rules,
    State,
    is_possible,
    variants,
)
from boardodds.orchard.simulation import play, simulate
from boardodds.orchard.solver import solve
from boardodds.probability.declared_rules import Text, changed_rules, rule
from boardodds.probability.display import plural


@dataclass(frozen=True, slots=True)
class Case:
    """A question on the command line: the rules, the policy of each player in turn, and the state; None is the start."""

    rules: Rules
    policy: tuple[Policy, ...] = rule(
        (MOST_LEFT,),
        POLICIES_KIND,
        help=f"how a basket picks: {', '.join(POLICY_LABELS)}; or a policy for each player in turn, with commas between them",
    )
    state: State | None = rule(
        None,
        Text(State.parse),
        help="fruit left by tree and raven steps left, as in '4.4.3.2 raven=6', with 'basket=1' for a fruit that a basket still "
        "picks, and 'next=2' if the second player is next (default: the start)",
    )


def _variants(case: Case) -> dict[str, Case]:
    """Return the case under each rule change that allows its state, and under each policy."""
    possible = {
        name: replace(case, rules=rules)
        for name, rules in variants(case.rules).items()
        if case.state is None or is_possible(case.state, rules)
    }
    players = len(case.policy)
    return possible | {f"policy {policy}": replace(case, policy=(policy,) * players) for policy in POLICY_LABELS}


RAVEN = GameCommand(
    "orchard",
    "the chance of beating the raven in Orchard",
    {name: Case(rules) for name, rules in PRINTED.items()},
    _variants,
    lambda case: solve(case.rules, policies=case.policy, state=case.state),
    lambda case, play: simulate(case.rules, policies=case.policy, state=case.state, **play.arguments),
)


_SMALL_GAME = "my_first_orchard"
_WIN = "do the players pick all the fruit before the raven reaches the orchard?"
# The dice of questions by hand: the numbers of faces with a basket and with a raven, beside one for each tree.
_HAND_DICE = tuple(product(range(4), range(1, 4)))
_NUMBERS = ("no", "a", "two", "three")
# By the number of fruits that two rolls pick, its words.
_PICKS = ("no fruit", "exactly one fruit", "two fruits")


def _draw_question(rng: np.random.Generator) -> Question:
    game, rules = (("orchard", ORCHARD), (_SMALL_GAME, MY_FIRST_ORCHARD))[int(rng.integers(2))]
    left = tuple(int(number) for number in rng.integers(0, [start + 1 for start in rules.fruit]))
    state = State(left, int(rng.integers(1, rules.raven_steps + 1)))
    win, because = solve(rules, policy=MOST_LEFT, state=state).win, f"{_explain_state(rules, state)}."
    if any(left):
        faces = rules.faces - left.count(0)
        raven = solve(rules, policy=MOST_LEFT, state=replace(state, raven_steps=state.raven_steps - 1)).win
        picked = (faces * win - rules.raven_faces * raven) / (faces - rules.raven_faces)
        because += f" After the raven's the chance is {raven:.0%}, after the others {picked:.0%} on average."
    return _make_question(game, rules, state, _WIN, win, because)


def _draw_hand_question(level: int, rng: np.random.Generator) -> Question:
    """Draw a question for pencil and paper: the chance to win, or for the young of what the next two rolls pick."""
    wins, rolls = _hand_questions()[level]
    rules, state, picks = (kind := rolls if rolls and rng.integers(2) else wins)[int(rng.integers(len(kind)))]
    state = replace(state, fruit=tuple(rng.permutation(state.fruit).tolist()))
    if kind is rolls:
        # The raven does not arrive before the second roll.
        state = replace(state, raven_steps=int(rng.integers(2, rules.raven_steps + 1)))
        return _ask_for_picks(rules, state, picks)
    solved = _solve_by_hand(rules, state)
    steps = tuple(
        f"{' + '.join(str(left) for left in each.fruit if left)} left, raven {each.raven_steps}: {equation}"
        for each, (_, equation) in solved.items()
    )
    (*_, (chance, _)) = solved.values()
    because = f"{_explain_state(rules, state)}.{' The lines below give the chances after them.' * (len(steps) > 1)}"
    return replace(_make_question(_SMALL_GAME, rules, state, _WIN, chance, because), steps=steps, states=len(steps))


@lru_cache(maxsize=1)
def _hand_questions() -> list[tuple[list[tuple[Rules, State, int]], list[tuple[Rules, State, int]]]]:
    """Return by level the questions on the win, then those on two rolls, as rules, a state and a number of picks."""
    fruit = [left for left in product(*map(range, (5, 5, 5, 5))) if any(left) and tuple(sorted(left)[::-1]) == left]
    dice = [replace(MY_FIRST_ORCHARD, basket_faces=baskets, raven_faces=ravens) for baskets, ravens in _HAND_DICE]
    states = [State(left, raven) for left in fruit for raven in range(1, MY_FIRST_ORCHARD.raven_steps + 1)]
    # Every number of fruits up to all goes with every number of steps, so there are at least that many states to solve.
    few = [state for state in states if sum(state.fruit) * state.raven_steps <= AGES[HAND_LEVELS[-1]].states[1]]
    work = {(rules, state): len(_solve_by_hand(rules, state)) for rules in dice for state in few}
    # Two rolls pick at most two fruits of a tree; with one fruit in all, the second one might not be rolled.
    boards = [State(left, 1) for left in fruit if max(left) <= 2 <= sum(left)]
    return [
        (
            [(*case, 0) for case, number in work.items() if age.states[0] <= number <= age.states[1]],
            [case for case in product(dice, boards, range(3)) if age.cases[0] <= case[0].faces ** 2 <= age.cases[1]],
        )
        for age in AGES.values()
    ]


@lru_cache(maxsize=4096)
def _faces_by_state(rules: Rules, state: State) -> Counter[State]:
    """Return for each state after one roll that changes something how many of the die's faces lead to it."""
    after: Counter[State] = Counter()
    for term in recurrence(rules, MOST_LEFT, state).terms:
        after[term.after] += int(term.chance * rules.faces)
    return after


def _solve_by_hand(rules: Rules, state: State) -> dict[State, tuple[Fraction, str]]:
    """Return the chance of a state, and before it those of all states after it, each with its equation."""
    solved: dict[State, tuple[Fraction, str]] = {}

    def value(state: State) -> Fraction:
        if state.is_lost or state.is_won:
            return Fraction(state.is_won)
        if state not in solved:
            after = _faces_by_state(rules, state)
            values = {later: value(later) for later in after}
            total = " + ".join(f"{faces} × {values[later]}" for later, faces in after.items())
            chance = sum((faces * values[later] for later, faces in after.items()), start=Fraction(0)) / after.total()
            solved[state] = chance, f"({total}) / {after.total()} = {chance}"
        return solved[state][0]

    value(State(tuple(sorted(state.fruit, reverse=True)), state.raven_steps))
    return solved


def _ask_for_picks(rules: Rules, state: State, picks: int) -> Question:
    """Return the question whether the next two rolls pick a number of fruits, with a line for each first roll."""
    faces, first = rules.faces, recurrence(rules, MOST_LEFT, state)
    rolls = [(term.face, int(term.chance * faces), term.after) for term in first.terms]
    counts, lines = [], []
    for face, times, after in [*rolls, ("empty tree", int(first.repeats * faces), state)]:
        picking = sum(map(bool, after.fruit)) + rules.basket_faces
        missing = picks - (sum(state.fruit) - sum(after.fruit))
        if count := times * {0: faces - picking, 1: picking}.get(missing, 0):
            counts.append(count)
            words = f"{face.capitalize()}, then {'a' if missing else 'no'} fruit"
            lines.append(f"{words}: {times} × {count // times} = {count}")
    chance = Fraction(sum(counts), faces**2)
    because = f"{sum(counts)} of the {faces} × {faces} = {faces**2} equally likely pairs of faces do."
    question = _make_question(
        _SMALL_GAME, rules, state, f"do the next two rolls pick {_PICKS[picks]}?", chance, because
    )
    lines.append(f"Together: ({' + '.join(map(str, counts))}) / {faces**2} = {chance}")
    identity = f"{faces} {rules.basket_faces} {sorted(state.fruit)} {picks}"
    return replace(question, steps=tuple(lines), cases=faces**2, identity=identity)


def _explain_state(rules: Rules, state: State) -> str:
    fruit, steps = plural(sum(state.fruit), "fruit"), plural(state.raven_steps, "raven step")
    return f"{fruit} against {steps}. {rules.faces - state.fruit.count(0)} of {rules.faces} faces change something"


def _make_question(
    game: str, rules: Rules, state: State, text: str, chance: Fraction | float, because: str
) -> Question:
    picks = "a fruit" if rules.basket_picks == 1 else f"{rules.basket_picks} fruits, each"
    faces = ((rules.basket_faces, "basket"), (rules.raven_faces, "raven"))
    others = " and ".join(f"{_NUMBERS[n]} {face}{'s' * (n > 1)}" for n, face in faces)
    changed = changed_rules(rules, PRINTED[game])
    # Another die is part of the question, since two questions can have the same state.
    asked = f"With {others} on the die, {text}" if changed else text
    return Question(
        setting=f"The die has a face for each of {len(rules.fruit)} trees, {others}.",
        text=asked[0].upper() + asked[1:],
        chance=chance,
        because=because,
        table=f"Fruit on the trees: {', '.join(map(str, state.fruit))}. Raven steps left: {state.raven_steps}.",
        notation={"game": game, "state": str(state)} | changed,
        identity=f"{game} {changed} {sorted(state.fruit)} {state.raven_steps}",
        rules=(
            "A tree's face picks one of its fruits, if any is left. A raven's face moves the raven one step.",
            *([f"A basket picks {picks} from the fullest tree."] if rules.basket_faces else []),
        ),
    )


GENERATORS = (QuestionGenerator("orchard", "Orchard", _draw_question, _draw_hand_question),)


def _show(rules: Rules, policy: Policy, seed: int) -> tuple[bool, str]:
    turns = play(rules, policy=policy, seed=seed)
    end = turns[-1].state
    left = (
        f"the raven {plural(end.raven_steps, 'step')} away" if end.is_won else f"{plural(sum(end.fruit), 'fruit')} left"
    )
    return end.is_won, f"{'won' if end.is_won else 'lost'} after {plural(len(turns), 'roll')}, {left}"


TRIALS = (
    Trial(
        "orchard",
        "orchard",
        "Do we win Orchard if the basket picks from the fullest tree?",
        "we win",
        exact=lambda: solve(ORCHARD, policy=MOST_LEFT).win,
        play=lambda games, seed: simulate(ORCHARD, policy=MOST_LEFT, games=games, seed=seed).wins,
        show=lambda seed: _show(ORCHARD, MOST_LEFT, seed),
    ),
    Trial(
        "my_first_orchard",
        "my first orchard",
        "Do we win My First Orchard if the basket picks from any type at random?",
        "we win",
        exact=lambda: solve(MY_FIRST_ORCHARD, policy=RANDOM_TYPE).win,
        play=lambda games, seed: simulate(MY_FIRST_ORCHARD, policy=RANDOM_TYPE, games=games, seed=seed).wins,
        show=lambda seed: _show(MY_FIRST_ORCHARD, RANDOM_TYPE, seed),
    ),
)


GAME = Game(
    title="Orchard",
    accent=("#2f7a37", "#7ccb80"),
    pages=(Page("orchard", "Orchard", "Will we beat the raven?"),),
    commands=(RAVEN,),
    method=Method(
        sources="Will we win the Orchard game? (S. P. Marinček); the games' leaflets",
        solved="every state, for each basket rule offered",
        simulated="whole games, as a check of the exact chances",
    ),
    readings=(
        "The players lose with the raven's 10th step (the paper) or its 9th; in My First Orchard with its 6th or its 5th.",
        "A basket picks two fruits of the players' choice, one in My First Orchard. The paper's *random* picks each fruit from a "
        "type chosen at random among those left; its *smart* picks from the fullest tree.",
        "The players win as soon as all fruit is picked, even with the basket's first fruit.",
    ),
    published_figures=PUBLISHED_FIGURES,
    trials=TRIALS,
    question_generators=GENERATORS,
)

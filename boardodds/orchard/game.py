"""Orchard's entry: what the site, the command line and the teaching pages know about it."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from itertools import chain, product

import numpy as np

from boardodds.entry.command import GameCommand, Play
from boardodds.entry.game import Game, Method, Page, Question, QuestionGenerator, Trial
from boardodds.entry.measures import Measure, Measures, count_measures, pmf_measures
from boardodds.orchard.boards import count_boards, pick_weights
from boardodds.orchard.published_figures import PUBLISHED_FIGURES
from boardodds.orchard.recurrence import recurrence
from boardodds.orchard.rules import (
    BASKET,
    MOST_LEFT,
    MY_FIRST_ORCHARD,
    ORCHARD,
    POLICIES_KIND,
    POLICY_LABELS,
    PRINTED,
    RANDOM_TYPE,
    Rules,
    State,
    after_pick,
    after_roll,
    is_possible,
    variants,
)
from boardodds.orchard.rules import RAVEN as RAVEN_FACE
from boardodds.orchard.simulate import simulate
from boardodds.orchard.solve import solve
from boardodds.probability.declared_rules import Text, rule
from boardodds.probability.display import plural

# Games with more states are not solved in fractions, which would take more than a few seconds.
_MAX_FRACTION_STATES = 40_000


@dataclass(frozen=True, slots=True)
class Case:
    """A question on the command line: the rules, the policy of each player in turn, and the state; None is the start."""

    rules: Rules
    policy: tuple[str, ...] = rule(
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


def _solve(case: Case) -> Measures:
    odds = solve(case.rules, policies=case.policy, state=case.state)

    def left() -> Iterator[Measure]:
        return chain(pmf_measures("raven_left", odds.raven_left), pmf_measures("fruit_left", odds.fruit_left))

    if len(set(case.policy)) > 1:
        return Measures([Measure("win", odds.win)], left)
    states = count_boards(case.rules, case.policy) * (case.rules.raven_steps + 1)
    win = odds.win_fraction() if states <= _MAX_FRACTION_STATES else odds.win
    measures = [Measure("win", win), Measure("mean_rolls", odds.rolls.mean)]
    return Measures(measures, lambda: chain(left(), pmf_measures("rolls", odds.rolls)))


def _simulate(case: Case, play: Play) -> Measures:
    sample = simulate(case.rules, policies=case.policy, state=case.state, **play.arguments)
    counts = dict(enumerate(sample.raven_left_counts))
    return Measures([Measure("win", sample.win)], lambda: count_measures("raven_left", counts))


RAVEN = GameCommand(
    "orchard",
    "the chance of beating the raven in Orchard",
    {name: Case(rules) for name, rules in PRINTED.items()},
    _variants,
    _solve,
    _simulate,
)


_SMALL_GAME = "my_first_orchard"
# The most raven steps of a question for pencil and paper, and by its level the most states to solve.
_MAX_HAND_STEPS = 5
_MAX_HAND_STATES = (7, 12, 18)


def _draw_question(rng: np.random.Generator) -> Question:
    game, rules = (("orchard", ORCHARD), (_SMALL_GAME, MY_FIRST_ORCHARD))[int(rng.integers(2))]
    left = tuple(int(number) for number in rng.integers(0, [start + 1 for start in rules.fruit]))
    return _make_question(game, rules, State(left, int(rng.integers(1, rules.raven_steps + 1))))


def _draw_hand_question(level: int, rng: np.random.Generator) -> Question:
    """Draw a question for pencil and paper, whose level is the number of states to solve."""
    states = _hand_states()[level]
    state = states[int(rng.integers(len(states)))]
    state = State(tuple(rng.permutation(state.fruit).tolist()), state.raven_steps)
    return _make_question(_SMALL_GAME, MY_FIRST_ORCHARD, state, by_hand=True)


@lru_cache(maxsize=1)
def _hand_states() -> list[list[State]]:
    """Return by level the states of the small game with the fullest tree first."""
    fruit = [left for left in product(*map(range, (5, 5, 5, 5))) if any(left) and tuple(sorted(left)[::-1]) == left]
    states = [State(left, raven) for left in fruit for raven in range(1, _MAX_HAND_STEPS + 1)]
    bounds = zip((0, *_MAX_HAND_STATES), _MAX_HAND_STATES, strict=False)
    work = {state: len(_unsolved(state)) for state in states if sum(state.fruit) <= max(_MAX_HAND_STATES) // 2}
    return [[state for state in work if low < work[state] <= high] for low, high in bounds]


@lru_cache(maxsize=1024)
def _faces_by_state(state: State) -> Counter[State]:
    """Return for each state after one roll of the small game that changes something how many of the die's faces lead to it."""
    after: Counter[State] = Counter()
    for term in recurrence(MY_FIRST_ORCHARD, MOST_LEFT, state).terms:
        after[term.after] += int(term.chance * MY_FIRST_ORCHARD.faces)
    return after


@lru_cache(maxsize=1024)
def _unsolved(state: State) -> frozenset[State]:
    """Return the states in which the small game can go on, from a state on."""
    if state.is_lost or state.is_won:
        return frozenset()
    return frozenset({state}).union(*map(_unsolved, _faces_by_state(state)))


def _solve_by_hand(state: State) -> dict[State, tuple[Fraction, str]]:
    """Return the chance of a state of the small game, and before it those of all states after it, each with its equation."""
    solved: dict[State, tuple[Fraction, str]] = {}

    def value(state: State) -> Fraction:
        if state.is_lost or state.is_won:
            return Fraction(state.is_won)
        if state not in solved:
            after = _faces_by_state(state)
            values = {later: value(later) for later in after}
            total = " + ".join(f"{faces} × {values[later]}" for later, faces in after.items())
            chance = sum((faces * values[later] for later, faces in after.items()), start=Fraction(0)) / after.total()
            solved[state] = chance, f"({total}) / {after.total()} = {chance}"
        return solved[state][0]

    value(State(tuple(sorted(state.fruit, reverse=True)), state.raven_steps))
    return solved


def _make_question(game: str, rules: Rules, state: State, *, by_hand: bool = False) -> Question:
    odds = solve(rules, policy=MOST_LEFT, state=state)
    picks = "a fruit" if rules.basket_picks == 1 else f"{rules.basket_picks} fruits, each"
    fruit, steps = sum(state.fruit), state.raven_steps
    faces = sum(map(bool, state.fruit)) + rules.basket_faces + rules.raven_faces
    because = f"{plural(fruit, 'fruit')} against {plural(steps, 'raven step')}. {faces} of {rules.faces} faces change something"
    hand_steps: tuple[str, ...] = ()
    if by_hand:
        solved = _solve_by_hand(state)
        hand_steps = tuple(
            f"{' + '.join(str(left) for left in each.fruit if left)} left, raven {each.raven_steps}: {equation}"
            for each, (_, equation) in solved.items()
        )
        because += f", and the chances after them are known: {[*solved.values()][-1][1]}."
    elif fruit:
        raven = solve(rules, policy=MOST_LEFT, state=replace(state, raven_steps=steps - 1)).win
        picked = (faces * odds.win - rules.raven_faces * raven) / (faces - rules.raven_faces)
        because += f". After the raven's the chance is {raven:.0%}, after the others {picked:.0%} on average."
    return Question(
        setting=f"The die has a face for each of {len(rules.fruit)} trees, a basket and a raven. A tree's face picks one of its "
        f"fruits, if any is left. The basket picks {picks} from the fullest tree. The raven's face moves the raven one step.",
        text="Do the players pick all the fruit before the raven reaches the orchard?",
        chance=odds.win_fraction() if by_hand else odds.win,
        because=because,
        table=f"Fruit on the trees: {', '.join(map(str, state.fruit))}. Raven steps left: {steps}.",
        notation={"game": game, "state": str(state)},
        identity=f"{game} {sorted(state.fruit)} {steps}",
        steps=hand_steps,
    )


GENERATORS = (QuestionGenerator("orchard", "Orchard", _draw_question, _draw_hand_question),)


def _show(rules: Rules, policy: str, seed: int) -> tuple[bool, str]:
    rng, state, rolls = np.random.default_rng(seed), rules.start, 0
    faces = [*range(len(rules.fruit)), *[BASKET] * rules.basket_faces, *[RAVEN_FACE] * rules.raven_faces]
    while not (state.is_won or state.is_lost):
        state = after_roll(state, faces[rng.integers(len(faces))], rules)
        rolls += 1
        while state.basket:
            weights = pick_weights(policy, np.array([state.fruit]))[:, 0]
            state = after_pick(state, int(rng.choice(len(weights), p=weights / weights.sum())))
    fruit, steps = plural(sum(state.fruit), "fruit"), plural(state.raven_steps, "step")
    left = f"the raven {steps} away" if state.is_won else f"{fruit} left"
    return state.is_won, f"{'won' if state.is_won else 'lost'} after {plural(rolls, 'roll')}, {left}"


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

"""Random questions about Orchard: will the players win from a state?"""

import numpy as np

from boardodds.entry.question import Question, QuestionGenerator
from boardodds.orchard.rules import MY_FIRST_ORCHARD, ORCHARD, Rules, State
from boardodds.orchard.solve import MOST_LEFT, solve
from boardodds.probability.wording import plural

_SMALL_GAME = "My First Orchard"
# The bounds for a question that is small enough for pencil and paper.
_MAX_HAND_FRUIT = 3
_MAX_HAND_STEPS = 3


def _draw_question(rng: np.random.Generator) -> Question:
    """Draw a question about a random state of one of the two games."""
    game, rules = (("Orchard", ORCHARD), (_SMALL_GAME, MY_FIRST_ORCHARD))[int(rng.integers(2))]
    left = tuple(int(number) for number in rng.integers(0, [start + 1 for start in rules.fruit]))
    return _make_question(game, rules, State(left, int(rng.integers(1, rules.raven_steps + 1))))


def _draw_hand_question(rng: np.random.Generator) -> Question:
    """Draw a question for pencil and paper: one to three fruits, and one to three raven steps."""
    rules = MY_FIRST_ORCHARD
    trees = rng.integers(len(rules.fruit), size=int(rng.integers(1, _MAX_HAND_FRUIT + 1)))
    left = tuple(int((trees == tree).sum()) for tree in range(len(rules.fruit)))
    return _make_question(_SMALL_GAME, rules, State(left, int(rng.integers(1, _MAX_HAND_STEPS + 1))), by_hand=True)


def _make_question(game: str, rules: Rules, state: State, *, by_hand: bool = False) -> Question:
    odds = solve(rules, policy=MOST_LEFT, state=state)
    picks = "a fruit" if rules.basket_picks == 1 else f"{rules.basket_picks} fruits, each"
    fruit, steps = sum(state.fruit), state.raven_steps
    return Question(
        setting=f"The die has a face for each of {len(rules.fruit)} trees, a basket and a raven. A tree's face picks one of its "
        f"fruits, if any is left. The basket picks {picks} from the fullest tree. The raven's face moves the raven one step.",
        text="Do the players pick all the fruit before the raven reaches the orchard?",
        chance=odds.win_fraction() if by_hand else odds.win,
        because=f"{plural(fruit, 'fruit')} against {plural(steps, 'raven step')}. Rolls that change nothing can be ignored. "
        "Every other face leads to a state whose chance is known.",
        table=f"Fruit on the trees: {', '.join(map(str, state.fruit))}. Raven steps left: {steps}.",
        notation={"game": game, "state": str(state)},
    )


GENERATORS = (QuestionGenerator("orchard", "Orchard", _draw_question, _draw_hand_question),)

"""The rules of Orchard and My First Orchard as data.

Sources: the games' leaflets and the paper "Will we win the Orchard game?" (S. P. Marinček).

The die has one face for each tree, and faces for the basket and the raven. A colour picks a fruit from its tree if one is left,
the basket picks fruit of the players' choice, and the raven takes a step. The players win as soon as all fruit is picked, even
with the basket's first fruit. They lose with the last raven step.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal, get_args

from boardodds.probability.declared_rules import Text, Whole, check_rules, neighbours, rule
from boardodds.probability.display import plural, short_rules
from boardodds.probability.validate import as_list, as_plain, check_kind, check_whole, of_text

MAX_TREES = 8
MAX_FRUIT = 20
MAX_RAVEN = 20
MAX_PICKS = 6
MAX_FACES = 6
MAX_PLAYERS = 8
# A game with more trees takes too long to solve while a visitor waits.
_MAX_QUICK_TREES = 6
# How a basket picks. The favourite is the first tree; after it, any type is picked at random.
Policy = Literal[
    "random_type",
    "random_fruit",
    "most_left",
    "different_trees",
    "fewest_left",
    "favourite_first",
    "in_order",
    "optimal",
]
POLICIES: tuple[Policy, ...] = get_args(Policy)
RANDOM_TYPE, RANDOM_FRUIT, MOST_LEFT, DIFFERENT_TREES, FEWEST_LEFT, FAVOURITE_FIRST, IN_ORDER, OPTIMAL = POLICIES
RANDOM_POLICIES = RANDOM_TYPE, RANDOM_FRUIT, FAVOURITE_FIRST
# By policy, the words for it.
POLICY_LABELS: Mapping[Policy, str] = {
    RANDOM_TYPE: "any type at random",
    RANDOM_FRUIT: "any fruit at random",
    MOST_LEFT: "the fullest tree",
    DIFFERENT_TREES: "different trees",
    FEWEST_LEFT: "the emptiest tree",
    FAVOURITE_FIRST: "a favourite first",
    IN_ORDER: "the trees in order",
    OPTIMAL: "whatever is best",
}
RAVEN, BASKET = "raven", "basket"


def as_policies(policy: Policy, policies: Sequence[Policy]) -> tuple[Policy, ...]:
    """Return the policy of each player: ``policies``, or one for all; raise ValueError for both together."""
    players = tuple(as_list("policies", policies))
    if players and policy != OPTIMAL:
        raise ValueError(f"policy must not be given beside policies, which has one for each player, got {policy!r:.40}")
    return players or (policy,)


def check_policies(name: str, policies: tuple[Policy, ...]) -> None:
    """Raise ValueError unless the policies are known, at most as many as players, and optimal only if all are.

    What is best beside players who pick otherwise depends on the raven, and is not solved.
    """
    check_whole(name, len(policies), 1, MAX_PLAYERS, "players")
    for policy in policies:
        if policy not in POLICY_LABELS:
            raise ValueError(f"{name} must be one of {', '.join(POLICIES)}, got {policy!r:.40}")
    if OPTIMAL in policies and len(set(policies)) > 1:
        raise ValueError(
            f"{name} can't combine {OPTIMAL} with others: use {MOST_LEFT}, which is best if all players use it"
        )


# A policy for each player in turn.
POLICIES_KIND = Text(lambda text: tuple(text.split(",")), ",".join, check_policies)


def _parse_fruit(text: str) -> tuple[int, ...]:
    if not re.fullmatch(r"[0-9]{1,2}(\.[0-9]{1,2})*", text):
        raise ValueError(f"fruit must be numbers with dots between them, as in 4.4.4.4, got {text[:40]!r}")
    return tuple(map(int, text.split(".")))


def _format_fruit(fruit: tuple[int, ...]) -> str:
    return ".".join(map(str, fruit))


def _check_fruit(name: str, fruit: tuple[int, ...]) -> None:
    check_whole(name, len(fruit), 1, MAX_TREES, "trees")
    for left in fruit:
        check_whole(name, left, 0, MAX_FRUIT, "on each tree")
    if not any(fruit):
        raise ValueError(f"{name} must be on at least one tree, got none")


def _other_fruit(fruit: tuple[int, ...]) -> list[tuple[int, ...]]:
    """Return the fruit with one tree fewer and with one tree more."""
    others = [fruit[:-1]] if any(fruit[:-1]) else []
    return [*others, (fruit[0], *fruit)] if len(fruit) < _MAX_QUICK_TREES else others


@short_rules
@dataclass(frozen=True, slots=True)
class Rules:
    """The rules of one game; the defaults are Orchard as in the paper.

    Raises ValueError for a value that is out of range.

    >>> Rules(fruit=(4, 4), raven_steps=0)
    Traceback (most recent call last):
    ...
    ValueError: raven_steps must be 1..20, got 0
    """

    fruit: tuple[int, ...] = rule(
        (10, 10, 10, 10),
        Text(_parse_fruit, _format_fruit, _check_fruit, _other_fruit),
        "Fruit on the trees",
        "The number of fruits on each tree at the start, with dots between them.",
    )
    raven_steps: int = rule(
        10, Whole(1, MAX_RAVEN), "Raven path (steps)", "The players lose with the raven's last step."
    )
    basket_picks: int = rule(2, Whole(0, MAX_PICKS), "Fruit per basket")
    basket_faces: int = rule(1, Whole(0, MAX_FACES), "Basket faces on the die")
    raven_faces: int = rule(1, Whole(0, MAX_FACES), "Raven faces on the die")

    def __post_init__(self) -> None:
        check_rules(self)

    @property
    def faces(self) -> int:
        """The number of faces of the die."""
        return len(self.fruit) + self.basket_faces + self.raven_faces

    @property
    def start(self) -> "State":
        """The state with all fruit on the trees and the raven at the beginning of its path."""
        return State(self.fruit, self.raven_steps)


@dataclass(frozen=True, slots=True)
class State:
    """A state of the game, with a text notation.

    fruit: the number of fruits left on each tree.
    raven_steps: the number of raven steps left; with 0 the game is lost.
    basket: the number of fruits that a basket, if one was rolled, still picks.
    next: the player whose turn it is, from 1.

    >>> str(State((4, 4, 3, 2), 6)), State.parse("4.4.3.2 raven=6 basket=1 next=2")
    ('4.4.3.2 raven=6', State(fruit=(4, 4, 3, 2), raven_steps=6, basket=1, next=2))
    >>> State.parse("4.4")
    Traceback (most recent call last):
    ...
    ValueError: state must be fruit by tree and the raven's steps, as in 4.4.3.2 raven=6, got '4.4'
    """

    fruit: tuple[int, ...]
    raven_steps: int
    basket: int = 0
    next: int = 1

    @classmethod
    def parse(cls, text: str) -> "State":
        """Return the state that a text describes; ``str`` writes it back. Raises ValueError for other texts."""
        numbers = r"([0-9]{1,2}(?:\.[0-9]{1,2})*) raven=([0-9]{1,2})(?: basket=([1-9]))?(?: next=([2-9]))?"
        match = re.fullmatch(numbers, text)
        if not match:
            raise ValueError(
                f"state must be fruit by tree and the raven's steps, as in 4.4.3.2 raven=6, got {text[:40]!r}"
            )
        return cls(_parse_fruit(match[1]), int(match[2]), int(match[3] or 0), int(match[4] or 1))

    def __str__(self) -> str:
        basket = f" basket={self.basket}" if self.basket else ""
        return f"{_format_fruit(self.fruit)} raven={self.raven_steps}{basket}{f' next={self.next}' if self.next > 1 else ''}"

    @property
    def is_won(self) -> bool:
        """Whether all fruit is picked in time."""
        return not any(self.fruit) and self.raven_steps > 0

    @property
    def is_lost(self) -> bool:
        """Whether the raven has taken its last step."""
        return self.raven_steps == 0


def after_roll(state: State, face: int | str, rules: Rules, players: int = 1) -> State:
    """Return the state after a roll: a basket is to be filled, anything else passes the turn, even if it changes nothing.

    face: the number of a tree from 0, ``raven`` or ``basket``.
    players: the number of players who take turns.

    >>> str(after_roll(ORCHARD.start, "basket", ORCHARD)), str(after_roll(ORCHARD.start, "raven", ORCHARD, players=2))
    ('10.10.10.10 raven=10 basket=2', '10.10.10.10 raven=9 next=2')
    """
    if face == BASKET and rules.basket_picks:
        return replace(state, basket=min(rules.basket_picks, sum(state.fruit)))
    following = state.next % players + 1
    if face == RAVEN:
        return replace(state, raven_steps=state.raven_steps - 1, next=following)
    return replace(state, fruit=_without(state.fruit, face), next=following)


def after_pick(state: State, tree: int, players: int = 1) -> State:
    """Return the state after a basket picks a fruit from a tree, which passes the turn if it is the basket's last.

    >>> str(after_pick(State((2, 1), 3, basket=2), 0)), str(after_pick(State((2, 1), 3, basket=1), 1, players=2))
    ('1.1 raven=3 basket=1', '2.0 raven=3 next=2')
    """
    fruit = _without(state.fruit, tree)
    basket = min(state.basket - 1, sum(fruit))
    return State(fruit, state.raven_steps, basket, state.next if basket else state.next % players + 1)


def _without(fruit: tuple[int, ...], face: int | str) -> tuple[int, ...]:
    return tuple(max(0, left - (tree == face)) for tree, left in enumerate(fruit))


def first_state(rules: Rules, state: State | str | None, policies: tuple[Policy, ...]) -> State:
    """Return the state to begin with, the start of the rules if it is None; raise ValueError if it is not possible."""
    check_kind(Rules, "rules", rules)
    if state is None:
        return rules.start
    # With one policy it makes no difference whose turn it is.
    state = check_state(state, rules, len(policies) if len(policies) > 1 else MAX_PLAYERS)
    # Here and not in the constructor, which solvers call often.
    return State(as_plain(state.fruit), *map(as_plain, (state.raven_steps, state.basket, state.next)))


def check_state(state: State | str, rules: Rules, players: int = MAX_PLAYERS) -> State:
    """Return a state, or that of a text. Raises ValueError if the rules do not allow it."""
    state = of_text(State, "state", state)
    check_kind(Rules, "rules", rules)
    if len(state.fruit) != len(rules.fruit):
        raise ValueError(f"state: fruit must name {plural(len(rules.fruit), 'tree')}, got {len(state.fruit)}")
    for left, start in zip(state.fruit, rules.fruit, strict=True):
        check_whole("state: fruit", left, 0, start, "on this tree")
    check_whole("state: raven_steps", state.raven_steps, 0, rules.raven_steps)
    if not any(state.fruit) and state.raven_steps == 0:
        raise ValueError("state must have fruit or raven steps left, got neither")
    most = min(rules.basket_picks, sum(state.fruit)) if rules.basket_faces and state.raven_steps else 0
    check_whole("state: basket", state.basket, 0, most)
    check_whole("state: next", state.next, 1, players)
    return state


def is_possible(state: State, rules: Rules) -> bool:
    """Return whether the rules allow a state."""
    try:
        check_state(state, rules)
    except ValueError:
        return False
    return True


ORCHARD = Rules()
MY_FIRST_ORCHARD = Rules(fruit=(4, 4, 4, 4), raven_steps=6, basket_picks=1)
ORCHARD_NINE = replace(ORCHARD, raven_steps=9)
MY_FIRST_ORCHARD_FIVE = replace(MY_FIRST_ORCHARD, raven_steps=5)
# The printed games, by their names in links and on the command line, with their labels.
_PRINTED = {
    "orchard": (ORCHARD, "Orchard"),
    "orchard_nine": (ORCHARD_NINE, "Orchard, 9 raven steps"),
    "my_first_orchard": (MY_FIRST_ORCHARD, "My First Orchard"),
    "my_first_orchard_five": (MY_FIRST_ORCHARD_FIVE, "My First Orchard, 5 raven steps"),
}
PRINTED = {name: rules for name, (rules, _) in _PRINTED.items()}
PRINTED_LABELS = {name: label for name, (_, label) in _PRINTED.items()}


def variants(rules: Rules) -> dict[str, Rules]:
    """Return the rules with one thing changed, by the change in words, without changes that have no effect.

    >>> list(variants(MY_FIRST_ORCHARD))[:4]
    ['fruit on the trees: 4.4.4', 'fruit on the trees: 4.4.4.4.4', 'raven path (steps): 5', 'raven path (steps): 7']
    """
    has_basket = rules.basket_faces and rules.basket_picks
    names = ["fruit", "raven_steps", *(["basket_picks", "basket_faces"] if has_basket else []), "raven_faces"]
    # Without a raven, every game is won.
    return {name: variant for name, variant in neighbours(rules, names).items() if variant.raven_faces}

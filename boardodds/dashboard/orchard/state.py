"""What a visitor sets up on the Orchard page, its link, and the events that change it."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from boardodds.charts.orchard import TREE_NAMES
from boardodds.dashboard.ui.game_state import GameState, game_definition
from boardodds.orchard import Policy, Rules, State, rules
from boardodds.orchard.game import Case
from boardodds.orchard.rules import BASKET, MOST_LEFT, OPTIMAL, PRINTED, RAVEN, after_pick, after_roll, check_state
from boardodds.probability.declared_rules import same_rule
from boardodds.probability.display import plural
from boardodds.probability.validate import check_whole


@dataclass(frozen=True)
class OrchardState(GameState):
    """The game, its rules, the state of the trees, and the policy of each player in turn."""

    printed = PRINTED
    position_type = State
    goes_on = "the same fruit is left, and the raven has taken the same number of steps"

    rules: Rules
    position: State
    policy: tuple[Policy, ...] = same_rule(Case, "policy")

    def check(self, position: State) -> None:
        check_state(position, self.rules, len(self.policy))

    def under(self, rules: Rules) -> State:
        """Return the position under other rules: the same fruit is left, and the raven has taken the same number of steps."""
        steps = self.position.raven_steps + rules.raven_steps - self.rules.raven_steps
        basket = min(self.position.basket, rules.basket_picks if rules.basket_faces else 0)
        return replace(self.position, raven_steps=steps, basket=basket)

    @property
    def is_over(self) -> bool:
        """Whether the game is won or lost."""
        return self.position.is_won or self.position.is_lost

    @property
    def is_rolled(self) -> bool:
        """Whether the die is rolled next: the game goes on, and no basket is to be filled."""
        return not (self.is_over or self.position.basket)

    @property
    def picks_baskets(self) -> bool:
        """Whether a basket can be rolled and picks fruit."""
        return self.rules.basket_faces > 0 and self.rules.basket_picks > 0

    @property
    def picks_in_words(self) -> str:
        """From where the players pick, in words.

        >>> read_link({}).picks_in_words, read_link({"policy": ["most_left,random_type"]}).picks_in_words
        ('the basket picks from the fullest tree', 'we pick in turn as set up')
        """
        first, *others = dict.fromkeys(self.policy)
        return "we pick in turn as set up" if others else f"the basket picks from {rules.POLICY_LABELS[first]}"


def _apply(state: OrchardState, event: Mapping[str, Any]) -> tuple[OrchardState, str]:
    match event:
        case {"kind": "roll", "face": str(face)}:
            return _after_tap(state, face)
        case {"kind": "fruit", "tree": int(tree), "value": left}:
            check_whole("tree", tree, 0, len(state.position.fruit) - 1)
            fruit = (*state.position.fruit[:tree], left, *state.position.fruit[tree + 1 :])
            return state.with_position(replace(state.position, fruit=fruit, basket=0)), ""
        case {"kind": "raven", "value": left}:
            return state.with_position(replace(state.position, raven_steps=left, basket=0)), ""
        case {"kind": "set", "name": "trees", "value": trees}:
            check_whole("trees", trees, 1, rules.MAX_TREES)
            return state.with_rules(replace(state.rules, fruit=(max(state.rules.fruit),) * trees))
        case {"kind": "set", "name": "full trees", "value": full}:
            check_whole("fruit", full, 1, rules.MAX_FRUIT, "on each tree")
            return state.with_rules(replace(state.rules, fruit=(full,) * len(state.rules.fruit)))
        case {"kind": "players", "value": players}:
            check_whole("players", players, 1, rules.MAX_PLAYERS)
            policy = (*state.policy, *[state.policy[-1]] * players)[:players]
            # It is the same as the best pick if all players use it, and others can pick beside it.
            policy = tuple(MOST_LEFT if players > 1 and each == OPTIMAL else each for each in policy)
            return _with_policies(state, policy), ""
        case {"kind": "policy", "player": int(player), "value": str(policy)}:
            check_whole("player", player, 1, len(state.policy))
            return _with_policies(state, (*state.policy[: player - 1], policy, *state.policy[player:])), ""
    return state, ""


def _with_policies(state: OrchardState, policy: tuple[Any, ...]) -> OrchardState:
    rules.POLICIES_KIND.check("policy", policy)
    position = state.position if state.position.next <= len(policy) else replace(state.position, next=1)
    return replace(state, policy=policy, position=position)


def _after_tap(state: OrchardState, face: str) -> tuple[OrchardState, str]:
    """Return the state after a roll, or after a fruit that a basket picks, and what a roll that changes nothing did."""
    position, players = state.position, len(state.policy)
    trees = TREE_NAMES[: len(position.fruit)]
    if state.is_over:
        raise ValueError("the game is over")
    if face not in (*trees, BASKET, RAVEN):
        raise ValueError(f"the die must show one of {', '.join(trees)}, {BASKET} or {RAVEN}, got {face[:40]!r}")
    tree = trees.index(face) if face in trees else None
    if position.basket:
        if tree is None or not position.fruit[tree]:
            raise ValueError(f"the basket still picks {plural(position.basket, 'fruit')}: tap a tree that has some")
        return state.with_position(after_pick(position, tree, players)), ""
    after = after_roll(position, face if tree is None else tree, state.rules, players)
    is_same = replace(after, next=position.next) == position
    return state.with_position(after), f"no {face} left: nothing happens" if is_same else ""


def roll(face: str) -> dict[str, str]:
    """Return the event of a roll of the die."""
    return {"kind": "roll", "face": face}


_USUAL = OrchardState("orchard", rules.ORCHARD, rules.ORCHARD.start)
DEFINITION = game_definition("orchard", _USUAL, _apply, acts={"roll": {"face": str}})
read_link, write_link, apply = DEFINITION.read, DEFINITION.write, DEFINITION.apply

"""What a visitor sets up on the Orchard page, its link, and the events that change it."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from boardodds.charts.orchard import RAVEN, TREE_NAMES
from boardodds.dashboard.ui.settings import (
    Allowed,
    Query,
    StateDefinition,
    allowed_rules,
    any_text,
    last_value,
    one_of,
    rules_of_link,
    value_of_widget,
)
from boardodds.orchard import Rules, State
from boardodds.orchard.rules import MAX_FRUIT, MAX_TREES, MOST_LEFT, POLICY_LABELS, PRINTED, check_state
from boardodds.probability.declared_rules import changed_rules, rules_in_words, rules_of, with_rule
from boardodds.probability.validate import check_whole

MAX_TEXT = 60
_GAME, _POLICY = next(iter(PRINTED)), MOST_LEFT
LINK: Allowed = {
    "game": one_of(PRINTED),
    "policy": one_of(POLICY_LABELS),
    **allowed_rules(Rules),
    "state": any_text,
}


@dataclass(frozen=True)
class OrchardState:
    """The game, its rules, the state of the trees, and the policy of the basket.

    game: the printed game that the rules started from, a key of ``PRINTED``.
    draft: a text for the position that cannot be used; "" if there is none.
    """

    game: str
    rules: Rules
    position: State
    policy: str = _POLICY
    draft: str = ""

    @property
    def text(self) -> str:
        """The position as the visitor or the link wrote it; "" at the start of the game."""
        return self.draft or ("" if self.is_start else str(self.position))

    @property
    def is_start(self) -> bool:
        """Whether nothing is picked and the raven has not moved."""
        return self.position == self.rules.start

    @property
    def is_over(self) -> bool:
        """Whether the game is won or lost."""
        return self.position.is_won or self.position.is_lost

    @property
    def picks_baskets(self) -> bool:
        """Whether a basket can be rolled and picks fruit."""
        return self.rules.basket_faces > 0 and self.rules.basket_picks > 0

    @cached_property
    def mistakes(self) -> list[str]:
        """A sentence on what is wrong with the draft and what the page shows in its place; empty without a draft."""
        try:
            _parse(self.draft, self.rules)
        except ValueError as error:
            return [f"{error}. The trees show {'the start of the game' if self.is_start else 'the last valid state'}"]
        return []

    @property
    def house_rules(self) -> list[str]:
        """Each rule in words that differs from the printed game."""
        return rules_in_words(self.rules, PRINTED[self.game])


def read_link(link: Query) -> OrchardState:
    """Return what a link sets up.

    >>> state = read_link({"game": ["my_first_orchard"], "state": ["4.3.4.4 raven=5"]})
    >>> state.rules.raven_steps, str(state.position), write_link(state)
    (6, '4.3.4.4 raven=5', {'game': ['my_first_orchard'], 'state': ['4.3.4.4 raven=5']})
    """
    game = last_value(link, "game", _GAME)
    rules = rules_of_link(PRINTED[game], link)
    state = OrchardState(game, rules, rules.start, last_value(link, "policy", _POLICY))
    return _with_text(state, last_value(link, "state", ""))


def write_link(state: OrchardState) -> Query:
    """Return the settings of a link to a state, without those at their defaults."""
    texts = {"game": state.game, "policy": state.policy, "state": state.text}
    usual = {"game": _GAME, "policy": _POLICY, "state": ""}
    changed = {name: text for name, text in texts.items() if text != usual[name]}
    return {name: [text] for name, text in (changed | changed_rules(state.rules, PRINTED[state.game])).items()}


def apply(state: OrchardState, event: Mapping[str, Any]) -> tuple[OrchardState, str]:
    """Return the state after an event and a notice, which is empty; raise ValueError if the event is not possible.

    >>> str(apply(read_link({}), {"kind": "roll", "face": "apples"})[0].position)
    '9.10.10.10 raven=10'
    """
    return _apply(state, event), ""


def _apply(state: OrchardState, event: Mapping[str, Any]) -> OrchardState:
    match event:
        case {"kind": "roll", "face": str(face)}:
            return _with_position(state, _after_roll(state.position, face))
        case {"kind": "fruit", "tree": int(tree), "value": left}:
            check_whole("tree", tree, 0, len(state.position.fruit) - 1)
            fruit = (*state.position.fruit[:tree], left, *state.position.fruit[tree + 1 :])
            return _with_position(state, replace(state.position, fruit=fruit))
        case {"kind": "raven", "value": left}:
            return _with_position(state, replace(state.position, raven_steps=left))
        case {"kind": "raven path", "value": steps}:
            rules = replace(state.rules, raven_steps=steps)
            return _with_position(replace(state, rules=rules), transfer_state(state, rules))
        case {"kind": "set", "name": str(name), "value": value}:
            return _with_setting(state, name, value)
        case {"kind": "trees", "value": trees}:
            check_whole("trees", trees, 1, MAX_TREES)
            return _with_rules(state, replace(state.rules, fruit=(max(state.rules.fruit),) * trees))
        case {"kind": "full trees", "value": full}:
            check_whole("fruit", full, 1, MAX_FRUIT, "on each tree")
            return _with_rules(state, replace(state.rules, fruit=(full,) * len(state.rules.fruit)))
    return state


def _with_setting(state: OrchardState, name: str, value: Any) -> OrchardState:
    match name, value:
        case "state", str(text):
            return _with_text(state, text)
        case "policy", str(policy) if policy in POLICY_LABELS:
            return replace(state, policy=policy)
        case "game", str(game) if game in PRINTED:
            return _with_rules(replace(state, game=game), PRINTED[game])
    if name in rules_of(Rules):
        return _with_rules(state, with_rule(state.rules, name, value_of_widget(Rules, name, value)))
    return state


DEFINITION = StateDefinition("orchard", LINK, read_link, write_link, apply)


def _with_rules(state: OrchardState, rules: Rules) -> OrchardState:
    """Return the state under other rules. The position stays if they allow it, with the raven at most at its start."""
    position = replace(state.position, raven_steps=min(state.position.raven_steps, rules.raven_steps))
    try:
        check_state(position, rules)
    except ValueError:
        position = rules.start
    return replace(state, rules=rules, position=rules.start if state.is_start else position, draft="")


def _with_position(state: OrchardState, position: State) -> OrchardState:
    check_state(position, state.rules)
    return replace(state, position=position, draft="")


def transfer_state(state: OrchardState, rules: Rules) -> State:
    """Return the position under other rules: the same fruit is left, and the raven has taken the same number of steps."""
    return State(state.position.fruit, state.position.raven_steps + rules.raven_steps - state.rules.raven_steps)


def _with_text(state: OrchardState, text: str) -> OrchardState:
    text = " ".join(text[:MAX_TEXT].split())
    try:
        return _with_position(state, _parse(text, state.rules))
    except ValueError:
        return replace(state, draft=text)


def _parse(text: str, rules: Rules) -> State:
    """Return the position of a text, which for an empty one is the start of the game."""
    position = State.parse(text) if text else rules.start
    check_state(position, rules)
    return position


def _after_roll(position: State, face: str) -> State:
    """Return the position with one fruit or one raven step less."""
    if position.is_won or position.is_lost:
        raise ValueError("the game is over")
    left = dict(zip(TREE_NAMES, position.fruit, strict=False)) | {RAVEN: position.raven_steps}
    if not left.get(face):
        raise ValueError(f"no {face} are left, so this roll changes nothing")
    *fruit, raven_steps = (number - (name == face) for name, number in left.items())
    return State(tuple(fruit), raven_steps)

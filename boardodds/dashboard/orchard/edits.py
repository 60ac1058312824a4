"""What a visitor sets up on the Orchard page, and the events that change it."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from boardodds.charts.orchard import RAVEN, TREE_NAMES
from boardodds.dashboard.orchard.labels import FIVE_LABEL, NINE_LABEL, POLICIES, POLICY_LABELS, SMALL_LABEL
from boardodds.dashboard.ui.settings import Allowed, Query, any_text, changed_settings, last_value, one_of, whole_number
from boardodds.orchard import MY_FIRST_ORCHARD, MY_FIRST_ORCHARD_FIVE, ORCHARD, ORCHARD_NINE, Rules, State
from boardodds.orchard.boards import MOST_LEFT
from boardodds.orchard.rules import MAX_FACES, MAX_FRUIT, MAX_PICKS, MAX_RAVEN, check_state
from boardodds.probability.validate import check_whole

GAMES = {
    "Orchard": ORCHARD,
    NINE_LABEL: ORCHARD_NINE,
    SMALL_LABEL: MY_FIRST_ORCHARD,
    FIVE_LABEL: MY_FIRST_ORCHARD_FIVE,
}
MAX_TREES = 6
MAX_TEXT = 60
# By the name of a house rule in a link: its label, its lowest and its highest value.
HOUSE_RULES = {
    "trees": ("Trees", 1, MAX_TREES),
    "fruit": ("Fruit on each tree", 1, MAX_FRUIT),
    "steps": ("Raven path (steps)", 1, MAX_RAVEN),
    "picks": ("Fruit per basket", 0, MAX_PICKS),
    "baskets": ("Basket faces on the die", 0, MAX_FACES),
    "ravens": ("Raven faces on the die", 0, MAX_FACES),
}
LINK: Allowed = {
    "game": one_of(GAMES),
    "policy": one_of(POLICIES),
    **{name: whole_number(low, high) for name, (_, low, high) in HOUSE_RULES.items()},
    "state": any_text,
}


@dataclass(frozen=True, slots=True)
class OrchardSetup:
    """The game, its rules, the current state, and the policy of the basket.

    game: the printed game that the rules started from.
    draft: a text for the state that cannot be used; "" if there is none.
    """

    game: str
    rules: Rules
    state: State
    policy: str = MOST_LEFT
    draft: str = ""

    @property
    def text(self) -> str:
        """The state as the visitor or the link wrote it; "" at the start of the game."""
        return self.draft or ("" if self.state == self.rules.start else str(self.state))

    @property
    def mistake(self) -> str:
        """A sentence on what is wrong with the draft and what the page shows in its place; "" without a draft."""
        try:
            _parse(self.draft, self.rules)
        except ValueError as error:
            shown = "the start of the game" if self.state == self.rules.start else "the last valid state"
            return f"{error}. The trees show {shown}"
        return ""


def read_link(query: Query) -> OrchardSetup:
    """Return what a link sets up.

    >>> setup = read_link({"game": ["My First Orchard"], "state": ["4.3.4.4 raven=5"]})
    >>> setup.rules.raven_steps, str(setup.state), write_link(setup)
    (6, '4.3.4.4 raven=5', {'game': ['My First Orchard'], 'state': ['4.3.4.4 raven=5']})
    """
    game = last_value(query, "game", next(iter(GAMES)))
    usual = house_rules(GAMES[game])
    rules = _with_house_rules(GAMES[game], {name: int(last_value(query, name, usual[name])) for name in usual})
    policy = POLICIES[last_value(query, "policy", POLICY_LABELS[MOST_LEFT])]
    return _with_text(OrchardSetup(game, rules, rules.start, policy), last_value(query, "state", ""))


def write_link(setup: OrchardSetup) -> Query:
    """Return the settings of a link to a setup."""
    settings: dict[str, object] = {"game": setup.game, "policy": POLICY_LABELS[setup.policy], "state": setup.text}
    defaults: dict[str, object] = {"game": next(iter(GAMES)), "policy": POLICY_LABELS[MOST_LEFT], "state": ""}
    return changed_settings(settings | house_rules(setup.rules), defaults | house_rules(GAMES[setup.game]))


def apply(setup: OrchardSetup, event: Mapping[str, Any]) -> OrchardSetup:
    """Return the setup after an event, or raise ValueError if the event is not possible.

    >>> str(apply(read_link({}), {"kind": "roll", "face": "apples"}).state)
    '9.10.10.10 raven=10'
    """
    match event:
        case {"kind": "roll", "face": str(face)}:
            return _with_state(setup, _after_roll(setup.state, face))
        case {"kind": "fruit", "tree": int(tree), "value": left}:
            check_whole("tree", tree, 0, len(setup.state.fruit) - 1)
            fruit = (*setup.state.fruit[:tree], left, *setup.state.fruit[tree + 1 :])
            return _with_state(setup, replace(setup.state, fruit=fruit))
        case {"kind": "raven", "value": left}:
            return _with_state(setup, replace(setup.state, raven_steps=left))
        case {"kind": "set", "name": "state", "value": str(text)}:
            return _with_text(setup, text)
        case {"kind": "set", "name": "policy", "value": str(label)} if label in POLICIES:
            return replace(setup, policy=POLICIES[label])
        case {"kind": "set", "name": "game", "value": str(game)} if game in GAMES:
            return _with_rules(replace(setup, game=game), GAMES[game])
        case {"kind": "set", "name": str(name), "value": value} if name in HOUSE_RULES:
            label, low, high = HOUSE_RULES[name]
            check_whole(label, value, low, high)
            return _with_rules(setup, _with_house_rules(setup.rules, house_rules(setup.rules) | {name: value}))
    return setup


def house_rules(rules: Rules) -> dict[str, int]:
    """Return the house rules by name."""
    return {
        "trees": len(rules.fruit),
        "fruit": rules.fruit[0],
        "steps": rules.raven_steps,
        "picks": rules.basket_picks,
        "baskets": rules.basket_faces,
        "ravens": rules.raven_faces,
    }


def _with_house_rules(rules: Rules, values: Mapping[str, int]) -> Rules:
    return replace(
        rules,
        fruit=(values["fruit"],) * values["trees"],
        raven_steps=values["steps"],
        basket_picks=values["picks"],
        basket_faces=values["baskets"],
        raven_faces=values["ravens"],
    )


def _with_rules(setup: OrchardSetup, rules: Rules) -> OrchardSetup:
    """Return the setup under other rules. The state stays if they allow it, with the raven at most at its start."""
    raven_steps = min(setup.state.raven_steps, rules.raven_steps)
    state = replace(setup.state, raven_steps=raven_steps)
    try:
        check_state(state, rules)
    except ValueError:
        state = rules.start
    was_start = setup.state == setup.rules.start
    return replace(setup, rules=rules, state=rules.start if was_start else state, draft="")


def _with_state(setup: OrchardSetup, state: State) -> OrchardSetup:
    check_state(state, setup.rules)
    return replace(setup, state=state, draft="")


def _with_text(setup: OrchardSetup, text: str) -> OrchardSetup:
    text = " ".join(text[:MAX_TEXT].split())
    try:
        return _with_state(setup, _parse(text, setup.rules))
    except ValueError:
        return replace(setup, draft=text)


def _parse(text: str, rules: Rules) -> State:
    """Return the state of a text, which for an empty one is the start of the game."""
    state = State.parse(text) if text else rules.start
    check_state(state, rules)
    return state


def _after_roll(state: State, face: str) -> State:
    """Return the state with one fruit or one raven step less."""
    if state.is_won or state.is_lost:
        raise ValueError("the game is over")
    left = dict(zip(TREE_NAMES, state.fruit, strict=False)) | {RAVEN: state.raven_steps}
    if not left.get(face):
        raise ValueError(f"no {face} are left, so this roll changes nothing")
    *fruit, raven_steps = (number - (name == face) for name, number in left.items())
    return State(tuple(fruit), raven_steps)

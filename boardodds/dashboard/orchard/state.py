"""What a visitor sets up on the Orchard page, its link, and the events that change it."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from boardodds.charts.orchard import TREE_NAMES
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
from boardodds.orchard.game import Case
from boardodds.orchard.rules import (
    BASKET,
    MAX_FRUIT,
    MAX_PLAYERS,
    MAX_TREES,
    MOST_LEFT,
    OPTIMAL,
    POLICIES_KIND,
    POLICY_LABELS,
    PRINTED,
    RAVEN,
    after_pick,
    after_roll,
    check_state,
    is_possible,
)
from boardodds.probability.declared_rules import changed_rules, rules_in_words, rules_of, with_rule
from boardodds.probability.display import plural
from boardodds.probability.validate import check_whole

MAX_TEXT = 60
# An empty text is the start of the game.
NEW_GAME = {"kind": "set", "name": "state", "value": ""}
_GAME, _POLICY = next(iter(PRINTED)), MOST_LEFT
LINK: Allowed = {
    "game": one_of(PRINTED),
    **allowed_rules(Case, ["policy"]),
    **allowed_rules(Rules),
    "state": any_text,
}


@dataclass(frozen=True)
class OrchardState:
    """The game, its rules, the state of the trees, and the policy of each player in turn.

    game: the printed game that the rules started from, a key of ``PRINTED``.
    draft: a text for the position that cannot be used; "" if there is none.
    """

    game: str
    rules: Rules
    position: State
    policies: tuple[str, ...] = (_POLICY,)
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
        first, *others = dict.fromkeys(self.policies)
        return "we pick in turn as set up" if others else f"the basket picks from {POLICY_LABELS[first]}"

    @cached_property
    def mistakes(self) -> list[str]:
        """A sentence on what is wrong with the draft and what the page shows in its place; empty without a draft."""
        try:
            _parse(self.draft, self)
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
    policies = POLICIES_KIND.parse("policy", last_value(link, "policy", _POLICY))
    state = OrchardState(game, rules, rules.start, policies)
    return _with_text(state, last_value(link, "state", ""))


def write_link(state: OrchardState) -> Query:
    """Return the settings of a link to a state, without those at their defaults."""
    texts = {"game": state.game, "policy": POLICIES_KIND.format(state.policies), "state": state.text}
    usual = {"game": _GAME, "policy": _POLICY, "state": ""}
    changed = {name: text for name, text in texts.items() if text != usual[name]}
    return {name: [text] for name, text in (changed | changed_rules(state.rules, PRINTED[state.game])).items()}


def apply(state: OrchardState, event: Mapping[str, Any]) -> tuple[OrchardState, str]:
    """Return the state after an event and a notice, which can be empty; raise ValueError if the event is not possible.

    >>> str(apply(read_link({}), {"kind": "roll", "face": "apples"})[0].position)
    '9.10.10.10 raven=10'
    """
    match event:
        case {"kind": "roll", "face": str(face)}:
            return _after_tap(state, face)
        case {"kind": "fruit", "tree": int(tree), "value": left}:
            check_whole("tree", tree, 0, len(state.position.fruit) - 1)
            fruit = (*state.position.fruit[:tree], left, *state.position.fruit[tree + 1 :])
            return _with_position(state, replace(state.position, fruit=fruit, basket=0)), ""
        case {"kind": "raven", "value": left}:
            return _with_position(state, replace(state.position, raven_steps=left, basket=0)), ""
        case {"kind": "set", "name": str(name), "value": value}:
            return _with_setting(state, name, value)
        case {"kind": "players", "value": players}:
            check_whole("players", players, 1, MAX_PLAYERS)
            policies = (*state.policies, *[state.policies[-1]] * MAX_PLAYERS)[:players]
            # It is the same as the best pick if all players use it, and others can pick beside it.
            return _with_policies(
                state, tuple(MOST_LEFT if players > 1 and each == OPTIMAL else each for each in policies)
            ), ""
        case {"kind": "policy", "player": int(player), "value": str(policy)}:
            check_whole("player", player, 1, len(state.policies))
            return _with_policies(state, (*state.policies[: player - 1], policy, *state.policies[player:])), ""
    return state, ""


def _with_setting(state: OrchardState, name: str, value: Any) -> tuple[OrchardState, str]:
    match name, value:
        case "state", str(text):
            return _with_text(state, text), ""
        case "game", str(game) if game in PRINTED:
            return _with_rules(replace(state, game=game), PRINTED[game])
        case "trees", trees:
            check_whole("trees", trees, 1, MAX_TREES)
            return _with_rules(state, replace(state.rules, fruit=(max(state.rules.fruit),) * trees))
        case "full trees", full:
            check_whole("fruit", full, 1, MAX_FRUIT, "on each tree")
            return _with_rules(state, replace(state.rules, fruit=(full,) * len(state.rules.fruit)))
    if name in rules_of(Rules):
        return _with_rules(state, with_rule(state.rules, name, value_of_widget(Rules, name, value)))
    return state, ""


DEFINITION = StateDefinition(
    "orchard",
    LINK,
    read_link,
    write_link,
    apply,
    acts={"roll": {"face": str}},
    plain=lambda state: replace(state, draft=""),
)


def _with_rules(state: OrchardState, rules: Rules) -> tuple[OrchardState, str]:
    """Return the state under other rules: the position goes on if they allow it, otherwise the game starts."""
    position, notice = transfer_state(state, rules), ""
    if state.is_start:
        position = rules.start
    elif not is_possible(position, rules):
        position, notice = (
            rules.start,
            "what is left doesn't fit the new rules, so a new game starts. Undo takes it back",
        )
    elif rules != state.rules:
        notice = "the game goes on: the same fruit is left, and the raven has taken the same number of steps"
    return replace(state, rules=rules, position=position, draft=""), notice


def _with_position(state: OrchardState, position: State) -> OrchardState:
    check_state(position, state.rules, len(state.policies))
    return replace(state, position=position, draft="")


def _with_policies(state: OrchardState, policies: tuple[str, ...]) -> OrchardState:
    POLICIES_KIND.check("policy", policies)
    position = state.position if state.position.next <= len(policies) else replace(state.position, next=1)
    return replace(state, policies=policies, position=position)


def transfer_state(state: OrchardState, rules: Rules) -> State:
    """Return the position under other rules: the same fruit is left, and the raven has taken the same number of steps."""
    steps = state.position.raven_steps + rules.raven_steps - state.rules.raven_steps
    basket = min(state.position.basket, rules.basket_picks if rules.basket_faces else 0)
    return replace(state.position, raven_steps=steps, basket=basket)


def _with_text(state: OrchardState, text: str) -> OrchardState:
    text = " ".join(text[:MAX_TEXT].split())
    try:
        return _with_position(state, _parse(text, state))
    except ValueError:
        return replace(state, draft=text)


def _parse(text: str, state: OrchardState) -> State:
    """Return the position of a text, which for an empty one is the start of the game."""
    position = State.parse(text) if text else state.rules.start
    check_state(position, state.rules, len(state.policies))
    return position


def _after_tap(state: OrchardState, face: str) -> tuple[OrchardState, str]:
    """Return the state after a roll, or after a fruit that a basket picks, and what a roll that changes nothing did."""
    position, players = state.position, len(state.policies)
    trees = TREE_NAMES[: len(position.fruit)]
    if state.is_over:
        raise ValueError("the game is over")
    if face not in (*trees, BASKET, RAVEN):
        raise ValueError(f"the die must show one of {', '.join(trees)}, {BASKET} or {RAVEN}, got {face[:40]!r}")
    tree = trees.index(face) if face in trees else None
    if position.basket:
        if tree is None or not position.fruit[tree]:
            raise ValueError(f"the basket still picks {plural(position.basket, 'fruit')}: tap a tree that has some")
        return _with_position(state, after_pick(position, tree, players)), ""
    after = after_roll(position, face if tree is None else tree, state.rules, players)
    is_same = replace(after, next=position.next) == position
    return _with_position(state, after), f"no {face} left: nothing happens" if is_same else ""


def roll(face: str) -> dict[str, str]:
    """Return the event of a roll of the die."""
    return {"kind": "roll", "face": face}

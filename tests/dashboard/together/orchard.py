"""The walk's knowledge of Orchard."""

from collections.abc import Hashable, Iterable, Mapping
from dataclasses import replace
from itertools import pairwise

from boardodds.charts.orchard import TREE_NAMES
from boardodds.dashboard.orchard.page import PAGE, board_rows
from boardodds.dashboard.orchard.sheet import odds_of
from boardodds.dashboard.orchard.state import OrchardState, apply, read_link, roll, write_link
from boardodds.orchard import Policy, Rules, State, account, best_basket
from boardodds.orchard.rules import BASKET, POLICIES, POLICIES_KIND, PRINTED, RAVEN, after_pick, after_roll, check_state
from boardodds.orchard.solver import TIE_TOLERANCE
from boardodds.probability.declared_rules import rules_of
from tests.dashboard.together import EXACT, Claim, Event, Parts, Rng, Walker, change, draw_rules, pick, rule_args, shown

_WITHIN = {"raven_steps": (1, 12), "basket_picks": (0, 5), "basket_faces": (0, 3), "raven_faces": (0, 3)}


def _win(rules: Rules, policies: tuple[Policy, ...], position: State) -> Hashable:
    # One player, or several who pick alike, need not know who is next.
    policies = policies[:1] if len(set(policies)) == 1 else policies
    return "win", rules, policies, position if len(policies) > 1 else replace(position, next=1)


class OrchardWalker(Walker[OrchardState]):
    page = PAGE
    name = "orchard"
    states = 300

    def draw_start(self, rng: Rng) -> OrchardState:
        game = pick(rng, PRINTED)
        rules = draw_rules(PRINTED[game], rng, within=_WITHIN)
        if rng.random() < 0.7:
            fruit = rng.integers(0, 5, size=int(rng.integers(1, 6))).tolist()
            rules = replace(rules, fruit=tuple(fruit) if any(fruit) else (2,))
        policies = tuple(pick(rng, POLICIES) for _ in range(int(rng.integers(1, 4))))
        if "optimal" in policies and len(set(policies)) > 1:
            policies = ("most_left",) * len(policies)
        state = OrchardState(game, rules, rules.start, policy=policies)
        if rng.random() < 0.8:
            fruit = [int(rng.integers(full + 1)) for full in rules.fruit]
            basket = int(rng.integers(rules.basket_picks + 1)) if rng.random() < 0.3 else 0
            raven, following = int(rng.integers(rules.raven_steps + 1)), int(rng.integers(len(policies))) + 1
            position = State(tuple(fruit), raven, basket, following)
            state, _ = apply(state, change("state", str(position)))
        return state

    def draw_event(self, state: OrchardState, rng: Rng) -> Event:
        rule = pick(rng, [name for name in rules_of(Rules) if name != "fruit"])
        others = [
            {"kind": "fruit", "tree": 0, "value": int(rng.integers(5))},
            {"kind": "raven", "value": int(rng.integers(12))},
            {"kind": "players", "value": int(rng.integers(1, 4))},
            {"kind": "policy", "player": int(rng.integers(1, 4)), "value": pick(rng, POLICIES)},
            change(rule, getattr(draw_rules(state.rules, rng, within=_WITHIN), rule)),
            change("state", pick(rng, ["", "4.4.4.4 raven=2", "1.1 raven=1 basket=1", "1..2"])),
            change("game", pick(rng, PRINTED)),
            change("trees", int(rng.integers(1, 6))),
        ]
        acts = [*self.offered(state), {"kind": "roll", "face": pick(rng, [*TREE_NAMES, BASKET, RAVEN])}]
        return dict(pick(rng, acts if rng.random() < 0.7 else others))

    def offered(self, state: OrchardState) -> Iterable[Event]:
        return [dict(row.event) for row in board_rows(state) if row.act]

    def legal(self, state: OrchardState) -> Iterable[Event]:
        position = state.position
        if state.is_over:
            return []
        faces = [name for name, left in zip(TREE_NAMES, position.fruit, strict=False) if left]
        if not position.basket:
            faces += [BASKET] * state.picks_baskets + [RAVEN] * (state.rules.raven_faces > 0)
        return [roll(face) for face in faces]

    def holds(self, state: OrchardState) -> Mapping[str, bool]:
        check_state(state.position, state.rules, len(state.policy))
        return {"a link restores the state": bool(state.draft) or read_link(write_link(state)) == state}

    def claims(self, parts: Parts[OrchardState]) -> Iterable[Claim]:
        state, position, rules = parts.state, parts.state.position, parts.state.rules
        yield Claim(win := _win(rules, state.policy, position), parts.outcomes[0].chance, "the hundred")
        yield from shown(win, parts.finding, r"We win (\S+) of the time", "the headline")
        for steps, chance in parts.curve.items():
            taken = rules.raven_steps - position.raven_steps
            longer = replace(rules, raven_steps=steps), replace(position, raven_steps=steps - taken)
            yield Claim(_win(longer[0], state.policy, longer[1]), chance, "the slider")
        best = _win(rules, ("optimal",), position)
        yield Claim(best, odds_of(rules, ("optimal",), replace(position, next=1)).win, "best play")
        for chance in (parts.values or {}).values():
            yield Claim(best, chance.value, "the history")
        if position.basket:
            yield from shown(best, parts.why, r"win ([\d.]+%)", "the card")
        if not state.is_over and not position.basket:
            yield Claim(win, _average(state), "the average after the next roll")
        elif not state.is_over and (chances := _picks(state)):
            yield Claim(win, sum(chance * _odds(state, after) for after, chance in chances.items()), "the picks")

    def used(self, parts: Parts[OrchardState], value: int, after: OrchardState) -> Iterable[Claim]:
        yield Claim("used", parts.curve[value], "the slider")
        yield Claim("used", odds_of(after.rules, after.policy, after.position).win, "Use this")

    def troubles(self, parts: Parts[OrchardState], rng: Rng) -> Iterable[str]:
        state, position = parts.state, parts.state.position
        if any(shorter > longer + EXACT for shorter, longer in pairwise(parts.curve.values())):
            yield f"a longer path of the raven lowers the chance to win: {parts.curve}"
        if parts.advice and parts.advised and not state.is_over:
            wins = {TREE_NAMES[choice.tree]: choice.win for choice in best_basket(position, state.rules)}
            for event in (parts.advice.event, *parts.advice.equals):
                if max(wins.values()) - wins[event["face"]] >= TIE_TOLERANCE:
                    yield f"the card advises {event}, which is not the best of {wins}"
            after, _ = apply(state, parts.advice.event)
            (step,) = account([position, after.position], state.rules).steps
            if step.cost > TIE_TOLERANCE:
                yield f"the advised pick costs {step.cost} in the account"
        order = rng.permutation(len(position.fruit))
        if not {"favourite_first", "in_order"} & {*state.policy}:
            fruit, full = ([numbers[place] for place in order] for numbers in (position.fruit, state.rules.fruit))
            exchanged = replace(state.rules, fruit=tuple(full)), state.policy, replace(position, fruit=tuple(fruit))
            other = odds_of(*exchanged).win
            if abs(other - parts.outcomes[0].chance) > EXACT:
                yield f"with exchanged trees the chance to win is {other}"

    def command(self, parts: Parts[OrchardState]) -> tuple[list[str], Mapping[tuple[str, str], Hashable]] | None:
        state = parts.state
        words = ["solve", "orchard", *rule_args(state.rules), "--policy", POLICIES_KIND.format(state.policy)]
        return [*words, "--state", str(state.position)], {("win", ""): _win(state.rules, state.policy, state.position)}


def _odds(state: OrchardState, position: State) -> float:
    return odds_of(state.rules, state.policy, position).win


def _average(state: OrchardState) -> float:
    rules, players = state.rules, len(state.policy)
    faces = [*range(len(rules.fruit)), *[BASKET] * rules.basket_faces, *[RAVEN] * rules.raven_faces]
    wins = [_odds(state, after_roll(state.position, face, rules, players)) for face in faces]
    return sum(wins) / len(wins)


def _picks(state: OrchardState) -> dict[State, float]:
    """Return the states after the next fruit of a basket, with their chances; none for policies that are not told here."""
    position, policy = state.position, state.policy[state.position.next - 1]
    trees = [tree for tree, left in enumerate(position.fruit) if left]
    left = [position.fruit[tree] for tree in trees]
    match policy:
        case "random_type":
            weights = [1.0] * len(trees)
        case "random_fruit":
            weights = [float(number) for number in left]
        case "most_left":
            # Of equally full trees each one is as likely, which matters beside a player who picks by the order of the trees.
            weights = [float(number == max(left)) for number in left]
        case "fewest_left":
            weights = [float(number == min(left)) for number in left]
        case "in_order":
            weights = [float(place == 0) for place in range(len(left))]
        case _:
            return {}
    found: dict[State, float] = {}
    for tree, weight in zip(trees, weights, strict=True):
        after = after_pick(position, tree, len(state.policy))
        found[after] = found.get(after, 0) + weight / sum(weights)
    return found

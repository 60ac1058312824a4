"""The walk's knowledge of the page on the length of Camel Up's races."""

from collections.abc import Iterable

from boardodds.dashboard.camel_up.race_length_page import LENGTH_PAGE
from boardodds.dashboard.camel_up.race_lengths import WITH, RaceCourse, pmf_of, solve_lengths
from boardodds.dashboard.ui.hundred import Dots
from boardodds.probability.declared_rules import rules_of
from tests.dashboard.together import EXACT, GAMES, Claim, Event, Parts, Rng, Walker, change, draw_rules, pick, shown

_WITHIN = {"camels": (1, 5), "track": (8, 12)}


class LengthWalker(Walker[RaceCourse]):
    page = LENGTH_PAGE
    name = "camel_up_length"
    states = 60

    def draw_start(self, rng: Rng) -> RaceCourse:
        course: RaceCourse = draw_rules(self.page.definition.read({"track": ["9"]}), rng, most=3, within=_WITHIN)
        return course

    def draw_event(self, state: RaceCourse, rng: Rng) -> Event:
        rule = pick(rng, rules_of(RaceCourse))
        value = getattr(draw_rules(state, rng, most=4, within=_WITHIN), rule)
        return change(rule, value)

    def claims(self, parts: Parts[RaceCourse]) -> Iterable[Claim]:
        state, answer = parts.state, parts.answer
        assert answer
        assert isinstance(answer.pieces, Dots)
        assert parts.slider
        stacked = solve_lengths(state)[WITH]
        yield Claim("legs", pmf_of(stacked).mean, "the run")
        yield Claim("legs", answer.pieces.lengths.mean, "the dots")
        yield Claim("legs", parts.curve[parts.slider.now], "the slider")
        yield from shown("legs", answer.finding, r"takes ([\d.]+) legs", "the headline")
        yield from shown("legs", answer.method, r"^([\d.]+) legs", "the method")
        yield Claim("legs", float(stacked.mean), "the sample")

    def used(self, parts: Parts[RaceCourse], value: int, after: RaceCourse) -> Iterable[Claim]:
        assert parts.slider
        pmf = pmf_of(solve_lengths(after)[WITH])
        # The slider simulates fewer races for other numbers of camels.
        error = 0.0 if value == parts.slider.now else pmf.std / GAMES**0.5
        yield Claim("used", parts.curve[value], "the slider", error=error)
        yield Claim("used", pmf.mean, "Use this", slack=EXACT, error=error)

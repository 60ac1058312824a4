"""Results of a Camel Up race as tables. Where a race was simulated every figure has its interval beside it."""

import itertools
from collections.abc import Mapping, Sequence

from boardodds.camel_up import NextRaceRoll, RaceOdds, RaceSample, camel_name
from boardodds.dashboard.ui.data_tables import Rows
from boardodds.probability.ablation import Ablation
from boardodds.probability.estimate import Z95, Estimate, Exact, Proportion, estimate_of
from boardodds.probability.pmf import Pmf

Race = RaceOdds | RaceSample

_RARE = 0.0005
_TINY = 1e-12


def ends(race: Race) -> Rows:
    """A row for each camel: chance to win and to come last."""
    rows = []
    for camel in race.ranking:
        row: dict[str, object] = {"camel": f"{camel} {camel_name(camel)}"}
        for name, chance in (("wins", race.win(camel)), ("last", race.last(camel))):
            row |= _figures(name, estimate_of(chance))
        rows.append(row)
    return rows


def lengths(pmfs: Mapping[str, Pmf | RaceSample]) -> Rows:
    """A row for each number of legs: its chance under each name, or its share with the interval where it was simulated."""
    return [
        {"legs": number} | {name: _length_chance(each, number) for name, each in pmfs.items()}
        for number in _numbers(pmfs)
    ]


def length_rows(pmfs: Mapping[str, Pmf | RaceSample]) -> Rows:
    """The same in figures: probabilities, with their intervals where they were simulated.

    >>> length_rows({"chance": Pmf((2, 3), (0.25, 0.75))})
    [{'legs': 2, 'chance': 0.25}, {'legs': 3, 'chance': 0.75}]
    """
    rows = []
    for number in _numbers(pmfs):
        row: dict[str, object] = {"legs": number}
        for name, length in pmfs.items():
            chance = length.probability(number) if isinstance(length, Pmf) else length.length.probability(number)
            row |= _figures(name, estimate_of(chance))
        rows.append(row)
    return rows


def _numbers(pmfs: Mapping[str, Pmf | RaceSample]) -> list[int]:
    return sorted({int(number) for each in pmfs.values() for number in pmf_of(each).outcomes})


def pmf_of(length: Pmf | RaceSample) -> Pmf:
    """The pmf, or that of the sample."""
    return length if isinstance(length, Pmf) else length.legs


def length_of(race: Race) -> Pmf | RaceSample:
    """The legs still to run: a pmf where they are counted, else the sample."""
    return race.legs if isinstance(race, RaceOdds) else race


def _length_chance(length: Pmf | RaceSample, legs: int) -> str:
    if isinstance(length, Pmf):
        return rarely(length.probability(legs))
    return str(length.length.probability(legs))


_RAISED = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")


def rarely(chance: float) -> str:
    """A chance in words that still say something when it is small.

    >>> rarely(0.1234), rarely(0), rarely(9.878801223e-07), rarely(2.5e-13)
    ('12.34%', 'never', '1 in 1,012,269', '1 in 4 × 10¹²')
    """
    if chance >= _RARE:
        return f"{chance:.2%}"
    if not chance:
        return "never"
    if chance > _TINY:
        return f"1 in {1 / chance:,.0f}"
    digit, power = f"{1 / chance:.0e}".split("e+")
    return f"1 in {digit} × 10{power.lstrip('0').translate(_RAISED)}"


def shortest_in_words(length: Pmf | RaceSample) -> str:
    """How short and how long a race can be, or was seen to be, and how rare that is."""
    legs = pmf_of(length)
    fewest, most = int(legs.outcomes[0]), int(legs.outcomes[-1])
    exact = isinstance(length, Pmf)
    seen = "can be" if exact else "was seen to be"
    longest = "The longest takes" if exact else "The longest that was seen took"
    leg = "a single leg" if fewest == 1 else f"{fewest} legs"
    return (
        f"**A race {seen} over in {leg}: {_length_chance(length, fewest)}.** {longest} {most} legs, "
        f"{_length_chance(length, most)}; half of all races take at most {legs.quantile(0.5):.0f}."
    )


def leg_errors(name: str, length: Pmf | RaceSample) -> dict[str, list[float]]:
    """Half of the 95% interval of each bar of a simulated length, by the name of its bars."""
    if isinstance(length, Pmf):
        return {}
    shares = [Proportion(count, length.games) for count in length.leg_counts if count]
    return {name: [share.interval().width / 2 for share in shares]}


def next_rolls(rolls: Sequence[NextRaceRoll]) -> Rows:
    """A row for each roll: its chance, and the chance of each camel to win the race after it."""
    return [
        {"roll": str(roll.roll), "chance": float(roll.chance)}
        | {camel_name(camel): roll.after.win(camel) for camel in roll.after.camels}
        for roll in rolls
    ]


def effects(ablation: Ablation[Race]) -> Rows:
    """A row for each variant and measure: now, then, the difference, and half its 95% interval (0 where all is exact)."""
    now = measures(ablation.baseline)
    rows = []
    for name, race in ablation.variants.items():
        for measure, (then, error) in measures(race).items():
            before, error_before = now.get(measure, (0.0, 0.0))
            rows.append(
                {
                    "what if": name,
                    "measure": measure,
                    "now": before,
                    "then": then,
                    "difference": then - before,
                    "±": Z95 * (error**2 + error_before**2) ** 0.5,
                }
            )
    return rows


def measures(race: Race) -> Mapping[str, tuple[float, float]]:
    """What is compared between rules, each with its standard error: win chances, legs to run, the end in this leg."""
    found = {f"{camel_name(camel)} wins": _with_error(race.win(camel)) for camel in race.ranking}
    found["ends this leg"] = _with_error(race.ends_this_leg)
    return found | {"legs to run": (race.legs.mean, estimate_of(race.mean_legs).standard_error)}


def effect_grid(ablation: Ablation[Race]) -> Rows:
    """The variants by measure, percent but for the legs, with the difference to now in brackets."""
    now = measures(ablation.baseline)
    rows = [{"rules": "now"} | {measure: _figure(measure, *figure) for measure, figure in now.items()}]
    for name, race in ablation.variants.items():
        row = {"rules": name}
        for measure, figure in measures(race).items():
            before = now.get(measure, (0.0, 0.0))[0]
            row[measure] = f"{_figure(measure, *figure)} ({_difference(measure, figure[0] - before)})"
        rows.append(row)
    return [dict.fromkeys(itertools.chain(*rows), "–") | row for row in rows]


def _figure(measure: str, value: float, error: float) -> str:
    if measure == "legs to run":
        return f"{value:.2f}" + (f" ±{Z95 * error:.2f}" if error else "")
    return f"{value:.1%}" + (f" ±{100 * Z95 * error:.1f}" if error else "")


def _difference(measure: str, value: float) -> str:
    return f"{value:+z.2f}" if measure == "legs to run" else f"{100 * value:+z.1f}"


def _with_error(chance: float | Proportion) -> tuple[float, float]:
    estimate = estimate_of(chance)
    return estimate.value, estimate.standard_error


def _figures(name: str, estimate: Estimate) -> dict[str, object]:
    """Return the columns of a figure, with those of its interval if it is simulated."""
    if isinstance(estimate, Exact):
        return {name: estimate.value}
    interval = estimate.interval()
    return {name: estimate.value, f"{name}, from": interval.low, f"{name}, to": interval.high}

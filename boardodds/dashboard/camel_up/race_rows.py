"""Results of a Camel Up race as rows of tables; simulated results have their intervals next to them."""

import itertools
from collections.abc import Mapping, Sequence

from boardodds.camel_up import NextRaceRoll, RaceOdds, RaceSample, camel_name
from boardodds.dashboard.ui.data_tables import Rows
from boardodds.probability.ablation import Ablation
from boardodds.probability.estimate import Z95, Estimate, Exact, Proportion, estimate_of
from boardodds.probability.pmf import Pmf

Race = RaceOdds | RaceSample

# Smaller chances are shown as "1 in n", and those below the second bound with n in scientific notation.
_MIN_PERCENT_CHANCE = 0.0005
_MIN_WHOLE_CHANCE = 1e-12


def ends(race: Race) -> Rows:
    """Return a row for each camel: its chances of winning and of finishing last."""
    rows = []
    for camel in race.ranking:
        row: dict[str, object] = {"camel": f"{camel} {camel_name(camel)}"}
        for name, chance in (("wins", race.win(camel)), ("last", race.last(camel))):
            row |= _estimate_columns(name, estimate_of(chance))
        rows.append(row)
    return rows


def length_grid(lengths: Mapping[str, Pmf | RaceSample]) -> Rows:
    """Return a row for each number of legs, for the page: the chance in each column as text, with its interval if simulated.

    lengths: by the name of the column.
    """
    return [
        {"legs": number} | {name: _length_chance(length, number) for name, length in lengths.items()}
        for number in _leg_numbers(lengths)
    ]


def length_rows(lengths: Mapping[str, Pmf | RaceSample]) -> Rows:
    """Return a row for each number of legs, for the CSV file: probabilities, with their intervals if simulated.

    lengths: by the name of the column.

    >>> length_rows({"chance": Pmf((2, 3), (0.25, 0.75))})
    [{'legs': 2, 'chance': 0.25}, {'legs': 3, 'chance': 0.75}]
    """
    rows = []
    for number in _leg_numbers(lengths):
        row: dict[str, object] = {"legs": number}
        for name, length in lengths.items():
            chance = length.probability(number) if isinstance(length, Pmf) else length.length.probability(number)
            row |= _estimate_columns(name, estimate_of(chance))
        rows.append(row)
    return rows


def _leg_numbers(lengths: Mapping[str, Pmf | RaceSample]) -> list[int]:
    return sorted({int(number) for length in lengths.values() for number in pmf_of(length).outcomes})


def pmf_of(length: Pmf | RaceSample) -> Pmf:
    """Return a length's pmf: the length itself if it is exact, else the proportions of the sample."""
    return length if isinstance(length, Pmf) else length.legs


def length_of(race: Race) -> Pmf | RaceSample:
    """Return the legs that remain, the current one included: a pmf if the race is exact, else the sample."""
    return race.legs if isinstance(race, RaceOdds) else race


def _length_chance(length: Pmf | RaceSample, legs: int) -> str:
    if isinstance(length, Pmf):
        return chance_in_words(length.probability(legs))
    return str(length.length.probability(legs))


_SUPERSCRIPTS = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")


def chance_in_words(chance: float) -> str:
    """Return a chance in percent, or as "1 in n" if it is small.

    >>> chance_in_words(0.1234), chance_in_words(0), chance_in_words(9.878801223e-07), chance_in_words(2.5e-13)
    ('12.34%', 'never', '1 in 1,012,269', '1 in 4 × 10¹²')
    """
    if chance >= _MIN_PERCENT_CHANCE:
        return f"{chance:.2%}"
    if not chance:
        return "never"
    if chance > _MIN_WHOLE_CHANCE:
        return f"1 in {1 / chance:,.0f}"
    digit, power = f"{1 / chance:.0e}".split("e+")
    return f"1 in {digit} × 10{power.lstrip('0').translate(_SUPERSCRIPTS)}"


def ends_this_leg_text(race: Race) -> str:
    """Return a sentence on the chance that the race ends in this leg."""
    if isinstance(race, RaceSample):
        return f"The race ends in this leg in {race.ends_this_leg} of the simulated races."
    if not race.ends_this_leg:
        return "The race can't end in this leg."
    if race.ends_this_leg == 1:
        return "The race ends in this leg."
    return f"The chance that the race ends in this leg is {chance_in_words(race.ends_this_leg)}."


def shortest_in_words(length: Pmf | RaceSample) -> str:
    """Return two sentences on the shortest and the longest race, possible or simulated, with their chances and the median."""
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
    """Return half the width of each bar's 95% interval, under the name of the bars; nothing for an exact length."""
    if isinstance(length, Pmf):
        return {}
    proportions = [Proportion(count, length.games) for count in length.leg_counts if count]
    return {name: [proportion.interval().width / 2 for proportion in proportions]}


def next_rolls(rolls: Sequence[NextRaceRoll]) -> Rows:
    """Return a row for each roll: its chance, and each camel's chance of winning the race after it."""
    return [
        {"roll": str(roll.roll), "chance": float(roll.chance)}
        | {camel_name(camel): roll.after.win(camel) for camel in roll.after.camels}
        for roll in rolls
    ]


def effects(ablation: Ablation[Race]) -> Rows:
    """Return a row for each variant and measure: its value now, its value under the variant, and the difference.

    "±" is half the width of the difference's 95% interval; it is 0 if both values are exact.
    """
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
    """Return the value and the standard error of each measure that is compared between rules.

    The measures are each camel's chance of winning, the chance that the race ends in this leg, and the mean number of legs left.
    """
    values = {f"{camel_name(camel)} wins": _value_and_error(race.win(camel)) for camel in race.ranking}
    values["ends this leg"] = _value_and_error(race.ends_this_leg)
    return values | {"legs to run": (race.legs.mean, estimate_of(race.mean_legs).standard_error)}


def effect_grid(ablation: Ablation[Race]) -> Rows:
    """Return a row for each variant and a column for each measure, in percent or legs, with the difference to now in brackets."""
    now = measures(ablation.baseline)
    rows = [{"rules": "now"} | {measure: _format_value(measure, *values) for measure, values in now.items()}]
    for name, race in ablation.variants.items():
        row = {"rules": name}
        for measure, (value, error) in measures(race).items():
            before = now.get(measure, (0.0, 0.0))[0]
            row[measure] = f"{_format_value(measure, value, error)} ({_format_difference(measure, value - before)})"
        rows.append(row)
    return [dict.fromkeys(itertools.chain(*rows), "–") | row for row in rows]


def _format_value(measure: str, value: float, error: float) -> str:
    if measure == "legs to run":
        return f"{value:.2f}" + (f" ±{Z95 * error:.2f}" if error else "")
    return f"{value:.1%}" + (f" ±{100 * Z95 * error:.1f}" if error else "")


def _format_difference(measure: str, value: float) -> str:
    return f"{value:+z.2f}" if measure == "legs to run" else f"{100 * value:+z.1f}"


def _value_and_error(chance: float | Proportion) -> tuple[float, float]:
    estimate = estimate_of(chance)
    return estimate.value, estimate.standard_error


def _estimate_columns(name: str, estimate: Estimate) -> dict[str, object]:
    """Return the column of an estimate, and the columns of its 95% interval if it is simulated."""
    if isinstance(estimate, Exact):
        return {name: estimate.value}
    interval = estimate.interval()
    return {name: estimate.value, f"{name}, from": interval.low, f"{name}, to": interval.high}

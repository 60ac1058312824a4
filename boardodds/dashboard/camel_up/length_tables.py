"""The number of legs of a race, exact or simulated, as rows of tables and in words."""

from collections.abc import Mapping
from math import hypot

from boardodds.camel_up import RaceSample
from boardodds.dashboard.camel_up.tables import Race
from boardodds.dashboard.ui.panels import Rows, estimate_columns
from boardodds.dashboard.ui.words import percent
from boardodds.probability.display import plural
from boardodds.probability.estimate import Estimate, Exact, Proportion, estimate_of
from boardodds.probability.pmf import Pmf

Legs = Pmf | RaceSample

MEAN_LEGS = "legs left on average"
# Smaller chances are shown as "1 in n", and those below the second bound with n in scientific notation.
_MIN_PERCENT_CHANCE = 0.0005
_MIN_WHOLE_CHANCE = 1e-12
# In legs: smaller differences of exact means are rounding errors, and those below the second one would be shown as 0.0.
_MIN_SAVING = 1e-9
_MIN_SHOWN_SAVING = 0.05
_SUPERSCRIPTS = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")


def length_rows(lengths: Mapping[str, Legs]) -> Rows:
    """Return a row for each number of legs: probabilities, with their intervals if simulated.

    lengths: by the name of the column.

    >>> length_rows({"chance": Pmf((2, 3), (0.25, 0.75))})
    [{'legs': 2, 'chance': 0.25}, {'legs': 3, 'chance': 0.75}]
    """
    rows = []
    for number in sorted({int(number) for length in lengths.values() for number in pmf_of(length).outcomes}):
        row: dict[str, object] = {"legs": number}
        for name, length in lengths.items():
            row |= estimate_columns(name, estimate_of(length_chance(length, number)))
        rows.append(row)
    return rows


def pmf_of(length: Legs) -> Pmf:
    """Return a length's pmf: the length itself if it is exact, else the proportions of the sample."""
    return length if isinstance(length, Pmf) else length.legs


def mean_of(length: Legs) -> Estimate:
    """Return the mean number of legs."""
    return Exact(length.mean) if isinstance(length, Pmf) else length.mean_legs


def length_chance(length: Legs, legs: int) -> float | Proportion:
    """Return the chance of a number of legs."""
    return length.probability(legs) if isinstance(length, Pmf) else length.length.probability(legs)


def chance_in_words(chance: float | Proportion) -> str:
    """Return an exact chance in percent, or as "1 in n" if it is small; a simulated one with its interval.

    >>> [chance_in_words(chance) for chance in (0.1234, 0, 9.878801223e-07, 2.5e-13, 1e-38)]
    ['12.34%', 'never', '1 in 1,012,269', '1 in 4 × 10¹²', '1 in 10³⁸']
    """
    if isinstance(chance, Proportion):
        return str(chance)
    if chance >= _MIN_PERCENT_CHANCE:
        return percent(chance, 2)
    if not chance:
        return "never"
    if chance > _MIN_WHOLE_CHANCE:
        return f"1 in {1 / chance:,.0f}"
    return f"1 in {power_of_ten(1 / chance)}"


def power_of_ten(number: float) -> str:
    """Return a large number with its first digit and a power of ten."""
    digit, power = f"{number:.0e}".split("e+")
    times = f"{digit} × " if digit != "1" else ""
    return f"{times}10{power.lstrip('0').translate(_SUPERSCRIPTS)}"


def legs_left_text(race: Race, *, leg_is_over: bool) -> str:
    """Return two sentences on the expected number of legs left, and on the chance that only one is left.

    leg_is_over: whether no die is left to roll in this leg, so that the next leg is the first that counts.
    """
    which, scope = ("the next leg", "without this one") if leg_is_over else ("this leg", "this one included")
    return f"**Expected legs left: {estimate_of(race.mean_legs):.2f}**, {scope}. {_one_leg_text(race, which)}"


def _one_leg_text(race: Race, which: str) -> str:
    chance = race.ends_this_leg
    if isinstance(chance, Proportion):
        return f"The simulated chance that the race ends in {which} is {chance}."
    if not chance:
        return f"The race can't end in {which}."
    if chance == 1:
        return f"The race is certain to end in {which}."
    return f"The chance that the race ends in {which} is {chance_in_words(chance)}."


def shortest_in_words(length: Legs) -> str:
    """Return sentences on the shortest and the longest race, possible or simulated, with their chances, and on the median."""
    legs = pmf_of(length)
    fewest, most, median = int(legs.outcomes[0]), int(legs.outcomes[-1]), int(legs.quantile(0.5))
    shortest = "a single leg" if fewest == 1 else f"{fewest} legs"
    kind, verb = ("possible", "takes") if isinstance(length, Pmf) else ("simulated", "took")
    chances = [chance_in_words(length_chance(length, number)) for number in (fewest, most)]
    return (
        f"**The shortest {kind} race {verb} {shortest}: {chances[0]}.** The longest {kind} race {verb} "
        f"{plural(most, 'leg')}: {chances[1]}. {_share_in_words(length, median)}"
    )


def _share_in_words(length: Legs, legs: int) -> str:
    """Return a sentence on the share of races that take at most a number of legs.

    >>> _share_in_words(Pmf((2, 3, 4), (0.25, 0.5, 0.25)), 3)
    '75.0% of all races take at most 3 legs.'
    """
    if isinstance(length, Pmf):
        return f"{percent(length.at_most(legs))} of all races take at most {plural(legs, 'leg')}."
    return f"At most {plural(legs, 'leg')}: {length.length.at_most(legs)} of the simulated races."


def means_in_words(lengths: Mapping[str, Legs]) -> str:
    """Return the mean number of legs of each length with more digits than the page has, and its interval if simulated.

    lengths: by the name of the column.

    >>> means_in_words({"with stacking": Pmf((2, 3), (0.25, 0.75))})
    'Legs on average: 2.750000 with stacking.'
    """
    means = (
        f"{f'{length.mean:.6f}' if isinstance(length, Pmf) else length.mean_legs} {name}"
        for name, length in lengths.items()
    )
    return f"Legs on average: {', '.join(means)}."


def leg_errors(lengths: Mapping[str, Legs]) -> dict[str, list[float]]:
    """Return half the width of each bar's 95% interval for the simulated lengths, by the name of the bars."""
    return {
        name: [Proportion(count, length.games).interval().width / 2 for count in length.leg_counts if count]
        for name, length in lengths.items()
        if isinstance(length, RaceSample)
    }


def mean_rows(races: Mapping[str, Race]) -> Rows:
    """Return a row for the rules now and for each variant: the mean number of legs left, and its difference from now."""
    now = estimate_of(races["now"].mean_legs)
    return [
        {"rules": name} | estimate_columns(MEAN_LEGS, legs) | {"difference": legs.value - now.value}
        for name, race in races.items()
        for legs in [estimate_of(race.mean_legs)]
    ]


def saving_text(stacked: Legs, unstacked: Legs) -> str:
    """Return a sentence on how much stacking changes the mean number of legs.

    >>> saving_text(Pmf((4, 5), (0.5, 0.5)), Pmf((6,), (1.0,)))
    'Stacking saves 1.5 legs'
    >>> saving_text(Pmf((3,), (1.0,)), Pmf((3,), (1.0,)))
    'Stacking makes no difference'
    """
    means = [mean_of(stacked), mean_of(unstacked)]
    saving = means[1].value - means[0].value
    half_width = hypot(*(mean.interval().width / 2 for mean in means))
    if abs(saving) <= max(half_width, _MIN_SAVING):
        return f"Stacking makes {'no clear difference' if half_width else 'no difference'}"
    amount = f"{abs(saving):.1f}" if abs(saving) >= _MIN_SHOWN_SAVING else "less than 0.1"
    return f"Stacking {'saves' if saving > 0 else 'costs'} {amount} legs"


def means_text(stacked: Legs, unstacked: Legs) -> str:
    """Return the mean numbers of legs with and without stacking, with the 95% intervals of those that are simulated."""
    means = [f"{each.mean:.2f}" if isinstance(each, Pmf) else str(each.mean_legs) for each in (stacked, unstacked)]
    (mean, _, interval), (other, _, other_interval) = (text.partition(" ") for text in means)
    return f"{mean} legs on average with stacking {interval}".rstrip() + f", {other} without {other_interval}".rstrip()

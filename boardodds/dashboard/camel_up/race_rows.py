"""Results of a Camel Up race as rows of tables and as text; simulated results have their intervals next to them."""

from collections.abc import Mapping, Sequence

from boardodds.camel_up import NextRaceRoll, RaceOdds, RaceSample, camel_name
from boardodds.charts.style import HAIR
from boardodds.dashboard.camel_up.leg_rows import POINTS, row_name
from boardodds.dashboard.ui.data_tables import Rows, estimate_columns, percent_text
from boardodds.dashboard.ui.page_text import percent
from boardodds.probability.ablation import Ablation
from boardodds.probability.estimate import Z95, Estimate, Exact, Proportion, estimate_of
from boardodds.probability.pmf import Pmf
from boardodds.probability.wording import plural

Race = RaceOdds | RaceSample

# Smaller chances are shown as "1 in n", and those below the second bound with n in scientific notation.
_MIN_PERCENT_CHANCE = 0.0005
_MIN_WHOLE_CHANCE = 1e-12
MEAN_LEGS = "legs left on average"
_NO_BREAK = "\N{NO-BREAK SPACE}"


def chance_text(chance: float | Proportion) -> str:
    """Return an exact chance in percent, or a simulated proportion with its 95% interval.

    >>> chance_text(0.25), chance_text(1e-9), chance_text(Proportion(250, 1000))
    ('25.0%', 'less than 0.1%', '25.0% (95% CI 22.4 to 27.8)')
    """
    if isinstance(chance, Proportion):
        return str(chance)
    # The sum of many floats can be slightly off 1 for a certain event.
    return percent(1.0 if abs(chance - 1) < HAIR else chance)


def ends(race: Race) -> Rows:
    """Return a row for each camel: its chances of winning and of finishing last."""
    rows = []
    for camel in race.ranking:
        row: dict[str, object] = {"camel": f"{camel} {camel_name(camel)}"}
        for name, chance in (("wins", race.win(camel)), ("last", race.last(camel))):
            row |= estimate_columns(name, estimate_of(chance))
        rows.append(row)
    return rows


def end_grid(race: Race) -> dict[str, dict[str, tuple[float, str]]]:
    """Return by camel its chances of winning and of finishing last, each with its text."""
    return {
        row_name(camel): {
            name: (estimate_of(chance).value, _cell_text(chance))
            for name, chance in (("wins", race.win(camel)), ("finishes last", race.last(camel)))
        }
        for camel in race.ranking
    }


def _cell_text(chance: float | Proportion) -> str:
    """Return a chance for a narrow cell, which breaks only before the brackets of an interval.

    >>> _cell_text(0.0001), _cell_text(Proportion(250, 1000))
    ('<0.1%', '25.0% (95%\\xa0CI\\xa022.4\\xa0to\\xa027.8)')
    """
    if not isinstance(chance, Proportion):
        return percent_text(chance)
    figure, interval = str(chance).split(" ", 1)
    return f"{figure} {interval.replace(' ', _NO_BREAK)}"


def length_rows(lengths: Mapping[str, Pmf | RaceSample]) -> Rows:
    """Return a row for each number of legs: probabilities, with their intervals if simulated.

    lengths: by the name of the column.

    >>> length_rows({"chance": Pmf((2, 3), (0.25, 0.75))})
    [{'legs': 2, 'chance': 0.25}, {'legs': 3, 'chance': 0.75}]
    """
    rows = []
    for number in _leg_numbers(lengths):
        row: dict[str, object] = {"legs": number}
        for name, length in lengths.items():
            chance = length.probability(number) if isinstance(length, Pmf) else length.length.probability(number)
            row |= estimate_columns(name, estimate_of(chance))
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


def method_text(race: Race) -> str:
    """Return how the figures of a race were found."""
    return f"{race.games:,} simulated races" if isinstance(race, RaceSample) else "exact"


def share_text(race: Race, legs: int) -> str:
    """Return the chance of a number of legs left in percent, with its interval if the race is simulated."""
    length = length_of(race)
    return percent(length.probability(legs)) if isinstance(length, Pmf) else str(length.length.probability(legs))


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
        return percent(chance, 2)
    if not chance:
        return "never"
    if chance > _MIN_WHOLE_CHANCE:
        return f"1 in {1 / chance:,.0f}"
    digit, power = f"{1 / chance:.0e}".split("e+")
    return f"1 in {digit} × 10{power.lstrip('0').translate(_SUPERSCRIPTS)}"


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


def shortest_in_words(length: Pmf | RaceSample) -> str:
    """Return sentences on the shortest and the longest race, possible or simulated, with their chances, and on the median."""
    legs = pmf_of(length)
    fewest, most, median = int(legs.outcomes[0]), int(legs.outcomes[-1]), int(legs.quantile(0.5))
    shortest = "a single leg" if fewest == 1 else f"{fewest} legs"
    kind, verb = ("possible", "takes") if isinstance(length, Pmf) else ("simulated", "took")
    return (
        f"**The shortest {kind} race {verb} {shortest}: {_length_chance(length, fewest)}.** The longest {kind} race {verb} "
        f"{plural(most, 'leg')}: {_length_chance(length, most)}. {_share_in_words(length, median)}"
    )


def _share_in_words(length: Pmf | RaceSample, legs: int) -> str:
    """Return a sentence on the share of races that take at most a number of legs.

    >>> _share_in_words(Pmf((2, 3, 4), (0.25, 0.5, 0.25)), 3)
    '75.0% of all races take at most 3 legs.'
    """
    if isinstance(length, Pmf):
        return f"{percent(length.at_most(legs))} of all races take at most {plural(legs, 'leg')}."
    share = Proportion(sum(length.leg_counts[: legs + 1]), length.games)
    return f"At most {plural(legs, 'leg')}: {share} of the simulated races."


def means_in_words(lengths: Mapping[str, Pmf | RaceSample]) -> str:
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
    """Return a row for each variant and chance: its value now, its value under the variant, and the difference.

    "±" is half the width of the difference's 95% interval; it is 0 if both values are exact.
    """
    now = _chances(ablation.baseline)
    rows = []
    for name, race in ablation.variants.items():
        for chance, then in _chances(race).items():
            before = now.get(chance, Exact(0.0))
            rows.append(
                {
                    "what if": name,
                    "chance": chance,
                    "now": before.value,
                    "then": then.value,
                    POINTS: 100 * (then.value - before.value),
                    "±": 100 * Z95 * (then.standard_error**2 + before.standard_error**2) ** 0.5,
                }
            )
    return rows


def _chances(race: Race) -> dict[str, Estimate]:
    """Return the chances that are compared between rules: of each camel to win, and that only one leg is left."""
    chances = {f"{camel_name(camel)} wins": race.win(camel) for camel in race.ranking}
    return {
        name: estimate_of(chance) for name, chance in (chances | {"ends within one leg": race.ends_this_leg}).items()
    }


def mean_rows(ablation: Ablation[Race]) -> Rows:
    """Return a row for the rules now and for each variant: the mean number of legs left, and its difference from now."""
    now = estimate_of(ablation.baseline.mean_legs)
    return [
        {"rules": name} | estimate_columns(MEAN_LEGS, legs) | {"difference": legs.value - now.value}
        for name, race in {"now": ablation.baseline, **ablation.variants}.items()
        for legs in [estimate_of(race.mean_legs)]
    ]

"""The classroom page: the law of large numbers, intervals, and the method."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import streamlit as st

from boardodds.charts import intervals as interval_charts
from boardodds.charts import large_numbers as charts
from boardodds.dashboard.teaching import solvers
from boardodds.dashboard.teaching.parts import figures_table, lesson, show_controls, show_more
from boardodds.dashboard.ui import reveal
from boardodds.dashboard.ui.declared_widgets import show_rules
from boardodds.dashboard.ui.panels import Panel, answer_container, formula, python_panel
from boardodds.dashboard.ui.reveal import Prediction
from boardodds.dashboard.ui.settings import MAX_SEED, Query, allowed_part, last_value, one_of, rules_definition
from boardodds.dashboard.ui.state_store import VIEW, StateStore
from boardodds.dashboard.ui.words import percent
from boardodds.entry.game import Page
from boardodds.probability.arrays import Floats
from boardodds.probability.coverage import (
    CLOPPER_PEARSON,
    METHODS,
    PLUS_FOUR,
    WALD,
    WILSON,
    coverage,
    interval,
    margin_probability,
)
from boardodds.probability.declared_rules import Choice, Stops, Whole, check_rules, rule
from boardodds.probability.display import plural
from boardodds.probability.estimate import Z95, Proportion, normal_quantile, trials_for_margin
from boardodds.teaching import large_numbers
from boardodds.teaching.large_numbers import BAND_START

PAGE = Page("classroom", "Large numbers", "Does luck even out?")
MAX_GAMES = 10_000
# More of them would give a hidden answer away.
MAX_HIDDEN_GAMES = 100
# With fewer games there is no law to see.
_MIN_LAW_GAMES = 40
RUNS = (1, 20)
# By its title, which is also its value in a link, the key of each question that can be simulated.
EXAMPLES = {trial.title: trial.key for trial in large_numbers.trials().values()}
OWN_CHANCE = "own chance"
SAMPLE = (5, 10, 20, 50, 100)
# Intervals in the chart.
MAX_SHOWN = 100
COUNTED = (1_000, 5_000)
LEVELS = (0.8, 0.95, 0.99)
# Chances below this round to 0.0%.
_SMALLEST_SHOWN = 0.0005
_HALF = 0.5
# Percentage points to either side, as a proportion.
MARGINS = (0.05, 0.01, 0.005, 0.0005)


@dataclass(frozen=True)
class Classroom:
    """What is simulated and shown.

    chance: the own chance, in percent.
    games, runs: of the large numbers.
    sample, method, level, counted: the games in a sample, the kind and the level of its interval, and the number of samples.
    shown: the intervals that are drawn.
    """

    example: str = rule("orchard", Choice({title: title for title in (*EXAMPLES, OWN_CHANCE)}), "Question")
    chance: int = rule(50, Whole(1, 99), "Own chance (%)")
    games: int = rule(1_000, Whole(1, MAX_GAMES), "Games")
    runs: int = rule(1, Stops(RUNS), "Runs")
    seed: int = rule(1, Whole(0, MAX_SEED), "Seed")
    sample: int = rule(20, Stops(SAMPLE), "Games in a sample")
    method: str = rule(WILSON, Choice({method: method for method in METHODS}), "Interval")
    level: float = rule(0.95, Stops(LEVELS), "Confidence level")
    counted: int = rule(COUNTED[0], Stops(COUNTED), "Samples")
    shown: int = rule(MAX_SHOWN, Whole(1, MAX_SHOWN), "Intervals drawn")

    def __post_init__(self) -> None:
        check_rules(self)

    @property
    def key(self) -> str:
        """The key of the question."""
        return EXAMPLES.get(self.example, f"{large_numbers.OWN}{self.chance / 100}")

    @property
    def question(self) -> str:
        """The question whose chance is simulated."""
        return large_numbers.trial(self.key).question


START = Classroom()
DEFINITION = rules_definition("classroom", START)


def show_setup(store: StateStore[Classroom]) -> None:
    """Show the widgets of what is chosen once; the URL has their values, so that a class sees the same."""
    show_rules(store, store.state, ["example", "chance", "runs", "seed", "method", "level", "counted"])


def standard_error(games: int, exact: float) -> float:
    """Return the standard deviation of the proportion of yes in some games."""
    return float((exact * (1 - exact) / games) ** 0.5)


def _games(number: int) -> str:
    return f"{number:,} game{'s' * (number != 1)}"


def error_sentence(games: int, exact: float) -> str:
    """Return how near to the exact chance 95% of simulations are.

    >>> error_sentence(1_000, 0.78)
    'After 1,000 games, about 19 of 20 runs are within 2.6 percentage points of the exact chance'
    """
    points = 100 * Z95 * standard_error(games, exact)
    return f"After {_games(games)}, about 19 of 20 runs are within {points:.1f} percentage points of the exact chance"


def numbers_view(store: StateStore[Classroom]) -> None:
    """Show the law of large numbers and the square-root law."""
    choice = store.state
    games, runs = choice.games, choice.runs
    with answer_container():
        st.subheader(_error_of(choice), anchor=False)
        st.caption(f"The question: {choice.question}")
    yes = large_numbers.trial(choice.key).yes
    factor, stay = solvers.band(choice.key, _horizon(games))
    simulation = _show_run(store, games, factor)
    final_shares = simulation.shares[:, -1]
    band = band_sentence(simulation) if games >= BAND_START else ""
    st.markdown(
        f"**After {_games(games)}, {_describe_shares(final_shares)}; the exact chance is "
        f"{percent(simulation.exact)}.** {band}"
    )
    last = _horizon(games)
    lesson(
        f"At each number of games, about 95% of runs are in the grey band, which reaches {Z95:.2f} standard errors to either "
        f"side. But {percent(1 - stay, 0)} of runs leave it at least once between {BAND_START} and {last:,} games. The dotted "
        f"band reaches {factor:.2f} standard errors. At least 95% of runs stay in it from {BAND_START} to {last:,} games."
    )
    if games < _MIN_LAW_GAMES:
        return
    deviation = games * standard_error(games, simulation.exact)
    Panel(
        charts.excess_lines(simulation, "yes minus expected"),
        key="excess_chart",
        alt=f"The number of games in which {yes}, minus the expected number, in {plural(runs, 'run')}: at the end "
        + ", ".join(f"{(share - simulation.exact) * games:+.1f}" for share in final_shares),
        finding=f"The number of wins is less certain after more games: {games * simulation.exact:,.1f} ± {Z95 * deviation:,.1f} "
        f"after {games:,}",
        method="The number of yes minus the expected number, game by game; 95% of runs are in the grey band. The number strays "
        "further and further, as the root of the games, while the proportion above settles.",
    ).show()
    names = [f"run {number}" for number in range(1, runs + 1)]
    found = np.sqrt(((simulation.shares - simulation.exact) ** 2).mean(axis=0))
    distances = [
        f"{found[point]:.2%} after {_games(count)}, by the law {standard_error(count, simulation.exact):.2%}"
        for point, count in ((0, 1), (-1, games))
    ]
    Panel(
        charts.root_law_lines(simulation),
        key="root_chart",
        alt=f"The root mean square distance of {plural(runs, 'run')} from the exact chance: {'; '.join(distances)}.",
        finding=_law_sentence(simulation),
        method="The square-root law: with four times as many games, the typical distance from the exact chance (the root of the "
        "mean square) is half as large. On logarithmic axes this is a straight line with a slope of −1/2.",
        rows=lambda: [
            {"games": number} | dict(zip(names, shares, strict=True))
            for number, shares in zip(simulation.games, simulation.shares.T, strict=True)
        ],
        percent=names,
    ).show()


def _horizon(games: int) -> int:
    """Return the power of ten, 100 or more, at which the axis of games ends, so that it seldom changes.

    >>> _horizon(1), _horizon(101)
    (100, 1000)
    """
    return max(100, int(10 ** len(str(games - 1))))


def _watch_run(store: StateStore[Classroom]) -> None:
    answer_container().caption(f"The question: {store.state.question}")
    _show_run(store, min(MAX_HIDDEN_GAMES, store.state.games), None)


def _show_run(store: StateStore[Classroom], games: int, factor: float | None) -> large_numbers.Runs:
    """Show the chart of the runs with the buttons that play more games, and return the runs.

    games: those that are shown.
    factor: of the dotted band; None to leave out whatever comes from the exact chance.
    """
    choice = store.state
    yes = large_numbers.trial(choice.key).yes
    show_controls(store, *_chance_names(choice), "games", seed=choice.seed)
    simulation = solvers.runs(choice.key, games, choice.runs, choice.seed)
    count = round(simulation.shares[0, -1] * games)
    words = f"{yes[0].upper()}{yes[1:]} in **{count:,} of {games:,}**"
    with st.container(horizontal=True, vertical_alignment="center", key="played"):
        show_more(store, "games", MAX_GAMES if factor is not None else MAX_HIDDEN_GAMES, (1, 10, 100))
        st.markdown(f"{words}{' in the first run' if choice.runs > 1 else ''}: {count / games:.1%}")
    prediction = PREDICTIONS[next(iter(VIEWS))].number if reveal.is_off() else None
    exact = f"; the exact chance is {percent(simulation.exact)}" if factor is not None else ""
    bands = (
        " The grey band contains about 95% of runs at each number of games, the dotted one at least 95% of runs all the way."
        if factor is not None
        else f" Up to {MAX_HIDDEN_GAMES} games are played before the answer is revealed."
    )
    Panel(
        charts.settling_lines(
            simulation, _horizon(choice.games), factor, None if prediction is None else prediction / 100
        ),
        key="settling_chart",
        alt=f"The proportion of games in which {yes}, in {plural(choice.runs, 'run')} of {_games(games)}. At the end, "
        f"{_describe_shares(simulation.shares[:, -1])}{exact}.",
        method=f"The proportion of games so far in which {yes}, in {plural(choice.runs, 'simulated run')}.{bands}",
    ).show()
    if games <= large_numbers.SHOWN:
        first = large_numbers.first_games(choice.key, choice.seed)[:games]
        rows = [
            {"game": str(number), "what happened": words, "counts": "yes" if is_yes else "no"}
            for number, (is_yes, words) in enumerate(first, 1)
        ]
        figures_table(rows, caption="The games so far", words=["what happened", "counts"])
    return simulation


def _chance_names(choice: Classroom) -> list[str]:
    """Return the name of the slider of a chance of one's own, if that is asked for."""
    return ["chance"] if choice.example == OWN_CHANCE else []


def band_sentence(runs: large_numbers.Runs) -> str:
    """Return whether the runs end inside the grey band, and whether they were outside it after any number of games."""
    first, last = BAND_START, runs.games[-1]
    if len(runs.shares) > 1:
        inside, left = int((runs.last_outside < last).sum()), int((runs.last_outside > 0).sum())
        return (
            f"{inside} of {len(runs.shares)} runs end inside the grey band; {left} {'was' if left == 1 else 'were'} outside it "
            f"at least once from {first} to {last:,} games."
        )
    outside = int(runs.last_outside[0])
    if not outside:
        return f"The run was inside the grey band all the way, from {first} to {last:,} games."
    if outside == last:
        return "The run ends outside the grey band."
    return f"The run was last outside the grey band after {plural(outside, 'game')}."


def _law_sentence(runs: large_numbers.Runs) -> str:
    last = int(runs.games[-1])
    before, after = (100 * standard_error(games, runs.exact) for games in (last // 4, last))
    return (
        f"Four times the games, half the distance: {before:.1f} percentage points after {last // 4:,} games, {after:.1f} after "
        f"{last:,}"
    )


def _describe_shares(shares: Floats) -> str:
    if len(shares) == 1:
        return f"the observed proportion is {shares[0]:.1%}"
    return f"the observed proportions range from {shares.min():.1%} to {shares.max():.1%}"


def intervals_view(store: StateStore[Classroom]) -> None:
    """Show a hundred intervals, and the coverage of thousands."""
    choice = store.state
    sample, level, method, counted, shown = choice.sample, choice.level, choice.method, choice.counted, choice.shown
    exact = large_numbers.trial(choice.key).exact()
    shares = solvers.samples(choice.key, sample, counted, choice.seed)
    intervals = [interval(share, method, level) for share in shares]
    missed = sum(exact not in ci for ci in intervals[:shown])
    contained = Proportion(sum(exact in ci for ci in intervals), counted)
    covered = coverage(sample, exact, method, level)
    with answer_container():
        seen = contained if shown == MAX_SHOWN else Proportion(shown - missed, shown)
        st.subheader(
            f"{seen.successes:,} of {seen.trials:,} intervals {'contains' if seen.trials == 1 else 'contain'} the exact chance: "
            f"{seen.value:.1%}",
            anchor=False,
        )
        st.caption(f"The question: {choice.question}")
    show_controls(store, *_chance_names(choice), "sample", seed=choice.seed)
    with st.container(horizontal=True, vertical_alignment="center", key="played"):
        show_more(store, "shown", MAX_SHOWN, (1, 10))
        st.markdown(f"**{shown - missed} of {shown}** contain the exact chance")
    Panel(
        interval_charts.interval_ladder(intervals[:MAX_SHOWN], exact, shown),
        key="ladder_chart",
        alt=f"{shown} {level:.0%} intervals, of which {missed} do not contain the exact chance, {percent(exact)}.",
        method=f"{level:.0%} {method} intervals, each from {sample} simulated games. "
        f"{missed_sentence(missed, shown, covered)} The intervals that miss are thick, with a cross at the right.",
        rows=lambda: [
            {"yes": share.successes, "games": sample, "from": ci.low, "to": ci.high, "contains the chance": exact in ci}
            for share, ci in zip(shares, intervals, strict=True)
        ],
    ).show()
    st.markdown(
        f"**The exact probability that a {method} interval from {sample} games contains {percent(exact)} is "
        f"{percent(covered)}.** The samples give {contained}."
    )
    lesson(
        f"{level:.0%} is a property of the method. One interval contains the chance or it does not. "
        f"{_coverage_text(sample, level)}"
    )
    by_method, sizes = solvers.coverage_by_size(exact, level), solvers.SAMPLE_SIZES
    Panel(
        interval_charts.coverage_lines(sizes, by_method, level, method, sample),
        key="coverage_chart",
        alt=f"Coverage of the {level:.0%} intervals for {sizes[0]} to {sizes[-1]} games: "
        + "; ".join(
            f"{name} from {percent(min(values))} to {percent(max(values))}" for name, values in by_method.items()
        ),
        finding=f"With {sample} games, {method} intervals contain the exact chance {percent(covered)} of the time",
        method="Counted over all results, for each number of games; the dotted line across is the level. The coverage goes up "
        "and down, because *n* games allow only *n* + 1 results.",
    ).show()
    by_chance = solvers.coverage_by_chance(sample, level)
    lowest = min(by_chance[method])
    Panel(
        interval_charts.chance_coverage_lines(solvers.CHANCES, by_chance, level, method, exact),
        key="chance_coverage_chart",
        alt=f"Coverage of {level:.0%} intervals of {sample} games over all chances: "
        + "; ".join(
            f"{name} from {percent(min(values))} to {percent(max(values))}" for name, values in by_chance.items()
        ),
        finding=f"Over the chances drawn here, {method} intervals of {sample} games have a coverage of {percent(lowest)} or more",
        method="Counted over all results, by the true chance; the dotted lines are the level and the chance of the question. "
        "Choose *own chance* under *Set up* to move it.",
    ).show()
    widest, margin, *_ = MARGINS
    games, within = _games_and_samples_within(widest, exact)
    st.markdown(
        f"#### {trials_for_margin(margin):,} games always give a margin of at most ±{100 * margin:g} percentage point\n\n"
        "The margin is that of a 95% Wald interval. For the games in this table, Wilson's differs from it by less than 1%. "
        f"*Games for any chance* always suffice. *Games at {percent(exact)}* give the margin if the observed proportion is "
        f"exactly that. Other samples give a narrower or a wider interval: with {games:,} games, {within} of samples give "
        f"±{100 * widest:g} points or less, as in the column *samples within*."
    )
    figures_table(_sample_size_rows(exact), caption="Games for a margin")


def missed_sentence(missed: int, shown: int, covered: float) -> str:
    """Return how many of the intervals shown miss the exact chance, and how many are expected to.

    covered: the exact coverage.

    >>> missed_sentence(10, 100, 0.941)
    'Of the first 100, drawn here, 10 miss the exact chance; about 6 are expected.'
    """
    expected = shown * (1 - covered)
    about = f"about {round(expected)}" if round(expected) else "fewer than 1"
    return (
        f"Of the first {shown}, drawn here, {missed or 'none'} {'miss' if missed > 1 else 'misses'} the exact chance; {about} "
        f"{'are' if round(expected) > 1 else 'is'} expected."
    )


def _coverage_text(sample: int, level: float) -> str:
    (wilson_mean, wilson_lowest), (wald_mean, wald_lowest) = (
        solvers.coverage_summary(sample, method, level) for method in (WILSON, WALD)
    )
    return (
        f"Over all chances from 0% to 100%, {level:.0%} intervals of {sample} games have a mean coverage of "
        f"{percent(wilson_mean)} ({WILSON}) and {percent(wald_mean)} ({WALD}). {WILSON}'s coverage {_lowest(*wilson_lowest)}. "
        f"{WALD}'s {_lowest(*wald_lowest)}. The {WALD} interval is the proportion ± {normal_quantile(level):.2f} standard "
        f"errors. On average, {WILSON}'s coverage is closer to {level:.0%}. For some chances, both are below."
    )


def _lowest(chance: float, lowest: float) -> str:
    """Describe where the coverage is lowest. It is the same for a chance and its complement.

    The lowest coverage of all is a limit at 0, which the coverage of no chance reaches.

    chance: the chance up to one half near which the coverage is lowest.

    >>> _lowest(0.036, 0.837), _lowest(0.0, 0.0)
    ('is lowest near 3.6% and 96.4%: 83.7%', 'falls towards 0% as the chance nears 0% or 100%')
    """
    if lowest < _SMALLEST_SHOWN and chance < _SMALLEST_SHOWN:
        return "falls towards 0% as the chance nears 0% or 100%"
    places = percent(chance) if chance == _HALF else f"{percent(chance)} and {percent(1 - chance)}"
    return f"is lowest near {places}: {percent(lowest)}"


def _sample_size_rows(exact: float) -> list[dict[str, str]]:
    rows = []
    for margin in MARGINS:
        games, within = _games_and_samples_within(margin, exact)
        rows.append(
            {
                "margin (± points)": f"{100 * margin:g}",
                f"games at {exact:.1%}": f"{games:,}",
                "samples within": within,
                "games for any chance": f"{trials_for_margin(margin):,}",
            }
        )
    return rows


def _games_and_samples_within(margin: float, exact: float) -> tuple[int, str]:
    """Return the number of games that give a margin at the exact chance, and the percentage of samples that are within it."""
    games = trials_for_margin(margin, share=exact)
    return games, percent(margin_probability(games, margin, exact, Z95))


def samples_view(store: StateStore[Classroom]) -> None:
    """Show how many of many samples have each number of yes, beside the normal curve."""
    choice = store.state
    sample, counted = choice.sample, choice.counted
    example = large_numbers.trial(choice.key)
    exact = example.exact()
    shares = solvers.samples(choice.key, sample, counted, choice.seed)
    yeses = np.array([share.successes for share in shares])
    deviation = sample * standard_error(sample, exact)
    mean, spread = sample * exact, float(yeses.std())
    near = Proportion(int((abs(yeses - mean) <= Z95 * deviation).sum()), counted)
    with answer_container():
        st.subheader(
            f"{near.value:.1%} of {counted:,} samples are within {Z95 * deviation:.1f} of {mean:.1f} times yes",
            anchor=False,
        )
        st.caption(f"The question: {choice.question}")
    show_controls(store, *_chance_names(choice), "sample", seed=choice.seed)
    counts = np.bincount(yeses, minlength=sample + 1).tolist()
    Panel(
        charts.sample_bars(counts, sample, exact),
        key="samples_chart",
        alt=f"Samples by the number of games in which {example.yes}: "
        + ", ".join(f"{number} in {count:,}" for number, count in enumerate(counts) if count),
        finding=f"The samples have {yeses.mean():.2f} times yes on average, with a standard deviation of {spread:.2f}",
        method=f"Each sample is {sample} games. The normal curve has the mean {mean:.2f} and the standard deviation "
        f"{deviation:.2f} of the exact chance; 95% of it is within {Z95:.2f} standard deviations of the mean.",
        rows=lambda: [{"yes": number, "samples": count} for number, count in enumerate(counts) if count],
    ).show()
    lesson(
        "The proportion of one sample varies. The more games a sample has, the closer the bars follow the normal curve, and the "
        "narrower they are as a part of the sample. For rare events the curve needs larger samples: try a small own chance."
    )


def method_view(store: StateStore[Classroom]) -> None:
    """Show the method, the formula and the Python code."""
    choice = store.state
    st.markdown(
        "The exact chance comes from the same solvers as on the other pages. The first games of a run "
        "are played one by one. Of the others, first the total of yes answers is simulated, then their order is drawn, because "
        "every order is equally likely. The same seed gives the same charts "
        "everywhere: share the link, and the whole class sees them."
    )
    formula(r"\text{standard error} = \sqrt{p(1-p)/n}")
    st.markdown(
        "The exact coverage is a sum over the binomial distribution: each result $k$ counts with its probability if the interval "
        "of $k/n$ contains $p$ (Brown, Cai and DasGupta, 2001)."
    )
    z = f"{normal_quantile(choice.level):.2f}"
    st.markdown(
        f"- **{WALD}**: the observed proportion $k/n$, plus and minus {z} standard errors computed from $k/n$.\n"
        f"- **{WILSON}**: all chances $p$ that are within {z} standard errors of $k/n$, computed from that $p$.\n"
        f"- **{PLUS_FOUR}**: the same as {WALD} for $(k+2)/(n+4)$, as if two more games were a yes and two more a no.\n"
        f"- **{CLOPPER_PEARSON}**: all chances $p$ with which $k$ or more, and $k$ or fewer, are both likelier than "
        f"{(1 - choice.level) / 2:.1%}. Its coverage is never below the level."
    )
    python_panel(
        "from boardodds.probability.coverage import WILSON, coverage\n"
        "from boardodds.teaching import large_numbers\n"
        f"run = large_numbers.run({choice.key!r}, games={choice.games:_}, runs={choice.runs}, seed={choice.seed})\n"
        "run.shares[:, -1]  # the proportion of yes at the end of each run\n"
        f"coverage({choice.sample}, run.exact, WILSON)  # how often an interval of {choice.sample} games contains it"
    )


VIEWS: dict[str, Callable[[StateStore[Classroom]], None]] = {
    "Many games": numbers_view,
    "Samples": samples_view,
    "Intervals": intervals_view,
    "Method": method_view,
}


PREDICTIONS = {
    "Many games": Prediction("how often the answer is yes", draw=_watch_run),
    "Samples": Prediction("how many of 100 samples are within 1.96 standard deviations", name="prediction_samples"),
    "Intervals": Prediction("how many of 100 intervals contain the chance", name="prediction_coverage"),
}


def home_note() -> str:
    """Return the sentence of the page on the home page: the error of a run of the length that the page starts with."""
    return f"{_error_of(START)}."


def finding_of_link(query: Query) -> str:
    """Return the typical error of the simulation; "" for the other views."""
    link, first_view = allowed_part(query, {**DEFINITION.allowed, VIEW: one_of(VIEWS)}), next(iter(VIEWS))
    return _error_of(DEFINITION.read(link)) if last_value(link, VIEW, first_view) == first_view else ""


def _error_of(choice: Classroom) -> str:
    return error_sentence(choice.games, large_numbers.trial(choice.key).exact())

"""The views of the classroom page on large numbers and intervals."""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
import streamlit as st

from boardodds.charts import large_numbers as charts
from boardodds.dashboard.teaching import solvers
from boardodds.dashboard.teaching.error import error_sentence, standard_error
from boardodds.dashboard.teaching.labels import EXAMPLES
from boardodds.dashboard.teaching.large_numbers_chain import LINK as CHAIN_LINK
from boardodds.dashboard.teaching.large_numbers_chain import chain_view
from boardodds.dashboard.teaching.parts import figures_table, lesson
from boardodds.dashboard.ui.data_tables import csv_button
from boardodds.dashboard.ui.page_parts import answer_container, chart, choose, formula, python_panel
from boardodds.dashboard.ui.page_text import percent
from boardodds.dashboard.ui.settings import MAX_SEED, Allowed, one_of, whole_number
from boardodds.probability.arrays import Floats
from boardodds.probability.coverage import METHODS, WALD, WILSON, coverage, interval, margin_probability
from boardodds.probability.estimate import Z95, Proportion, normal_quantile, trials_for_margin
from boardodds.probability.wording import plural
from boardodds.teaching import large_numbers

GAMES = (100, 1_000, 10_000)
RUNS = (1, 20)
SAMPLE = (5, 10, 20, 50, 100)
# Intervals in the chart.
MAX_SHOWN = 100
COUNTED = (1_000, 5_000)
LEVELS = (0.8, 0.95, 0.99)
# Chances below this round to 0.0%; one such chance.
_SMALLEST_SHOWN, _TINY = 0.0005, 1e-9
# Percentage points to either side, as a proportion.
MARGINS = (0.05, 0.01, 0.005, 0.0005)
LINK: Allowed = {
    "example": one_of(EXAMPLES),
    "games": one_of(GAMES),
    "runs": one_of(RUNS),
    "seed": whole_number(0, MAX_SEED),
    "sample": one_of(SAMPLE),
    "level": one_of(LEVELS),
    "method": one_of(METHODS),
    "counted": one_of(COUNTED),
    **CHAIN_LINK,
}


class Choice(NamedTuple):
    """What is chosen once for all views.

    key: the key of the example.
    level, method: of the intervals.
    samples: the number of samples of which intervals are counted.
    """

    key: str
    seed: int
    level: float
    method: str
    samples: int

    @property
    def question(self) -> str:
        """The question whose chance is simulated."""
        return large_numbers.trials()[self.key].question


def choose_setup() -> Choice:
    """Let the visitor choose the question, the seed and the kind of interval; the URL has them, so that a class sees the same."""
    key = EXAMPLES[choose("Question", list(EXAMPLES), key="example", default="orchard")]
    seed = st.number_input("Seed", 0, MAX_SEED, 1, key="seed", bind="query-params")
    st.button("Run again", on_click=_next_seed, help="Uses the next seed: other games, the same chances.")
    method = choose("Interval", METHODS, key="method")
    level = st.select_slider("Confidence level", LEVELS, 0.95, key="level", bind="query-params")
    samples = st.select_slider("Samples", COUNTED, COUNTED[0], key="counted", bind="query-params")
    return Choice(key, int(seed), level, method, samples)


def _next_seed() -> None:
    st.session_state.seed = (int(st.session_state.seed) + 1) % (MAX_SEED + 1)


def numbers_view(choice: Choice) -> None:
    """Show the law of large numbers and the square-root law."""
    answer = answer_container()
    left, right = st.columns(2)
    games = left.select_slider("Games in a run", GAMES, GAMES[1], key="games", bind="query-params")
    runs = right.select_slider("Runs", RUNS, RUNS[0], key="runs", bind="query-params")
    simulation = solvers.runs(choice.key, games, runs, choice.seed)
    answer.subheader(error_sentence(games, simulation.exact), anchor=False)
    final_shares = simulation.shares[:, -1]
    factor = solvers.whole_run_factor(games, simulation.exact)
    chart(
        charts.settling_lines(simulation, factor),
        key="settling_chart",
        alt=f"The proportion of yes in {plural(runs, 'run')} of {games:,} games. At the end, {_describe_shares(final_shares)}; "
        f"the exact chance is {percent(simulation.exact)}.",
        method=f"The proportion of yes so far in {plural(runs, 'simulated run')}; the exact chance is computed. The grey band "
        "contains 95% of runs at each number of games.",
    )
    inside = int((abs(final_shares - simulation.exact) <= Z95 * standard_error(games, simulation.exact)).sum())
    where = f"{inside} of {runs} runs end inside" if runs > 1 else f"The run ends {'inside' if inside else 'outside'}"
    st.markdown(
        f"**After {games:,} games, {_describe_shares(final_shares)}; the exact chance is {simulation.exact:.4%}.** {where} the "
        "grey band."
    )
    first, stay = int(simulation.games[0]), solvers.stay_probability(games, simulation.exact)
    lesson(
        f"At each number of games, about 95% of runs are in the grey band, which reaches {Z95:.2f} standard errors to either "
        f"side. But {percent(1 - stay, 0)} of runs leave it at least once between {first} and {games:,} games. The dotted band "
        f"reaches {factor:.2f} standard errors. At least 95% of runs stay in it from {first} to {games:,} games."
    )
    chart(
        charts.root_law_lines(simulation),
        key="root_chart",
        alt=f"The root mean square distance of {plural(runs, 'run')} from the exact chance: {_describe_law(simulation)}.",
        finding=_law_sentence(simulation),
        method="The square-root law says that with four times as many games, the typical distance from the exact chance (the "
        "root of the mean square) is half as large. On logarithmic axes this is a straight line with a slope of −1/2.",
    )
    columns = {"games": simulation.games} | {f"run {n}": shares for n, shares in enumerate(simulation.shares, start=1)}
    csv_button("Runs as CSV", lambda: columns, file_name="runs.csv", key="runs_csv")


def _law_sentence(runs: large_numbers.Runs) -> str:
    first, last = (int(runs.games[point]) for point in (0, -1))
    before, after = (100 * standard_error(games, runs.exact) for games in (first, last))
    return f"The typical distance falls from {before:.1f} percentage points after {first} games to {after:.1f} after {last:,}"


def _describe_shares(shares: Floats) -> str:
    if len(shares) == 1:
        return f"the observed proportion is {shares[0]:.2%}"
    return f"the observed proportions range from {shares.min():.2%} to {shares.max():.2%}"


def _describe_law(runs: large_numbers.Runs) -> str:
    """Return the distances at the first and the last number of games, those of the runs and those of the law."""
    texts = []
    for point in (0, -1):
        games = int(runs.games[point])
        found = float(np.sqrt(((runs.shares[:, point] - runs.exact) ** 2).mean()))
        law = standard_error(games, runs.exact)
        texts.append(f"{found:.2%} after {games:,} games, by the law {law:.2%}")
    return "; ".join(texts)


def intervals_view(choice: Choice) -> None:
    """Show a hundred intervals, and the coverage of thousands."""
    answer = answer_container()
    sample = st.select_slider("Games in a sample", SAMPLE, 20, key="sample", bind="query-params")
    level, method, counted = choice.level, choice.method, choice.samples
    exact = large_numbers.trial(choice.key).exact()
    shares = solvers.samples(choice.key, sample, counted, choice.seed)
    intervals = [interval(share, method, level) for share in shares]
    missed = sum(exact not in ci for ci in intervals[:MAX_SHOWN])
    answer.subheader(_missed_sentence(missed, MAX_SHOWN), anchor=False)
    chart(
        charts.interval_ladder(intervals[:MAX_SHOWN], exact),
        key="ladder_chart",
        alt=f"{MAX_SHOWN} {level:.0%} intervals, of which {missed} do not contain the exact chance, {percent(exact)}.",
        method=f"The {level:.0%} {method} intervals for the chance, from the first {MAX_SHOWN} of {counted:,} simulated samples. "
        "Those that miss the exact chance are thick.",
    )
    contained = Proportion(sum(exact in ci for ci in intervals), counted)
    covered = coverage(sample, exact, method, level)
    st.markdown(
        f"**Of {counted:,} {method} intervals with a level of {level:.0%}, {contained} contain the exact chance, "
        f"{percent(exact, 2)}.** The exact coverage, over all outcomes of {sample} games, is {percent(covered, 2)}."
    )
    lesson(_coverage_text(sample, level))
    by_method, sizes = solvers.coverage_by_size(exact, level), solvers.SAMPLE_SIZES
    chart(
        charts.coverage_lines(sizes, by_method, level, method),
        key="coverage_chart",
        alt=f"Coverage of the {level:.0%} intervals for {sizes[0]} to {sizes[-1]} games: "
        + "; ".join(
            f"{name} from {percent(min(values))} to {percent(max(values))}" for name, values in by_method.items()
        ),
        finding=f"With {sample} games, {method} intervals contain the exact chance {percent(covered)} of the time",
        method="Counted over all outcomes, for each number of games; the dotted line is the level. The coverage goes up and "
        "down, because a sample has only finitely many outcomes.",
    )
    margin = MARGINS[1]
    st.markdown(
        f"#### {trials_for_margin(margin):,} games always give a margin of at most ±{100 * margin:g} percentage point\n\n"
        "The margin is that of a 95% Wald interval. *Games for any chance* always suffice. *Games at "
        f"{exact:.1%}* give the margin if the proportion is exactly that. In other samples the interval can be wider: *narrow "
        "enough* is the chance that it isn't."
    )
    figures_table(_sample_size_rows(exact), caption="Games for a margin")
    csv_button(
        "Intervals as CSV",
        lambda: [
            {"yes": share.successes, "games": share.trials, "low": ci.low, "high": ci.high, "holds it": exact in ci}
            for share, ci in zip(shares, intervals, strict=True)
        ],
        file_name="intervals.csv",
        key="intervals_csv",
    )


def _missed_sentence(missed: int, shown: int) -> str:
    """Return how many of the intervals shown miss the exact chance.

    >>> _missed_sentence(0, 100), _missed_sentence(1, 100)
    ('None of 100 intervals misses the exact chance', '1 of 100 intervals misses the exact chance')
    """
    return f"{missed or 'None'} of {shown} intervals {'miss' if missed > 1 else 'misses'} the exact chance"


def _coverage_text(sample: int, level: float) -> str:
    """Return what the coverage of both intervals is over all chances."""
    texts = []
    for method in METHODS:
        mean, (chance, lowest) = solvers.coverage_summary(sample, method, level)
        texts.append(f"{percent(mean)} for {method} (at the lowest {percent(lowest)}, {_near(chance)})")
    return (
        f"Over all chances from 0% to 100%, the mean coverage of {level:.0%} intervals of {sample} games is {texts[0]}; it "
        f"is {texts[1]}. The {WALD} interval is the proportion ± {normal_quantile(level):.2f} standard errors. "
        f"{WILSON}'s mean coverage is nearer to the level, but for some chances both fall below it."
    )


def _near(chance: float) -> str:
    """Describe the chances near one at which the coverage is lowest, without rounding possible events to 0%.

    The lowest coverage of all is a limit at 0, which the coverage of no chance reaches.

    >>> _near(0.036), _near(0.0)
    ('for chances near 3.6%', 'for chances of less than 0.1%')
    """
    return f"for chances near {percent(chance)}" if chance >= _SMALLEST_SHOWN else f"for chances of {percent(_TINY)}"


def _sample_size_rows(exact: float) -> list[dict[str, str]]:
    """Return the number of games for several margins, if the chance is about the exact one and for any chance."""
    rows = []
    for margin in MARGINS:
        games = trials_for_margin(margin, share=exact)
        rows.append(
            {
                "margin (± points)": f"{100 * margin:g}",
                f"games at {exact:.1%}": f"{games:,}",
                "narrow enough": percent(margin_probability(games, margin, exact, Z95)),
                "games for any chance": f"{trials_for_margin(margin):,}",
            }
        )
    return rows


def how_view(choice: Choice) -> None:
    """Show the method, the formula and the Python code."""
    st.markdown(
        "The exact chance comes from the same solvers as on the other pages. All games of a run are simulated at once, which "
        "gives only the total number of yes answers. The games are independent, so every order of them is equally likely, and "
        "the number of yes answers among the first games is drawn from the hypergeometric distribution. The same seed gives the "
        "same charts everywhere: share the link, and the whole class sees them."
    )
    formula(r"\text{standard error} = \sqrt{p(1-p)/n}")
    st.markdown(
        "The exact coverage is a sum over the binomial distribution: each outcome $k$ counts with its probability if the "
        "interval of $k/n$ contains $p$ (Brown, Cai and DasGupta, 2001). The Wald interval takes the standard error at the "
        "observed $k/n$; Wilson's takes it at each candidate for $p$."
    )
    # The settings of the view on large numbers, whose widgets aren't on the page now.
    games, runs = (
        int(st.session_state.get(name, default)) for name, default in (("games", GAMES[1]), ("runs", RUNS[0]))
    )
    python_panel(
        "from boardodds.probability.coverage import WILSON, coverage\n"
        "from boardodds.teaching import large_numbers\n"
        f"large_numbers.run({choice.key!r}, games={games:_}, runs={runs}, seed={choice.seed}).shares[:, -1]\n"
        f"coverage(20, large_numbers.trial({choice.key!r}).exact(), WILSON)"
    )


VIEWS: dict[str, Callable[[Choice], None]] = {
    "Large numbers": numbers_view,
    "Intervals": intervals_view,
    "A chain": chain_view,
    "How": how_view,
}

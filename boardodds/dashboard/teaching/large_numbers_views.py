"""The views of the classroom page on large numbers and intervals."""

from collections.abc import Callable

import numpy as np
import streamlit as st

from boardodds.charts import large_numbers as charts
from boardodds.dashboard.teaching import solvers
from boardodds.dashboard.teaching.labels import EXAMPLES
from boardodds.dashboard.teaching.large_numbers_chain import LINK as CHAIN_LINK
from boardodds.dashboard.teaching.large_numbers_chain import chain_view
from boardodds.dashboard.ui.data_tables import csv_button, table
from boardodds.dashboard.ui.page_parts import chart, choose, formula, python_panel
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


def choose_example() -> tuple[str, int]:
    """Let the visitor choose the question and the seed, and return both; the URL contains them, so that a class sees the same."""
    left, right = st.columns([3, 1])
    with left:
        key = EXAMPLES[choose("Question", list(EXAMPLES), key="example", default="orchard")]
        st.markdown(f"**{large_numbers.trials()[key].question}**")
    seed = right.number_input("Seed", 0, MAX_SEED, 1, key="seed", bind="query-params")
    right.button("Run again", on_click=_next_seed, help="Uses the next seed: other games, the same chances.")
    return key, int(seed)


def _next_seed() -> None:
    st.session_state.seed = (int(st.session_state.seed) + 1) % (MAX_SEED + 1)


def numbers_view(key: str, seed: int) -> None:
    """Show the law of large numbers and the square-root law."""
    left, right = st.columns(2)
    games = left.select_slider("Games in a run", GAMES, GAMES[1], key="games", bind="query-params")
    runs = right.select_slider("Runs", RUNS, RUNS[0], key="runs", bind="query-params")
    simulation = solvers.runs(key, games, runs, seed)
    final_shares = simulation.shares[:, -1]
    band = Z95 * (simulation.exact * (1 - simulation.exact) / games) ** 0.5
    inside = int((abs(final_shares - simulation.exact) <= band).sum())
    where = f"{inside} of {runs} runs end inside" if runs > 1 else f"The run ends {'inside' if inside else 'outside'}"
    st.markdown(
        f"**After {games:,} games, {_describe_shares(final_shares)}; the exact chance is {simulation.exact:.4%}.** {where} the "
        f"95% band for this number of games (±{100 * band:.2f} percentage points)."
    )
    factor = solvers.whole_run_factor(games, simulation.exact)
    chart(
        charts.settling_lines(simulation, factor),
        key="settling_chart",
        alt=f"The proportion of yes in {plural(runs, 'run')} of {games:,} games. At the end, {_describe_shares(final_shares)}; "
        f"the exact chance is {percent(simulation.exact)}.",
    )
    first, stay = int(simulation.games[0]), solvers.stay_probability(games, simulation.exact)
    st.markdown(
        f"At each number of games, about 95% of runs are in the grey band, which reaches {Z95:.2f} standard errors to either "
        f"side. But {percent(1 - stay, 0)} of runs leave it at least once between {first} and {games:,} games. The dotted band "
        f"reaches {factor:.2f} standard errors. At least 95% of runs stay in it from {first} to {games:,} games."
    )
    st.markdown(
        "**The square-root law**: with four times as many games, the typical distance from the exact chance is half as large. On "
        "logarithmic axes, this is a straight line with a slope of −1/2."
    )
    chart(
        charts.root_law_lines(simulation),
        key="root_chart",
        alt=f"The root mean square distance of {plural(runs, 'run')} from the exact chance: {_describe_law(simulation)}.",
    )
    columns = {"games": simulation.games} | {f"run {n}": shares for n, shares in enumerate(simulation.shares, start=1)}
    csv_button("Runs as CSV", lambda: columns, file_name="runs.csv", key="runs_csv")


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
        law = (runs.exact * (1 - runs.exact) / games) ** 0.5
        texts.append(f"{found:.2%} after {games:,} games, by the law {law:.2%}")
    return "; ".join(texts)


def intervals_view(key: str, seed: int) -> None:
    """Show a hundred intervals, and the coverage of thousands."""
    left, middle, right = st.columns(3)
    sample = left.select_slider("Games in a sample", SAMPLE, 20, key="sample", bind="query-params")
    level = middle.select_slider("Confidence level", LEVELS, 0.95, key="level", bind="query-params")
    counted = right.select_slider("Samples", COUNTED, COUNTED[0], key="counted", bind="query-params")
    method = choose("Interval", METHODS, key="method")
    exact = large_numbers.trial(key).exact()
    shares = solvers.samples(key, sample, counted, seed)
    intervals = [interval(share, method, level) for share in shares]
    missed = sum(exact not in ci for ci in intervals[:MAX_SHOWN])
    chart(
        charts.interval_ladder(intervals[:MAX_SHOWN], [share.value for share in shares[:MAX_SHOWN]], exact),
        key="ladder_chart",
        alt=f"{MAX_SHOWN} {level:.0%} intervals, of which {missed} do not contain the exact chance, {percent(exact)}.",
    )
    st.caption(f"The first {MAX_SHOWN} of the {counted:,} samples.")
    contained = Proportion(sum(exact in ci for ci in intervals), counted)
    st.markdown(
        f"**Of {counted:,} {method} intervals with a level of {level:.0%}, {contained} contain the exact chance, "
        f"{percent(exact, 2)}.** The exact coverage, over all outcomes of {sample} games, is "
        f"{percent(coverage(sample, exact, method, level), 2)}."
    )
    by_method, sizes = solvers.coverage_by_size(exact, level), solvers.SAMPLE_SIZES
    chart(
        charts.coverage_lines(sizes, by_method, level),
        key="coverage_chart",
        alt=f"Coverage of the {level:.0%} intervals for {sizes[0]} to {sizes[-1]} games: "
        + "; ".join(
            f"{name} from {percent(min(values))} to {percent(max(values))}" for name, values in by_method.items()
        ),
    )
    st.caption(
        "Each point is the coverage for one number of games; the dotted line is the level. The coverage goes up and down, "
        "because a sample has only finitely many outcomes."
    )
    st.markdown(_coverage_text(sample, level))
    st.markdown(
        "**How many games do you need?** The table is for a 95% Wald interval with at most this margin to either side. *Games "
        f"for any chance* always suffice. *Games at {exact:.1%}* give the margin if the proportion is exactly that. In other "
        "samples the interval can be wider: *narrow enough* is the chance that it isn't."
    )
    table(_sample_size_rows(exact))
    csv_button(
        "Intervals as CSV",
        lambda: [
            {"yes": share.successes, "games": share.trials, "low": ci.low, "high": ci.high, "holds it": exact in ci}
            for share, ci in zip(shares, intervals, strict=True)
        ],
        file_name="intervals.csv",
        key="intervals_csv",
    )


def _coverage_text(sample: int, level: float) -> str:
    """Return what the coverage of both intervals is over all chances."""
    texts = []
    for method in METHODS:
        mean, (chance, lowest) = solvers.coverage_summary(sample, method, level)
        texts.append(
            f"{percent(mean)} for {method}, and as low as {percent(lowest)} for chances near {percent(chance)}"
        )
    return (
        f"**Over all chances from 0% to 100%**, the mean coverage of {level:.0%} intervals of {sample} games is {texts[0]}; it "
        f"is {texts[1]}. The {WALD} interval is the proportion ± {normal_quantile(level):.2f} standard errors. "
        f"{WILSON}'s mean coverage is nearer to the level, but for some chances both fall below it."
    )


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


def how_view(key: str, seed: int) -> None:
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
        f"large_numbers.run({key!r}, games={games:_}, runs={runs}, seed={seed}).shares[:, -1]\n"
        f"coverage(20, large_numbers.trial({key!r}).exact(), WILSON)"
    )


VIEWS: dict[str, Callable[[str, int], None]] = {
    "Large numbers": numbers_view,
    "Intervals": intervals_view,
    "A chain": chain_view,
    "How": how_view,
}

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
from boardodds.probability.estimate import Z95, Proportion, trials_for_width
from boardodds.teaching import large_numbers

GAMES = (100, 1_000, 10_000)
RUNS = (1, 20)
SAMPLE = (5, 10, 20, 50, 100)
# Intervals in the chart.
MAX_SHOWN = 100
COUNTED = (1_000, 5_000)
LEVELS = (0.8, 0.95, 0.99)
METHODS = (large_numbers.WILSON, large_numbers.NORMAL)
WIDTHS = (0.1, 0.02, 0.01, 0.001)
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
    right.button("Run again", on_click=_next_seed, help="The next seed: other games, the same chances.")
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
    ends = f"{inside} of {runs} runs end inside" if runs > 1 else f"The run ends {'inside' if inside else 'outside'}"
    st.markdown(
        f"**After {games:,} games the share is {_share_range(final_shares)}; exactly it is {simulation.exact:.4%}.** "
        f"{ends} the band, which is {100 * band:.2f} points to either side."
    )
    chart(
        charts.settling_lines(simulation),
        key="settling_chart",
        alt=f"The share of a yes over {games:,} games in {runs} runs closes in on {simulation.exact:.1%}; "
        f"at the end it is {_share_range(final_shares)}.",
    )
    st.markdown(
        "**The square-root law**: four times the games, half the distance. On axes that count by powers that is a straight line "
        "which falls by one step for every two to the right."
    )
    chart(
        charts.root_law_lines(simulation),
        key="root_chart",
        alt="Distance from the exact chance falls with the square root of the number of games.",
    )
    columns = {"games": simulation.games} | {f"run {n}": shares for n, shares in enumerate(simulation.shares, start=1)}
    csv_button("Runs as CSV", lambda: columns, file_name="runs.csv", key="runs_csv")


def _share_range(shares: "np.ndarray[tuple[int], np.dtype[np.float64]]") -> str:
    return f"{shares[0]:.2%}" if len(shares) == 1 else f"{shares.min():.2%} to {shares.max():.2%}"


def intervals_view(key: str, seed: int) -> None:
    """Show a hundred intervals, and the coverage of thousands."""
    left, middle, right = st.columns(3)
    sample = left.select_slider("Games in a sample", SAMPLE, 20, key="sample", bind="query-params")
    level = middle.select_slider("Level", LEVELS, 0.95, key="level", bind="query-params")
    counted = right.select_slider("Samples counted", COUNTED, COUNTED[0], key="counted", bind="query-params")
    method = choose("Interval", METHODS, key="method")
    exact = large_numbers.trial(key).exact()
    shares = solvers.samples(key, sample, counted, seed)
    intervals = [large_numbers.interval(share, method, level) for share in shares]
    chart(
        charts.interval_ladder(intervals[:MAX_SHOWN], [share.value for share in shares[:MAX_SHOWN]], exact),
        key="ladder_chart",
        alt=f"A hundred {level:.0%} intervals, of which {sum(exact not in ci for ci in intervals[:MAX_SHOWN])} miss {exact:.1%}.",
    )
    st.caption(f"The first {MAX_SHOWN} of the {counted:,} samples.")
    coverage = Proportion(sum(exact in interval for interval in intervals), counted)
    st.markdown(
        f"**Of {counted:,} {method} intervals that claim {level:.0%}, {coverage} hold {exact:.2%}.** Counted over all outcomes "
        f"of {sample} games, exactly {percent(large_numbers.coverage(sample, exact, method, level), 2)} do."
    )
    by_method = {name: [large_numbers.coverage(n, exact, name, level) for n in _SAMPLE_SIZES] for name in METHODS}
    chart(
        charts.coverage_lines(_SAMPLE_SIZES, by_method, level),
        key="coverage_chart",
        alt="Intervals that hold the exact chance: "
        + "; ".join(f"{name} from {min(values):.0%} to {max(values):.0%}" for name, values in by_method.items()),
    )
    st.markdown(
        "The normal interval, a share and so many standard errors to either side, misses too often in small samples "
        "and where the chance is near 0 or 1. Wilson's does not. Neither hits the level exactly, since a sample has "
        "only so many outcomes."
    )
    st.markdown("**How many games do you need?** For an interval of 95% that is at most so wide:")
    table(
        [
            {"width (points)": f"{100 * width:g}", "games": f"{trials_for_width(width, share=exact):,}"}
            for width in WIDTHS
        ]
    )
    csv_button(
        "Intervals as CSV",
        lambda: [
            {
                "yes": share.successes,
                "games": share.trials,
                "low": interval.low,
                "high": interval.high,
                "holds it": exact in interval,
            }
            for share, interval in zip(shares, intervals, strict=True)
        ],
        file_name="intervals.csv",
        key="intervals_csv",
    )


_SAMPLE_SIZES = (5, 7, 10, 14, 20, 30, 50, 70, 100, 150, 200, 300)


def how_view(key: str, seed: int) -> None:
    """Show the method, the formula and the Python code."""
    st.markdown(
        "The games are played by the same simulators as on the other pages, and the exact chance comes from the same "
        "solvers. All games of a run are played at once; as they are independent, every order of them is equally likely, "
        "so how many of the first few ended with a yes is drawn from the hypergeometric distribution. The same seed "
        "gives the same picture everywhere: share the address, and the whole class sees it."
    )
    formula(r"\text{standard error} = \sqrt{p(1-p)/n}")
    st.markdown(
        "The exact share of intervals that hold the chance is a sum over the binomial: each outcome $k$ counts with its "
        "probability if the interval around $k/n$ holds $p$ (Brown, Cai and DasGupta, 2001)."
    )
    # The settings of the view on large numbers, whose widgets aren't on the page now.
    games, runs = (
        int(st.session_state.get(name, default)) for name, default in (("games", GAMES[1]), ("runs", RUNS[0]))
    )
    python_panel(
        "from boardodds.teaching import large_numbers\n"
        f"large_numbers.run({key!r}, games={games:_}, runs={runs}, seed={seed}).shares[:, -1]\n"
        f"large_numbers.coverage(20, large_numbers.trial({key!r}).exact(), large_numbers.WILSON)"
    )


VIEWS: dict[str, Callable[[str, int], None]] = {
    "Large numbers": numbers_view,
    "Intervals": intervals_view,
    "A chain": chain_view,
    "How": how_view,
}

"""The Orchard page's views of the paper: its Figure 1, simulated on request, and its tables, recomputed."""

from collections.abc import Mapping, Sequence
from functools import partial

import numpy as np
import streamlit as st

from boardodds.charts import orchard as charts
from boardodds.charts.changes import Dot, change_dots
from boardodds.charts.tokens import PUBLISHED
from boardodds.dashboard.orchard import solvers
from boardodds.dashboard.orchard.edits import OrchardSetup
from boardodds.dashboard.orchard.labels import POLICY_LABELS
from boardodds.dashboard.runtime.compute import LONG, SHORT, compute
from boardodds.dashboard.ui.data_tables import Rows, csv_button, table
from boardodds.dashboard.ui.page_parts import all_figures, chart
from boardodds.dashboard.ui.settings import MAX_SEED
from boardodds.dashboard.ui.table_cells import with_headings
from boardodds.dashboard.ui.table_store import setting
from boardodds.orchard import (
    Odds,
)
from boardodds.orchard.simulate import GameSampler, count_wins
from boardodds.orchard.solve import MOST_LEFT, RANDOM_TYPE
from boardodds.orchard.sources import PAPER_GAMES, PAPER_LEVEL, TABLES, standard_error
from boardodds.probability.estimate import Proportion, trials_for_margin

SIMULATIONS = (100, 300, 1_000, 3_000, 10_000)
GAMES = (100, 1_000, 10_000)
# The heading on the page, and the one of the CSV file, which does not change.
_CONTAINS, _CSV_CONTAINS = "interval contains exact chance", "interval holds it"
# More games than this take over about half a second.
_MAX_SHORT_GAMES = 500_000


def figure_view(setup: OrchardSetup, _odds: Odds) -> None:
    """Show the paper's Figure 1 on request: the proportions of games won in many simulations, with each of its two policies."""
    left, middle, right = st.columns(3)
    simulations = left.select_slider("Simulations", SIMULATIONS, **setting("simulations", 300))
    games = middle.select_slider("Games per simulation", GAMES, **setting("games", 1_000))
    seed = int(right.number_input("Seed", 0, MAX_SEED, **setting("seed", 1)))
    both = st.toggle("Both games of the paper, from the start", **setting("both", False))
    cases = _figure_cases(setup, both=both)
    st.caption(
        f"{'Four cases' if both else 'Two policies'}, {simulations * games:,} games each. The paper ran {SIMULATIONS[-1]:,} "
        f"simulations of {GAMES[-1]:,} games. You can run as many here, which takes minutes. To stop, leave this view or "
        "change a setting."
    )
    run = (tuple(cases.items()), simulations, games, seed)
    st.button("Run", icon=":material/play_arrow:", on_click=lambda: st.session_state.update(orchard_run=run))
    if st.session_state.get("orchard_run") == run:
        _show_figure(cases, simulations, games, seed)


def _figure_cases(setup: OrchardSetup, *, both: bool) -> dict[str, GameSampler]:
    """Return the cases to simulate, by name: the paper's four, or the current state with both policies."""
    if both:
        return {row.name: GameSampler(row.rules, row.policy, row.rules.start) for row in TABLES}
    return {POLICY_LABELS[policy]: GameSampler(setup.rules, policy, setup.state) for policy in (RANDOM_TYPE, MOST_LEFT)}


def _show_figure(cases: Mapping[str, GameSampler], simulations: int, games: int, seed: int) -> None:
    exact = {name: solvers.odds(case.rules, case.policy, case.state).win for name, case in cases.items()}
    if not all(0 < win < 1 for win in exact.values()):
        st.markdown("The result is certain, so every simulation would end the same way.")
        return
    wins = _simulate_wins(tuple(cases.items()), simulations, games, seed)
    proportions = {name: [count / games for count in wins[name]] for name in cases}
    totals = {name: Proportion(sum(wins[name]), simulations * games) for name in cases}
    chart(
        charts.share_histograms({name: (proportions[name], exact[name]) for name in cases}, games),
        key="figure_chart",
        alt=f"Histograms of the proportion of games won in {simulations:,} simulations of {games:,} games; exact chances: "
        + ", ".join(f"{name} {win:.2%}" for name, win in exact.items()),
        finding=agreement(totals, exact),
        method="The bars count simulations by their proportion of games won. The curve is the normal approximation around the "
        "exact chance, which is the line.",
    )
    st.markdown("All simulations together, with the columns of the paper's Table 1:")
    table(_estimate_rows(totals, exact))
    st.markdown("\n".join(f"- {_spread_text(name, proportions[name], exact[name], games)}" for name in cases))
    columns = {f"share won, {name}": values for name, values in proportions.items()}
    csv_button("Proportions as CSV", lambda: columns, file_name="shares.csv", key="shares_csv")


def agreement(wins: Mapping[str, Proportion], exact: Mapping[str, float]) -> str:
    """Return in how many cases the 95% interval of all games contains the exact chance.

    wins: by case, the proportion of all games won.
    exact: by case, the exact chance.

    >>> agreement({"a": Proportion(75, 100), "b": Proportion(10, 100)}, {"a": 0.75, "b": 0.75})
    'In 1 of 2 cases, the 95% interval of all games contains the exact chance'
    """
    contained = sum(win.interval().low <= exact[name] <= win.interval().high for name, win in wins.items())
    return f"In {contained} of {len(wins)} cases, the 95% interval of all games contains the exact chance"


def _spread_text(name: str, proportions: Sequence[float], win: float, games: int) -> str:
    """Return the spread of a case's proportions next to the expected one, and the games that narrow intervals take."""
    spread, expected = float(np.std(proportions, ddof=1)), (win * (1 - win) / games) ** 0.5
    return (
        f"{name}: the standard deviation of the proportions is {100 * spread:.3f} percentage points; {100 * expected:.3f} are "
        f"expected. A 95% interval of ±0.5 percentage points takes about {trials_for_margin(0.005, share=win):,} games, one of "
        f"±0.005 percentage points {trials_for_margin(0.00005, share=win):,}."
    )


def _estimate_rows(wins: Mapping[str, Proportion], exact: Mapping[str, float]) -> Rows:
    """Return the proportions of all games won, with the columns of the paper's Table 1, at two levels, and the exact chances."""
    rows = []
    for name, win in wins.items():
        for level in (0.95, 0.99):
            wald, wilson = win.wald_interval(level), win.interval(level)
            rows.append(
                {
                    "case": name,
                    "exact": f"{exact[name]:.5f}",
                    "proportion won": f"{win.value:.5f}",
                    "SE": f"{win.standard_error:.5f}",
                    "level": f"{level:.0%}",
                    "Wald interval": f"{wald.low:.5f} to {wald.high:.5f}",
                    "Wilson interval": f"{wilson.low:.5f} to {wilson.high:.5f}",
                }
            )
    return rows


def _simulate_wins(
    cases: tuple[tuple[str, GameSampler], ...], simulations: int, games: int, seed: int
) -> dict[str, tuple[int, ...]]:
    """Return by case the number of games won in each simulation.

    games: the number of games in each simulation.
    """
    lane = LONG if simulations * games > _MAX_SHORT_GAMES else SHORT
    label = f"playing {simulations * games:,} games…"
    return {
        name: compute(count_wins, sampler, simulations, games, seed, label=f"{name}: {label}", lane=lane)
        for name, sampler in cases
    }


def published_view(_setup: OrchardSetup, _odds: Odds) -> None:
    """Show the paper's Tables 1 and 2 next to the exact results."""
    rows = published_rows()
    worst = max(abs(row["exact, ours"] - row["exact, paper"]) for row in rows)
    low, high = (f"{PAPER_LEVEL:.0%} {end}" for end in ("from", "to"))
    dots = {
        row["case"]: Dot(*(100 * (row[name] - row["exact, ours"]) for name in ("simulated, paper", low, high)))
        for row in rows
    }
    chart(
        change_dots(dots, base=0, base_name="exact chance here", label=lambda points: f"{points:+.3f}", role=PUBLISHED),
        key="published_chart",
        alt="The paper's simulated chances minus our exact ones, in percentage points: "
        + ", ".join(f"{name} {dot.value:+.3f}" for name, dot in dots.items()),
        finding=published_finding([row[_CONTAINS] == "yes" for row in rows]),
        method=f"The paper's simulated chances, {PAPER_GAMES:,} games for each case, minus our exact ones, in percentage points, "
        f"with the paper's {PAPER_LEVEL:.0%} intervals.",
    )
    st.markdown(
        "The paper's Table 1, above, is simulated. Its Table 2 is exact and printed to five decimals; it differs from our exact "
        f"chances by at most {worst:.6f}."
    )
    all_figures(partial(_show_published, rows), key="published_figures")


def published_finding(contained: Sequence[bool]) -> str:
    """Return how many of the paper's intervals contain our exact chances.

    contained: by case, whether the interval contains the exact chance.

    >>> published_finding([True] * 4), published_finding([True, False])
    ("All 4 of the paper's intervals contain our exact chances", "1 of 2 of the paper's intervals contains our exact chances")
    """
    number = sum(contained)
    if number == len(contained):
        return f"All {number} of the paper's intervals contain our exact chances"
    verb = "contains" if number == 1 else "contain"
    return f"{number} of {len(contained)} of the paper's intervals {verb} our exact chances"


def _show_published(rows: Rows) -> None:
    numeric = [column for column in rows[0] if column not in ("case", _CONTAINS)]
    table(rows, places=dict.fromkeys(numeric, 5))
    st.caption(f"*SE, ours* is the standard error of {PAPER_GAMES:,} games at the exact chance.")
    csv_button(
        "Tables as CSV",
        lambda: with_headings(rows, {_CONTAINS: _CSV_CONTAINS}),
        file_name="published.csv",
        key="published_csv",
    )


def published_rows() -> Rows:
    """Return the paper's figures of each case next to ours."""
    rows = []
    for row in TABLES:
        ours = solvers.odds(row.rules, row.policy, row.rules.start).win
        rows.append(
            {
                "case": row.name,
                _CONTAINS: "yes" if row.low <= ours <= row.high else "no",
                "exact, paper": row.exact,
                "exact, ours": ours,
                "simulated, paper": row.simulated,
                "SE, paper": row.standard_error,
                "SE, ours": standard_error(ours),
                f"{PAPER_LEVEL:.0%} from": row.low,
                f"{PAPER_LEVEL:.0%} to": row.high,
            }
        )
    return rows

"""Tables of rows on a page. A table's own toolbar downloads it; a grid that is drawn as HTML has a button for that."""

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any

import pandas as pd
import streamlit as st

from boardodds.charts.style import HAIR, short_percent
from boardodds.probability.estimate import Estimate, Exact, Interval

Rows = Sequence[Mapping[str, Any]]
_NO_PLACES: Mapping[str, int] = {}
# Behind the name of an estimate's column, in the names of the columns of its 95% interval.
_INTERVAL = ", 95%"
# The explanation of a column by its name, shown when the pointer rests on the heading.
_CI_HELP = "95% confidence interval: on average, 19 of 20 such intervals contain the true value."
_HELP = {
    "SE": "Standard error: the typical size of the random error in this figure.",
    "SE if independent": "The standard error if the two sets of games did not share their shuffles.",
}


def table(rows: Rows, *, percent: Collection[str] = (), places: Mapping[str, int] = _NO_PLACES) -> None:
    """Show a table of rows. Numbers are formatted on the page only, so the file that the toolbar downloads contains numbers.

    percent: the names of the columns of probabilities, which are shown in percent with one decimal place. A possible event is
        never shown as 0.0%, an uncertain one never as 100.0%. The columns of an estimate's interval are shown as its own column.
    places: for other columns of numbers, the number of decimal places.
    """
    frame = pd.DataFrame(rows)
    texts: dict[str, Callable[[Any], str]] = {name: f"{{:z,.{count}f}}".format for name, count in places.items()}
    texts |= dict.fromkeys(percent, percent_text)
    formats: dict[str, Any] = {}
    helps: dict[str, str] = {}
    for name in map(str, frame):
        estimated, interval, _ = name.partition(_INTERVAL)
        if estimated in texts:
            formats[name] = texts[estimated]
        if interval or name in _HELP:
            helps[name] = _CI_HELP if interval else _HELP[name]
    st.dataframe(
        frame.style.format(formats, na_rep="") if formats else frame,
        hide_index=True,
        column_config={name: st.column_config.Column(help=text) for name, text in helps.items()},
        placeholder="",
    )


def percent_text(chance: float) -> str:
    """Return the text of a chance in a table, of which rounding errors can have made a certain event's differ from 1.

    >>> percent_text(0.0), percent_text(1e-30), percent_text(0.9999), percent_text(1 - 1e-15), percent_text(-1e-15)
    ('0.0%', '<0.1%', '>99.9%', '100.0%', '0.0%')
    """
    return short_percent(1.0 if chance > 1 - HAIR else max(chance, 0.0))


def estimate_columns(name: str, found: Estimate) -> dict[str, Any]:
    """Return the column of an estimate and, if it is simulated, those of its 95% interval.

    >>> from boardodds.probability.estimate import Proportion
    >>> estimate_columns("wins", Exact(0.5)), list(estimate_columns("wins", Proportion(1, 2)))
    ({'wins': 0.5}, ['wins', 'wins, 95% from', 'wins, 95% to'])
    """
    return {name: found.value} | ({} if isinstance(found, Exact) else interval_columns(name, found.interval()))


def interval_columns(name: str, interval: Interval) -> dict[str, Any]:
    """Return the columns of the 95% interval of the estimate in a column."""
    return {f"{name}{_INTERVAL} from": interval.low, f"{name}{_INTERVAL} to": interval.high}


def csv_button(name: str, rows: Callable[[], Rows]) -> None:
    """Show a button that downloads the rows behind a grid; they are built only when it is clicked."""
    st.download_button(
        f"{name} as CSV",
        data=lambda: pd.DataFrame(rows()).to_csv(index=False),
        file_name=f"{name.lower().replace(' ', '_')}.csv",
        mime="text/csv",
        key=f"{name.lower().replace(' ', '_')}_csv",
        icon=":material/download:",
        on_click="ignore",
    )

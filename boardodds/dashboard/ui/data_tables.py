"""Tables of rows or columns on a page, with their download as CSV."""

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any

import pandas as pd
import pyarrow as pa
import streamlit as st

from boardodds.charts.style import HAIR
from boardodds.dashboard.ui.table_cells import figures_of, text_of

# tables as pages build them: by rows, which name their columns and may hold cells that are told, or by columns
Rows = Sequence[Mapping[str, Any]]
Columns = Mapping[str, Any]
_AS_IT_IS: Mapping[str, int] = {}
# what the words of the trade mean, said where the pointer rests on the head of a column
_WORDS = {
    "95% CI": "95% confidence interval: of twenty such intervals, nineteen hold the true value.",
    **dict.fromkeys(
        ("SE", "SE (n - 1)", "SE, paper", "SE, ours"), "Standard error: how far such a figure typically is off."
    ),
    "SE if played apart": "The standard error if the two sets of games did not share their cards.",
    "z": "The difference in standard errors of both together; beyond 2 is rare if they agree.",
    "normal interval": "The share and so many standard errors to either side.",
    "Wilson interval": "All chances from which the share lies at most so many standard errors away.",
}


def table(rows: Rows, *, percent: Collection[str] = (), places: Mapping[str, int] = _AS_IT_IS) -> None:
    """Show a table of rows.

    percent: the columns of probabilities.
    places: the number of decimal places of columns of other figures.
    """
    formats = dict.fromkeys(percent, "%.1f%%") | {name: f"%.{count}f" for name, count in places.items()}
    config = {name: st.column_config.NumberColumn(format=each, help=_WORDS.get(name)) for name, each in formats.items()}
    shown = arrow(rows, percent, places)
    config |= {
        name: st.column_config.Column(help=_WORDS[name])
        for name in shown.column_names
        if name in _WORDS and name not in formats
    }
    st.dataframe(shown, hide_index=True, column_config=config)


def arrow(rows: Rows, percent: Collection[str] = (), places: Mapping[str, int] = _AS_IT_IS) -> pa.Table:
    """Return rows as an Arrow table, which is sent as it is; Streamlit would have to convert a pandas table first.

    A row may lack columns of other rows. percent, places: as for ``table``.

    >>> arrow([], ["wins"], {"coins": 2}).num_rows
    0
    >>> rows = [{"camel": "white", "wins": 5 / 16, "coins": -1e-9}, {"camel": "blue", "wins": -1e-9, "coins": 1.238, "left": 1}]
    >>> for row in arrow(rows, ["wins"], {"coins": 2}).to_pylist():
    ...     print(row)
    {'camel': 'white', 'wins': 31.3, 'coins': 0.0, 'left': None}
    {'camel': 'blue', 'wins': 0.0, 'coins': 1.24, 'left': 1}
    """
    names = dict.fromkeys(name for row in rows for name in row)
    columns = {name: [text_of(row.get(name)) for row in rows] for name in names}
    # a table without rows has no columns either
    for name in names.keys() & set(percent):
        # rounded to the places that are shown, halves of probabilities up as by hand; adding 0 avoids "-0.0"
        columns[name] = [round(100 * (chance + HAIR), 1) + 0.0 for chance in columns[name]]
    for name in names.keys() & places.keys():
        columns[name] = [round(figure, places[name]) + 0.0 for figure in columns[name]]
    return pa.table(columns)


def csv_button(label: str, table: Callable[[], Rows | Columns], *, file_name: str, key: str) -> None:
    """Show a button that downloads a table as CSV; the table is built only when it is clicked."""
    st.download_button(
        label,
        data=lambda: _csv(table()),
        file_name=file_name,
        mime="text/csv",
        key=key,
        icon="⬇️",
        on_click="ignore",
    )


def _csv(data: Rows | Columns) -> str:
    return pd.DataFrame(data if isinstance(data, Mapping) else figures_of(data)).to_csv(index=False)

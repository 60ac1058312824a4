"""Tables of rows or columns on a page, with their download as CSV."""

from collections.abc import Callable, Collection, Mapping, Sequence
from functools import partial
from typing import Any

import pandas as pd
import pyarrow as pa
import streamlit as st

from boardodds.charts.style import HAIR
from boardodds.dashboard.ui.table_cells import download_rows, shown_value

# A table is a list of rows (mappings by column name, whose cells can be ``FormattedCell``) or a mapping of columns.
Rows = Sequence[Mapping[str, Any]]
Columns = Mapping[str, Any]
_NO_PLACES: Mapping[str, int] = {}
# The explanation of a term by column name, shown when the pointer rests on the column's heading.
_HELP = {
    "95% CI": "95% confidence interval: on average, 19 of 20 such intervals contain the true value.",
    **dict.fromkeys(
        ("SE", "SE, paper", "SE, ours"), "Standard error: the typical size of the random error in this figure."
    ),
    "SE if played apart": "The standard error if the two sets of games did not share their cards.",
    "z": "The difference in standard errors of both together; beyond 2 is rare if they agree.",
    "Wald interval": "The proportion and 1.96 standard errors to either side at a level of 95%, 2.58 at 99%.",
    "Wilson interval": "All chances from which the share lies at most so many standard errors away.",
}


def table(rows: Rows, *, percent: Collection[str] = (), places: Mapping[str, int] = _NO_PLACES) -> None:
    """Show a table of rows.

    percent: the names of the columns of probabilities, which are shown in percent with one decimal place.
    places: for other columns of numbers, the number of decimal places.
    """
    formats = dict.fromkeys(percent, "%.1f%%") | {name: f"%.{count}f" for name, count in places.items()}
    config = {name: st.column_config.NumberColumn(format=spec, help=_HELP.get(name)) for name, spec in formats.items()}
    arrow_table = to_arrow(rows, percent, places)
    config |= {
        name: st.column_config.Column(help=_HELP[name])
        for name in arrow_table.column_names
        if name in _HELP and name not in formats
    }
    st.dataframe(arrow_table, hide_index=True, column_config=config)


def to_arrow(rows: Rows, percent: Collection[str] = (), places: Mapping[str, int] = _NO_PLACES) -> pa.Table:
    """Return rows as an Arrow table, which Streamlit sends without conversion, unlike a pandas table.

    Cells that a row lacks are None.

    percent, places: as for ``table``.

    >>> to_arrow([], ["wins"], {"coins": 2}).num_rows
    0
    >>> rows = [{"camel": "white", "wins": 5 / 16, "coins": -1e-9}, {"camel": "blue", "wins": -1e-9, "coins": 1.238, "left": 1}]
    >>> for row in to_arrow(rows, ["wins"], {"coins": 2}).to_pylist():
    ...     print(row)
    {'camel': 'white', 'wins': 31.3, 'coins': 0.0, 'left': None}
    {'camel': 'blue', 'wins': 0.0, 'coins': 1.24, 'left': 1}
    >>> to_arrow([{"wins": 0.25}, {"camel": "blue"}], ["wins"]).to_pylist()
    [{'wins': 25.0, 'camel': None}, {'wins': None, 'camel': 'blue'}]
    """
    names = dict.fromkeys(name for row in rows for name in row)
    columns = {name: [shown_value(row.get(name)) for row in rows] for name in names}
    # A table without rows has no columns either.
    for name in names.keys() & set(percent):
        # HAIR makes Python round halves up, as one does by hand.
        columns[name] = [_rounded(chance, lambda number: round(100 * (number + HAIR), 1)) for chance in columns[name]]
    for name in names.keys() & places.keys():
        columns[name] = [_rounded(number, partial(round, ndigits=places[name])) for number in columns[name]]
    return pa.table(columns)


def _rounded(number: float | None, rounding: Callable[[float], float]) -> float | None:
    """Return a rounded number, without a negative zero; None for a cell that the row lacks."""
    return None if number is None else rounding(number) + 0.0


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
    return pd.DataFrame(data if isinstance(data, Mapping) else download_rows(data)).to_csv(index=False)

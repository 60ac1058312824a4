"""Tables of rows or columns on a page, with their download as CSV."""

from collections.abc import Callable, Collection, Mapping, Sequence
from functools import partial
from typing import Any

import pandas as pd
import pyarrow as pa
import streamlit as st

from boardodds.charts.style import HAIR
from boardodds.dashboard.ui.table_cells import download_rows, shown_value
from boardodds.probability.estimate import normal_quantile

# A table is a list of rows (mappings by column name, whose cells can be ``FormattedCell``) or a mapping of columns.
Rows = Sequence[Mapping[str, Any]]
Columns = Mapping[str, Any]
_NO_PLACES: Mapping[str, int] = {}
# In percent, the lowest and the highest chance that a table shows of an uncertain event. Beyond these it shows "<" or ">".
_LOWEST_SHOWN, _HIGHEST_SHOWN = 0.1, 99.9
# The explanation of a term by column name, shown when the pointer rests on the column's heading.
_HELP = {
    "95% CI": "95% confidence interval: on average, 19 of 20 such intervals contain the true value.",
    **dict.fromkeys(
        ("SE", "SE, paper", "SE, ours"), "Standard error: the typical size of the random error in this figure."
    ),
    "SE if independent": "The standard error if the two sets of games did not share their shuffles.",
    "z": "z-score: the difference divided by its standard error. If the true values are equal, a z-score beyond ±2 is rare.",
    "Wald interval": f"The proportion ± {normal_quantile(0.95):.2f} standard errors at a level of 95%, "
    f"± {normal_quantile(0.99):.2f} at 99%.",
    "Wilson interval": f"Every probability p within {normal_quantile(0.95):.2f} standard errors of the proportion at a level of "
    f"95%, {normal_quantile(0.99):.2f} at 99%. The standard error is taken at p.",
}


def table(rows: Rows, *, percent: Collection[str] = (), places: Mapping[str, int] = _NO_PLACES) -> None:
    """Show a table of rows.

    percent: the names of the columns of probabilities, which are shown in percent with one decimal place. A possible event is
        never shown as 0.0%, an uncertain one never as 100.0%.
    places: for other columns of numbers, the number of decimal places.
    """
    formats = dict.fromkeys(percent, "%.1f%%") | {name: f"%.{count}f" for name, count in places.items()}
    config = {name: st.column_config.NumberColumn(format=spec, help=_HELP.get(name)) for name, spec in formats.items()}
    arrow_table = to_arrow(rows, percent, places)
    data: Any = arrow_table
    if extreme := _extreme_columns(arrow_table, percent):
        data = _with_texts(arrow_table, extreme)
        config |= {name: st.column_config.NumberColumn(help=_HELP.get(name)) for name in extreme}
    config |= {
        name: st.column_config.Column(help=_HELP[name])
        for name in arrow_table.column_names
        if name in _HELP and name not in formats
    }
    st.dataframe(data, hide_index=True, column_config=config)


def to_arrow(rows: Rows, percent: Collection[str] = (), places: Mapping[str, int] = _NO_PLACES) -> pa.Table:
    """Return rows as an Arrow table, which Streamlit sends without conversion, unlike a pandas table.

    Cells that a row lacks are None. A percentage that would round to 0 or 100 although the event is possible or uncertain is not
    rounded.

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
    >>> to_arrow([{"wins": chance} for chance in (0, 1 / 4096, 1 - 1 / 4096, 1)], ["wins"])["wins"].to_pylist()
    [0.0, 0.0244140625, 99.9755859375, 100.0]
    """
    names = dict.fromkeys(name for row in rows for name in row)
    columns = {name: [shown_value(row.get(name)) for row in rows] for name in names}
    # A table without rows has no columns either.
    for name in names.keys() & set(percent):
        columns[name] = [_rounded(chance, _rounded_percentage) for chance in columns[name]]
    for name in names.keys() & places.keys():
        columns[name] = [_rounded(number, partial(round, ndigits=places[name])) for number in columns[name]]
    return pa.table(columns)


def _rounded_percentage(chance: float) -> float:
    """Return a chance in percent, rounded unless that would make a possible event impossible or an uncertain one certain."""
    # HAIR makes Python round halves up, as one does by hand. A chance that close to 1 is 1 but for rounding errors.
    rounded = round(100 * (chance + HAIR), 1)
    is_extreme = (rounded == 0 and chance > 0) or (rounded == 100 and chance < 1 - HAIR)
    return 100 * chance if is_extreme else rounded


def _is_extreme(percentage: float | None) -> bool:
    """Return whether a percentage of ``to_arrow`` was not rounded because it would be 0 or 100."""
    return percentage is not None and (0 < percentage < _LOWEST_SHOWN or _HIGHEST_SHOWN < percentage < 100)


def _extreme_columns(arrow_table: pa.Table, percent: Collection[str]) -> list[str]:
    """Return the columns with percentages that need a text instead of a format."""
    names = [name for name in arrow_table.column_names if name in percent]
    return [name for name in names if any(map(_is_extreme, arrow_table[name].to_pylist()))]


def _percentage_text(percentage: float) -> str:
    """Return the text of a percentage of ``to_arrow``.

    >>> _percentage_text(0.0244), _percentage_text(99.9756), _percentage_text(25.0), _percentage_text(100.0)
    ('<0.1%', '>99.9%', '25.0%', '100.0%')
    """
    if _is_extreme(percentage):
        return f"<{_LOWEST_SHOWN:.1f}%" if percentage < _LOWEST_SHOWN else f">{_HIGHEST_SHOWN:.1f}%"
    return f"{percentage:.1f}%"


def _with_texts(arrow_table: pa.Table, names: Collection[str]) -> Any:
    """Return the table with texts for the cells of some columns; these columns still sort as numbers.

    Formats of other columns take precedence over the texts that they get here.
    """
    return arrow_table.to_pandas().style.format(dict.fromkeys(names, _percentage_text), precision=4, na_rep="")


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
        icon=":material/download:",
        on_click="ignore",
    )


def _csv(data: Rows | Columns) -> str:
    return pd.DataFrame(data if isinstance(data, Mapping) else download_rows(data)).to_csv(index=False)

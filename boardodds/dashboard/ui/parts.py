"""Pieces that every page uses: charts with a text alternative, tables with a download, the Python panel."""

import re
import time
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

import pandas as pd
import pyarrow as pa
import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from boardodds.charts.style import HAIR, in_percent
from boardodds.dashboard.runtime.background import TURNS
from boardodds.dashboard.runtime.render_queue import LINE
from boardodds.dashboard.runtime.rerun import give_way
from boardodds.dashboard.ui.table_cells import figures_of, words_of

_DRAW_SECONDS = 0.05
_PATIENCE_SECONDS = 0.3
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
_PLAIN = {"displayModeBar": False, "scrollZoom": False}


def chart(figure: Any, *, key: str, alt: str) -> None:
    """A Plotly figure in the page's width; ``alt`` says in words what it shows."""
    st.plotly_chart(figure, width="stretch", key=key, config=_PLAIN, alt=alt)


def answer() -> DeltaGenerator:
    """The place of the page's answer, which a phone keeps in sight."""
    return st.container(key="answer")


def choose(label: str, options: Sequence[str], *, key: str, default: str | None = None, **more: Any) -> str:
    """One of a few options in a row, in the address under its key; the default is the first option."""
    default = default or options[0]
    # an empty value in a link clears even a control that requires one
    chosen = st.segmented_control(
        label,
        options,
        default=default,
        required=True,
        key=key,
        bind="query-params",
        persist_state="page",
        wrap=True,
        **more,
    )
    return chosen or default


def table(rows: Rows, *, percent: Collection[str] = (), places: Mapping[str, int] = _AS_IT_IS) -> None:
    """A table of rows. percent: columns of probabilities. places: of columns of other figures, behind the point."""
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
    """Rows, which may lack a column of another, as a table that is sent as it is; one of pandas would be turned into it first.

    >>> rows = [{"camel": "white", "wins": 5 / 16, "coins": -1e-9}, {"camel": "blue", "wins": -1e-9, "coins": 1.238, "left": 1}]
    >>> for row in arrow(rows, ["wins"], {"coins": 2}).to_pylist():
    ...     print(row)
    {'camel': 'white', 'wins': 31.3, 'coins': 0.0, 'left': None}
    {'camel': 'blue', 'wins': 0.0, 'coins': 1.24, 'left': 1}
    """
    names = dict.fromkeys(name for row in rows for name in row)
    columns: dict[str, list[Any]] = {name: [words_of(row.get(name)) for row in rows] for name in names}
    # rounding to what is shown, halves of probabilities up as by hand, and adding 0 keeps "-0.0" away
    columns |= {name: [round(100 * (chance + HAIR), 1) + 0.0 for chance in columns[name]] for name in percent}
    columns |= {name: [round(figure, count) + 0.0 for figure in columns[name]] for name, count in places.items()}
    return pa.table(columns)


def views(of: Mapping[str, Callable[..., None]], *given: Any) -> None:
    """Views as tabs, of which only the open one is worked out, from what is ``given``; nothing can be if any of it is None.

    Who opens another one, or moves something in it, waits for the views alone: the rest of the page stays as it is. Inside
    another page the rest holds the link that leads here as it stands, so all of it is drawn.
    """
    draw = _draw_views if st.context.is_embedded else _draw_views_alone
    draw(of, *given)


def _draw_views(of: Mapping[str, Callable[..., None]], *given: Any) -> None:
    with LINE.run():
        _draw_open_view(of, *given)


_draw_views_alone = st.fragment(_draw_views)


def _draw_open_view(of: Mapping[str, Callable[..., None]], *given: Any) -> None:
    tabs = st.tabs(list(of), key="view", bind="query-params", on_change="rerun")
    for tab, view in zip(tabs, of.values(), strict=True):
        if tab.open:
            with tab:
                if any(each is None for each in given):
                    st.caption("There is something to see here as soon as there is an answer above.")
                else:
                    view(*given)


def csv_button(label: str, table: Callable[[], Rows | Columns], *, file_name: str, key: str) -> None:
    """A download of a table, which is built only when it is clicked."""
    st.download_button(
        label,
        data=lambda: _csv(table()),
        file_name=file_name,
        mime="text/csv",
        key=key,
        icon="⬇️",
        on_click="ignore",
    )


def _csv(of: Rows | Columns) -> str:
    return pd.DataFrame(of if isinstance(of, Mapping) else figures_of(of)).to_csv(index=False)


@contextmanager
def progress(label: str, *, turn: bool = True, long: bool = False) -> Iterator[Callable[[float], None]]:
    """A bar for work that tells its share done, from 0 to 1; nothing is drawn if it never tells and need not wait.

    Each telling is a moment at which the run can be dropped for a newer one, so leaving the view or the page cancels the work.
    Long work takes turns with all other on the server, from its start if ``long`` says so, but for the work that the library
    itself does one at a time: who holds its lock must not wait for a turn, only make room. What runs inside calls the library
    and no cached solver, whose lock may be held by somebody who waits.
    """
    place = st.empty()
    # quick work draws nothing
    drawn = time.monotonic() + _PATIENCE_SECONDS - _DRAW_SECONDS
    done, is_shown = 0.0, False

    def draw(words: str) -> None:
        nonlocal drawn, is_shown
        give_way()
        if time.monotonic() - drawn > _DRAW_SECONDS:
            drawn, is_shown = time.monotonic(), True
            place.progress(min(1.0, done), words)

    def pausing(pause: Callable[[float], None]) -> Callable[[float], None]:
        def tell(share: float) -> None:
            nonlocal done
            done = share
            pause(share)
            draw(label)

        return tell

    def wait() -> None:
        draw(f"{label} (others go first)")

    if turn:
        with TURNS.job(wait, long=long) as pause:
            yield pausing(lambda _: pause())
    else:
        yield pausing(TURNS.aside(wait))
    if is_shown:
        place.empty()


def python_panel(lines: str) -> None:
    """The lines of Python that give the page's answer in a notebook."""
    st.markdown("**In Python**")
    # not coloured as a language: Streamlit's colours for that have too little contrast
    st.code(lines, language=None, wrap_lines=True)


def formula(tex: str) -> None:
    """A short formula on a line of its own, which no box has to scroll; a long one is ``st.latex``, which scrolls on a phone."""
    st.markdown(rf"$\displaystyle {tex}$")


def problem(sentence: str) -> None:
    """Tells in one sentence what is wrong with an input."""
    st.warning(plain(as_sentence(sentence)), icon="⚠️")


def as_sentence(message: str) -> str:
    """A message of the library with the capital and the full stop of a sentence.

    >>> as_sentence("face must be 1..6, got 7"), as_sentence("")
    ('Face must be 1..6, got 7.', '')
    """
    return message[:1].upper() + message[1:] + ("." if message and not message.endswith(".") else "")


def percent(chance: float, places: int = 1) -> str:
    """A chance in percent that does not claim certainty by rounding.

    >>> percent(0.25), percent(0.9999999, 2), percent(1e-9, 2), percent(1.0, 2)
    ('25.0%', 'more than 99.99%', 'less than 0.01%', '100.00%')
    """
    least = 10 ** -(places + 2)
    if 0 < chance < least:
        return f"less than {least:.{places}%}"
    if 1 - least < chance < 1:
        return f"more than {1 - least:.{places}%}"
    return in_percent(chance, places)


def plain(text: str) -> str:
    """Text that Markdown shows as it is: what a person or a link wrote must not become a picture or a link.

    >>> print(plain("at '![x](y)'"))
    at \\'\\!\\[x\\]\\(y\\)\\'
    """
    # addresses become links even when escaped, unless something invisible breaks them up
    broken = re.sub(r"(://|www\.|@)", "\\1\u2060", text)
    return re.sub(r"([!-/:-@\[-`{-~])", r"\\\1", broken)

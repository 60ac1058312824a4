"""Parts of pages, which a view returns: a ``str`` of Markdown, or a value with a method ``show``."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from html import escape
from typing import Any, Literal, Protocol

import pandas as pd
import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from boardodds.charts.style import HAIR, short_percent
from boardodds.dashboard.ui.state_store import as_default, as_index, setting
from boardodds.probability.estimate import Estimate, Exact, Interval

Rows = Sequence[Mapping[str, Any]]
# In the session: whether the browser has shown the place of a chart, which the frame reports.
CHARTS_SEEN = "charts seen"
_CHART_CONFIG = {"displaylogo": False, "modeBarButtons": [["toImage"]], "scrollZoom": False}


class Shown(Protocol):
    """A part of a page that is no text."""

    def show(self) -> None: ...


Part = str | Shown
Parts = Iterable[Part]


def draw(parts: Parts) -> None:
    """Draw parts one below the other, each as soon as it is computed."""
    for part in parts:
        if isinstance(part, str):
            st.markdown(part)
        else:
            part.show()


@dataclass(frozen=True, slots=True)
class Panel:
    """A figure with what it shows, its origin, and the table behind it.

    key: a name for the figure, unique on the page.
    alt: the text for screen readers: the finding, then the values.
    finding, method: what the figure shows, as a sentence above it, and the origin of its figures, below it.
    rows: returns the rows of the table behind the figure, when its section is opened.
    percent, places: the formats of the table's columns, as for ``Table``.
    options: further arguments of ``st.plotly_chart``, such as what a tap on a point does.
    """

    figure: Any
    key: str
    alt: str
    finding: str = ""
    method: str = ""
    rows: Callable[[], Rows] | None = None
    percent: Collection[str] = ()
    places: Mapping[str, int] = field(default_factory=dict)
    options: Mapping[str, Any] = field(default_factory=dict)

    def show(self) -> None:
        """Show the panel at the width of the page."""
        if self.finding:
            st.markdown(f"### {self.finding}")
        self._draw("content")
        if self.method:
            st.caption(self.method)
        if self.rows:
            Values(self.rows, f"{self.key}_rows", percent=self.percent, places=self.places).show()

    def show_beside_hundred(self) -> None:
        """Show the figure at the height of its place, below one line with the finding and the method."""
        st.markdown(f"**{self.finding}** {self.method}")
        self._draw("stretch")

    def show_on_screen(self) -> None:
        """Show the figure alone; ``layout.css`` enlarges it, so that it is readable from the back row."""
        with st.container(key="screen_chart"):
            self._draw("stretch")

    def _draw(self, height: Literal["content", "stretch"]) -> None:
        """Draw the figure if the place of a chart has been in view: Plotly is larger than the rest of the page."""
        if not st.session_state.get(CHARTS_SEEN):
            pixels = 0 if height == "stretch" else self.figure.to_dict()["layout"]["height"]
            # The Tab key scrolls it into view.
            attributes = f'role="img" aria-label="{escape(self.alt)}" tabindex="0" style="min-height:{pixels}px"'
            # The browser draws HTML later than the container that has its height.
            place = st.container(height=pixels, border=False) if pixels else st
            place.html(f'<div class="chart-place" {attributes}></div>')
            return
        options = {
            "config": {**_CHART_CONFIG, "toImageButtonOptions": {"scale": 2, "filename": self.key}},
            **self.options,
        }
        st.plotly_chart(self.figure, width="stretch", height=height, key=self.key, alt=self.alt, **options)


@dataclass(frozen=True, slots=True)
class Table:
    """A table of rows. Numbers are formatted on the page only, so the file that the toolbar downloads contains numbers.

    percent: the names of the columns of probabilities, which are shown in percent with one decimal place. A possible event is
        never shown as 0.0%, an uncertain one never as 100.0%. The columns of an estimate's interval are shown as its own column.
    places: for other columns of numbers, the number of decimal places.
    """

    rows: Rows
    percent: Collection[str] = ()
    places: Mapping[str, int] = field(default_factory=dict)

    def show(self) -> None:
        frame = pd.DataFrame(self.rows)
        texts: dict[str, Any] = {name: f"{{:z,.{count}f}}".format for name, count in self.places.items()}
        texts |= dict.fromkeys(self.percent, percent_text)
        names = {str(name): str(name).partition(_INTERVAL) for name in frame}
        formats = {name: texts[column] for name, (column, *_) in names.items() if column in texts}
        helps = {name: st.column_config.Column(help=_CI_HELP) for name, (_, bound, _) in names.items() if bound}
        shown = frame.style.format(formats, na_rep="") if formats else frame
        st.dataframe(shown, hide_index=True, column_config=helps, placeholder="")


@dataclass(frozen=True, slots=True)
class Values:
    """A closed section with a table, which is computed when the section is open, and a note below it."""

    rows: Callable[[], Rows]
    key: str
    percent: Collection[str] = ()
    places: Mapping[str, int] = field(default_factory=dict)
    note: str = ""

    def show(self) -> None:
        note = [Note(self.note)] if self.note else []
        Section("All figures", self.key, lambda: [Table(self.rows(), self.percent, self.places), *note]).show()


@dataclass(frozen=True, slots=True)
class Section:
    """A closed section, whose parts are computed when it is open."""

    label: str
    key: str
    parts: Callable[[], Parts]

    def show(self) -> None:
        draw_if_open(st.expander(self.label, key=self.key, on_change="rerun"), lambda: draw(self.parts()))


@dataclass(frozen=True, slots=True)
class Note:
    """A text in small letters."""

    text: str

    def show(self) -> None:
        st.caption(self.text)


@dataclass(frozen=True, slots=True)
class Html:
    """A piece of HTML."""

    html: str

    def show(self) -> None:
        st.html(self.html)


@dataclass(frozen=True, slots=True)
class Formula:
    """A short formula on a line of its own. One that is wider than a phone needs ``st.latex``, which scrolls."""

    tex: str

    def show(self) -> None:
        st.markdown(rf"$\displaystyle {self.tex}$")


@dataclass(frozen=True, slots=True)
class Code:
    """Lines to copy: by default the Python that computes the page's answer in a notebook."""

    lines: str
    heading: str = "**In Python**"

    def show(self) -> None:
        if self.heading:
            st.markdown(self.heading)
        # Streamlit's colours for a language have too little contrast.
        st.code(self.lines, language=None, wrap_lines=True)


@dataclass(frozen=True, slots=True)
class Beside:
    """Parts side by side; on a phone, one below the other."""

    parts: Sequence[Part]

    def show(self) -> None:
        for column, part in zip(st.columns(len(self.parts)), self.parts, strict=True):
            with column:
                draw([part])


@dataclass(frozen=True, slots=True)
class Toggle:
    """A switch of a view, which shows a setting of the page; ``Sheet.value`` returns whether it is on."""

    name: str
    label: str
    default: bool = False

    def adapt(self, value: bool) -> bool:
        return value

    def show(self) -> None:
        st.toggle(self.label, **setting(self.name, self.default))


@dataclass(frozen=True, slots=True)
class Choice:
    """A widget of a view that chooses one of several options for a setting of the page; ``Sheet.value`` returns it.

    words: returns an option in words.
    form: a row of buttons, a list that opens, a slider of whole numbers or of other stops, a field for a whole number, or pills,
        of which several can be chosen.
    """

    name: str
    label: str
    options: Sequence[Any]
    default: Any
    words: Callable[[Any], str] = str
    form: Literal["row", "list", "slider", "stops", "number", "pills"] = "row"

    def adapt(self, value: Any) -> Any:
        """Return the option that is shown for a setting, which can be no option of this state."""
        return value if self.form == "pills" or value in self.options else self.default

    def show(self) -> None:
        view = setting(self.name, self.default, adapt=self.adapt)
        if self.form == "slider":
            st.slider(self.label, self.options[0], self.options[-1], **view)
        elif self.form == "pills":
            st.pills(self.label, self.options, selection_mode="multi", format_func=self.words, **as_default(view))
        elif self.form == "stops":
            st.select_slider(self.label, self.options, **view)
        elif self.form == "number":
            st.number_input(self.label, self.options[0], self.options[-1], **view)
        elif self.form == "list":
            st.selectbox(self.label, format_func=self.words, **as_index(view, self.options))
        else:
            show_options(self.label, self.options, format_func=self.words, **view)


def draw_if_open(part: Any, draw: Callable[[], object]) -> None:
    """Draw the content of a popover or an expander while it is open, so that a closed one costs one element.

    part: made with ``on_change="rerun"``. Its widgets must be views of the store: others lose their values when it closes.
    """
    if part.open:
        with part:
            draw()


def drawn_alone(draw: Callable[..., None]) -> Callable[..., None]:
    """Return a function that draws a part of a page, whose widgets redraw only this part.

    In an embedded page they redraw everything, because the link at the top must match the current settings.
    """
    draw_alone = st.fragment(draw)
    return lambda *args: (draw if st.context.is_embedded else draw_alone)(*args)


def answer_container() -> DeltaGenerator:
    return st.container(key="answer")


@dataclass(frozen=True, slots=True)
class Finding:
    """The answer of a view, or "" while it is hidden, with a note below it.

    clauses: what the headline says too after the visitor's prediction, such as "your 100 games gave 71%".
    """

    text: str
    note: str = ""
    clauses: Sequence[str] = ()

    def show(self) -> None:
        with answer_container():
            if self.text:
                st.header(self.text, anchor=False)
            if self.note:
                st.caption(self.note)


def show_options(label: str, options: Sequence[Any], *, value: Any, **more: Any) -> Any:
    """Show a few options in a row, of which one is chosen, at first ``value``, and return it."""
    return st.segmented_control(label, options, default=value, required=True, wrap=True, **more)


# Behind the name of an estimate's column, in the names of the columns of its 95% interval.
_INTERVAL = ", 95%"
_CI_HELP = "95% confidence interval: on average, 19 of 20 such intervals contain the true value."


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
    return {f"{name}{_INTERVAL} from": interval.low, f"{name}{_INTERVAL} to": interval.high}


# The strongest tint in percent, of a certain event: ink on it still has a contrast of 4.5 to 1.
_MAX_TINT = 45
# The width in pixels of a grid with a name and two short columns.
NARROW = 620

# By row and column, a text, or a chance and its text. All rows have the same columns.
Cells = Mapping[str, Mapping[str, str | tuple[float, str]]]


@dataclass(frozen=True, slots=True)
class Grid:
    """A grid of chances, or a small table of texts.

    corner, caption: the heading of the rows, and the title for screen readers.
    current: the row and the column of a cell with a frame.
    width: in pixels; that of the page if None.
    words: of a table of texts the columns that are aligned at the left, unlike numbers; None for a grid.

    >>> "--tint:45%" in Grid({"green": {"1st": (1.0, "100.0%")}}, corner="camel", caption="Places").html
    True
    """

    cells: Cells
    corner: str
    caption: str
    current: tuple[str, str] | None = None
    width: int | None = None
    words: Collection[str] | None = None

    def show(self) -> None:
        st.html(self.html, width=self.width or "stretch")

    @property
    def html(self) -> str:
        """The grid as HTML."""
        columns: Sequence[str] = list(next(iter(self.cells.values()), {}))
        forms = dict.fromkeys(self.words or (), ' class="words"')
        head = "".join(f'<th scope="col"{forms.get(column, "")}>{escape(column)}</th>' for column in columns)
        lines, frames = [], {self.current: ' aria-current="true"'}
        for name, cells in self.cells.items():
            texts = [_cell(cells[column], forms.get(column, "") + frames.get((name, column), "")) for column in columns]
            lines.append(f'<tr><th scope="row">{escape(name)}</th>{"".join(texts)}</tr>')
        body, kind = "".join(lines), "grid" if self.words is None else "grid figures"
        return (
            f'<table class="{kind}"><caption>{escape(self.caption)}</caption>'
            f'<thead><tr><th scope="col">{escape(self.corner)}</th>{head}</tr></thead><tbody>{body}</tbody></table>'
        )


def _cell(cell: str | tuple[float, str], form: str) -> str:
    if isinstance(cell, str):
        return f"<td{form}>{escape(cell)}</td>"
    chance, text = cell
    return f'<td{form} style="--tint:{_MAX_TINT * chance:.0f}%">{escape(text)}</td>'

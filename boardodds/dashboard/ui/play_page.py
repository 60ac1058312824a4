"""A page with a board: its state, its answer, and the parts that ``play_page`` puts together.

A page is a value of ``PlayPage``. Its script in ``pages/`` calls ``play_page``; the home page and the tags of a link
draw from the same answer.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Generic, NamedTuple, TypeVar

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from boardodds.charts.hundred import Outcome
from boardodds.dashboard.runtime.compute import LongWorkError, sentence_if_impossible, short_only
from boardodds.dashboard.runtime.render_lock import RENDER_LOCK
from boardodds.dashboard.ui import query, share
from boardodds.dashboard.ui.hundred import Dots, hundred_html, show_dots, show_hundred
from boardodds.dashboard.ui.panels import answer_container, draw_if_open, problem
from boardodds.dashboard.ui.settings import Allowed, Query, StateDefinition, allowed_part, one_of
from boardodds.dashboard.ui.state_store import UNDO, VIEW, StateStore, as_default, open_store

StateT = TypeVar("StateT")
Views = Mapping[str, Callable[..., None]]
# The tabs of a page without a board.
_BOUND = {"key": VIEW, "bind": "query-params"}


@dataclass(frozen=True, slots=True)
class Answer:
    """The answer to the question of a page.

    finding: the answer in one line without a full stop: whole percents if simulated, at most one decimal place if exact.
    detail: what to do, as Markdown; "" if there is nothing to do.
    method: the origin of the figures in a sentence, with the interval of a simulated answer.
    pieces: the outcomes that the hundred draws, or the lengths of a hundred games; empty if there is no hundred.
    pieces_noun: the plural of what a piece is, for the alternative text.
    is_final: whether the game is over, so that the page has no views.
    """

    finding: str
    detail: str = ""
    method: str = ""
    pieces: Sequence[Outcome] | Dots = ()
    pieces_noun: str = "games like this one"
    is_final: bool = False

    @property
    def picture(self) -> str:
        """The hundred as HTML."""
        return self.pieces.html if isinstance(self.pieces, Dots) else hundred_html(self.pieces, games=self.pieces_noun)


def nothing(*_: Any) -> None:
    """Draw nothing: a part that a page does not have."""


def no_words(_: Any) -> Sequence[str]:
    """Return no words: for a state without mistakes or house rules."""
    return ()


@dataclass(frozen=True)
class PlayPage(Generic[StateT]):
    """A page with a board.

    title: the question of the page.
    definition: the state of the page, its link and its events.
    answer: returns the answer to a state. If it raises ValueError, the sentence takes its place.
    views: by the label of its tab, a function that draws a view of a state.
    settings: the settings that are no part of the state, with a check of their values.
    mistakes: returns a sentence for each mistake in a state, such as a text that cannot be read.
    house_rules: returns in words each rule that differs from the printed game.
    setup: draws the widgets that are used once per game, in a popover, while it is open.
    top: draws what is chosen before anything else, above the answer.
    board: draws the board and the widgets that are used with every move.
    advice: draws what to do below the answer, when the rest of the page is drawn: it can take long.
    slider: draws the one widget that a player wonders about, below the hundred.
    figures: draws the figures behind the hundred.
    starts: links to other starts of the game, which are prepared before anybody asks for them.
    unquoted: the settings whose text the tags of a link do not repeat, so that a link cannot make them say anything.
    """

    title: str
    definition: StateDefinition[StateT]
    answer: Callable[[StateT], Answer]
    views: Mapping[str, Callable[[StateT], None]]
    settings: Allowed = field(default_factory=dict)
    mistakes: Callable[[StateT], Sequence[str]] = no_words
    house_rules: Callable[[StateT], Sequence[str]] = no_words
    setup: Callable[[StateStore[StateT]], None] = nothing
    top: Callable[[StateStore[StateT]], None] = nothing
    board: Callable[[StateStore[StateT]], None] = nothing
    advice: Callable[[StateStore[StateT]], None] = nothing
    slider: Callable[[StateStore[StateT]], None] = nothing
    figures: Callable[[StateT], None] = nothing
    starts: Sequence[Mapping[str, str]] = ()
    unquoted: Collection[str] = ()

    def start_answer(self) -> Answer:
        """Return the answer to the page as a visitor without a link finds it."""
        return self.answer(self.definition.read({}))

    def finding_of_link(self, link: Query) -> str:
        """Return the answer to a link in one line; "" if the page shows a problem in its place."""
        quoted = {name: values for name, values in link.items() if name not in self.unquoted}
        state = self.definition.read(allowed_part(quoted, self.definition.allowed))
        return "" if any(self.mistakes(state)) else self.answer(state).finding


def play_page(page: PlayPage[Any]) -> None:
    """Draw a page with a board. Only the open view is computed."""
    store = open_store(page.definition, {**page.settings, VIEW: one_of(page.views)})
    page_title(
        page.title, setup="Set up", draw_setup=partial(page.setup, store), finding=partial(_finding, page, store)
    )
    query.show_mistakes([*store.mistakes, *page.mistakes(store.state)])
    page.top(store)
    top = answer_container()
    layout = _play_layout()
    with layout.board:
        page.board(store)
        st.button(
            "Undo",
            key="undo",
            icon=":material/undo:",
            disabled=not store.can_undo,
            on_click=store.dispatch,
            args=({"kind": UNDO},),
        )
    if notice := store.take_notice():
        # The page has no board that shows it.
        query.show_mistakes([notice])
    with top:
        answer = _answer_or_warn(page, store.state)
        if answer:
            st.subheader(answer.finding, anchor=False)
            if words := page.house_rules(store.state):
                st.caption(f"House rules: {', '.join(words)}.")
            if answer.detail:
                st.markdown(answer.detail)
        advice = st.container(key="advice")
    if answer:
        with layout.hundred:
            _show_pieces(answer, page.title)
            page.slider(store)
        with layout.method:
            if answer.method:
                st.caption(answer.method)
        with layout.figures, sentence_if_impossible():
            page.figures(store.state)
        with advice, sentence_if_impossible():
            page.advice(store)
    if not (answer and answer.is_final):
        show_views(page.views, store.state, store=store, has_answer=answer is not None)


def _finding(page: PlayPage[StateT], store: StateStore[StateT]) -> str:
    """Return the answer that a preview of the page's link shows."""
    try:
        with short_only():
            return page.finding_of_link(store.link(page.settings))
    except (LongWorkError, ValueError):
        return ""


def _answer_or_warn(page: PlayPage[StateT], state: StateT) -> Answer | None:
    with sentence_if_impossible():
        try:
            return page.answer(state)
        except ValueError as error:
            problem(str(error))
    return None


def _show_pieces(answer: Answer, key: str) -> None:
    if isinstance(answer.pieces, Dots):
        show_dots(answer.pieces)
    elif answer.pieces:
        show_hundred(answer.pieces, key=key, games=answer.pieces_noun)


class _PlayLayout(NamedTuple):
    """The containers below the answer.

    On a wide page the board stands at the left, and the hundred with the method and the figures below it at the right. On a phone
    the hundred comes first, then the board, then the figures; the method is above or below the board.
    """

    hundred: DeltaGenerator
    board: DeltaGenerator
    method: DeltaGenerator
    figures: DeltaGenerator


def _play_layout() -> _PlayLayout:
    with st.container(key="play"):
        return _PlayLayout(*(st.container(key=f"play_{name}") for name in _PlayLayout._fields))


def page_title(
    title: str,
    *,
    private_setting: str = "",
    setup: str = "",
    draw_setup: Callable[[], None] | None = None,
    allowed: Allowed | None = None,
    finding: Callable[[], str] = str,
) -> DeltaGenerator:
    """Show the page's title and its share button; in a page embedded in another site, a small heading that links here.

    Returns the popover for everything that is chosen once per game; with an empty ``setup``, an empty container.

    private_setting: the setting, if any, that is left out of a shared link unless the visitor chooses to include it.
    setup: the label of the popover, which does not change: with another label it would be closed.
    draw_setup: draws the content of the popover while it is open. Without it the caller draws the content in every run, as
        widgets that are bound to the URL need: their settings go with them.
    allowed: the settings that a link may have; what is wrong with a link stands below the title. A page with a board shows the
        mistakes of its store instead.
    finding: returns the answer to the page's link, for those with whom it is shared; "" if there is none.
    """
    # Before the links to this page: they have no unknown settings.
    mistakes = [] if allowed is None else query.link_mistakes(allowed)
    with st.container(horizontal=True, vertical_alignment="center", key="title_row"):
        if st.context.is_embedded:
            st.markdown(f"##### {title} · [boardodds]({share.page_url(without=('embed', 'embed_options'))})")
        else:
            st.title(title)
        popover = (
            st.popover(
                setup,
                icon=":material/tune:",
                key="setup",
                on_change="rerun" if draw_setup else "ignore",
                width="content",
            )
            if setup
            else st.empty()
        )
        if draw_setup:
            draw_if_open(popover, draw_setup)
        if not st.context.is_embedded:
            share.popover(title, private_setting, finding)
    query.show_mistakes(mistakes)
    return popover


def show_views(views: Views, *arguments: Any, store: StateStore[Any] | None = None, has_answer: bool = True) -> None:
    """Show views as tabs and compute only the open one; without an answer, show a placeholder.

    The tabs are a fragment, so using them reruns only the tabs. In an embedded page everything reruns, because the link at the
    top must match the current settings.

    arguments: passed to the function of the open view.
    store: the store of the page's state, if it has one.
    """
    draw = _draw_views if st.context.is_embedded else _draw_views_alone
    draw(views, store, arguments, has_answer)


def _draw_views(views: Views, store: StateStore[Any] | None, arguments: Sequence[Any], has_answer: bool) -> None:
    with RENDER_LOCK.run():
        if store:
            store.write_url()
        widget = as_default(store.setting(VIEW, next(iter(views)))) if store else _BOUND
        tabs = st.tabs(list(views), **{"on_change": "rerun", **widget})
        for tab, view in zip(tabs, views.values(), strict=True):
            if tab.open:
                with tab, sentence_if_impossible():
                    if has_answer:
                        view(*arguments)
                    else:
                        st.caption("No results yet. Fix the problem shown above.")


_draw_views_alone = st.fragment(_draw_views)

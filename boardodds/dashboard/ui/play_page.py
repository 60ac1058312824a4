"""A page with a board, a value of ``PlayPage``. Its script in ``pages/`` calls ``play_page``, which draws its state and sheet."""

import json
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from functools import partial
from html import escape
from typing import Any, Generic

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from boardodds.dashboard.runtime.compute import LongWorkError, short_only
from boardodds.dashboard.runtime.render_lock import RENDER_LOCK
from boardodds.dashboard.ui import present, reveal, share, try_again
from boardodds.dashboard.ui.game_state import NEW_GAME
from boardodds.dashboard.ui.history import show_record
from boardodds.dashboard.ui.hundred import Dots, guess_html, show_hundred
from boardodds.dashboard.ui.messages import problem, sentence_if_impossible, show_mistakes
from boardodds.dashboard.ui.panels import Html, Note, Panel, Parts, answer_container, draw, draw_if_open, drawn_alone
from boardodds.dashboard.ui.record import read_record
from boardodds.dashboard.ui.reveal import PREDICTION
from boardodds.dashboard.ui.settings import Allowed, Query, StateDefinition, StateT, allowed_part, one_of
from boardodds.dashboard.ui.sheet import Advice, Answer, IncompleteError, Sheet, sheet_of
from boardodds.dashboard.ui.state_store import RECORD, UNDO, VIEW, StateStore, as_default, open_store
from boardodds.dashboard.ui.what_if import show_slider
from boardodds.dashboard.ui.words import escape_markdown

Views = Mapping[str, Callable[..., Parts]]
# The card of a game that is over and has no other.
_PLAY_AGAIN = Advice("Play again", "", NEW_GAME, "New game", heading="The game is over")
WHY = " :primary[Why?]"


def nothing(*_: Any) -> None:
    """Draw nothing: a part that a page does not have."""


@dataclass(frozen=True)
class PlayPage(Generic[StateT]):
    """A page with a board.

    views: by the label of its tab, a function that returns the parts of a view of a sheet.
    settings: the settings that are no part of the state, with a check of their values; among them that of the slider.
    setup: draws the widgets that are used once per game, in a popover, while it is open.
    board: draws the board, the widgets that are used with every move, and the row of ``turn_row`` unless it has its own *Undo*.
    card: returns a page to print of a state, as HTML.
    unquoted: the settings whose text the tags of a link do not repeat, so that a link cannot make them say anything.
    """

    title: str
    definition: StateDefinition[StateT]
    sheet: type[Sheet[StateT]]
    views: Views
    settings: Allowed = field(default_factory=dict)
    setup: Callable[[StateStore[StateT]], None] = nothing
    board: Callable[[StateStore[StateT]], None] = nothing
    card: Callable[[StateT], str] | None = None
    unquoted: Collection[str] = ()

    def start_answer(self) -> Answer:
        """Return the answer to the page as a visitor without a link finds it."""
        return sheet_of(self.sheet, self.definition.read({})).answer

    def finding_of_link(self, link: Query) -> str:
        """Return the answer to a link in one line; "" if the page shows a problem in its place, or the link hides it."""
        if reveal.is_hiding(link):
            return ""
        if self.definition.acts and (records := link.get(RECORD)):
            line, _ = read_record(records[-1], self.definition, allowed_part(link, self.definition.allowed))
            link = self.definition.write(line[-1].state)
        quoted = {name: values for name, values in link.items() if name not in self.unquoted}
        sheet = sheet_of(self.sheet, self.definition.read(allowed_part(quoted, self.definition.allowed)))
        return "" if any(sheet.mistakes) else sheet.answer.finding


def play_page(page: PlayPage[Any]) -> None:
    """Draw a page with a board. Only the open view is computed."""
    store = open_store(page.definition, {**reveal.settings(), **page.settings, VIEW: one_of(page.views)})
    is_screen = present.is_presenting()
    # A projector has no room for the buttons.
    trial = None if is_screen else try_again.current_trial(store)
    sheet = sheet_of(page.sheet, store.state)
    is_hidden = reveal.is_hidden() or trial is not None
    if not is_screen:
        page_title(
            page.title,
            draw_setup=partial(_show_setup, page, store),
            box=sheet.box,
            finding=partial(_finding, page, store),
            draw_shared=partial(_show_card, page, store),
        )
    show_mistakes([*store.mistakes, *sheet.mistakes])
    if is_screen:
        with st.container(key=present.PRESENT):
            _show_on_screen(page, sheet, store, is_hidden=is_hidden)
        return
    layout = _play_layout(page, is_hidden=is_hidden, has_moves=not _is_for_class(sheet))
    with layout["board"]:
        page.board(store)
        history = st.container(key="play_history") if page.sheet.history else None
    # Of a page without a board that shows it.
    show_mistakes([store.take_notice()])
    with layout["answer"]:
        if is_hidden:
            _show_house_rules(sheet)
            draw([] if trial else sheet.prediction.class_parts)
            (partial(try_again.show, store, trial) if trial else sheet.prediction.show)()
            return
        answer = _show_answer(sheet)
        sheet.prediction.show()
    if answer:
        _show_parts(page, sheet, store, layout)
    if not (answer and answer.is_final):
        show_views(page.views, sheet, store, answer is not None)
    if history and sheet.history and answer:
        with history, sentence_if_impossible():
            sheet.history.show(store, partial(try_again.offer, store, sheet.history))
    if page.sheet.slider_setting and answer and not _is_for_class(sheet):
        # Last, since its curve can take long.
        with layout["slider"]:
            show_slider(sheet, store)


def turn_row(store: StateStore[StateT], draw_turn: Callable[[StateStore[StateT]], None] = nothing) -> None:
    """Show the row below a board: the widgets that ``draw_turn`` draws, and *Undo*. A projector has its own buttons."""
    if not present.is_presenting():
        with st.container(horizontal=True, vertical_alignment="center", key="turn"):
            draw_turn(store)
            undo_button(store)


def new_game_button(store: StateStore[Any]) -> None:
    """Show the button that starts the game of a ``GameState`` again, for ``turn_row``."""
    st.button("New game", key="new_game", disabled=not store.state.text, on_click=store.dispatch, args=(NEW_GAME,))


def _show_setup(page: PlayPage[StateT], store: StateStore[StateT]) -> None:
    # The open popover can cover the place of the notice on the page.
    show_mistakes([store.notice])
    page.setup(store)
    if page.sheet.history:
        show_record(store)


def _show_on_screen(
    page: PlayPage[StateT], sheet: Sheet[StateT], store: StateStore[StateT], *, is_hidden: bool
) -> None:
    """Show the answer in large type with the first chart of the open view, or before the tap the board, on a projector."""
    with answer_container():
        st.caption(page.title)
        answer = None if is_hidden else _show_answer(sheet)
        if not is_hidden:
            sheet.prediction.show()
        parts = sheet.prediction.class_parts if answer or is_hidden else ()
        panel = next((part for part in parts if isinstance(part, Panel)), None)
        with sentence_if_impossible():
            if answer and not panel and (panel := _panel_on_screen(page, sheet, store)):
                is_own = panel is sheet.chart or not panel.finding
                st.caption(panel.method if is_own else f"**{panel.finding}.** {panel.method}")
    if panel:
        panel.show_on_screen()
    elif answer:
        _show_pieces(answer, page.title)
    else:
        with st.container(key="screen_board"):
            page.board(store)
    with st.container(horizontal=True, vertical_alignment="bottom", key="screen_buttons"):
        if is_hidden:
            sheet.prediction.show()
        undo_button(store)
        present.show_switch()


def _panel_on_screen(page: PlayPage[StateT], sheet: Sheet[StateT], store: StateStore[StateT]) -> Panel | None:
    """Return the first chart of the open view; that of the page if the view has none, or is the first one."""
    first = next(iter(page.views))
    name = store.value_of(VIEW, first)
    parts = page.views[name](sheet) if name != first else ()
    return next((part for part in parts if isinstance(part, Panel)), None) or sheet.chart


def undo_button(store: StateStore[Any]) -> None:
    st.button("Undo", key="undo", disabled=not store.can_undo, on_click=store.dispatch, args=({"kind": UNDO},))


def _show_answer(sheet: Sheet[Any]) -> Answer | None:
    with sentence_if_impossible():
        try:
            answer = sheet.answer
        except IncompleteError as error:
            st.header(str(error), anchor=False)
        except ValueError as error:
            problem(str(error))
        else:
            st.header(sheet.prediction.headline(answer.finding), anchor=False)
            _show_house_rules(sheet)
            if answer.detail:
                st.markdown(answer.detail)
            return answer
    return None


def _show_house_rules(sheet: Sheet[Any]) -> None:
    if words := sheet.house_rules:
        st.caption(f"House rules: {', '.join(words)}.")


def _show_parts(
    page: PlayPage[StateT], sheet: Sheet[StateT], store: StateStore[StateT], layout: Mapping[str, DeltaGenerator]
) -> None:
    """Draw everything around the answer; the advice last, since it can take long."""
    answer = sheet.answer
    with layout["answer"]:
        draw(sheet.prediction.class_parts)
    with layout["hundred"]:
        number = sheet.prediction.number if reveal.is_off() else None
        if number is not None and answer.pieces and not isinstance(answer.pieces, Dots):
            st.html(guess_html(number / 100, "your prediction"))
        _show_pieces(answer, page.title)
    with layout["method"]:
        draw([Note(answer.method)] if answer.method else [])
    if "chart" in layout:
        with layout["chart"], sentence_if_impossible():
            if sheet.chart:
                sheet.chart.show_beside_hundred()
    with layout["figures"], sentence_if_impossible():
        draw([] if _is_for_class(sheet) else sheet.figures)
    with layout["advice"], sentence_if_impossible():
        if _is_for_class(sheet):
            return
        if ending := sheet.ending:
            draw(ending)
        else:
            _show_advice(sheet, store, None if answer.is_final else partial(next(iter(page.views.values())), sheet))


def _finding(page: PlayPage[StateT], store: StateStore[StateT]) -> str:
    try:
        with short_only():
            return "" if reveal.is_off() else page.finding_of_link({**store.link(page.settings), RECORD: []})
    except (LongWorkError, ValueError):
        return ""


def _show_card(page: PlayPage[StateT], store: StateStore[StateT]) -> None:
    if page.card:
        card = page.card(store.state)
        st.download_button("Table card to print", card, "table_card.html", "text/html", on_click="ignore")


def _show_pieces(answer: Answer, key: str) -> None:
    if isinstance(answer.pieces, Dots):
        st.html(answer.pieces.html)
    elif answer.pieces:
        show_hundred(answer.pieces, key=key, games=answer.pieces_noun)


def _show_advice(sheet: Sheet[Any], store: StateStore[Any], reasons: Callable[[], Parts] | None) -> None:
    """Show the card with the best move, and what the visitor's last one cost.

    reasons: returns the view that explains it, of which a tap on the card shows the texts over the page; None at the end.
    """
    if not (advice := sheet.advice or (None if reasons else _PLAY_AGAIN)):
        return
    cost = sheet.history.verdict(store) if sheet.history else ""
    texts = advice.heading, advice.move, cost + (advice.refusal or advice.why), advice.also
    heading, move, why, also = map(escape_markdown, texts)
    if also and not (cost or advice.refusal):
        # A phone has no room for it.
        why += f":gray[; {also}]"
    lines = f"*{heading}* **{move}** {why}"
    if advice.refusal:
        # Not as a heading, which a phone hides.
        lines = f"**If it were my turn: {move[0].lower()}{move[1:]}** {why}"
    if reasons:
        part = st.popover(lines + WHY, type="tertiary", key="reasons", on_change="rerun", width="stretch")
        draw_if_open(part, lambda: draw(each for each in reasons() if isinstance(each, str | Note)))
    else:
        st.button(lines, key="reasons", type="tertiary", disabled=True)
    if advice.label:
        args = advice, store, store.revision
        key, is_refused = store.event_key("do_it"), bool(advice.refusal)
        st.button(advice.label, key=key, type="primary", disabled=is_refused, on_click=_follow, args=args)
    # The boards read it; see ``board_component.js``.
    event = {} if advice.refusal else advice.event
    best = {"revision": store.revision, "event": event, "equals": advice.equals, "badge": advice.badge}
    st.html(f'<i data-best="{escape(json.dumps(best))}"></i>')


def _follow(advice: Advice, store: StateStore[Any], revision: int) -> None:
    before = store.state
    if store.revision == revision and not advice.refusal:
        store.dispatch(advice.event)
    if store.state is not before:
        st.toast(f"{escape_markdown(advice.move)}: {advice.done}. *Undo* takes it back.")


def _is_for_class(sheet: Sheet[Any]) -> bool:
    """Return whether the page asks a class who wins, and so advises no bets."""
    return reveal.is_off() and bool(sheet.prediction.options)


def _play_layout(page: PlayPage[Any], *, is_hidden: bool, has_moves: bool) -> dict[str, DeltaGenerator]:
    """Return the containers of a play page, in the order of the page on a phone; ``layout.css`` places them.

    On a wide page the board stands at the left. On a phone the hundred and the chart lie side by side and swipe.
    """
    # The key reports what the page has, since each part has its height before it is drawn.
    has_advice = has_moves and page.sheet.advice is not Sheet.advice
    has_slider = has_moves and bool(page.sheet.slider_setting)
    parts = "hidden" if is_hidden else f"with{'_advice' * has_advice}{'_slider' * has_slider}"
    pictures = ("hundred",) if page.sheet.chart is Sheet.chart else ("hundred", "chart")
    with st.container(key=parts), st.container(key="play"):
        answer, advice = answer_container(), st.container(key="advice", horizontal=True, vertical_alignment="center")
        with st.container(key="play_pics"):
            layout = {name: st.container(key=f"play_{name}") for name in pictures}
        layout |= {name: st.container(key=f"play_{name}") for name in ("board", "slider", "method", "figures")}
    return {"answer": answer, "advice": advice, **layout}


def page_title(
    title: str,
    *,
    private_setting: str = PREDICTION,
    draw_setup: Callable[[], None] | None = None,
    box: str = "",
    finding: Callable[[], str] = str,
    draw_shared: Callable[[], None] = nothing,
) -> None:
    """Show the page's title and its share button; in a page embedded in another site, a small heading that links here.

    draw_setup: draws what is chosen once per game in a popover, while it is open.
    box: the printed game that is set up, in a few words.
    private_setting, finding, draw_shared: as for ``share.popover``.
    """
    with st.container(horizontal=True, vertical_alignment="center", key="title_row"):
        if st.context.is_embedded:
            st.markdown(f"##### {title} · [boardodds]({share.page_url(without=('embed', 'embed_options'))})")
        else:
            st.title(title, anchor=False)
        if draw_setup:
            if box:
                # Not in the label: a popover whose label changes closes. A style alone would take the place of a toast.
                st.html(f"<i></i><style>:root {{ --box: {json.dumps(box[0].upper() + box[1:])} }}</style>")
            part = st.popover("Set up", icon=":material/tune:", key="setup", on_change="rerun", width="content")
            draw_if_open(part, partial(_draw_setup, draw_setup))
        if not st.context.is_embedded:
            share.popover(title, private_setting, finding, draw_shared)


def _draw_setup(draw_setup: Callable[[], None]) -> None:
    draw_setup()
    reveal.show_setting()


@drawn_alone
def show_views(views: Views, subject: Any, store: StateStore[Any], has_answer: bool = True) -> None:
    """Show views as tabs and compute only the open one; without an answer, show a placeholder. A projector shows one view alone.

    The views get ``subject``: the sheet, or the store of a page without one.
    """
    with RENDER_LOCK.run():
        store.write_url()
        first = next(iter(views))
        if present.is_presenting():
            with present.screen(), sentence_if_impossible():
                _draw_on_screen(views[store.value_of(VIEW, first)](subject))
            return
        tabs = st.tabs(list(views), **as_default(store.setting(VIEW, first)))
        for tab, view in zip(tabs, views.values(), strict=True):
            if tab.open:
                with tab, sentence_if_impossible():
                    draw(view(subject) if has_answer else [Note("No results yet: see above.")])


def _draw_on_screen(parts: Parts) -> None:
    """Draw a view on a projector, where its first picture has the window: a chart if no HTML stands above it."""
    has_picture = False
    for part in parts:
        if not isinstance(part, Panel):
            draw([part])
        elif not has_picture:
            part.show_on_screen()
        has_picture |= isinstance(part, Panel | Html)

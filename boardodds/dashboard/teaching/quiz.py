"""The quiz page: the choice of questions, the next question, the last answer, and the score."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from secrets import randbelow
from typing import Any

import streamlit as st

from boardodds.charts import large_numbers as charts
from boardodds.charts.predictions import in_unit
from boardodds.charts.style import HAIR
from boardodds.charts.worksheet import answer_outcomes, question_picture, settings
from boardodds.dashboard.runtime.environment import page_script
from boardodds.dashboard.runtime.rooms import Question
from boardodds.dashboard.teaching import solvers
from boardodds.dashboard.teaching.parts import picture
from boardodds.dashboard.ui import room
from boardodds.dashboard.ui.class_numbers import class_parts
from boardodds.dashboard.ui.declared_widgets import show_rules
from boardodds.dashboard.ui.hundred import guess_html, hundred_html
from boardodds.dashboard.ui.panels import Code, Finding, Panel, Parts, Rows, Section, Values, draw, draw_if_open
from boardodds.dashboard.ui.present import is_presenting
from boardodds.dashboard.ui.reveal import NO_GUESS
from boardodds.dashboard.ui.settings import MAX_SEED, Event, Query, allowed_part, rules_definition
from boardodds.dashboard.ui.sheet import cached_part
from boardodds.dashboard.ui.state_store import StateStore, as_default
from boardodds.dashboard.ui.words import percent
from boardodds.entry.game import AGES, REAL_GAME, Page
from boardodds.probability.declared_rules import OneOf, Stops, Switch, Text, Whole, Wholes, check_rules, rule
from boardodds.probability.validate import check_whole
from boardodds.teaching import quiz
from boardodds.teaching.quiz import QuizQuestion

PAGE = Page("quiz", "Guess the odds", "How well do you guess?")
# By the title of a generator, its key.
KEYS = {generator.title: key for key, generator in quiz.generators().items()}
LEVEL = OneOf({level: age.words for level, age in AGES.items()} | {REAL_GAME: "real games"})
LEVEL_HELP = "Questions for an age can be calculated by hand; those of real games are to be guessed."
# Guesses within this distance of the chance are called near.
_NEAR = 0.1
_PLACES = {"points off": 1, "points": 0, "Brier, expected": 3}


def _check_kinds(name: str, kinds: Sequence[str]) -> None:
    for kind in kinds:
        if kind not in KEYS:
            raise ValueError(f"{name} must be among {', '.join(KEYS)}, got {kind!r:.40}")


@dataclass(frozen=True)
class Questions:
    """A choice of questions: the first ``count`` questions of a seed.

    kinds: the titles of the question generators to draw from; empty for all.
    """

    seed: int = rule(
        1, Whole(0, MAX_SEED), "Seed", "With the same choices, the same seed gives the same questions on every device."
    )
    count: int = rule(10, Stops((5, 10, 20)), "Questions")
    level: str = rule(REAL_GAME, LEVEL, "Level", LEVEL_HELP)
    kinds: tuple[str, ...] = rule((), Text(lambda text: tuple(text.split(",")), ",".join, _check_kinds), "Games")

    def __post_init__(self) -> None:
        check_rules(self)

    @property
    def keys(self) -> tuple[str, ...]:
        """The keys of the question generators to draw from, without those that lack the level; empty for all."""
        allowed = KEYS.values() if self.level == REAL_GAME else quiz.by_hand_keys()
        return tuple(KEYS[kind] for kind in self.kinds if KEYS[kind] in allowed)

    @property
    def notice(self) -> str:
        """What was left out of the choice and why, as a sentence; "" if nothing was."""
        left_out = [kind for kind in self.kinds if KEYS[kind] not in self.keys]
        instead = "" if self.keys else " The questions come from all other games instead."
        return f"Too large to calculate by hand, so left out: {', '.join(left_out)}.{instead}" if left_out else ""

    @property
    def kind(self) -> dict[str, Any]:
        """The kind of the questions, for ``solvers.questions``."""
        return {"level": self.level}

    @cached_part
    def questions(self) -> list[QuizQuestion]:
        return solvers.questions(self.seed, range(self.count), self.keys, **self.kind)

    def question(self, number: int) -> QuizQuestion:
        """Return one question; the first one has the number 0."""
        return solvers.questions(self.seed, [number], self.keys, **self.kind)[0]

    def heading(self, number: int) -> str:
        """Return a question after its number, which is shown counted from 1."""
        return f"Question {number + 1} of {self.count}: {self.question(number).question.text}"


@dataclass(frozen=True)
class Quiz(Questions):
    """The questions of a quiz, and the guesses for the first of them in percent.

    guesses_answered: whether the answer to the last guess is on the page, and not the next question.
    """

    guesses: tuple[int, ...] = rule((), Wholes(0, 100, shortest=0, unit="percent"), "Guesses")
    guesses_answered: bool = rule(False, Switch(), "With the answer to the last one")

    def __post_init__(self) -> None:
        super().__post_init__()
        check_whole("the number of guesses", len(self.guesses), 0, self.count, "in this quiz")

    @property
    def chances(self) -> list[float]:
        """The guesses, from 0 to 1."""
        return [guess / 100 for guess in self.guesses]

    @property
    def is_answered(self) -> bool:
        """Whether there is an answer on the page."""
        return self.guesses_answered and bool(self.guesses)

    @property
    def number(self) -> int:
        """The number of the question on the page, from 0; the number of questions if all are answered."""
        return len(self.guesses) - self.is_answered


_RULES = rules_definition("quiz", Quiz(), dependent="guesses")


def _apply(state: Quiz, event: Event) -> tuple[Quiz, str]:
    match event:
        case {"kind": "lock", "number": int(number), "percent": int(percent)} if number == state.number:
            if not state.is_answered:
                state = replace(state, guesses=(*state.guesses, percent), guesses_answered=True)
            return state, ""
        case {"kind": "next", "number": int(number)} if number == state.number:
            return replace(state, guesses_answered=False), ""
        case {"kind": "set"}:
            # Other questions need other guesses.
            state = replace(state, guesses=(), guesses_answered=False)
    return _RULES.apply(state, event)


def _read(link: Query) -> Quiz:
    # Somebody who starts alone gets new questions; a shared link has a seed.
    return _RULES.read(link if link.get("seed") else {**link, "seed": [str(randbelow(MAX_SEED + 1))]})


def _write(state: Quiz) -> Query:
    return {"seed": [str(state.seed)], **_RULES.write(state)}


DEFINITION = replace(_RULES, apply=_apply, read=_read, write=_write)


def show_setup(store: StateStore[Any]) -> None:
    """Show the widgets that choose the questions."""
    show_rules(store, store.state, ["level", "count", "seed"])
    st.pills(
        "Games",
        list(KEYS),
        selection_mode="multi",
        wrap=True,
        help="If you choose none, the questions come from all of them.",
        **as_default(store.view("kinds", list(store.state.kinds))),
    )


def show_table(item: QuizQuestion, place: str = "now", setting: str = "") -> None:
    """Show the picture of a question, if it has one, with its game and its setting, by default with all rules.

    place: the question's place on the page, of which each has only one.
    """
    if drawing := question_picture(item):
        with st.container(key=f"drawing_{item.key}_{place}"):
            picture(drawing, item.question.table).show()
    st.caption(setting or settings([item])[0])


def show_steps(item: QuizQuestion) -> None:
    """Show the computation of an answer by hand, if there is one."""
    if item.question.steps:
        st.markdown("\n".join(f"- {step}" for step in item.question.steps))


def show_question(store: StateStore[Quiz]) -> None:
    """Show a question, and beside it the guess, then in its place the answer. No later question is computed."""
    chosen, number = store.state, store.state.number
    if chosen.notice:
        st.caption(chosen.notice)
    Finding(chosen.heading(number)).show()
    left, right = st.columns([3, 2] if is_presenting() else 2, gap="medium")
    with left, st.container(key="question_now"):
        show_table(chosen.question(number))
    if chosen.is_answered:
        with right, st.container(key="last_answer"):
            _show_answer(store, number)
        return
    with right, st.container(key="guess"):
        asked = _question(chosen, number)
        has_room = room.show(asked, partial(_lock, store, number, _class_guess), can_skip=False)
        if has_room and not room.has_few():
            draw(class_parts(room.guesses(asked) or [], "class", 100, "%", None))
            return
        # Each question has a slider of its own.
        key = store.event_key("guess")
        label = "Your guess: the chance that the answer is yes"
        texts = {NO_GUESS: NO_GUESS} | {guess: f"{guess}%" for guess in range(101)}
        guess = st.select_slider(label, list(texts), key=key, format_func=texts.__getitem__)
        look: dict[str, Any] = {"type": "primary", "icon": ":material/lock:", "disabled": guess == NO_GUESS}
        st.button("Lock", on_click=_lock, args=(store, number, partial(st.session_state.get, key)), **look)
        if not has_room:
            room.show_button(asked)


def _lock(store: StateStore[Quiz], number: int, percent: Callable[[], int | None]) -> None:
    # The slider can have moved since the button was drawn.
    store.dispatch({"kind": "lock", "number": number, "percent": percent()})


def _question(chosen: Quiz, number: int) -> Question:
    return room.question(chosen.heading(number), about=dict(chosen.question(number).question.notation))


def _class_guess() -> int:
    return int(room.median_guess() + 0.5)


def _show_answer(store: StateStore[Quiz], number: int) -> None:
    item, guess = store.state.question(number), store.state.chances[number]
    asked = _question(store.state, number)
    room.tell(asked, 100 * item.chance)
    shown = room.guesses(asked) or []
    st.markdown(
        f"{'The class guessed' if shown else 'Your guess:'} {guess:.0%}. Exact chance: **{percent(item.chance)}**. "
        f"**{quiz.guess_points(guess, item.chance)} of 100 points.** {item.question.because}"
    )
    label = "Next question" if number + 1 < store.state.count else "Show score"
    event = {"kind": "next", "number": number}
    with st.container(horizontal=True):
        st.button(label, key=store.event_key("next"), type="primary", on_click=store.dispatch, args=(event,))
        room.show_end()
    draw(class_parts(shown, "class", 100, "%", 100 * item.chance))
    st.html(guess_html(guess) + hundred_html(answer_outcomes(item.chance)))
    show_steps(item)
    _page_link(number, item)


def _page_link(number: int, item: QuizQuestion) -> None:
    st.page_link(
        page_script(item.key),
        label=f"Open question {number + 1} on its page",
        icon=":material/search:",
        query_params=dict(item.question.notation),
    )


def show_results(store: StateStore[Quiz]) -> None:
    """Show the score, the calibration chart, and every question with its answer."""
    guesses, items = store.state.chances, store.state.questions
    score, half = (quiz.score(each, items) for each in (guesses, [0.5] * len(items)))
    points, of_half, off = (in_unit(each, "") for each in (score.points, half.points, 100 - score.points))
    Finding(f"You have {points} of 100 points; always saying 50% gives {of_half}").show()
    st.markdown(
        f"On average your guesses are {off} points off. {_describe_bias(score)} Your Brier score is "
        f"{score.expected:.3f}: the squared difference between guess and outcome (1 for yes, 0 for no), with both outcomes "
        f"weighted by their chances. Lower is better; knowing every chance gives {score.best:.3f}."
    )
    new = {"kind": "set", "name": "seed", "value": randbelow(MAX_SEED + 1)}
    with st.container(horizontal=True):
        st.button("Start new quiz", type="primary", on_click=store.dispatch, args=(new,))
        room.show_end()
    chances = [item.chance for item in items]
    chart = Panel(
        charts.guess_points(guesses, chances, [item.question.text for item in items]),
        key="calibration_chart",
        alt="Your guesses and the exact chances: "
        + ", ".join(f"{guess:.0%} and {percent(chance, 0)}" for guess, chance in zip(guesses, chances, strict=True)),
        finding=_nearest_sentence(guesses, chances),
        method=f"Near: within {100 * _NEAR:.0f} percentage points. Each point is a question with its number. Its vertical "
        "distance from the diagonal is the error of your guess. Above the line, the chance is higher than your guess; below "
        "it, lower.",
    )
    if is_presenting():
        chart.show_on_screen()
        return
    chart.show()
    Values(
        lambda: _result_rows(items, guesses),
        key="results",
        percent=["guess", "exact"],
        places=_PLACES,
        note="*Points off* is your guess minus the exact chance, in percentage points; *points* are 100 without them. "
        "*Brier, expected* is the score of the guess, with both outcomes weighted by their chances.",
    ).show()
    section = st.expander("All questions, with links to their pages", key="all_questions", on_change="rerun")
    draw_if_open(section, partial(_list_questions, items))


def _list_questions(items: Sequence[QuizQuestion]) -> None:
    for number, item in enumerate(items):
        st.markdown(f"**{number + 1}.** {item.question.text} {item.question.because}")
        show_steps(item)
        _page_link(number, item)


def _nearest_sentence(guesses: list[float], chances: list[float]) -> str:
    """Return how many guesses are near the exact chance.

    >>> _nearest_sentence([0.5, 0.2], [0.45, 0.8]), _nearest_sentence([0.5], [0.9])
    ('1 of 2 guesses is near the exact chance', 'None of your guesses is near the exact chance')
    """
    near = sum(abs(guess - chance) <= _NEAR + HAIR for guess, chance in zip(guesses, chances, strict=True))
    subject = f"{near} of {len(guesses)} guesses" if near else "None of your guesses"
    return f"{subject} {'are' if near > 1 else 'is'} near the exact chance"


def _result_rows(items: list[QuizQuestion], guesses: list[float]) -> Rows:
    return [
        # Numbers come first, since a phone shows only the first few columns.
        {
            "number": number + 1,
            "guess": guess,
            "exact": item.chance,
            "points off": 100 * (guess - item.chance),
            "points": quiz.guess_points(guess, item.chance),
            "Brier, expected": quiz.score([guess], [item]).expected,
            "question": item.question.text,
            "game": item.title,
        }
        for number, (item, guess) in enumerate(zip(items, guesses, strict=True))
    ]


def _describe_bias(score: quiz.Score) -> str:
    points, side = f"{100 * abs(score.bias):.1f}", "high" if score.bias > 0 else "low"
    direction = f"{points} percentage points too {side}" if float(points) else "neither too high nor too low"
    return f"On average, they are {direction}."


def show_method(chosen: Quiz) -> None:
    """Show the method of scoring and the Python code."""
    Section("How scoring works", "scoring", partial(_explain_method, chosen)).show()


def _explain_method(chosen: Quiz) -> Parts:
    yield (
        f"Every question is drawn at random, again if its chance is below {quiz.MIN_CHANCE:.0%} or above "
        f"{1 - quiz.MIN_CHANCE:.0%}. Its chance is computed exactly. A locked guess stands. If you guess $g$ and "
        "the chance is $p$, you have $100(1-|g-p|)$ points, and your total is their mean. The expected Brier score is "
        "$(g-p)^2 + p(1-p)$. The second part is luck that no guess can avoid. The first part is the squared error of your guess, "
        "and it is zero only if $g = p$ (Brier, 1950)."
    )
    yield Code(
        "from boardodds.teaching import quiz\n"
        f"asked = quiz.questions(seed={chosen.seed}, count={chosen.count}, keys={chosen.keys}, level={chosen.level!r})\n"
        "quiz.score([0.5] * len(asked), asked).points  # the points of always saying 50%"
    )


def finding_of_link(query: Query) -> str:
    """Return the next question of a quiz; "" if all are answered, or if the link leaves the questions to chance."""
    link = allowed_part(query, DEFINITION.allowed)
    chosen = DEFINITION.read(link)
    return chosen.heading(chosen.number) if "seed" in link and chosen.number < chosen.count else ""

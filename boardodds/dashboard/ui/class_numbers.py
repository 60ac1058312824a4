"""What a class has predicted: numbers that the teacher types, in the link as ``class=30-55-70``, and their picture."""

import re
from collections import Counter
from collections.abc import Sequence
from statistics import median

import streamlit as st

from boardodds.charts.predictions import in_unit, prediction_dots
from boardodds.dashboard.ui.panels import Panel, Parts, draw, draw_if_open
from boardodds.dashboard.ui.settings import at_most
from boardodds.dashboard.ui.state_store import opened_store
from boardodds.dashboard.ui.words import as_sentence, escape_markdown
from boardodds.probability.display import plural

CLASS = "class"
MAX_NUMBERS, _MAX_CHARACTERS = 60, 480
# Predictions within so many percentage points of the answer are near.
_NEAR = 10
is_allowed = at_most(_MAX_CHARACTERS)
_SEPARATORS = re.compile(r"[\s,;\-–—]+")
_NUMBER = re.compile(r"([0-9]{1,6}(?:\.[0-9]{1,3})?)%?")


def read_numbers(text: str, high: int) -> Sequence[float]:
    """Return the numbers of a text, from 0 to a highest one. Raises ValueError for anything else in it.

    >>> read_numbers("30-55, 70%; 7.5", 100)
    [30.0, 55.0, 70.0, 7.5]
    """
    parts, numbers = [*filter(None, _SEPARATORS.split(text))], list[float]()
    usage = f"Type up to {MAX_NUMBERS} numbers with a space between them"
    if len(parts) > MAX_NUMBERS:
        raise ValueError(f"The class has {len(parts)} numbers. {usage}")
    for part in parts:
        if not (match := _NUMBER.fullmatch(part)) or float(match[1]) > high:
            raise ValueError(f'"{part:.20}" is not a number from 0 to {high:,}. {usage}')
        numbers.append(float(match[1]))
    return numbers


def class_parts(
    given: str | Sequence[float], key: str, high: int, unit: str, answer: float | None, names: Sequence[str] = ()
) -> Parts:
    """Return the picture of the numbers of the class, or a sentence on what is not a number; nothing without numbers.

    given: the numbers, or the text that was typed. The other parameters are those of ``prediction_dots``.
    """
    try:
        numbers = read_numbers(given, high) if isinstance(given, str) else given
    except ValueError as error:
        yield f"**{escape_markdown(as_sentence(str(error)))}**"
        return
    if not numbers:
        return
    if names:
        counts = Counter(names[round(number)] for number in numbers).most_common()
        finding = alt = f"The class: {', '.join(f'{name} {count}' for name, count in counts)}"
    else:
        finding = f"The class: {plural(len(numbers), 'prediction')}, median {in_unit(median(numbers), unit)}"
        if answer is not None and unit == "%":
            near = sum(abs(number - answer) <= _NEAR for number in numbers)
            finding += f"; {near} within {_NEAR} points of the answer"
        shown = "" if answer is None else f"; the answer is {in_unit(answer, unit)}"
        alt = f"{finding}, from {in_unit(min(numbers), unit)} to {in_unit(max(numbers), unit)}{shown}."
    figure = prediction_dots(numbers, high, unit, answer, names)
    yield Panel(figure, f"{key}_chart", alt, method=f"**{finding}.** Each dot is one prediction.")


def show_field(name: str, high: int) -> None:
    """Show the button that opens the field for the numbers of the class."""
    store = opened_store()

    def draw_field() -> None:
        view = store.setting(
            name, "", choose=lambda text: store.choose(name, "", _SEPARATORS.sub("-", text).strip("-"))
        )
        use = f"Up to {MAX_NUMBERS} numbers from 0 to {high:,}, typed or pasted. They become dots with their median."
        st.text_input("What the class predicts", max_chars=_MAX_CHARACTERS, placeholder="30 55 70", help=use, **view)
        draw(part for part in class_parts(store.value_of(name, ""), name, high, "", None) if isinstance(part, str))

    part = st.popover("Class", icon=":material/groups:", key=f"{name}_numbers", on_change="rerun", width="content")
    draw_if_open(part, draw_field)

"""Text for pages: sentences, percentages, and text without Markdown formatting."""

import re
from collections.abc import Sequence

from boardodds.charts.style import short_percent

# Keeps words on one line.
NO_BREAK = "\N{NO-BREAK SPACE}"


def as_sentence(message: str) -> str:
    """Return a message of the library with the capital letter and the full stop of a sentence.

    >>> as_sentence("face must be 1..6, got 7"), as_sentence("")
    ('Face must be 1..6, got 7.', '')
    """
    return message[:1].upper() + message[1:] + ("." if message and not message.endswith(".") else "")


def join_words(words: Sequence[str], last: str = "and") -> str:
    """Return words as a list in a sentence.

    last: the word before the last one.

    >>> join_words(["red"]), join_words(["red", "blue", "green"]), join_words(["red", "blue"], "or")
    ('red', 'red, blue and green', 'red or blue')
    """
    return f" {last} ".join(part for part in (", ".join(words[:-1]), *words[-1:]) if part)


def percent(chance: float, places: int = 1) -> str:
    """Return a chance in percent, without rounding a possible event to 0% or an uncertain one to 100%.

    places: the number of decimal places.

    >>> percent(0.25), percent(0.9999999, 2), percent(1e-9, 2), percent(1.0, 2)
    ('25.0%', 'more than 99.99%', 'less than 0.01%', '100.00%')
    """
    return short_percent(chance, places, "less than ", "more than ")


def escape_markdown(text: str) -> str:
    """Return text that Markdown shows unchanged, so that text from a visitor or a link cannot become an image or a link.

    >>> print(escape_markdown("at '![x](y)'"))
    at \\'\\!\\[x\\]\\(y\\)\\'
    """
    # Markdown makes links of URLs even if they are escaped, but not if they contain an invisible character.
    unlinked = re.sub(r"(://|www\.|@)", "\\1\u2060", text)
    return re.sub(r"([!-/:-@\[-`{-~])", r"\\\1", unlinked)

"""Text for pages: sentences, percentages, and text that Markdown shows as it is."""

import re

from boardodds.charts.style import in_percent


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


def escape_markdown(text: str) -> str:
    """Text that Markdown shows as it is: what a person or a link wrote must not become a picture or a link.

    >>> print(escape_markdown("at '![x](y)'"))
    at \\'\\!\\[x\\]\\(y\\)\\'
    """
    # addresses become links even when escaped, unless something invisible breaks them up
    broken = re.sub(r"(://|www\.|@)", "\\1\u2060", text)
    return re.sub(r"([!-/:-@\[-`{-~])", r"\\\1", broken)

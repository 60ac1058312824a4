"""A page's card on the home page: a sentence or two and a picture with the page's computed answer."""

from collections.abc import Mapping
from dataclasses import dataclass

from boardodds.charts import svg
from boardodds.dashboard.ui.page_text import percent

# The colours of our answers and of those that they are compared with.
OUR_COLOUR, OTHER_COLOUR = "#2b6cb0", "#b4530a"


@dataclass(frozen=True, slots=True)
class Card:
    """A short answer with a picture.

    words: the answer as Markdown.
    picture: an SVG.
    alt: the alternative text of the picture.
    """

    words: str
    picture: str
    alt: str


def bar_card(words: str, bars: Mapping[str, tuple[float, str]]) -> Card:
    """Return a card with bars, whose alternative text lists the chances.

    bars: by label, the chance and the colour of the bar.

    >>> bar_card("A fair coin.", {"heads": (0.5, "#000"), "tails": (0.5, "#000")}).alt
    'heads 50.0%; tails 50.0%'
    """
    alt = "; ".join(f"{label} {percent(chance)}" for label, (chance, _) in bars.items())
    return Card(words, svg.bars(bars), alt)

"""A page's card on the home page: a sentence or two and a picture with the page's answer, computed."""

from collections.abc import Mapping
from dataclasses import dataclass

from boardodds.charts import svg

# the colours of two kinds of answers side by side
OUR_COLOUR, OTHER_COLOUR = "#2b6cb0", "#b4530a"


@dataclass(frozen=True, slots=True)
class Card:
    """A short answer in words, and a picture as SVG with its alternative text."""

    words: str
    picture: str
    alt: str


def bar_card(words: str, bars: Mapping[str, tuple[float, str]]) -> Card:
    """Return a card with bars, whose alternative text lists the shares.

    bars: by label, the share and the colour of the bar.

    >>> bar_card("A fair coin.", {"heads": (0.5, "#000"), "tails": (0.5, "#000")}).alt
    'heads 50.0%; tails 50.0%'
    """
    shares = "; ".join(f"{label} {share:.1%}" for label, (share, _) in bars.items())
    return Card(words, svg.bars(bars), shares)

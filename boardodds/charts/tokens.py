"""The colours of the site, each for a light and a dark page: of text and surfaces, of roles in charts, and of games.

``.streamlit/config.toml`` repeats those that Streamlit needs; a test compares the two and checks the contrasts.
"""

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Tone:
    """A colour on a light page and its counterpart on a dark one, both as #rrggbb.

    >>> Tone("#000000", "#ffffff").css
    'light-dark(#000000, #ffffff)'
    """

    light: str
    dark: str

    @property
    def css(self) -> str:
        """The colour as a CSS value that follows the theme of the page."""
        return f"light-dark({self.light}, {self.dark})"


PAGE, INK = "page", "ink"
SURFACES: Mapping[str, Tone] = {
    PAGE: Tone("#fffdf8", "#17130e"),
    INK: Tone("#1c140d", "#f3eadb"),
    "note": Tone("#6b5d4c", "#b8a88f"),
    "action": Tone("#9c4708", "#f0a04b"),
    "link": Tone("#1f5fa8", "#7fb2ec"),
    "surface": Tone("#f6efe2", "#261f16"),
    "hairline": Tone("#dccfb8", "#4b3f2e"),
}

EXACT, SIMULATED, WINNING, LOSING, PUBLISHED, CONTEXT = (
    "exact",
    "simulated",
    "winning",
    "losing",
    "published",
    "context",
)
# The meaning of each colour in charts, in the order of the theme's categorical colours. A form repeats what the colour says:
# exact is solid, simulated is hollow with its interval, published is an open diamond, context is thin or hollow.
ROLES: Mapping[str, Tone] = {
    EXACT: Tone("#1f5fa8", "#7fb2ec"),
    SIMULATED: Tone("#b4530a", "#f0a04b"),
    WINNING: Tone("#0f7f6d", "#4fc3ae"),
    LOSING: Tone("#7a4fa3", "#b99be0"),
    PUBLISHED: Tone("#4a4038", "#d8cbb6"),
    CONTEXT: Tone("#988870", "#8d7f69"),
}
# The colours of the games on cards and in the menu. Charts with more series than roles use them too.
ACCENTS: Mapping[str, Tone] = {
    "camel_up": Tone("#8f6210", "#e3b341"),
    "orchard": Tone("#2f7a37", "#7ccb80"),
    "perudo": Tone("#a33a2a", "#f08a76"),
    "candy_land": Tone("#b02a73", "#f08bb4"),
}
CATEGORICAL = (*ROLES.values(), *ACCENTS.values())


def css_variables() -> str:
    """Return the declarations of all colours as CSS variables.

    >>> css_variables().partition(";")[0]
    '--page: light-dark(#fffdf8, #17130e)'
    """
    return "".join(f"--{name}: {tone.css};" for name, tone in {**SURFACES, **ROLES}.items())

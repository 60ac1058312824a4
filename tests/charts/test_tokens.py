"""The colours of the site agree with Streamlit's theme, and their contrasts suffice on light and on dark pages."""

import tomllib
from importlib import import_module
from typing import Any

import pytest

from boardodds.charts.style import CATEGORICAL, PAGE, ROLES, SERIES, SURFACES, Tone, css_variables, role_color
from boardodds.dashboard.runtime.environment import ROOT
from tests.charts.contrast import contrast, rgb

THEME: dict[str, Any] = tomllib.loads((ROOT / ".streamlit" / "config.toml").read_text(encoding="utf-8"))["theme"]
LIGHT, DARK = {**THEME, **THEME["light"]}, {**THEME, **THEME["dark"]}
# The contrasts that WCAG 2 asks of text, and of marks such as bars and lines.
TEXT, MARKS = 4.5, 3.0


def test_the_theme_has_the_colours_of_the_tokens() -> None:
    names = {
        "backgroundColor": PAGE,
        "secondaryBackgroundColor": "surface",
        "textColor": "ink",
        "borderColor": "hairline",
        "primaryColor": "action",
        "linkColor": "link",
    }
    for option, token in names.items():
        assert (LIGHT[option], DARK[option]) == (SURFACES[token].light, SURFACES[token].dark), option
    assert LIGHT["chartCategoricalColors"] == [tone.light for tone in CATEGORICAL]
    assert DARK["chartCategoricalColors"] == [tone.dark for tone in CATEGORICAL]
    # With another number of colours Plotly falls back to its own.
    assert len(CATEGORICAL) == 10


@pytest.mark.parametrize(
    ("name", "tone", "below", "least"),
    [
        *((name, SURFACES[name], PAGE, TEXT) for name in ("ink", "note", "action", "link")),
        *((name, SURFACES[name], "surface", TEXT) for name in ("ink", "note", "action")),
        *((name, tone, PAGE, TEXT) for name, tone in SERIES.items()),
        *((name, tone, PAGE, MARKS) for name, tone in ROLES.items()),
    ],
)
def test_text_and_marks_have_enough_contrast(name: str, tone: Tone, below: str, least: float) -> None:
    for theme in ("light", "dark"):
        assert contrast(rgb(getattr(tone, theme)), rgb(getattr(SURFACES[below], theme))) >= least, name


def test_a_figure_takes_the_colours_of_the_theme_from_the_template() -> None:
    """Streamlit's stand-ins are replaced in the browser in the order of the theme's categorical colours."""
    # Importing this module makes Streamlit's template Plotly's default.
    import_module("streamlit.elements.lib.streamlit_plotly_theme")
    colors = [role_color(role) for role in (*ROLES, *SERIES)]
    assert colors == [f"#{number:06d}" for number in range(1, 11)]


def test_every_surface_and_role_is_a_css_variable() -> None:
    declared = {declaration.partition(":")[0] for declaration in css_variables().split(";") if declaration}
    assert declared == {f"--{name}" for name in (*SURFACES, *ROLES)}

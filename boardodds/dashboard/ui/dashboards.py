"""The type of the pages' half of a game, and where the scripts of pages are."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from boardodds.charts.preview import Preview
from boardodds.dashboard.ui.card import Card
from boardodds.dashboard.ui.settings import Allowed, Query

_PACKAGE = Path(__file__).resolve().parents[2]
# The folder of app.py, pages/, static/ and .streamlit/: the checkout, or a folder of the installed package.
ROOT = installed if (installed := _PACKAGE / "site").is_dir() else _PACKAGE.parent


@dataclass(frozen=True, slots=True)
class Dashboard:
    """The parts of one game's pages that the site needs. The keys of each mapping are the pages' url_paths.

    card: returns the game's card on the home page; None for the teaching pages.
    notes: of the teaching pages, functions that return the sentence of the page on the home page.
    links: the query with which the home page opens a page, if it is not the page's default.
    allowed: the settings that a link to the page may have, with a check of their values.
    previews: functions that return the preview of a link from its settings. For None, and for a ValueError, the link has the
        page's general preview.
    option_labels: by setting and label, the library's name of an option. Older links use the library's names.
    """

    card: Callable[[], Card] | None = None
    notes: Mapping[str, Callable[[], str]] = field(default_factory=dict)
    links: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    allowed: Mapping[str, Allowed] = field(default_factory=dict)
    previews: Mapping[str, Callable[[Query], Preview | None]] = field(default_factory=dict)
    option_labels: Mapping[str, Mapping[str, Mapping[str, str]]] = field(default_factory=dict)


def page_script(url_path: str) -> Path:
    """Return the file of a page's script."""
    return ROOT / "pages" / f"{url_path}.py"

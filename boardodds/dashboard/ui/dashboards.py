"""The type of the pages' half of a game, and where the scripts of pages are."""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from boardodds.dashboard.ui.card import Card
from boardodds.dashboard.ui.settings import Query

_PACKAGE = Path(__file__).resolve().parents[2]
# The folder of app.py, pages/, static/ and .streamlit/: the checkout, or a folder of the installed package.
ROOT = installed if (installed := _PACKAGE / "site").is_dir() else _PACKAGE.parent


@dataclass(frozen=True, slots=True)
class Dashboard:
    """The parts of one game's pages that the site needs. The keys of each mapping are the pages' url_paths.

    card: returns the game's card on the home page; None for the teaching pages.
    notes: of the teaching pages, functions that return the sentence of the page on the home page.
    settings: the names of the settings of a page with a table.
    headlines: functions that return the answer to a link from its settings, as one line without any text of the link. For ""
        and for a ValueError, the link is shown with the question of its page.
    """

    card: Callable[[], Card] | None = None
    notes: Mapping[str, Callable[[], str]] = field(default_factory=dict)
    settings: Mapping[str, Collection[str]] = field(default_factory=dict)
    headlines: Mapping[str, Callable[[Query], str]] = field(default_factory=dict)


def page_script(url_path: str) -> Path:
    """Return the file of a page's script."""
    return ROOT / "pages" / f"{url_path}.py"

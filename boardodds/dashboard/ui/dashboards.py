"""The type of the pages' half of a game, and where the scripts of pages are."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from boardodds.dashboard.ui.play_page import PlayPage
from boardodds.dashboard.ui.settings import Query

_PACKAGE = Path(__file__).resolve().parents[2]
# The folder of app.py, pages/, static/ and .streamlit/: the checkout, or a folder of the installed package.
ROOT = installed if (installed := _PACKAGE / "site").is_dir() else _PACKAGE.parent


@dataclass(frozen=True, slots=True)
class Dashboard:
    """The parts of one game's pages that the site needs. The keys of each mapping are the pages' url_paths.

    pages: the pages with a board. The home page shows the answer of the first one.
    notes: of the teaching pages, functions that return the sentence of the page on the home page.
    findings: of the other pages, functions that return the answer to a link as one line without any text of the link. For "" and
        for a ValueError, the link is shown with the question of its page.
    """

    pages: Mapping[str, PlayPage[Any]] = field(default_factory=dict)
    notes: Mapping[str, Callable[[], str]] = field(default_factory=dict)
    findings: Mapping[str, Callable[[Query], str]] = field(default_factory=dict)

    def finding_of_link(self, url_path: str) -> Callable[[Query], str] | None:
        """Return the function that answers a link to a page in one line; None for a page without an answer."""
        if page := self.pages.get(url_path):
            return page.finding_of_link
        return self.findings.get(url_path)


def page_script(url_path: str) -> Path:
    """Return the file of a page's script."""
    return ROOT / "pages" / f"{url_path}.py"

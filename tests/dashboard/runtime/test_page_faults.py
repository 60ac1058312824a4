"""Pages whose work can't be done: each keeps its title, and one sentence takes the place of what is missing."""

from pathlib import Path

import pytest

from boardodds.camel_up.race_cache import has_table
from boardodds.dashboard.app.site import HOME_PAGE, PAGES
from boardodds.dashboard.candy_land.cards import length_card
from boardodds.dashboard.runtime import compute
from boardodds.dashboard.runtime.worker_pool import Lane, WorkerPool
from boardodds.teaching import registry
from tests.dashboard.driving import open_page, warnings

FULL = "Too many computations of other visitors are waiting. Try again in a minute."


@pytest.fixture
def full_pool(monkeypatch: pytest.MonkeyPatch) -> None:
    length_card.cache_clear()
    monkeypatch.setattr(compute, "POOL", WorkerPool(_free_slots={lane: [] for lane in Lane}))


@pytest.mark.usefixtures("full_pool")
def test_pages_with_a_full_pool_have_a_sentence() -> None:
    refused = 0
    for entry in PAGES:
        page = f"pages/{entry.url_path}.py"
        for view in [tab.label for tab in open_page(page).tabs] or [""]:
            app = open_page(page, **({"view": view} if view else {}))
            assert [title.value for title in app.title] == [entry.question]
            assert set(warnings(app)) <= {FULL}, view
            refused += len(app.warning)
            print(entry.url_path, view, len(app.warning))
    assert refused > 20


@pytest.mark.usefixtures("full_pool")
def test_a_card_whose_work_is_refused_leaves_the_others() -> None:
    app = open_page()
    assert warnings(app) == [FULL]
    kickers = [text for html in app.get("html") if 'class="kicker"' in (text := html.proto.body)]
    assert len(kickers) == len(registry.games())

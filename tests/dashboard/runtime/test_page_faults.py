"""Pages whose work can't be done, or whose files are damaged: one sentence takes the place of what is missing."""

import subprocess
import sys

import pytest
import streamlit as st

from boardodds.dashboard.app.site import PAGES
from boardodds.dashboard.candy_land import lengths
from boardodds.dashboard.orchard import sheet
from boardodds.dashboard.runtime import compute, environment
from boardodds.dashboard.runtime.worker_pool import Lane, WorkerPool
from boardodds.dashboard.ui import share
from boardodds.games import GAMES
from tests.dashboard.driving import open_page
from tests.serving import ROOT

FULL = "Too many computations of other visitors are waiting. Try again in a minute."
NO_ROOM = "The server has no room for another computation. Try again later."
# The home page, which needs no work of the pool, and two pages that do.
FULL_DISK = """
import resource
from tests.dashboard.driving import open_page
if __name__ == "__main__":
    # After the import, which needs a file for itself.
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))
    for page in (None, "pages/camel_up_race.py", "pages/perudo.py"):
        app = open_page(page)
        print(len(app.title), bool(app.tabs), *set(app.warnings), sep="|")
"""


@pytest.fixture
def full_pool(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compute, "POOL", WorkerPool(_free_slots={lane: [] for lane in Lane}))


@pytest.mark.slow
@pytest.mark.usefixtures("full_pool")
def test_pages_with_a_full_pool_have_a_sentence() -> None:
    refused = 0
    for entry in PAGES:
        app = open_page(f"pages/{entry.url_path}.py")
        for view in ["", *[tab.label for tab in app.tabs[1:]]]:
            app = open_page(f"pages/{entry.url_path}.py", view=view) if view else app
            assert [title.value for title in app.title] == [entry.question]
            assert set(app.warnings) <= {FULL}, view
            refused += len(app.warning)
    # Other tests of this process can have computed the rest.
    assert refused > 10


@pytest.mark.usefixtures("full_pool")
def test_a_card_whose_work_is_refused_leaves_the_others(monkeypatch: pytest.MonkeyPatch) -> None:
    # The card's few games are simulated without a worker process.
    monkeypatch.setattr(lengths, "_FEW_GAMES", 0)
    app = open_page()
    assert app.warnings == [FULL]
    kickers = [html for html in app.get("html") if 'class="kicker"' in html.proto.body]
    assert len(kickers) == len(GAMES)


def test_a_full_disk_costs_only_what_needs_it() -> None:
    # The output is a pipe, which the limit leaves alone.
    run = subprocess.run([sys.executable, "-c", FULL_DISK], check=True, capture_output=True, text=True, cwd=ROOT)
    assert run.stdout.splitlines() == ["1|False", *[f"1|True|{NO_ROOM}"] * 2]


def _fail(*_: object) -> None:
    raise KeyError("the solver is wrong")


def test_a_page_or_a_job_that_raises_fails_a_test(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sheet, "odds_of", _fail)
    with pytest.raises(AssertionError, match="encountered an error"):
        open_page("pages/orchard.py")
    monkeypatch.setattr(sheet, "odds_of", lambda *_: compute.compute(_fail, label="Counting"))
    with pytest.raises(AssertionError, match="encountered an error"):
        open_page("pages/orchard.py")


def test_an_error_has_no_links_to_other_sites() -> None:
    assert st.get_option("client.showErrorLinks") is False


@pytest.mark.parametrize("url", ["odds.example", "ftp://a", "https://", "https://a b", "https://a/?b", 'https://a"'])
def test_the_setting_must_be_an_address(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(environment.SETTING, url)
    with pytest.raises(ValueError, match=r"BOARDODDS_URL must be an address such as https://odds.example, got "):
        environment.site_url.__wrapped__()


@pytest.mark.parametrize(
    ("setting", "url"),
    [("", "http://elsewhere.example/orchard"), ("https://odds.example/games/", "https://odds.example/games/orchard")],
)
def test_shared_links_name_the_site_of_the_setting(setting: str, url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(environment.SETTING, setting)
    environment.site_url.cache_clear()
    monkeypatch.setattr(type(st.context), "url", property(lambda _: "http://elsewhere.example/orchard"))
    try:
        assert share.page_url() == url
        assert share.url_with_settings({"seed": 8}) == f"{url}?seed=8"
    finally:
        monkeypatch.undo()
        environment.site_url.cache_clear()

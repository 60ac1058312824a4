"""The preview of a link says what its page says, starts no long work, and repeats nothing that a link invents; the home page."""

from collections import Counter
from collections.abc import Iterator
from typing import Any
from urllib.parse import urlencode

import pytest
from PIL import Image

from boardodds.camel_up import race_length
from boardodds.dashboard.app.previews import preview_of, with_tags
from boardodds.dashboard.app.site import ALL_PAGES, PAGES, play_pages
from boardodds.dashboard.runtime.environment import ROOT
from boardodds.dashboard.runtime.kept_results import Call
from boardodds.dashboard.runtime.worker_pool import POOL, Job, Lane
from boardodds.dashboard.teaching import CHECK, LEARN, NOTES
from boardodds.games import GAMES
from tests.dashboard.driving import open_page
from tests.link_tags import HOSTILE_QUERIES, elements_of, read_tags

PAGE = "<html><head><title>Streamlit</title></head><body></body></html>"


@pytest.fixture(autouse=True)
def requested_lanes(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[Lane]]:
    lanes: list[Lane] = []
    request = POOL.request

    def recorded(call: Call, lane: Lane) -> Job:
        if not POOL.has_result(call):
            lanes.append(lane)
        return request(call, lane)

    # A busy machine is no reason to fail.
    monkeypatch.setattr("boardodds.dashboard.runtime.compute._MAX_SHORT_SECONDS", 600)
    monkeypatch.setattr(type(POOL), "request", lambda _pool, call, lane: recorded(call, lane))
    yield lanes
    assert Lane.LONG not in lanes


@pytest.mark.parametrize(
    "query", ["matches=5000", "games=5000000", "camels=8&track=24&faces=1,2,3,4", "exact=true&track=24&faces=1,2,3,4"]
)
def test_a_crawler_starts_no_long_work(query: str, requested_lanes: list[Lane]) -> None:
    for url_path in ALL_PAGES:
        assert preview_of(url_path, query).title
    assert Lane.LONG not in requested_lanes


def test_long_work_that_a_visitor_has_done_is_used() -> None:
    query, call = "camels=6", Call(race_length, (6,), (("faces", (1, 2, 3)), ("track", 16)))
    # A page of another test can have computed it.
    POOL._jobs.pop(call, None)
    assert preview_of("camel_up_length", query).title == "How long is the race? · boardodds"
    job = POOL.request(call, Lane.SHORT)
    job.future.result(600)
    POOL.leave(job)
    assert preview_of("camel_up_length", query).finding.startswith("A race takes 4.4 legs on average.")


@pytest.mark.parametrize("url_path", ALL_PAGES)
@pytest.mark.parametrize("query", ["", *HOSTILE_QUERIES], ids=lambda query: query[:40])
def test_tags_contain_nothing_but_text(url_path: str, query: str) -> None:
    preview = preview_of(url_path, query)
    html = with_tags(PAGE, preview, "https://odds.example")
    tags = read_tags(html)
    assert tags["og:title"] == preview.title
    assert tags["description"] == tags["og:description"] == preview.description
    assert tags["og:image"] == f"https://odds.example/app/static/{url_path or 'home'}.png"
    assert tags["twitter:card"] == "summary_large_image"
    # The site's own style comes with each page.
    assert set(elements_of(html)) == {"html", "head", "title", "meta", "body", "style"}
    assert tags["title"].endswith("boardodds")
    for invented in ("script", "alert", "Buy", "elsewhere"):
        assert invented not in preview.title


@pytest.mark.parametrize("url_path", ALL_PAGES)
def test_each_page_has_a_picture_of_its_question_in_the_size_that_chats_ask_for(url_path: str) -> None:
    picture = ROOT / "static" / f"{url_path or 'home'}.png"
    assert picture.exists(), "python -m benchmarks.page_pictures draws it"
    assert picture.stat().st_size < 40_000
    with Image.open(picture) as image:
        assert (image.size, image.info["Description"]) == ((1200, 630), ALL_PAGES[url_path].question)


@pytest.mark.parametrize(
    ("spaces", "shortcuts", "games"),
    [
        # Some shortcuts lead back to the start.
        ("RPYBOG" * 50, "299>1+298>1+297>1+296>1+295>1", 200_000),
        ("RPYBOG" * 2, "", 5_000_000),
    ],
)
def test_long_work_on_boards_is_left_out(spaces: str, shortcuts: str, games: int, requested_lanes: list[Lane]) -> None:
    preview = preview_of(
        "candy_land", f"game=custom&spaces={spaces}&shortcuts={shortcuts}&licorice=&players=4&games={games}"
    )
    assert preview.finding == ""
    assert requested_lanes == []


def test_home_has_a_card_for_every_game_with_the_answer_of_its_page_and_a_link_to_every_page() -> None:
    app = open_page()
    text, pictures = app.page_text, [element.proto.body for element in app.get("html")]
    links = Counter(element.proto.page for element in app.get("page_link"))
    assert links == Counter(page.url_path for page in PAGES)
    for page in (*LEARN, *CHECK):
        note = NOTES[page.url_path]()
        assert note in text or note in app.captions
    for name in GAMES:
        url_path, play_page = next(iter(play_pages()[name].items()))
        answer = play_page.start_answer()
        # The page shows what its preview says; see the tests of links.
        assert preview_of(url_path).finding == answer.finding
        assert answer.finding in text
        assert answer.method in app.captions
        assert answer.picture in pictures


GUESSED = "50,50,50,50,50"


@pytest.mark.parametrize(
    ("page", "query", "is_answered"),
    [
        ("counting", {"view": "Equal boards"}, True),
        ("quiz", {"seed": "1", "kinds": "nonsense", "count": "7"}, True),
        # Other views and a finished quiz have no headline in a preview.
        ("classroom", {"view": "Intervals"}, False),
        ("counting", {"view": "Small orchard"}, False),
        ("quiz", {"seed": "1", "count": "5", "guesses": GUESSED}, False),
        # Without a seed, each visitor gets other questions.
        ("quiz", {}, False),
        ("methods", {"slow": "true"}, False),
    ],
)
def test_the_preview_has_the_headline_of_its_page(page: str, query: dict[str, Any], is_answered: bool) -> None:
    expected = open_page(f"pages/{page}.py", **query).headline if is_answered else ""
    assert preview_of(page, urlencode(query, doseq=True)).finding == expected


@pytest.mark.parametrize("page", ["quiz", "worksheet"])
def test_a_question_is_shown_without_its_answer(page: str) -> None:
    preview = preview_of(page, "seed=3&answers=true")
    assert "Question 1 of " in preview.title
    assert "%" not in preview.title

"""The preview of a link says what its page says, starts no long work, and repeats nothing that a link invents."""

from collections.abc import Iterator
from typing import Any
from urllib.parse import urlencode

import pytest

from boardodds.camel_up import race_length
from boardodds.charts.preview import HEIGHT, WIDTH
from boardodds.dashboard.app import previews
from boardodds.dashboard.app.link_tags import with_tags
from boardodds.dashboard.app.previews import ALL_PAGES, LinkPreview, picture, preview_of
from boardodds.dashboard.runtime.worker_pool import POOL, Call, Job, Lane
from tests.known_answers import load_answers
from tests.link_tags import HOSTILE_QUERIES, elements_of, png_size, read_tags

LINKS = load_answers("links")["link"]
# The classroom's answer is shown in place of a sentence that is simulated; see tests/dashboard/teaching/test_previews.py.
ANSWERED_LINKS = [link for link in LINKS if link["page"] not in ("", "classroom")]
PAGE = "<html><head><title>Streamlit</title></head><body></body></html>"
# Warnings of links whose page shows an example in place of the table that was meant.
REPLACED = ("Position", "State", "Round")


@pytest.fixture(autouse=True)
def requested_lanes(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[Lane]]:
    """Record the lanes of all new jobs, and start with empty caches."""
    lanes: list[Lane] = []
    request = POOL.request

    def recorded(call: Call, lane: Lane) -> Job:
        if not POOL.has_result(call):
            lanes.append(lane)
        return request(call, lane)

    # A busy machine is no reason to fail.
    monkeypatch.setattr("boardodds.dashboard.runtime.compute._MAX_SHORT_SECONDS", 60)
    monkeypatch.setattr(type(POOL), "request", lambda _pool, call, lane: recorded(call, lane))
    previews._solve.cache_clear()
    yield lanes
    assert Lane.LONG not in lanes


def preview_of_link(link: dict[str, Any]) -> LinkPreview:
    return preview_of(link["page"], urlencode(link.get("query", {}), doseq=True))


def expected_finding(link: dict[str, Any]) -> str:
    """Return the headline of the page, with the words that a preview needs without the page around it."""
    headline: str = link["headline"]
    if link["page"] == "camel_up_leg":
        return headline.replace(" wins ", " wins this leg ", 1)
    if link["page"] == "worksheet":
        count = link.get("query", {}).get("questions", "6")
        return headline.replace("**1. ", f"Question 1 of {count}: ", 1).removesuffix("**")
    if link["page"] == "methods":
        return headline.partition(";")[0]
    return f"A race takes {headline}" if link["page"] == "camel_up_length" else headline


@pytest.mark.parametrize("link", ANSWERED_LINKS, ids=lambda link: f"{link['page']} {link.get('query', '')}")
def test_the_preview_of_a_known_link_has_the_headline_of_its_page(link: dict[str, Any]) -> None:
    preview = preview_of_link(link)
    has_no_answer = link["headline"].endswith("has won the match") or any(
        warning.startswith(REPLACED) for warning in link.get("warnings", [])
    )
    takes_long = not preview.is_final
    # Only one of them; the visitor of another test can have computed it.
    assert not takes_long or (link["page"], link["query"]) == ("camel_up_length", {"camels": "6"})
    expected = preview.page.question if has_no_answer or takes_long else expected_finding(link)
    assert preview.content.finding == expected


@pytest.mark.parametrize(
    "query", ["matches=5000", "played=5000000", "camels=8&squares=24&top=4", "exact=true&track=24&highest=4"]
)
def test_a_crawler_starts_no_long_work(query: str, requested_lanes: list[Lane]) -> None:
    for url_path in ALL_PAGES:
        assert preview_of(url_path, query).title
    assert Lane.LONG not in requested_lanes


def test_long_work_that_a_visitor_has_done_is_used() -> None:
    query, call = "camels=6", Call(race_length, (6, 16, (1, 2, 3)))
    # A page of another test can have computed it.
    POOL.forget(call)
    assert preview_of("camel_up_length", query).title == "How long is the race? · boardodds"
    assert not preview_of("camel_up_length", query).is_final
    job = POOL.request(call, Lane.SHORT)
    job.future.result(60)
    POOL.leave(job)
    after = preview_of("camel_up_length", query)
    assert after.is_final
    assert after.content.finding == "A race takes 4.37 legs on average with stacking, 6.43 without"


@pytest.mark.parametrize("url_path", ALL_PAGES)
@pytest.mark.parametrize("query", ["", *HOSTILE_QUERIES], ids=lambda query: query[:40])
def test_tags_contain_nothing_but_text(url_path: str, query: str) -> None:
    preview = preview_of(url_path, query)
    html = with_tags(PAGE, preview, "https://odds.example")
    tags = read_tags(html)
    assert tags["og:title"] == preview.title
    assert tags["description"] == tags["og:description"] == preview.description
    assert tags["og:image"].startswith(f"https://odds.example/card/{url_path or 'home'}.png")
    assert tags["twitter:card"] == "summary_large_image"
    assert set(elements_of(html)) == {"html", "head", "title", "meta", "body"}
    assert tags["title"].endswith("boardodds")
    for invented in ("script", "alert", "Buy", "elsewhere"):
        assert invented not in preview.title + preview.content.finding


@pytest.mark.parametrize("url_path", ALL_PAGES)
def test_the_picture_has_the_size_that_chats_ask_for(url_path: str) -> None:
    assert png_size(picture(preview_of(url_path))) == (WIDTH, HEIGHT)


@pytest.mark.parametrize(
    ("url_path", "query"),
    [
        ("camel_up_leg", "position=1:Z"),
        ("perudo", "round=bogus"),
        ("candy_land", "board=custom&spaces=R"),
        ("camel_up_leg", "position=1:BWOG&" + "&".join(f"a{number}=1" for number in range(60))),
        ("camel_up_leg", "position=1:BWOG&x=" + "y" * 8_000),
        # Colons need three characters each in the address of the picture.
        ("camel_up_leg", "position=1:BWOG&own=" + ":" * 6_000),
    ],
)
def test_the_picture_of_a_link_without_an_answer_shows_the_question(url_path: str, query: str) -> None:
    preview = preview_of(url_path, query)
    assert preview.is_final
    assert preview.content.finding == preview.page.question
    drawn = preview_of(url_path, preview.query)
    assert drawn.content == preview.content


def test_pictures_take_no_room_in_the_cache_of_long_work() -> None:
    before = len(POOL._jobs)
    picture(preview_of("orchard", "state=3.2.1.0+raven%3D2"))
    assert len(POOL._jobs) == before


def test_dice_with_more_than_six_faces_have_a_picture() -> None:
    preview = preview_of("perudo", "sides=8&round=5.5+me%3D1+hand%3D11178+bids%3D2:3x4&raises=any+higher")
    assert preview.content.outcomes
    assert ">8</text>" in preview.content.board


@pytest.mark.parametrize(
    ("spaces", "jumps", "games"),
    [
        # Some jumps lead back to the start.
        ("RPYBOG" * 50, "299>1+298>1+297>1+296>1+295>1", 200_000),
        ("RPYBOG" * 2, "", 5_000_000),
    ],
)
def test_long_work_on_boards_of_ones_own_is_left_out(
    spaces: str, jumps: str, games: int, requested_lanes: list[Lane]
) -> None:
    preview = preview_of("candy_land", f"board=custom&spaces={spaces}&jumps={jumps}&sticky=&players=4&played={games}")
    assert not preview.is_final
    assert requested_lanes == []


def test_another_answer_has_another_picture() -> None:
    first, second = (picture(preview_of("camel_up_leg", f"position={text}")) for text in ("1:BWOG+2:Y", "1:GOWB+2:Y"))
    assert first != second

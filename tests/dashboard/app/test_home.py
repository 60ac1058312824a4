"""The home page shows each game's answer, and a link to every page."""

from collections import Counter

import pytest

from boardodds.dashboard.app.site import PAGES, dashboard_of, dashboards
from boardodds.dashboard.teaching import CHECK, LEARN
from boardodds.games import GAMES
from tests.dashboard.driving import captions, headline, open_page, page_text


def test_home_has_a_card_for_every_game_and_a_link_to_every_page() -> None:
    app = open_page()
    text = page_text(app)
    links = Counter(element.proto.page for element in app.get("page_link"))
    assert links == Counter(page.url_path for page in PAGES)
    for page in (*LEARN, *CHECK):
        note = dashboard_of(page.url_path).notes[page.url_path]()
        assert note in text or note in captions(app)


@pytest.mark.parametrize("name", GAMES)
def test_the_card_of_a_game_is_the_answer_of_its_page(name: str) -> None:
    home = open_page()
    url_path, page = next(iter(dashboards()[name].pages.items()))
    answer = page.start_answer()
    assert headline(open_page(f"pages/{url_path}.py")) == answer.finding
    assert answer.finding in page_text(home)
    assert answer.method in captions(home)
    assert answer.picture in [element.proto.body for element in home.get("html")]

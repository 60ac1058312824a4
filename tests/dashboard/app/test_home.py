"""The home page shows each game's answer, and a link to every page."""

from collections import Counter

from boardodds.dashboard.app.previews import preview_of
from boardodds.dashboard.app.site import PAGES, play_pages
from boardodds.dashboard.teaching import CHECK, LEARN, NOTES
from boardodds.games import GAMES
from tests.dashboard.driving import open_page


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

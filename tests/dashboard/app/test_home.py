"""The cards of the home page agree with the pages that they link to."""

from boardodds import orchard
from boardodds.camel_up import (
    solve_leg,
    solve_race,
)
from boardodds.camel_up.sources import CAMEL_CALCULATOR
from boardodds.dashboard.app.site import PAGES
from boardodds.dashboard.camel_up import cards as camel_up_cards
from boardodds.dashboard.candy_land import cards as candy_land_cards
from tests.dashboard.driving import headline, open_page, page_text


def test_home_has_a_card_with_a_live_answer_for_every_page() -> None:
    app = open_page()
    text = page_text(app)
    for entry, picture in zip(PAGES, app.get("image"), strict=True):
        assert entry.question in text
        assert entry.card().words in text
        assert [image.alt for image in picture.proto.imgs] == [entry.card().alt]
    assert "green wins the leg 34.4%" in text


def test_the_card_of_candy_land_agrees_with_its_page() -> None:
    app = open_page("pages/candy_land.py", view="Rule changes", **candy_land_cards.LINK)
    text = candy_land_cards.length_card().words
    assert headline(app).removeprefix("A one-player game takes ") in text
    effect_on_page = float(str(app.dataframe[0].value.set_index("change").loc["no picture cards", "turns added"]))
    effect_on_card = float(text.partition("spaces a game is ")[2].partition(" turns shorter")[0])
    # The card shows one decimal, the table two.
    assert abs(effect_on_card + effect_on_page) <= 0.05 + 0.005


def test_the_words_on_the_cards_are_true() -> None:
    """The numbers on the cards are computed; this test checks the fixed words around them."""
    leg = solve_leg(CAMEL_CALCULATOR[0].position)
    assert leg.probability("Y", 5) > leg.probability("Y") == min(map(leg.probability, "BWOGY"))
    race = solve_race(camel_up_cards.MIDWAY)
    assert race.ranking[-1] == "Y"
    chances = {policy: orchard.solve(orchard.ORCHARD, policy).win for policy in orchard.POLICIES}
    assert min(chances, key=lambda policy: chances[policy]) == "fewest_left"

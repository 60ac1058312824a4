"""The findings on the home page are true, and agree with the pages that they link to."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from boardodds.camel_up import Position, solve_leg
from boardodds.camel_up.sources import CAMEL_CALCULATOR
from boardodds.charts.hundred import counts_of_hundred
from boardodds.charts.style import in_percent
from boardodds.dashboard.app.dashboards import dashboard_of, dashboards
from boardodds.dashboard.app.site import PAGES
from boardodds.dashboard.camel_up import cards as camel_up_cards
from boardodds.dashboard.candy_land import cards as candy_land_cards
from boardodds.dashboard.orchard import cards as orchard_cards
from boardodds.dashboard.perudo import cards as perudo_cards
from boardodds.dashboard.teaching.pages import CHECK, LEARN
from boardodds.dashboard.ui.card import Card
from boardodds.games import GAMES
from boardodds.probability.pmf import Pmf
from tests.dashboard.driving import headline, open_figures, open_page, page_text


def card_of(name: str) -> Card:
    card = dashboards()[name].card
    assert card
    return card()


def test_home_has_a_card_for_every_game_and_a_link_to_every_page() -> None:
    app = open_page()
    text = page_text(app)
    pictures = [element.proto.body for element in app.get("html")]
    for name in GAMES:
        card = card_of(name)
        assert card.finding in text
        assert card.picture in pictures
        assert card.note in [caption.value for caption in app.caption]
    links = Counter(element.proto.page for element in app.get("page_link"))
    assert links == Counter(page.url_path for page in PAGES)
    for page in (*LEARN, *CHECK):
        note = dashboard_of(page.url_path).notes[page.url_path]()
        assert note in text or note in [caption.value for caption in app.caption]


def test_the_card_of_candy_land_agrees_with_its_page() -> None:
    app = open_page("pages/candy_land.py", view="Rule changes")
    open_figures(app, "changes_figures")
    effect_on_page = float(str(app.dataframe[0].value.set_index("change").loc["no picture cards", "turns added"]))
    effect_on_card = float(card_of("candy_land").note.partition("games average ")[2].partition(" turns fewer")[0])
    # The card shows one decimal, the table two.
    assert abs(effect_on_card + effect_on_page) <= 0.05 + 0.005


def test_the_card_of_camel_up_agrees_with_its_page() -> None:
    odds = solve_leg(CAMEL_CALCULATOR[0].position)
    assert headline(open_page("pages/camel_up_leg.py")).startswith("Green wins 34.4%")
    assert (
        f"wins {counts_of_hundred([odds.probability('G'), 1 - odds.probability('G')])[0]} on average,"
        in card_of("camel_up").finding
    )


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("1:BWOG 2:Y", "Of 100 legs, green (on top of a stack of 4) wins 34 on average, and yellow (in front) wins 9"),
        ("1:BW 2:OG 7:Y", "Of 100 legs, yellow (in front) wins 92"),
        ("1:B 2:W 3:O 9:GY", "Of 100 legs, yellow (on top of a stack of 2 and in front) wins"),
        ("1:BWO 5:GY dice=B", "Of 100 legs, yellow (on top of a stack of 2 and in front) wins 100"),
    ],
)
def test_the_finding_of_camel_up_says_where_the_camels_stand(text: str, expected: str) -> None:
    position = Position.parse(text)
    assert camel_up_cards.finding(solve_leg(position), position).startswith(expected)


@given(st.floats(0, 1))
def test_the_finding_of_orchard_counts_the_games_that_are_lost(win: float) -> None:
    words = orchard_cards.finding(win).partition("the raven wins ")[2].removesuffix(" of 100 games on average")
    if words == "fewer than 1":
        assert 0 < 1 - win <= 0.005
    elif words == "more than 99":
        assert 0.995 <= 1 - win < 1
    else:
        assert abs(int(words) - 100 * (1 - win)) <= 0.5 + 1e-6


@given(st.floats(0, 1), st.floats(0, 1))
def test_the_pieces_and_percentages_of_perudo_show_both_chances(naive: float, given_bids: float) -> None:
    true, change, false = perudo_cards.outcomes(naive, given_bids)
    assert sum(outcome.chance for outcome in (true, change, false)) == pytest.approx(1)
    assert (change.name == "more true given these bids") == (given_bids >= naive)
    assert true.chance + change.chance * (given_bids >= naive) == pytest.approx(given_bids)
    if not 0.002 <= min(naive, given_bids) <= max(naive, given_bids) <= 0.998:
        return
    parts = [outcome.percentage for outcome in (true, change, false)]
    assert parts[0] == in_percent(min(naive, given_bids))
    if not any(part.startswith("<") or part == "0.0%" for part in parts):
        assert sum(float(part.removesuffix("%")) for part in parts) == pytest.approx(100)
        assert float(parts[2].removesuffix("%")) == pytest.approx(100 - float(in_percent(max(naive, given_bids))[:-1]))


@given(st.dictionaries(st.integers(1, 300), st.floats(0.01, 1), min_size=1, max_size=30))
def test_the_finding_of_candy_land_states_quantiles(weights: dict[float, float]) -> None:
    turns = Pmf.from_weights(weights)
    words = candy_land_cards.finding(turns)
    half = int(words.partition("at most ")[2].partition(" turns")[0])
    tenth = int(words.rpartition("more than ")[2])
    assert turns.at_most(half) >= 0.5 - 1e-9
    assert 1 - turns.at_most(tenth) <= 0.1 + 1e-9

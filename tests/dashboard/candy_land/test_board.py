"""The data of Candy Land's board: its tints, and what is on it."""

import pytest

from boardodds.candy_land import BOX_2014, CLASSIC, HOME, Rules, State
from boardodds.charts.candy_land import PICTURE_FILL, SPACE_FILLS
from boardodds.charts.style import INK, PAGE, SURFACES
from boardodds.dashboard.candy_land.board import DARK_TINTS, LIGHT_TINTS, Visits, board_data
from boardodds.dashboard.candy_land.state import CandyState
from tests.charts.contrast import contrast, rgb


@pytest.mark.parametrize("fill", [*SPACE_FILLS.values(), PICTURE_FILL])
@pytest.mark.parametrize("share", [0, 0.5, 1])
def test_the_letter_is_readable_on_every_tint(fill: str, share: float) -> None:
    for tints, theme in ((LIGHT_TINTS, "light"), (DARK_TINTS, "dark")):
        tint = (tints[0] + (tints[1] - tints[0]) * share) / 100
        page, ink = (rgb(getattr(SURFACES[name], theme)) for name in (PAGE, INK))
        mixed = [tint * own + (1 - tint) * paper for own, paper in zip(rgb(fill), page, strict=True)]
        assert contrast(mixed, ink) >= 4.5


def test_the_most_visited_spaces_have_the_strongest_tint() -> None:
    visits = [0.0, 0.1, 0.2, 0.2, 5.0]
    rules = Rules(spaces=tuple("RPYBO"), shortcuts=(), licorice=(4,), singles=(1,) * 5 + (0,), doubles=(0,) * 6)
    least, most = zip(LIGHT_TINTS, DARK_TINTS, strict=True)
    shown = Visits(rules, visits).data["visits"]
    assert shown[0] == ["0.00", *least]
    assert shown[2:] == [[number, *most] for number in ("0.20", "0.20", "5.00")]
    assert least[0] < shown[1][1] < most[0]


@pytest.mark.parametrize("rules", [CLASSIC, Rules(licorice_rule="off", specials="removed", shortcuts=())])
def test_the_board_has_what_the_rules_have(rules: Rules) -> None:
    data = board_data(CandyState("classic", rules, State((HOME, 3), next=2)))
    assert len(data["spaces"]) == len(rules.board)
    assert bool(data["licorice"]) == (rules.licorice_rule != "off")
    assert {card["card"]: card["left"] for card in data["cards"]} == rules.cards
    assert [card["size"] for card in data["cards"]].count(0) == rules.special_cards
    assert data["over"]


def test_a_card_that_is_used_up_stays_on_the_board() -> None:
    data = board_data(CandyState("box_2014", BOX_2014, State((1, 2), drawn=("R", "R", "R", "Peanut"))))
    left = {card["card"]: card["left"] for card in data["cards"]}
    assert (left["R"], left["Peanut"], left["RR"], data["drawn"]) == (0, 0, 3, 4)

"""The page "Who wins this leg?": its answer, its views, its presets and its links."""

import re
from dataclasses import replace

import pytest

from boardodds.camel_up import FIRST_EDITION, Position, rank_actions, solve_leg
from boardodds.camel_up.rules import tile_name, with_article
from boardodds.charts.camel_up import place_bars
from boardodds.dashboard.camel_up import solvers
from boardodds.dashboard.camel_up.links import read_link
from boardodds.dashboard.camel_up.state import EDITIONS
from tests.dashboard.driving import Page, open_page, open_setup, view_of

LEG = "pages/camel_up_leg.py"


def test_the_leg_page_answers_the_published_position() -> None:
    app = open_page(LEG)
    assert "Counted from all 29,160 dice sequences." in app.captions
    assert not app.warning
    app.open_figures("places_rows")
    first = app.dataframe[0].value.iloc[0]
    assert (first["camel"], first["place"], first["fraction"]) == ("green", 1, "10033/29160")


def test_pointing_at_a_place_counts_its_dice_sequences() -> None:
    assert "green 2nd: 23.9%, 6,983 of 29,160" in charts_of(open_page(LEG))


@pytest.mark.parametrize("more", [{"rolled": ["0B1"]}, {"stops": ["0"]}])
def test_the_coins_of_this_leg_can_pay_for_tickets(more: dict[str, list[str]]) -> None:
    leg = {"position": ["3:WOG 4:BY dice=WOGY"], "tickets": ["0Y5"]}
    now, coin = (read_link({**leg, **each}) for each in ({"coins": ["0"], **more}, {"coins": ["1"]}))
    assert solvers.actions(now) == solvers.actions(coin) != solvers.actions(read_link({**leg, "coins": ["0"]}))


@pytest.mark.parametrize(
    ("query", "formula", "nodes"),
    [
        ({}, r"5! \cdot 3^{5} = 29{,}160", 1 + 15 + 5 * 4 * 9 + 5 * 4 * 3 * 27 + 120 * 81),
        ({"faces": "1,2,3,4"}, r"5! \cdot 4^{5} = 122{,}880", None),
        ({"edition": "second_edition"}, r"6! \cdot 6^{5} = 5{,}598{,}720", None),
        ({"edition": "second_edition", "faces": "1,2"}, r"6! \cdot 4^{5} = 737{,}280", None),
        ({"edition": "second_edition", "position": "1:BR 2:G 14:w 15:k dice=BGx"}, r"3! \cdot 6^{2} = 216", 1 + 3 * 6),
    ],
)
def test_the_formula_and_the_nodes_match_the_position(query: dict[str, str], formula: str, nodes: int | None) -> None:
    app = open_page(LEG, view="Method", **query)
    text = app.page_text
    assert formula in text
    if nodes:
        (states,) = re.findall(rf"the tree of rolls has {nodes:,} nodes .* \*\*([0-9,]+) different states", text)
        assert 0 < int(states.replace(",", "")) <= nodes
    if "edition" in query:
        assert f"die is counted with {2 * len(query.get('faces', '1,2,3').split(','))} sides" in text
    assert f"Counted from all {formula.rpartition('= ')[2].replace('{,}', ',')} dice sequences" in app.captions


def test_the_ranking_omits_tiles_without_an_expected_gain_or_loss() -> None:
    position = Position.parse("7:WG 8:B 9:O 10:Y dice=WO")
    ranked = rank_actions(position)
    idle = [action for action in ranked if action.square is not None and not action.expected_coins]
    assert len(idle) > 5
    app = open_page(LEG, position=str(position))
    app.open_figures("actions_rows")
    shown = list(app.dataframe[0].value["action"])
    assert not {str(action) for action in idle} & set(shown)
    assert {str(action) for action in ranked} == {*shown, *map(str, idle)}
    assert f"Not shown: tile placements with no expected gain or loss ({len(idle)})." in app.captions


WORDS = ("oasis", "mirage"), ("cheering tile", "booing tile")


@pytest.mark.parametrize(("edition", "tiles", "others"), [("first_edition", *WORDS), ("second_edition", *WORDS[::-1])])
def test_the_page_uses_the_terms_of_the_edition(edition: str, tiles: tuple[str, str], others: tuple[str, str]) -> None:
    app = open_setup(LEG, edition=edition)
    assert app.board_data["tile_names"] == dict(zip("om", tiles, strict=True))
    assert all(with_article(name) in str(view_of(app.text_input, "position").help) for name in tiles)
    for view in ("What to do", "Tiles", "What if"):
        shown = open_page(LEG, edition=edition, view=view)
        words = shown.page_text + shown.html_text + charts_of(shown)
        assert not [name for name in others if re.search(rf"\b{name}\b", words)]
        assert any(name in words for name in tiles)


def test_a_leg_that_is_over_has_a_winner_and_no_views() -> None:
    app = open_page(LEG, position="3:BWOG 2:Y dice=")
    assert app.headline == "Green won the leg"
    assert not app.tabs
    assert app.advice == ""
    assert 'class="hundred"' not in app.html_text


def test_the_list_has_the_best_move_of_each_kind_and_marks_what_is_as_good() -> None:
    app = open_page(LEG)
    best, second, *_ = rank_actions(Position.parse("1:BWOG 2:Y"))
    assert best.expected_coins - second.expected_coins < 0.02
    (moves,) = [element.proto.body for element in app.get("html") if '"moves"' in element.proto.body]
    assert moves.count("<li") == 6
    assert moves.count("mirage") == moves.count("roll a die") == moves.count("as good") == 1
    assert moves.index(str(best)) < moves.index("as good") < moves.index("oasis")
    assert f"<span>+{best.expected_coins:.2f}</span>" in moves
    # The slider starts at the best square.
    assert app.select_slider[0].value == best.square


def test_a_side_of_my_tile_that_can_t_be_placed_has_no_bar_and_no_coins() -> None:
    second = {"edition": "second_edition", "owners": "05", "view": "Tiles"}
    app = open_page(LEG, position="1:BRPG 2:Y 15:w 16:k tiles=5o", **second).open_figures("tile_chart_rows")
    coins = app.dataframe[0].value.set_index("square")
    assert list(coins.loc[5].fillna(-1)) == [0, -1]
    assert list(coins.count()) == [len(coins), len(coins) - 1]
    only = open_page(LEG, position="2:B 3:R 4:G 6:Y tiles=5o", track="6", **second)
    assert "No square is free for your tile." in only.page_text


def charts_of(app: Page) -> str:
    return " ".join(chart.proto.spec for chart in app.get("plotly_chart"))


@pytest.mark.parametrize("kind", ["oasis", "mirage"])
@pytest.mark.parametrize("edition", ["first_edition", "second_edition"])
def test_a_link_names_a_tile_in_the_same_way_in_each_edition(edition: str, kind: str) -> None:
    app = open_page(LEG, edition=edition, view="What if", square="8", tile=kind)
    assert not app.warning
    name = tile_name(kind[0], EDITIONS[edition].rules)
    assert f"{name} on square 8" in charts_of(app)
    app.open_figures("what_if_chart_rows")
    assert f"{name} on square 8" in list(app.dataframe[0].value["what if"])
    assert view_of(app.segmented_control, "tile").value == kind


def test_a_link_can_have_any_numbers_on_the_dice_and_a_short_track() -> None:
    app = open_setup(LEG, faces="1,1,4", track="3", position="1:BW 2:G")
    assert view_of(app.text_input, "faces").value == "1,1,4"
    assert "House rules: numbers on a die: 1, 1, 4, squares to the finish: 3." in app.captions
    odds = solve_leg(Position.parse("1:BW 2:G"), replace(FIRST_EDITION, faces=(1, 1, 4), track=3))
    assert f"{odds.probability(odds.favourite):.1%}" in app.headline
    view_of(app.text_input, "faces").set_value("1,2").run()
    assert app.query_params["faces"] == "1,2"
    assert not app.warning


@pytest.mark.parametrize("page", [LEG, "pages/camel_up_race.py"])
def test_a_leg_with_too_many_sequences_is_refused_until_dice_are_taken_out(page: str) -> None:
    faces = ",".join(map(str, range(1, 13)))
    # Five of six dice come out in any order, the grey die has each number for two camels.
    sequences = 720 * 24 * 12**4
    (warning,) = open_page(page, edition="second_edition", faces=faces).warnings
    assert warning.startswith(f"A leg of 5 rolls has {sequences:,} different dice sequences; at most 5,000,000 are")
    few = open_page(page, edition="second_edition", faces=faces, position="1:BRPG 2:Y 15:w 16:k dice=BRP")
    assert not few.warning


def test_the_other_edition_is_compared_only_if_its_leg_can_be_counted() -> None:
    for last, is_compared in ((3, True), (8, False)):
        app = open_page(LEG, faces=",".join(map(str, range(1, last + 1))), view="What if")
        assert ("second edition" in charts_of(app)) == is_compared


def test_a_chance_near_zero_or_one_is_not_rounded_to_it() -> None:
    text = "1:B 3:W 5:O 7:G 9:Y"
    odds = solve_leg(Position.parse(text))
    assert 0 < odds.count("B", 1) / odds.outcomes < 0.0005
    assert any(text.startswith("blue 1st: <0.1%") for text in place_bars(odds).data[0].customdata)


def test_the_rolls_of_the_grey_die_have_the_colour_of_their_camel() -> None:
    app = open_page(LEG, edition="second_edition", position="1:BP 2:Y 15:w 16:k dice=Yx", view="Next roll")
    app.open_figures("next_roll_chart_rows")
    grey = [f"{colour} {number}" for colour in ("white", "black") for number in (1, 2, 3)]
    assert list(app.dataframe[0].value["roll"]) == ["Y1", "Y2", "Y3", *grey]


def test_a_tile_is_first_offered_ahead_of_the_racing_camels_wherever_crazy_ones_stand() -> None:
    app = open_page(LEG, edition="second_edition", view="What if", position="1:BP 2:YR 5:G 15:w 16:k dice=BPx")
    assert view_of(app.selectbox, "square").value == 6


def test_a_tile_is_no_choice_while_another_player_moves() -> None:
    for turn in (0, 1):
        assert open_page(LEG, if_square="5", turn=str(turn)).button_named("Play this").disabled == bool(turn)


def test_a_tile_next_to_another_is_a_change_of_the_rules() -> None:
    app = open_page(LEG, position="1:BWOG 2:Y tiles=5o", view="What if", square="6", tile="mirage")
    app.open_figures("what_if_chart_rows")
    assert "mirage on square 6 (tiles may touch)" in list(app.dataframe[0].value["what if"])

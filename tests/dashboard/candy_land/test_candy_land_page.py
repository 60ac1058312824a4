"""The Candy Land page: its answer, its views, and custom boards."""

import json
import re
from dataclasses import replace
from typing import Any

import pytest

from boardodds import candy_land
from boardodds.candy_land.sources import POST_GAMES
from boardodds.dashboard.candy_land import rows
from boardodds.dashboard.candy_land.edits import START_GAMES, read_link
from boardodds.dashboard.candy_land.labels import DECK
from boardodds.dashboard.candy_land.rule_effects import largest_effect
from boardodds.dashboard.ui.page_text import join_words
from boardodds.probability.estimate import Proportion
from tests.dashboard.driving import (
    captions,
    headline,
    open_figures,
    open_page,
    page_text,
    python_lines,
    run_lines,
    view_of,
)

CANDY = "pages/candy_land.py"


def test_the_page_starts_with_the_posts_game() -> None:
    app = open_page(CANDY)
    sample = candy_land.simulate(candy_land.CLASSIC, games=START_GAMES, seed=1)
    ci = sample.mean_turns.interval()
    assert headline(app) == (
        f"A one-player game takes {sample.mean_turns.value:.2f} turns on average (95% CI {ci.low:.2f} to {ci.high:.2f})"
    )
    open_figures(app, "length_figures")
    # One statistic in each row, so that none is beyond the edge of the page.
    figures = app.dataframe[0].value.set_index("statistic")
    assert list(figures.loc["mean"]) == pytest.approx([sample.mean_turns.value, ci.low, ci.high])
    assert figures.loc["median", "turns"] == sample.turns.quantile(0.5)
    assert figures.index[-1] == f"longest of {POST_GAMES:,} games"


def test_selecting_a_board_sets_its_rules() -> None:
    app = open_page(CANDY)
    view_of(app.segmented_control, "board").set_value("Hasbro 2014").run()
    assert view_of(app.segmented_control, "licorice").value == "lose a turn"
    assert [view_of(app.number_input, f"singles {color}").value for color in "RPYBOG"] == [3, 3, 4, 4, 4, 4]
    sample = candy_land.simulate(candy_land.BOX_2014, games=START_GAMES, seed=1)
    assert f"takes {sample.mean_turns.value:.2f} turns" in headline(app)
    assert "The deck has 44 cards, the board 82 spaces." in captions(app)


def test_players_who_go_on_from_each_other_are_simulated_with_any_deck() -> None:
    query = {"board": "Hasbro 2014", "deck": "shuffled before every draw", "players": "2"}
    assert "simulated games" in captions(open_page(CANDY, **query))
    assert "don't move independently" in page_text(open_page(CANDY, view="Deck", **query))
    run_lines(python_lines(open_page(CANDY, view="How", **query)))


def test_the_number_of_cards_of_each_colour_can_be_set() -> None:
    app = open_page(CANDY, board="custom", singles="8,8,8,8,8,2", special_copies="3")
    # 42 single and 12 double cards, and 3 copies of each of the two picture cards of this board.
    assert "The deck has 60 cards" in captions(app)
    view_of(app.number_input, "doubles G").set_value(0).run()
    assert "The deck has 58 cards" in captions(app)
    assert app.query_params["doubles"] == "2,2,2,2,2,0"
    rules = replace(read_link({"board": ["custom"]}).setup().rules, deck="reshuffled")
    rules = replace(rules, singles=(8, 8, 8, 8, 8, 2), doubles=(2, 2, 2, 2, 2, 0), special_copies=3)
    view_of(app.segmented_control, "deck").set_value("shuffled before every draw").run()
    assert f"takes {candy_land.solve_reshuffled(rules).mean_turns:.2f} turns" in headline(app)
    # Without its picture cards the deck is smaller.
    assert "The deck has 60 cards" in captions(open_page(CANDY, specials="no cards"))


def test_a_colour_that_the_board_lacks_cannot_have_cards() -> None:
    query = {"board": "custom", "spaces": "RPYBO", "jumps": "", "sticky": ""}
    app = open_page(CANDY, singles="8,8,8,8,8,0", doubles="2,2,2,2,2,0", **query)
    assert not app.warning
    assert "The deck has 50 cards, the board 5 spaces." in captions(app)


def test_readings_of_no_specials_are_compared() -> None:
    text = page_text(open_page(CANDY, view="Picture cards"))
    assert "Here they do so under every reading." in text
    rules = candy_land.CLASSIC
    names = ["no specials", "special cards off", "no backward moves"]
    cases = {"as it is": rules} | {name: candy_land.switched(rules, [name]) for name in names}
    comparison = candy_land.compare(cases, games=START_GAMES, seed=1)
    # Each effect is named for what it is: without backward moves, the picture cards stay.
    parts = ["picture cards and their spaces", "picture cards", "backward moves"]
    for name, part in zip(names, parts, strict=True):
        assert f"The {part} add **{-comparison.difference(name).value:+.1f} turns**" in text
    effect = comparison.difference("no specials")
    interval = effect.interval()
    assert (
        f"#### The picture cards and their spaces make games {-effect.value:.1f} turns longer (95% CI {-interval.high:.1f} to "
        f"{-interval.low:.1f})"
    ) in text
    # With three players the picture cards don't make games longer under every reading.
    text = page_text(open_page(CANDY, view="Picture cards", players="3"))
    assert "Here they make games longer compared with no backward moves" in text
    assert "turns in total on average" in text


def test_the_view_of_picture_cards_has_them_whatever_the_setting() -> None:
    app = open_figures(open_page(CANDY, view="Picture cards", specials="no cards or spaces"), "specials_figures")
    shown = app.dataframe[0].value
    usual = open_figures(open_page(CANDY, view="Picture cards"), "specials_figures")
    assert shown.equals(usual.dataframe[0].value)
    assert "as it is" not in set(shown["rules"])


def test_conflicting_changes_are_not_combined() -> None:
    app = open_page(CANDY, view="Rule changes", combine="true", changes=["no licorice", "licorice costs one turn"])
    assert "can't be combined: no licorice, licorice costs one turn." in page_text(app)
    app = open_page(CANDY, view="Rule changes", licorice="no effect")
    assert "*no licorice* is already in effect." in [caption.value for caption in app.caption]


def test_a_game_is_shown_turn_by_turn() -> None:
    moves = candy_land.play(candy_land.CLASSIC, players=2, seed=7)
    app = open_page(CANDY, view="One game", players="2", turn="5")
    assert f"#### {moves[4]}" in page_text(app)
    view_of(app.number_input, "turn").set_value(len(moves)).run()
    assert f"#### {moves[-1]}" in page_text(app)
    assert "#### Before the first turn" in page_text(open_page(CANDY, view="One game"))
    # A turn after the end of the game shows the last turn.
    assert "and wins." in page_text(open_page(CANDY, view="One game", turn="2000"))


_ENDLESS = {"spaces": "RPYBOGRPYBOGRPYB[Jolly]OG", "jumps": "13>1 14>1 15>1 16>1 18>1 19>1", "sticky": ""}


@pytest.mark.parametrize(
    ("view", "query", "change"),
    [
        ("Rule changes", {"sticky": "31", "jumps": "", "changes": "no picture cards"}, "*no picture cards*"),
        (
            "Picture cards",
            {"sticky": "7", "jumps": "", "specials": "no cards or spaces"},
            "With its picture cards, this board",
        ),
        ("Rule changes", {**_ENDLESS, "changes": "picture cards off"}, "*picture cards off*"),
        ("Picture cards", _ENDLESS, "*picture cards off*"),
        # This board can be played only without its picture spaces.
        ("Picture cards", {**_ENDLESS, "jumps": "12>1 13>1 14>1 15>1 16>1 18>1"}, "*picture cards off*"),
    ],
)
def test_impossible_changes_of_a_custom_board_are_explained(view: str, query: dict[str, Any], change: str) -> None:
    app = open_page(CANDY, board="custom", view=view, **query)
    shown = [element.value for element in (*app.caption, *app.markdown)]
    assert any(re.search(rf"{re.escape(change)} isn't possible( here)?: ", text) for text in shown)


def test_the_python_code_reproduces_the_pages_result() -> None:
    cases = {"as it is": candy_land.CLASSIC, "no licorice": candy_land.switched(candy_land.CLASSIC, ["no licorice"])}
    comparison = candy_land.compare(cases, games=START_GAMES, seed=1)
    assert run_lines(python_lines(open_page(CANDY, view="How"))) == comparison.difference("no licorice")


@pytest.mark.parametrize(
    "rules",
    [candy_land.CLASSIC, candy_land.BOX_PEPPERMINT_PASS, candy_land.switched(candy_land.CLASSIC, ["no specials"])],
)
@pytest.mark.parametrize("players", [1, 4])
def test_the_sentence_on_percentiles_is_true(rules: candy_land.Rules, players: int) -> None:
    lengths = candy_land.solve_reshuffled(rules, players=players)
    half, most, longest = map(int, re.findall(r"[0-9]+(?= turns|\.|$)", rows.summarize(lengths)))
    assert lengths.turns.at_most(half) >= 0.5 > lengths.turns.at_most(half - 1)
    assert lengths.turns.at_most(most) >= 0.9 > lengths.turns.at_most(most - 1)
    assert 1 - lengths.turns.at_most(longest) <= 0.01 < 1 - lengths.turns.at_most(longest - 1)


def test_a_small_difference_between_the_decks_has_no_direction() -> None:
    tiny = {"board": "custom", "spaces": "RPYBOG", "jumps": "", "sticky": ""}
    assert "No clear difference between the decks: " in page_text(open_page(CANDY, view="Deck", **tiny))
    assert "The real deck makes games" in page_text(open_page(CANDY, view="Deck"))


def test_the_legend_of_the_board_names_only_what_is_there() -> None:
    text = captions(open_page(CANDY))
    assert "★ picture space, ✖ licorice, 1↗ ↘1: start and end of a shortcut. Point to" in text
    bare = captions(open_page(CANDY, specials="no cards or spaces", licorice="no effect", shortcuts="false"))
    assert "turns end there. Point to a space" in bare


@pytest.mark.parametrize("within", [1, 40, 300])
def test_the_time_slider_splits_the_hundred(within: int) -> None:
    app = open_page(CANDY, within=str(within))
    turns = candy_land.simulate(candy_land.CLASSIC, games=START_GAMES, seed=1).turns
    chance = Proportion(round(turns.at_most(within) * START_GAMES), START_GAMES)
    assert f"over within {within} turn{'s' if within > 1 else ''} {chance} of the time" in page_text(app)
    (dots,) = [element.proto.body for element in app.get("html") if 'class="dots"' in element.proto.body]
    lengths = [turns.quantile((number + 0.5) / 100) for number in range(100)]
    assert dots.count("piece round hollow") == sum(length > within for length in lengths)


@pytest.mark.parametrize("seed", [1, 2])
@pytest.mark.parametrize("changes", [["no licorice", "no shortcuts"], ["doubles count where they end"]])
def test_the_finding_names_the_largest_clear_effect(seed: int, changes: list[str]) -> None:
    cases = {"as it is": candy_land.CLASSIC} | {
        name: candy_land.switched(candy_land.CLASSIC, [name]) for name in changes
    }
    comparison = candy_land.compare(cases, games=START_GAMES, seed=seed)
    effects = {name: comparison.difference(name) for name in changes}
    clear = [name for name in changes if not effects[name].interval().low <= 0 <= effects[name].interval().high]
    sentence = largest_effect(effects).lower()
    if not clear:
        assert sentence.startswith("no change has a clear effect")
        return
    largest = max(clear, key=lambda name: abs(effects[name].value))
    assert sentence.startswith(f"{largest} has the largest effect: {abs(effects[largest].value):.1f} turns ")
    assert ("longer" in sentence) == (effects[largest].value > 0)


def test_the_board_has_every_space_with_its_visits() -> None:
    app = open_page(CANDY)
    (board,) = [element.proto.body for element in app.get("html") if 'class="candy"' in element.proto.body]
    sample = candy_land.simulate(candy_land.CLASSIC, games=START_GAMES, seed=1)
    tips = re.findall(r'data-tip="space (\d+), [^:]*: on average ([\d.]+) turns per game end here"', board)
    assert [int(space) for space, _ in tips] == list(range(1, len(candy_land.CLASSIC.board) + 1))
    assert [float(visits) for _, visits in tips] == pytest.approx(
        [count / sample.games for count in sample.visit_counts], abs=0.005 + 1e-9
    )
    open_figures(app, "length_figures")
    assert len(app.dataframe[2].value) == len(candy_land.CLASSIC.board)


def test_the_same_rules_have_the_same_figures_in_every_view() -> None:
    texts = {view: page_text(open_page(CANDY, view=view)) for view in ("Rule changes", "Picture cards")}
    shown = {
        "Rule changes": re.search(r"largest effect: ([\d.]+) turns shorter \((.*?)\)", texts["Rule changes"]),
        "Picture cards": re.search(r"games ([\d.]+) turns longer \((.*?)\)", texts["Picture cards"]),
    }
    figures = {(found[1], found[2].replace("+", "")) for found in shown.values() if found}
    assert all(shown.values())
    assert len(figures) == 1


def test_the_effects_are_the_differences_of_the_means() -> None:
    app = open_figures(open_page(CANDY, view="Rule changes"), "changes_figures")
    changes = app.dataframe[0].value
    (usual,) = re.findall(r"takes ([\d.]+) turns", headline(app))
    drawn = json.loads(app.get("plotly_chart")[0].proto.spec)["layout"]["annotations"]
    labels = [note["text"] for note in drawn]
    for name, mean in zip(changes["change"], changes["turns"], strict=True):
        difference = mean - float(usual)
        shown = float(labels[labels.index(name) - 1].replace("<b>", "").replace("</b>", ""))
        # Two means of two decimals and a difference of one decimal.
        assert abs(shown - difference) <= 0.06


@pytest.mark.parametrize("deck", DECK)
@pytest.mark.parametrize("players", ["1", "4"])
def test_the_first_players_advantage_is_named_only_if_it_is_clear(deck: str, players: str) -> None:
    app = open_page(CANDY, view="Players", players=players, deck=deck, played="10000")
    text = page_text(app)
    rules = replace(candy_land.CLASSIC, deck=DECK[deck])
    clear = []
    for number in range(2, 7) if players == "1" else [int(players)]:
        if rules.deck == "reshuffled":
            low: float = candy_land.solve_reshuffled(rules, players=number).seat_wins[0]
        else:
            low = candy_land.simulate(rules, players=number, games=10_000, seed=1).seat_wins[0].interval().low
        clear += [number] if low > 1 / number else []
    helps = f"Going first helps with {join_words([str(number) for number in clear])} players: the first of"
    assert f"#### {helps if clear else 'Going first has no clear effect with'}" in text

"""The Candy Land page: its answer, its views, and custom boards."""

import json
import re
from dataclasses import replace
from typing import Any

import pytest

from boardodds import candy_land
from boardodds.candy_land.published_figures import POST_GAMES
from boardodds.candy_land.rules import CLASSIC, PRINTED, Deck
from boardodds.candy_land.simulation import count_events
from boardodds.candy_land.solver import mean_events
from boardodds.charts.hundred import counts_of_hundred
from boardodds.dashboard.candy_land.lengths import summarize
from boardodds.dashboard.candy_land.state import START_GAMES, read_link
from boardodds.dashboard.candy_land.views import lost_order
from boardodds.dashboard.candy_land.what_if import POST_CHANGES, largest_effect
from boardodds.dashboard.ui.words import join_words
from boardodds.probability.estimate import Proportion, estimate_of
from tests.dashboard.driving import open_page, open_setup, run_lines, view_of

CANDY = "pages/candy_land.py"
NO_LICORICE, NO_SPECIALS, NO_SHORTCUTS = POST_CHANGES
WHAT_IF = {"view": "What if"}
DECKS = {**WHAT_IF, "compare": "deck"}


def test_the_page_starts_with_the_posts_game() -> None:
    app = open_page(CANDY)
    sample = candy_land.simulate(candy_land.CLASSIC, games=START_GAMES, seed=1)
    ci = sample.mean_turns.interval()
    assert app.headline == "A game takes about 39 turns, some 20 minutes"
    average = f"{START_GAMES:,} simulated games take {sample.mean_turns.value:.2f} turns on average"
    assert f"{average} (95% CI {ci.low:.2f} to {ci.high:.2f})" in app.captions
    app.open_figures("length_rows")
    # One statistic in each row, so that none is beyond the edge of the page.
    figures = app.dataframe[0].value.set_index("statistic")
    assert list(figures.loc["mean"]) == pytest.approx([sample.mean_turns.value, ci.low, ci.high])
    assert figures.loc["median", "turns"] == sample.turns.quantile(0.5)
    # The extremes are those of the games played, without an interval: 20,000 games can't show how they vary.
    extremes = figures.iloc[-2:]
    assert list(extremes["turns"]) == [min(sample.turns.outcomes), max(sample.turns.outcomes)]
    assert extremes.drop(columns="turns").isna().all(axis=None)


def test_the_range_of_exact_extremes_contains_95_percent_of_runs() -> None:
    app = open_page(CANDY, deck="reshuffled")
    turns = candy_land.solve_reshuffled(replace(candy_land.CLASSIC, deck="reshuffled")).turns
    app.open_figures("length_rows")
    _, median, low, high = next(app.dataframe[0].value.iloc[-1:].itertuples(index=False))

    def all_within(most: float) -> float:
        return float(turns.at_most(most) ** POST_GAMES)

    assert all_within(median) >= 0.5 > all_within(median - 1)
    assert all_within(high) - all_within(low - 1) >= 0.95
    assert all_within(high - 1) - all_within(low) < 0.95


def test_players_who_go_on_from_each_other_are_simulated_with_any_deck() -> None:
    query = {"game": "box_2014", "deck": "reshuffled", "players": "2"}
    assert "simulated games" in open_page(CANDY, **query).captions
    assert "don't move independently" in open_page(CANDY, **DECKS, **query).page_text
    run_lines(open_page(CANDY, view="Method", **query).python_lines)


def test_the_number_of_cards_of_each_colour_can_be_set() -> None:
    app = open_setup(CANDY, game="custom", singles="8,8,8,8,8,2", special_copies="3").open_figures("deck_cards")
    # 42 single and 12 double cards, and 3 copies of each of the two picture cards of this board.
    assert "The deck has 60 cards" in app.captions
    view_of(app.number_input, "doubles G").set_value(0).run()
    assert "The deck has 58 cards" in app.captions
    assert app.query_params["doubles"] == "2,2,2,2,2,0"
    rules = replace(read_link({"game": ["custom"]}).rules, deck="reshuffled")
    rules = replace(rules, singles=(8, 8, 8, 8, 8, 2), doubles=(2, 2, 2, 2, 2, 0), special_copies=3)
    view_of(app.segmented_control, "deck").set_value("reshuffled").run()
    assert f"The exact average: {candy_land.solve_reshuffled(rules).mean_turns:.2f} turns" in app.captions
    # Without its picture cards the deck is smaller.
    assert "The deck has 60 cards" in open_page(CANDY, specials="cards_off").captions


def test_a_change_that_is_in_effect_is_not_made_again() -> None:
    app = open_page(CANDY, **WHAT_IF, licorice_rule="off")
    assert f"*{NO_LICORICE}* is already in effect." in [caption.value for caption in app.caption]
    # Nor is it offered, unless it is chosen.
    view_of(app.pills, "changes").set_value([NO_SHORTCUTS]).run()
    offered = view_of(app.pills, "changes").options
    assert NO_LICORICE not in offered
    assert {NO_SHORTCUTS, NO_SPECIALS} < {*offered}


_ENDLESS = {"spaces": "RPYBOGRPYBOGRPYB[Jolly]OG", "shortcuts": "13>1 14>1 15>1 16>1 18>1 19>1", "licorice": ""}


@pytest.mark.parametrize(
    ("query", "change"), [({"licorice": "31", "shortcuts": ""}, NO_SPECIALS), (_ENDLESS, "picture cards: no cards")]
)
def test_impossible_changes_of_a_custom_board_are_explained(query: dict[str, Any], change: str) -> None:
    app = open_page(CANDY, game="custom", changes=change, **WHAT_IF, **query)
    sentence = f"*{change}* isn't possible here: "
    assert any(element.value.startswith(sentence) for element in (*app.caption, *app.markdown))


@pytest.mark.parametrize("text", ["", "57.80 next=2 drawn=RR"])
def test_the_python_code_reproduces_the_pages_result(text: str) -> None:
    cases = {"as it is": candy_land.CLASSIC, "no licorice": candy_land.switched(candy_land.CLASSIC, [NO_LICORICE])}
    state = candy_land.State.parse(text) if text else None
    comparison = candy_land.compare(cases, state=state, games=START_GAMES, seed=1)
    assert run_lines(open_page(CANDY, view="Method", state=text).python_lines) == comparison.difference("no licorice")


@pytest.mark.parametrize(
    "rules", [CLASSIC, candy_land.BOX_PEPPERMINT_PASS, candy_land.switched(CLASSIC, [NO_SPECIALS])]
)
@pytest.mark.parametrize("players", [1, 4])
def test_the_sentence_on_percentiles_is_true(rules: candy_land.Rules, players: int) -> None:
    lengths = candy_land.solve_reshuffled(rules, players=players)
    half, most, longest = map(int, re.findall(r"within ([0-9]+)", summarize(lengths, 0.5, 0.9, 0.99)))
    assert lengths.turns.at_most(half) >= 0.5 > lengths.turns.at_most(half - 1)
    assert lengths.turns.at_most(most) >= 0.9 > lengths.turns.at_most(most - 1)
    assert 1 - lengths.turns.at_most(longest) <= 0.01 < 1 - lengths.turns.at_most(longest - 1)


def test_a_small_difference_between_the_decks_has_no_direction() -> None:
    tiny = {"game": "custom", "spaces": "RPYBOG", "shortcuts": "", "licorice": ""}
    assert "The real deck makes no clear difference" in open_page(CANDY, **DECKS, **tiny).page_text
    assert "The real deck makes games" in open_page(CANDY, **DECKS).page_text


@pytest.mark.parametrize("within", [1, 40, 300])
def test_the_time_slider_splits_the_hundred(within: int) -> None:
    app = open_page(CANDY, within=str(within))
    turns = candy_land.simulate(candy_land.CLASSIC, games=START_GAMES, seed=1).turns
    chance = Proportion(round(turns.at_most(within) * START_GAMES), START_GAMES)
    assert f"over within {within} turn{'s' if within > 1 else ''} are filled: {chance} of all games" in app.captions
    (dots,) = [element.proto.body for element in app.get("html") if 'class="dots"' in element.proto.body]
    lengths = [turns.quantile((number + 0.5) / 100) for number in range(100)]
    assert dots.count("piece round hollow") == sum(length > within for length in lengths)


@pytest.mark.parametrize("seed", [1, 2])
@pytest.mark.parametrize("changes", [[NO_LICORICE, NO_SHORTCUTS], ["double cards: only the second space counts"]])
def test_the_finding_names_the_largest_clear_effect(seed: int, changes: list[str]) -> None:
    cases = {name: candy_land.switched(candy_land.CLASSIC, [name]) for name in changes}
    comparison = candy_land.compare({"as it is": candy_land.CLASSIC} | cases, games=START_GAMES, seed=seed)
    effects = {name: comparison.difference(name) for name in changes}
    clear = [name for name in changes if not effects[name].interval().low <= 0 <= effects[name].interval().high]
    sentence = largest_effect(effects).lower()
    if not clear:
        assert sentence.startswith("no change has a clear effect")
        return
    largest = max(clear, key=lambda name: abs(effects[name].value))
    assert sentence.startswith(f"“{largest}” has the largest effect: {abs(effects[largest].value):.1f} turns ")
    assert ("longer" in sentence) == (effects[largest].value > 0)


def test_the_spaces_have_their_visits() -> None:
    app = open_page(CANDY, view="Spaces").open_figures("visit_rows")
    sample = candy_land.simulate(candy_land.CLASSIC, games=START_GAMES, seed=1)
    rows = app.dataframe[0].value
    assert list(rows["turns that end there"]) == pytest.approx([count / sample.games for count in sample.visit_counts])
    assert list(rows["is"]) == list(candy_land.CLASSIC.board)


def test_the_effects_are_the_differences_of_the_means() -> None:
    app = open_page(CANDY, **WHAT_IF).open_figures("impact_rows")
    changes = app.dataframe[0].value
    (usual,) = re.findall(r"simulated games take ([\d.]+) turns", app.captions)
    drawn = json.loads(app.get("plotly_chart")[1].proto.spec)["layout"]["annotations"]
    labels = [note["text"] for note in drawn]
    for name, mean in zip(changes["change"], changes["turns"], strict=True):
        difference = mean - float(usual)
        shown = float(re.sub("</?b>", "", labels[labels.index(name) - 1]).replace("−", "-"))
        # Two means of two decimals and a difference of one decimal.
        assert abs(shown - difference) <= 0.06


@pytest.mark.parametrize("deck", ["real", "reshuffled"])
@pytest.mark.parametrize("players", ["1", "2"])
def test_the_first_players_advantage_is_named_only_if_it_is_clear(deck: Deck, players: str) -> None:
    app = open_page(CANDY, view="Players", players=players, deck=deck, games="10000")
    text = app.page_text
    rules = replace(candy_land.CLASSIC, deck=deck)
    clear = []
    for number in range(2, 7) if players == "1" else [int(players)]:
        if rules.deck == "reshuffled":
            low: float = candy_land.solve_reshuffled(rules, players=number).seat_wins[0]
        else:
            low = candy_land.simulate(rules, players=number, games=10_000, seed=1).seat_wins[0].interval().low
        clear += [number] if low > 1 / number else []
    helps = f"Going first helps with {join_words([str(number) for number in clear])} players: the first of"
    assert f"### {helps if clear else 'Going first has no clear effect with'}" in text


@pytest.mark.parametrize("name", PRINTED)
def test_the_shortcuts_of_a_printed_board_are_switched_off_and_on(name: str) -> None:
    app = open_setup(CANDY, game=name)
    for is_on in (False, True):
        view_of(app.toggle, "shortcuts").set_value(is_on).run()
        assert ("shortcuts" in app.query_params) != is_on
        assert ("House rules: shortcuts: none." in app.captions) != is_on


def begun(text: str, deck: Deck = "real", **changes: Any) -> candy_land.Sample | candy_land.ReshuffledOdds:
    rules, state = replace(candy_land.CLASSIC, deck=deck, **changes), candy_land.State.parse(text)
    if deck == "reshuffled":
        return candy_land.solve_reshuffled(rules, state=state)
    return candy_land.simulate(rules, state=state, games=START_GAMES, seed=1)


@pytest.mark.parametrize(
    ("state", "deck"),
    [
        ("57.80 next=1", "reshuffled"),
        ("80.57 next=2 drawn=R.RR.[Jolly]", "real"),
        ("0.3.130.40.50.60 next=6", "reshuffled"),
        ("5.5 next=1", "real"),
    ],
)
def test_a_game_in_progress_says_who_is_ahead(state: str, deck: Deck) -> None:
    app = open_page(CANDY, state=state, deck=deck)
    wins = [estimate_of(win) for win in begun(state, deck).seat_wins]
    counts = counts_of_hundred([win.value for win in wins])
    first, second, *_ = sorted(range(len(wins)), key=lambda seat: -wins[seat].value)
    name, clear = "ABCDEF"[first], wins[first].interval().low > wins[second].interval().high
    who = f"Player {name} is ahead" if clear else f"Players {name} and {'ABCDEF'[second]} are about level"
    assert app.headline == f"{who}: {name} wins {100 * wins[first].value:.0f} of 100 games like this one"
    groups = re.findall(r'class="group"[^>]*>(.*?)</span>', app.html_text)
    assert [len(re.findall("<i", group)) for group in groups] == counts
    # Each player has pieces of one look, and no two players the same.
    looks = [set(re.findall(r"<i [^>]*>", group)) for group in groups if group]
    assert len(set().union(*looks)) == len(looks) == sum(count > 0 for count in counts)


@pytest.mark.parametrize("deck", ["real", "reshuffled"])
def test_the_table_of_players_has_the_chances_of_the_game_in_progress(deck: Deck) -> None:
    state = "57.80.3 next=2 drawn=R.RR"
    wins = [estimate_of(win).value for win in begun(state, deck).seat_wins]
    app = open_page(CANDY, state=state, deck=deck, view="Players")
    assert list(app.dataframe[0].value["home next"]) == pytest.approx(wins)


@pytest.mark.parametrize("seconds", [1, 20, 75])
def test_a_turn_takes_the_seconds_that_are_set(seconds: int) -> None:
    app = open_page(CANDY, deck="reshuffled", game="scheffer", seconds=str(seconds))
    minutes = max(1, round(39 * seconds / 60))
    assert app.headline == f"A game takes about 39 turns, some {minutes} minute{'s' * (minutes > 1)}"


@pytest.mark.parametrize("link", [{"deck": "reshuffled"}, {"players": "2"}])
def test_events_are_exact_for_a_chain_and_counted_otherwise(link: dict[str, str]) -> None:
    rows = open_page(CANDY, **link).open_figures("event_rows").dataframe[0].value.set_index("what")
    is_exact = "deck" in link
    expected = mean_events(CLASSIC).shortcuts if is_exact else count_events(players=2)["shortcuts"].value
    assert rows.loc["a shortcut is taken", "times"] == pytest.approx(expected)
    assert ("times, 95% from" in rows) != is_exact


def test_spared_players_are_chosen_where_pictures_can_lead_back() -> None:
    app = open_setup(CANDY, players="2", specials="forward_only", deck="reshuffled")
    (pills,) = [each for each in app.button_group if each.label == "Spared players"]
    pills.set_value([2]).run()
    rules = replace(CLASSIC, specials="forward_only", spared=(2,), deck="reshuffled")
    mean = candy_land.solve_reshuffled(rules, players=2).mean_turns
    assert f"takes about {round(mean)} turns" in app.headline
    assert "spared players: 2" in app.captions
    # A link can spare a player whom the game does not have.
    app = open_setup(CANDY, players="2", specials="forward_only", spared="1,3")
    assert not app.exception
    assert [each.value for each in app.button_group if each.label == "Spared players"] == [[1]]
    link = {"players": "2", "state": "57.80", "specials": "forward_only", "spared": "2", "deck": "reshuffled"}
    app = open_page(CANDY, view="Players", **link)
    alone = candy_land.solve_reshuffled(replace(rules, specials="on", spared=()), state=candy_land.State((57,)))
    assert app.dataframe[0].value["own turns needed"][0] == pytest.approx(alone.mean_turns)


def test_the_chart_has_the_turns_that_each_player_needs_alone() -> None:
    app = open_page(CANDY, state="57.home.80 next=1", deck="reshuffled", plays_until="everyone")
    figure = app.first_chart
    assert [trace["name"] for trace in figure["data"]] == ["A", "C"]
    for space, title in zip(("57", "80"), figure["layout"]["annotations"], strict=True):
        turns = begun(space, "reshuffled", plays_until="everyone").turns
        assert title["text"].endswith(f" {turns.quantile(0.5):.0f}")
    assert "is home next in" in app.headline


@pytest.mark.parametrize(
    ("query", "words"),
    [
        ({"state": "57.home"}, "Player B has won"),
        ({"state": "home.home", "plays_until": "everyone"}, "Players A and B are in the castle"),
        ({"state": "home"}, "Player A has won"),
    ],
)
def test_a_game_that_is_over_offers_a_new_one(query: dict[str, str], words: str) -> None:
    app = open_page(CANDY, **query)
    assert (app.headline, len(app.tabs)) == (words, 0)
    app.press("New game")
    assert app.headline.startswith("A game")
    assert "state" not in app.query_params
    assert app.button_named("New game").disabled
    app.press("Undo")
    assert app.headline == words


@pytest.mark.parametrize(("deck", "losing"), [(66, [4, 5]), (60, []), (44, [3, 5, 6])])
def test_the_posts_program_loses_the_order_of_these_players(deck: int, losing: list[int]) -> None:
    for players in range(2, 7):
        cards, turns = 0, []
        for _ in range(2 * deck):
            # The post: self.players[len(self.cards) % len(self.players)], before a deck is made if none is left.
            turns.append(cards % players + 1)
            cards = (cards or deck) - 1
        assert (turns[players:] != turns[:-players]) == (players in losing)
        if players in losing:
            first, last = (", ".join(map(str, part)) for part in (turns[:6], turns[deck - 3 : deck]))
            counts = f"{turns.count(1) // 2} for player 1 and {turns.count(players) // 2} for player {players}"
            assert f"go to {first} … {last}, which are {counts}. " in lost_order(players, deck)
    named = lost_order(1, deck).partition(" players")[0]
    assert list(map(int, re.findall(r"\d+", named)))[1:] == losing

"""The Perudo page: its answer, its views, and rounds set by a link."""

import json
import re
from dataclasses import replace
from fractions import Fraction
from math import sqrt
from typing import Any
from urllib.parse import parse_qsl, urlsplit

import pytest

from boardodds import perudo
from boardodds.dashboard.perudo.events import read_link
from boardodds.dashboard.perudo.page import round_data
from boardodds.dashboard.perudo.sheet import PerudoSheet, chance_text, chances_by_dice
from boardodds.dashboard.perudo.solvers import MATCHES
from boardodds.dashboard.perudo.views import RAISE_BY_TWO
from boardodds.dashboard.perudo.words import move_in_words
from boardodds.perudo.match import play_matches
from boardodds.perudo.rollouts import evaluate_moves
from tests.dashboard.driving import open_page, open_setup, view_of
from tests.dashboard.together import small_work
from tests.known_answers import load_answers

PERUDO = "pages/perudo.py"
KNOWN = load_answers("perudo")
BLUFFING = {"view": "Bluffing", "sides": "4"}
PLAIN = {"game": "standard"}
HAND = "5.5.5.5 me=1 hand=12256 bids=4:5x4"


def test_the_advice_is_the_move_that_wins_most_matches() -> None:
    state = perudo.RoundState.parse(HAND)
    posterior = perudo.posterior(state)
    best = evaluate_moves(state, games=MATCHES)[0]
    assert isinstance(best.move, perudo.Bid)
    app = open_page(PERUDO, round=HAND, game="standard")
    true = f"true {posterior.bid_probability(best.move):.1%}, wins the match {chance_text(best)}"
    assert app.advice == f"*Best now* **Bid {move_in_words(best.move)}** {true}"
    # It heads the list of moves, with the same two chances.
    cells = re.findall(r'<th scope="row">(.*?)</th><td[^>]*>([\d.]+%)</td><td[^>]*>([\d.]+%)</td>', app.html_text)
    chances = (f"{best.wins.value:.2%}", f"{posterior.bid_probability(best.move):.1%}")
    assert cells[0] == (move_in_words(best.move), *chances)
    app.press("Bid it")
    assert app.board_data["bids"][-1] == [0, best.move.quantity, best.move.face]
    assert app.advice.endswith("**Player 2 is to move** tap the bid that is made")
    assert "Bid it" not in [button.label for button in app.button]
    app.send_event(kind="undo")
    assert app.board_data["bids"] == [[3, 5, 4]]


@pytest.mark.parametrize("query", [{}, {"round": "3.2.4 me=1 hand=256 opens=1"}, {"round": HAND, "game": "standard"}])
def test_moves_that_the_rounds_cannot_tell_from_the_best_are_as_good(query: dict[str, str]) -> None:
    app = open_page(PERUDO, **query)
    state = read_link({name: [text] for name, text in query.items()})
    best, *others = evaluate_moves(state.round, state.rules, model=state.models, games=MATCHES)
    as_good = [best]
    for equity in others:
        lost = best.results - equity.results
        if lost.mean() <= 1.96 * lost.std(ddof=1) / sqrt(MATCHES):
            as_good.append(equity)
    assert (len(as_good) > 1) != ("game" in query)
    found = perudo.posterior(state.round, state.rules, model=state.models)
    right = {equity: found.bid_probability(equity.move) for equity in as_good if isinstance(equity.move, perudo.Bid)}
    as_good.sort(key=lambda equity: -round(right[equity], 9))
    card, (moves,) = app.advice, re.findall('<div class="moves".*', app.html_text)
    # The safest of them is advised, in the card and in the first row of the list.
    assert card.startswith(
        f"*Best now* **Bid {move_in_words(as_good[0].move)}** true {right[as_good[0]]:.1%}, "
        f"wins the match {chance_text(as_good[0])}"
    )
    listed = re.findall(r'<th scope="row">([^<]*)</th>', moves)
    assert listed[: len(as_good)] == [move_in_words(equity.move) for equity in as_good]
    # Every legal move is in the list, once.
    assert sorted(listed) == sorted([*map(move_in_words, state.legal), *["dudo"] * bool(state.round.bids)])
    # Each table is in the order of its first numbers.
    for table in moves.split("<tbody>")[1:]:
        first = [float(number) for number in re.findall(r"</th><td[^>]*>(?:&[lg]t;)?([^%]*)%", table)]
        assert first == sorted(first, reverse=True)
    assert card.endswith("as good") == (len(as_good) > 1)
    assert len(as_good) == 1 or f"of {len(as_good)} as" in card


def test_the_page_says_why_a_call_that_is_almost_surely_right_is_not_advised() -> None:
    link = {"palifico": "false", "round": "1.5.5 me=2 hand=22222 bids=1:6x5"}
    state = read_link({name: [text] for name, text in link.items()})
    many, few = (
        {equity.move: equity for equity in evaluate_moves(state.round, state.rules, model=state.models, games=matches)}
        for matches in (4_000, MATCHES)
    )
    dudo, best = perudo.Call.DUDO, perudo.Bid(7, 2)
    # More rounds, a run of its own, confirm it: player 1, with one die, hardly ever wins anyway.
    assert next(iter(many)) == best
    assert many[dudo].wins.interval().high < many[best].wins.interval().low
    right = 1 - perudo.posterior(state.round, state.rules, model=state.models).bid_probability(perudo.Bid(6, 5))
    tops = [f"{few[move].results.max():.0%}" for move in (dudo, best)]
    app = open_page(PERUDO, **link)
    assert f"Dudo is right {right:.1%}, but leads to {tops[0]} at best, 7 twos to {tops[1]}." in app.page_text
    assert app.advice.endswith(f"dudo wins {chance_text(few[dudo])}")
    assert "dudo" not in open_page(PERUDO, round="5.5.5.5 me=1 hand=12256 bids=4:5x4").advice


def test_dudo_by_the_card_asks_for_its_outcome() -> None:
    app = open_page(PERUDO, round="2.3 me=1 hand=33 bids=2:4x4", game="standard")
    assert app.advice.startswith("*Best now* **Call dudo**")
    assert not app.board_data["asks"]
    app.press("Call it")
    assert app.board_data["asks"]
    # Nothing is called before the outcome is known.
    assert [toast.value for toast in app.toast] == ["Call dudo: choose what the cups showed. *Undo* takes it back."]
    app.send_event(kind="dudo", right=True, bids=1)
    assert (app.board_data["dice"], app.board_data["asks"]) == ([2, 2], False)


def test_the_chart_has_the_numbers_of_matching_dice() -> None:
    app = open_page(PERUDO, round=HAND, game="standard")
    total = perudo.posterior(perudo.RoundState.parse(HAND)).total(4)
    (bars, alone) = app.first_chart["data"]
    assert bars["y"] == [pytest.approx(total.probability(number)) for number in bars["x"]]
    chances = [perudo.bid_probability(perudo.Bid(quantity, 4), (1, 2, 2, 5, 6), 15) for quantity in (5, 6)]
    assert alone["y"][bars["x"].index(5)] == pytest.approx(chances[0] - chances[1])
    tiles = re.findall(r"<span>([^<]*)</span><b>([^<]*)</b>", app.html_text)
    assert tiles == [
        ("exactly 5", f"{total.probability(5):.1%}"),
        ("at least 5", f"{total.at_least(5):.1%}"),
        ("at most 5", f"{total.at_most(5):.1%}"),
    ]


@pytest.mark.parametrize(
    ("link", "dice"),
    [
        ({"round": "5.4.1.0 me=2 hand=3611 bids=2:2x2.3:2x1.1:5x3"}, range(6, 15)),
        ({"round": "1.2.1.1.1 me=2 hand=25 bids=1:3x2 palifico"}, range(6, 19)),
        ({"round": "2.2.1 bids=3:1x2.1:1x4.2:2x4 palifico", "change_face": "true"}, range(3, 12)),
        ({"round": "2.2.2 bids=1:4x2"}, range(4, 16)),
        ({"round": "0.2.1 me=2 hand=13 bids=2:1x3", "styles": "ab"}, range(3, 8)),
        ({"round": "5.3 me=1 hand=12256"}, range(0)),
    ],
)
def test_the_slider_has_every_number_of_dice_that_the_round_allows(link: dict[str, str], dice: range) -> None:
    assert list(chances_by_dice(read_link({name: [text] for name, text in link.items()}))) == list(dice)


def test_before_the_first_bid_the_headline_names_the_highest_likely_bid() -> None:
    chance = perudo.bid_probability(perudo.Bid(8, 2), (1, 2, 2, 5, 6), 15)
    higher = (bid for bid in perudo.legal_bids(None, 20) if bid > perudo.Bid(8, 2))
    assert chance >= 0.5 > max(perudo.bid_probability(bid, (1, 2, 2, 5, 6), 15) for bid in higher)
    app = open_page(PERUDO, round="5.5.5.5 me=1 hand=12256 opens=2", view="What if")
    assert app.headline == f"Nobody has bid yet: 8 twos would be true {chance:.1%} of the time"
    assert "Chance of at least 8 twos, from the dice alone" in app.captions
    # Without bids there is one reading.
    assert "<small>dice alone" not in app.html_text


@pytest.mark.parametrize("query", [{}, PLAIN, {"round": "1.2 me=1 hand=6"}, {"raise_rule": "reset_quantity"}])
def test_before_the_viewers_opening_all_parts_name_the_advised_bid(query: dict[str, str]) -> None:
    with small_work():
        app = open_page(PERUDO, **{"round": "5.3 me=1 hand=12256", "view": "What if"} | query)
    bid = re.search(r"Bid (\d+) (\w+)\*\*|: (\d+) (\w+)\*\*", app.advice)
    assert bid
    number, face = filter(None, bid.groups())
    assert app.headline.startswith(f"Nobody has bid yet: {number} {face} would ")
    assert f"<span>at least {number}</span>" in app.html_text
    assert f'aria-label="{face.removesuffix("s")}' in app.html_text
    assert f"Chance of at least {number} {face}, from the dice alone" in app.captions


def test_safe_bids_are_listed_with_the_reason_and_not_drawn() -> None:
    app = open_page(PERUDO, round="5.5.5.5 me=1 hand=12256")
    ranking = perudo.rank_moves(None, (1, 2, 2, 5, 6), 15)
    certain = [ranked.move for ranked in ranking if ranked.fraction == 1]
    likely = [ranked.move for ranked in ranking if ranked.probability > 0.995 and ranked.fraction < 1]
    # The dice you see make exactly the certain bids true.
    assert all(perudo.count(move, (1, 2, 2, 5, 6)) >= move.quantity for move in certain if isinstance(move, perudo.Bid))
    assert (len(certain), len(likely)) == (9, 5)
    lists = [", ".join(map(move_in_words, moves)) for moves in (certain, likely)]
    assert f"Safe, because the dice you see already make them true: {lists[0]}." in app.page_text
    assert f"Not certain, but right in more than 99.5% of cases: {lists[1]}." in app.page_text
    names = json.loads(app.get("plotly_chart")[-1].proto.spec)["data"][-1]["y"]
    # Moves of one quantity with the same chance have one row.
    rows: dict[tuple[int, Fraction], str] = {}
    for ranked in ranking[14:]:
        assert isinstance(ranked.move, perudo.Bid)
        rows.setdefault((ranked.move.quantity, ranked.fraction), move_in_words(ranked.move))
    assert [name.partition(" or ")[0] for name in names] == list(rows.values())[:12]
    assert any(" or " in name for name in names)


@pytest.mark.parametrize(
    ("query", "sentences"),
    [
        ({"round": "5.5 me=1 hand=11444 bids=2:5x4"}, ["5 fours: certainly true, because the dice you see already"]),
        ({"round": "2.1 me=1 hand=33 bids=2:2x4"}, ["2 fours: certainly false, because too few dice are unseen"]),
        ({"round": "2.3 me=1 hand=33 bids=2:4x4"}, ["**Call dudo** certainly right"]),
        (BLUFFING, ["wins 50.00% of games (1/2)", "Bidding first makes no difference."]),
        (BLUFFING | {"wild_aces": "false"}, ["wins 43.75% of games (7/16)", "Bidding first is a disadvantage."]),
        (BLUFFING | {"sides": "2", "ace_bids": "lowest"}, ["wins every game", "No optimal plan opens with a bluff"]),
        # Perfect play in solved endings, also for the viewer who opens.
        ({"round": "1.1 me=2 hand=6 opens=2"}, ["**Bid 1 six** Perfect play: 1 six"]),
        (PLAIN | {"round": "3.1 me=1 hand=445 opens=1"}, ["Perfect play: ", ", the match "]),
    ],
)
def test_the_page_says_what_is_known(query: dict[str, str], sentences: list[str]) -> None:
    app = open_page(PERUDO, **query)
    text = app.page_text + app.advice
    assert all(sentence in text for sentence in sentences)


def test_the_heatmap_leaves_out_quantities_with_almost_no_chance() -> None:
    app = open_page(PERUDO, round=HAND, all_bids="true", given_bids="false")
    quantities = json.loads(app.get("plotly_chart")[-1].proto.spec)["data"][0]["y"]

    def best_chance(quantity: int) -> float:
        faces = range(1, 7)
        return max(perudo.bid_probability(perudo.Bid(quantity, face), (1, 2, 2, 5, 6), 15) for face in faces)

    assert best_chance(len(quantities)) >= 0.005 > best_chance(len(quantities) + 1)
    text = f"Higher quantities than {len(quantities)} are not shown: their chances are below 0.5%."
    assert text in app.caption[-1].value
    high_bid = open_page(PERUDO, round="5.5.5.5 me=1 hand=12256 bids=4:18x4", all_bids="true", ace_bids="never")
    assert len(json.loads(high_bid.get("plotly_chart")[-1].proto.spec)["data"][0]["y"]) == 18


def test_where_a_round_can_go_on_without_end_the_safest_move_is_named() -> None:
    query = {"round": HAND, "raise_rule": "reset_quantity"}
    rules = perudo.Rules(raise_rule="reset_quantity")
    best = perudo.posterior(perudo.RoundState.parse(HAND), rules=rules).rank_moves()[0]
    app = open_page(PERUDO, **query)
    assert f": {move_in_words(best.move)}**" in app.advice
    assert "a round can go on without end: 1x6 may be raised to 1x1, 3x2 and 1x6 again" in app.captions


def test_whole_matches_compare_what_dudo_promises_with_what_it_does() -> None:
    app = open_page(PERUDO, view="What if", whole="true", game="standard", matches="200")
    played = play_matches([perudo.NAIVE] * 6, games=200, seed=1)
    now = app.dataframe[-1].value.set_index("rules").loc["now"]
    assert now["dudo was right"] == played.dudo.value < now["as calculated"] == played.calculated
    assert now["rounds in a match"] == played.mean_rounds.value


def test_dudo_compares_the_dial_with_the_blog_post_and_forecasts_the_current_call() -> None:
    app = open_page(PERUDO, view="Dudo", round=HAND, game="standard", palifico="false", matches="200", seats="4")
    rules = perudo.Rules(palifico=False)
    calls = play_matches([perudo.NAIVE] * 4, rules, games=200, seed=1, calls=True).calls
    dial = perudo.fit_dial(calls)
    figures, forecasts = (frame.value.set_index(frame.value.columns[0]) for frame in app.dataframe[-2:])
    assert figures.loc["slope of the line", "here, 95% from"] == dial.slope.interval().low
    assert list(figures["blog post"]) == [0.62, 0.42, 0.42, 0.22, 0.09, 0.33, 1.0, 1.0]
    right = calls.proportion(calls.right)
    means = f"expect to be right {calls.calculated.mean():.0%} of the time, and are right {right.value:.0%}"
    assert means in app.page_text
    # Both players have five dice.
    alone = 1 - perudo.bid_probability(perudo.Bid(5, 4), (1, 2, 2, 5, 6), 15)
    given_bids = 1 - perudo.posterior(perudo.RoundState.parse(HAND), rules=rules).bid_probability(perudo.Bid(5, 4))
    line = dial.intercept.value + dial.slope.value
    expected = [alone, 0.0, alone - dial.constant.value, alone - 0.62 + 0.33 + 0.09]
    expected.append(alone - dial.calculated.value + line)
    assert list(forecasts["this call"]) == pytest.approx([*(max(each, 0) for each in expected), given_bids])
    assert forecasts["more than the lowest"].min() == 0 < forecasts["Brier score"].min() < 0.25
    for text in ("5.5.5.5 me=1 hand=12256", "5.5 bids=1:2x4", "5.5 me=1 hand=12256 bids=1:2x4"):
        assert "Calling" not in open_page(PERUDO, view="Dudo", matches="200", seats="4", round=text).page_text


def test_dudo_plays_as_many_matches_as_their_dice_allow(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("boardodds.dashboard.perudo.solvers._MATCH_WORK", 230 * 30**2)
    monkeypatch.setattr("boardodds.dashboard.perudo.solvers._READ_WORK", 9 * 30**2 * 252)
    app = open_page(PERUDO, view="Dudo")
    assert "in 230 matches" in app.captions
    assert "with so many dice, players have too many hands" in app.captions
    assert "Brier score" not in app.dataframe[-1].value
    assert "No matches are played, because" in open_page(PERUDO, view="Dudo", raise_rule="reset_quantity").page_text


def test_the_method_names_a_round_in_which_a_raise_by_two_is_the_best_move() -> None:
    assert RAISE_BY_TWO in open_page(PERUDO, view="Method").page_text
    query = dict(parse_qsl(urlsplit(RAISE_BY_TWO).query))
    state = read_link({name: [text] for name, text in query.items()})
    by_one, by_two = perudo.Bid(4, 6), perudo.Bid(5, 6)
    assert open_page(PERUDO, **query).advice.startswith("*Best now* **Bid 5 sixes**")
    # Other rounds than those of the page confirm it, although a raise by one is right more often.
    equities = evaluate_moves(state.round, state.rules, model=state.models, games=4_000)
    results = {equity.move: equity.results for equity in equities}
    gain = results[by_two] - results[by_one]
    assert (state.round.current, equities[0].move) == (perudo.Bid(3, 6), by_two)
    assert gain.mean() > 4 * gain.std() / sqrt(4_000)
    found = perudo.posterior(state.round, state.rules, model=state.models)
    assert found.bid_probability(by_one) > found.bid_probability(by_two)


@pytest.mark.parametrize("sides", range(2, 9))
def test_the_example_round_fits_the_number_of_sides(sides: int) -> None:
    state = read_link({"sides": [str(sides)]})
    assert state.mistakes == []
    assert PerudoSheet(state).answer.finding.startswith("Nobody has bid yet" if sides < 4 else "5 fours: true")
    assert str(state.example).startswith("5.5.5.5 me=1 hand=")


def test_a_round_that_is_too_large_says_so() -> None:
    app = open_page(PERUDO, sides="20")
    (warning,) = app.warnings
    assert warning.startswith("This round is too large to solve: hands times bids are 17,001,600, and the limit is")
    assert len(app.board_data["faces"]) == 20


def test_the_values_of_the_known_games_of_one_die() -> None:
    app = open_page(PERUDO, view="Bluffing", values="true")
    assert "wins 47.22% of games (17/36)" in app.page_text
    assert "Bidding first is a disadvantage." in app.page_text
    assert list(app.dataframe[0].value["value"]) == ["-1/18", "-7/258", "-7/327", "-7/327", "-1/18", "-1/9", "-1/9"]
    eight = open_page(PERUDO, view="Bluffing", sides="8", round="5.5", game="standard").page_text
    assert "is worth −0.063 to −0.062 to the first" in eight
    (warning,) = open_page(PERUDO, view="Bluffing", sides="10", round="5.5").warnings
    assert "has 1,048,573 sequences of bids; at most 300,000 can be solved" in warning
    assert "select *Aces stay wild" in open_page(PERUDO, view="Bluffing", aces_stay_wild="false").page_text


@pytest.mark.parametrize("query", [{}, {"sides": "4", "wild_aces": "false"}, {"sides": "4"}])
def test_bluffs_are_framed_and_counted(query: dict[str, str]) -> None:
    app = open_page(PERUDO, view="Bluffing", game="standard", **query)
    rules = replace(perudo.STANDARD, sides=int(query.get("sides", 6)), wild_aces="wild_aces" not in query)
    openings = perudo.solve_one_die(rules).openings
    bluffs = {
        (die, move): chance
        for die, chances in openings.items()
        for move, chance in chances.items()
        if isinstance(move, perudo.Bid) and die not in rules.matching_faces(move.face, palifico=False) and chance > 5e-4
    }
    spec = json.loads(app.get("plotly_chart")[-1].proto.spec)
    frames = [shape for shape in spec["layout"].get("shapes", []) if shape["type"] == "rect"]
    names = spec["data"][0]["y"]
    places = [[round((shape[f"{axis}0"] + shape[f"{axis}1"]) / 2) for axis in "xy"] for shape in frames]
    framed = {(x + 1, names[y]) for x, y in places}
    assert framed == {(die, move_in_words(move)) for die, move in bluffs}
    text = app.page_text
    proportion = sum(bluffs.values()) / rules.sides
    low, high = perudo.opening_bluffs(rules)
    assert low - 1e-6 <= proportion <= high + 1e-6
    bluffing = f"{proportion:.1%} of opening bids are bluffs in this optimal plan"
    assert (bluffing if bluffs else "opens without a bluff") in text
    assert ("Die 1 matches every face, because aces are wild." in app.captions) == rules.wild_aces


def test_any_higher_raise_and_bids_on_aces_are_offered_only_where_they_help() -> None:
    with small_work():
        app, tame = open_setup(PERUDO), open_setup(PERUDO, wild_aces="false")
    assert not view_of(app.selectbox, "ace_bids").disabled
    # A switch that is off can be switched on.
    assert [toggle.label for toggle in app.toggle if toggle.disabled] == []
    assert view_of(app.text_input, "round").placeholder.startswith("5.5.5.5 me=1 hand=")
    assert view_of(tame.selectbox, "ace_bids").disabled
    for game in ("standard", "any_higher"):
        data: Any = round_data(read_link({"round": [HAND], "game": [game]}))
        assert data["may_allow_more"] == (game == "standard")

"""Events from the board of the Perudo page: dice, bids, players, and new rounds."""

from dataclasses import replace
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from boardodds import perudo
from boardodds.dashboard.perudo.events import DEFINITION, apply, read_link, write_link
from boardodds.dashboard.perudo.history import HISTORY
from boardodds.dashboard.perudo.page import round_data
from boardodds.dashboard.perudo.rounds import possible
from boardodds.dashboard.perudo.sheet import PerudoSheet
from boardodds.dashboard.perudo.state import PerudoState
from boardodds.dashboard.ui.record import Act
from boardodds.dashboard.ui.state_store import StateStore
from boardodds.perudo import Bid, RoundState
from boardodds.perudo.rules import PRINTED, RaiseRule
from tests.dashboard.driving import open_page, run_lines
from tests.dashboard.together import small_work

PERUDO = "pages/perudo.py"
HAND = "5.5.5.5 me=1 hand=12256 bids=4:5x4"
THREE_BIDS = "4.3.5.1 me=2 hand=133 bids=1:2x3.2:3x3.3:4x3"
HELD, CALZA = {"round": HAND}, {"calza": "true"}
REMOVED = "The earlier bids no longer fit, so they were removed. To restore them, select Undo."
NEW_PLAYERS = "A new round starts with another number of players. To restore the bids, select Undo."
NOT_ONE = "A palifico round must be opened by a player with one die, got player 1 with 4 dice."
NO_DICE = "player 2, who has none."
Event = dict[str, Any]


def store_of(**query: str) -> StateStore[PerudoState]:
    return StateStore(DEFINITION, read_link({name: [value] for name, value in query.items()}))


def typed(text: str) -> Event:
    return {"kind": "set", "name": "round", "value": text}


def finding(store: StateStore[PerudoState]) -> str:
    return PerudoSheet(store.state).answer.finding


def event(kind: str, **fields: Any) -> Event:
    return {"kind": kind, **fields}


def dudo(right: object, bids: int = 1) -> Event:
    return event("dudo", right=right, bids=bids)


def calza(seat: int, right: bool) -> Event:
    return event("calza", right=right, seat=seat, bids=1)


@pytest.mark.parametrize(
    ("before", "sent", "after", "sentence"),
    [
        (HAND, event("hand", hand=[4, 2, 2, 5, 6]), "5.5.5.5 me=1 hand=22456 bids=4:5x4", ""),
        (HAND, event("bid", quantity=6, face=4, bids=1), "5.5.5.5 me=1 hand=12256 bids=4:5x4.1:6x4", ""),
        ("5.5 me=1 hand=12256 bids=2:5x4.1:6x4", event("back"), "5.5 me=1 hand=12256 bids=2:5x4", ""),
        ("5.5.5.5 me=1 hand=22456 opens=4", event("opener", seat=0), "5.5.5.5 me=1 hand=22456 opens=1", ""),
        ("5.5 me=1 hand=12256 opens=1", event("dice", seat=0, by=-1), "4.5 me=1 hand=1225 opens=1", ""),
        ("5.5.5 me=1 hand=12256 opens=1", event("players", value=2), "5.5 me=1 hand=12256 opens=1", ""),
        # This would be too many dice.
        ("5.5 me=1 hand=12256 opens=1", event("dice", seat=1, by=1), "5.5 me=1 hand=12256 opens=1", ""),
        # The link stores the opener, unless they have no dice.
        (HAND, event("back"), "5.5.5.5 me=1 hand=12256 opens=4", ""),
        ("4.1.5.5 me=1 hand=1225 opens=2", event("dice", seat=1, by=-1), "4.0.5.5 me=1 hand=1225", ""),
        # A new round is palifico for the last die, and passes on without dice.
        ("5.2.5 me=1 hand=12256", event("new_round", loser=1), "5.1.5 me=1 hand=12256 opens=2 palifico", ""),
        ("5.2 me=1 hand=12256", event("new_round", loser=1), "5.1 me=1 hand=12256 opens=2", ""),
        ("5.1.5 me=1 hand=12256 palifico", event("new_round", loser=1), "5.0.5 me=1 hand=12256 opens=3", ""),
        ("1.4.5 me=1 hand=2", event("new_round", loser=0), "0.4.5 opens=2", ""),
        (HAND, event("new_round", loser=0), "4.5.5.5 me=1 hand=1225 opens=1", ""),
        (HAND, event("new_round", loser=None), "5.5.5.5 me=1 hand=12256", ""),
        ("5.5.1 me=1 hand=12256 bids=3:1x2", event("new_round", loser=2), "5.5.0 me=1 hand=12256 opens=1", ""),
        # The winner of calza gets a die, up to five, and opens.
        ("4.5.2 me=1 hand=1225", event("new_round", winner=0), "5.5.2 me=1 hand=12256 opens=1", ""),
        ("5.5.2 me=1 hand=12256", event("new_round", winner=1), "5.5.2 me=1 hand=12256 opens=2", ""),
        ("5.0.5.5", event("new_round", winner=1), "5.0.5.5", f"Winner must be a player with dice, got {NO_DICE}"),
        # A palifico round needs a player with one die, who opens it.
        ("5.5.1 me=1 hand=12256 opens=3 palifico", event("dice", seat=2, by=1), "5.5.2 me=1 hand=12256 opens=3", ""),
        ("5.5.1 me=1 hand=12256 opens=1", event("palifico", on=True), "5.5.1 me=1 hand=12256 palifico", ""),
        ("5.5", event("palifico", on=True), "5.5", "A palifico round needs a player who has come down to one die."),
        ("4.3.5.1 bids=1:2x3", event("palifico", on=True), "4.3.5.1 palifico", f"{NOT_ONE} {REMOVED}"),
        # Bids stay if possible, and their removal is explained.
        (THREE_BIDS, event("players", value=5), "4.3.5.1.5 me=2 hand=133", NEW_PLAYERS),
        ("5.5.5 bids=3:4x4.1:5x4", event("players", value=2), "5.5", NEW_PLAYERS),
        ("5.5.1 bids=3:1x4 palifico", event("dice", seat=2, by=-1), "5.5.0", REMOVED),
        # Another number of dice in play: the viewer's stay.
        (HAND, event("total", value=22), HAND, "Value must be 8..20, got 22."),
        (HAND, event("total", value=13), "5.2.3.3 me=1 hand=12256 bids=4:5x4", ""),
        ("5.1.0.4 me=1 hand=12256", event("total", value=13), "5.4.0.4 me=1 hand=12256", ""),
        ("2.2.2", event("total", value=3), "1.1.1", ""),
        ("1.2.1 me=2 hand=25 palifico", event("total", value=5), "1.2.2 me=2 hand=25 palifico", ""),
        ("4.3.5.1 bids=1:2x3.2:3x3", event("dice", seat=0, by=1), "5.3.5.1 bids=1:2x3.2:3x3", ""),
    ],
)
def test_an_event_changes_the_round_or_is_refused(before: str, sent: Event, after: str, sentence: str) -> None:
    store = store_of(round=before, **CALZA)
    store.dispatch(sent)
    assert (store.state.text, store.notice) == (after, sentence)


def test_each_players_hand_is_remembered() -> None:
    store = store_of(round="5.5.5 me=1 hand=12256")

    def after(*sent: Event) -> tuple[tuple[int, ...], tuple[int, ...]]:
        for each in sent:
            store.dispatch(each)
        return store.state.hand.dice, store.state.hand.unconfirmed

    after(event("hand", hand=[6, 2, 1, 4, 4], unconfirmed=[3]), event("me", seat=None))
    assert store.state.text == "5.5.5"
    # The page makes up dice that nobody has entered, and shows them as unconfirmed.
    assert after(event("me", seat=1)) == ((2, 3, 4, 5, 6), (0, 1, 2, 3, 4))
    assert after(event("dice", seat=0, by=-1), event("me", seat=0)) == ((6, 2, 1, 4), (3,))
    assert after(event("dice", seat=0, by=1)) == ((6, 2, 1, 4, 6), (3, 4))
    sides = {"kind": "set", "name": "sides", "value": 3}
    assert (after(sides, event("me", seat=1))[0], store.notice) == ((2, 3, 3, 3, 3), "")


def test_the_board_shows_the_round_and_every_legal_bid() -> None:
    data: Any = round_data(store_of(round="5.4.1 me=2 hand=1256 bids=1:3x4").state)
    shown = [(low + more, face, chance) for face, low, row in data["legal"] for more, chance in enumerate(row)]
    # The walk compares them with the rules and the model. Chances are not rounded to 0 or 1.
    assert all(
        (chance in {0, 1}) == (perudo.bid_probability(perudo.Bid(quantity, face), (1, 2, 5, 6), 6) in {0, 1})
        for quantity, face, chance in shown
    )
    assert (data["dice"], data["viewer"], data["hand"]) == ((5, 4, 1), 1, (1, 2, 5, 6))
    assert (data["bids"], data["bidder"], data["faces"][3]) == ([(0, 3, 4)], 1, ("four", "fours"))


def test_players_with_one_die_can_open_a_palifico_round() -> None:
    data = round_data(store_of(round="5.5.1.1.0 me=1 hand=12256 palifico").state)
    assert (data["bidder"], data["openers"]) == (2, [2, 3])


@pytest.mark.parametrize(
    ("before", "sent", "after"),
    [
        # Player 1 calls player 3's bid.
        ("5.2.5 me=1 hand=12256 bids=3:2x4", dudo(False), "4.2.5 me=1 hand=1225 opens=1"),
        ("5.2.5 me=1 hand=12256 bids=3:2x4", dudo(True), "5.2.4 me=1 hand=12256 opens=3"),
        ("5.5.2 me=1 hand=12256 bids=3:2x4", dudo(True), "5.5.1 me=1 hand=12256 opens=3 palifico"),
        ("2.5.5 me=1 hand=12 bids=3:2x4", dudo(False), "1.5.5 me=1 hand=1 opens=1 palifico"),
        ("2.0.5 me=1 hand=12 bids=3:2x4", dudo(False), "1.0.5 me=1 hand=1 opens=1"),
        ("1.5.5 me=1 hand=1 bids=3:2x4", dudo(False), "0.5.5 opens=2"),
        # Player 3 is next after player 2, player 1 after player 3.
        ("4.5.5 me=1 hand=1225 bids=2:2x4", calza(0, True), "5.5.5 me=1 hand=12256 opens=1"),
        ("5.5.5 me=1 hand=12256 bids=2:2x4", calza(0, True), "5.5.5 me=1 hand=12256 opens=1"),
        ("4.5.5 me=1 hand=1225 bids=2:2x4", calza(0, False), "3.5.5 me=1 hand=122 opens=1"),
        ("4.5.5 me=1 hand=1225 bids=3:2x4", calza(1, False), "4.4.5 me=1 hand=1225 opens=2"),
        ("5.2.5 me=1 hand=12256 bids=3:2x4", calza(1, False), "5.1.5 me=1 hand=12256 opens=2 palifico"),
        ("5.1.5 me=1 hand=12256 bids=3:2x4", calza(1, False), "5.0.5 me=1 hand=12256 opens=3"),
    ],
)
def test_a_call_deals_the_next_round(before: str, sent: Event, after: str) -> None:
    store = store_of(round=before, **CALZA)
    for _ in range(2):
        # A double tap counts once.
        store.dispatch(sent)
        assert (store.state.text, store.notice) == (after, "")
    hand = store.state.hand
    assert len(hand.unconfirmed) == len(hand.dice)
    store.dispatch({"kind": "undo"})
    assert store.state.text == before


@small_work()
def test_a_palifico_round_also_with_two_players_is_not_the_solved_round() -> None:
    link = {"round": "2.0.1 me=3 hand=4 bids=1:2x6", "palifico_with_two": "true"}
    store = store_of(**link)
    store.dispatch(dudo(True))
    assert store.state.text == "1.0.1 me=3 hand=4 opens=1 palifico"
    assert round_data(store.state)["may_be_palifico"]
    # The first round is solved, but not the match that can go on with a palifico round.
    solved, palifico = (
        PerudoSheet(read_link({name: [text] for name, text in (link | {"round": text}).items()}))
        for text in (link["round"], "1.0.1 me=3 hand=4 bids=1:1x4 palifico")
    )
    assert solved.perfect
    assert not solved.perfect.match_wins
    assert palifico.perfect is None
    assert [str(bid) for bid in palifico.state.legal] == ["2x4"]
    assert set(palifico.match_wins) == {perudo.Bid(2, 4), perudo.Call.DUDO}


def test_a_player_who_comes_down_to_one_die_again_gets_no_second_palifico_round() -> None:
    store = store_of(round="1.5.5 me=1 hand=1 bids=2:2x4", calza="true")
    store.dispatch(calza(0, True))
    assert store.state.text == "2.5.5 me=1 hand=13 opens=1"
    # The link keeps it.
    store = StateStore(DEFINITION, read_link(write_link(store.state)))
    store.dispatch(event("bid", quantity=1, face=4, bids=0))
    store.dispatch(dudo(True))
    assert store.state.text == "1.5.5 me=1 hand=1 opens=1"
    store.dispatch(event("new_match"))
    assert "palificos" not in write_link(store.state)


def test_a_link_of_dice_in_another_order_leads_to_the_same_next_round() -> None:
    state, _ = apply(read_link({"round": ["1.2.3.2 me=4 hand=25 bids=1:5x3.2:6x3.3:7x3"]}), event("hand", hand=[5, 2]))
    ends = [apply(before, dudo(False, bids=3))[0] for before in (state, read_link(write_link(state)))]
    assert [end.round.hand for end in ends] == [(2,), (2,)]


def test_dice_of_the_previous_round_are_unconfirmed_until_each_is_entered() -> None:
    store = store_of(round=HAND)
    store.dispatch(event("new_round", loser=2))
    assert store.state.hand.unconfirmed == (0, 1, 2, 3, 4)
    card = PerudoSheet(store.state).advice
    assert card
    assert "Enter your dice" in card.move + card.why
    store.dispatch(event("hand", hand=[4, 2, 2, 5, 6], unconfirmed=[1, 2, 3, 4]))
    assert write_link(store.state)["unconfirmed"] == ["2.3.4.5"]
    store.dispatch(typed("5.5.4.5 me=1 hand=22256"))
    assert not store.state.hand.unconfirmed
    assert "unconfirmed" not in write_link(store.state)


def test_a_viewer_who_lost_plays_again_in_the_next_match() -> None:
    store = store_of(round="1.1.1 me=1 hand=1 bids=3:1x4")
    store.dispatch(dudo(False))
    assert store.state.text == "0.1.1 opens=2"
    store.dispatch(event("bid", quantity=1, face=4, bids=0))
    store.dispatch(dudo(False))
    assert finding(store) == "player 2 has won the match"
    store.dispatch(event("new_match"))
    assert store.state.round.viewer == 1


def test_nobody_has_won_a_round_that_is_typed_after_a_match() -> None:
    store = store_of(round="1.1 me=1 hand=1 bids=2:1x4")
    for sent in (dudo(False), typed("nonsense")):
        store.dispatch(sent)
        assert finding(store) == "player 2 has won the match"
    store.dispatch(typed("5.5 me=1 hand=12256"))
    assert finding(store).startswith("Nobody has bid yet")
    for _ in range(2):
        store.dispatch(event("undo"))
    assert finding(store) == "player 2 has won the match"


@pytest.mark.parametrize(
    ("query", "sent", "sentence"),
    [
        (HELD, calza(1, True), "Calza is not allowed under these rules."),
        (HELD | CALZA, calza(0, True), "Calza is not allowed for the player whose turn"),
        (HELD | CALZA, calza(3, True), "Calza is not allowed for the player who made the bid"),
        ({"round": "5.1.5 bids=2:2x4 palifico"} | CALZA, calza(0, True), "Calza is not allowed in a"),
        ({"round": "5.0.5 bids=1:2x4"} | CALZA, calza(0, True), "Calza is not allowed with two"),
        ({"round": "5.0.5.5 bids=1:2x4"} | CALZA, calza(1, True), "Calza is not allowed for a player w"),
        (HELD, event("new_round", winner=0), "A die is won only by calza, and calza is not allowed under"),
        ({"round": "5.5"} | CALZA, event("new_round", winner=0), "A die is won only by calza, and calza is not"),
        (HELD, dudo("yes"), "Right must be True or False, got 'yes'."),
        ({"round": "5.5"}, dudo(True, bids=0), "There is no bid to call."),
        ({}, event("name", seat=1, value="<b>x</b>"), "A name must have 1 to 12 letters"),
        ({}, event("name", seat=1, value="Player 1"), "Two players must not have the same name, got 'Player 1'."),
        ({}, event("style", seat=1, value="sly"), "Style must be one of as set, bluffs a lot, never bluffs"),
        (HELD, event("bid", quantity=4, face=4, bids=1), "Bids, at 1:4x4: quantity must be 6..20 on face 4 after 5x4"),
        (HELD, event("hand", hand=[1, 2]), "Hand must have 5 dice, got 2"),
        (HELD, event("hand", hand=[1, 2, 2, 5, 7]), "Die must be 1..6, got 7"),
        (HELD, event("hand", hand=[1, 2, 2, 5, 6], unconfirmed=[5]), "Place must be 0..4, got 5"),
        (HELD, event("players", value=11), "Value must be 2..10, got 11"),
    ],
)
def test_an_impossible_event_changes_nothing(query: dict[str, str], sent: Event, sentence: str) -> None:
    store = store_of(**query)
    before = write_link(store.state)
    store.dispatch(sent)
    assert write_link(store.state) == before
    assert store.notice.startswith(sentence)


def test_a_round_that_needs_any_higher_raise_offers_it() -> None:
    app = open_page(PERUDO, round="5.5 me=1 hand=12256 bids=1:2x4.2:4x5", game="standard")
    (warning,) = app.warning
    assert "a higher face or one more" in warning.value
    app.press("Raises: any higher")
    assert not app.warning
    assert app.headline.startswith("4 fives")


def test_the_python_code_has_the_models_of_all_players() -> None:
    query = {"round": "5.5.5 me=1 hand=12256 bids=2:3x4.3:4x4", "game": "any_higher", "styles": "abn"}
    app = open_page(PERUDO, **query, view="Method")
    models = [perudo.LogitBidder(perudo.HUMAN.sharpness * factor) for factor in (1, 1 / 4, 4)]
    state = perudo.RoundState.parse(query["round"])
    found = perudo.posterior(state, perudo.Rules(raise_rule="any_higher"), model=models)
    exact = found.bid_probability(perudo.Bid(4, 4))
    assert run_lines(app.python_lines) == pytest.approx(exact)
    assert f"true {exact:.1%} of the time" in app.headline


@pytest.mark.parametrize(
    "leaving", [{"kind": "players", "value": 2}, {"kind": "set", "name": "round", "value": "2.2"}], ids=str
)
def test_a_new_match_after_players_left_has_no_hands_of_theirs(leaving: dict[str, Any]) -> None:
    state = read_link({"round": ["2.2.2 me=3 hand=12"]})
    for event in ({"kind": "me", "seat": None}, leaving, {"kind": "new_match"}):
        state, _ = apply(state, event)
    assert (state.round.dice, state.round.viewer) == ((5, 5), None)


@given(st.integers(0, 10**6), st.sampled_from(perudo.RAISE_RULES[:2] + perudo.RAISE_RULES[3:4]))
def test_as_many_bids_stay_as_the_rules_allow(seed: int, raises: RaiseRule) -> None:
    rng = np.random.default_rng(seed)
    bids = tuple((i % 3 + 1, perudo.Bid(2 + i + int(rng.integers(-1, 2)), int(rng.integers(1, 7)))) for i in range(5))
    state, rules = RoundState((5, 5, 5), None, (), bids), replace(perudo.STANDARD, raise_rule=raises)

    def is_legal(count: int) -> bool:
        turns = zip([None, *(bid for _, bid in bids)], (bid for _, bid in bids[:count]), strict=False)
        return all(bid in perudo.legal_bids(before, total_dice=15, rules=rules) for before, bid in turns)

    kept = max(count for count in range(6) if is_legal(count))
    found, reason = possible(state, rules)
    assert (found.bids, bool(reason)) == (bids[:kept], kept < 5)


@pytest.mark.parametrize("bids", ["1:1x3", "1:1x3.2:1x4"])
@pytest.mark.parametrize("viewer", [1, 2])
@pytest.mark.parametrize("right", [True, False])
def test_the_account_of_a_solved_round_ends_with_who_won_it(bids: str, viewer: int, right: bool) -> None:
    # The bids stand for a player to move who calls dudo: the other one made the last bid.
    state = read_link({"round": [f"1.1 me={viewer} hand=3 bids={bids}"]})
    event = {"kind": "dudo", "right": right, "bids": len(state.round.bids), "seat": state.bidder}
    after, _ = apply(state, event)
    (luck,) = HISTORY.luck((Act(state), Act(after, event)), ())
    lost = state.bidder if not right else 1 - state.bidder
    # With one die each, the round is the match.
    assert luck.account.end == pytest.approx(float(lost != viewer - 1), abs=1e-9)


def test_the_page_starts_with_printed_rules() -> None:
    state = read_link({})
    assert (state.rules, write_link(state)) == (PRINTED[state.game], {})


def test_a_link_names_the_game_and_the_changed_rules() -> None:
    state = read_link({"game": ["standard"], "sides": ["8"]})
    assert state.rules == replace(PRINTED["standard"], sides=8)
    assert write_link(state) == {"game": ["standard"], "sides": ["8"]}
    assert write_link(replace(state, game="any_higher")) == {"sides": ["8"], "raise_rule": ["value_or_quantity"]}


def test_the_tenth_player_is_no_first_one() -> None:
    state = read_link({"round": [".".join("5" * 10)], "palificos": ["1.10"], "names": ["Ann,,,,,,,,,Zoe"]})
    assert state.palificos == {0, 9}
    assert (state.player_name(8), state.player_name(9)) == ("player 9", "Zoe")
    assert write_link(state)["palificos"] == ["1.10"]


def test_a_round_with_more_dice_keeps_them_all() -> None:
    state = read_link({"round": ["6.1 me=1 hand=113445 bids=2:5x4"]})
    assert (state.rules.starting_dice, state.round.hand) == (6, (1, 1, 3, 4, 4, 5))
    assert (state.chances[Bid(5, 4)], state.mistakes) == (Fraction(1, 3), [])
    # Fewer dice at the start are the visitor's wish, and cost dice of the hand only with a word.
    less, _ = apply(state, {"kind": "set", "name": "starting_dice", "value": 4})
    assert (less.round.hand, less.position) == ((1, 1, 3, 4), state.round)
    assert "at most 4 dice for each player" in less.mistakes[0]
    example, notice = apply(read_link({}), {"kind": "set", "name": "starting_dice", "value": 3})
    assert (len(example.round.hand), "keeps 3 of its dice" in notice) == (3, True)


def test_the_tenth_die_is_no_first_one() -> None:
    state = read_link({"round": ["10.2 me=1 hand=1122334455"], "starting_dice": ["10"], "unconfirmed": ["2.10"]})
    assert state.hand.unconfirmed == (1, 9)
    assert write_link(state)["unconfirmed"] == ["2.10"]

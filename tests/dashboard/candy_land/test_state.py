"""The events that change Candy Land's state, valid and forged, and the texts of a custom board."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from boardodds.candy_land import BOX_2014, CLASSIC, HOME, Rules, State
from boardodds.candy_land.rules import PRINTED
from boardodds.charts.candy_land import PICTURE_FILL, SPACE_FILLS
from boardodds.charts.style import INK, PAGE, SURFACES
from boardodds.dashboard.candy_land.board import DARK_TINTS, LIGHT_TINTS, Visits, board_data
from boardodds.dashboard.candy_land.state import BOARDS, DEFINITION, CandyState, apply, read_link, write_link
from boardodds.dashboard.ui.game_state import NEW_GAME
from boardodds.dashboard.ui.state_store import UNDO, StateStore
from tests.charts.contrast import contrast, rgb

TEXTS = ["RPYBOG", "R P Y B O G", "RPX", "5>59  34>47", "3>1", "22 30", "5", "", "6,5,6,6,6,6", "08,0,0,0,0,0"]
TEXTS += ["57.80 next=2", "5.5 next=2 drawn=R.RR.[Jolly]", "27.4 stuck=1", "home.3 next=2", "135", "x", "x" * 300]
OPTIONS = [*BOARDS, "everyone", "lose_turn", "off", "removed", "cards_off", "end_only", "reshuffled", "next"]


def send(state: CandyState, **values: Any) -> CandyState:
    for name, value in values.items():
        state, _ = apply(state, {"kind": "set", "name": name, "value": value})
    return state


@given(st.dictionaries(st.sampled_from([*DEFINITION.allowed]), st.sampled_from([*TEXTS, *OPTIONS, "0", "true"])))
def test_a_link_that_contradicts_itself_loses_nothing(link: dict[str, str]) -> None:
    state = read_link({name: [text] for name, text in link.items() if DEFINITION.allowed[name](text)})
    assert read_link(write_link(state)) == state
    assert all(text == link[name] for name, text in state.drafts.items())


@pytest.mark.parametrize("board", PRINTED)
def test_a_board_brings_its_rules(board: str) -> None:
    other = send(read_link({}), licorice_rule="off", doubles="0,0,0,0,0,0", shortcuts=False, spaces="RPX")
    assert send(other, game=board) == CandyState(board, PRINTED[board], State.start(1))


def test_texts_that_are_not_possible_yet_wait_as_drafts_and_nothing_is_lost() -> None:
    start = send(read_link({}), game="custom", deck="reshuffled", licorice="22")
    state = send(start, spaces="R P Y B O G")
    assert (state.drafts["spaces"], state.rules) == ("R P Y B O G", start.rules)
    assert state.wrong == {"licorice": "licorice spaces must be 1..6, got 22. The page shows the last valid board"}
    state = send(state, licorice="", players=2)
    wrong = "shortcuts must stay on spaces 1..6, got 4 to 18. The page shows the last valid board"
    assert state.wrong == {"shortcuts": wrong}
    assert (state.drafts["licorice"], state.rules) == ("", start.rules)
    state = send(state, shortcuts="")
    assert (state.drafts, state.players) == ({}, 2)
    assert (state.rules.spaces, state.rules.licorice, state.rules.deck) == (tuple("RPYBOG"), (), "reshuffled")


def test_another_rule_can_make_a_draft_possible() -> None:
    state = send(read_link({"game": ["custom"]}), spaces="RPYBO", shortcuts="", licorice="")
    assert "none in green" in state.wrong["spaces"]
    assert send(state, singles="8,8,8,8,8,0", doubles="2,2,2,2,2,0").rules.spaces == tuple("RPYBO")


def test_undo_restores_a_draft() -> None:
    store = StateStore(DEFINITION, read_link({"game": ["custom"]}))
    for text in ("RPX", "RPYBOGRPYBOGRPYBOGRPYBOGRPYBOGRPYBOG"):
        store.dispatch({"kind": "set", "name": "spaces", "value": text})
    assert not store.state.drafts
    store.dispatch({"kind": UNDO})
    assert store.state.drafts == {"spaces": "RPX"}


def play(state: CandyState, *events: dict[str, Any]) -> CandyState:
    for event in events:
        state, _ = apply(state, event)
    return state


def read(text: str, **link: str) -> CandyState:
    return read_link({"state": [text], **{name: [value] for name, value in link.items()}})


def test_a_game_is_set_up_by_taps() -> None:
    state = play(
        read_link({"players": ["2"]}),
        {"kind": "place", "space": 57},
        {"kind": "next", "player": 2},
        {"kind": "place", "space": 80},
        {"kind": "put away", "card": "RR"},
        {"kind": "add"},
        {"kind": "next", "player": 1},
    )
    assert write_link(state)["state"] == ["57.80.0 next=1 drawn=RR"]
    # The space 58 is red.
    state = play(state, {"kind": "card", "cards": ["R"]})
    assert str(state.position) == "58.80.0 next=2 drawn=R.RR"
    assert [(move.player, move.card, move.space) for move in state.last_moves] == [(1, "R", 57)]
    assert str(play(state, {"kind": "remove"}).position) == "58.0 next=2 drawn=R.RR"
    assert str(play(state, {"kind": "forget"}).position) == "58.80.0 next=2"
    assert play(state, NEW_GAME) == read_link({"players": ["3"]})


def test_a_piece_on_licorice_misses_a_turn_until_it_is_next() -> None:
    state = play(read("5.20 next=1", game="box_2014"), {"kind": "place", "space": 27})
    assert state.position.stuck == (1,)
    state = play(state, {"kind": "next", "player": 2}, {"kind": "card", "cards": ["O"]})
    # The first player has missed the turn.
    assert (state.position.next, state.position.stuck) == (2, ())
    free = play(state, {"kind": "next", "player": 1}, {"kind": "place", "space": 27}, {"kind": "next", "player": 1})
    assert (free.position.next, free.position.stuck) == (1, ())


def test_the_player_who_draws_next_is_shown_before_the_tap() -> None:
    state = read("40.33.27 next=3 stuck=3", game="box_2014")
    data = board_data(state)
    assert (data["next"], data["missing"]) == (1, [3])
    # A space and the button that removes a player are of the same player as the card.
    assert str(play(state, {"kind": "place", "space": 41}).position) == "41.33.27 next=1"
    assert str(play(state, {"kind": "remove"}).position) == "33.27 next=1"
    assert play(state, {"kind": "card", "cards": ["R"]}).last_moves[-1].player == 1


@pytest.mark.parametrize(
    ("text", "removed", "left"),
    [("1.2.3 next=2", 2, "1.3 next=2"), ("1.2.3 next=3", 3, "1.2 next=1"), ("1.2.home next=2", 2, "1.home next=1")],
)
def test_the_player_who_is_next_is_removed(text: str, removed: int, left: str) -> None:
    state = read(text, plays_until="everyone")
    assert state.position.next == removed
    assert str(play(state, {"kind": "remove"}).position) == left
    # Fewer players are without the last ones, whoever is next.
    assert send(state, players=2).position.spaces == state.position.spaces[:2]


@pytest.mark.parametrize(
    ("text", "change", "kept", "words"),
    [
        ("57.80 next=2 drawn=RR", {"game": "scheffer"}, "57.80 next=2 drawn=RR", ""),
        ("57.80 next=2 drawn=RR", {"special_copies": 0}, "57.80 next=2 drawn=RR", ""),
        ("57.80 next=2 drawn=[Jolly]", {"game": "box_2014"}, "57.80 next=2", "The pieces stay"),
        ("57.83 next=2", {"game": "box_2014"}, "0.0 next=1", "A new game starts"),
        ("57.80 next=2 drawn=R.R.R.R.R.R.R.R", {"deck": "reshuffled"}, "57.80 next=2 drawn=R.R.R.R.R.R.R.R", ""),
    ],
)
def test_other_rules_keep_what_fits_and_undo_the_rest(text: str, change: dict[str, Any], kept: str, words: str) -> None:
    store = StateStore(DEFINITION, read(text))
    ((name, value),) = change.items()
    store.dispatch({"kind": "set", "name": name, "value": value})
    assert str(store.state.position) == kept
    assert store.take_notice().startswith(words)
    assert bool(words) == (kept != text)
    store.dispatch({"kind": UNDO})
    assert (store.state.position, store.state.rules) == (State.parse(text), Rules())


def test_a_text_that_is_no_game_waits_until_other_rules_allow_it() -> None:
    state = play(read_link({"game": ["box_2014"]}), {"kind": "set", "name": "state", "value": "57.100 next=1"})
    assert state.wrong == {"state": "state: spaces must be 0..82 or home, got 100. The page shows a new game"}
    assert send(state, spaces="RPYBOG" * 20).position == State((57, 100))


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

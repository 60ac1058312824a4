"""The events that change Orchard's state, valid and forged."""

from typing import Any

import pytest

from boardodds.dashboard.orchard.state import apply, read_link
from boardodds.orchard import State


def test_nothing_is_picked_after_the_end() -> None:
    lost = read_link({"state": ["1.0.0.0 raven=0"]})
    assert lost.position == State((1, 0, 0, 0), 0)
    with pytest.raises(ValueError, match="the game is over"):
        apply(lost, {"kind": "roll", "face": "apples"})


def after(link: dict[str, list[str]], *faces: str) -> tuple[str, str]:
    state, notice = read_link(link), ""
    for face in faces:
        state, notice = apply(state, {"kind": "roll", "face": face})
    return str(state.position), notice


def test_a_basket_picks_as_many_fruits_as_there_are_for_it() -> None:
    assert after({}, "basket", "plums", "apples", "raven")[0] == "9.10.10.9 raven=9"
    assert after({"state": ["1.0.0.1 raven=2"]}, "basket", "plums")[0] == "1.0.0.0 raven=2 basket=1"
    assert after({"state": ["1.0.0.0 raven=2"]}, "basket", "apples")[0] == "0.0.0.0 raven=2"
    with pytest.raises(ValueError, match="still picks 1 fruit"):
        after({}, "basket", "plums", "raven")
    with pytest.raises(ValueError, match="still picks 2 fruits"):
        after({"state": ["0.4.4.4 raven=2"]}, "basket", "apples")


def test_a_roll_that_changes_nothing_says_so_and_passes_the_turn() -> None:
    bare = {"state": ["4.4.4.0 raven=2"]}
    assert after(bare, "plums") == ("4.4.4.0 raven=2", "no plums left: nothing happens")
    team = {"policy": ["most_left,random_type"], **bare}
    assert after(team, "plums") == ("4.4.4.0 raven=2 next=2", "no plums left: nothing happens")
    # The basket is one player's.
    assert after(team, "basket", "pears")[0] == "4.3.4.0 raven=2 basket=1"
    assert after(team, "basket", "pears", "pears")[0] == "4.2.4.0 raven=2 next=2"


@pytest.mark.parametrize(
    ("state", "rule", "after"),
    [
        ("", {"name": "raven_steps", "value": 4}, "10.10.10.10 raven=4"),
        ("9.9.9.9 raven=7", {"name": "raven_steps", "value": 4}, "9.9.9.9 raven=1"),
        ("9.9.9.9 raven=7 basket=2", {"name": "basket_picks", "value": 1}, "9.9.9.9 raven=7 basket=1"),
        ("9.9.9.9 raven=5", {"name": "raven_steps", "value": 4}, "10.10.10.10 raven=4"),
        ("4.4.4.1 raven=7", {"name": "game", "value": "my_first_orchard"}, "4.4.4.1 raven=3"),
        ("5.4.4.1 raven=7", {"name": "game", "value": "my_first_orchard"}, "4.4.4.4 raven=6"),
    ],
)
def test_new_rules_keep_what_is_left_if_it_fits_and_say_so(state: str, rule: dict[str, Any], after: str) -> None:
    before = read_link({"state": [state]} if state else {})
    changed, notice = apply(before, {"kind": "set", **rule})
    assert str(changed.position) == after
    is_new = changed.is_start
    assert ("new game starts" in notice, "game goes on" in notice) == (is_new and bool(state), not is_new)


def test_players_added_pick_as_the_last_one_and_the_turn_stays_with_a_player() -> None:
    state = read_link({"policy": ["optimal"]})
    for event in (
        {"kind": "players", "value": 2},
        {"kind": "policy", "player": 2, "value": "random_type"},
        {"kind": "players", "value": 3},
        {"kind": "roll", "face": "raven"},
        {"kind": "roll", "face": "raven"},
    ):
        state, _ = apply(state, event)
    assert (state.policy, state.position.next) == (("most_left", "random_type", "random_type"), 3)
    state, _ = apply(state, {"kind": "players", "value": 2})
    assert (state.policy, state.position.next) == (("most_left", "random_type"), 1)


def test_players_that_the_position_does_not_fit_are_refused() -> None:
    state = read_link({"policy": ["most_left,most_left"], "state": ["9.9.9.9 raven=9 next=2"]})
    with pytest.raises(ValueError, match="next"):
        apply(state, {"kind": "set", "name": "policy", "value": "most_left"})

"""The shipped whole games: complete, the same when computed again, and written as they are read."""

import itertools

import pytest

from boardodds.camel_up import FIRST_EDITION
from boardodds.camel_up.games import play_games
from boardodds.camel_up.pairings import PAIRED, SEATS, as_json, shipped_games
from boardodds.camel_up.thumb_rules import THUMB_RULES


def test_every_pairing_was_played() -> None:
    pairings = {(pairing.seats, pairing.policy, pairing.others) for pairing in shipped_games().pairings}
    assert pairings == {(seats, *pair) for seats in SEATS for pair in itertools.permutations(PAIRED, 2)}
    with pytest.raises(KeyError):
        shipped_games().pairing(4, "advice", "advice")


@pytest.mark.parametrize(("policy", "others"), [("leader", "roll"), ("two dice", "leader")])
def test_a_pairing_comes_out_the_same_again(policy: str, others: str) -> None:
    shipped = shipped_games()
    known = shipped.pairing(2, policy, others)
    games = play_games([policy, others], games=shipped.games, seed=shipped.seed)
    assert games.wins[0] == known.wins
    assert games.mean_coins[0].value == pytest.approx(known.coins.value, abs=5e-6)
    assert games.mean_coins[0].standard_error == pytest.approx(known.coins.standard_error, abs=5e-7)
    assert games.mean_coins[1].value == pytest.approx(known.others_coins.value, abs=5e-6)


def test_the_rules_of_thumb_are_the_shipped_ones() -> None:
    assert [price.text for price in shipped_games().thumb_rules] == [rule.text(FIRST_EDITION) for rule in THUMB_RULES]


def test_the_file_is_written_as_it_is_read() -> None:
    text = as_json(shipped_games())
    assert text.count('"policy"') == len(shipped_games().pairings)
    assert text.startswith('{\n "games"')

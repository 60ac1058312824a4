"""Rules of thumb: each does what it says, and its price is what the ranking of actions says."""

from dataclasses import replace

import numpy as np
import pytest

from boardodds.camel_up import FIRST_EDITION, SECOND_EDITION, Rules, rank_actions
from boardodds.camel_up import game_table as tables
from boardodds.camel_up.game_values import Turn
from boardodds.camel_up.moves import HEIGHT_BITS
from boardodds.camel_up.thumb_rules import RIGHT_WITHIN, THUMB_RULES, action_values, price_rules
from tests.camel_up.test_games import kind_of, middle_of_games, position_in

TEXTS = [rule.text(FIRST_EDITION) for rule in THUMB_RULES]


def turn_of_games(rules: Rules, turns: int) -> Turn:
    table, players = middle_of_games(rules, turns)
    going = np.flatnonzero(~table.over)
    return Turn(table, going, table.turn[going], players.known, np.random.default_rng(0))


@pytest.mark.parametrize(("rules", "turns"), [(FIRST_EDITION, 0), (FIRST_EDITION, 11), (SECOND_EDITION, 9)])
def test_the_value_of_a_rules_action_is_that_of_the_ranking(rules: Rules, turns: int) -> None:
    turn = turn_of_games(rules, turns)
    table, tops = turn.table, turn.table.top_tickets(turn.game)
    for rule in THUMB_RULES:
        actions = rule.choose(turn)
        values = action_values(turn, actions)
        for column, game in enumerate(turn.game.tolist()[:12]):
            player = int(table.turn[game])
            if table.tickets[player, :, game].any():
                continue
            ranked = rank_actions(
                position_in(table, game),
                rules,
                next_tickets={camel: int(tops[row, column]) for row, camel in enumerate(rules.camels)},
                own_tile=int(table.own[player, game]) or None,
            )
            by_kind = {(a.kind, a.ticket.camel if a.ticket else "", a.square or 0): a.expected_coins for a in ranked}
            assert values[column] == pytest.approx(by_kind[kind_of(int(actions[column]), rules)])


def test_rules_that_take_tickets_take_the_leaders() -> None:
    turn = turn_of_games(FIRST_EDITION, 11)
    keys, tops = turn.boards.keys[:5], turn.table.top_tickets(turn.game)
    leader, columns = keys.argmax(axis=0), turn.columns
    five, three = THUMB_RULES[1].choose(turn), THUMB_RULES[2].choose(turn)
    assert "pays 5;" in TEXTS[1]
    assert "pays 3 or more; otherwise roll" in TEXTS[2]
    assert (five == np.where(tops[leader, columns] == 5, leader + 1, tables.ROLL)).all()
    assert (three == np.where(tops[leader, columns] >= 3, leader + 1, tables.ROLL)).all()
    assert len(set(five)) > 1
    late = THUMB_RULES[4].choose(turn)
    few = 5 - turn.table.rolls[turn.game] <= 2
    assert (late[~few] == three[~few]).all()
    assert (late[few] == np.where(tops[leader, columns][few] > 0, leader[few] + 1, tables.ROLL)).all()
    assert few.any()


def test_rules_that_place_tiles_do_so_before_the_first_roll() -> None:
    for turns in (1, 11):
        turn = turn_of_games(FIRST_EDITION, turns)
        # All tickets of three coins or more are gone.
        turn.table.taken[:] = 2
        for rule, effect in zip(THUMB_RULES[5:], (-1, 1), strict=True):
            actions = rule.choose(turn)
            square = tables.tile_squares(actions, effect)
            placed = square > 0
            front = (turn.boards.keys[:5] >> HEIGHT_BITS).max(axis=0)
            assert (square[placed] == front[placed] + 2).all()
            assert not placed[turn.table.rolls[turn.game] > 0].any()
            assert not tables.tile_squares(actions, -effect).any()
        if turns == 1:
            assert placed.sum() > 5


def test_prices_are_the_same_for_a_seed_and_follow_the_edition() -> None:
    small = replace(FIRST_EDITION, camels="WGB", track=8)
    prices = price_rules(["leader", "roll"], small, games=60, seed=3)
    assert prices == price_rules(["leader", "roll"], small, games=60, seed=3)
    assert all(0 <= price.right.value <= 1 and price.cost.value >= 0 for price in prices)
    # An action that is right costs at most that much, so the cost is not below that of the wrong ones.
    assert all(price.cost.value >= RIGHT_WITHIN * (1 - price.right.value) for price in prices)
    assert "booing tile" in THUMB_RULES[5].text(SECOND_EDITION)


def test_invalid_players_give_one_sentence() -> None:
    with pytest.raises(ValueError, match=r"players must be 2\.\.8"):
        price_rules(["roll"], games=10, seed=1)

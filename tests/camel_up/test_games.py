"""Whole games: against a plain game at a table, against a published program, and the same games on any executor."""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from math import sqrt
from typing import Any

import numpy as np
import pytest

from boardodds.camel_up import FIRST_EDITION, SECOND_EDITION, Rules, rank_actions
from boardodds.camel_up import game_table as tables
from boardodds.camel_up.actions import next_ticket
from boardodds.camel_up.game_policies import POLICIES, CoinCounter
from boardodds.camel_up.game_table import Dice, Table, apply_actions, new_table
from boardodds.camel_up.game_values import Turn, ticket_values
from boardodds.camel_up.games import Games, Players, play_games
from boardodds.camel_up.moves import HEIGHT_BITS, position_of
from boardodds.camel_up.pairings import SEATS, shipped_games
from boardodds.camel_up.position import MIRAGE, OASIS, Position
from boardodds.probability.arrays import Ints
from boardodds.probability.estimate import Proportion
from tests.known_answers import load_answers
from tests.oracles.camel_up_games import PlainGame

PUBLISHED = load_answers("camel_up_games")["match"]
SMALL = replace(FIRST_EDITION, camels="WGB", track=9)
# Four standard errors: a right program fails one test in 16,000.
MAX_ERRORS = 4


def plain_board(keys: Ints, rules: Rules) -> dict[int, list[str]]:
    """Return the board of one game for the oracle."""
    board: dict[int, list[str]] = {}
    for row in np.argsort(keys):
        board.setdefault(int(keys[row]) >> HEIGHT_BITS, []).append((rules.camels + rules.crazy)[row])
    return board


def play_plain(game: PlainGame, action: int, roll: tuple[int, int, int]) -> None:
    """Perform an action of the arrays in a plain game."""
    rules = game.rules
    if action == tables.ROLL:
        die, number, crazy = roll
        game.roll(rules.dice[die], rules.crazy[crazy] if rules.crazy else "", number)
    elif action <= len(rules.camels):
        game.take_ticket(rules.camels[action - 1])
    elif action < tables.card_action(tables.WINNER, 0):
        square, is_oasis = divmod(action - int(tables.tile_action(np.array(0), np.array(-1))), 2)
        game.place_tile(square, OASIS if is_oasis else MIRAGE)
    else:
        pile = "winner" if action < tables.card_action(tables.LAST, 0) else "last"
        game.lay_card(pile, rules.camels[action % 100])


@pytest.mark.parametrize(
    ("rules", "names"),
    [
        (FIRST_EDITION, ("random",) * 4),
        (FIRST_EDITION, ("random", "advice", "look ahead")),
        (SECOND_EDITION, ("random",) * 8),
        (SECOND_EDITION, ("casual", "published greedy", "random")),
        (SMALL, ("standings", "two dice", "random", "leader")),
        (replace(SMALL, stacking=False, ticket_wrong=-3, roll_coins=2), ("greedy", "random")),
    ],
)
def test_games_match_a_plain_game_at_a_table(rules: Rules, names: tuple[str, ...]) -> None:
    games = 60
    dice_rng, policy_rng = np.random.default_rng(7).spawn(2)
    dice = Dice(games, rules, dice_rng)
    table = new_table(len(names), games, rules, dice)
    players = Players(names, rules, policy_rng)
    plain = [
        PlainGame(rules, len(names), plain_board(table.boards.keys[:, game], rules), game % len(names))
        for game in range(games)
    ]
    while len(going := np.flatnonzero(~table.over)):
        for game, actions in players.choose(table, going):
            rolls = np.stack(dice.rolls(table.leg[game], table.rolls[game], game), axis=1)
            apply_actions(table, game, actions, dice)
            for number, action, roll in zip(game.tolist(), actions.tolist(), rolls.tolist(), strict=True):
                play_plain(plain[number], action, tuple(roll))
    assert table.coins.T.tolist() == [game.coins for game in plain]
    assert table.leg.tolist() == [game.legs for game in plain]
    assert all(game.over for game in plain)
    assert [plain_board(table.boards.keys[:, game], rules) for game in range(games)] == [game.board for game in plain]


def middle_of_games(rules: Rules, turns: int, games: int = 40) -> tuple[Table, Players]:
    """Return games of random players after some turns, without those that are over."""
    dice = Dice(games, rules, np.random.default_rng(3))
    table = new_table(3, games, rules, dice)
    players = Players(("random",) * 3, rules, np.random.default_rng(4))
    for _ in range(turns):
        for game, actions in players.choose(table, np.flatnonzero(~table.over)):
            apply_actions(table, game, actions, dice)
    return table, players


def position_in(table: Table, game: int) -> Position:
    """Return the position of one of the games."""
    rules = table.rules
    dice = "".join(die for bit, die in enumerate(rules.dice) if table.boards.dice[game] >> bit & 1)
    effects = table.boards.effects[game]
    tiles = tuple((int(square), OASIS if effects[square] > 0 else MIRAGE) for square in np.flatnonzero(effects))
    return position_of(table.boards.keys[:, game], rules.camels + rules.crazy, dice, tiles)


@pytest.mark.parametrize(("rules", "turns"), [(FIRST_EDITION, 9), (FIRST_EDITION, 20), (SECOND_EDITION, 14)])
def test_a_greedy_player_agrees_with_the_ranking_of_actions(rules: Rules, turns: int) -> None:
    table, players = middle_of_games(rules, turns)
    going = np.flatnonzero(~table.over)
    turn = Turn(table, going, table.turn[going], players.known, np.random.default_rng(0))
    choice = CoinCounter(cards=False).best(turn)
    best_found = 0
    for column, game in enumerate(going.tolist()):
        player = int(table.turn[game])
        own = int(table.own[player, game]) or None
        # The value of a player's own tickets does not depend on their coins if the camels' next tickets are given.
        tops = {camel: int(table.top_tickets(going)[row, column]) for row, camel in enumerate(rules.camels)}
        ranked = rank_actions(position_in(table, game), rules, next_tickets=tops, own_tile=own)
        values = {(a.kind, a.ticket.camel if a.ticket else "", a.square or 0): a.expected_coins for a in ranked}
        if not table.tickets[player, :, game].any():
            action = int(choice.actions[column])
            assert choice.values[column] == pytest.approx(values[kind_of(action, rules)])
            best_found += choice.values[column] == pytest.approx(ranked[0].expected_coins)
    without_tickets = sum(not table.tickets[table.turn[game], :, game].any() for game in going)
    # The two squares on which most units land are not always those of the best tile.
    assert best_found >= 0.9 * without_tickets > 0


def kind_of(action: int, rules: Rules) -> tuple[str, str, int]:
    """Return the kind, the camel and the square of an action without race cards."""
    if action == tables.ROLL:
        return "roll", "", 0
    if action <= len(rules.camels):
        return "ticket", rules.camels[action - 1], 0
    square, is_oasis = divmod(action - int(tables.tile_action(np.array(0), np.array(-1))), 2)
    return ("oasis" if is_oasis else "mirage"), "", square


def test_the_value_of_held_tickets_is_that_of_each_ticket() -> None:
    table, players = middle_of_games(FIRST_EDITION, 12)
    going = np.flatnonzero(~table.over)
    chances = players.known.leg.chances(table.boards.take(going))
    seat = np.zeros(len(going), dtype=int)
    value = tables.held_value(table, going, seat, chances.first, chances.second)
    one = ticket_values(np.full((5, len(going)), 5), chances, table)
    number, coins = table.tickets[0][:, going], table.ticket_coins[0][:, going]
    assert number.any()
    np.testing.assert_allclose(value, (number * one + (coins - 5 * number) * chances.first).sum(axis=0))


def test_the_top_ticket_is_that_of_the_stack() -> None:
    table, _ = middle_of_games(SECOND_EDITION, 12)
    game = np.arange(table.games)
    tops = table.top_tickets(game)
    for taken in range(len(SECOND_EDITION.leg_tickets) + 1):
        left = (*SECOND_EDITION.leg_tickets, 0)[taken]
        assert (tops[table.taken == taken] == left).all()
    assert next_ticket("B", (), SECOND_EDITION) == 5


def test_the_same_seed_gives_the_same_games_on_any_executor() -> None:
    names = ("random", "leader", "two dice")
    here = play_games(names, SMALL, games=1_100, seed=5)
    with ThreadPoolExecutor(2) as executor:
        there = play_games(names, SMALL, games=1_100, seed=5, executor=executor)
    assert (here.coins == there.coins).all()
    assert (here.legs == there.legs).all()
    other = play_games(names, SMALL, games=1_100, seed=6)
    assert (here.coins != other.coins).any()


def test_all_policies_meet_the_same_dice() -> None:
    # Players who only roll do not change the number of legs.
    rolls, alone = (play_games(names, games=300, seed=2) for names in (("roll", "roll"), ("roll", "leader")))
    differences = rolls.legs != alone.legs
    assert not differences.any()


def joint_errors(ours: Proportion, share: float, games: int) -> float:
    """Return the distance of a published share of wins from ours in joint standard errors."""
    return abs(ours.value - share) / sqrt(ours.standard_error**2 + share * (1 - share) / games)


@pytest.mark.parametrize(
    "match",
    [match for match in PUBLISHED if match["players"] == 4],
    ids=lambda match: f"{match['policy']} among {match['players']}",
)
def test_published_matches_agree_within_joint_intervals(match: dict[str, Any]) -> None:
    names = [f"published {match['policy']}"] + ["casual"] * (match["players"] - 1)
    results = play_games(names, SECOND_EDITION, games=200, seed=1)
    assert joint_errors(results.wins[0], match["share"], match["games"]) < MAX_ERRORS
    errors = sqrt(results.mean_coins[0].standard_error ** 2 + match["coins_error"] ** 2)
    assert abs(results.mean_coins[0].value - match["coins"]) < MAX_ERRORS * errors


@pytest.mark.parametrize("seats", SEATS)
def test_the_advice_beats_every_simpler_policy(seats: int) -> None:
    for other in ("roll", "leader", "casual", "two dice", "greedy"):
        assert shipped_games().pairing(seats, "advice", other).wins.interval().low > 1 / seats, other
        # And none of them clearly gains among players who follow the advice.
        assert shipped_games().pairing(seats, other, "advice").wins.interval().low < 1 / seats, other


def test_players_with_equal_coins_share_the_win() -> None:
    games = Games(("roll", "leader", "roll"), np.array([[5, 7], [5, 2], [1, 7]]), np.array([1, 2]), seed=0)
    assert games.win_shares.tolist() == [[0.5, 0.5], [0.5, 0.0], [0.0, 0.5]]
    assert [wins.successes for wins in games.wins] == [1, 0, 0]
    assert games.wins_of("roll") == Proportion(2, 2)
    with pytest.raises(ValueError, match=r"policy must be one of leader, roll, got 'greedy'"):
        games.wins_of("greedy")


@pytest.mark.parametrize(
    ("players", "games", "message"),
    [
        (["roll"], 10, r"players must be 2\.\.8"),
        (["roll"] * 9, 10, r"players must be 2\.\.8"),
        (["roll", "best"], 10, "players must be among random, .*, got 'best'"),
        (["roll", "roll"], 1, r"games must be 2\.\.1,?000,?000"),
    ],
)
def test_invalid_input_gives_one_sentence(players: list[str], games: int, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        play_games(players, games=games, seed=1)


def test_coins_of_any_size_are_counted() -> None:
    rich = replace(SMALL, leg_tickets=(1_000_000,), ticket_second=0, ticket_wrong=0)
    games = play_games(["leader", "roll"], rich, games=20, seed=1)
    assert games.coins.max() > 1_000_000
    assert games.coins.min() >= 0


@pytest.mark.parametrize("rules", [replace(SMALL, roll_coins=-5), replace(SMALL, roll_coins=0, tile_coins=1_000)])
def test_games_end_even_if_rolls_cost_coins(rules: Rules) -> None:
    games = play_games(["advice", "greedy"], rules, games=10, seed=1)
    assert (games.legs > 0).all()


def test_a_track_that_is_shorter_than_a_die_is_refused() -> None:
    with pytest.raises(ValueError, match=r"track must be 9\.\.200 squares"):
        play_games(["roll", "roll"], replace(SMALL, faces=(9,), track=5), games=2, seed=1)


def test_every_policy_has_a_description_and_plays() -> None:
    for policy in POLICIES.values():
        assert policy.text
        assert not policy.text.endswith(".")
        assert play_games([policy.name, "roll"], SMALL, games=20, seed=1).games == 20

"""Luck and decisions in a leg of Camel Up, against brute force."""

from collections.abc import Callable

import numpy as np
import pytest

from boardodds import camel_up
from boardodds.camel_up import FIRST_EDITION, Position, Rules, Ticket, account_leg, possible_rolls, rank_actions
from boardodds.camel_up.actions import ROLL
from boardodds.camel_up.luck import Act, LuckOfDice
from boardodds.probability.estimate import MeanEstimate
from boardodds.probability.luck import simulate_luck
from tests.oracles.camel_up_game import copied_reward
from tests.oracles.camel_up_leg import brute_leg

HELD = (Ticket("G", 5), Ticket("Y", 3))
# Near the end of the race, with two rolls left; and in its middle, with crazy camels.
LEGS = [
    (Position.parse("14:WG 15:BY dice=GY tiles=16m"), FIRST_EDITION, 16),
    (Position.parse("5:BWO 6:GY dice=WG tiles=8o"), FIRST_EDITION, 8),
    (Position.parse("5:BR 6:GY 8:P 9:wk dice=BGx tiles=7o"), camel_up.SECOND_EDITION, 7),
]
Choose = Callable[[list[camel_up.Action]], camel_up.Action]


def random_roll(position: Position, rules: Rules, rng: np.random.Generator) -> camel_up.Roll:
    rolls = [roll for roll in possible_rolls(position.dice, rules) for _ in range(roll.sides)]
    return rolls[int(rng.integers(len(rolls)))]


def play(
    position: Position, rules: Rules, rng: np.random.Generator, choose: Choose, own_tile: int, coins: int | None = None
) -> list[tuple[Act, bool]]:
    acts: list[tuple[Act, bool]] = []
    held, tile, is_own, on_board = list(HELD), own_tile, False, position
    while camel_up.rolls_left(on_board, rules):
        is_own = not is_own
        action = choose(rank_actions(on_board, rules, held=held, own_tile=tile, coins=coins)) if is_own else None
        if action and action.ticket:
            held.append(action.ticket)
            acts.append((action.ticket, True))
        elif action and action.square:
            on_board = on_board.without_tile(tile).with_tile(action.square, action.kind[0])
            tile = action.square
            acts.append(((tile, action.kind[0]), True))
        elif not action and rng.random() < 0.3 and (free := camel_up.legal_tile_squares(on_board, rules)):
            on_board = on_board.with_tile(int(rng.choice(free)), "o")
            acts.append((on_board, False))
        else:
            roll = random_roll(on_board, rules, rng)
            rolled = camel_up.roll_die(on_board, roll, rules)
            acts.append((roll, is_own))
            if coins is not None:
                coins += is_own + (rolled.stopped_on == tile)
            if rolled.position is None:
                break
            on_board = rolled.position
    return acts


@pytest.mark.parametrize(("position", "rules", "tile"), LEGS)
def test_accounts_of_random_legs_add_up(position: Position, rules: Rules, tile: int) -> None:
    rng = np.random.default_rng(1)
    for _ in range(334):
        acts = play(position, rules, rng, lambda actions: actions[int(rng.integers(len(actions)))], tile)
        leg = account_leg(position, acts, rules, held=HELD, own_tile=tile)
        assert leg.start + leg.luck + leg.decisions + leg.offers == pytest.approx(leg.end, abs=1e-12)
        # At the end nothing is expected any more.
        assert leg.end == pytest.approx(round(leg.end), abs=1e-12)
        assert all(step.cost >= 0 for step in leg.steps)


@pytest.mark.parametrize(("position", "rules", "tile"), LEGS)
def test_the_best_actions_cost_exactly_nothing(position: Position, rules: Rules, tile: int) -> None:
    rng = np.random.default_rng(2)
    for coins in (None, 0, 1) * 13:
        acts = play(position, rules, rng, lambda actions: actions[0], tile, coins)
        leg = account_leg(position, acts, rules, held=HELD, own_tile=tile, coins=coins)
        assert leg.decisions == 0.0
        assert leg.start + leg.luck + leg.offers == pytest.approx(leg.end, abs=1e-12)
        assert coins is None or leg.end >= -coins


@pytest.mark.parametrize(("position", "rules", "tile"), LEGS)
def test_dice_add_nothing_on_average(position: Position, rules: Rules, tile: int) -> None:
    roll = possible_rolls(position.dice, rules)[0]
    others = simulate_luck(LuckOfDice(position, ((roll, False),) * 9, rules, HELD, tile), games=700)
    assert 0 in MeanEstimate.from_sample(others).interval(0.99)


@pytest.mark.parametrize(("position", "rules", "tile"), LEGS)
def test_replays_keep_the_acts_of_the_player(position: Position, rules: Rules, tile: int) -> None:
    rng = np.random.default_rng(4)
    for _ in range(5):
        acts = play(position, rules, rng, lambda actions: actions[int(rng.integers(len(actions)))], tile)
        luck = simulate_luck(LuckOfDice(position, tuple(acts), rules, HELD, tile), games=300)
        assert 0 in MeanEstimate.from_sample(luck).interval(0.999)


@pytest.mark.parametrize(("position", "rules", "tile"), LEGS)
def test_the_value_is_that_of_brute_force_and_rolls_keep_its_mean(position: Position, rules: Rules, tile: int) -> None:
    brute = brute_leg(position, rules)
    coins = sum(
        count * (stops * rules.tile_coins * (square == tile) + sum(t.payout(first, second, rules) for t in HELD))
        for (square, stops, first, second), count in brute.tile_joint.items()
        if square == tile
    )
    rolls = possible_rolls(position.dice, rules)
    legs = [account_leg(position, [(roll, False)], rules, held=HELD, own_tile=tile) for roll in rolls]
    assert legs[0].start == pytest.approx(coins / sum(brute.first_second.values()), abs=1e-12)
    assert np.dot([leg.luck for leg in legs], [roll.sides for roll in rolls]) == pytest.approx(0, abs=1e-12)


@pytest.mark.parametrize(("position", "rules", "tile"), LEGS)
def test_each_action_costs_what_the_best_one_is_worth_more(position: Position, rules: Rules, tile: int) -> None:
    ranked = rank_actions(position, rules, held=HELD, own_tile=tile)
    for action in ranked:
        act: Act = possible_rolls(position.dice, rules)[0]
        if action.kind != ROLL:
            act = action.ticket or (action.square or 0, action.kind[0])
        step = account_leg(position, [(act, True)], rules, held=HELD, own_tile=tile).steps[0]
        assert step.cost == pytest.approx(ranked[0].expected_coins - action.expected_coins, abs=1e-12)
        assert step.best == pytest.approx(step.before + ranked[0].expected_coins, abs=1e-12)


def test_taken_tickets_are_gone_and_impossible_acts_refused() -> None:
    position, rules, _ = LEGS[1]
    green, roll = Ticket("G", 5), possible_rolls("W", FIRST_EDITION)[0]
    assert account_leg(position, [(green, False), (Ticket("G", 3), True)]).steps[0].words
    for acts in ([(green, False), (green, True)], [((1, "o"), True)], [(roll, False), (roll, False)]):
        with pytest.raises(ValueError, match="must be"):
            account_leg(position, acts, rules)
    over = camel_up.roll_die(LEGS[0][0], possible_rolls("G", FIRST_EDITION)[2])
    assert over.position is None
    with pytest.raises(ValueError, match="must"):
        account_leg(LEGS[0][0], [(possible_rolls("G", FIRST_EDITION)[2], False), (roll, False)])


@pytest.mark.parametrize(("position", "rules", "tile"), LEGS)
def test_a_partner_is_an_act_and_what_the_partner_gets_is_an_offer(position: Position, rules: Rules, tile: int) -> None:
    rng = np.random.default_rng(3)
    for _ in range(50):
        poor, rich = camel_up.Partner(player=1), camel_up.Partner((Ticket("G", 3),), rolls=1, player=2)
        richer = camel_up.Partner((*rich.tickets, Ticket("Y", 5)), rolls=2, player=2)
        roll = random_roll(position, rules, rng)
        acts: list[tuple[Act, bool]] = [(poor, True), (rich, False), (roll, False), (richer, False)]
        leg = account_leg(position, acts, rules, own_tile=tile, available={0: (poor, rich)})
        decision, joined, _, offer = leg.steps
        ranked = rank_actions(position, rules, own_tile=tile, available=(poor, rich))
        start = {action.partner: action for action in ranked}
        # The poor partner pays nothing.
        assert decision.cost == pytest.approx(ranked[0].expected_coins)
        assert joined.after - joined.before == pytest.approx(start[rich].expected_coins)
        rolled = camel_up.roll_die(position, roll, rules)
        if rolled.position is None:
            order = list(rolled.final_order)
            tickets = [[(ticket.camel, ticket.coins) for ticket in each.tickets] for each in (rich, richer)]
            gains = [float(copied_reward(each, 1, order)) for each in tickets]
        else:
            free = rank_actions(rolled.position, rules, available=(rich, richer))
            gains = [action.expected_coins for each in (rich, richer) for action in free if action.partner == each]
        assert offer.after - offer.before == pytest.approx(gains[1] - gains[0])
        assert leg.start + leg.luck + leg.decisions + leg.offers == pytest.approx(leg.end, abs=1e-12)

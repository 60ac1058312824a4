"""A script as a user of the library writes it; ``test_reference`` checks it with ``mypy --strict`` and runs it."""

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction

from boardodds import camel_up, candy_land, orchard, perudo


def favourite(position: camel_up.Position) -> tuple[str, Fraction]:
    odds = camel_up.solve_leg(position, camel_up.FIRST_EDITION)
    camel = max(odds.camels, key=odds.win)
    return camel_up.camel_name(camel), odds.fraction(camel, place=1)


def best_actions(position: camel_up.Position, held: Sequence[camel_up.Ticket], number: int = 3) -> dict[str, float]:
    race = camel_up.solve_race(position)
    ranked = camel_up.rank_actions(position, held=held, coins=3, race=race)
    return {str(action): action.expected_coins for action in ranked[:number]}


def length_by_players(rules: candy_land.Rules, most: int) -> list[float]:
    samples = (candy_land.simulate(rules, players=players, games=200, seed=1) for players in range(1, most + 1))
    return [sample.mean_turns.value for sample in samples]


def licorice_turns() -> tuple[float, float]:
    cases = {"as it is": candy_land.CLASSIC, "no licorice": replace(candy_land.CLASSIC, licorice_rule="off")}
    low = candy_land.compare(cases, games=500).difference("no licorice").interval(0.95)
    return low.low, low.high


def wins_by_policy(rules: orchard.Rules) -> dict[str, float]:
    wins: dict[str, float] = {policy: orchard.solve(rules, policy=policy).win for policy in orchard.POLICIES}
    wins["parent and child"] = orchard.solve(rules, policies=["most_left", "random_type"]).win
    return wins


def likely_bids(text: str, least: float) -> list[perudo.Bid]:
    state = perudo.RoundState.parse(text)
    given_bids = perudo.posterior(state, perudo.ANY_HIGHER_RULES, model=perudo.LogitBidder(8))
    bids = perudo.legal_bids(state.current, state.total_dice, perudo.ANY_HIGHER_RULES)
    return [bid for bid in bids if given_bids.bid_probability(bid) >= least]


def main() -> None:
    position = camel_up.Position.parse("1:BWOG 2:Y tiles=5o")
    name, chance = favourite(position)
    print(f"{name} wins the leg: {chance} = {float(chance):.1%}")
    print(best_actions(position, [camel_up.Ticket("G", 5)]))
    print(length_by_players(candy_land.BOX_2014, most=2), licorice_turns())
    print(wins_by_policy(orchard.MY_FIRST_ORCHARD))
    print(*likely_bids("5.5.5.5 me=1 hand=12256 bids=3:4x4.4:5x4", least=0.5))
    played = perudo.play_matches([perudo.NAIVE, perudo.HUMAN], games=20)
    print([wins.value for wins in played.wins], played.winners[:3])


if __name__ == "__main__":
    main()

"""Perudo compared with plain Python: ``python -m benchmarks.perudo``.

The plain match is the one of the tests: one table, dice in tuples, and every chance calculated in fractions when it is needed.
"""

import random
from functools import partial

from benchmarks.compare import HEADER, compare, seconds
from boardodds.perudo import HUMAN, NAIVE, STANDARD, Bid, RoundState, posterior, rank_moves
from boardodds.perudo.match import play_matches
from tests.oracles.perudo import brute_chance
from tests.oracles.perudo_match import play

SIX = (NAIVE,) * 6
MATCHES = 2_000
ROUND = RoundState.parse("5.5.5.5.5.5 me=1 hand=12256 bids=2:5x4.3:6x4.4:6x5.5:7x5.6:8x5")


def play_plain_match(seed: int) -> object:
    rng = random.Random(seed)

    def roll(_number: int, dice: list[int]) -> list[tuple[int, ...]]:
        return [tuple(rng.randint(1, 6) for _ in range(count)) for count in dice]

    return play(SIX, STANDARD, 0, roll, (1, 0))


def rank_moves_given_bids() -> object:
    return posterior(ROUND, HUMAN).rank_moves()


def main() -> None:
    print(HEADER)
    play_library_matches = partial(play_matches, SIX, games=MATCHES)
    result = compare(
        f"{MATCHES:,} matches of six naive players against one",
        play_library_matches,
        partial(play_plain_match, 1),
        rounds=5,
        task_runs_per_round=1,
    )
    print(result, f"  per match {MATCHES * result.ratio:.0f} x, {MATCHES / result.task_seconds:,.0f} matches a second")
    print(
        compare(
            "a bid's chance: rank all moves, against every roll of 7 dice",
            partial(rank_moves, Bid(5, 4), (1, 2, 2, 5, 6), 15),
            partial(brute_chance, Bid(5, 4), (1, 2, 2, 5, 6), 7, STANDARD, False, False),
            rounds=3,
        )
    )
    print(f"{'what five bids tell, every move ranked':<52} {1000 * seconds(rank_moves_given_bids):10.2f} ms")


if __name__ == "__main__":
    main()

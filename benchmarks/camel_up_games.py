"""Compute the whole games of Camel Up that are shipped as data: ``python -m benchmarks.camel_up_games``.

The command takes about 20 minutes on two cores. ``--games`` and ``--thumb-games`` set the numbers of games, ``--workers`` the
processes.
"""

import argparse
import itertools
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import boardodds.camel_up
from boardodds.camel_up.games import Games, play_games
from boardodds.camel_up.pairings import FILE, PAIRED, SEATS, Pairing, ShippedGames, as_json
from boardodds.camel_up.thumb_rules import RulePrice, price_rules
from boardodds.probability.estimate import MeanEstimate

_SEED = 1
_THUMB_PLAYERS = ("patient",) * 4
_OUTPUT = Path(boardodds.camel_up.__file__).parent / "data" / FILE


def play_pairing(seats: int, policy: str, others: str, games: int) -> Pairing:
    """Play one pairing and return its results."""
    results: Games = play_games([policy] + [others] * (seats - 1), games=games, seed=_SEED)
    others_coins = MeanEstimate.from_sample(results.coins[1:].mean(axis=0))
    return Pairing(seats, policy, others, results.wins[0], results.mean_coins[0], others_coins)


def price(games: int) -> list[RulePrice]:
    """Return the prices of the rules of thumb."""
    return price_rules(_THUMB_PLAYERS, games=games, seed=_SEED)


def main() -> None:
    """Play all pairings and write the file."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=300, help="games of each pairing")
    parser.add_argument("--thumb-games", type=int, default=1_000, help="games for the rules of thumb")
    parser.add_argument("--workers", type=int, default=2, help="processes")
    arguments = parser.parse_args()
    pairs = [(seats, *pair) for seats in SEATS for pair in itertools.permutations(PAIRED, 2)]
    with ProcessPoolExecutor(arguments.workers) as executor:
        prices = executor.submit(price, arguments.thumb_games)
        futures = [executor.submit(play_pairing, *pair, arguments.games) for pair in pairs]
        pairings = []
        for future in futures:
            pairings.append(future.result())
            last = pairings[-1]
            print(f"{len(pairings)}/{len(pairs)} {last.seats} {last.policy} / {last.others}: {last.wins}", flush=True)
        shipped = ShippedGames(
            arguments.games,
            _SEED,
            tuple(pairings),
            tuple(prices.result()),
            _THUMB_PLAYERS,
            arguments.thumb_games,
        )
    _OUTPUT.parent.mkdir(exist_ok=True)
    _OUTPUT.write_text(as_json(shipped), encoding="utf-8")
    print(f"wrote {_OUTPUT}")


if __name__ == "__main__":
    main()

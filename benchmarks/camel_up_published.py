"""Play the matches of a published program of Camel Up, and print its results next to ours, as in docs/camel-up.md."""

import tomllib
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

from boardodds.camel_up import SECOND_EDITION, play_games

_KNOWN = Path(__file__).parents[1] / "tests" / "known" / "camel_up_games.toml"


def main() -> None:
    """Print a row for each match."""
    with ProcessPoolExecutor(2) as executor:
        for match in tomllib.loads(_KNOWN.read_text(encoding="utf-8"))["match"]:
            policy, players = f"published {match['policy']}", match["players"]
            names = [policy] + ["casual"] * (players - 1)
            results = play_games(names, SECOND_EDITION, games=match["games"], seed=1, executor=executor)
            wins, coins = results.wins[0], results.mean_coins[0]
            share, mean = wins.interval(), coins.interval()
            print(
                f"| {policy} | {players} | {match['share']:.1%} | {wins.value:.1%} ({100 * share.low:.1f} to "
                f"{100 * share.high:.1f}) | {match['coins']:.1f} | {coins.value:.1f} ({mean.low:.1f} to {mean.high:.1f}) |",
                flush=True,
            )


if __name__ == "__main__":
    main()

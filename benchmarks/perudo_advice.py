"""Play matches of one player that follows the advice among others, beside players with simpler habits.

``python -m benchmarks.perudo_advice`` prints the proportion of matches that the one player wins, with a 95% interval. A player in
rollouts takes minutes for a hundred matches with four players: ``--players 2 --rollout-matches 50`` is quick.
"""

import argparse
import time

from boardodds.perudo import LogitBidder, play_matches
from boardodds.perudo.agents import LINEAR_AGENT, NAIVE_AGENT, READER, THRESHOLD_AGENT, Agent
from boardodds.perudo.player_views import Player
from boardodds.perudo.rollout_player import RolloutPlayer

MODEL = LogitBidder(8.0)
# The safest move given the bids, as the page's model reads them: the advice of earlier versions.
SAFEST_GIVEN_BIDS = Agent("safest given the bids", model=MODEL)
SIMPLE: tuple[Player, ...] = (NAIVE_AGENT, THRESHOLD_AGENT, LINEAR_AGENT, READER, SAFEST_GIVEN_BIDS)


def main() -> None:
    """Print a line for each pairing."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--players", type=int, nargs="+", default=[2, 3, 4, 6])
    parser.add_argument("--matches", type=int, default=2_000, help="matches of the simple players")
    parser.add_argument("--advised", type=int, default=60, help="matches of the player that follows the advice")
    parser.add_argument("--rollout-matches", type=int, default=100, help="matches of each move in a rollout")
    options = parser.parse_args()
    rollout = RolloutPlayer("rollout", MODEL, matches=options.rollout_matches)
    for players in options.players:
        for others in (NAIVE_AGENT, SAFEST_GIVEN_BIDS):
            for player in (*SIMPLE, rollout):
                matches = options.advised if player is rollout else options.matches
                start = time.perf_counter()
                played = play_matches([player, *[others] * (players - 1)], matches=matches)
                print(
                    f"{players} players: {player.name} among {others.name} wins {played.wins[0]} of {matches:,} matches "
                    f"({time.perf_counter() - start:.0f} s)",
                    flush=True,
                )


if __name__ == "__main__":
    main()

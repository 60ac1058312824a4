"""Play matches of one player that follows the page's advice among others, beside players with simpler habits.

``python -m benchmarks.perudo_advice`` writes the results to the data of the library, which the page shows. It takes some 30
minutes. ``--players 2 --advised 20 --dry`` is quick and writes nothing.
"""

import argparse
import json
import time

from boardodds.perudo import HUMAN, STANDARD, play_matches, solved_ending
from boardodds.perudo.advice_matches import ADVICE, PATH, SAFEST_GIVEN_BIDS
from boardodds.perudo.agents import LINEAR_AGENT, NAIVE_AGENT, READER, THRESHOLD_AGENT, Agent
from boardodds.perudo.model_players import EndingPlayer
from boardodds.perudo.player_views import Player
from boardodds.perudo.rollout_player import RolloutPlayer

# How the advice takes the others to bid, as the page does at first.
MODEL = HUMAN
SAFEST = Agent(SAFEST_GIVEN_BIDS, model=MODEL)
SIMPLE: tuple[Player, ...] = (NAIVE_AGENT, THRESHOLD_AGENT, LINEAR_AGENT, READER, SAFEST)
# The rounds that are shipped solved, by the dice of the opener and of the other player.
SOLVED = ((1, 1), (2, 1), (1, 2), (2, 2), (3, 1), (1, 3))
SEED = 1


def main() -> None:
    """Print a line for each pairing, and write the results."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--players", type=int, nargs="+", default=[2, 3, 4, 6])
    parser.add_argument("--matches", type=int, default=2_000, help="matches of the simple players")
    parser.add_argument("--advised", type=int, default=400, help="matches of the player that follows the advice")
    parser.add_argument("--rollouts", type=int, default=100, help="times that a round is played on with each move")
    parser.add_argument("--dry", action="store_true", help="write nothing")
    options = parser.parse_args()
    endings = {dice: ending for dice in SOLVED if (ending := solved_ending(dice, STANDARD))}
    advised = EndingPlayer(ADVICE, endings, RolloutPlayer(ADVICE, MODEL, options.rollouts))
    rows = []
    for players in options.players:
        for others in (NAIVE_AGENT, READER, SAFEST):
            for player in (*SIMPLE, advised):
                matches = options.advised if player is advised else options.matches
                start = time.perf_counter()
                win = play_matches([player, *[others] * (players - 1)], STANDARD, matches=matches, seed=SEED).wins[0]
                names = {"players": players, "player": player.name, "others": others.name}
                rows.append({**names, "won": win.successes, "matches": win.trials})
                print(f"{names}: {win} of {matches:,} matches ({time.perf_counter() - start:.0f} s)", flush=True)
    if not options.dry:
        data = {"rollouts": options.rollouts, "seed": SEED, "results": rows}
        PATH.write_text(json.dumps(data, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()

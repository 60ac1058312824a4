"""The figures in the blog post on Perudo, for comparison with the results of this package.

Source: "Perudo probability explanations" (Charles Dieterle). Its figures come from simulations of 100 to 1,000 games. Six
computer players with five dice each make the move that is most likely to be right.
"""

from boardodds.perudo.dial import ConstantDial, LinearDial, NaiveDudo

# The mean of 1 - P over all dudo calls, and the proportion of those calls that were right.
NAIVE_CALCULATED = 0.62
NAIVE_ACTUAL = 0.42
# Both figures are artefacts: the author's programs (charlieterle/perudo on GitHub, simulation.py and inter_player_simulation.py)
# count a call as right if the caller doesn't open the next round, so also a wrong one with the last die. In simulation.py, which
# prints ``NAIVE_ACTUAL``, a right call that takes the bidder's last die counts as wrong, because the caller opens next.
ONE_DIE_CALLER_SUCCESS = 1.00

NAIVE = NaiveDudo()
# The published dial is slightly larger than the difference of 0.20 between the two proportions above.
CONSTANT_DIAL = ConstantDial(dial=0.22)
LINEAR_DIAL = LinearDial(slope=0.09, intercept=0.33, calculated=NAIVE_CALCULATED)

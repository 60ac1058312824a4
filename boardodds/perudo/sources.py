"""What the post printed, to be set beside what is computed here.

Source: "Perudo probability explanations" (Charles Dieterle). Its figures come from simulations of 100 to 1,000 games of
six computer players with five dice each, who make the move that is likeliest to stand.
"""

from boardodds.perudo.dial import ConstantDial, LinearDial, NaiveDudo

# the mean of 1 - P over all dudo calls, and the share of those calls that were right
NAIVE_CALCULATED = 0.62
NAIVE_ACTUAL = 0.42
# printed without an exception; callers who had gone out were counted as right, so it is not taken over anywhere
ONE_DIE_CALLER_SUCCESS = 1.00

NAIVE = NaiveDudo()
# a little more than the 0.20 between the two shares above, as printed
CONSTANT_DIAL = ConstantDial(dial=0.22)
LINEAR_DIAL = LinearDial(slope=0.09, intercept=0.33, calculated=NAIVE_CALCULATED)

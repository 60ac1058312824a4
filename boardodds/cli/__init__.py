"""The library on the command line, for scripts and for more machines than one; ``main`` runs a command.

    python -m boardodds solve orchard --policy most_left
    python -m boardodds simulate candy_land --players 4 --games 1000000 --seed 1 --workers 2
    python -m boardodds ablate camel_up_length --variant "long: track=20"

JSON has the keys command, game, inputs and results. inputs holds all that the results depend on, rules among them, written as
the command line takes it; the results are rows, all with the same keys, and CSV has just these rows.

Every row: measure, what it is of (a camel, a seat, a number; may be empty) and its value.
solve: fraction, where the library is exact in fractions.
simulate: standard_error; low and high, the confidence interval; of shares also count and trials.
ablate: a row for each variant and measure: baseline, value, and difference, the value less the baseline. It is solved
exactly, with fractions; with ``--games`` it is simulated, and each of the three has its standard error and interval.
"""

from boardodds.cli.program import main

__all__ = ["main"]

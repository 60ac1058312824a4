"""The command line, for scripts and for simulations on several machines; ``main`` runs a command.

    python -m boardodds solve orchard --policy most_left
    python -m boardodds simulate candy_land --players 4 --games 1000000 --seed 1 --workers 2
    python -m boardodds ablate camel_up_length --variant "long: track=20"

The JSON output has the keys command, game, inputs and results. The inputs are everything that the results depend on, the rules
included, in the format of the command line's options. The results are rows with the same keys; the CSV output is these rows.

Every row has a measure, the camel, seat or number that it is "of" (may be empty), and a value. In addition:

solve: fraction, if the exact answer is a fraction.
simulate: standard_error; low and high, the confidence interval; count and trials, if the value is a proportion.
ablate: a row for each variant and measure with baseline, value, and difference, the value minus the baseline. They are exact,
with fractions; with ``--games`` they are simulated, each with its standard error and interval.
"""

from boardodds.cli.program import main
from boardodds.cli.stops import ignore_signals, raise_at_first_signal

__all__ = ["ignore_signals", "main", "raise_at_first_signal"]

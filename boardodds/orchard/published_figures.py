"""The published figures on Orchard."""

from functools import partial
from statistics import NormalDist

from boardodds.orchard.solve import count_final_states, solve
from boardodds.orchard.sources import FINAL_STATES, PAPER_LEVEL, TABLES, PublishedRow, standard_error
from boardodds.teaching.published_figure import PublishedFigure

_SOURCE = "Will we win the Orchard game? (S. P. Marinček)"


def _win(row: PublishedRow) -> float:
    return solve(row.rules, policy=row.policy).win


def _standard_error(row: PublishedRow) -> float:
    return standard_error(_win(row))


def _width(row: PublishedRow) -> float:
    return 2 * NormalDist().inv_cdf((1 + PAPER_LEVEL) / 2) * _standard_error(row)


PUBLISHED_FIGURES = (
    *(
        PublishedFigure(f"{name}: final states", _SOURCE, count, partial(count_final_states, rules), 0.5, "counted")
        for name, (rules, count) in FINAL_STATES.items()
    ),
    *(
        PublishedFigure(
            f"{row.name}, Table 2", _SOURCE, row.exact, partial(_win, row), 0.5e-5, "exact, printed to five places"
        )
        for row in TABLES
    ),
    *(
        PublishedFigure(
            f"{row.name}, Table 1",
            _SOURCE,
            row.simulated,
            partial(_win, row),
            (row.high - row.low) / 2,
            "simulated, half the width of its 99% interval",
        )
        for row in TABLES
    ),
    *(
        PublishedFigure(
            f"{row.name}, Table 1: standard error",
            _SOURCE,
            row.standard_error,
            partial(_standard_error, row),
            0.5e-5,
            "printed to five places",
        )
        for row in TABLES
    ),
    *(
        PublishedFigure(
            f"{row.name}, Table 1: width of the 99% interval",
            _SOURCE,
            row.high - row.low,
            partial(_width, row),
            1e-5,
            "both of its ends printed to five places",
        )
        for row in TABLES
    ),
)

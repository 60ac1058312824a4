"""The published figures on Orchard."""

from functools import partial
from statistics import NormalDist
from urllib.parse import urlencode

from boardodds.entry.published_figure import PublishedFigure
from boardodds.orchard.solve import count_final_states, solve
from boardodds.orchard.sources import FINAL_STATES, PAPER_LEVEL, TABLES, PublishedRow, standard_error

_SOURCE = "Will we win the Orchard game? (S. P. Marinček)"


def _win(row: PublishedRow) -> float:
    return solve(row.rules, policy=row.policy).win


def _standard_error(row: PublishedRow) -> float:
    return standard_error(_win(row))


def _interval_end(row: PublishedRow, side: int) -> float:
    """Return an end of the interval around the paper's proportion, -1 for the lower one and 1 for the upper one."""
    return row.simulated + side * NormalDist().inv_cdf((1 + PAPER_LEVEL) / 2) * _standard_error(row)


def _link(row: PublishedRow) -> str:
    game, _, policy = row.name.partition(", ")
    label = {"random": "any type at random", "smart": "the fullest tree"}[policy]
    return f"orchard?{urlencode({'game': game, 'policy': label})}"


PUBLISHED_FIGURES = (
    *(
        PublishedFigure(
            f"{name}: final states",
            _SOURCE,
            count,
            partial(count_final_states, rules),
            0.0,
            "counted",
            link=f"orchard?{urlencode({'game': name, 'view': 'How'})}",
        )
        for name, (rules, count) in FINAL_STATES.items()
    ),
    *(
        PublishedFigure(
            f"{row.name}, Table 2",
            _SOURCE,
            row.exact,
            partial(_win, row),
            0.5e-5,
            "exact, printed to five places",
            link=_link(row),
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
            link=_link(row),
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
            link=_link(row),
        )
        for row in TABLES
    ),
    *(
        PublishedFigure(
            f"{row.name}, Table 1: {name} end of the 99% interval",
            _SOURCE,
            printed,
            partial(_interval_end, row, side),
            1e-5,
            "computed from a proportion, both printed to five places",
            link=_link(row),
        )
        for row in TABLES
        for name, printed, side in (("lower", row.low, -1), ("upper", row.high, 1))
    ),
)

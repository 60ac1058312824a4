"""The published figures on Candy Land."""

from functools import lru_cache, partial

from boardodds.candy_land.compare import AS_IT_IS, NO_SPECIALS, switched
from boardodds.candy_land.rules import CLASSIC
from boardodds.candy_land.simulate import simulate
from boardodds.candy_land.sources import TABLE
from boardodds.entry.published_figure import PublishedFigure
from boardodds.probability.pmf import Pmf

_SOURCE = "Adventures in Candy Land (Chris Clark, 2021)"
_GAMES = 200_000
# In turns: three standard errors of 10,000 games. One game has a standard deviation of about 25, or 10 without picture cards.
_TOLERANCE, _NO_SPECIALS_TOLERANCE = 0.75, 0.3


@lru_cache(maxsize=8)
def _turns(name: str) -> Pmf:
    rules = CLASSIC if name == AS_IT_IS else switched(CLASSIC, [name])
    return simulate(rules, games=_GAMES).turns


def _mean(name: str) -> float:
    return _turns(name).mean


def _median(name: str) -> float:
    return _turns(name).quantile(0.5)


PUBLISHED_FIGURES = (
    *(
        PublishedFigure(
            f"Candy Land, {row.name}: mean turns",
            _SOURCE,
            row.mean,
            partial(_mean, row.name),
            _NO_SPECIALS_TOLERANCE if row.name == NO_SPECIALS else _TOLERANCE,
            "simulated, three standard errors of the published mean",
            slow=True,
        )
        for row in TABLE
    ),
    *(
        PublishedFigure(
            f"Candy Land, {row.name}: median turns",
            _SOURCE,
            row.median,
            partial(_median, row.name),
            1,
            "simulated, one turn",
            slow=True,
        )
        for row in TABLE
    ),
)

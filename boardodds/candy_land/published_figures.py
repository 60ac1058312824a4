"""The figures of the blog post on Candy Land, to compare with the computed ones.

Source: "Adventures in Candy Land" (Chris Clark, 2021), with 10,000 games of one player for each row.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from urllib.parse import urlencode

from boardodds.candy_land.rules import CLASSIC, OFF, REMOVED, SCHEFFER, Rules
from boardodds.candy_land.simulation import simulate
from boardodds.candy_land.solver import solve_reshuffled
from boardodds.entry.game import VISITORS, PublishedFigure
from boardodds.probability.declared_rules import changed_rules
from boardodds.probability.pmf import Pmf

POST_GAMES = 10_000


@dataclass(frozen=True, slots=True)
class PublishedRow:
    """A row of the blog post's table: the mean, the median and the extremes of the turns of its games."""

    name: str
    rules: Rules
    mean: float
    median: float
    shortest: int
    longest: int


TABLE = (
    PublishedRow("as it is", CLASSIC, mean=38.6897, median=33, shortest=4, longest=242),
    PublishedRow("no licorice", Rules(licorice_rule=OFF), mean=34.5284, median=30, shortest=4, longest=178),
    PublishedRow("no specials", Rules(specials=REMOVED), mean=27.6359, median=28, shortest=10, longest=74),
    PublishedRow("no shortcuts", Rules(shortcuts=()), mean=40.6276, median=35, shortest=5, longest=210),
)
# By the name of the row without it, the number of turns that each part adds to a game, according to the blog post.
IMPACT = {"no licorice": 4.16, "no specials": 11.05, "no shortcuts": -1.94}


_SOURCE = "Adventures in Candy Land (Chris Clark, 2021)"
_GAMES = 200_000


@lru_cache(maxsize=8)
def _turns(rules: Rules) -> Pmf:
    return simulate(rules, games=_GAMES).turns


def _figure(
    row: PublishedRow, what: str, printed: float, statistic: Callable[[Pmf], float], tolerance: float, reason: str
) -> PublishedFigure:
    def compute() -> float:
        return statistic(_turns(row.rules))

    name, link = f"Candy Land, {row.name}: {what}", f"candy_land?{urlencode(changed_rules(row.rules, CLASSIC))}"
    return PublishedFigure(name, _SOURCE, printed, compute, tolerance, f"simulated, {reason}", slow=True, link=link)


def _row_figures(row: PublishedRow) -> Iterator[PublishedFigure]:
    """Yield the figures of a row of the table, with tolerances for 10,000 games.

    One game has a standard deviation of about 25 turns, or 8 without picture cards; the longest of 10,000 games about 27, or 6.
    """
    mean_tolerance, longest_tolerance = (0.25, 12) if row.rules.specials == REMOVED else (0.75, 54)
    reason = "three standard errors of the published mean"
    yield _figure(row, "mean turns", row.mean, lambda turns: turns.mean, mean_tolerance, reason)
    yield _figure(row, "median turns", row.median, lambda turns: turns.quantile(0.5), 1, "one turn")
    yield _figure(
        row, "shortest game", row.shortest, lambda turns: turns.smallest_of(POST_GAMES).quantile(0.5), 1, "one turn"
    )
    reason = f"about two standard deviations of the longest of {POST_GAMES:,} games"
    yield _figure(
        row,
        "longest game",
        row.longest,
        lambda turns: turns.largest_of(POST_GAMES).quantile(0.5),
        longest_tolerance,
        reason,
    )


def _impact_figure(row: PublishedRow) -> PublishedFigure:
    return PublishedFigure(
        f"Candy Land: turns added by {row.name.removeprefix('no ')}",
        _SOURCE,
        IMPACT[row.name],
        lambda: _turns(CLASSIC).mean - _turns(row.rules).mean,
        0.8 if row.rules.specials == REMOVED else 1.05,
        "simulated, three standard errors of the published difference",
        slow=True,
        link=f"candy_land?{urlencode({'view': 'What if'})}",
    )


def _most_likely_turns() -> float:
    turns = solve_reshuffled(SCHEFFER).turns
    return max(turns.outcomes, key=turns.probability)


PUBLISHED_FIGURES = (
    PublishedFigure(
        "Candy Land, board by Scheffer: most likely number of turns",
        VISITORS,
        17,
        _most_likely_turns,
        0,
        "counted",
        explained="17 turns are the first peak of Candy Land's distribution; a later one is higher.",
        link=f"candy_land?{urlencode({'game': 'scheffer'})}",
    ),
    *(figure for row in TABLE for figure in _row_figures(row)),
    *(_impact_figure(row) for row in TABLE if row.name in IMPACT),
)

"""The published figures on Candy Land."""

from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache, partial
from urllib.parse import urlencode

from boardodds.candy_land.compare import AS_IT_IS, NO_LICORICE, NO_SHORTCUTS, NO_SPECIALS, switched
from boardodds.candy_land.rules import CLASSIC
from boardodds.candy_land.simulate import simulate
from boardodds.candy_land.sources import IMPACT, POST_GAMES, TABLE, PublishedRow
from boardodds.entry.published_figure import PublishedFigure
from boardodds.probability.pmf import Pmf

_SOURCE = "Adventures in Candy Land (Chris Clark, 2021)"
_GAMES = 200_000
# By the name of the rules, the page's settings of a link.
_SETTINGS: Mapping[str, Mapping[str, str]] = {
    AS_IT_IS: {},
    NO_LICORICE: {"licorice": "no effect"},
    NO_SPECIALS: {"specials": "no cards or spaces"},
    NO_SHORTCUTS: {"shortcuts": "false"},
}


@lru_cache(maxsize=8)
def _turns(name: str) -> Pmf:
    rules = CLASSIC if name == AS_IT_IS else switched(CLASSIC, [name])
    return simulate(rules, games=_GAMES).turns


def _of_turns(name: str, statistic: Callable[[Pmf], float]) -> float:
    return statistic(_turns(name))


def _row_figures(row: PublishedRow) -> Iterator[PublishedFigure]:
    """Yield the figures of a row of the table, with tolerances for 10,000 games.

    One game has a standard deviation of about 25 turns, or 10 without picture cards; the longest of 10,000 games about as much.
    """
    mean_tolerance, longest_tolerance = (0.3, 14) if row.name == NO_SPECIALS else (0.75, 45)
    link = f"candy_land?{urlencode(_SETTINGS[row.name])}"
    figures: dict[str, tuple[float, Callable[[Pmf], float], float, str]] = {
        "mean turns": (
            row.mean,
            lambda turns: turns.mean,
            mean_tolerance,
            "three standard errors of the published mean",
        ),
        "median turns": (row.median, lambda turns: turns.quantile(0.5), 1, "one turn"),
        "shortest game": (row.shortest, lambda turns: turns.smallest_of(POST_GAMES).quantile(0.5), 1, "one turn"),
        "longest game": (
            row.longest,
            lambda turns: turns.largest_of(POST_GAMES).quantile(0.5),
            longest_tolerance,
            f"two standard deviations of the longest of {POST_GAMES:,} games",
        ),
    }
    for what, (printed, of_turns, tolerance, reason) in figures.items():
        yield PublishedFigure(
            f"Candy Land, {row.name}: {what}",
            _SOURCE,
            printed,
            partial(_of_turns, row.name, of_turns),
            tolerance,
            f"simulated, {reason}",
            slow=True,
            link=link,
        )


def _impact_figure(name: str, printed: float) -> PublishedFigure:
    return PublishedFigure(
        f"Candy Land: turns added by {name.removeprefix('no ')}",
        _SOURCE,
        printed,
        lambda: _turns(AS_IT_IS).mean - _turns(name).mean,
        0.8 if name == NO_SPECIALS else 1.05,
        "simulated, three standard errors of the published difference",
        slow=True,
        link=f"candy_land?{urlencode({'view': 'Rule changes'})}",
    )


PUBLISHED_FIGURES = (
    *(figure for row in TABLE for figure in _row_figures(row)),
    *(_impact_figure(name, printed) for name, printed in IMPACT.items()),
)

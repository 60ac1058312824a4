"""What the pictures of large numbers show, in sentences: the error of a share, the law, the bands, and missed intervals."""

import re
from math import ceil, floor

import numpy as np

from boardodds.dashboard.teaching import solvers
from boardodds.dashboard.ui.words import percent
from boardodds.probability.coverage import binomial_table
from boardodds.probability.display import plural
from boardodds.probability.estimate import Z95
from boardodds.teaching import large_numbers
from boardodds.teaching.large_numbers import BAND_START

# In the words of a yes, a win.
_WINS = re.compile(" wins?$")


def standard_error(games: int, exact: float) -> float:
    """Return the standard deviation of the proportion of yes in some games."""
    return float((exact * (1 - exact) / games) ** 0.5)


def usual_counts(games: int, exact: float) -> tuple[int, int, float]:
    """Return the lowest and the highest number of yes within 1.96 standard deviations of the mean, and their exact chance."""
    mean, reach = games * exact, Z95 * games * standard_error(games, exact)
    low, high = max(0, ceil(mean - reach)), min(games, floor(mean + reach))
    return low, high, float(binomial_table(games, np.array([exact]))[0, low : high + 1].sum())


def error_sentence(games: int, exact: float) -> str:
    """Return how many simulations are within 1.96 standard errors of the exact chance.

    >>> error_sentence(1_000, 0.78)
    'After 1,000 games, 95% of runs are within 2.6 percentage points of the exact chance'
    >>> error_sentence(10, 0.01)
    'After 10 games, 90% of runs are within 6.2 percentage points of the exact chance'
    """
    share, points = solvers.share_inside(games, exact), 100 * Z95 * standard_error(games, exact)
    runs = f"{percent(share, 0)} of runs"
    return f"After {plural(games, 'game')}, {runs} are within {points:.1f} percentage points of the exact chance"


def in_games(yes: str, games: str) -> str:
    """Return in how many games the answer is yes.

    >>> in_games("we win", "73.8%"), in_games("it shows heads", "50.0%")
    ('we win 73.8% of games', 'it shows heads in 50.0% of games')
    """
    return f"{yes} {'' if _WINS.search(yes) else 'in '}{games} of games"


def count_in_words(yes: str, count: int, games: int) -> str:
    """Return in how many games the answer was yes, as Markdown.

    >>> count_in_words("green wins", 0, 1), count_in_words("it shows heads", 1, 3)
    ('Green won **0 of 1** game', 'Yes in **1 of 3** games')
    """
    past = f"{yes[0].upper()}{_WINS.sub(' won', yes[1:])}" if _WINS.search(yes) else "Yes in"
    return f"{past} **{count:,} of {games:,}** game{'' if games == 1 else 's'}"


def count_noun(yes: str, *, is_yes: bool) -> str:
    """Return the name of several games with a yes or a no: "wins", "losses", or "times yes", "times no"."""
    return (("losses", "wins") if _WINS.search(yes) else ("times no", "times yes"))[is_yes]


def streak_sentence(streaks: large_numbers.Streaks, losses: str, games: int) -> str:
    """Return the longest streak that at least every other run has, or one game, with its exact probability."""
    longer = 1 - np.cumsum(streaks.chances)
    place = max(0, int((longer >= 0.5).sum()) - 1)
    length, runs = streaks.lengths[place] + 1, percent(longer[place], 0)
    return f"Streaks are normal: {runs} of runs of {plural(games, 'game')} have {length:,} or more {losses} in a row"


def law_sentence(games: int, exact: float) -> str:
    """Return the number of games with an error of one point, and the errors after some games and after four times as many.

    >>> law_sentence(250, 0.5).partition(". ")[0]
    '1.96 standard errors are 1 percentage point after about 9,600 games'
    """
    before, after = (100 * Z95 * standard_error(number, exact) for number in (games, 4 * games))
    needed = float(f"{(100 * Z95) ** 2 * exact * (1 - exact):.3g}")
    return (
        f"{Z95:.2f} standard errors are 1 percentage point after about {needed:,.0f} games. Four times the games, half the "
        f"error: they are {before:.1f} percentage points after {plural(games, 'game')}, {after:.1f} after {4 * games:,}."
    )


def band_sentence(runs: large_numbers.Runs) -> str:
    """Return whether the runs end inside the grey band, and whether they were outside it after any number of games."""
    first, last = BAND_START, runs.games[-1]
    if len(runs.shares) > 1:
        inside, left = int((runs.last_outside < last).sum()), int((runs.last_outside > 0).sum())
        return (
            f"{inside} of {len(runs.shares)} runs {'ends' if inside == 1 else 'end'} inside the grey band; "
            f"{plural(left, 'was', 'were')} outside it at least once from {first} to {last:,} games."
        )
    outside = int(runs.last_outside[0])
    if not outside:
        return f"The run was inside the grey band all the way, from {first} to {last:,} games."
    if outside == last:
        return "The run ends outside the grey band."
    return f"The run was last outside the grey band after {plural(outside, 'game')}."


def missed_sentence(missed: int, shown: int, covered: float) -> str:
    """Return how many of the intervals shown miss the exact chance, and how many are expected to.

    covered: the exact coverage.

    >>> missed_sentence(10, 100, 0.941)
    'Of the first 100, drawn here, 10 miss the exact chance; about 6 are expected.'
    """
    expected = shown * (1 - covered)
    about = f"about {round(expected)}" if round(expected) else "fewer than 1"
    return (
        f"Of the first {shown}, drawn here, {missed or 'none'} {'miss' if missed > 1 else 'misses'} the exact chance; {about} "
        f"{'are' if round(expected) > 1 else 'is'} expected."
    )

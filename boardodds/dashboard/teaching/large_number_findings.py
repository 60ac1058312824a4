"""What the pictures of large numbers show, in sentences: the error of a share, the law, the bands, and missed intervals."""

from boardodds.dashboard.teaching import solvers
from boardodds.dashboard.ui.words import percent
from boardodds.probability.display import plural
from boardodds.probability.estimate import Z95
from boardodds.teaching import large_numbers
from boardodds.teaching.large_numbers import BAND_START


def standard_error(games: int, exact: float) -> float:
    """Return the standard deviation of the proportion of yes in some games."""
    return float((exact * (1 - exact) / games) ** 0.5)


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


def law_sentence(games: int, exact: float) -> str:
    """Return the square-root law with the errors after some games and after four times as many.

    >>> law_sentence(250, 0.78)
    'Four times the games, half the error: 1.96 standard errors are 5.1 percentage points after 250 games, 2.6 after 1,000.'
    """
    before, after = (100 * Z95 * standard_error(number, exact) for number in (games, 4 * games))
    return (
        f"Four times the games, half the error: {Z95:.2f} standard errors are {before:.1f} percentage points after "
        f"{plural(games, 'game')}, {after:.1f} after {4 * games:,}."
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

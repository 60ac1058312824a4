"""The figures of the blog post, to compare with the computed ones.

Source: "Adventures in Candy Land" (Chris Clark, 2021), with 10,000 games of one player for each row.
"""

from dataclasses import dataclass

from boardodds.candy_land.compare import AS_IT_IS, NO_LICORICE, NO_SHORTCUTS, NO_SPECIALS

POST_GAMES = 10_000


@dataclass(frozen=True, slots=True)
class PublishedRow:
    """A row of the blog post's table: the mean, the median and the extremes of the turns of its games."""

    name: str
    mean: float
    median: float
    shortest: int
    longest: int


TABLE = (
    PublishedRow(AS_IT_IS, mean=38.6897, median=33, shortest=4, longest=242),
    PublishedRow(NO_LICORICE, mean=34.5284, median=30, shortest=4, longest=178),
    PublishedRow(NO_SPECIALS, mean=27.6359, median=28, shortest=10, longest=74),
    PublishedRow(NO_SHORTCUTS, mean=40.6276, median=35, shortest=5, longest=210),
)
# The number of turns that each part adds to a game, according to the blog post.
IMPACT = {NO_LICORICE: 4.16, NO_SPECIALS: 11.05, NO_SHORTCUTS: -1.94}

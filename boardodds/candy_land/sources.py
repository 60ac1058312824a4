"""What the post printed, to be set beside what is computed here.

Source: "Adventures in Candy Land" (Chris Clark, 2021): 10,000 games of one player for each row.
"""

from dataclasses import dataclass

from boardodds.candy_land.compare import AS_IT_IS, NO_LICORICE, NO_SHORTCUTS, NO_SPECIALS

POST_GAMES = 10_000


@dataclass(frozen=True, slots=True)
class Published:
    """One row of the post: turns of its games."""

    name: str
    mean: float
    median: float
    shortest: int
    longest: int


TABLE = (
    Published(AS_IT_IS, mean=38.6897, median=33, shortest=4, longest=242),
    Published(NO_LICORICE, mean=34.5284, median=30, shortest=4, longest=178),
    Published(NO_SPECIALS, mean=27.6359, median=28, shortest=10, longest=74),
    Published(NO_SHORTCUTS, mean=40.6276, median=35, shortest=5, longest=210),
)
# turns that each part adds, as the post has it
IMPACT = {NO_LICORICE: 4.16, NO_SPECIALS: 11.05, NO_SHORTCUTS: -1.94}

"""The leg solver compared with the plain brute force of the tests."""

from boardodds.camel_up import FIRST_EDITION, Position, legal_tile_squares
from tests.oracles.camel_up_leg import brute_leg

PUBLISHED = Position.parse("1:BWOG 2:Y")
SECOND = Position.parse("1:BRPG 2:Y 14:w 15:k")


def brute_force_tiles() -> None:
    for square in legal_tile_squares(PUBLISHED, FIRST_EDITION):
        for kind in "om":
            brute_leg(PUBLISHED.with_tile(square, kind), FIRST_EDITION)

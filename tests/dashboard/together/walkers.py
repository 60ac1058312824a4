"""The walkers of all pages, by name."""

from collections.abc import Mapping
from typing import Any

from tests.dashboard.together import Walker
from tests.dashboard.together.camel_up import LegWalker, RaceWalker
from tests.dashboard.together.camel_up_length import LengthWalker
from tests.dashboard.together.candy_land import CandyLandWalker
from tests.dashboard.together.orchard import OrchardWalker
from tests.dashboard.together.perudo import PerudoWalker

WALKERS: Mapping[str, Walker[Any]] = {
    walker.name: walker
    for walker in (LegWalker(), RaceWalker(), LengthWalker(), OrchardWalker(), CandyLandWalker(), PerudoWalker())
}

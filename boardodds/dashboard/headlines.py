"""The small live answers on the cards of the home page: one sentence each, computed."""

from boardodds.camel_up import camel_name
from boardodds.camel_up.published import CAMEL_CALCULATOR
from boardodds.dashboard import solvers


def camel_up_leg() -> str:
    """Who wins the position of the first post."""
    odds = solvers.leg(CAMEL_CALCULATOR[0].position, CAMEL_CALCULATOR[0].rules)
    favourite = odds.favourite
    return (
        f"Four camels in a stack, yellow one ahead: **{camel_name(favourite)} wins the leg "
        f"{odds.probability(favourite):.1%}** of the time, in {odds.count(favourite, 1):,} "
        f"of {odds.outcomes:,} dice sequences."
    )

"""The small live answers on the cards of the home page: one sentence each, computed."""

from boardodds.camel_up import FIRST_EDITION, Position, camel_name
from boardodds.camel_up.published import CAMEL_CALCULATOR
from boardodds.candy_land import CLASSIC, switched
from boardodds.candy_land.compare import AS_IT_IS, NO_SPECIALS
from boardodds.classroom import examples
from boardodds.dashboard import solvers
from boardodds.dashboard.camel_length import THE_POSTS, with_stacking, without_stacking
from boardodds.dashboard.camel_race_tables import in_words, pmf_of
from boardodds.dashboard.methods_tables import QUICK, rows
from boardodds.dashboard.perudo_table import START
from boardodds.estimate import Z95, trials_for_width
from boardodds.orchard import ORCHARD
from boardodds.perudo import STANDARD, Bid, LogitBidder, RoundState, bid_probability


def camel_up_leg() -> str:
    """Who wins the position of the first post."""
    odds = solvers.leg(CAMEL_CALCULATOR[0].position, CAMEL_CALCULATOR[0].rules)
    favourite = odds.favourite
    return (
        f"Four camels in a stack, yellow one ahead: **{camel_name(favourite)} wins the leg "
        f"{odds.probability(favourite):.1%}** of the time, in {odds.count(favourite, 1):,} "
        f"of {odds.outcomes:,} dice sequences."
    )


CARD_GAMES = 20_000
MIDWAY = Position.parse("9:BWOG 10:Y")
RACE_LINK = {"position": "9:BWOG 10:Y"}


def camel_up_race() -> str:
    """Who wins the race from half way."""
    race = solvers.race(MIDWAY, FIRST_EDITION)
    first = race.ranking[0]
    return (
        f"The same stack half way round: **{camel_name(first)} wins the race {in_words(race.win(first))}** of the time, and "
        f"{race.legs.mean:.2f} legs are still to run."
    )


def camel_up_length() -> str:
    """How long a race is, with and without stacking."""
    stacked, alone = with_stacking(THE_POSTS), without_stacking(THE_POSTS)
    return (
        f"Five camels, 16 squares: **{pmf_of(stacked).mean:.2f} legs**, and {alone.mean:.2f} if camels did not carry each other. "
        f"In a single leg it is over once in {1 / pmf_of(stacked).probability(1):,.0f} races."
    )


def candy_land() -> str:
    """How long a game is, and what the specials do to it."""
    cases = {AS_IT_IS: CLASSIC, NO_SPECIALS: switched(CLASSIC, [NO_SPECIALS])}
    played = solvers.candy_comparison(tuple(cases.items()), 1, CARD_GAMES, 1)
    gone = played.difference(NO_SPECIALS)
    return (
        f"Alone to the castle: **{played.samples[AS_IT_IS].mean_turns} turns**. The special cards look like gifts; without them "
        f"a game is {-gone.value:.1f} turns shorter."
    )


def perudo() -> str:
    """The post's hand, by the dice alone and with what the bids tell."""
    state = RoundState.parse(START)
    bid, naive = Bid(5, 4), bid_probability(Bid(5, 4), state.hand, state.total_dice - len(state.hand))
    told = solvers.perudo(state, LogitBidder(8), STANDARD).bid_probability(bid)
    return (
        f"You hold 1 2 2 5 6 of 20 dice, and the bid is five fours: **true {naive:.1%}** of the time by the dice alone, and "
        f"{told:.1%} once you listen to what has been bid."
    )


def methods() -> str:
    """How many of the printed figures are recomputed."""
    quick = rows(QUICK)
    agree = int((quick["within"] == "yes").sum())
    return (
        f"**{agree} of {len(quick)} figures** that were printed come out here within their tolerance, as you read this."
    )


def classroom() -> str:
    """How far off a thousand games are, and after how many the share is known to a tenth of a point."""
    exact = examples()["orchard"].exact()
    error = Z95 * (exact * (1 - exact) / 1_000) ** 0.5
    return (
        f"After a thousand games of Orchard the share of wins is within **{100 * error:.1f} points** of the truth, 19 "
        f"times in 20. To know it to within a tenth of a point takes {trials_for_width(0.002, share=exact):,} games."
    )


def counting() -> str:
    """How few boards stand in for the sequences of a leg."""
    busiest = max(solvers.counting_levels(CAMEL_CALCULATOR[0].position), key=lambda level: level.states)
    return (
        f"{busiest.rolls} camel dice can be rolled in **{busiest.sequences:,} ways that lead to only {busiest.states:,} "
        "boards**: count the boards, not the ways."
    )


def quiz() -> str:
    """The first question of a quiz."""
    first = solvers.questions(1, 10, (), False)[0]
    return f"{first.title}: *{first.question.asked}* **Guess before you see.** Ten positions, the same ten for a whole class."


def worksheet() -> str:
    """The first question of a worksheet."""
    first = solvers.questions(1, 6, (), True)[0]
    return f"{first.title}: *{first.question.asked}* **A pencil is enough.** Sheets to print, the answers on a page of their own."


def orchard() -> str:
    """Whether we win, and what picking well is worth."""
    best, careless = (solvers.orchard(ORCHARD, policy, ORCHARD.start).win for policy in ("most_left", "random_type"))
    return (
        f"Ten of each fruit, the raven in ten steps: **we win {best:.1%}** if the basket always picks from the fullest tree, and "
        f"{careless:.1%} if it picks at random."
    )

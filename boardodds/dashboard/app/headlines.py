"""The small live answers on the cards of the home page: a sentence or two and a drawing each, computed."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from boardodds.camel_up import FIRST_EDITION, Position, camel_name
from boardodds.camel_up.sources import CAMEL_CALCULATOR
from boardodds.candy_land import CLASSIC
from boardodds.candy_land.compare import NO_SPECIALS
from boardodds.charts import pictures
from boardodds.charts.camel_up import FILL
from boardodds.charts.orchard import TREE_FILLS
from boardodds.dashboard.app import solvers
from boardodds.dashboard.camel_up.length import THE_POSTS, with_stacking, without_stacking
from boardodds.dashboard.camel_up.race_rows import in_words, pmf_of, value_of
from boardodds.dashboard.candy_land.rule_effects import THREE, one_by_one
from boardodds.dashboard.perudo.edits import START
from boardodds.dashboard.teaching.methods_rows import QUICK, agreeing, rows
from boardodds.orchard import ORCHARD
from boardodds.perudo import STANDARD, Bid, LogitBidder, RoundState, bid_probability
from boardodds.probability.estimate import Z95, trials_for_width
from boardodds.teaching.large_numbers import trials
from boardodds.teaching.quiz import MAX_QUESTIONS


@dataclass(frozen=True, slots=True)
class Headline:
    """A small live answer: words, and a drawing as SVG with what it shows in words."""

    words: str
    picture: str
    alt: str


def _bars(words: str, rows: Mapping[str, tuple[float, str]]) -> Headline:
    """An answer with bars, which are told as they stand."""
    shares = "; ".join(f"{label} {share:.1%}" for label, (share, _) in rows.items())
    return Headline(words, pictures.bars(rows), shares)


def camel_up_leg() -> Headline:
    """Who wins the position of the first post, and what becomes of the camel in front."""
    odds = solvers.leg(CAMEL_CALCULATOR[0].position, CAMEL_CALCULATOR[0].rules)
    favourite, leader = odds.favourite, CAMEL_CALCULATOR[0].position.stacks[-1][1][-1]
    return _bars(
        f"Four camels in a stack, {camel_name(leader)} alone in front: **{camel_name(favourite)} wins the leg "
        f"{odds.probability(favourite):.1%}** of the time. The leader comes last more often than it wins: "
        f"{odds.probability(leader, len(odds.camels)):.1%} against {odds.probability(leader):.1%}.",
        {camel_name(camel): (odds.probability(camel), FILL[camel]) for camel in odds.ranking},
    )


CARD_RUN = 1_000
MIDWAY = Position.parse("9:BWOG 10:Y")
_CANDY_GAMES = 50_000
CANDY_LINK = {"played": str(_CANDY_GAMES)}
RACE_LINK = {"position": "9:BWOG 10:Y"}
_OURS, _OTHER = "#2b6cb0", "#b4530a"


def camel_up_race() -> Headline:
    """Who wins the race from half way."""
    race = solvers.race(MIDWAY, FIRST_EDITION)
    first, leader = race.ranking[0], MIDWAY.stacks[-1][1][-1]
    return _bars(
        f"The same stack half way round: **{camel_name(first)} wins the race {in_words(race.win(first))}** of the time. "
        "The leader, "
        f"{camel_name(leader)}, is the unlikeliest winner of all.",
        {camel_name(camel): (value_of(race.win(camel)), FILL[camel]) for camel in race.ranking},
    )


def camel_up_length() -> Headline:
    """How long a race is, with and without stacking."""
    stacked, alone = with_stacking(THE_POSTS), without_stacking(THE_POSTS)
    pmf = pmf_of(stacked)
    shown = [legs for legs in range(1, 13) if pmf.probability(legs) > 0]
    return Headline(
        f"Five camels, 16 squares: **{pmf.mean:.2f} legs**, and {alone.mean:.2f} if camels did not carry each other. In a single "
        f"leg it is over once in {1 / pmf.probability(1):,.0f} races.",
        pictures.columns([pmf.probability(legs) for legs in shown], f"{shown[0]} leg", f"{shown[-1]} legs"),
        "Chance of each number of legs: " + ", ".join(f"{legs}: {pmf.probability(legs):.1%}" for legs in shown),
    )


# once for all: these are more games than the page plays at first, which would not know the difference well
@lru_cache(maxsize=1)
def candy_land() -> Headline:
    """How long a game is, and what the specials do to it."""
    # the games and the changes that the page plays behind the card's link: both say the same
    cases = one_by_one(CLASSIC, THREE)
    played = solvers.candy_sample(CLASSIC, 1, _CANDY_GAMES, 1)
    gone = solvers.candy_comparison(tuple(cases.items()), 1, _CANDY_GAMES, 1).difference(NO_SPECIALS)
    turns = played.turns
    last, interval = int(turns.quantile(0.99)), gone.interval()
    return Headline(
        f"Alone to the castle: **{played.mean_turns} turns**. The special cards look like gifts; without them "
        f"a game is {-gone.value:.1f} turns shorter (95% CI {-interval.high:.1f} to {-interval.low:.1f}).",
        pictures.columns([turns.probability(turn) for turn in range(1, last + 1)], "1 turn", f"{last} turns"),
        f"Turns in {played.games:,} games: half of them take {turns.quantile(0.5):.0f} or fewer, 99% at most {last}.",
    )


def perudo() -> Headline:
    """The post's hand, by the dice alone and with what the bids tell."""
    state = RoundState.parse(START)
    bid, naive = Bid(5, 4), bid_probability(Bid(5, 4), state.hand, state.total_dice - len(state.hand))
    told = solvers.perudo(state, LogitBidder(8), STANDARD).bid_probability(bid)
    return _bars(
        f"You hold 1 2 2 5 6 of 20 dice, and the bid is five fours: **true {naive:.1%}** of the time by the dice alone, and "
        f"{told:.1%} once you listen to what has been bid.",
        {"by the dice": (naive, _OTHER), "with the bids": (told, _OURS)},
    )


def methods() -> Headline:
    """How many of the printed figures are recomputed."""
    quick = rows(QUICK)
    agree = agreeing(quick)
    return _bars(
        f"**{agree} of {len(quick)} figures** that were printed come out here within their tolerance, as you read this.",
        {"they agree": (agree / len(quick), "#2f8f4e")},
    )


def classroom() -> Headline:
    """How far off a thousand games are, and after how many the share is known to a tenth of a point."""
    exact = trials()["orchard"].exact()
    error = Z95 * (exact * (1 - exact) / CARD_RUN) ** 0.5
    watched = solvers.classroom_runs("orchard", CARD_RUN, 1, 1)
    shares = watched.shares[0].tolist()
    return Headline(
        f"After a thousand games of Orchard the share of wins is within **{100 * error:.1f} points** of the truth, 19 "
        f"times in 20. To know it to within a tenth of a point takes {trials_for_width(0.002, share=exact):,} games.",
        pictures.line(shares, exact, f"{watched.games[0]} games", f"{watched.games[-1]:,} games"),
        f"The share of wins in one run goes from {shares[0]:.0%} to {shares[-1]:.1%}; exactly it is {exact:.1%}.",
    )


def counting() -> Headline:
    """How few boards stand in for the sequences of a leg."""
    levels = solvers.counting_levels(CAMEL_CALCULATOR[0].position)
    busiest = max(levels, key=lambda level: level.states)
    return _bars(
        f"{busiest.rolls} camel dice can be rolled in **{busiest.sequences:,} ways that lead to only {busiest.states:,} "
        "boards**: count the boards, not the ways.",
        {
            f"{level.rolls} {'die' if level.rolls == 1 else 'dice'}": (level.states / level.sequences, _OURS)
            for level in levels
            if level.states and level.rolls
        },
    )


def quiz() -> Headline:
    """The first question of a quiz."""
    return _first_question("Guess before you see: ten positions, the same for a class.", by_hand=False)


def worksheet() -> Headline:
    """The first question of a worksheet."""
    return _first_question("A pencil is enough. Sheets to print, with their answers.", by_hand=True)


def _first_question(words: str, *, by_hand: bool) -> Headline:
    asked = (solvers.question(1, number, (), by_hand) for number in range(MAX_QUESTIONS))
    first = next(each for each in asked if each.question.table)
    drawing = pictures.of_question(first.question)
    return Headline(f"{first.title}: **{first.question.asked}** {words}", drawing or "", first.question.table)


def orchard() -> Headline:
    """Whether we win, and what picking well is worth."""
    chances = {
        words: solvers.orchard(ORCHARD, policy, ORCHARD.start).win
        for words, policy in (
            ("fullest tree", "most_left"),
            ("at random", "random_type"),
            ("emptiest tree", "fewest_left"),
        )
    }
    best, careless, worst = chances.values()
    return _bars(
        f"Ten of each fruit, the raven in ten steps: **we win {best:.1%}** if the basket always picks from the fullest tree, "
        f"{careless:.1%} if it picks at random. The greedy way, to finish the emptiest tree first, is the worst: {worst:.1%}.",
        {words: (chance, fill) for (words, chance), fill in zip(chances.items(), TREE_FILLS, strict=False)},
    )

"""The sheets of the leg page and of the race page: who wins, what to do, the charts, and the sliders of both pages."""

from collections.abc import Mapping, Sequence
from functools import partial
from math import inf
from typing import Any, ClassVar

from boardodds.camel_up import Action, LegOdds, NextRaceRoll, NextRoll, Position, RaceSample, camel_name
from boardodds.camel_up.actions import ROLL
from boardodds.camel_up.bets import MAX_PILE_CARDS, bet_coins
from boardodds.camel_up.position import MIN_RACING
from boardodds.camel_up.rules import MAX_TRACK, TILE_NAMES, tile_name
from boardodds.charts import camel_up as charts
from boardodds.charts.hundred import Outcome
from boardodds.charts.style import Tone, ordinal
from boardodds.dashboard.camel_up import history, solvers, tables
from boardodds.dashboard.camel_up.state import EDITIONS, CamelState
from boardodds.dashboard.camel_up.tables import Race
from boardodds.dashboard.ui.panels import Html, Panel, Parts, Values, estimate_columns
from boardodds.dashboard.ui.reveal import PREDICTION, Prediction
from boardodds.dashboard.ui.settings import one_of, whole_number
from boardodds.dashboard.ui.sheet import Advice, Answer, IncompleteError, Sheet, WhatIf, cached_part
from boardodds.dashboard.ui.words import percent
from boardodds.probability.display import plural, signed
from boardodds.probability.estimate import estimate_of

# The cards of the slider, unless there are more.
_MAX_CARDS = 10
# The settings of both pages: any camel, since another edition has others.
SETTINGS = {PREDICTION: one_of(["", *charts.FILL])}


class LegSheet(Sheet[CamelState]):
    """What the leg page says about a state of the board.

    subject: what a camel wins.
    heading: that of the best move.
    shown_moves: the number of moves on the first screen; None for all kinds.

    >>> from boardodds.dashboard.camel_up.links import read_link
    >>> LegSheet(read_link({})).answer.finding
    'Green wins this leg 34.4% of the time'
    """

    slider_setting: ClassVar = {"if_square": whole_number(1, MAX_TRACK)}
    history = history.LEG
    subject: ClassVar[str] = "leg"
    heading: ClassVar[str] = "Best for this leg"
    shown_moves: ClassVar[int | None] = 6

    @cached_part
    def leg(self) -> LegOdds:
        """The odds of the leg."""
        return solvers.leg(self.state.position, self.state.rules)

    @cached_part
    def race(self) -> Race:
        """The odds of the race."""
        return solvers.race_of(self.state)

    @property
    def odds(self) -> LegOdds | Race:
        """The odds of what the page asks about."""
        return self.leg

    @cached_part
    def next_rolls(self) -> Sequence[NextRoll | NextRaceRoll[Any]]:
        """Every roll that is possible now, with the odds after it."""
        return solvers.next_rolls(self.state.position, self.state.rules)

    @cached_part
    def actions(self) -> Sequence[Action]:
        """Every action of the visitor that the page compares, the best first."""
        return solvers.actions(self.state)

    @cached_part
    def tile_gains(self) -> Mapping[tuple[str, int], float]:
        """The visitor's expected coins of a tile by kind and square, with its effect on tickets; 0 if it stays as it is."""
        own = self.state.own_square
        gains = {(each.kind, each.square): each.expected_coins for each in self.actions if each.square is not None}
        return gains | ({} if own is None else {(TILE_NAMES[self.state.tiles[own]], own): 0.0})

    @property
    def box(self) -> str:
        return EDITIONS[self.state.edition].title

    @cached_part
    def prediction(self) -> Prediction:
        racing = sorted(self.state.position.racing)
        camels = {camel: (camel_name(camel), charts.camel_piece(camel)) for camel in racing}
        wins = f"who wins the {self.subject}"
        return Prediction(wins, 0, options=camels, exact=lambda _: racing.index(self.odds.ranking[0]))

    @cached_part
    def answer(self) -> Answer:
        state = self.state
        if state.finish:
            return Answer(f"{camel_name(state.finish[0]).capitalize()} won the race", is_final=True)
        if len(state.position.racing) < MIN_RACING:
            raise IncompleteError("Tap the number on each die to place the camels")
        if state.problem:
            raise ValueError(state.problem)
        return self._most_likely_winner()

    def _most_likely_winner(self) -> Answer:
        odds = self.leg
        if self.state.is_leg_over:
            return Answer(f"{camel_name(odds.favourite).capitalize()} won the leg", is_final=True)
        sequences = f"{'all ' * (odds.outcomes > 1)}{plural(odds.outcomes, 'dice sequence')}"
        return self._likely_answer("this leg", f"Counted from {sequences}. {stacks_in_words(self.state.position)}")

    def _likely_answer(self, what: str, method: str) -> Answer:
        """Return who wins what, how often, and each camel among the hundred."""
        odds, pieces = self.odds, []
        for camel in odds.ranking:
            win, fill = estimate_of(odds.win(camel)), charts.fill(camel)
            is_simulated = win.standard_error > 0
            pieces.append(Outcome(camel_name(camel), win.value, Tone(fill, fill), is_simulated=is_simulated))
        first = odds.ranking[0]
        finding = f"{camel_name(first).capitalize()} wins {what} {tables.chance_text(odds.win(first))} of the time"
        return Answer(finding, method=method, pieces=pieces, pieces_noun=f"{self.subject}s like this one")

    @cached_part
    def advice(self) -> Advice | None:
        """The best action that can't wait; None if the leg is over."""
        state = self.state
        if state.is_leg_over:
            return None
        best = tables.advised(self.actions)
        why = tables.why_text(best, self.leg, state.rules, has_tickets=bool(state.held))
        # Without the verb, so that a phone has room for it.
        other = next((str(action) for action in self.actions if tables.is_as_good(action, best)), "")
        also = f"as good: {other.removeprefix('take ').removeprefix('place ')}" if other else ""
        refusal = "" if state.is_mine else f"{state.player_name(state.turn)} is to move"
        # The number of a roll is entered on the die.
        label = "" if best.kind == ROLL else "Do it"
        return Advice(tables.sentence(best), why, history.event_of(best), label, refusal, self.heading, also=also)

    @cached_part
    def chart(self) -> Panel | None:
        """The chart of every camel's places at the end of the leg; None if it is over."""
        if self.state.is_leg_over:
            return None
        odds = self.leg
        last = max(odds.camels, key=odds.last)
        finding = f"Last in the leg most often: {camel_name(last)} {percent(odds.last(last))}"
        return Panel(
            charts.place_bars(odds),
            key="places_chart",
            alt=f"Chance of each place. {finding}.",
            finding=finding,
            method=f"Bars: 1st to {ordinal(len(odds.camels))}.",
        )

    @cached_part
    def slider(self) -> WhatIf | None:
        """The square of the visitor's tile: what the better side of it there gains. The last squares change nothing."""
        if self.state.is_leg_over or not (gains := self.tile_gains):
            return None
        farthest = max(square for _, square in gains)
        without = max(gain for (_, square), gain in gains.items() if square == farthest)
        useful = charts.useful_squares({placement: gain - without for placement, gain in gains.items()})
        return WhatIf(
            label="Square of my tile",
            now=self.state.own_square or 0,
            curve={square: gains[TILE_NAMES[self._better_tile(square)], square] for square in useful},
            words=lambda square, coins: (
                f"{tile_name(self._better_tile(square), self.state.rules).capitalize()} on square {square}: "
                f"{signed(coins, 2)} coins for me"
            ),
            event=lambda square: {"kind": "tile", "square": square, "tile": self._better_tile(square), "turn": 0},
        )

    def _better_tile(self, square: int) -> str:
        """Return the tile that gains more on a square; where the visitor's own tile is, that tile as it is."""
        if square == self.state.own_square:
            return self.state.tiles[square]
        return max(TILE_NAMES, key=lambda kind: self.tile_gains.get((TILE_NAMES[kind], square), -inf))

    @property
    def ending(self) -> Parts:
        return [history.Ending()] if self.state.is_leg_over else ()

    @property
    def figures(self) -> Parts:
        """What each kind of move is worth, and the chance of each place for each camel."""
        if not self.state.is_leg_over:
            yield self._moves
            yield Values(partial(tables.places, self.leg), "places_rows", percent=["probability"])

    @cached_part
    def _moves(self) -> Html:
        best = dict[object, Action]()
        for action in self.actions:
            best.setdefault(action.ticket or action.kind, action)
        return tables.moves_html([*best.values()][: self.shown_moves], "What each move is worth to me")


class RaceSheet(LegSheet):
    """What the race page says about a state of the board."""

    slider_setting: ClassVar = {"if_winner_laid": whole_number(0, MAX_PILE_CARDS)}
    history = history.RACE
    subject = "race"
    heading = "Best in leg and race"
    shown_moves = None

    @property
    def odds(self) -> Race:
        return self.race

    @cached_part
    def next_rolls(self) -> Sequence[NextRoll | NextRaceRoll[Any]]:
        is_exact = not isinstance(self.race, RaceSample)
        return solvers.next_race_rolls(self.state.position, self.state.rules, is_exact=is_exact)

    @cached_part
    def actions(self) -> Sequence[Action]:
        return solvers.actions(self.state, self.race)

    def _most_likely_winner(self) -> Answer:
        race, method = self.race, "Counted exactly"
        if isinstance(race, RaceSample):
            first = race.ranking[0]
            method = f"From {race.games:,} simulated races: {camel_name(first)} wins {race.win(first)}"
        return self._likely_answer("the race", f"{method}. Later legs are assumed to have no tiles.")

    @cached_part
    def chart(self) -> Panel | None:
        """The chart of every camel's chances of winning the race and of finishing last; None if it is over."""
        if self.state.finish:
            return None
        race = self.race
        last = max(race.camels, key=lambda camel: float(race.last(camel)))
        wins = {camel: estimate_of(race.win(camel)) for camel in race.ranking}
        lasts = {camel: estimate_of(race.last(camel)) for camel in race.ranking}
        return Panel(
            charts.end_bars(wins, lasts),
            key="ends_chart",
            alt="Chances of winning the race and of finishing last: "
            + ", ".join(f"{camel_name(camel)} {wins[camel]:.1%} and {lasts[camel]:.1%}" for camel in race.ranking),
            finding=f"Last in the race most often: {camel_name(last)} {tables.chance_text(race.last(last))}",
            method="Up: wins. Down: last.",
        )

    @cached_part
    def slider(self) -> WhatIf | None:
        """Others' cards on the overall winner: the coins of the visitor's best bet on top of them."""
        state, laid = self.state, self.state.race_bets.winner_laid
        if state.finish or not (hand := state.race_bets.hand):
            return None
        chances = {camel: float(self.race.win(camel)) for camel in hand}
        best, most = max(chances, key=chances.__getitem__), max(_MAX_CARDS, laid)
        return WhatIf(
            label="Others' cards on the winner before mine",
            now=laid,
            curve={cards: bet_coins(chances[best], cards, state.rules).mean for cards in range(most + 1)},
            words=lambda cards, coins: (
                f"My bet on {camel_name(best)} after {plural(cards, 'card')} of others: {coins:.2f} coins"
            ),
            event=lambda cards: {"kind": "set", "name": "winner", "value": cards},
        )

    @property
    def figures(self) -> Parts:
        """What each kind of move is worth, and each camel's chances of winning and of finishing last."""
        if not self.state.is_leg_over:
            yield self._moves
        if not self.state.finish:
            yield Values(
                lambda: [
                    {"camel": f"{camel} {camel_name(camel)}"}
                    | estimate_columns("wins", estimate_of(self.race.win(camel)))
                    | estimate_columns("last", estimate_of(self.race.last(camel)))
                    for camel in self.race.ranking
                ],
                "ends_rows",
                percent=["wins", "last"],
            )


def stacks_in_words(position: Position) -> str:
    """Return sentences on which camels stand where.

    >>> stacks_in_words(Position.parse("1:BWO 2:Y"))
    'From the bottom up, blue, white and orange are on square 1. Yellow is on square 2.'
    """
    sentences = []
    for square, camels in position.stacks:
        *others, top = (camel_name(camel) for camel in camels)
        text = f"from the bottom up, {', '.join(others)} and {top} are" if others else f"{top} is"
        sentences.append(f"{text[0].upper()}{text[1:]} on square {square}.")
    return " ".join(sentences)

"""The sheet of the Orchard page: the chance of beating the raven, what to pick, and how a game ends."""

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from typing import ClassVar

from boardodds.charts import orchard as charts
from boardodds.charts.hundred import Outcome
from boardodds.charts.style import LOSING, ROLES, WINNING, Tone, role_color
from boardodds.dashboard.orchard.state import OrchardState, roll
from boardodds.dashboard.runtime.compute import keep_results
from boardodds.dashboard.ui.game_state import NEW_GAME
from boardodds.dashboard.ui.history import Alternative, History, Luck
from boardodds.dashboard.ui.panels import Panel, Rows
from boardodds.dashboard.ui.record import Line
from boardodds.dashboard.ui.reveal import Prediction
from boardodds.dashboard.ui.settings import Event, whole_number
from boardodds.dashboard.ui.sheet import Advice, Answer, Sheet, WhatIf, cached_part
from boardodds.dashboard.ui.words import join_words, percent
from boardodds.orchard import BasketChoice, Endings, Odds, Policy, Rules, State, account, best_basket, solve
from boardodds.orchard.boards import count_boards
from boardodds.orchard.game import GAME
from boardodds.orchard.luck import LuckOfRolls, win
from boardodds.orchard.ravens import fruit_left
from boardodds.orchard.rolls import endings
from boardodds.orchard.rules import BASKET, MAX_RAVEN, MOST_LEFT, OPTIMAL, PRINTED_LABELS, RAVEN
from boardodds.orchard.solver import TIE_TOLERANCE, Solver, worst_basket
from boardodds.probability.display import plural
from boardodds.probability.estimate import Exact

# Up to this size solving takes at most 0.2 seconds, together with the what-ifs.
MAX_BOARDS = 30_000
# Distributions are computed for games of up to this many states, because larger ones would delay the page.
_MAX_STATES = 40_000
_endings = keep_results()(endings)
_fruit_left = keep_results()(fruit_left)


# Not kept in files: once the game is solved, a state takes less than the look into its file.
@lru_cache(maxsize=256)
def odds_of(rules: Rules, policies: tuple[Policy, ...], state: State) -> Odds:
    """Return the chance to win from a state."""
    return solve(rules, policies=policies, state=state)


def is_large(rules: Rules, policies: tuple[Policy, ...]) -> bool:
    """Return whether the distributions of a game would delay the page."""
    return count_boards(rules, policies) * (rules.raven_steps + 1) > _MAX_STATES


def _finding(state: OrchardState, win: float) -> str:
    if state.position.is_won:
        return "We have won"
    if state.position.is_lost:
        return "The raven reached the orchard: we have lost"
    if not state.rules.raven_faces:
        return "We win every game, because the die has no raven"
    picks = f" if {state.picks_in_words}" if state.picks_baskets else ""
    return f"We win {percent(win)} of the time{picks}"


def _act(before: OrchardState, event: Event) -> tuple[str, str]:
    """Return an act in words and its form: a roll, a pick of a basket, a basket or the raven."""
    face = str(event["face"])
    if before.position.basket:
        return f"picked {face}", "triangle-up"
    return face, {BASKET: "square", RAVEN: "diamond"}.get(face, "circle")


def _picks(before: OrchardState) -> dict[str, float]:
    """Return the chance to win by the next fruit of an open basket, the best first; nothing before a roll."""
    picks = best_basket(before.position, before.rules) if before.position.basket else []
    return {charts.TREE_NAMES[pick.tree]: pick.win for pick in picks}


def _other_picks(before: OrchardState, event: Event) -> list[Alternative]:
    return [(f"{name} {percent(win)}", roll(name)) for name, win in _picks(before).items() if name != event["face"]]


def _cost(before: OrchardState, event: Event) -> float | None:
    wins = _picks(before)
    return max(wins.values()) - wins[str(event["face"])] if len(wins) > 1 else None


def _luck(line: Line[OrchardState], words: Sequence[str]) -> list[Luck]:
    start, rules = line[0].state.position, line[0].state.rules
    game = account([act.state.position for act in line], rules, words=words)
    rolls = sum(not act.state.position.basket for act in line[:-1])
    games = f"games after {plural(rolls, 'roll')}"
    return [Luck("Our chance to win", game, replay=LuckOfRolls(start, rules, rolls), games=games)]


_HISTORY = History(
    title="Chance to win with the best picks:",
    values=lambda state: {"we win": Exact(win(state.position, state.rules))},
    colors=lambda _: [role_color(WINNING)],
    act=_act,
    alternatives=_other_picks,
    luck=_luck,
    cost=_cost,
)


class OrchardSheet(Sheet[OrchardState]):
    """What the page says about a state of the trees.

    >>> from boardodds.dashboard.orchard.state import read_link
    >>> sheet = OrchardSheet(read_link({"state": ["10.9.10.10 raven=9"]}))
    >>> sheet.answer.finding
    'We win 70.4% of the time if the basket picks from the fullest tree'
    >>> sheet.advice.move
    'Basket: pick apples, cherries or plums first'
    """

    slider_setting: ClassVar = {"if_raven_path": whole_number(1, MAX_RAVEN)}
    history = _HISTORY

    @cached_part
    def odds(self) -> Odds:
        """The chance to win with the page's policies."""
        return odds_of(self.state.rules, self.state.policy, self.state.position)

    @cached_part
    def endings(self) -> Endings | None:
        """The distribution of the roll that ends the game; None if players pick differently, or in a large game."""
        rules, policies = self.state.rules, self.state.policy
        is_known = len(set(policies)) == 1 and not is_large(rules, policies)
        return _endings(rules, policies, self.state.position) if is_known else None

    @cached_part
    def picks(self) -> Sequence[BasketChoice]:
        """The next fruit of a basket, the best first."""
        return best_basket(self.state.position, self.state.rules)

    @cached_part
    def worst_basket(self) -> float:
        """The chance to win after the worst basket."""
        return worst_basket(self.state.position, self.state.rules)

    @property
    def box(self) -> str:
        return PRINTED_LABELS[self.state.game].partition(",")[0]

    @cached_part
    def prediction(self) -> Prediction:
        return Prediction("how often we win", exact=lambda _: 100 * self.odds.win)

    @cached_part
    def answer(self) -> Answer:
        state = self.state
        if (board_count := count_boards(state.rules, state.policy)) > MAX_BOARDS:
            raise ValueError(
                f"these house rules are too large to solve here: the fruit can be left in {board_count:,} ways, counted for each "
                f"player who picks differently, and the limit is {MAX_BOARDS:,}. Use fewer trees, less fruit or fewer players"
            )
        win = self.odds.win
        outcomes = (
            Outcome("won", win, Tone(*GAME.accent), shape="round"),
            Outcome("lost to the raven", 1 - win, ROLES[LOSING], shape="diamond"),
        )
        return Answer(_finding(state, win), method="Counted exactly.", pieces=outcomes)

    @cached_part
    def advice(self) -> Advice | None:
        """What to pick from a basket rolled now, with a button from an open one, or a new game; None if nothing can be picked."""
        state = self.state
        if state.is_over:
            words = "with full trees and the raven at its start"
            return Advice("Play again", words, NEW_GAME, "New game", heading="The game is over")
        if not self.picks or not state.rules.basket_faces or not state.rules.raven_faces:
            return None
        is_open = state.position.basket > 0
        best, number = self.picks[0].win, state.position.basket or state.rules.basket_picks
        names = [charts.TREE_NAMES[pick.tree] for pick in self.picks if best - pick.win < TIE_TOLERANCE]
        is_any = len(names) == len(self.picks) > 1
        pick = "any fruit" if is_any else join_words(names, "or")
        # The chance of the finding is that of players who may pick otherwise.
        is_best = {*state.policy} <= {MOST_LEFT, OPTIMAL}
        given = " if all pick best from now on" if not is_best else "" if is_open else " after a basket now"
        worth, also = f"win {percent(best)}{given}", ""
        if number > 1 and best - self.worst_basket >= TIE_TOLERANCE:
            pick, also = f"{pick} first", "next fruit: fullest tree"
        label = ("Pick one" if is_any else "Pick it") if is_open else ""
        heading = "Best now" if is_open else "If a basket is rolled now"
        event, *equals = map(roll, names) if is_open else [{}]
        return Advice(f"Basket: pick {pick}", worth, event, label, heading=heading, equals=equals, also=also)

    @cached_part
    def chart(self) -> Panel | None:
        """The chart of how many rolls are left, and how the game ends; of how close it ends if that is not computed."""
        if self.state.is_over:
            return None
        if not self.endings:
            panel = self.closeness
            return panel and replace(panel, key="ends_chart", finding="How close?", method="left: lost, right: won")
        rolls, most = self.endings.rolls, int(self.endings.rolls.quantile(0.9))
        length = f"{rolls.mean:.1f} rolls on average, at most {most} in {percent(rolls.at_most(most))} of games"
        return Panel(
            charts.ending_bars(self.endings),
            key="ends_chart",
            alt=f"Chance of winning and of losing with each roll: {length}.",
            finding="Rolls left",
            method=f"up: won, down: lost; {length}",
        )

    @cached_part
    def closeness(self) -> Panel | None:
        """The chart of how close the game ends; None if it is over, or too large."""
        state = self.state
        if state.is_over or is_large(state.rules, state.policy):
            return None
        found = _fruit_left(state.rules, state.policy, state.position), self.odds.raven_left
        rows: Rows = [
            {"game": game, "left": left, "of": of, "chance": chance}
            for game, of, numbers in zip(("lost", "won"), ("fruit", "raven steps"), found, strict=True)
            for left, chance in zip(numbers.outcomes, numbers.probabilities, strict=True)
            if left
        ]
        ends = ", ".join(
            f"{row['game']} with {plural(row['left'], row['of'].removesuffix('s'), row['of'])} left {percent(row['chance'])}"
            for row in rows
        )
        lost, won = (percent(left.probability(1)) for left in found)
        return Panel(
            charts.closeness_bars(*found),
            key="close_chart",
            alt=f"Chance of each end: {ends}.",
            finding=f"{lost} of games are lost with one fruit left, and {won} are won with one raven step left",
            method="Left: games lost, by the fruit left on the trees. Right: games won, by the raven steps left. Counted "
            "exactly.",
            rows=lambda: rows,
            percent=["chance"],
        )

    @cached_part
    def slider(self) -> WhatIf | None:
        """The length of the raven's path, of which it has taken the same number of steps; no curve if the game is over."""
        state, curve = self.state, dict[int, float]()
        if not state.is_over:
            solver = Solver(replace(state.rules, raven_steps=MAX_RAVEN), state.policy)
            taken = state.rules.raven_steps - state.position.raven_steps
            for left in range(1, MAX_RAVEN + 1 - taken):
                curve[taken + left] = solver.win(replace(state.position, raven_steps=left))
        return WhatIf(
            label="Steps of the raven's path",
            now=state.rules.raven_steps,
            curve=curve,
            words=lambda steps, win: f"With a raven path of {plural(steps, 'step')} we win {percent(win)} of the time",
            event=lambda steps: {"kind": "set", "name": "raven_steps", "value": steps},
            is_chance=True,
        )

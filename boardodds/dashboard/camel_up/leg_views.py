"""The views of the leg page, one function each; what to do, the next rolls and the changes look alike for the race."""

from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import replace
from functools import partial

from boardodds.camel_up import Position, RaceSample, Rules, camel_name, rolls_left
from boardodds.camel_up.game import NOT_COVERED
from boardodds.camel_up.position import legal_tile_squares
from boardodds.camel_up.published_figures import SCENARIOS
from boardodds.camel_up.rules import MAX_TRACK, MIRAGE, OASIS, TILE_NAMES, tile_name, with_article
from boardodds.camel_up.setup import NO_CRAZY_CAMELS, NO_REARMOST, adapt_position, variants
from boardodds.camel_up.tally import count_nodes
from boardodds.charts import camel_up as charts
from boardodds.charts.style import HAIR, ordinal, short_percent
from boardodds.dashboard.camel_up import solvers, tables
from boardodds.dashboard.camel_up.sheet import LegSheet
from boardodds.dashboard.camel_up.state import EDITIONS, check_size
from boardodds.dashboard.camel_up.tables import OddsByChange, Race, method_text
from boardodds.dashboard.ui.panels import NARROW, Beside, Choice, Formula, Grid, Note, Panel, Parts, Section, Values
from boardodds.dashboard.ui.settings import Allowed, one_of, whole_number
from boardodds.dashboard.ui.sheet import drawn_once
from boardodds.probability.display import plural
from boardodds.probability.estimate import Z95, estimate_of

_COLUMNS = (
    "*Expected gain*: the coins that the action adds for you on average, including a tile's effect on tickets you hold. "
    "*Leg total*, its standard deviation and the chance of a loss include these tickets and your tile as well, from now to the "
    "end of the leg. Nobody pays more coins than they have, so tickets cost you at most the coins that you have. Coins already "
    "paid and effects on other players are not included."
)
# How the segments of bars are labelled, for the notes below charts.
_SEGMENT_LABELS = "Percentages are rounded so that they add up to 100. Narrow pieces show only a letter, or nothing."
# By edition, what differs there from the other one.
_EDITION_NOTES = {
    "first_edition": "In the first edition there are no crazy camels, and every die is rolled.",
    "second_edition": "In the second edition there are two crazy camels, here on the last two squares, and their grey die. One "
    "die stays in the pyramid.",
}
SETTINGS: Allowed = {"square": whole_number(1, MAX_TRACK), "tile": one_of(TILE_NAMES.values())}


def actions_view(sheet: LegSheet) -> Parts:
    """Return every roll, ticket and tile, ranked by expected coins. The race bets need the race, so they open on a tap."""
    yield from ranked_actions(sheet)
    yield Section("Race bets", "race_bet_actions", partial(_race_bets, sheet))


@drawn_once
def ranked_actions(sheet: LegSheet) -> Parts:
    """Return why the best action is best, and behind it the table of all."""
    if sheet.state.is_leg_over:
        yield "The leg is over, so nothing is left to decide."
        return
    ranked, state = sheet.actions, sheet.state
    yield tables.explain_best(ranked, sheet.leg, state.rules, has_tickets=bool(state.held))
    shown = [action for action in ranked if action.square is None or abs(action.expected_coins) >= HAIR]
    idle = len(ranked) - len(shown)
    omission = f"Not shown: tile placements with no expected gain or loss ({idle}). " if idle else ""
    yield Values(
        lambda: [
            {
                "action": f"{action}{', can wait' * action.can_wait}",
                "expected gain (coins)": action.expected_coins,
                "leg total (coins)": None if action.camel else action.coins.mean,
                "standard deviation": action.std,
                "chance of a loss": action.chance_of_loss,
            }
            for action in shown
        ],
        key="actions_rows",
        places=dict.fromkeys(("expected gain (coins)", "leg total (coins)", "standard deviation"), 2),
        percent=["chance of a loss"],
        note=omission + _COLUMNS,
    )


def _race_bets(sheet: LegSheet) -> Parts:
    """Return what each race bet that the visitor can make is worth now."""
    if bets := solvers.race_bets(sheet.state, sheet.race):
        yield tables.moves_html(bets, "What each race bet is worth to me")
        yield tables.bet_reason(bets[0])
        yield race_bets_note(sheet.race)


def race_bets_note(race: Race) -> Note:
    """Return how race bets are counted."""
    return Note(
        "A race bet is worth its coins at the end of the race, and its chance of a loss is that of the bet alone. It *can wait* "
        "if nobody can bet on the same camel, and the race can't end, before your next turn. The others' cards on its pile are "
        "face down. Each of them is assumed to be right as often as yours, independently of the rest. The chances: "
        f"{method_text(race)}."
        + (" ± is half the width of the 95% confidence interval." if isinstance(race, RaceSample) else "")
    )


def next_roll_view(sheet: LegSheet) -> Parts:
    """Return a bar of the camels' chances for now and one for each possible next roll, and behind them their table."""
    if not sheet.next_rolls:
        yield "The leg is over. The next one begins with all dice in the pyramid."
        return
    now, subject = sheet.odds, sheet.subject
    # In the order of the dice on the board.
    rolls = sorted(sheet.next_rolls, key=lambda next_roll: sheet.state.rules.dice.index(next_roll.roll.die))
    bars = {"now": tables.win_chances(now)}
    bars |= {tables.roll_name(roll.roll): tables.win_chances(roll.after) for roll in rolls}
    error = max(estimate_of(roll.after.win(camel)).standard_error for roll in rolls for camel in roll.after.camels)
    finding, origin = tables.swing_text(subject, bars, error), ""
    if isinstance(now, RaceSample):
        widest = f"±{100 * Z95 * error:.1f} percentage points"
        origin = f"{solvers.ROLL_GAMES:,} simulated races after each roll: a 95% CI is at most {widest}. "
    yield Panel(
        charts.split_bars(bars, now.ranking),
        key="next_roll_chart",
        alt=f"Each camel's chance of winning the {subject} now and after each possible next roll. {finding}.",
        finding=finding,
        method=f"Each camel's chance of winning the {subject}, in percent, now and after each possible next roll. A roll is "
        f"named by its camel and its number, such as {tables.roll_name(rolls[0].roll)}. {origin}{_SEGMENT_LABELS}",
        rows=partial(tables.next_rolls, rolls),
        percent=["chance", *map(camel_name, now.camels)],
    )


def tiles_view(sheet: LegSheet) -> Parts:
    """Return the expected coins of the tiles on the board, and of a further tile on each square."""
    state = sheet.state
    for square, kind in state.position.tiles:
        yield (
            f"The {tile_name(kind, state.rules)} on square {square} pays its owner **{sheet.leg.tile_coins[square]:.2f} coins** "
            "on average in the rest of this leg."
        )
    coins = sheet.tile_gains
    tile = "a tile" if not state.position.tiles else "another tile" if state.own_square is None else "your tile"
    # A tile that must stay as it is has only itself.
    if len(coins) < 2:
        yield f"No square is free for {tile}."
        return
    kind, square = max(coins, key=lambda placement: coins[placement])
    if not any(coins.values()):
        yield f"{tile.capitalize()} would earn nothing in this leg: no camel can stop on a square that is free for it."
        return
    best = f"{with_article(tile_name(kind[0], state.rules))} on square {square}, worth {coins[kind, square]:.2f} coins"
    moved = ""
    if state.own_square is not None:
        best += " more than now"
        moved = ", compared with where it is now"
    if square == state.own_square and not coins[kind, square]:
        best = "where it is now"
    tickets = " Your tickets are included: a tile also changes what they pay." if state.held else ""
    yield Panel(
        charts.tile_bars(coins, state.rules),
        key="tile_chart",
        alt=f"Expected coins of {tile} by its square. The best is {best}.",
        finding=f"Best place for {tile}: {best}",
        method=f"Coins that {tile} earns on average in the rest of this leg, by its square{moved}.{tickets} Later squares, on "
        f"which it earns less than {charts.MIN_BAR_COINS} coins, are not drawn.",
        # None for a side that can't be placed on a square.
        rows=lambda: [
            {"square": square} | {side: coins.get((side, square)) for side in ("oasis", "mirage")}
            for square in sorted({square for _, square in coins})
        ],
        places={"oasis": 3, "mirage": 3},
    )


def what_if_view(sheet: LegSheet) -> Parts:
    """Return the chances of winning under other rules next to those now."""
    position, rules = sheet.state.position, sheet.state.rules
    others = variants(position, rules, ["stacking"]).items()
    cases = {name: case for name, case in others if name not in (NO_CRAZY_CAMELS, NO_REARMOST)}
    legal = legal_tile_squares(position, rules)
    if free := legal_tile_squares(position, replace(rules, tiles_touch=True)):
        # Crazy camels stand ahead at the start, and run the other way.
        lead = position.square_of(position.racing[-1])
        first = next((square for square in legal or free if square > lead), free[0])
        label = f"{'Another' if position.tiles else 'A'} tile on square"
        # The names of the tiles depend on the edition, the values in a link do not.
        kinds = [TILE_NAMES[MIRAGE], TILE_NAMES[OASIS]]
        choices = (
            Choice("square", label, free, first, form="list"),
            Choice("tile", "Kind of tile", kinds, kinds[0], words=lambda kind: tile_name(kind[0], rules)),
        )
        yield Beside(choices)
        square, kind = map(sheet.value, choices)
        # Next to another tile it shows what the forgotten rule changes.
        forgotten = " (tiles may touch)" * (square not in legal)
        placed = replace(rules, tiles_touch=bool(forgotten) or rules.tiles_touch)
        tile = f"{tile_name(kind[0], rules)} on square {square}{forgotten}"
        cases[tile] = position.with_tile(square, kind[0]), placed
    name = "first_edition" if rules.crazy else "second_edition"
    edition, note = EDITIONS[name], ""
    other = replace(edition.with_house_rules(rules), camels=rules.camels)
    if rules.crazy or len(position.racing) <= len(edition.rules.camels):
        case = adapt_position(position, other), other
        with suppress(ValueError):
            check_size(*case)
            cases[edition.title], note = case, _EDITION_NOTES[name]
    odds = {"now": sheet.leg, **{name: solvers.leg(*case) for name, case in cases.items()}}
    yield changes(sheet, odds, cases, note)


def changes(sheet: LegSheet, odds: OddsByChange, cases: Mapping[str, tuple[Position, Rules]], note: str = "") -> Panel:
    """Return a bar of the camels' chances for each of the odds, of which the first are "now", and the table of the effects."""
    state, subject = sheet.state, sheet.subject
    bars = {name: tables.win_chances(each) for name, each in odds.items()}
    rows = tables.effects(odds)
    is_camel_missing = any(len(position.racing) < len(state.position.racing) for position, _ in cases.values())
    finding, interval = tables.largest_effect_text(subject, rows, is_camel_missing=is_camel_missing)
    explanations = [f"The largest change is {interval}."] if interval else []
    explanations.append(_SEGMENT_LABELS)
    if not all(rules.stacking for rules in (state.rules, *(rules for _, rules in cases.values()))):
        explanations.append(tables.LAST_ARRIVAL)
    if any(row["±"] for row in rows):
        explanations.append("In the table, ± is half the width of the difference's 95% confidence interval.")
    explanations += [note] if note else []
    return Panel(
        charts.split_bars(bars, odds["now"].ranking),
        key="what_if_chart",
        alt=f"Each camel's chance of winning the {subject} now and with each change. {finding}.",
        finding=finding,
        method=f"Each camel's chance of winning the {subject}, in percent, now and with each change. {' '.join(explanations)}",
        rows=lambda: rows,
        percent=["now", "then"],
        places={tables.POINTS: 1, "±": 1},
    )


def method_view(sheet: LegSheet) -> Parts:
    """Return how the answer is computed, and what a place in a stack is worth."""
    odds, state = sheet.leg, sheet.state
    yield (
        "Dice leave the pyramid in random order, and each shows one of its sides. So $N$ dice with three numbers have "
        "$N! \\cdot 3^N$ equally likely sequences. The number in this position is"
    )
    dice, rolls = len(state.position.dice), rolls_left(state.position, state.rules)
    orders = f"{dice}!" if dice - rolls < 2 else rf"\frac{{{dice}!}}{{{dice - rolls}!}}"
    yield Formula(rf"{orders} \cdot {state.rules.sides}^{{{rolls}}} = {odds.outcomes:,}".replace(",", "{,}"))
    notes = f"Each die is counted with {state.rules.sides} sides. " if state.rules.crazy else ""
    notes += "One die stays in the pyramid. " if rolls < dice else ""
    nodes = count_nodes(dice, state.rules.sides, rolls)
    yield (
        f"{notes}For the board above, the tree of rolls has {plural(nodes, 'node')} at which a die is rolled. But different "
        "rolls can lead to the same board with the same dice left, and their sequences are counted together, roll by roll, as "
        f"**{plural(odds.states, 'different state')}**. Each chance is a number of sequences divided by {odds.outcomes:,}, so it "
        "is exact."
    )
    yield from _stacks()
    yield f"**Not covered**: {NOT_COVERED}"
    yield (
        "**Sources**: the counting argument comes from the blog post *Camel Calculator*, the "
        f"{len(SCENARIOS)} scenarios from a blog post of July 2015 on the maths of Camel Up. Camel Up is a game by Steffen Bogen."
    )
    yield tables.python_lines(state, "solve_leg", f'fraction("{odds.favourite}", place=1)')


def _stacks() -> Parts:
    """Return the chance to win by the height of a stack and the place in it, 1 at the bottom, with every stack upright."""
    wins = solvers.stacks()
    places = range(1, max(wins)[0] + 1)
    cells = {place: (float(win), short_percent(float(win))) for place, win in wins.items()}
    bottom, second, top = (cells[3, place][1] for place in (1, 2, 3))
    yield f"### In a stack of three, the top camel wins {top} of legs, the second {second}, the bottom one {bottom}"
    grid = {
        ordinal(place): {f"{height} high": cells.get((height, place), (0.0, "")) for height in places}
        for place in reversed(places)
    }
    yield Grid(grid, corner="from below", caption="Chance to win the leg by place in a stack", width=NARROW)
    yield Note(
        "Chance to win the leg by the height of a camel's stack and its place in it: the mean over all boards on which the first "
        f"rolls can place the {len(places)} camels of the first edition, counted exactly. A stack of 1 is a camel alone. An "
        f"equal chance is {short_percent(1 / len(places))}. The blog post of 2015 concluded from its scenarios that the top is "
        "very good, the second place of three pretty good, and that the bottom hurts a lot."
    )


VIEWS: dict[str, Callable[[LegSheet], Parts]] = {
    "What to do": actions_view,
    "Next roll": next_roll_view,
    "Tiles": tiles_view,
    "What if": what_if_view,
    "Method": method_view,
}

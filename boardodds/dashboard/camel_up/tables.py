"""Results of a Camel Up leg, race and length as rows of tables, as lists and as text; simulated ones with their intervals."""

from collections.abc import Mapping, Sequence
from html import escape
from typing import Any

from boardodds.camel_up import Action, LegOdds, NextRaceRoll, NextRoll, RaceOdds, RaceSample, Roll, Rules, camel_name
from boardodds.camel_up.bets import WINNER
from boardodds.charts.style import HAIR
from boardodds.dashboard.camel_up.state import CamelState
from boardodds.dashboard.ui.panels import Code, Html, Rows, estimate_columns
from boardodds.dashboard.ui.words import percent
from boardodds.probability.display import plural, rules_lines, signed
from boardodds.probability.estimate import Z95, Estimate, Exact, Proportion, estimate_of

Race = RaceOdds | RaceSample
# By "now" and the changes in words.
OddsByChange = Mapping[str, LegOdds] | Mapping[str, Race]

# How camels that don't stack are ordered on one square.
LAST_ARRIVAL = "Without stacking, the camel that arrives last on a square is ahead there."
POINTS = "difference (points)"
# Differences in coins that are smaller are not shown as a number.
_MIN_DIFFERENCE = 0.0005
# Differences from here on are shown with two decimals, smaller ones with three.
_MIN_COINS = 0.01
# An action that gains this much less than the best one is as good: nobody could tell the two apart at a table.
_CLOSE_COINS = 0.02


def places(odds: LegOdds) -> Rows:
    """Return a row for each camel and place: probability, fraction in lowest terms, count and number of outcomes."""
    return [
        {
            "camel": camel_name(camel),
            "place": place,
            "probability": odds.probability(camel, place),
            "fraction": str(odds.fraction(camel, place)),
            "count": odds.count(camel, place),
            "outcomes": odds.outcomes,
        }
        for camel in odds.ranking
        for place in range(1, len(odds.camels) + 1)
    ]


def advised(ranked: Sequence[Action]) -> Action:
    """Return the best action that can't wait, or the best of all if each one can."""
    return next((action for action in ranked if not action.can_wait), ranked[0])


def is_as_good(action: Action, best: Action) -> bool:
    """Return whether another action gains practically as many coins as the advised one, and can't wait either."""
    is_close = best.expected_coins - action.expected_coins < _CLOSE_COINS
    return is_close and not action.can_wait and action is not best


def moves_html(ranked: Sequence[Action], title: str) -> Html:
    """Return a list of actions with their coins as bars, and half the width of a simulated one's 95% interval, as HTML."""
    best, widest = advised(ranked), max(abs(action.expected_coins) for action in ranked) or 1.0
    rows = []
    for action in ranked:
        note = "can wait" if action.can_wait else "as good" if is_as_good(action, best) else ""
        name = f"<b>{escape(str(action))}</b>" if action is best else escape(str(action))
        name += f" <small>{note}</small>" if note else ""
        width, half_width = 100 * max(action.expected_coins, 0.0) / widest, Z95 * action.standard_error
        gain = signed(action.expected_coins, 2) + (f" ±{half_width:.2f}" if half_width else "")
        rows.append(
            f'<li{" class=best" if action is best else ""}><span>{name}</span><i style="--width:{width:.1f}%"></i>'
            f"<span>{gain}</span></li>"
        )
    return Html(f'<div class="moves"><p><b>{escape(title)}</b>, in coins on average</p><ol>{"".join(rows)}</ol></div>')


def why_text(action: Action, odds: LegOdds, rules: Rules, *, has_tickets: bool) -> str:
    """Return what the advised action is worth and why, in a few words that name the leg or the race."""
    worth = f"{action.expected_coins:.2f} coins"
    if action.ticket:
        first, second = (percent(odds.probability(action.ticket.camel, place), 0) for place in (1, 2))
        return f"{worth}: wins the leg {first}, 2nd {second}"
    if action.camel:
        return f"{worth}: {_end_text(action)}"
    if action.partner:
        return f"{worth}: my share at the end of the leg"
    if action.square:
        landing = f": camels land {percent(action.coins.at_least(1), 0)}"
        return f"{worth} in the leg{', with my tickets' if has_tickets else landing}"
    # A coin of a roll can go to a ticket that would cost nothing without it.
    certain = "" if action.expected_coins < rules.roll_coins - HAIR else " for certain"
    return f"{worth}{certain}, the most in the leg"


def win_chances(odds: LegOdds | Race) -> dict[str, float]:
    """Return each camel's chance of winning the leg or the race."""
    return {camel: float(odds.win(camel)) for camel in odds.camels}


def roll_name(roll: Roll) -> str:
    """Return how a roll is named in charts: by the letter of its camel, or the colour of a camel that runs backwards.

    >>> roll_name(Roll("G", "G", 2, 1)), roll_name(Roll("x", "k", 2, 1))
    ('G2', 'black 2')
    """
    return f"{camel_name(roll.camel)} {roll.number}" if roll.camel.islower() else str(roll)


def next_rolls(rolls: Sequence[NextRoll | NextRaceRoll[Any]]) -> Rows:
    """Return a row for each roll: its chance, in a leg the camel that moves, and each camel's chance of winning after it."""
    rows = []
    for roll in rolls:
        row: dict[str, Any] = {"roll": roll_name(roll.roll), "chance": float(roll.chance)}
        row |= {"moves": camel_name(roll.moved)} if isinstance(roll, NextRoll) else {}
        for camel in roll.after.camels:
            row |= estimate_columns(camel_name(camel), estimate_of(roll.after.win(camel)))
        rows.append(row)
    return rows


def effects(odds: OddsByChange) -> Rows:
    """Return a row for each variant and chance: its values, and their difference ± half its 95% interval, 0 if it is exact."""
    (_, now), *changed = ((name, _chances(each)) for name, each in odds.items())
    rows = []
    for name, chances in changed:
        for chance, then in chances.items():
            before = now.get(chance, Exact(0.0))
            rows.append(
                {
                    "what if": name,
                    "chance": chance,
                    "now": before.value,
                    "then": then.value,
                    POINTS: 100 * (then.value - before.value),
                    "±": 100 * Z95 * (then.standard_error**2 + before.standard_error**2) ** 0.5,
                }
            )
    return rows


def _chances(odds: LegOdds | Race) -> dict[str, Estimate]:
    """Return the chances that are compared between rules: of each camel to win, and that only one leg is left."""
    wins = {f"{camel_name(camel)} wins": estimate_of(odds.win(camel)) for camel in odds.ranking}
    return wins if isinstance(odds, LegOdds) else {**wins, "ends within one leg": estimate_of(odds.ends_this_leg)}


def chance_text(chance: float | Proportion) -> str:
    """Return a chance in percent: in whole percents if it is simulated.

    >>> chance_text(0.25), chance_text(1e-9), chance_text(Proportion(250, 1000))
    ('25.0%', 'less than 0.1%', '25%')
    """
    if isinstance(chance, Proportion):
        return percent(chance.value, 0)
    # The sum of many floats can be slightly off 1 for a certain event.
    return percent(1.0 if abs(chance - 1) < HAIR else chance)


def method_text(race: Race) -> str:
    """Return how the figures of a race were found."""
    return f"{race.games:,} simulated races" if isinstance(race, RaceSample) else "exact"


def explain_best(ranked: Sequence[Action], odds: LegOdds, rules: Rules, *, has_tickets: bool) -> str:
    """Return why the advised one of the ranked actions is best, and by how much."""
    best = advised(ranked)
    others = [action for action in ranked if action is not best and not action.can_wait]
    text = f"**{sentence(best)}** gains {best.expected_coins:.2f} coins on average. "
    text += _explain_action(best, odds, rules, has_tickets)
    if ranked[0] is not best:
        text += f" {sentence(ranked[0])} gains {ranked[0].expected_coins:.2f} coins, but can wait without loss."
    if not others:
        return text
    second = others[0]
    loss, other_loss = _loss_text(best), _loss_text(second)
    whose = (
        f"{loss} for both" if loss == other_loss else f"{loss} for the best action, {other_loss} for the second best"
    )
    return f"{text} Second best: {second}, {_difference_text(best, second)}. Chance of a loss: {whose}."


def sentence(action: Action) -> str:
    """Return an action with a capital letter."""
    text = str(action)
    return text[0].upper() + text[1:]


def _explain_action(action: Action, odds: LegOdds, rules: Rules, has_tickets: bool) -> str:
    if action.camel:
        return bet_reason(action)
    if action.ticket:
        camel, wrong = action.ticket.camel, f"{rules.ticket_wrong}".replace("-", "−")
        return (
            f"It pays {plural(action.ticket.coins, 'coin')} if {camel_name(camel)} wins the leg "
            f"({percent(odds.probability(camel, 1))}), {rules.ticket_second} if it is second "
            f"({percent(odds.probability(camel, 2))}), and {wrong} otherwise."
        )
    if action.partner:
        return f"At the end of the leg you add the reward of {action.partner.name}'s best ticket to yours."
    if action.square:
        if has_tickets:
            return "That includes its effect on your tickets."
        return f"At least one camel or stack lands there in {percent(action.coins.at_least(1))} of legs."
    return f"Rolling pays {plural(rules.roll_coins, 'coin')} for certain."


def _difference_text(best: Action, second: Action) -> str:
    difference = best.expected_coins - second.expected_coins
    if difference < HAIR:
        return "with the same expected gain"
    if difference < _MIN_DIFFERENCE:
        return f"less than {2 * _MIN_DIFFERENCE:.3f} coins less"
    return f"{difference:.{2 if difference >= _MIN_COINS else 3}f} coins less"


def _loss_text(action: Action) -> str:
    if not action.chance_of_loss:
        return "none"
    return f"{_percent(action.chance_of_loss, action.standard_error)} {'in the race' if action.camel else 'in the leg'}"


def bet_reason(bet: Action) -> str:
    """Return how often a bet is right, as a sentence."""
    return f"{camel_name(bet.camel or '').capitalize()} {_end_text(bet)} of the time."


def _end_text(bet: Action) -> str:
    # Only a bet that is right has no loss.
    end = "wins the race" if bet.kind == WINNER else "finishes the race last"
    return f"{end} {_percent(1 - bet.chance_of_loss, bet.standard_error)}"


def _percent(chance: float, error: float = 0.0) -> str:
    """Return a chance in percent, without decimals if it has an error, and for an impossible and a certain event.

    >>> _percent(0.0), _percent(0.0001), _percent(0.514), _percent(1.0), _percent(0.514, 0.01)
    ('0%', 'less than 0.1%', '51.4%', '100%', '51%')
    """
    if error:
        return percent(chance, 0)
    # The sum of many floats can be slightly off for an impossible or a certain event.
    return f"{round(chance):.0%}" if min(chance, abs(1 - chance)) < HAIR else percent(chance)


def swing_text(subject: str, odds: Mapping[str, Mapping[str, float]], error: float = 0.0) -> str:
    """Return a sentence on the camel whose chance of winning depends most on the next roll.

    odds: each camel's chance of winning the subject, a leg or a race, first "now", then by roll.
    error: that of the chances, 0 if they are exact.

    >>> swing_text("leg", {"now": {"B": 0.5, "G": 0.5}, "B1": {"B": 0.75, "G": 0.25}, "G1": {"B": 0.25, "G": 0.75}})
    'The next roll matters most to blue: from 25.0% after G1 to 75.0% after B1'
    >>> swing_text("race", {"now": {"B": 0.0, "G": 1.0}, "B1": {"B": 0.0, "G": 1.0}})
    "The next roll changes no camel's chance of winning the race"
    """
    now, *rolls = odds
    # By camel, the rolls after which it wins most seldom and most often.
    ends = {
        camel: (min(rolls, key=lambda roll: odds[roll][camel]), max(rolls, key=lambda roll: odds[roll][camel]))
        for camel in odds[now]
    }
    swings = {camel: odds[best][camel] - odds[worst][camel] for camel, (worst, best) in ends.items()}
    camel = max(swings, key=lambda camel: swings[camel])
    if swings[camel] < HAIR:
        return f"The next roll changes no camel's chance of winning the {subject}"
    worst, best = ends[camel]
    return (
        f"The next roll matters most to {camel_name(camel)}: from {_percent(odds[worst][camel], error)} after {worst} to "
        f"{_percent(odds[best][camel], error)} after {best}"
    )


def largest_effect_text(subject: str, effects: Rows, *, is_camel_missing: bool = False) -> tuple[str, str]:
    """Return a sentence on the largest of some effects on a camel's chance of winning, and its interval; "" if it is exact.

    is_camel_missing: whether a change leaves a camel out, which loses its whole chance and has no row.
    """
    wins = [row for row in effects if row["chance"].endswith(" wins")]
    clear = [row for row in wins if abs(row[POINTS]) > max(row["±"], HAIR)]
    if not clear:
        verb = "shows an effect on" if any(row["±"] for row in wins) else "affects"
        return f"None of these changes {verb} any camel's chance of winning the {subject}", ""
    largest = max(clear, key=lambda row: abs(row[POINTS]))
    camel, points, half_width = largest["chance"].removesuffix(" wins"), largest[POINTS], largest["±"]
    start = "Largest change among camels still racing" if is_camel_missing else "Largest change"
    now, then = (_percent(largest[at], half_width) for at in ("now", "then"))
    ends = f"{signed(points - half_width, 1)} to {signed(points + half_width, 1)} percentage points (95% CI)"
    return f"{start}: “{largest['what if']}” takes {camel} from {now} to {then}", ends if half_width else ""


def python_lines(state: CamelState, function: str, answer: str) -> Code:
    """Return the lines of Python that compute the page's answer from a result of a function of the library."""
    return Code(
        f'{rules_lines("camel_up", state.rules)}position = camel_up.Position.parse("{state.position}")\n'
        f"camel_up.{function}(position, rules).{answer}"
    )

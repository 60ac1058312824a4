"""The view of what to do on the Perudo page: every legal move of the viewer with its chances, and on request all bids."""

from collections.abc import Mapping, Sequence

from boardodds.charts import perudo as charts
from boardodds.dashboard.perudo import solvers
from boardodds.dashboard.perudo.moves import Chances, PerfectPlay, is_as_good, lost_to
from boardodds.dashboard.perudo.sheet import PerudoSheet, chance_text, perfect_text
from boardodds.dashboard.perudo.state import PerudoState
from boardodds.dashboard.perudo.words import (
    DICE_ALONE,
    GIVEN_BIDS,
    MAX_LISTED,
    SAME,
    bid_chances,
    chance_from_dice,
    chance_in_words,
    count_likely,
    face_name,
    is_true_by_own_dice,
    list_moves,
    move_in_words,
    unrounded,
)
from boardodds.dashboard.ui.panels import Note, Panel, Parts, Table, Toggle, estimate_columns
from boardodds.dashboard.ui.settings import Allowed, switch
from boardodds.dashboard.ui.sheet import drawn_once
from boardodds.dashboard.ui.words import percent
from boardodds.perudo import Bid, Move, PolicyBidder
from boardodds.perudo.bids import bid_of
from boardodds.perudo.rollouts import MEAN_ERROR, MIN_CHANCE, fitted_matches

# The computer players that the advice is tried against, besides those of the page.
_MACHINES = PolicyBidder(random_moves=0.02)
# Moves with a higher chance are listed and not drawn, because their dots would look the same.
_MIN_LISTED = 0.995
# A change that rounds to less than this number of percentage points is none.
_MIN_CHANGE = 0.05
# Quantities are left out if the best bid has a lower chance, which rounds to 0%.
_MIN_SHOWN_CHANCE = 0.005
_CHANGE, _WINS, _LOST = "change (percentage points)", "wins the match (%)", "less than the best (percentage points)"
_READINGS = Toggle("readings", "Compare other ways to bid")
_ALL_BIDS = Toggle("all_bids", "All bids")
_GIVEN_BIDS = Toggle("given_bids", "Given the bids", default=True)
SETTINGS: Allowed = dict.fromkeys((_ALL_BIDS.name, _GIVEN_BIDS.name, _READINGS.name), switch)


def what_to_do_view(sheet: PerudoSheet) -> Parts:
    """Return every legal move of the viewer by the chance that it is right, and on request all bids, for onlookers too."""
    if sheet.calza:
        yield f"{sheet.calza}."
    if not sheet.state.is_viewers_turn:
        yield _why_no_turn(sheet.state)
    else:
        yield from _solution(sheet.perfect) if sheet.perfect else ()
        yield from _chances(sheet)
        yield from () if sheet.perfect else _matches(sheet)
    yield _ALL_BIDS
    if sheet.value(_ALL_BIDS):
        yield from _all_bids(sheet)


def _why_no_turn(state: PerudoState) -> str:
    if state.winner is not None:
        return "The match is over."
    why = "You look on" if state.round.viewer is None else "It isn't your turn"
    return f"{why}. Tap the bids that are made on the board, or choose which player you are."


def _solution(perfect: PerfectPlay) -> Parts:
    yield f"**The end of the match is solved.** {perfect_text(perfect)}."
    opener, other = perfect.ending.dice
    # The two limits can be the same number of thousandths.
    limits = (perfect.ending.low, perfect.ending.high)
    value = " to ".join(dict.fromkeys(f"{limit:z.3f}".replace("-", "−") for limit in limits))
    yield Note(
        f"Dice of the opener: {opener}; of the other player: {other}. The opener's wins minus losses are {value} a round under "
        "perfect play. Other solutions have the same value, but can give a single hand another chance. *Wins the round*: if the "
        "other player plays this solution and you go on with the best answers. After bids that it never makes, all hands of the "
        "other player count as equally likely. A bid that is likely to be true can still lose: it also reveals your dice."
    )


def _matches(sheet: PerudoSheet) -> Parts:
    """Return how the chance of winning the match with each move is found, and whether the best one depends on the others."""
    state = sheet.state
    if reason := solvers.why_no_matches(state):
        yield Note(f"No matches are played to compare moves, because {reason}.")
        return
    yield from filter(None, [sheet.why_not_dudo])
    best, fitted = sheet.equities[0], fitted_matches(len(state.round.dice), state.rules)
    yield Note(
        f"{best.games:,} simulated rounds for each move. All moves have the same hands and dice. The others' hands are drawn "
        "given the bids, and they go on as they bid. You go on with the safest moves. After this round, all play equally well: a "
        f"model fitted to {fitted:,} matches between equal players. It differs from simulated matches by "
        f"{100 * MEAN_ERROR:.0f} percentage points on average, and in some rounds by more. "
        f"Bids that are true less than {percent(MIN_CHANCE, 0)} of the time are not tried. "
        "A move is as good as the best one if the 95% interval of the difference contains 0."
    )
    yield _READINGS
    if sheet.value(_READINGS):
        yield _compare_readings(state, sheet.best_move)


def _compare_readings(state: PerudoState, best: Move) -> str:
    """Return whether the best move stays the best one if the bids reveal nothing, and against computer players."""
    readings = {
        "if the bids reveal nothing": (state.models, False),
        "against computer players": ((_MACHINES,) * len(state.round.dice), True),
    }
    changes = [
        f"{reading}, **{move_in_words(equities[0].move)}** wins most ({chance_text(equities[0])})"
        for reading, equities in zip(readings, solvers.equities(state, *readings.values()), strict=True)
        if best not in [equity.move for equity in equities if is_as_good(equity, equities[0])]
    ]
    if not changes:
        name = move_in_words(best)
        return f"Whether the bids reveal nothing, or the others are computer players: {name} stays the best move, or as good."
    return f"The best move depends on how the others bid: {'; '.join(changes)}."


@drawn_once
def _chances(sheet: PerudoSheet) -> Parts:
    """Return the chance of each move to be right: the safe ones in words, the others as a chart."""
    state, given_bids = sheet.state, sheet.given_bids
    by_dice, finding = given_bids, count_likely(list(given_bids.values()), "legal move", "right")
    readings = {DICE_ALONE: by_dice}
    # Before the first bid the dice alone give the same chances.
    if state.round.bids:
        by_dice = {move: unrounded(state, move, float(chance_from_dice(state, move))) for move in given_bids}
        finding = change_finding(by_dice, given_bids) or finding
        readings = {DICE_ALONE: by_dice, GIVEN_BIDS: given_bids}
    safe = _safe_moves(state, {move: min(chance, by_dice[move]) for move, chance in given_bids.items()})
    yield from (f"{reason}: {list_moves(moves)}." for reason, moves in safe.items() if moves)
    drawn = [move for move in given_bids if not any(move in moves for moves in safe.values())]
    rows = group_equal_moves(drawn, by_dice, given_bids)
    yield Panel(
        charts.move_dumbbells(
            {name: {row: chances[move] for row, move in rows.items()} for name, chances in readings.items()}
        ),
        key="moves_chart",
        alt="Chance that each move is right: "
        + ", ".join(f"{row} {chance_in_words(given_bids[move], 0)}" for row, move in rows.items()),
        finding=finding,
        method="The percentage is the chance that the move is right: a bid if it is true, dudo if the current bid is "
        "false. For a bid, it is your chance to keep your dice if the next player calls dudo. It leaves out what happens if the "
        "others raise and the turn comes back to you.",
        rows=lambda: [
            {
                "move": move_in_words(move),
                GIVEN_BIDS: chance,
                DICE_ALONE: by_dice[move],
                _CHANGE: 100 * (chance - by_dice[move]),
            }
            | _match_columns(sheet, move)
            for move, chance in given_bids.items()
        ],
        percent=[GIVEN_BIDS, DICE_ALONE],
        places={_CHANGE: 2, _WINS: 0, _LOST: 1},
    )


def _match_columns(sheet: PerudoSheet, move: Move) -> dict[str, object]:
    """Return how often a move that was tried wins the match, and how much less often than the best one."""
    is_compared = not sheet.perfect and not solvers.why_no_matches(sheet.state)
    for equity in sheet.equities if is_compared else ():
        if equity.move == move:
            return {_WINS: 100 * equity.wins.value} | estimate_columns(_LOST, lost_to(sheet.equities[0], equity))
    return {}


def change_finding(by_dice: Chances, given_bids: Chances) -> str:
    """Return for which moves the bids change the chance most, with both chances; "" if they change none.

    >>> change_finding({Bid(1, 5): 0.9, Bid(1, 6): 0.9}, {Bid(1, 5): 0.8, Bid(1, 6): 0.8})
    'Given the bids, 1 five and 1 six lose most: 90.0% to 80.0%'
    """
    changes = {move: 100 * (chance - by_dice[move]) for move, chance in given_bids.items()}
    most = max(changes, key=lambda move: abs(changes[move]))
    if abs(changes[most]) < _MIN_CHANGE:
        return ""
    before, after = by_dice[most], given_bids[most]
    equal = [move for move in changes if abs(by_dice[move] - before) < SAME and abs(given_bids[move] - after) < SAME]
    is_plural = len(equal) > 1 or (isinstance(most, Bid) and most.quantity > 1)
    verb = f"{'gain' if changes[most] > 0 else 'lose'}{'' if is_plural else 's'}"
    names = " and ".join(map(move_in_words, equal))
    return f"Given the bids, {names} {verb} most: {chance_in_words(before)} to {chance_in_words(after)}"


def group_equal_moves(moves: Sequence[Move], by_dice: Chances, given_bids: Chances) -> Mapping[str, Move]:
    """Return the first of each group of moves with equal chances, by the name of the group; at most ``MAX_LISTED`` groups.

    >>> from boardodds.perudo import Call
    >>> chances = {Bid(5, 5): 0.9, Bid(5, 6): 0.9, Call.DUDO: 0.2}
    >>> list(group_equal_moves(list(chances), chances, chances))
    ['5 fives or sixes', 'dudo']
    """
    groups: dict[tuple[int, ...], list[Move]] = {}
    for move in moves:
        # Chances that are equal but for rounding errors, and moves of one quantity, which a name has once.
        quantity = move.quantity if isinstance(move, Bid) else 0
        key = (quantity, *(round(chances[move] / SAME) for chances in (by_dice, given_bids)))
        groups.setdefault(key, []).append(move)
    rows = {}
    for first, *others in list(groups.values())[:MAX_LISTED]:
        faces = [face_name(move.face, move.quantity) for move in others if isinstance(move, Bid)]
        # A phone has room for three faces.
        rows[" or ".join([move_in_words(first), *(faces if len(faces) < 3 else [f"{len(faces)} other faces"])])] = first
    return rows


def _safe_moves(state: PerudoState, chances: Chances) -> Mapping[str, Sequence[Move]]:
    """Return the bids that are certainly true, or almost, by the reason; none if they are all moves, or fewer than two."""
    safe: dict[str, list[Move]] = {
        "Safe, because the dice you see already make them true": [],
        "Safe, because every die matches them": [],
        f"Not certain, but right in more than {_MIN_LISTED:.1%} of cases": [],
    }
    by_own_dice, by_every_die, almost = safe.values()
    for move, chance in chances.items():
        if chance == 1 and isinstance(move, Bid):
            (by_own_dice if is_true_by_own_dice(state, move) else by_every_die).append(move)
        elif _MIN_LISTED < chance < 1:
            almost.append(move)
    return safe if 1 < sum(map(len, safe.values())) < len(chances) else {}


def _all_bids(sheet: PerudoSheet) -> Parts:
    yield _GIVEN_BIDS
    state, is_given_bids = sheet.state, sheet.value(_GIVEN_BIDS)
    faces, legal = range(1, state.rules.sides + 1), state.legal
    names = [face_name(face) for face in faces]
    quantities = range(1, state.round.total_dice + 1)
    posterior = sheet.posterior if is_given_bids else None
    all_chances = dict[Move, float](bid_chances(state, state.chances, posterior).items())
    chances = [[all_chances[bid_of(quantity, face)] for face in faces] for quantity in quantities]
    # The quantity of the lowest legal bid is always shown, even if the bid has almost no chance.
    shown = max(sum(max(row) >= _MIN_SHOWN_CHANCE for row in chances), *(bid.quantity for bid in legal[:1]), 1)
    higher = ""
    if shown < len(chances):
        higher = f" Higher quantities than {shown} are not shown: their chances are below {percent(_MIN_SHOWN_CHANCE)}."
    cells = [(bid.quantity - 1, bid.face - 1) for bid in legal if bid.quantity <= shown]
    yield Panel(
        charts.bid_heatmap(chances[:shown], names, cells),
        key="bids_chart",
        alt=f"Chance that each bid is true. {'Legal bids now: ' * bool(legal)}"
        + list_moves(legal, lambda bid: f"{move_in_words(bid)} {chance_in_words(all_chances[bid], 0)}"),
        finding=count_likely([all_chances[bid] for bid in legal], "legal bid", "true")
        if legal
        else "No raise is legal",
        method="Chance that at least this number of dice match. Framed: bids that are legal now. Dark: a chance of at least 50%. "
        f"100% is certain, 0% impossible.{higher}",
        rows=lambda: [
            {"at least": quantity} | dict(zip(names, row, strict=True))
            for quantity, row in zip(quantities, chances, strict=True)
        ],
        percent=names,
    )
    face, total = face_name(sheet.bid.face), sheet.totals[0 if is_given_bids else -1]
    yield f"### How many {face}"
    cases = {"exactly": total.probability, "at least": total.at_least, "at most": total.at_most}
    numbers = range(state.round.total_dice + 1)
    rows = [{face: number} | {name: chance(number) for name, chance in cases.items()} for number in numbers]
    yield Table(rows, percent=list(cases))

"""What to do on the Perudo page: the advice, and the view of every legal move with its chances."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import lru_cache

import streamlit as st

from boardodds.charts import perudo as charts
from boardodds.dashboard.perudo import solvers
from boardodds.dashboard.perudo.events import highest_likely
from boardodds.dashboard.perudo.state import PerudoState
from boardodds.dashboard.perudo.words import (
    DICE_ALONE,
    GIVEN_BIDS,
    MAX_LISTED,
    SAME,
    calza_text,
    chance_given_bids,
    chance_in_words,
    count_likely,
    face_name,
    is_true_by_own_dice,
    list_moves,
    move_in_words,
    reason_for_certainty,
    unrounded,
)
from boardodds.dashboard.ui.panels import Grid, Panel, Values, estimate_columns, percent_text
from boardodds.dashboard.ui.sheet import Advice
from boardodds.dashboard.ui.state_store import setting
from boardodds.dashboard.ui.words import percent
from boardodds.perudo import Bid, Call, Ending, Move, PolicyBidder, match_chance, rank_moves
from boardodds.perudo.bids import why_unsolvable
from boardodds.perudo.ending_game import tree_size
from boardodds.perudo.endings import MAX_DICE
from boardodds.perudo.inference import Posterior
from boardodds.perudo.one_die import MAX_SIDES
from boardodds.perudo.rollouts import MEAN_ERROR, MIN_CHANCE, MoveEquity, fitted_matches
from boardodds.probability.estimate import Estimate, Exact, MeanEstimate

# The setting, in a link, that compares other ways to bid.
READINGS = "readings"
# The computer players that the advice is tried against, besides those of the page.
_MACHINES = PolicyBidder(slip=0.02)
# The number of moves in the grid.
_MAX_SHOWN = 6
# The largest rounds that a page solves, by their sequences of bids: larger ones take minutes.
_MAX_NODES = 20_000
# Moves that perfect play makes less often are left out of the advice.
_MIN_SHARE = 0.05
_MIN_SHOWN = 0.01
# The solution is arbitrary after bids that it makes less often, and where its moves win this much less than the best one.
_MIN_REACH, _MAX_LOST = 1e-3, 5e-3
# Moves with a higher chance are listed and not drawn, because their dots would look the same.
_MIN_LISTED = 0.995
# A change that rounds to less than this number of percentage points is none.
_MIN_CHANGE = 0.05
_CHANGE, _WINS, _LOST = "change (percentage points)", "wins the match (%)", "less than the best (percentage points)"

Chances = Mapping[Move, float]

# The advice and the views use the same ranking.
rank_moves_given_bids = lru_cache(maxsize=64)(Posterior.rank_moves)


def advice(state: PerudoState) -> Advice:
    """Return what to do: perfect play if the round is solved, otherwise the move that wins most matches; or who is to move."""
    if state.winner is not None:
        start = {"kind": "new_match"}
        return Advice("Play again", "all players get all dice back", start, "Start new match", heading="Match over")
    if state.shown.hand.unconfirmed:
        return Advice("Enter your dice", "the odds are for the dice shown", {}, label="", heading="New round")
    posterior = solvers.posterior(state)
    if not state.is_viewers_turn:
        name = state.player_name(state.bidder)
        only = "tap the bid that is made" if state.legal else "tap Dudo, because no raise is legal"
        why = calza_text(state, posterior) or only
        verb = "is to move" if state.round.bids else "opens"
        return Advice(f"{name[:1].upper()}{name[1:]} {verb}", why, {}, label="", heading="Now")
    move = advised_move(state)
    if ending := _solved_ending(state):
        return _advice(state, move, ending_text(state, ending))
    if solvers.why_no_matches(state):
        # The most probable move need not be a good one. The view of the moves says why they are not compared.
        right = "true" if isinstance(move, Bid) else "right"
        name = f"Most likely {right}: {move_in_words(move)}"
        why = f"{_right(state, posterior, move)}; not compared by matches"
        return replace(_advice(state, move, why), move=name, heading="Now", badge=f"likely {right}")
    as_good, others = compared_moves(state)
    why = f"{_right(state, posterior, move)}, wins the match {chance_text(as_good[0])}"
    if len(as_good) > 1:
        why += f"; the safest of {len(as_good)} that are as good"
    return _advice(state, move, why + "".join(_why_no_dudo(state, as_good[0], each) for each in others))


def _why_no_dudo(state: PerudoState, best: MoveEquity, other: MoveEquity) -> str:
    """Return why another move, if it is dudo and right more often than the best one, wins less; "" for any other."""
    posterior = solvers.posterior(state)
    rights = [chance_given_bids(state, posterior, equity.move) for equity in (best, other)]
    tops = [float(equity.results.max()) for equity in (best, other)]
    if other.move != Call.DUDO or rights[1] <= rights[0] or tops[1] >= tops[0]:
        return ""
    less, more = percent(tops[1], 0), percent(tops[0], 0)
    return f"; dudo is {_right(state, posterior, other.move)}, but leads to {less} at best, this bid to {more}"


def advised_move(state: PerudoState) -> Move:
    """Return the viewer's best move: it must be the viewer's turn, with dice that are confirmed."""
    if ending := _solved_ending(state):
        shares, wins = _perfect_play(state, ending)
        return next(iter(shares or wins))
    if solvers.why_no_matches(state):
        return rank_moves_given_bids(solvers.posterior(state))[0].move
    return compared_moves(state)[0][0].move


def compared_moves(state: PerudoState) -> tuple[list[MoveEquity], list[MoveEquity]]:
    """Return the moves that are as good as the one that wins most matches, the safest first, and all others, best first."""
    return _compare(solvers.posterior(state), tuple(solvers.equities(state)))


@lru_cache(maxsize=64)
def _compare(posterior: Posterior, equities: Sequence[MoveEquity]) -> tuple[list[MoveEquity], list[MoveEquity]]:
    right = {ranked.move: ranked.probability for ranked in rank_moves_given_bids(posterior)}
    as_good = [equity for equity in equities if is_as_good(equity, equities[0])]
    # Equal chances can differ by rounding errors.
    safest = sorted(as_good, key=lambda equity: -round(right[equity.move] / SAME))
    return safest, [equity for equity in equities if equity not in as_good]


def bid_in_question(state: PerudoState) -> Bid:
    """Return the current bid; before the first one the advised opening, or if none is advised, the highest that is likely."""
    move = state.round.current or (advised_move(state) if _is_to_move(state) else None)
    return move if isinstance(move, Bid) else highest_likely(state.round, state.rules)


def _is_to_move(state: PerudoState) -> bool:
    """Return whether it is the turn of the viewer, whose dice are confirmed."""
    return state.is_viewers_turn and not state.shown.hand.unconfirmed and state.winner is None


def match_wins(state: PerudoState) -> Mapping[Move, Estimate]:
    """Return the viewer's chance to win the match with each move, the best first; none if it is not known."""
    if not _is_to_move(state):
        return {}
    if (ending := _solved_ending(state)) and _match_chance(state, ending, 0.0) is not None:
        _, wins = _perfect_play(state, ending)
        return {move: Exact(_match_chance(state, ending, win) or 0.0) for move, win in wins.items()}
    if solvers.why_no_matches(state) or solvers.why_too_large(state):
        return {}
    return {equity.move: equity.wins for equities in compared_moves(state) for equity in equities}


def _advice(state: PerudoState, move: Move, why: str) -> Advice:
    if isinstance(move, Bid):
        event = {"kind": "bid", "quantity": move.quantity, "face": move.face, "bids": len(state.round.bids)}
        return Advice(f"Bid {move_in_words(move)}", why, event, "Bid it")
    # What the cups show is known after the call only.
    return Advice(f"Call {move}", why, {"kind": "ask"}, "Call it", done="choose what the cups showed")


def _right(state: PerudoState, posterior: Posterior, move: Move) -> str:
    """Return how often a move is right, given the bids; for dudo that is certain to be, why."""
    chance = chance_given_bids(state, posterior, move)
    if isinstance(move, Bid) and chance == 1:
        return "certainly true"
    quality = "true" if isinstance(move, Bid) else "right"
    return f"{quality}, because {reason_for_certainty(state, move)}" if chance == 1 else f"{quality} {percent(chance)}"


def chance_text(equity: MoveEquity) -> str:
    """Return the chance of winning the match in whole percents: the model of the rest of the match allows no more.

    >>> import numpy as np
    >>> chance_text(MoveEquity(Bid(3, 1), np.repeat([0.2, 0.3], 500)))
    '25%'
    """
    return percent(equity.wins.value, 0)


def _lost(equity: MoveEquity, best: MoveEquity) -> MeanEstimate:
    """Return by how many percentage points a move wins less often than the best one, with the same hands."""
    return MeanEstimate.from_sample(100 * (best.results - equity.results))


def is_as_good(equity: MoveEquity, best: MoveEquity) -> bool:
    """Return whether the simulated rounds show no difference: its 95% confidence interval contains 0."""
    return 0 in _lost(equity, best).interval()


def show_moves(state: PerudoState) -> None:
    """Show the viewer's moves, best first: how often each is right, and how often it wins the match, or the solved round."""
    if not _is_to_move(state):
        return
    if ending := _solved_ending(state):
        shares, wins = _perfect_play(state, ending)
        order = "perfect play, then of rounds won" if shares else "rounds won"
        ranked = sorted(wins, key=lambda move: -round(shares.get(move, 0.0), 2))[:_MAX_SHOWN]
        grid = {
            move_in_words(move): ({"perfect play": (shares[move], share_text(shares[move]))} if shares else {})
            | {"wins the round": (wins[move], percent(wins[move]))}
            for move in ranked
        }
    elif solvers.why_no_matches(state):
        order = "how often they are right"
        ranking = rank_moves_given_bids(solvers.posterior(state))[:_MAX_SHOWN]
        grid = {
            move_in_words(each.move): {"right": (each.probability, percent_text(each.probability))} for each in ranking
        }
    else:
        posterior, (as_good, others) = solvers.posterior(state), compared_moves(state)
        order = "matches won, before rounding"
        if len(as_good) > 1:
            order += f"; the first {len(as_good)} are as good (≈), in the order of how often they are right"
        grid = {
            f"{move_in_words(equity.move)}{' ≈' * (equity in as_good[1:])}": {
                "right": (chance := chance_given_bids(state, posterior, equity.move), percent_text(chance)),
                "wins the match": (equity.wins.value, chance_text(equity)),
            }
            for equity in [*as_good, *others][:_MAX_SHOWN]
        }
    Grid(grid, corner="move", caption=f"Moves in the order of {order}").show()


def moves_view(state: PerudoState) -> None:
    """Show every legal move of the viewer by the chance that it is right, and how the chances of winning are found."""
    posterior = solvers.posterior(state)
    if calza := calza_text(state, posterior):
        st.markdown(f"{calza}.")
    if not state.is_viewers_turn:
        st.markdown("It isn't your turn. Tap the other players' bids on the board, or choose which player you are.")
        return
    if ending := _solved_ending(state):
        _show_ending(state, ending)
    else:
        _show_equities(state)
    _show_chances(state, posterior)


def _show_chances(state: PerudoState, posterior: Posterior) -> None:
    ranking = rank_moves_given_bids(posterior)
    given_bids = {ranked.move: unrounded(state, ranked.move, ranked.probability) for ranked in ranking}
    by_dice, finding = given_bids, count_likely(list(given_bids.values()), "legal move", "right")
    readings = {DICE_ALONE: by_dice}
    # Before the first bid the dice alone give the same ranking, and ranking all openings again would take long.
    if round_bids := state.round.bids:
        by_rank = rank_moves(
            round_bids[-1][1], state.round.hand, state.unseen, state.rules_now, palifico=state.round.palifico
        )
        by_dice = {ranked.move: unrounded(state, ranked.move, ranked.probability) for ranked in by_rank}
        finding = change_finding(by_dice, given_bids) or finding
        readings = {DICE_ALONE: by_dice, GIVEN_BIDS: given_bids}
    drawn = _list_safe_moves(state, {move: min(chance, by_dice[move]) for move, chance in given_bids.items()})
    rows = group_equal_moves(drawn, by_dice, given_bids)
    Panel(
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
            for move, chance in given_bids.items()
        ],
        percent=[GIVEN_BIDS, DICE_ALONE],
        places={_CHANGE: 2},
    ).show()


def change_finding(by_dice: Chances, given_bids: Chances) -> str:
    """Return for which moves the bids change the chance most, with both chances; "" if they change none.

    by_dice, given_bids: the chance of each move, from the dice alone and given the bids.

    >>> change_finding({Bid(6, 4): 0.596, Bid(5, 5): 0.921}, {Bid(6, 4): 0.776, Bid(5, 5): 0.905})
    'Given the bids, 6 fours gain most: 59.6% to 77.6%'
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

    >>> from boardodds.perudo import Bid, Call
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


def _list_safe_moves(state: PerudoState, chances: Chances) -> list[Move]:
    """Show the bids that are certainly true, or almost, with the reason; return the moves to draw instead.

    chances: the chance that each move is right, best first; the lower one of from the dice alone and given the bids.
    """
    groups: dict[str, list[Move]] = {
        "Safe, because the dice you see already make them true": [],
        "Safe, because every die matches them": [],
        f"Not certain, but right in more than {_MIN_LISTED:.1%} of cases": [],
    }
    by_own_dice, by_every_die, almost = groups.values()
    for move, chance in chances.items():
        if chance == 1 and isinstance(move, Bid):
            (by_own_dice if is_true_by_own_dice(state, move) else by_every_die).append(move)
        elif _MIN_LISTED < chance < 1:
            almost.append(move)
    listed = [move for moves in groups.values() for move in moves]
    if not 1 < len(listed) < len(chances):
        return list(chances)
    for text, moves in groups.items():
        if moves:
            st.markdown(f"{text}: {list_moves(moves)}.")
    return [move for move in chances if move not in listed]


def _show_equities(state: PerudoState) -> None:
    """Show how the chance of winning the match with each move is found, and whether the best one depends on the others."""
    if reason := solvers.why_no_matches(state):
        st.caption(f"No matches are played to compare moves, because {reason}.")
        return
    equities = solvers.equities(state)
    best, fitted = equities[0], fitted_matches(len(state.round.dice), state.rules)
    st.caption(
        f"{best.matches:,} simulated rounds for each move. All moves have the same hands and dice. The others' hands are drawn "
        "given the bids, and they go on as they bid. You go on with the safest moves. After this round, all play equally well: a "
        f"model fitted to {fitted:,} matches between equal players. It differs from simulated matches by "
        f"{100 * MEAN_ERROR:.0f} percentage points on average, and in some rounds by more. "
        f"Bids that are true less than {percent(MIN_CHANCE, 0)} of the time are not tried."
    )
    Values(
        lambda: [
            {"move": move_in_words(equity.move), _WINS: 100 * equity.wins.value}
            | estimate_columns(_LOST, _lost(equity, best))
            for equity in equities
        ],
        key="equities_rows",
        places={_WINS: 0, _LOST: 1},
        note="A move is as good as the best one if the 95% interval of the difference contains 0.",
    ).show()
    if st.toggle("Compare other ways to bid", **setting(READINGS, False)):
        st.markdown(_compare_readings(state, advised_move(state)))


def _compare_readings(state: PerudoState, best: Move) -> str:
    """Return whether the best move stays the best one if the bids reveal nothing, and against computer players."""
    readings = ("if the bids reveal nothing", "against computer players")
    changes = [
        f"{reading}, **{move_in_words(equities[0].move)}** wins most ({chance_text(equities[0])})"
        for reading, equities in zip(readings, solvers.other_equities(state, _MACHINES), strict=True)
        if best not in [equity.move for equity in equities if is_as_good(equity, equities[0])]
    ]
    if not changes:
        name = move_in_words(best)
        return f"Whether the bids reveal nothing, or the others are computer players: {name} stays the best move, or as good."
    return f"The best move depends on how the others bid: {'; '.join(changes)}."


def _solved_ending(state: PerudoState) -> Ending | None:
    """Return the solution of the viewer's round; None if it is not the viewer's turn, or the round is not solved on the page."""
    dice, rules = [number for number in state.round.dice if number], state.rules
    total, mine = sum(dice), len(state.round.hand)
    if not _is_to_move(state) or len(dice) != 2 or total > MAX_DICE:
        return None
    # The viewer is to move, and the players take turns.
    viewer_opened = len(state.round.bids) % 2 == 0
    in_order = (mine, total - mine) if viewer_opened else (total - mine, mine)
    if shipped := solvers.shipped_ending(in_order, rules):
        return shipped
    if rules.sides > MAX_SIDES or why_unsolvable(total, rules) or tree_size(total, rules) > _MAX_NODES:
        return None
    return solvers.ending(in_order, rules)


def ending_text(state: PerudoState, ending: Ending) -> str:
    """Return perfect play, or the best answer, in one line, and how often it wins the round and the match."""
    shares, wins = _perfect_play(state, ending)
    chance = _match_chance(state, ending, wins[next(iter(shares or wins))])
    match = "" if chance is None or sum(ending.dice) == len(ending.dice) else f", the match {percent(chance)}"
    return f"{advice_text(shares, wins)}{match}"


def _match_chance(state: PerudoState, ending: Ending, round_win: float) -> float | None:
    own = len(state.round.hand)
    return match_chance(round_win, (own, sum(ending.dice) - own), state.rules)


def advice_text(shares: Chances, wins: Chances) -> str:
    """Return perfect play in one line, with the chance of winning the round by the move that it makes most often.

    shares: how often perfect play makes each move; none after bids that leave it.
    wins: the chance of winning the round with each move, best first.

    >>> from boardodds.perudo import Bid, Call
    >>> advice_text({Call.DUDO: 1.0, Bid(1, 6): 0.0}, {Call.DUDO: 0.25, Bid(1, 6): 0.2})
    'Perfect play: dudo; wins the round 25.0%'
    >>> advice_text({Call.DUDO: 0.75, Bid(1, 6): 0.25}, {Call.DUDO: 0.4, Bid(1, 6): 0.4})
    'Perfect play: dudo 75%, 1 six 25%; wins the round 40.0%'
    >>> advice_text({}, {Call.DUDO: 0.25, Bid(1, 6): 0.2})
    'The best answer, since the bids leave perfect play; wins the round 25.0%'
    """
    if not shares:
        return f"The best answer, since the bids leave perfect play; wins the round {percent(max(wins.values()))}"
    moves = sorted((move for move in shares if shares[move] >= _MIN_SHARE), key=lambda move: -shares[move])
    mixed = ", ".join(f"{move_in_words(move)} {percent(shares[move], 0)}" for move in moves)
    play = move_in_words(moves[0]) if len(moves) == 1 else mixed
    return f"Perfect play: {play}; wins the round {percent(wins[moves[0]])}"


def _show_ending(state: PerudoState, ending: Ending) -> None:
    st.markdown(f"**The end of the match is solved.** {ending_text(state, ending)}.")
    opener, other = ending.dice
    # The two limits can be the same number of thousandths.
    value = " to ".join(dict.fromkeys(f"{limit:z.3f}".replace("-", "−") for limit in (ending.low, ending.high)))
    st.caption(
        f"Dice of the opener: {opener}; of the other player: {other}. The opener's wins minus losses are {value} a round under "
        "perfect play. Other solutions have the same value, but can give a single hand another chance. *Wins the round*: if the "
        "other player plays this solution and you go on with the best answers. After bids that it never makes, all hands of the "
        "other player count as equally likely. A bid that is likely to be true can still lose: it also reveals your dice."
    )


def share_text(share: float) -> str:
    """Return how often perfect play makes a move; the solution is not exact enough for the smallest shares.

    >>> share_text(0.754), share_text(0.0001), share_text(0.9999)
    ('75%', 'under 1%', 'over 99%')
    """
    if share < _MIN_SHOWN:
        return "under 1%"
    return "over 99%" if share > 1 - _MIN_SHOWN else percent(share, 0)


def _perfect_play(state: PerudoState, ending: Ending) -> tuple[Chances, Chances]:
    """Return how often perfect play makes each move, and how often each wins the round, both in descending order.

    The first is empty where the bids leave the solution, the other player's or the viewer's own.
    """
    bids, hand = [bid for _, bid in state.round.bids], state.round.hand
    shares, wins = (
        dict(sorted(chances.items(), key=lambda item: -item[1]))
        for chances in (ending.strategy(bids, hand), ending.wins(bids, hand))
    )
    lost = max(wins.values()) - min(wins[move] for move, share in shares.items() if share >= _MIN_SHARE)
    return {} if ending.reach(bids) < _MIN_REACH or lost > _MAX_LOST else shares, wins

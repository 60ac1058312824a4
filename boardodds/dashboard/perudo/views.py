"""The Perudo page's views of the round, one function each, and its headline and advice."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

import streamlit as st

from boardodds.charts import perudo as charts
from boardodds.dashboard.perudo import solvers
from boardodds.dashboard.perudo.bluffing import bluff_view
from boardodds.dashboard.perudo.chances import (
    chance_in_words,
    fraction_from_dice,
    is_true_by_own_dice,
    reason_for_certainty,
    unrounded,
)
from boardodds.dashboard.perudo.edits import PerudoSetup
from boardodds.dashboard.perudo.inputs import bid_in_words, face_names, highest_likely
from boardodds.dashboard.perudo.labels import DICE_ALONE, GIVEN_BIDS, INFERENCE
from boardodds.dashboard.perudo.matches import LINK as MATCHES_LINK
from boardodds.dashboard.perudo.matches import calibration_view, dial_view, rules_view, tournament_view
from boardodds.dashboard.ui.data_tables import csv_button, table
from boardodds.dashboard.ui.page_parts import chart, formula, python_panel
from boardodds.dashboard.ui.page_text import percent
from boardodds.dashboard.ui.settings import Allowed, switch
from boardodds.dashboard.ui.table_cells import FormattedCell, figure, with_headings
from boardodds.dashboard.ui.table_store import setting
from boardodds.perudo import Bid, Call, Rules, bid_probability, legal_bids, rank_moves
from boardodds.perudo.bidders import LogitBidder, hands
from boardodds.perudo.inference import Posterior, shift_after_bid
from boardodds.perudo.moves import Move, RankedMove
from boardodds.perudo.variants import (
    ACES_LOWEST,
    CALZA,
    EIGHT_SIDES,
    FOUR_SIDES,
    HIGHER,
    NO_PALIFICO,
    NOT_WILD,
    WILD,
    variants,
)
from boardodds.probability.ablation import ablate

_MATCHING, _EXPECTED_BEFORE, _EXPECTED_AFTER = "your matching dice", "expected before", "expected after"
_CHANGE = "change (percentage points)"
# The headings of the CSV files, which others rely on.
_CSV_HEADINGS = {
    _CHANGE: "the bids change (points)",
    DICE_ALONE: "naive",
    GIVEN_BIDS: "with what the bids tell",
    _MATCHING: "of these you hold",
    _EXPECTED_BEFORE: "they expect before",
    _EXPECTED_AFTER: "they expect after",
}
_MAX_SHOWN = 12
# Moves with a higher chance are listed and not drawn, because their bars would look the same.
_MIN_LISTED = 0.995
# Quantities are left out if the best bid has a lower chance, which rounds to 0%.
_MIN_SHOWN_CHANCE = 0.005
# bids of the viewer's own for which the inference is shown
_MAX_OWN_BIDS = 8
_WHAT_IF = (NOT_WILD, WILD, ACES_LOWEST, HIGHER, CALZA, NO_PALIFICO, EIGHT_SIDES, FOUR_SIDES)


def headline(setup: PerudoSetup, posterior: Posterior) -> str:
    """Return the answer in one line."""
    bid = bid_in_question(setup)
    name, fraction = bid_in_words(bid), fraction_from_dice(setup, bid)
    if setup.state.current is None:
        chance = "certainly be true" if fraction == 1 else f"be true {percent(naive_chance(setup, bid))} of the time"
        return f"Nobody has bid yet: {name} would {chance}"
    if fraction == 1:
        return f"{name}: certainly true, because {reason_for_certainty(setup, bid)}"
    if fraction == 0:
        return f"{name}: certainly false, because too few dice are unseen"
    chance_given_bids = unrounded(setup, bid, posterior.bid_probability(bid))
    return (
        f"{name}: true {percent(naive_chance(setup, bid))} of the time from the dice alone, "
        f"{percent(chance_given_bids)} given the bids"
    )


def advice(setup: PerudoSetup, posterior: Posterior) -> str:
    """Return the viewer's safest move and the largest likely bid; or whose turn it is, or the request to enter the dice."""
    if not setup.is_hand_confirmed:
        return "These odds are for the dice shown, which you **haven't confirmed** yet. Tap your dice to enter what you rolled."
    if not setup.is_viewers_turn:
        player = setup.bidder + 1
        return f"Player {player} opens." if setup.state.current is None else f"It is player {player}'s turn."
    if setup.state.current is None:
        return "You open the round."
    best, *others = posterior.rank_moves()
    chance = unrounded(setup, best.move, best.probability)
    reason = f", because {reason_for_certainty(setup, best.move)}" if chance == 1 else ""
    text = f"Safest move: **{move_in_words(best.move)}** ({chance_in_words(chance)}{reason})."
    likely = {
        ranked.move: ranked.probability
        for ranked in others
        if isinstance(ranked.move, Bid) and ranked.probability >= 0.5
    }
    if likely and (isinstance(best.move, Call) or max(likely).quantity > best.move.quantity):
        # Bids sort by quantity first. Whether one bid outranks another depends on the rules for aces.
        most = max(likely)
        chance_of_most = chance_in_words(unrounded(setup, most, likely[most]))
        text += f" Most dice you can bid now with at least a 50% chance: **{bid_in_words(most)}** ({chance_of_most})."
    return text


def bid_in_question(setup: PerudoSetup) -> Bid:
    """Return the current bid, or before the first bid the highest opening that is true at least half of the time."""
    return setup.state.current or highest_likely(setup.state, setup.rules)


def naive_chance(setup: PerudoSetup, bid: Bid, rules: Rules | None = None) -> float:
    """Return the chance that a bid is true from the dice alone, with every unseen die fair.

    rules: the page's rules if None.
    """
    return bid_probability(bid, setup.state.hand, setup.unseen, rules or setup.rules, palifico=setup.state.palifico)


def move_in_words(move: Move) -> str:
    return str(move) if isinstance(move, Call) else bid_in_words(move)


def matching_chart(setup: PerudoSetup, posterior: Posterior) -> None:
    """Show the distribution of the number of dice that match the bid in question, from the dice alone and given the bids."""
    bid = bid_in_question(setup)
    naive = solvers.naive_posterior(replace(setup.state, bids=()), setup.rules)
    pmfs = {DICE_ALONE: naive.total(bid.face)}
    if setup.state.bids:
        pmfs[GIVEN_BIDS] = posterior.total(bid.face)
    face = face_names(bid.face)
    chart(
        charts.matching_bars(pmfs, bid.quantity, face),
        key="matching_chart",
        alt=f"Distribution of the number of {face} among all dice; the mean is "
        + ", ".join(f"{pmf.mean:.2f} {'from the ' if name == DICE_ALONE else ''}{name}" for name, pmf in pmfs.items()),
    )
    st.caption(
        f"Chance of each number of {face} among all dice"
        f"{', wild aces included' if len(_matching_faces(setup, bid)) > 1 else ''}. "
        f"Solid bars: the numbers that make {bid_in_words(bid)} true."
    )


def _matching_faces(setup: PerudoSetup, bid: Bid) -> tuple[int, ...]:
    return setup.rules.matching_faces(bid.face, setup.state.palifico)


def moves_view(setup: PerudoSetup, posterior: Posterior) -> None:
    """Show every legal move of the viewer, ranked by the chance that it is right."""
    if not setup.is_viewers_turn:
        st.markdown("It isn't your turn. Tap the other players' bids on the board, or choose which player you are.")
        return
    ranking = posterior.rank_moves()
    # Before the first bid the dice alone give the same ranking, and ranking all openings again would take long.
    ranking_by_dice = _rank_by_dice(setup) if setup.state.bids else ranking
    by_dice = {ranked.move: unrounded(setup, ranked.move, ranked.probability) for ranked in ranking_by_dice}
    given_bids = {ranked.move: unrounded(setup, ranked.move, ranked.probability) for ranked in ranking}
    if setup.state.bids:
        safest = ranking_by_dice[0].move
        st.markdown(f"Safest move from the dice alone: {move_in_words(safest)} ({chance_in_words(by_dice[safest])}).")
    drawn = _list_safe_moves(setup, {move: min(chance, by_dice[move]) for move, chance in given_bids.items()})
    # The dice alone come first, as in the chart above, so that both charts use the same colours.
    bars = {DICE_ALONE: {move_in_words(move): by_dice[move] for move in drawn}}
    if setup.state.bids:
        bars[GIVEN_BIDS] = {move_in_words(move): given_bids[move] for move in drawn}
    chart(
        charts.move_bars(bars),
        key="moves_chart",
        alt="Chance that each move is right: "
        + ", ".join(f"{move_in_words(move)} {chance_in_words(given_bids[move], 0)}" for move in drawn),
    )
    rows = [
        {
            "move": move_in_words(ranked.move),
            GIVEN_BIDS: _chance_cell(given_bids[ranked.move], ranked.probability),
            DICE_ALONE: _chance_cell(by_dice[ranked.move], by_dice[ranked.move]),
            _CHANGE: 100 * (given_bids[ranked.move] - by_dice[ranked.move]),
        }
        for ranked in ranking
    ]
    table(rows, places={_CHANGE: 2})
    csv_button("Moves as CSV", lambda: with_headings(rows, _CSV_HEADINGS), file_name="moves.csv", key="moves_csv")
    st.caption(
        "The percentage is the chance that the move is right: a bid if it is true, dudo if the current bid is false, calza if it "
        "is exact. For a bid, it is your chance to keep your dice if the next player calls dudo. It leaves out what happens if "
        "the others raise and the turn comes back to you."
    )


def _list_safe_moves(setup: PerudoSetup, chances: Mapping[Move, float]) -> list[Move]:
    """Show the bids that are certainly true, or almost, with the reason; return the moves to draw instead.

    chances: the chance that each move is right, best first; the lower one of from the dice alone and given the bids.
    """
    certain = [move for move, chance in chances.items() if chance == 1 and isinstance(move, Bid)]
    groups: dict[str, list[Move]] = {
        "Safe, because the dice you see already make them true": [
            move for move in certain if is_true_by_own_dice(setup, move)
        ],
        "Safe, because every die matches them": [move for move in certain if not is_true_by_own_dice(setup, move)],
        f"Not certain, but right in more than {_MIN_LISTED:.1%} of cases": [
            move for move, chance in chances.items() if _MIN_LISTED < chance < 1
        ],
    }
    listed = [move for moves in groups.values() for move in moves]
    if not 1 < len(listed) < len(chances):
        return list(chances)[:_MAX_SHOWN]
    for text, moves in groups.items():
        if moves:
            st.markdown(f"{text}: {_list_moves(moves)}.")
    return [move for move in chances if move not in listed][:_MAX_SHOWN]


def _chance_cell(shown: float, chance: float) -> FormattedCell:
    return figure(chance_in_words(shown), chance)


def _rank_by_dice(setup: PerudoSetup) -> list[RankedMove]:
    return rank_moves(setup.state.current, setup.state.hand, setup.unseen, setup.rules, palifico=setup.state.palifico)


def _list_moves(moves: Sequence[Move]) -> str:
    """Return the first ``_MAX_SHOWN`` moves in words, and the number of the others."""
    names = [move_in_words(move) for move in moves[:_MAX_SHOWN]]
    more = len(moves) - len(names)
    return ", ".join(names) + (f" and {more} more" if more else "")


def all_bids_view(setup: PerudoSetup, posterior: Posterior) -> None:
    """Show the chance of every bid as a heatmap, given the bids or from the dice alone."""
    is_given_bids = st.toggle("Given the bids", **setting("listen", True))
    faces = list(range(1, setup.rules.sides + 1))
    quantities = range(1, setup.state.total_dice + 1)
    totals = {face: posterior.total(face) for face in faces} if is_given_bids else {}

    def chance(bid: Bid) -> float:
        found = totals[bid.face].at_least(bid.quantity) if is_given_bids else naive_chance(setup, bid)
        return unrounded(setup, bid, found)

    chances = [[chance(Bid(quantity, face)) for face in faces] for quantity in quantities]
    legal = legal_bids(
        setup.state.current,
        setup.state.total_dice,
        setup.rules,
        palifico=setup.state.palifico,
        own_dice=setup.state.dice[setup.bidder],
    )
    # The quantity of the lowest legal bid is always shown, even if the bid has almost no chance.
    rows = max(sum(max(row) >= _MIN_SHOWN_CHANCE for row in chances), *(bid.quantity for bid in legal[:1]), 1)
    chart(
        charts.bid_heatmap(
            chances[:rows],
            [face_names(face) for face in faces],
            [(bid.quantity - 1, bid.face - 1) for bid in legal if bid.quantity <= rows],
        ),
        key="bids_chart",
        alt="Chance that each bid is true. Legal bids now: "
        + ", ".join(
            f"{bid_in_words(bid)} {chance_in_words(chances[bid.quantity - 1][bid.face - 1], 0)}"
            for bid in legal[:_MAX_SHOWN]
        )
        + (f" and {len(legal) - _MAX_SHOWN} more" if len(legal) > _MAX_SHOWN else ""),
    )
    higher = (
        f" Higher quantities than {rows} are not shown: their chances are below {percent(_MIN_SHOWN_CHANCE)}."
        if rows < len(chances)
        else ""
    )
    st.caption(
        f"Framed: bids that are legal now. Dark: a chance of at least 50%. 100% is certain, 0% impossible.{higher}"
    )
    by_face = dict(zip(map(face_names, faces), zip(*chances, strict=True), strict=True))
    csv_button("All bids as CSV", lambda: {"at least": quantities, **by_face}, file_name="bids.csv", key="bids_csv")


def inference_view(setup: PerudoSetup, posterior: Posterior) -> None:
    """Show the expected dice of each other player given the bids, and what the others would infer from the viewer's next bid."""
    expectations = posterior.face_expectations
    if expectations:
        players = [f"player {expectation.player + 1}" for expectation in expectations]
        faces = [face_names(face) for face in range(1, setup.rules.sides + 1)]
        chart(
            charts.inference_heatmap([expectation.shifts for expectation in expectations], players, faces),
            key="telling_chart",
            alt="Change in the expected number of dice of each face, given the bids: "
            + "; ".join(
                f"{player}: "
                + ", ".join(f"{face} {shift:+.2f}" for face, shift in zip(faces, expectation.shifts, strict=True))
                for player, expectation in zip(players, expectations, strict=True)
            ),
        )
        st.caption(
            "Expected number of a player's dice with each face given the bids, minus the number expected before any bid. Wild "
            "aces count as aces only. Each possible hand is weighted by its chance and its likelihood to make the player's bids."
        )
    else:
        st.markdown("No other player has bid yet, so there is nothing to infer.")
    if setup.is_viewers_turn:
        st.markdown("**What your own bid would reveal**")
        bids = [ranked.move for ranked in posterior.rank_moves() if isinstance(ranked.move, Bid)][:_MAX_OWN_BIDS]
        if bids:
            rows = [_inference_row(setup, bid) for bid in bids]
            table(rows, places=dict.fromkeys((_EXPECTED_BEFORE, _EXPECTED_AFTER), 2))
            st.caption(
                "*Expected before* and *expected after* your bid: the number of your dice that match it, as expected by "
                "opponents who know how you bid."
            )
            csv_button(
                "Inference as CSV",
                lambda: with_headings(rows, _CSV_HEADINGS),
                file_name="telling.csv",
                key="telling_csv",
            )


def _inference_row(setup: PerudoSetup, bid: Bid) -> dict[str, object]:
    """Return the number of the viewer's dice that match a bid, and the number the others expect before and after the bid."""
    shift = shift_after_bid(setup.state, bid, setup.model, setup.rules)
    return {
        "your bid": bid_in_words(bid),
        _MATCHING: shift.held,
        _EXPECTED_BEFORE: shift.before,
        _EXPECTED_AFTER: shift.after,
    }


def what_if_view(setup: PerudoSetup, _posterior: Posterior) -> None:
    """Show the chance of the bid in question, from the dice alone, under the named variants."""
    bid = bid_in_question(setup)
    highest_face = max([bid.face, *setup.state.hand])
    cases = {
        name: rules
        for name, rules in _shown_variants(setup.rules).items()
        if highest_face <= rules.sides and (rules.palifico or not setup.state.palifico)
    }
    ablation = ablate(lambda rules: naive_chance(setup, bid, rules), setup.rules, cases)
    chances = {"now": ablation.baseline} | dict(ablation.variants)
    st.markdown(f"Chance of at least {bid_in_words(bid)}, from the dice alone:")
    chart(
        charts.move_bars({DICE_ALONE: chances}),
        key="what_if_chart",
        alt=f"Chance of at least {bid_in_words(bid)}: "
        + ", ".join(f"{name} {chance_in_words(chance)}" for name, chance in chances.items()),
    )
    rows = [
        {
            "what if": name,
            "the bid is true": _chance_cell(chance, chance),
            "raises to choose from": len(_raises(setup, rules)),
        }
        for (name, chance), rules in zip(chances.items(), [setup.rules, *cases.values()], strict=True)
    ]
    table(rows)
    csv_button("What if as CSV", lambda: rows, file_name="what_if.csv", key="what_if_csv")
    if st.toggle("Whole matches under each of these rules", **setting("whole", False)):
        rules_view(setup, cases)


def _raises(setup: PerudoSetup, rules: Rules) -> list[Bid]:
    """Return the legal raises of the current bid under some rules; none if the rules do not allow the current bid."""
    try:
        return legal_bids(
            setup.state.current,
            setup.state.total_dice,
            rules,
            palifico=setup.state.palifico,
            own_dice=setup.state.dice[setup.bidder],
        )
    except ValueError:
        # The current bid is on aces, and these rules never allow that.
        return []


def _shown_variants(rules: Rules) -> Mapping[str, Rules]:
    """Return the variants in ``_WHAT_IF`` that are possible and differ from the rules, by name."""
    cases = variants(rules)
    return {name: cases[name] for name in _WHAT_IF if name in cases}


def how_view(setup: PerudoSetup, _posterior: Posterior) -> None:
    """Explain how the answer is computed."""
    state, bid = setup.state, bid_in_question(setup)
    st.markdown(
        f"**From the dice alone.** You see {len(state.hand)} of the {state.total_dice} dice; {setup.unseen} are unseen. Each "
        "unseen die matches with chance $p$, independently of the others. So the number $k$ of unseen dice that match is "
        "binomial. The bid is true if $k$ is at least $r$, the bid's quantity minus the number of your matching dice:"
    )
    formula(r"P = \sum_{k \ge r} \binom{n}{k}\, p^k (1-p)^{n-k}")
    own_matches = sum(die in _matching_faces(setup, bid) for die in state.hand)
    match_chance = setup.rules.match_chance(bid.face, state.palifico)
    p = f"{match_chance.numerator}/{match_chance.denominator}" if match_chance < 1 else "1"
    chance = chance_in_words(unrounded(setup, bid, naive_chance(setup, bid)), 4)
    st.markdown(
        f"For {bid_in_words(bid)} $n = {setup.unseen}$, $p = {p}$ and $r = {bid.quantity} - {own_matches}$. Chance that the bid "
        f"is true: **{chance}**."
    )
    st.markdown(
        "**Given the bids.** A bid depends on the bidder's own dice and on what everybody sees. So every possible hand $h$ of a "
        f"player ({len(hands(setup.rules.starting_dice, setup.rules.sides)[1]):,} of {setup.rules.starting_dice} dice) is "
        "weighted by the chance to roll it, and by its likelihood to make each of the player's bids $b$. Given the bids, the "
        "hands of different players are independent, and their matching dice add up:"
    )
    formula(r"P(h \mid \text{bids}) \propto P(h) \prod_b P(b \mid h, \text{seen by all})")
    st.markdown(
        "The likelihood of a bid comes from a model. A *logit* bidder makes a move with a chance proportional to $e^{s P}$. "
        "Here $P$ is the chance that the move is right from that hand and the dice alone, and $s$ is the sharpness. A *computer* "
        "makes the move with the highest $P$, apart from random moves. At sharpness 0 the chances given the bids are those from "
        "the dice alone. The numbers are exact for the model. That people bid like the model is an assumption: the view "
        "*Calibration* tests the models on computer players only.\n\n"
        "**Readings**: aces are special only while they are wild; *Bids on aces* in the house rules says how they are raised. "
        "Otherwise a raise by `value or quantity` is the same quantity of a higher face, or one more of the same face. Many "
        "tables also allow more, such as 6 fives after 4 fives; choose `any higher` for those. In a palifico round aces are not "
        "wild. Its face is fixed, unless a house rule lets a player with one die change it.\n\n"
        "**Source**: *Perudo probability explanations*, a blog post by Charles Dieterle, has this binomial chance and the dial."
    )
    model = (
        f"perudo.{setup.model!r}"
        if isinstance(setup.model, LogitBidder)
        else f"perudo.PolicyBidder(slip={setup.model.slip})"
    )
    python_panel(
        f"from boardodds import perudo\nrules = perudo.{setup.rules!r}\nstate = perudo.RoundState.parse({str(state)!r})\n"
        f"bid = perudo.Bid.parse({str(bid)!r})\n"
        f"perudo.bid_probability(bid, {state.hand}, {setup.unseen}, rules, palifico={state.palifico})\n"
        f"perudo.posterior(state, {model}, rules).bid_probability(bid)"
    )


VIEWS: dict[str, Callable[[PerudoSetup, Posterior], None]] = {
    "What to do": moves_view,
    "All bids": all_bids_view,
    INFERENCE: inference_view,
    "What if": what_if_view,
    "The dial": dial_view,
    "Calibration": calibration_view,
    "Tournament": tournament_view,
    "Bluffing": bluff_view,
    "How": how_view,
}
LINK: Allowed = {"listen": switch, "values": switch, "whole": switch, **MATCHES_LINK}

"""The Perudo page's views of the round, one function each, and its headline and advice."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

import streamlit as st

from boardodds.charts import perudo as charts
from boardodds.charts.style import in_percent
from boardodds.dashboard.perudo import solvers
from boardodds.dashboard.perudo.bluffing import bluff_view
from boardodds.dashboard.perudo.edits import PerudoSetup
from boardodds.dashboard.perudo.inputs import bid_in_words, face_names, highest_likely
from boardodds.dashboard.perudo.matches import LINK as MATCHES_LINK
from boardodds.dashboard.perudo.matches import calibration_view, dial_view, rules_view, tournament_view
from boardodds.dashboard.ui.data_tables import csv_button, table
from boardodds.dashboard.ui.page_parts import chart, formula, python_panel
from boardodds.dashboard.ui.page_text import percent
from boardodds.dashboard.ui.settings import Allowed, switch
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

DICE_ALONE, GIVEN_BIDS = "dice alone", "given the bids"
# The headings of the CSV file, which others rely on.
_CSV_HEADINGS = {DICE_ALONE: "naive", GIVEN_BIDS: "with what the bids tell"}
_EXPECTED_BEFORE, _EXPECTED_AFTER = "they expect before", "they expect after"
_MAX_SHOWN = 12
# Moves with a higher chance are listed and not drawn, because their bars would look the same.
_MIN_CERTAIN = 0.995
# Quantities are left out if the best bid has a lower chance, which rounds to 0%.
_MIN_SHOWN_CHANCE = 0.005
# bids of the viewer's own for which the inference is shown
_MAX_OWN_BIDS = 8
_WHAT_IF = (NOT_WILD, WILD, ACES_LOWEST, HIGHER, CALZA, NO_PALIFICO, EIGHT_SIDES, FOUR_SIDES)


def headline(setup: PerudoSetup, posterior: Posterior) -> str:
    """Return the answer in one line."""
    bid = bid_in_question(setup)
    if setup.state.current is None:
        return f"Nobody has bid yet: {bid_in_words(bid)} would be true {percent(naive_chance(setup, bid))} of the time"
    return (
        f"{bid_in_words(bid)}: true {percent(naive_chance(setup, bid))} of the time from the dice alone, "
        f"{percent(posterior.bid_probability(bid))} given the bids"
    )


def advice(setup: PerudoSetup, posterior: Posterior) -> str:
    """Return one line with the safest move and the highest likely bid, whose turn it is, or the request to enter the dice."""
    if not setup.is_hand_confirmed:
        return "These odds are for the dice shown, which you **haven't confirmed** yet. Tap your dice to enter what you rolled."
    action = "opens" if setup.state.current is None else "is to answer"
    if not setup.is_viewers_turn:
        return f"Player {setup.bidder + 1} {action}."
    if setup.state.current is None:
        return "You open the round."
    best, *others = posterior.rank_moves()
    text = f"Safest move: **{move_in_words(best.move)}** ({percent(best.probability)})."
    likely = {
        ranked.move: ranked.probability
        for ranked in others
        if isinstance(ranked.move, Bid) and ranked.probability >= 0.5
    }
    if likely and (isinstance(best.move, Call) or max(likely) > best.move):
        highest = max(likely)
        text += (
            f" Highest legal bid with at least a 50% chance: **{bid_in_words(highest)}** ({percent(likely[highest])})."
        )
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
        alt=f"How many {face} there are: "
        + ", ".join(f"{name} on average {pmf.mean:.2f}" for name, pmf in pmfs.items()),
    )
    st.caption(
        f"{face.capitalize()} among all dice{', wild aces with them' if len(_matching_faces(setup, bid)) > 1 else ''}. "
        f"Where the bars are full, {bid_in_words(bid)} would be true."
    )


def _matching_faces(setup: PerudoSetup, bid: Bid) -> tuple[int, ...]:
    return setup.rules.matching_faces(bid.face, setup.state.palifico)


def moves_view(setup: PerudoSetup, posterior: Posterior) -> None:
    """Show every legal move of the viewer, ranked by the chance that it is right."""
    if not setup.is_viewers_turn:
        st.markdown("It is not your turn: tap the bids of the others where yours are made, or choose who you are.")
        return
    ranking = posterior.rank_moves()
    # Before the first bid the dice alone give the same ranking, and ranking all openings again would take long.
    ranking_by_dice = _rank_by_dice(setup) if setup.state.bids else ranking
    chances_by_dice = {ranked.move: ranked.probability for ranked in ranking_by_dice}
    if setup.state.bids:
        safest = ranking_by_dice[0]
        st.markdown(f"Safest move from the dice alone: {move_in_words(safest.move)} ({percent(safest.probability)}).")
    certain = [
        ranked.move for ranked in ranking if min(ranked.probability, chances_by_dice[ranked.move]) > _MIN_CERTAIN
    ]
    if 1 < len(certain) < len(ranking):
        st.markdown(f"Right in more than {_MIN_CERTAIN:.1%} of cases: {_list_moves(certain)}.")
    else:
        certain = []
    top_moves = [ranked for ranked in ranking if ranked.move not in certain][:_MAX_SHOWN]
    # The dice alone come first, as in the chart above, so that both charts use the same colours.
    bars = {DICE_ALONE: {move_in_words(ranked.move): chances_by_dice[ranked.move] for ranked in top_moves}}
    if setup.state.bids:
        bars[GIVEN_BIDS] = {move_in_words(ranked.move): ranked.probability for ranked in top_moves}
    chart(
        charts.move_bars(bars),
        key="moves_chart",
        alt="Chance that each move is right: "
        + ", ".join(f"{move_in_words(ranked.move)} {in_percent(ranked.probability, 0)}" for ranked in top_moves),
    )
    rows = [
        {
            "move": move_in_words(ranked.move),
            GIVEN_BIDS: ranked.probability,
            DICE_ALONE: chances_by_dice[ranked.move],
            "the bids change (points)": 100 * (ranked.probability - chances_by_dice[ranked.move]),
        }
        for ranked in ranking
    ]
    table(rows, percent=[GIVEN_BIDS, DICE_ALONE], places={"the bids change (points)": 2})
    csv_button(
        "Moves as CSV",
        lambda: [{_CSV_HEADINGS.get(name, name): cell for name, cell in row.items()} for row in rows],
        file_name="moves.csv",
        key="moves_csv",
    )
    st.caption(
        "The percentage is the chance that the move is right: a bid if it is true, dudo if the current bid is false, calza if it "
        "is exact. For a bid, it is your chance to keep your dice if the next player calls dudo. A low, safe bid also gets back "
        "to you sooner."
    )


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
    if is_given_bids:
        totals = {face: posterior.total(face) for face in faces}
        chances = [[totals[face].at_least(quantity) for face in faces] for quantity in quantities]
    else:
        chances = [[naive_chance(setup, Bid(quantity, face)) for face in faces] for quantity in quantities]
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
        alt="Chance of every bid; of the legal ones: "
        + ", ".join(
            f"{bid_in_words(bid)} {in_percent(chances[bid.quantity - 1][bid.face - 1], 0)}"
            for bid in legal[:_MAX_SHOWN]
        ),
    )
    higher = f" Bids of more than {rows} are true in less than one of 200 rounds." if rows < len(chances) else ""
    st.caption(f"Framed: bids that may be made now. Dark: true at least half of the time.{higher}")
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
            "Expected number of dice of each face under a player's cup, minus the average of any cup. Every possible hand is "
            "weighted by its likelihood to make the player's bids."
        )
    else:
        st.markdown("Nobody else has bid yet, so there is nothing to infer.")
    if setup.is_viewers_turn:
        st.markdown("**What your own bid would reveal**")
        bids = [ranked.move for ranked in posterior.rank_moves() if isinstance(ranked.move, Bid)][:_MAX_OWN_BIDS]
        if bids:
            rows = [_inference_row(setup, bid) for bid in bids]
            table(rows, places=dict.fromkeys((_EXPECTED_BEFORE, _EXPECTED_AFTER), 2))
            csv_button("Telling as CSV", lambda: rows, file_name="telling.csv", key="telling_csv")


def _inference_row(setup: PerudoSetup, bid: Bid) -> dict[str, object]:
    """Return the number of the viewer's dice that match a bid, and the number the others expect before and after the bid."""
    shift = shift_after_bid(setup.state, bid, setup.model, setup.rules)
    return {
        "your bid": bid_in_words(bid),
        "of these you hold": shift.held,
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
    st.markdown(f"The chance that there are {bid_in_words(bid)}, by the dice alone:")
    chart(
        charts.move_bars({DICE_ALONE: chances}),
        key="what_if_chart",
        alt="Chance of the bid: " + ", ".join(f"{name} {chance:.1%}" for name, chance in chances.items()),
    )
    rows = [
        {
            "what if": name,
            "the bid is true": chance,
            "raises to choose from": len(_raises(setup, rules)),
        }
        for (name, chance), rules in zip(chances.items(), [setup.rules, *cases.values()], strict=True)
    ]
    table(rows, percent=["the bid is true"])
    csv_button("What if as CSV", lambda: rows, file_name="what_if.csv", key="what_if_csv")
    if st.toggle("Whole matches under each of these rules", **setting("whole", False)):
        rules_view(setup, cases)
        st.caption(
            "Six naive players; 95% intervals in brackets. Palifico, aces and raises all change how far bids climb."
        )


def _raises(setup: PerudoSetup, rules: Rules) -> list[Bid]:
    """Return the legal raises of the current bid under some rules; none if the rules do not allow the current bid."""
    try:
        return legal_bids(setup.state.current, setup.state.total_dice, rules, palifico=setup.state.palifico)
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
        f"**By the dice alone.** You see {len(state.hand)} of the {state.total_dice} dice; {setup.unseen} are unseen. A "
        "die that nobody has seen matches with chance $p$, so the matches among them are binomial, and the bid is true "
        "if there are at least $r$, what it names less those in your own hand:"
    )
    formula(r"P = \sum_{k \ge r} \binom{n}{k}\, p^k (1-p)^{n-k}")
    own_matches = sum(die in _matching_faces(setup, bid) for die in state.hand)
    chance = setup.rules.match_chance(bid.face, state.palifico)
    st.markdown(
        f"For {bid_in_words(bid)} $n = {setup.unseen}$, $p = {chance.numerator}/{chance.denominator}$ and "
        f"$r = {bid.quantity} - {own_matches}$, so the bid is true with a chance of **{naive_chance(setup, bid):.6f}**."
    )
    st.markdown(
        "**Given the bids.** A bid depends on the bidder's own dice and on what everybody sees. So every possible hand $h$ of a "
        f"player ({len(hands(setup.rules.starting_dice, setup.rules.sides)[1]):,} of {setup.rules.starting_dice} dice) is "
        "weighted by its chance to be rolled and by its likelihood to make each of the player's bids $b$. Players are "
        "independent, and their matching dice add up:"
    )
    formula(r"P(h \mid \text{bids}) \propto P(h) \prod_b P(b \mid h, \text{seen by all})")
    st.markdown(
        "The likelihood of a bid comes from a model. A *logit* bidder makes a move with a chance proportional to $e^{s P}$. "
        "Here $P$ is the chance that the move is right from that hand, and $s$ is the sharpness. A *computer* makes the most "
        "probable move, apart from random moves. At sharpness 0 the answer is that of the dice alone. The numbers are exact for "
        "the model. That people bid like the model is an assumption; the view *Calibration* measures how good it is.\n\n"
        "**Readings**: aces are special only while they are wild. A raise by `value or quantity` is the same quantity of a "
        "higher face, or one more of the same face. Many tables also allow more, such as 6 fives after 4 fives; choose "
        "`any higher` for those. In a palifico round aces are not wild, and the face is fixed.\n\n"
        "**Source**: *Perudo probability explanations* by Charles Dieterle, whose binomial and dial these are."
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
    "What bids tell": inference_view,
    "What if": what_if_view,
    "The dial": dial_view,
    "Calibration": calibration_view,
    "Tournament": tournament_view,
    "Bluffing": bluff_view,
    "How": how_view,
}
LINK: Allowed = {"listen": switch, "values": switch, "whole": switch, **MATCHES_LINK}

"""The views of the Perudo page that answer the round, one function each."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

import streamlit as st

from boardodds.charts import perudo as charts
from boardodds.charts.style import in_percent
from boardodds.dashboard.perudo import solvers
from boardodds.dashboard.perudo.bluffing import bluff_view
from boardodds.dashboard.perudo.inputs import PerudoSetup, bid_in_words, face_names, highest_likely
from boardodds.dashboard.perudo.matches import LINK as MATCHES_LINK
from boardodds.dashboard.perudo.matches import calibration_view, dial_view, rules_view, tournament_view
from boardodds.dashboard.ui.data_tables import csv_button, table
from boardodds.dashboard.ui.page_parts import chart, formula, python_panel
from boardodds.dashboard.ui.page_text import percent
from boardodds.dashboard.ui.query import Allowed, switch
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

NAIVE, READ = "naive", "with what the bids tell"
_BEFORE, _AFTER = "they expect before", "they expect after"
_MOST_SHOWN = 12
# moves that are likelier to stand all look alike
_CERTAIN = 0.995
# quantities of which no bid is likelier than this are not shown; it would be written as 0%
_HOPELESS = 0.005
_MOST_TOLD = 8
_WHAT_IF = (NOT_WILD, WILD, ACES_LOWEST, HIGHER, CALZA, NO_PALIFICO, EIGHT_SIDES, FOUR_SIDES)


def headline(setup: PerudoSetup, posterior: Posterior) -> str:
    """The answer in one line."""
    bid = bid_in_question(setup)
    if setup.state.current is None:
        return f"Nobody has bid yet: {bid_in_words(bid)} would be true {percent(naive_chance(setup, bid))} of the time"
    return (
        f"{bid_in_words(bid)}: true {percent(naive_chance(setup, bid))} of the time, "
        f"{percent(posterior.bid_probability(bid))} with what the bids tell"
    )


def advice(setup: PerudoSetup, posterior: Posterior) -> str:
    """What the viewer may answer the current bid with, or whose turn it is, in one line."""
    if not setup.is_told:
        return (
            "The figures are those of the dice shown, which are **not told to be yours** yet: tap those that you have."
        )
    does = "opens" if setup.state.current is None else "is to answer"
    if not setup.is_viewers_turn:
        return f"Player {setup.bidder + 1} {does}."
    if setup.state.current is None:
        return "You open the round."
    best, *others = posterior.rank_moves()
    shift = f"Likeliest to stand: **{move_in_words(best.move)}**, {percent(best.probability)}."
    even = {each.move: each.probability for each in others if isinstance(each.move, Bid) and each.probability >= 0.5}
    if even and (isinstance(best.move, Call) or max(even) > best.move):
        highest = max(even)
        shift += (
            f" Highest that is true at least half of the time: **{bid_in_words(highest)}**, {percent(even[highest])}."
        )
    return shift


def bid_in_question(setup: PerudoSetup) -> Bid:
    """The bid that the page is about: where nobody has bid, the highest opening that is true at least half of the time."""
    return setup.state.current or highest_likely(setup.state, setup.rules)


def naive_chance(setup: PerudoSetup, bid: Bid, rules: Rules | None = None) -> float:
    """The chance of a bid if every die that the viewer does not see is fair."""
    return bid_probability(bid, setup.state.hand, setup.unseen, rules or setup.rules, palifico=setup.state.palifico)


def move_in_words(move: Move) -> str:
    return str(move) if isinstance(move, Call) else bid_in_words(move)


def matching_chart(setup: PerudoSetup, posterior: Posterior) -> None:
    """How many dice match the bid that the page is about."""
    bid = bid_in_question(setup)
    naive = solvers.naive_posterior(replace(setup.state, bids=()), setup.rules)
    pmfs = {NAIVE: naive.total(bid.face)}
    if setup.state.bids:
        pmfs[READ] = posterior.total(bid.face)
    face = face_names(bid.face)
    chart(
        charts.matching_bars(pmfs, bid.quantity, face),
        key="matching_chart",
        alt=f"How many {face} there are: "
        + ", ".join(f"{name} on average {pmf.mean:.2f}" for name, pmf in pmfs.items()),
    )
    st.caption(
        f"{face.capitalize()} among all dice{', wild aces with them' if len(_matching(setup, bid)) > 1 else ''}. Where the bars "
        f"are full, {bid_in_words(bid)} would be true."
    )


def _matching(setup: PerudoSetup, bid: Bid) -> tuple[int, ...]:
    return setup.rules.matching_faces(bid.face, setup.state.palifico)


def moves_view(setup: PerudoSetup, posterior: Posterior) -> None:
    """Every move, ranked."""
    if not setup.is_viewers_turn:
        st.markdown("It is not your turn: tap the bids of the others where yours are made, or choose who you are.")
        return
    ranked = posterior.rank_moves()
    # before the first bid there is nothing to listen to, and all openings to go through
    unheard = _rank_by_dice(setup) if setup.state.bids else ranked
    naive = {each.move: each.probability for each in unheard}
    if setup.state.bids:
        likeliest = unheard[0]
        st.markdown(
            f"Without listening to the bids, the likeliest to stand: {move_in_words(likeliest.move)}, "
            f"{percent(likeliest.probability)}."
        )
    certain = [each.move for each in ranked if min(each.probability, naive[each.move]) > _CERTAIN]
    if 1 < len(certain) < len(ranked):
        st.markdown(f"As good as certain, over {_CERTAIN:.1%}: {_listed(certain)}.")
    else:
        certain = []
    shown = [each for each in ranked if each.move not in certain][:_MOST_SHOWN]
    # in the order, and so the colours, of the chart above
    bars = {NAIVE: {move_in_words(each.move): naive[each.move] for each in shown}}
    if setup.state.bids:
        bars[READ] = {move_in_words(each.move): each.probability for each in shown}
    chart(
        charts.move_bars(bars),
        key="moves_chart",
        alt="Chance that each move stands: "
        + ", ".join(f"{move_in_words(each.move)} {in_percent(each.probability, 0)}" for each in shown),
    )
    rows = [
        {
            "move": move_in_words(each.move),
            READ: each.probability,
            NAIVE: naive[each.move],
            "the bids change (points)": 100 * (each.probability - naive[each.move]),
        }
        for each in ranked
    ]
    table(rows, percent=[READ, NAIVE], places={"the bids change (points)": 2})
    csv_button("Moves as CSV", lambda: rows, file_name="moves.csv", key="moves_csv")
    st.caption(
        "A bid stands if it is true, dudo if the current bid is false, calza if it is exact. That is the chance not to "
        "lose a die if the next player calls at once; a low safe bid also comes round again sooner."
    )


def _rank_by_dice(setup: PerudoSetup) -> list[RankedMove]:
    return rank_moves(setup.state.current, setup.state.hand, setup.unseen, setup.rules, palifico=setup.state.palifico)


def _listed(moves: Sequence[Move]) -> str:
    """Moves in words, the first few of many."""
    words = [move_in_words(move) for move in moves[:_MOST_SHOWN]]
    more = len(moves) - len(words)
    return ", ".join(words) + (f" and {more} more" if more else "")


def all_bids_view(setup: PerudoSetup, posterior: Posterior) -> None:
    """Every bid at once."""
    listen = st.toggle("With what the bids tell", value=True, key="listen", bind="query-params")
    faces = list(range(1, setup.rules.sides + 1))
    quantities = range(1, setup.state.total_dice + 1)
    if listen:
        totals = {face: posterior.total(face) for face in faces}
        chances = [[min(1.0, totals[face].at_least(quantity)) for face in faces] for quantity in quantities]
    else:
        chances = [[naive_chance(setup, Bid(quantity, face)) for face in faces] for quantity in quantities]
    own = setup.state.dice[setup.bidder]
    legal = legal_bids(
        setup.state.current, setup.state.total_dice, setup.rules, palifico=setup.state.palifico, own_dice=own
    )
    # a few that may be made are seen even where all of them are hopeless
    rows = max(sum(max(row) >= _HOPELESS for row in chances), *(bid.quantity for bid in legal[:1]), 1)
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
            for bid in legal[:_MOST_SHOWN]
        ),
    )
    higher = f" Bids of more than {rows} are true in less than one of 200 rounds." if rows < len(chances) else ""
    st.caption(f"Framed: bids that may be made now. Dark: true at least half of the time.{higher}")
    by_face = dict(zip(map(face_names, faces), zip(*chances, strict=True), strict=True))
    csv_button("All bids as CSV", lambda: {"at least": quantities, **by_face}, file_name="bids.csv", key="bids_csv")


def telling_view(setup: PerudoSetup, posterior: Posterior) -> None:
    """What the bids say of the dice, and what the viewer's own would."""
    found = posterior.face_expectations
    if found:
        players = [f"player {each.player + 1}" for each in found]
        faces = [face_names(face) for face in range(1, setup.rules.sides + 1)]
        chart(
            charts.telling_heatmap([each.shifts for each in found], players, faces),
            key="telling_chart",
            alt="How many more dice of each face the bids make one expect: "
            + "; ".join(
                f"{player}: "
                + ", ".join(f"{face} {shift:+.2f}" for face, shift in zip(faces, each.shifts, strict=True))
                for player, each in zip(players, found, strict=True)
            ),
        )
        st.caption(
            "Dice of each face that one expects under a player's cup, beside what any cup holds on average. Every hand "
            "that the player may have is weighed by how likely it was to make those bids."
        )
    else:
        st.markdown("Nobody else has bid yet, so nothing is told.")
    if setup.is_viewers_turn:
        st.markdown("**What your own bid would tell them**")
        bids = [each.move for each in posterior.rank_moves() if isinstance(each.move, Bid)][:_MOST_TOLD]
        if bids:
            rows = [_telling_row(setup, bid) for bid in bids]
            table(rows, places=dict.fromkeys((_BEFORE, _AFTER), 2))
            csv_button("Telling as CSV", lambda: rows, file_name="telling.csv", key="telling_csv")


def _telling_row(setup: PerudoSetup, bid: Bid) -> dict[str, object]:
    shift = shift_after_bid(setup.state, bid, setup.model, setup.rules)
    return {
        "your bid": bid_in_words(bid),
        "of these you hold": shift.held,
        _BEFORE: shift.before,
        _AFTER: shift.after,
    }


def what_if_view(setup: PerudoSetup, _posterior: Posterior) -> None:
    """The bid that the page is about under other rules."""
    bid = bid_in_question(setup)
    highest = max([bid.face, *setup.state.hand])
    cases = {
        name: rules
        for name, rules in _what_ifs(setup.rules).items()
        if highest <= rules.sides and (rules.palifico or not setup.state.palifico)
    }
    found = ablate(lambda rules: naive_chance(setup, bid, rules), setup.rules, cases)
    bars = {NAIVE: {"now": found.baseline} | dict(found.variants)}
    st.markdown(f"The chance that there are {bid_in_words(bid)}, by the dice alone:")
    chart(
        charts.move_bars(bars),
        key="what_if_chart",
        alt="Chance of the bid: " + ", ".join(f"{name} {chance:.1%}" for name, chance in bars[NAIVE].items()),
    )
    rows = [
        {
            "what if": name,
            "the bid is true": chance,
            "raises to choose from": len(_raises(setup, rules)),
        }
        for (name, chance), rules in zip(bars[NAIVE].items(), [setup.rules, *cases.values()], strict=True)
    ]
    table(rows, percent=["the bid is true"])
    csv_button("What if as CSV", lambda: rows, file_name="what_if.csv", key="what_if_csv")
    if st.toggle("Whole matches under each of these rules", key="whole", bind="query-params"):
        rules_view(setup, cases)
        st.caption(
            "Six naive players; 95% intervals in brackets. Palifico, aces and raises all change how far bids climb."
        )


def _raises(setup: PerudoSetup, rules: Rules) -> list[Bid]:
    try:
        return legal_bids(setup.state.current, setup.state.total_dice, rules, palifico=setup.state.palifico)
    except ValueError:
        # a bid on aces where they are never bid
        return []


def _what_ifs(rules: Rules) -> Mapping[str, Rules]:
    cases = variants(rules)
    return {name: cases[name] for name in _WHAT_IF if name in cases}


def how_view(setup: PerudoSetup, _posterior: Posterior) -> None:
    """How the answer is worked out."""
    state, bid = setup.state, bid_in_question(setup)
    st.markdown(
        f"**By the dice alone.** You see {len(state.hand)} of the {state.total_dice} dice; {setup.unseen} are unseen. A "
        "die that nobody has seen matches with chance $p$, so the matches among them are binomial, and the bid is true "
        "if there are at least $r$, what it names less those in your own hand:"
    )
    formula(r"P = \sum_{k \ge r} \binom{n}{k}\, p^k (1-p)^{n-k}")
    held = sum(die in _matching(setup, bid) for die in state.hand)
    chance = setup.rules.match_chance(bid.face, state.palifico)
    st.markdown(
        f"For {bid_in_words(bid)} $n = {setup.unseen}$, $p = {chance.numerator}/{chance.denominator}$ and "
        f"$r = {bid.quantity} - {held}$, so the bid is true with chance **{naive_chance(setup, bid):.6f}**."
    )
    st.markdown(
        "**With what the bids tell.** A bid depends on the bidder's own dice and on what everybody sees. So every hand $h$ that "
        f"a player may hold ({len(hands(setup.rules.starting_dice, setup.rules.sides)[1]):,} of "
        f"{setup.rules.starting_dice} dice) is weighed by "
        "how often it is rolled and by how likely it was to make each of that player's bids $b$; players are independent, and "
        "their matching dice add up:"
    )
    formula(r"P(h \mid \text{bids}) \propto P(h) \prod_b P(b \mid h, \text{what all see})")
    st.markdown(
        "How likely a hand is to make a bid is the model: a *logit* bidder makes a move with chance proportional to "
        "$e^{s P}$, where $P$ is its chance to stand to someone with that hand and $s$ the sharpness; a *computer* makes "
        "the most "
        "probable move but for a slip. At sharpness 0 the answer is the naive one. The numbers are exact for the model; that "
        "people bid like the model is an assumption, and the view *Calibration* shows what it is worth.\n\n"
        "**Readings**: aces are special only while they are wild; a raise under `value_or_quantity` keeps the quantity "
        "at a higher "
        "face or adds one at the same face; in palifico aces are not wild, and the face is fixed.\n\n"
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
    "What bids tell": telling_view,
    "What if": what_if_view,
    "The dial": dial_view,
    "Calibration": calibration_view,
    "Tournament": tournament_view,
    "Bluffing": bluff_view,
    "How": how_view,
}
LINK: Allowed = {"listen": switch, "values": switch, "whole": switch, **MATCHES_LINK}

"""The Perudo page's view of its method."""

import streamlit as st

from boardodds.dashboard.perudo.chances import chance_in_words, unrounded
from boardodds.dashboard.perudo.edits import PerudoSetup
from boardodds.dashboard.perudo.inputs import FITTED, bid_in_words
from boardodds.dashboard.perudo.words import bid_in_question, matching_faces, naive_chance
from boardodds.dashboard.ui.page_parts import formula, python_panel
from boardodds.perudo.bidders import LogitBidder, PolicyBidder, hands
from boardodds.perudo.inference import Posterior


def how_view(setup: PerudoSetup, _posterior: Posterior) -> None:
    """Explain how the answer is computed."""
    state, bid = setup.state, bid_in_question(setup)
    st.markdown(
        f"**From the dice alone.** You see {len(state.hand)} of the {state.total_dice} dice. Each of the others, {setup.unseen} "
        "in all, matches with chance $p$, whatever the rest show. So the number $k$ of unseen dice that match is "
        "binomial. The bid is true if $k$ is at least $r$, the bid's quantity minus the number of your matching dice:"
    )
    formula(r"P = \sum_{k \ge r} \binom{n}{k}\, p^k (1-p)^{n-k}")
    own_matches = sum(die in matching_faces(setup, bid) for die in state.hand)
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
        "weighted by the chance $\\Pr(h)$ to roll it, and by its likelihood to make each of the player's bids $b$ with what "
        "everybody has seen. Given the bids, the hands of different players are independent, and their matching dice add up:"
    )
    formula(r"\Pr(h \mid \text{bids}) \propto {\Pr(h)}\, {\textstyle\prod_b \Pr(b \mid h, \text{seen})}")
    st.markdown(
        "The likelihood of a bid comes from a model. A *logit* bidder makes a move with a chance proportional to "
        "$e^{-s d (1-q)}$. Here $q$ is the chance that the move is right from that hand and the dice alone, and $s$ is the "
        "sharpness. $d$ is how often the move is tested: always for a call; for a bid, the chance that it is false to someone "
        f"without dice. {FITTED} A *computer* makes the move with the highest $q$, apart from random moves. At sharpness 0 the "
        "chances given the bids are those from the dice alone. The numbers are exact for the model. That people bid like the "
        "model is an assumption: the view *Calibration* tests the models on computer players only.\n\n"
        "**How we read the rules**: aces are special only while they are wild; *Bids on aces* in the house rules says how they "
        "are raised. Otherwise a raise by `any higher` is the same quantity of a higher face, or a higher quantity of any face. "
        "Some tables allow less: by `value or quantity`, only one more of the same face. In a palifico round "
        "aces are not wild. Its face is fixed, unless a house rule lets a player with one die change it.\n\n"
        "**Source**: *Perudo probability explanations*, a blog post by Charles Dieterle, has this binomial chance and the dial."
    )
    models = [_in_python(model) for model in setup.models]
    model = models[0] if len(set(models)) == 1 else f"({', '.join(models)})"
    python_panel(
        f"from boardodds import perudo\nrules = perudo.{setup.rules!r}\nstate = perudo.RoundState.parse({str(state)!r})\n"
        f"bid = perudo.Bid.parse({str(bid)!r})\n"
        f"perudo.bid_probability(bid, {state.hand}, {setup.unseen}, rules, palifico={state.palifico})\n"
        f"perudo.posterior(state, {model}, rules).bid_probability(bid)"
    )


def _in_python(model: LogitBidder | PolicyBidder) -> str:
    return f"perudo.{model!r}" if isinstance(model, LogitBidder) else f"perudo.PolicyBidder(slip={model.slip})"

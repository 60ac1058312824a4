"""The round of Perudo that the page asks about: rules, dice and bids, which live in the address."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path

import streamlit as st

from boardodds.dashboard.perudo import edits
from boardodds.dashboard.perudo.hands import UNTOLD, hand_of, write_link
from boardodds.dashboard.perudo.labels import RAISES
from boardodds.dashboard.ui.board_component import board_component
from boardodds.dashboard.ui.page_parts import choose, problem
from boardodds.dashboard.ui.page_text import as_sentence
from boardodds.dashboard.ui.settings import Allowed, any_text, one_of, switch, whole_number
from boardodds.perudo import ACE_BIDS, Bid, Rules, legal_bids
from boardodds.perudo.bidders import LogitBidder, PolicyBidder, chances_of_at_least
from boardodds.perudo.round_state import RoundState, check_round

perudo_round = board_component(Path(__file__).parent, "perudo_round")
SIDES = (2, 8)
MODELS = ("logit", "computer")
MAX_SHARPNESS = 30
_SHOWN = "perudo shown"
LINK: Allowed = {
    "round": any_text,
    UNTOLD: whole_number(1, 99_999),
    "sides": whole_number(*SIDES),
    "wild": switch,
    "aces": one_of(ACE_BIDS),
    "raises": one_of(RAISES),
    "open_aces": switch,
    "calza": switch,
    "change_face": switch,
    "model": one_of(MODELS),
    "sharpness": whole_number(0, MAX_SHARPNESS),
    "slip": one_of(["1", "2", "5", "10", "20"]),
}
_FACES = {1: "ace", 2: "two", 3: "three", 4: "four", 5: "five", 6: "six", 7: "seven", 8: "eight", 9: "nine", 10: "ten"}


@dataclass(frozen=True, slots=True)
class PerudoSetup:
    """The round as its viewer sees it, the rules, and how the others are taken to bid."""

    state: RoundState
    rules: Rules
    model: LogitBidder | PolicyBidder

    @property
    def unseen(self) -> int:
        """Dice in play that the viewer does not see."""
        return self.state.total_dice - len(self.state.hand)

    @property
    def is_viewers_turn(self) -> bool:
        return self.state.viewer is not None and self.bidder == self.state.viewer

    @property
    def is_hand_confirmed(self) -> bool:
        """Whether the viewer's dice are those of this round; they may be made up, or of the round before."""
        return not hand_of(self.state).untold

    @property
    def bidder(self) -> int:
        """Who is to answer the current bid, or to open."""
        return edits.bidder(self.state)


def bid_in_words(bid: Bid) -> str:
    """Return a bid in words.

    >>> bid_in_words(Bid(5, 6)), bid_in_words(Bid(1, 1))
    ('5 sixes', '1 ace')
    """
    face = _FACES.get(bid.face, f"{bid.face}")
    plural = "es" if face.endswith("x") else "s"
    return f"{bid.quantity} {face}{plural if bid.quantity > 1 else ''}"


def face_names(face: int) -> str:
    """Return the plural name of a face, as in "fours"."""
    return bid_in_words(Bid(2, face)).partition(" ")[2]


@dataclass(frozen=True, slots=True)
class Round:
    """The round and the rules, before it is known how the others bid. mistake: what is wrong with the text, if anything."""

    state: RoundState
    rules: Rules
    mistake: str | None


def choose_round() -> Round:
    """Draw the rule widgets and the board for dice and bids, and return the round."""
    rules = _choose_rules()
    text = st.session_state.get("round", st.query_params.get("round", ""))
    state, mistake = _read(text, rules)
    write_link(state)
    perudo_round(round_data(state, rules), key=edits.DRAWING, on_edit=lambda: edits.edit_round(state, rules))
    return Round(state, rules, mistake)


def choose_model(shown: Round) -> PerudoSetup:
    """Draw the widgets for the model of the other bidders and the round's text, and return the setup."""
    model = _choose_model()
    st.text_input(
        "Round as text",
        key="round",
        bind="query-params",
        max_chars=900,
        placeholder=str(_example(shown.rules)),
        help="Dice of each player, who you are, your dice, and the bids so far as player:quantity x face, or who opens, as in "
        "`opens=2`. `palifico` at the end marks such a round.",
    )
    if shown.mistake:
        problem(shown.mistake)
    return PerudoSetup(shown.state, shown.rules, model)


def _choose_rules() -> Rules:
    with st.popover("House rules", icon="🛠️"):
        wild = st.toggle("Aces are wild", value=True, key="wild", bind="query-params")
        aces = choose(
            "Bids on aces",
            ACE_BIDS,
            key="aces",
            disabled=not wild,
            help="Where aces are wild. `halved`: to half the quantity, and from them to twice and one more; `lowest` or "
            "`highest`: as an ordinary face of that rank; `never`.",
        )
        raises = choose(
            "A raise",
            list(RAISES),
            key="raises",
            help="`value or quantity`: a higher face at the same quantity, or one more of the same face; `any higher`: also "
            "any face at any higher quantity.",
        )
        sides = st.slider("Sides of a die", *SIDES, 6, key="sides", bind="query-params")
        open_aces = st.toggle("Rounds may open on aces", key="open_aces", bind="query-params")
        calza = st.toggle("Calza", key="calza", bind="query-params")
        change = st.toggle("Palifico: who has one die may change the face", key="change_face", bind="query-params")
    return Rules(
        sides=sides,
        wild_aces=wild,
        ace_bids=aces,
        raise_rule=RAISES[raises],
        open_on_aces=open_aces,
        calza=calza,
        palifico_one_die_may_change_face=change,
    )


def _choose_model() -> LogitBidder | PolicyBidder:
    model = choose(
        "The others bid",
        MODELS,
        key="model",
        help="What bids tell depends on how people bid. `logit`: the likelier a bid is to be true to its bidder, the "
        "likelier it is made. `computer`: always the most probable move, but for a slip now and then.",
    )
    if model == "computer":
        slip = st.select_slider("Slips, in percent", [1, 2, 5, 10, 20], 2, key="slip", bind="query-params")
        return PolicyBidder(slip=slip / 100)
    sharpness = st.slider(
        "Sharpness",
        0,
        MAX_SHARPNESS,
        8,
        key="sharpness",
        bind="query-params",
        help="0: bids are made at random and tell nothing. 30: nearly always the likeliest bid.",
    )
    return LogitBidder(sharpness=sharpness)


def _read(text: str, rules: Rules) -> tuple[RoundState, str | None]:
    """Return the round of a text; for an invalid text the last valid round, or the one before the invalid bid, and the error."""
    if not text.strip():
        st.session_state[_SHOWN] = example = _example(rules)
        return example, None
    try:
        state = RoundState.parse(text)
        if len(state.dice) > edits.MOST_PLAYERS:
            raise ValueError(f"dice must be those of 2..{edits.MOST_PLAYERS} players here, got {len(state.dice)}")
    except ValueError as error:
        if last := st.session_state.get(_SHOWN):
            return _possible(last, rules)[0], f"{error}. The page shows the last round that could be read"
        return _fitting(RoundState.parse("5.5.5.5 me=1 hand=12256"), rules), f"{error}. The page shows an example"
    st.session_state[_SHOWN] = state
    possible, mistake = _possible(state, rules)
    shown = "that bid" if possible.bids else "its first bid"
    return possible, f"{mistake}. The page shows the round before {shown}" if mistake else None


def _example(rules: Rules) -> RoundState:
    """Return the round that the page starts with, adapted to the rules."""
    start = RoundState.parse(edits.START)
    return _possible(replace(start, hand=tuple(min(die, rules.sides) for die in start.hand)), rules)[0]


def _possible(state: RoundState, rules: Rules) -> tuple[RoundState, str | None]:
    """Return the round, or if the rules forbid it the round before the first illegal bid, and the error."""
    try:
        check_round(state, rules)
    except ValueError as error:
        if not state.bids:
            return _fitting(state, rules), str(error)
        before, earlier = _possible(replace(state, bids=state.bids[:-1]), rules)
        return before, earlier or str(error)
    return state, None


def _fitting(state: RoundState, rules: Rules) -> RoundState:
    """Return the round without bids, adapted to the rules: faces and numbers of dice are capped at their maximum."""
    dice = tuple(min(number, rules.starting_dice) for number in state.dice)
    hand = tuple(min(die, rules.sides) for die in state.hand)[: rules.starting_dice]
    fitting = RoundState(dice, state.viewer, hand, palifico=state.palifico)
    try:
        check_round(fitting, rules)
    except ValueError:
        return replace(fitting, palifico=False)
    return fitting


def round_data(state: RoundState, rules: Rules) -> dict[str, object]:
    """Return the data of the board: dice, bids, and the legal next bids with their chances from the dice alone."""
    next_bidder, hand = edits.bidder(state), hand_of(state)
    likely = likely_bids(state, rules)
    legal: dict[int, list[tuple[int, float]]] = {}
    own_dice = state.dice[next_bidder]
    for bid in legal_bids(state.current, state.total_dice, rules, palifico=state.palifico, own_dice=own_dice):
        legal.setdefault(bid.quantity, []).append((bid.face, _short(likely[bid])))
    return {
        "dice": state.dice,
        "starting": rules.starting_dice,
        "most_players": edits.MOST_PLAYERS,
        "viewer": state.viewer,
        "hand": hand.dice,
        "untold": hand.untold,
        "faces": [
            (bid_in_words(Bid(1, face)).partition(" ")[2], face_names(face)) for face in range(1, rules.sides + 1)
        ],
        "bids": [(player, bid.quantity, bid.face) for player, bid in state.bids],
        "bidder": next_bidder,
        "openers": edits.openers(state),
        "legal": list(legal.items()),
        "likely": highest_likely(state, rules).quantity if state.current is None else min(legal, default=0),
        "palifico": state.palifico,
        "has_palifico": rules.palifico,
        "has_calza": rules.calza,
        "notice": as_sentence(edits.take_notice() or ""),
    }


def _short(chance: float) -> float:
    """Round a chance to three places, but keep one that would round to 0 or 1."""
    rounded = round(chance, 3)
    return rounded if 0 < rounded < 1 else chance


def likely_bids(state: RoundState, rules: Rules) -> Mapping[Bid, float]:
    """Return the chance of each bid, legal or not, from the dice alone as the viewer sees them."""
    return _likely(state.hand, state.total_dice - len(state.hand), rules, state.palifico)


@lru_cache(maxsize=256)
def _likely(hand: tuple[int, ...], unseen: int, rules: Rules, palifico: bool) -> Mapping[Bid, float]:
    chances: dict[Bid, float] = {}
    for face in range(1, rules.sides + 1):
        held = sum(die in rules.matching_faces(face, palifico) for die in hand)
        others = [float(chance) for chance in chances_of_at_least(face, unseen, rules, palifico)]
        for quantity in range(1, len(hand) + unseen + 1):
            # so many of the others' dice have to match
            needed = max(quantity - held, 0)
            chances[Bid(quantity, face)] = others[needed] if needed <= unseen else 0.0
    return chances


# the headline, the picture and the view ask for it as well, and it goes through every opening
@lru_cache(maxsize=256)
def highest_likely(state: RoundState, rules: Rules) -> Bid:
    """Return the highest opening that is true at least half of the time from the dice alone, or else the lowest opening."""
    likely = likely_bids(state, rules)
    openings = legal_bids(None, state.total_dice, rules, palifico=state.palifico)
    return next((bid for bid in reversed(openings) if likely[bid] >= 0.5), openings[0])

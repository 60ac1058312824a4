"""The round of Perudo that the page asks about: rules, dice and bids as widgets whose values live in the address."""

from dataclasses import dataclass, replace

import streamlit as st

from boardodds.dashboard import perudo_edits as edits
from boardodds.dashboard.link import Allowed, any_text, one_of, whole_number
from boardodds.dashboard.names import RAISES
from boardodds.dashboard.parts import choose, problem
from boardodds.perudo import ACE_BIDS, Bid, Rules, legal_bids
from boardodds.perudo.bidders import LogitBidder, PolicyBidder
from boardodds.perudo.round_state import PALIFICO_DICE, RoundState, check_round

MOST_PLAYERS = 6
SIDES = (2, 8)
MODELS = ("logit", "computer")
MAX_SHARPNESS = 30
_SHOWN = "perudo shown"
_SWITCH = one_of(["true", "false"])
LINK: Allowed = {
    "round": any_text,
    "sides": whole_number(*SIDES),
    "wild": _SWITCH,
    "aces": one_of(ACE_BIDS),
    "raises": one_of(RAISES),
    "open_aces": _SWITCH,
    "calza": _SWITCH,
    "change_face": _SWITCH,
    "model": one_of(MODELS),
    "sharpness": whole_number(0, MAX_SHARPNESS),
    "slip": one_of(["1", "2", "5", "10", "20"]),
}
_FACES = {1: "ace", 2: "two", 3: "three", 4: "four", 5: "five", 6: "six", 7: "seven", 8: "eight", 9: "nine", 10: "ten"}
# the faces ⚀ to ⚅ as Markdown writes them in ASCII: in any other label Streamlit looks for an icon, 0.2 ms for each of thirty
_PIPS = [f"&#{ord('⚀') + pips};" for pips in range(6)]


@dataclass(frozen=True, slots=True)
class Table:
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
        if self.state.viewer is None or self.state.turn not in (None, self.state.viewer):
            return False
        # a palifico round is opened by who has come down to one die
        return self.state.turn is not None or not self.state.palifico or len(self.state.hand) == PALIFICO_DICE


def bid_in_words(bid: Bid) -> str:
    """A bid as it is said at the table.

    >>> bid_in_words(Bid(5, 6)), bid_in_words(Bid(1, 1))
    ('5 sixes', '1 ace')
    """
    face = _FACES.get(bid.face, f"{bid.face}")
    plural = "es" if face.endswith("x") else "s"
    return f"{bid.quantity} {face}{plural if bid.quantity > 1 else ''}"


def face_names(face: int) -> str:
    """What dice of a face are called, as in fours."""
    return bid_in_words(Bid(2, face)).partition(" ")[2]


@dataclass(frozen=True, slots=True)
class Round:
    """The round and the rules, before it is known how the others are taken to bid."""

    state: RoundState
    rules: Rules


def choose_round() -> Round:
    """The widgets for rules, dice and bids."""
    rules = _choose_rules()
    text = st.session_state.get("round", st.query_params.get("round", ""))
    state, mistake = _read(text, rules)
    if mistake:
        problem(mistake)
    _players(state, rules)
    _own_dice(state, rules)
    # between what is changed most, so that it is seen on a phone too
    edits.tell_refused()
    _bids(state, rules)
    return Round(state, rules)


def choose_model(of: Round) -> Table:
    """The widgets for how the others bid, and the round as text."""
    model = _choose_model()
    st.text_input(
        "Round as text",
        key="round",
        bind="query-params",
        max_chars=900,
        placeholder=str(_example(of.rules)),
        help="Dice of each player, who you are, your dice, and the bids so far as player:quantity x face. `palifico` at the end "
        "marks such a round.",
    )
    return Table(of.state, of.rules, model)


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
    """The round of a text, or what is wrong with it and the last one that could be read, or the round before its bids."""
    if not text.strip():
        st.session_state[_SHOWN] = example = _example(rules)
        return example, None
    try:
        state = RoundState.parse(text)
        if len(state.dice) > MOST_PLAYERS:
            raise ValueError(f"dice must be those of 2..{MOST_PLAYERS} players here, got {len(state.dice)}")
    except ValueError as error:
        if last := st.session_state.get(_SHOWN):
            return _possible(last, rules)[0], f"{error}. The page shows the last round that could be read"
        return _fitting(RoundState.parse("5.5.5.5 me=1 hand=12256"), rules), f"{error}. The page shows an example"
    st.session_state[_SHOWN] = state
    possible, mistake = _possible(state, rules)
    return possible, f"{mistake}. The page shows the round before its first bid" if mistake else None


def _example(rules: Rules) -> RoundState:
    """The round that the page begins with, as far as it goes with the sides of the dice."""
    start = RoundState.parse(edits.START)
    return _possible(replace(start, hand=tuple(min(die, rules.sides) for die in start.hand)), rules)[0]


def _possible(state: RoundState, rules: Rules) -> tuple[RoundState, str | None]:
    """The round; if the rules do not allow it, the one before its bids, and why."""
    try:
        check_round(state, rules)
    except ValueError as error:
        return _fitting(replace(state, bids=()), rules), str(error)
    return state, None


def _fitting(state: RoundState, rules: Rules) -> RoundState:
    """A round without bids that the rules allow: dice show their highest face at most, and there are no more than may be."""
    dice = tuple(min(number, rules.starting_dice) for number in state.dice)
    hand = tuple(min(die, rules.sides) for die in state.hand)[: rules.starting_dice]
    fitting = RoundState(dice, state.viewer, hand, palifico=state.palifico)
    try:
        check_round(fitting, rules)
    except ValueError:
        return replace(fitting, palifico=False)
    return fitting


def _players(state: RoundState, rules: Rules) -> None:
    """How many play, who looks, and everybody's dice."""
    left, right = st.columns(2)
    players = len(state.dice)
    st.session_state["perudo players"] = players
    left.number_input(
        "Players", 2, MOST_PLAYERS, key="perudo players", on_change=edits.edit, args=(state, rules, edits.with_players)
    )
    seats = [str(seat + 1) for seat in range(players) if state.dice[seat]] + [edits.NOBODY]
    st.session_state["perudo me"] = edits.NOBODY if state.viewer is None else str(state.viewer + 1)
    right.selectbox(
        "You are player", seats, key="perudo me", on_change=edits.edit, args=(state, rules, edits.with_viewer)
    )
    row = st.container(horizontal=True)
    for seat, dice in enumerate(state.dice):
        key = f"perudo dice {seat}"
        st.session_state[key] = dice
        row.number_input(
            f"Dice of {seat + 1}{' (you)' if seat == state.viewer else ''}",
            0,
            rules.starting_dice,
            key=key,
            width=130,
            on_change=edits.edit,
            args=(state, rules, edits.with_dice),
        )


def _own_dice(state: RoundState, rules: Rules) -> None:
    """The viewer's dice, a row of pills for each."""
    faces = list(range(1, rules.sides + 1))
    for place, die in enumerate(edits.rows(state)):
        key = f"perudo die {place} of {rules.sides}"
        st.session_state[key] = die
        st.pills(
            f"Your die {place + 1}" if place else "Your dice, one in each row",
            faces,
            key=key,
            format_func=_pips,
            label_visibility="collapsed" if place else "visible",
            on_change=edits.edit,
            args=(state, rules, edits.with_hand),
        )
    if state.hand and st.session_state.get(edits.OLD_DICE) == str(state):
        st.caption("These are your dice of the round before: tap the new ones.")


def _pips(face: int) -> str:
    return f"{_PIPS[face - 1]} {face}" if face <= len(_PIPS) else str(face)


def _bids(state: RoundState, rules: Rules) -> None:
    """The bids so far, the next one, and taking the last one back."""
    said = ", ".join(f"player {player + 1}: **{bid_in_words(bid)}**" for player, bid in state.bids)
    st.markdown(f"Bids: {said or 'none yet'}")
    bidder = _next_bidder(state)
    own_dice = state.dice[bidder]
    options = legal_bids(state.current, state.total_dice, rules, palifico=state.palifico, own_dice=own_dice)
    if options:
        st.selectbox(f"Next bid, by {_player(state, bidder)}", options, key="perudo next", format_func=bid_in_words)
    row = st.container(horizontal=True)
    row.button("Bid", icon="➕", disabled=not options, on_click=edits.edit, args=(state, rules, edits.with_next_bid))
    row.button(
        "Take back",
        icon="↩️",
        disabled=not state.bids,
        on_click=edits.edit,
        args=(state, rules, edits.without_last_bid),
    )
    with row.popover("New round", icon="🎲"):
        st.session_state[edits.LOSER] = None
        st.pills(
            "Who lost a die?",
            [str(seat + 1) for seat in edits.in_play(state)] + [edits.NOBODY],
            key=edits.LOSER,
            format_func=lambda who: who if who == edits.NOBODY else _player(state, int(who) - 1),
            on_change=edits.edit,
            args=(state, rules, edits.with_new_round),
        )
    st.session_state["perudo palifico"] = state.palifico
    st.toggle(
        "This is a palifico round",
        key="perudo palifico",
        on_change=edits.edit,
        args=(state, rules, edits.with_palifico),
        help="When a player first comes down to one die and more than two are in: aces are not wild and the face is fixed.",
    )


def _next_bidder(state: RoundState) -> int:
    """Who bids next; the viewer, or the first who is in, opens unless somebody else is chosen."""
    if state.turn is not None:
        return state.turn
    in_play, key = edits.in_play(state), edits.opener_key(state.dice)
    st.session_state.setdefault(key, state.viewer if state.viewer in in_play else in_play[0])
    return st.selectbox("Who opens", in_play, format_func=lambda seat: _player(state, seat), key=key)


def _player(state: RoundState, seat: int) -> str:
    return "you" if seat == state.viewer else f"player {seat + 1}"

"""The hands that the Perudo page has shown in this round, with the places of their dice and which are unconfirmed."""

from collections.abc import Mapping
from dataclasses import dataclass

import streamlit as st

from boardodds.perudo.round_state import RoundState

_HANDS = "perudo hands"
# in the address: the places of the viewer's dice that have yet to be told, from 1
UNTOLD = "untold"


@dataclass(frozen=True, slots=True)
class Hand:
    """A player's dice in the places where they were tapped; the round itself keeps them in ascending order.

    untold: the places of dice that nobody has told yet: those of the round before, or made up for a hand just begun.

    >>> Hand((6, 6, 1)).of_length(2, sides=6), Hand((4,)).of_length(3, sides=6)
    (Hand(dice=(6, 6), untold=()), Hand(dice=(4, 3, 4), untold=(1, 2)))
    """

    dice: tuple[int, ...] = ()
    untold: tuple[int, ...] = ()

    def of_length(self, dice: int, sides: int) -> "Hand":
        """Return the hand cut to a number of dice, or filled up with unconfirmed dice; no face is above the number of sides."""
        held = tuple(min(die, sides) for die in self.dice[:dice])
        made_up = range(len(held), dice)
        untold = (*(place for place in self.untold if place < dice), *made_up)
        return Hand((*held, *(min(2 + place, sides) for place in made_up)), untold)

    def all_unconfirmed(self) -> "Hand":
        """Return the same dice, all unconfirmed, for a new round."""
        return Hand(self.dice, tuple(range(len(self.dice))))


Hands = Mapping[int, Hand]


def shown_hands(state: RoundState) -> Hands:
    """Return the hands shown in this round, by seat, with the viewer's hand from the round's state."""
    hands: Hands = st.session_state.get(_HANDS, {})
    if state.viewer is None:
        return hands
    return {**hands, state.viewer: _as_in(state, hands.get(state.viewer, Hand()))}


def _as_in(state: RoundState, hand: Hand) -> Hand:
    return hand if tuple(sorted(hand.dice)) == state.hand else Hand(state.hand)


def hand_of(state: RoundState) -> Hand:
    """Return the viewer's hand, or an empty one for an onlooker."""
    return Hand() if state.viewer is None else shown_hands(state)[state.viewer]


def write_link(state: RoundState) -> None:
    """Write to the link which of the viewer's dice are unconfirmed; on the first run, read it from the link."""
    if _HANDS not in st.session_state:
        linked = st.query_params.get(UNTOLD, "")
        untold_places = tuple(place for place in range(len(state.hand)) if str(place + 1) in linked)
        keep_hands({} if state.viewer is None else {state.viewer: Hand(state.hand, untold_places)})
    untold = "".join(str(place + 1) for place in hand_of(state).untold)
    if untold:
        st.query_params[UNTOLD] = untold
    else:
        st.query_params.pop(UNTOLD, None)


def keep_hands(hands: Hands) -> None:
    """Store the hands in the session; the link stores the viewer's dice."""
    st.session_state[_HANDS] = hands

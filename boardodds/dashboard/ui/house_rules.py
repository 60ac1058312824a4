"""What is played otherwise than the edition has it, told beside the answer: a link must not hide that it is another game."""

import streamlit as st

from boardodds import camel_up, perudo
from boardodds.dashboard.app.names import RAISES, name_of


def of_camel_up(rules: camel_up.Rules, edition: camel_up.Rules) -> list[str]:
    """The house rules of Camel Up in words.

    >>> from dataclasses import replace
    >>> edition = camel_up.FIRST_EDITION
    >>> of_camel_up(replace(edition, stacking=False, track=8), edition), of_camel_up(edition, edition)
    (['camels do not carry each other', '8 squares to the finish'], [])
    """
    return _those(
        {
            "camels do not carry each other": rules.stacking != edition.stacking,
            f"{rules.track} squares to the finish": rules.track != edition.track,
            f"dice from 1 to {max(rules.faces)}": rules.faces != edition.faces,
            "the grey die is always obeyed": rules.crazy_priority != edition.crazy_priority,
        }
    )


def of_perudo(rules: perudo.Rules) -> list[str]:
    """The house rules of Perudo in words.

    >>> of_perudo(perudo.Rules(calza=True, sides=8)), of_perudo(perudo.STANDARD)
    (['8 sides', 'calza'], [])
    """
    usual = perudo.STANDARD
    return _those(
        {
            "aces not wild": not rules.wild_aces,
            f"bids on aces {rules.ace_bids}": rules.wild_aces and rules.ace_bids != usual.ace_bids,
            f"a raise to {name_of(rules.raise_rule, RAISES)}": rules.raise_rule != usual.raise_rule,
            f"{rules.sides} sides": rules.sides != usual.sides,
            "rounds may open on aces": rules.open_on_aces,
            "calza": rules.calza,
            "one die may change the face of palifico": rules.palifico_one_die_may_change_face,
        }
    )


def tell(words: list[str]) -> None:
    """Says them in a line, if there are any."""
    if words:
        st.caption(f"House rules: {', '.join(words)}.")


def _those(said: dict[str, bool]) -> list[str]:
    return [words for words, changed in said.items() if changed]

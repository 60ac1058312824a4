"""Camel Up's pages: the leg, the race, and the length of a race."""

from boardodds.dashboard.camel_up import cards, edits, length
from boardodds.dashboard.ui.dashboards import Dashboard

DASHBOARD = Dashboard(
    cards={
        "camel_up_leg": cards.leg_card,
        "camel_up_race": cards.race_card,
        "camel_up_length": cards.length_card,
    },
    card_links={"camel_up_race": cards.RACE_LINK},
    allowed={"camel_up_leg": edits.LINK, "camel_up_race": edits.LINK, "camel_up_length": length.LINK},
)

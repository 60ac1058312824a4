"""Camel Up's pages: the leg, the race, and the length of a race."""

from boardodds.dashboard.camel_up import cards, leg_views, page, table_link
from boardodds.dashboard.ui.dashboards import Dashboard

DASHBOARD = Dashboard(
    card=cards.leg_card,
    settings={
        "camel_up_leg": {*table_link.LINK, *leg_views.LINK, *page.PAGE_LINK},
        "camel_up_race": {*table_link.LINK, *page.PAGE_LINK},
    },
    headlines={
        "camel_up_leg": cards.leg_headline,
        "camel_up_race": cards.race_headline,
        "camel_up_length": cards.length_headline,
    },
)

"""Camel Up's pages: the leg, the race, and the length of a race."""

from boardodds.dashboard.camel_up import cards, leg_views, length, page, previews, table_link
from boardodds.dashboard.ui.dashboards import Dashboard

DASHBOARD = Dashboard(
    card=cards.leg_card,
    allowed={
        "camel_up_leg": {**table_link.LINK, **leg_views.LINK, **page.PAGE_LINK},
        "camel_up_race": {**table_link.LINK, **page.PAGE_LINK},
        "camel_up_length": length.LINK,
    },
    previews={
        "camel_up_leg": previews.leg_preview,
        "camel_up_race": previews.race_preview,
        "camel_up_length": previews.legs_preview,
    },
)

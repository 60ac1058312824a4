"""No page says "1 nodes": pages with counts of one, in every view, with their charts."""

import re
from typing import Any

import pytest

from tests.dashboard.driving import open_page

NOUNS = (
    "acts boards cards coins dice entries faces fruits games intervals legs minutes moves nodes numbers orders players "
    "points races rolls rounds runs samples sequences spaces states steps times trees turns"
)
ONE_OF_MANY = re.compile(
    rf"(?<![\w.,/−-])1(?:</\w+>)?[ *\xa0]+(?:\d+% )?(?:[a-z]+ )?(?:{NOUNS.replace(' ', '|')})\b(?! seq).{{,20}}"
)


@pytest.mark.parametrize(
    ("page", "query"),
    [
        ("camel_up_leg", {"position": "9:YBGWO dice=O"}),
        ("camel_up_leg", {"position": "9:YBG dice=G", "faces": "1"}),
        ("camel_up_race", {"position": "9:YB dice=B", "faces": "1", "track": "12"}),
        ("camel_up_length", {"camels": "1", "track": "6", "faces": "6", "prediction": "1", "reveal": "off"}),
        ("candy_land", {"game": "custom", "spaces": "RPYBOG", "shortcuts": "", "licorice": "", "within": "1"}),
        ("orchard", {"fruit": "1", "raven_steps": "1", "record": ".roll-raven"}),
        ("perudo", {"round": "1.1 me=1 hand=4 bids=2:1x4", "starting_dice": "1"}),
        ("classroom", {"games": "1", "shown": "1", "sample": "5"}),
        ("counting", {"depth": "1", "step": "1", "solved": "1"}),
    ],
    ids=str,
)
def test_one_is_singular(page: str, query: dict[str, Any]) -> None:
    app = open_page(f"pages/{page}.py", **query)
    views = [app, *(open_page(f"pages/{page}.py", view=tab.label, **query) for tab in app.tabs[1:])]
    assert not app.warning
    shown = [str(element.proto) for view in views for element in view if hasattr(element, "proto")]
    assert [found[0] for text in shown for found in ONE_OF_MANY.finditer(text)] == []

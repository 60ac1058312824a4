"""A table on its way to the page, beside the same by way of a data frame of pandas."""

import pandas as pd
from streamlit.dataframe_util import convert_anything_to_arrow_bytes

from benchmarks.compare import Comparison, compare
from boardodds.camel_up import rank_actions
from boardodds.camel_up.sources import CAMEL_CALCULATOR
from boardodds.dashboard.camel_up.leg_rows import actions
from boardodds.dashboard.ui.data_tables import Rows, arrow

_PERCENT = "chance of loss"
_PLACES = dict.fromkeys(("adds (coins)", "all of yours (coins)", "standard deviation"), 2)


def sent(rows: Rows) -> bytes:
    """What the page sends."""
    return convert_anything_to_arrow_bytes(arrow(rows, [_PERCENT], _PLACES))


def sent_by_pandas(rows: Rows) -> bytes:
    """The same from a data frame."""
    frame = pd.DataFrame(rows)
    return convert_anything_to_arrow_bytes(
        frame.assign(**{_PERCENT: 100 * frame[_PERCENT]}).round({_PERCENT: 1, **_PLACES})
    )


def action_table() -> Comparison:
    rows = actions(rank_actions(CAMEL_CALCULATOR[0].position))
    return compare(
        "A table of all actions, ready to send", lambda: sent(rows), lambda: sent_by_pandas(rows), rounds=100
    )


if __name__ == "__main__":
    print(action_table())

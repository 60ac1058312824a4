"""The rendering of a table compared with a pandas data frame."""

import pandas as pd
from streamlit.dataframe_util import convert_anything_to_arrow_bytes

from benchmarks.compare import Comparison, compare
from boardodds.camel_up import rank_actions
from boardodds.camel_up.sources import CAMEL_CALCULATOR
from boardodds.dashboard.camel_up.leg_rows import LOSS, actions
from boardodds.dashboard.ui.data_tables import Rows, to_arrow

_PLACES = dict.fromkeys(("expected gain (coins)", "leg total (coins)", "standard deviation"), 2)


def serialize_table(rows: Rows) -> bytes:
    """Return the bytes that a page sends."""
    return convert_anything_to_arrow_bytes(to_arrow(rows, [LOSS], _PLACES))


def serialize_pandas_table(rows: Rows) -> bytes:
    """Return the same bytes by way of a data frame."""
    frame = pd.DataFrame(rows)
    return convert_anything_to_arrow_bytes(frame.assign(**{LOSS: 100 * frame[LOSS]}).round({LOSS: 1, **_PLACES}))


def compare_action_table() -> Comparison:
    rows = actions(rank_actions(CAMEL_CALCULATOR[0].position))
    return compare(
        "A table of all actions, ready to send",
        lambda: serialize_table(rows),
        lambda: serialize_pandas_table(rows),
        rounds=100,
    )


if __name__ == "__main__":
    print(compare_action_table())

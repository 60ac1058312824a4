"""Tables on a page: percentages of events that are nearly impossible or nearly certain."""

import json
from typing import Any

import pyarrow as pa
from streamlit.testing.v1 import AppTest


def show_table() -> None:
    from boardodds.dashboard.ui.panels import Table

    chances = (0.0, 1e-30, 0.0004, 0.5, 0.9996, 1 - 1e-9, 1 - 1e-15, 1.0, None)
    Table(
        [{"name": f"row {number}", "wins": chance, "coins": 1.25} for number, chance in enumerate(chances)],
        percent=["wins"],
        places={"coins": 2},
    ).show()


def shown_texts(element: Any) -> dict[str, list[str]]:
    """Return the texts of a table's cells by column, as far as its columns have no format."""
    data = getattr(element.proto, "arrow_data", element.proto)
    shown: dict[str, list[str]] = pa.ipc.open_stream(data.styler.display_values).read_all().to_pydict()
    return shown


def test_a_possible_event_is_not_shown_as_impossible_and_an_uncertain_one_not_as_certain() -> None:
    app = AppTest.from_function(show_table).run()
    (element,) = app.dataframe
    texts = ["0.0%", "<0.1%", "<0.1%", "50.0%", ">99.9%", ">99.9%", "100.0%", "100.0%", ""]
    assert shown_texts(element)["wins"] == texts
    assert set(shown_texts(element)["coins"]) == {"1.25"}
    # The cells are numbers, by which the browser sorts and which it downloads. A column with a format would ignore the texts.
    numbers = list(element.value["wins"].dropna())
    assert numbers == sorted(numbers)
    assert json.loads(element.proto.columns).keys() == {"_index"}

"""The Python code on the teaching pages runs without changes."""

import pytest

from tests.dashboard.driving import open_page, python_lines, run_lines


@pytest.mark.parametrize(
    ("page", "query"),
    [("classroom", {"view": "How"}), ("methods", {}), ("quiz", {"seed": 2}), ("worksheet", {"seed": 3})],
)
def test_the_lines_of_python_run(page: str, query: dict[str, str | int]) -> None:
    lines = python_lines(open_page(f"pages/{page}.py", **query))
    # The methods page lists the published figures outside their tolerance: there are none among the quick ones.
    assert (run_lines(lines) == []) == (page == "methods")

"""The lines of Python that the teaching pages show run as they stand."""

import pytest

from tests.dashboard.driving import open_page, python_lines, run_lines


@pytest.mark.parametrize(
    ("page", "query"),
    [("classroom", {"view": "How"}), ("methods", {}), ("quiz", {"seed": 2}), ("worksheet", {"seed": 3})],
)
def test_the_lines_of_python_run(page: str, query: dict[str, str | int]) -> None:
    lines = python_lines(open_page(f"pages/{page}.py", **query))
    # the list of printed figures that don't agree is empty
    assert (run_lines(lines) == []) == (page == "methods")

"""Run a notebook's code without Jupyter. ``python -m tests.notebooks`` writes the outputs of all of them into their files."""

import ast
import json
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parents[1] / "docs" / "notebooks"


def code_cells(notebook: Path) -> list[dict[str, Any]]:
    """Return the code cells of a notebook file."""
    cells = json.loads(notebook.read_text(encoding="utf-8"))["cells"]
    return [cell for cell in cells if cell["cell_type"] == "code"]


def run_cells(sources: list[str]) -> list[list[dict[str, Any]]]:
    """Run the sources of cells one after the other, and return the outputs of each one."""
    names: dict[str, Any] = {}
    return [_run_cell(source, names) for source in sources]


def _run_cell(source: str, names: dict[str, Any]) -> list[dict[str, Any]]:
    tree = ast.parse(source)
    last = tree.body.pop() if isinstance(tree.body[-1], ast.Expr) else None
    with redirect_stdout(StringIO()) as printed:
        exec(compile(tree, "cell", "exec"), names)  # noqa: S102
        value = eval(compile(ast.Expression(last.value), "cell", "eval"), names) if isinstance(last, ast.Expr) else None  # noqa: S307
    return outputs(value, printed.getvalue())


def outputs(value: object, printed: str = "") -> list[dict[str, Any]]:
    """Return a cell's outputs, as Jupyter stores them, for what it printed and the value of its last line."""
    found: list[dict[str, Any]] = []
    if printed:
        found.append({"output_type": "stream", "name": "stdout", "text": printed})
    if value is not None:
        data = {"text/plain": repr(value)}
        found.append({"output_type": "execute_result", "execution_count": None, "metadata": {}, "data": data})
    return found


def renew(notebook: Path) -> None:
    """Write the outputs of a notebook's cells into its file."""
    content = json.loads(notebook.read_text(encoding="utf-8"))
    cells = [cell for cell in content["cells"] if cell["cell_type"] == "code"]
    for cell, found in zip(cells, run_cells(["".join(cell["source"]) for cell in cells]), strict=True):
        cell["outputs"] = found
    notebook.write_text(json.dumps(content, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


if __name__ == "__main__":
    for path in sorted(FOLDER.glob("*.ipynb")):
        renew(path)

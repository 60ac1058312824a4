"""The documentation: the README's Python code runs and its figures are right, and the library's functions have examples."""

import importlib
import inspect
import re
from pathlib import Path
from typing import Any

import pytest

from boardodds.dashboard.app.site import PAGES
from boardodds.dashboard.ui.dashboards import ROOT
from boardodds.teaching import registry

README = (ROOT / "README.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"```python\n(.*?)```", README, flags=re.DOTALL)
# A line of code with the figure at the start of its comment.
FIGURE = re.compile(r"^(?P<code>[^#]+?)\s+# (?P<figure>-?\d[\d.]*)")
MODULES = (
    *registry.games(),
    "teaching.large_numbers",
    "teaching.quiz",
    "probability.ablation",
    "probability.calibration",
    "probability.estimate",
    "probability.pmf",
)


@pytest.mark.parametrize("block", BLOCKS, ids=lambda block: block.split()[3])
def test_the_readmes_python_runs_and_its_figures_are_right(block: str) -> None:
    names: dict[str, object] = {}
    for line in block.strip().splitlines():
        exec(line, names)  # noqa: S102 (our own README)
        match = FIGURE.match(line)
        if match and "=" not in match["code"].split("(")[0]:
            figure = match["figure"].rstrip(".")
            value = _first_number(eval(match["code"], names))  # noqa: S307 (our own README)
            places = len(figure.partition(".")[2])
            # The figure is rounded, or cut off with an ellipsis.
            assert figure in (f"{value:.{places}f}", f"{value:.{places + 3}f}"[: len(figure)]), line


def _first_number(value: Any) -> float:
    first = value[0] if isinstance(value, tuple) else value
    return float(first.value if hasattr(first, "value") else first)


def test_the_readme_names_every_page() -> None:
    for entry in PAGES:
        assert f"| [{entry.title}]" in README or f"| {entry.title} |" in README, entry.title


def test_links_in_the_documents_lead_to_files() -> None:
    for document in (ROOT / "README.md", ROOT / "CONTRIBUTING.md", ROOT / "docs" / "deploying.md"):
        for target in re.findall(r"\]\(([^)#]+?)(?:#[^)]*)?\)", document.read_text(encoding="utf-8")):
            if not target.startswith("http"):
                assert Path(document.parent, target).exists(), f"{document.name}: {target}"


@pytest.mark.parametrize("name", MODULES)
def test_every_public_function_has_an_example(name: str) -> None:
    module = importlib.import_module(f"boardodds.{name}")
    public = getattr(module, "__all__", [item for item in vars(module) if not item.startswith("_")])
    functions = [getattr(module, item) for item in public if inspect.isfunction(getattr(module, item))]
    defined_here = [function for function in functions if function.__module__.startswith(module.__name__)]
    assert defined_here or name in ("probability.pmf", "probability.estimate")
    assert not [function.__name__ for function in defined_here if ">>>" not in (function.__doc__ or "")]

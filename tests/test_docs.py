"""The documentation: what the README shows runs and says what is so, and the library's reference has examples."""

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
# what a line's comment begins with, and how exactly it says it
FIGURE = re.compile(r"^(?P<code>[^#]+?)\s+# (?P<said>-?\d[\d.]*)")
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
def test_the_readmes_python_runs_and_its_figures_are_so(block: str) -> None:
    names: dict[str, object] = {}
    for line in block.strip().splitlines():
        exec(line, names)  # noqa: S102 (our own README)
        shown = FIGURE.match(line)
        if shown and "=" not in shown["code"].split("(")[0]:
            said = shown["said"].rstrip(".")
            first = _first_number(eval(shown["code"], names))  # noqa: S307 (the same)
            places = len(said.partition(".")[2])
            # an ellipsis after the figure means that it goes on
            assert said in (f"{first:.{places}f}", f"{first:.{places + 3}f}"[: len(said)]), line


def _first_number(value: Any) -> float:
    first = value[0] if isinstance(value, tuple) else value
    return float(first.value if hasattr(first, "value") else first)


def test_the_readme_names_every_page() -> None:
    for entry in PAGES:
        assert f"| [{entry.title}]" in README or f"| {entry.title} |" in README, entry.title


def test_links_in_the_documents_lead_somewhere() -> None:
    for document in (ROOT / "README.md", ROOT / "CONTRIBUTING.md", ROOT / "docs" / "deploying.md"):
        for target in re.findall(r"\]\(([^)#]+?)(?:#[^)]*)?\)", document.read_text(encoding="utf-8")):
            if not target.startswith("http"):
                assert Path(document.parent, target).exists(), f"{document.name}: {target}"


@pytest.mark.parametrize("name", MODULES)
def test_every_public_function_has_an_example(name: str) -> None:
    module = importlib.import_module(f"boardodds.{name}")
    public = getattr(module, "__all__", [each for each in vars(module) if not each.startswith("_")])
    functions = [getattr(module, each) for each in public if inspect.isfunction(getattr(module, each))]
    own = [function for function in functions if function.__module__.startswith(module.__name__)]
    assert own or name in ("probability.pmf", "probability.estimate")
    assert not [function.__name__ for function in own if ">>>" not in (function.__doc__ or "")]

"""Identifiers use standard terms: no parameter is a preposition, and the code's former private language does not return."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from boardodds.dashboard.ui.dashboards import ROOT

FILES = [
    path for folder in ("boardodds", "pages", "tests", "benchmarks") for path in sorted((ROOT / folder).rglob("*.py"))
]
PARAMETERS = {"on", "of", "read", "asked", "told", "own", "given", "what", "that", "it"}
WORDS = {"tell", "tells", "told", "telling", "wish", "wishes", "haste", "aside", "asked"}
# Each name with the reason why it stays.
ALLOWED = {
    "untold": "a setting of links to Perudo",
}


def identifiers(tree: ast.AST) -> Iterator[str]:
    """Yield the names that a module binds: variables, functions, classes, attributes, imports."""
    for node in ast.walk(tree):
        match node:
            case ast.FunctionDef(name=name) | ast.ClassDef(name=name) | ast.Name(id=name, ctx=ast.Store()):
                yield name
            case ast.Attribute(attr=name, ctx=ast.Store()) | ast.arg(arg=name):
                yield name


def words_of(identifier: str) -> set[str]:
    """Return the words of an identifier in lower case.

    >>> sorted(words_of("_changesInHaste")), sorted(words_of("is_told"))
    (['changes', 'haste', 'in'], ['is', 'told'])
    """
    return {word.lower() for word in re.findall(r"[A-Z]?[a-z0-9]+|[A-Z]+", identifier)}


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(ROOT)))
def test_identifiers_are_standard_terms(path: Path) -> None:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    parameters = {node.arg for node in ast.walk(tree) if isinstance(node, ast.arg)}
    assert parameters & PARAMETERS == set()
    # The words of a test's name form a sentence.
    names = {name for name in identifiers(tree) if not name.startswith("test_")}
    assert {name for name in names if words_of(name) & WORDS and name not in ALLOWED} == set()


def test_a_forbidden_name_is_found() -> None:
    tree = ast.parse("def f(on):\n    self.is_told = [hasteDelay for hasteDelay in on]")
    assert {name for name in identifiers(tree) if words_of(name) & WORDS} == {"is_told", "hasteDelay"}

"""Visible text uses one term for each concept, and no word that has to be read twice."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from boardodds.dashboard.ui.dashboards import ROOT

# The folders and files with text that visitors see; the games' other modules have error messages, which pages show too.
FILES = sorted(
    path for folder in ("boardodds", "pages") for kind in ("*.py", "*.js") for path in (ROOT / folder).rglob(kind)
)
# Patterns of words to avoid, each with the term to use. They match whole words, in upper or lower case.
AVOID = {
    "tells?|telling|told|untold": "show, reveal, report",
    "likeliest|unlikeliest|likelier|unlikelier": "most, least, more or less likely",
    "beside": "next to; compared with",
    "afresh|anew": "again",
    "so (?:many|much)": "the number, or n",
    "whoever|somebody": "name the subject: you, a player, a visitor, a camel",
    "holds|must hold": "contain",
    "slips?": "random move",
    "(?:the|an?|fair|equal|overall|observed) share|shares? of": "proportion, chance, fraction",
    "(?:honest )?error bars": "95% confidence interval",
    "what (?:is|was) said|what happened": "forecast chance; how often it happened",
    "by the dice(?: alone)?|without listening|once you listen": "from the dice alone; given the bids",
    "bids? stands?|likely to stand": "a bid is true; a move is right",
    "doubts?|doubted": "call dudo",
    "(?:lay|lays|laid)": "place (a tile), make (a bid), bet",
    "leg tickets?|the [235] ticket": "betting ticket, 5-coin ticket",
    "race cards?|last pile": "race bet; cards bet on the overall loser",
    "riders?": "the racing camels that a crazy camel carries",
    "some unit": "a camel or stack",
    "jumps?": "shortcut",
    "sticky": "licorice space",
    "(?:is|are|be|being|gets?|goes?|come|comes|reach|reaches|way|first) home": "reach the castle; is returned",
    "(?:first|second|last|fair) seats?": "first player, second player",
    "(?:came|comes|come) up": "you roll, the die shows",
    "raven has come|raven in [0-9]+": "the raven reaches the orchard; raven path of 9 steps",
    "how far off|off by": "standard error; difference",
    "(?:quickest|slowest) (?:tenth|hundredth)": "10th or 90th percentile",
    "on the same cards|played apart": "the same shuffles; independent",
    "rules? costs?": "effect of a rule",
    "by powers": "logarithmic",
    "wish|wishes|haste": "event; stale",
    "on offer|has gone|off the table": "isn't available here; was already taken; was removed",
    "the post": "the blog post, with its year or title",
    "specials|special (?:cards?|spaces?)": "picture card, picture space",
    "come out here|turns? out": "match; is",
}
_CSV = "a heading of CSV files, or the heading from which one is renamed"
_LINK = "a value in older links"
_NAME = "a name on the command line and in older links; pages show a label"
# Text that has to stay, each with the reason.
ALLOWED = {
    "SE if played apart": _CSV,
    "came up": _CSV,
    "fair share": _CSV,
    "first seat wins": _CSV,
    "holds it": _CSV,
    "interval holds it": _CSV,
    "quickest tenth": _CSV,
    "slowest hundredth": _CSV,
    "slowest tenth": _CSV,
    "Brier beside the fitted dial": _CSV,
    "with what the bids tell": _CSV,
    "off by (ECE)": _CSV,
    "No specials": _LINK,
    "The post": _LINK,
    "What bids tell": _LINK,
    "What rules cost": _LINK,
    "My First, raven in 5": _LINK,
    "Orchard, raven in 9": _LINK,
    "no specials": _NAME,
    "special cards off": _NAME,
}
# A comment or a string of JavaScript. Nested templates are split, which does not matter for words.
_JAVASCRIPT = re.compile(r"//[^\n]*|/\*.*?\*/|'(?:\\.|[^'\\\n])*'|\"(?:\\.|[^\"\\\n])*\"|`(?:\\.|[^`\\])*`", re.DOTALL)


def texts(path: Path) -> Iterator[str]:
    """Yield the strings of a file that are text: those with a space and a letter, without docstrings and comments."""
    source = path.read_text(encoding="utf-8")
    strings = python_strings(ast.parse(source)) if path.suffix == ".py" else javascript_strings(source)
    # Lines of Python on a page have names of the library.
    return (text for text in strings if " " in text.strip() and re.search("[A-Za-z]", text) and "import " not in text)


def python_strings(tree: ast.AST) -> Iterator[str]:
    """Yield the strings of a module; a formatted string has braces in the place of its values."""
    skipped = {id(node) for docstring in docstrings(tree) for node in ast.walk(docstring)}
    for node in ast.walk(tree):
        if id(node) in skipped:
            continue
        match node:
            case ast.JoinedStr(values=parts):
                skipped |= {id(part) for part in parts}
                yield "".join(str(part.value) if isinstance(part, ast.Constant) else "{}" for part in parts)
            case ast.Constant(value=str(text)):
                yield text


def docstrings(tree: ast.AST) -> Iterator[ast.expr]:
    """Yield the docstrings of a module, its classes and its functions."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef) and node.body:
            first = node.body[0]
            if isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant):
                yield first.value


def javascript_strings(source: str) -> Iterator[str]:
    """Yield the strings of a script; in a template, braces take the place of the values."""
    for match in _JAVASCRIPT.finditer(source):
        if not match[0].startswith("/"):
            yield re.sub(r"\$\{[^{}]*\}", "{}", match[0][1:-1])


def avoided_words(text: str) -> dict[str, str]:
    """Return the words of a text that are to be avoided, each with the term to use.

    >>> avoided_words("They tell so much beside what was said")
    {'tell': 'show, reveal, report', 'beside': 'next to; compared with', 'so much': 'the number, or n', ...}
    >>> avoided_words("A bestseller, told apart")
    {'told': 'show, reveal, report'}
    """
    return {
        match[0]: term
        for words, term in AVOID.items()
        for match in [re.search(rf"\b(?:{words})\b", text, re.IGNORECASE)]
        if match
    }


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(ROOT)))
def test_visible_text_has_no_words_to_avoid(path: Path) -> None:
    found = {text: words for text in texts(path) if text not in ALLOWED and (words := avoided_words(text))}
    assert found == {}


def test_every_allowed_text_is_still_there() -> None:
    assert set(ALLOWED) - {text for path in FILES for text in texts(path)} == set()


def test_strings_are_found_and_comments_and_docstrings_are_not() -> None:
    module = ast.parse(
        '"""A docstring."""\n# A comment.\nf(f"{x} tells {y}", "a " "b")\ndef g():\n    """Another one."""\n'
    )
    assert list(python_strings(module)) == ["{} tells {}", "a b"]
    script = "// A comment, 'quoted'.\nf('one two', `three ${x + 1} four`); /* \"five six\" */ g(\"it's\")"
    assert list(javascript_strings(script)) == ["one two", "three {} four", "it's"]

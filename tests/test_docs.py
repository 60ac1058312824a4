"""The documents: their Python code runs with the results shown, their commands can be parsed, and their links lead somewhere."""

import re
import shlex
from inspect import signature
from pathlib import Path
from typing import Any

import pytest

from boardodds.camel_up.race_solver import MAX_WORK, QUICK_WORK, table_work
from boardodds.cli.run import build_parser
from boardodds.dashboard.app.site import PAGES
from boardodds.dashboard.camel_up.race_lengths import MAX_EXACT_WORK, RaceCourse
from boardodds.dashboard.perudo import solvers
from boardodds.dashboard.runtime.environment import ROOT
from boardodds.perudo.rollouts import MANY_DICE, MATCHES, MEAN_ERROR
from boardodds.probability.luck import simulate_luck

DOCUMENTS = (ROOT / "README.md", ROOT / "CONTRIBUTING.md", ROOT / "CHANGELOG.md", *sorted((ROOT / "docs").glob("*.md")))
TEXTS = {str(path.relative_to(ROOT)): path.read_text(encoding="utf-8") for path in DOCUMENTS}
README = TEXTS["README.md"]
BLOCKS = {
    f"{name}: {block.split()[3]}": block
    for name, text in TEXTS.items()
    for block in re.findall(r"```python\n(.*?)```", text, flags=re.DOTALL)
}
COMMAND = re.compile(r"python -m boardodds ((?:solve|simulate|ablate) [^`\n]*)")
COMMANDS = [command for text in TEXTS.values() for command in COMMAND.findall(text)]
# A line of code with the result at the start of its comment: a figure, or the representation of a value.
FIGURE = re.compile(r"^(?P<code>[^#]+?)\s+# (?P<figure>-?\d[\d.]*)")
VALUE = re.compile(r"^(?P<code>[^#]+?)\s+# (?P<value>[A-Z]\w+\(.*\))$")


@pytest.mark.parametrize("block", BLOCKS.values(), ids=BLOCKS)
def test_the_python_code_runs_and_its_results_are_right(block: str) -> None:
    names: dict[str, object] = {}
    for line in block.strip().splitlines():
        exec(line, names)  # noqa: S102 (our own documents)
        if match := VALUE.match(line):
            assert repr(eval(match["code"], names)) == match["value"], line  # noqa: S307 (our own documents)
        match = FIGURE.match(line)
        if match and "=" not in match["code"].split("(")[0]:
            figure = match["figure"].rstrip(".")
            value = _first_number(eval(match["code"], names))  # noqa: S307 (our own documents)
            places = len(figure.partition(".")[2])
            # The figure is rounded, or cut off with an ellipsis.
            assert figure in (f"{value:.{places}f}", f"{value:.{places + 3}f}"[: len(figure)]), line


def _first_number(value: Any) -> float:
    first = value[0] if isinstance(value, tuple) else value
    return float(first.value if hasattr(first, "value") else first)


@pytest.mark.parametrize("command", COMMANDS)
def test_the_commands_of_the_command_line_can_be_parsed(command: str) -> None:
    words = shlex.split(command, comments=True)
    if "--help" in words:
        with pytest.raises(SystemExit, match="0"):
            build_parser().parse_args(words)
    else:
        assert build_parser().parse_args(words).verb == words[0]


def test_the_readme_starts_with_both_commands_each_on_one_line() -> None:
    start = README.splitlines()[:30]
    app, tests = (line for line in start if line.startswith("python3 -m venv"))
    assert app.endswith("/streamlit run app.py")
    # CI runs the same tests and the slow ones.
    ci = (ROOT / ".ci" / "run").read_text(encoding="utf-8")
    assert tests.partition(" -m pytest ")[2] in ci


def test_the_readme_has_a_row_with_title_and_question_for_every_page() -> None:
    rows = [line for line in README.splitlines() if line.startswith("| [")]
    for page in PAGES:
        matches = [row for row in rows if row.startswith(f"| [{page.title}](http://localhost:8501/{page.url_path}) |")]
        assert len(matches) == 1, page.title
        assert page.question.rstrip("?") in matches[0], page.title


def test_links_in_the_documents_lead_to_files_and_headings() -> None:
    for document in DOCUMENTS:
        for target in re.findall(r"\]\(([^)]+)\)", document.read_text(encoding="utf-8")):
            path, _, heading = target.partition("#")
            if not target.startswith("http"):
                file = Path(document.parent, path) if path else document
                assert file.exists(), f"{document.name}: {target}"
                assert not heading or heading in _anchors(file), f"{document.name}: {target}"


def _anchors(document: Path) -> list[str]:
    headings = re.findall(r"^#+ (.*)", document.read_text(encoding="utf-8"), flags=re.MULTILINE)
    return [re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings]


@pytest.mark.parametrize(
    ("document", "words"),
    [
        ("orchard", f"that of {signature(simulate_luck).parameters['games'].default:,} games"),
        ("perudo", f"is played {solvers.MATCHES} times with each move"),
        ("perudo", f"those of the {solvers.MATCHES} rounds"),
        ("perudo", f"fitted to {MATCHES:,} matches, or fewer with more than {MANY_DICE} dice"),
        ("perudo", f"by {100 * MEAN_ERROR:.0f} points on average, and in some rounds by more"),
    ],
)
def test_numbers_in_the_documents_are_those_of_the_code(document: str, words: str) -> None:
    assert words in " ".join(TEXTS[f"docs/{document}.md"].split())


def test_the_index_names_every_document() -> None:
    for path in (ROOT / "docs").glob("*.md"):
        assert path.name == "README.md" or f"({path.name})" in TEXTS["docs/README.md"], path.name


def test_the_races_that_the_documents_call_exact_are() -> None:
    quick = [table_work(camels, 16, (1, 2, 3)) <= QUICK_WORK for camels in range(2, 8)]
    possible = [table_work(camels, 16, (1, 2, 3)) <= MAX_WORK for camels in range(2, 8)]
    counted = [RaceCourse(camels, 16, (1, 2, 3)).steps <= MAX_EXACT_WORK for camels in range(2, 8)]
    # At once up to five camels, on request with six.
    assert quick == [True, True, True, True, False, False]
    assert possible == counted == [True, True, True, True, True, False]

"""Pages that are opened by a link to a random state: each view, what hides the answer, and a projector."""

import re
from collections.abc import Iterator, Mapping
from contextlib import suppress
from typing import Any

from boardodds.dashboard.teaching import counting, large_numbers, quiz, worksheet
from boardodds.dashboard.ui.class_numbers import CLASS
from boardodds.dashboard.ui.reveal import REVEAL
from boardodds.dashboard.ui.settings import Query, StateDefinition
from boardodds.dashboard.ui.state_store import VIEW
from boardodds.probability.estimate import Proportion
from tests.dashboard.driving import Page, open_page, run_lines
from tests.dashboard.together import EXACT, GAMES, Claim, Rng, Walker, contradictions, draw_rules, pick

# The pages without a board, whose states are declared rules.
DECLARED: Mapping[str, tuple[StateDefinition[Any], tuple[str, ...]]] = {
    "classroom": (large_numbers.DEFINITION, tuple(large_numbers.VIEWS)),
    "counting": (counting.DEFINITION, tuple(counting.VIEWS)),
    "quiz": (quiz.DEFINITION, ()),
    "worksheet": (worksheet.DEFINITION, ()),
}
# The pages whose printed Python line computes the headline.
_PRINTED = ("camel_up_leg", "camel_up_race", "orchard", "perudo")
_WITHIN = {"runs": (1, 3)}
_HIDING = {"": 6, "reveal": 1, "present": 1, "both": 1}


def open_drawn(walkers: Mapping[str, Walker[Any]], rng: Rng) -> tuple[str, Iterator[str]]:
    """Open a random page by a random link; return its address, and a sentence for each thing that can't be right there."""
    name = pick(rng, [*walkers, *DECLARED])
    views: tuple[str, ...]
    finding = ""
    if name in walkers:
        page, state = walkers[name].page, walkers[name].draw_start(rng)
        link, views = dict(page.definition.write(state)), tuple(page.views)
        with suppress(ValueError):
            finding = page.finding_of_link(link)
        if rng.random() < 0.3:
            ((slider, allows),) = page.sheet.slider_setting.items()
            link[slider] = [str(rng.choice([value for value in range(100) if allows(str(value))]))]
    else:
        definition, views = DECLARED[name]
        link = dict(definition.write(draw_rules(definition.read({}), rng, most=4, within=_WITHIN)))
    if views:
        link[VIEW] = ["Method" if name in _PRINTED and rng.random() < 0.2 else pick(rng, views)]
    hiding = pick(rng, [way for way, weight in _HIDING.items() for _ in range(weight)])
    if hiding in ("reveal", "both"):
        link[REVEAL] = ["off"]
        link[CLASS] = [rng.choice(["3-5-19", "70", "x"])]
    if hiding in ("present", "both"):
        link["present"] = ["true"]
    address = f"/{name}?{link}"
    return address, _check_opened(name, link, finding)


def _printed_line(app: Page, finding: str) -> Iterator[Claim]:
    """Return the value of the printed Python line, and that of the headline, if that is a percentage."""
    text = re.search(r"(?<!than )(?<![\d.])(\d+(?:\.\d+)?)%", finding)
    if text and any("from boardodds" in code.value for code in app.code):
        value: Any = run_lines(app.python_lines)
        yield Claim("answer", value.value if isinstance(value, Proportion) else float(value), "the Python line")
        # Whole percents are simulated, in the walk from few games.
        error = 0.0 if "." in text[1] else 0.5 / GAMES**0.5
        digits = len(text[1].partition(".")[2])
        slack = 0.5 * 10.0 ** -(2 + digits) + EXACT
        yield Claim("answer", float(text[1]) / 100, "the headline", slack, error)


def _check_opened(name: str, link: Query, finding: str) -> Iterator[str]:
    app = open_page(f"pages/{name}.py", **link)
    for error in app.exception:
        yield f"the page shows {error.value}"
    text = app.page_text
    if link.get(VIEW) == ["Method"] and name in _PRINTED and not app.exception:
        yield from contradictions(_printed_line(app, finding))
    if finding and (finding in text) != (REVEAL not in link):
        yield f"the page {'hides' if REVEAL not in link else 'shows'} {finding!r}"

"""Results that are computed before anybody asks: which pages are opened with which options, and the mark of a version."""

from itertools import islice
from typing import Any

import pytest

from boardodds.candy_land.rules import PRINTED as BOXES
from boardodds.dashboard.app import ready
from boardodds.dashboard.app.ready import Option, Visit, open_page
from boardodds.dashboard.app.site import PAGES
from boardodds.dashboard.perudo import page as perudo_page
from boardodds.orchard.rules import POLICY_LABELS
from boardodds.orchard.rules import PRINTED as ORCHARDS
from boardodds.perudo import RoundState
from tests.dashboard.driving import headline


def options_of(url_path: str) -> list[list[Any]]:
    return [[option.value for option in widget] for widget in ready._options(open_page(Visit(url_path)))]


@pytest.mark.parametrize(
    ("url_path", "numbers", "lengths"),
    [
        ("camel_up_length", [range(1, 9)], [2]),
        ("candy_land", [range(1, 7)], [len(BOXES) + 1]),
        ("orchard", [], [len(ORCHARDS), len(POLICY_LABELS)]),
        ("camel_up_leg", [], [3]),
    ],
)
def test_presets_and_short_ranges_are_opened(url_path: str, numbers: list[range], lengths: list[int]) -> None:
    options = options_of(url_path)
    for values in numbers:
        assert list(values) in options
    for length in lengths:
        assert any(len(texts) == length and isinstance(texts[0], str) for texts in options)


def test_the_first_rounds_of_perudo_are_opened() -> None:
    starts = [RoundState.parse(link["round"]) for link in perudo_page.PAGE.starts]
    assert [len(start.dice) for start in starts] == [2, 3, 4, 5, 6]
    assert headline(open_page(Visit("perudo", link=(("round", str(starts[0])),)))) != headline(
        open_page(Visit("perudo"))
    )


def test_options_change_the_page() -> None:
    (widget,) = [
        widget
        for widget in ready._options(open_page(Visit("orchard")))
        if len(widget) == len(ORCHARDS) and widget[0].kind == "button_group"
    ]
    answers = {headline(open_page(Visit("orchard", options=(option,)))) for option in widget}
    assert len(answers) == len(widget)
    # A widget that another option has removed is left out.
    lost = Option("button_group", 99, "")
    assert headline(open_page(Visit("orchard", "What if", (lost,)))) == headline(open_page(Visit("orchard")))


def test_each_page_is_opened_before_any_option(monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[Visit] = []

    def log(visit: Visit) -> Any:
        opened.append(visit)
        return open_page(Visit("quiz"))

    monkeypatch.setattr(ready, "open_page", log)
    visits = ready.visits()
    defaults = [next(visits) for _ in range(len(PAGES) + 1)]
    assert [visit.url_path for visit in defaults] == ["", *(page.url_path for page in PAGES)]
    assert not any(visit.options for visit in defaults)
    assert [visit.link for visit in islice(visits, 5)] == [
        (("round", start["round"]),) for start in perudo_page.PAGE.starts
    ]
    assert next(visits).options


def test_pairs_have_one_option_of_a_list() -> None:
    lists = [[Option("button_group", number, option) for option in "ab"] for number in range(2)]
    numbers, switch = [Option("slider", 0, 1)], [Option("toggle", 0, True)]
    pairs = list(ready._pairs([*lists, numbers, switch]))
    assert len(pairs) == 4 + 2 + 2
    assert not {"toggle"} & {second.kind for _, second in pairs}
    assert list(ready._pairs([numbers, *lists[:1]])) == []

"""Declared rules: texts read back, links allow what the rules allow; checks of arguments, and their sentences."""

from typing import Any

import numpy as np
import pytest

from boardodds import camel_up, candy_land, orchard, perudo
from boardodds.dashboard.ui.settings import allowed_rules, rules_of_link
from boardodds.probability import declared_rules
from boardodds.probability.declared_rules import Stops, changed_rules, neighbours, rules_of, with_rule, with_rules
from boardodds.probability.validate import check_number, check_whole

GAMES: list[Any] = [orchard.ORCHARD, candy_land.CLASSIC, candy_land.BOX_2014, perudo.STANDARD, camel_up.SECOND_EDITION]


@pytest.mark.parametrize("printed", GAMES, ids=lambda rules: type(rules).__module__)
def test_changed_rules_are_read_back_from_their_texts_and_allowed_in_links(printed: Any) -> None:
    allowed = allowed_rules(type(printed))
    changes = neighbours(printed)
    assert changes
    for words, rules in changes.items():
        texts = changed_rules(rules, printed)
        assert list(texts) == [name for name in rules_of(type(rules)) if getattr(rules, name) != getattr(printed, name)]
        assert with_rules(printed, texts) == rules
        assert rules_of_link(printed, {name: ["x", text] for name, text in texts.items()}) == rules
        assert all(allowed[name](text) for name, text in texts.items())
        assert declared_rules.rules_in_words(rules, printed) == [words]
    assert changed_rules(printed, printed) == {}


@pytest.mark.parametrize(
    ("name", "text", "sentence"),
    [
        ("raven_steps", "21", r"raven_steps must be 1\.\.20, got 21"),
        ("raven_steps", "8.5", "raven_steps must be a whole number, got '8.5'"),
        ("raven_steps", "８", "raven_steps must be a whole number, got '８'"),
        ("fruit", "4.x", r"fruit must be numbers with dots between them, as in 4\.4\.4\.4, got '4\.x'"),
        ("fruit", "0.0", "fruit must be on at least one tree, got none"),
        ("steps", "8", "rule must be one of fruit, raven_steps, .*, got 'steps'"),
    ],
)
def test_a_wrong_text_gets_one_sentence_and_is_not_allowed_in_links(name: str, text: str, sentence: str) -> None:
    with pytest.raises(ValueError, match=f"^{sentence}$"):
        with_rules(orchard.ORCHARD, {name: text})
    is_allowed = allowed_rules(orchard.Rules).get(name)
    assert not (is_allowed and is_allowed(text))


@pytest.mark.parametrize("value", ["8", True, 8.0, None, [8]])
def test_a_value_of_another_type_is_refused(value: object) -> None:
    with pytest.raises(ValueError, match="raven_steps must be"):
        with_rule(orchard.ORCHARD, "raven_steps", value)
    with pytest.raises(ValueError, match="count must be one of 1, 8, got"):
        Stops((1, 8)).check("count", value)


def test_numbers_within_the_limits_pass() -> None:
    for value in (1, np.int64(1), np.uint8(3), 3):
        check_whole("faces", value, 1, 3)
    shares: list[Any] = [0, 1, 0.5, np.float32(0.5), np.int64(1)]
    for share in shares:
        check_number("share", share, 0, 1)


@pytest.mark.parametrize("value", [1.5, 2.0, "2", None, [2], float("nan"), np.float64(2), True])
def test_values_that_are_not_whole_numbers_are_refused(value: Any) -> None:
    with pytest.raises(ValueError, match=r"^faces must be a whole number, got "):
        check_whole("faces", value, 1, 3)


@pytest.mark.parametrize("value", [-0.1, 1.1, float("nan"), float("inf")])
def test_numbers_beyond_the_limits_are_refused(value: float) -> None:
    with pytest.raises(ValueError, match=rf"^share must be 0\.\.1, got {value}$"):
        check_number("share", value, 0, 1)


def test_large_limits_have_thousands_separators() -> None:
    with pytest.raises(ValueError, match=r"^games must be 1\.\.1,000,000 of dice, got 2,000,000$"):
        check_whole("games", 2_000_000, 1, 1_000_000, "of dice")
    with pytest.raises(ValueError, match=r"^games must be 1,000 or more, got 999$"):
        check_whole("games", 999, 1_000)


def test_long_values_are_shortened_in_messages() -> None:
    with pytest.raises(ValueError, match=r"^games must be a whole number, got .{40}$"):
        check_whole("games", "9" * 1000, 1)

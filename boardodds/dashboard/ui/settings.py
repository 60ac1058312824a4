"""The settings of a link and the state that they hold: checks, reading, writing. Nothing here needs Streamlit."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Generic, TypeVar

from boardodds.probability.declared_rules import OneOf, Rule, changed_rules, rules_of, with_rule, with_rules
from boardodds.probability.validate import parse_whole

# The highest seed on every page.
MAX_SEED = 999_999

# For each setting of a page, the check of its value.
Allowed = Mapping[str, Callable[[str], bool]]
# The values of each setting of a link.
Query = Mapping[str, Sequence[str]]
# What a visitor wants, as data; ``kind`` says what.
Event = Mapping[str, Any]
# By the kind of an event, its fields, each with a function that returns the value of a text.
Acts = Mapping[str, Mapping[str, Callable[[str], Any]]]
read_whole = partial(parse_whole, "number")

StateT = TypeVar("StateT")
RulesT = TypeVar("RulesT")


def one_of(values: Iterable[object]) -> Callable[[str], bool]:
    """Return a check that allows the texts of these values."""
    texts = {str(value) for value in values}
    return lambda text: text in texts


@dataclass(frozen=True, slots=True)
class Several:
    """The check of a setting that a link may give more than once."""

    check: Callable[[str], bool]

    def __call__(self, text: str) -> bool:
        return self.check(text)


def switch(text: str) -> bool:
    """Return whether a text is a value of a switch."""
    return text in ("true", "false")


def whole_number(low: int, high: int) -> Callable[[str], bool]:
    """Return a check that allows the whole numbers from low to high, both included.

    >>> [whole_number(8, 30)(text) for text in ("8", "31", "8.5", "-8", "９")]
    [True, False, False, False, False]
    """
    return lambda text: text.isascii() and text.isdigit() and len(text) < 10 and low <= int(text) <= high


def any_text(_: str) -> bool:
    """Return True for any text, for settings that the page itself checks."""
    return True


def at_most(characters: int) -> Callable[[str], bool]:
    """Return a check that allows texts of a maximum length."""
    return lambda text: len(text) <= characters


def allowed_part(query: Query, allowed: Allowed) -> dict[str, list[str]]:
    """Return the settings of a link that a page has, with their allowed values.

    >>> allowed_part({"track": ["20", "x"], "seed": ["1"]}, {"track": whole_number(8, 30)})
    {'track': ['20']}
    """
    found = {name: [value for value in query[name] if allowed[name](value)] for name in allowed if name in query}
    return {name: values for name, values in found.items() if values}


def last_value(query: Query, name: str, default: object) -> str:
    """Return the value of a setting, the last one if a link gives it more than once, or the default as text.

    >>> last_value({"track": ["20"]}, "track", 16), last_value({}, "track", 16)
    ('20', '16')
    """
    return query[name][-1] if query.get(name) else as_text(default)


def changed_settings(settings: Mapping[str, object], defaults: Mapping[str, object]) -> dict[str, list[str]]:
    """Return the settings that differ from their defaults, as a link has them.

    >>> changed_settings({"track": 20, "stacking": False, "held": ("G5",)}, {"track": 16, "stacking": False, "held": ()})
    {'track': ['20'], 'held': ['G5']}
    """
    return {name: as_texts(value) for name, value in settings.items() if value != defaults.get(name)}


def as_text(value: object) -> str:
    """Return the value of a setting as a link has it."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def as_texts(value: object) -> list[str]:
    """Return the values of a setting that can have several as a link has them."""
    return [as_text(part) for part in (value if isinstance(value, list | tuple) else [value])]


def from_text(text: str, example: Any) -> Any:
    """Return the value of a setting that a link has as text, of the same type as an example.

    >>> from_text("true", False), from_text("16", 8), from_text("16", "8")
    (True, 16, '16')
    """
    if isinstance(example, bool):
        return text == as_text(True)
    return int(text) if isinstance(example, int) else text


@dataclass(frozen=True, slots=True)
class StateDefinition(Generic[StateT]):
    """The state of a page: its link and its events. Pages with the same name share one state.

    allowed: the settings of a link that hold the state, with a check of their values.
    read: returns the state of a link, of which it gets the allowed values; other settings have their defaults.
    write: returns the settings of a link to a state, without those at their defaults.
    apply: returns the state after an event, which for an unknown event is the same, and a sentence on what the event cost the
        visitor, or ""; or raises ValueError with a sentence.
    mistakes: returns a sentence for each setting of a link that does not fit the others.
    acts: by the kind of the events that are acts of a game, their fields, each with a function that reads its text in a record;
        a list is a text with "_" between its values.
    plain: returns a state without the texts that cannot be used, whose link would lose the position that the page shows.
    """

    name: str
    allowed: Allowed
    read: Callable[[Query], StateT]
    write: Callable[[StateT], Query]
    apply: Callable[[StateT, Event], tuple[StateT, str]]
    mistakes: Callable[[Query], Sequence[str]] = lambda _: ()
    acts: Acts = field(default_factory=dict)
    plain: Callable[[StateT], StateT] = lambda state: state

    def accepts(self, state: StateT, event: Event) -> bool:
        """Return whether an event is possible in a state."""
        try:
            return self.is_possible(self.apply(state, event)[0])
        except ValueError:
            return False

    def is_possible(self, state: StateT, link: Query | None = None) -> bool:
        """Return whether the link to a state has only allowed values, and leads back to it; only forged events break that."""
        link = self.write(state) if link is None else link
        return (
            all(self.allowed[name](value) for name, values in link.items() for value in values)
            and not self.mistakes(link)
            and self.write(self.read(link)) == link
        )


def value_of_widget(rules_type: type, name: str, value: Any) -> Any:
    """Return the value of a rule that a widget sent: the widgets of some kinds send a text, those of several options a list."""
    kind = rules_of(rules_type)[name].kind
    value = tuple(value) if isinstance(value, list) else value
    is_text = isinstance(value, str) and not isinstance(kind, OneOf)
    return kind.parse(name, value) if is_text else value


def allowed_rules(rules_type: type, names: Iterable[str] = ()) -> Allowed:
    """Return the checks of the values that a link may have for rules, by name; all rules if ``names`` is empty."""
    declared = rules_of(rules_type)
    return {name: partial(_is_allowed, declared[name]) for name in names or declared}


def _is_allowed(rule: Rule, text: str) -> bool:
    try:
        rule.kind.check(rule.name, rule.kind.parse(rule.name, text))
    except ValueError:
        return False
    return True


def rules_of_link(base: RulesT, link: Query) -> RulesT:
    """Return the rules of a printed game with those of a link, whose values are allowed one by one.

    Raises ValueError if they contradict each other.
    """
    texts: Mapping[str, str] = {name: link[name][-1] for name in rules_of(type(base)) if link.get(name)}
    return with_rules(base, texts)


def contradictions(base: object, shown: str, link: Query) -> Sequence[str]:
    """Return a sentence if the rules of a link contradict each other; ``shown`` is what the page uses instead."""
    try:
        rules_of_link(base, link)
    except ValueError as error:
        return [f"{error}. The page uses the {shown} instead"]
    return []


def rules_definition(name: str, base: RulesT, dependent: str = "") -> StateDefinition[RulesT]:
    """Return the definition of a state that consists of declared rules; an event sets one of them.

    base: the state of a link without settings.
    dependent: the rule that is left at its default if a link contradicts itself.
    """
    rules_type = type(base)

    def read(link: Query) -> RulesT:
        return rules_of_link(base, {**link, dependent: []} if mistakes(link) else link)

    def write(state: RulesT) -> Query:
        return {rule: [text] for rule, text in changed_rules(state, base).items()}

    def apply(state: RulesT, event: Event) -> tuple[RulesT, str]:
        match event:
            case {"kind": "set", "name": str(rule), "value": value} if rule in rules_of(rules_type):
                return with_rule(state, rule, value_of_widget(rules_type, rule, value)), ""
        return state, ""

    mistakes = partial(contradictions, base, "default")
    return StateDefinition(name, allowed_rules(rules_type), read, write, apply, mistakes)

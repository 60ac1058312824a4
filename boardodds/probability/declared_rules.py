"""Rules that are declared once: a field's range, label and help serve the check, the link, the command line and the widget.

A dataclass of rules declares each field with ``rule`` and calls ``check_rules`` in ``__post_init__``; checks across fields follow
there. The kind of a field reads, writes and checks its values. Cases of the command line declare their other fields alike.

>>> @dataclass(frozen=True)
... class Rules:
...     steps: int = rule(10, Whole(1, 20), "Raven path (steps)")
...     basket: str = rule("any", OneOf({"any": "any tree", "full": "the fullest tree"}), "The basket picks from")
...
...     def __post_init__(self) -> None:
...         check_rules(self)
>>> changed_rules(Rules(steps=8), Rules()), with_rules(Rules(), {"steps": "8"})
({'steps': '8'}, Rules(steps=8, basket='any'))
>>> rules_in_words(Rules(steps=8, basket="full"), Rules())
['raven path (steps): 8', 'the basket picks from: the fullest tree']
>>> Rules(steps=0)
Traceback (most recent call last):
...
ValueError: steps must be 1..20, got 0
"""

from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import MISSING, dataclass, field, fields, replace
from typing import Any, TypeVar

from boardodds.probability.validate import check_number, check_whole, make_plain, parse_number, parse_whole

_RULE = "rule"
RulesT = TypeVar("RulesT")


class Kind:
    """The kind of a field: how its values are checked, read, written and worded, and which others to try in its place."""

    __slots__ = ()

    def check(self, name: str, value: Any) -> None:
        """Raise ValueError with the field's name if the value is not allowed."""

    def parse(self, _name: str, text: str) -> Any:
        """Return the value of a text. Raises ValueError with the field's name for a text of another form."""
        return text

    def format(self, value: Any) -> str:
        """Return the text of a value, which ``parse`` reads back."""
        return str(value)

    def words(self, value: Any) -> str:
        """Return a value in words."""
        return self.format(value)

    def others(self, _value: Any) -> Iterable[Any]:
        """Return the values next to a value, for "what if"."""
        return ()


@dataclass(frozen=True, slots=True)
class Whole(Kind):
    """A whole number from low to high; with None as ``high`` there is no upper bound.

    unit: words that follow the range in the sentence of an error.
    step: the distance of the values next to a value.
    """

    low: int
    high: int | None
    unit: str = ""
    step: int = 1

    def check(self, name: str, value: Any) -> None:
        check_whole(name, value, self.low, self.high, self.unit)

    def parse(self, name: str, text: str) -> int:
        return parse_whole(name, text)

    def words(self, value: int) -> str:
        return f"{value:,}"

    def others(self, value: int) -> Iterable[int]:
        # Zero switches a rule off.
        others = dict.fromkeys((*([0] if self.low == 0 else []), value - self.step, value + self.step))
        return [other for other in others if other != value and self.low <= other <= (self.high or other)]


@dataclass(frozen=True, slots=True)
class Number(Kind):
    """A number from low to high."""

    low: float
    high: float

    def check(self, name: str, value: Any) -> None:
        check_number(name, value, self.low, self.high)

    def parse(self, name: str, text: str) -> float:
        return parse_number(name, text)

    def format(self, value: float) -> str:
        return f"{value:g}"


@dataclass(frozen=True, slots=True)
class Switch(Kind):
    """True, whose words after the label can be given, or False."""

    yes: str = "yes"

    def check(self, name: str, value: Any) -> None:
        if not isinstance(value, bool):
            raise ValueError(f"{name} must be true or false, got {value!r:.40}")

    def parse(self, name: str, text: str) -> bool:
        if text not in ("true", "false"):
            raise ValueError(f"{name} must be true or false, got {text[:40]!r}")
        return text == "true"

    def format(self, value: bool) -> str:
        return "true" if value else "false"

    def words(self, value: bool) -> str:
        return self.yes if value else "no"

    def others(self, value: bool) -> Iterable[bool]:
        return (not value,)


@dataclass(frozen=True, slots=True)
class OneOf(Kind):
    """One of several options, which have labels."""

    labels: Mapping[str, str]

    def check(self, name: str, value: Any) -> None:
        if not isinstance(value, str) or value not in self.labels:
            raise ValueError(f"{name} must be one of {', '.join(self.labels)}, got {value!r:.40}")

    def parse(self, name: str, text: str) -> str:
        self.check(name, text)
        return text

    def words(self, value: str) -> str:
        return self.labels[value]

    def others(self, value: str) -> Iterable[str]:
        return [option for option in self.labels if option != value]


@dataclass(frozen=True, slots=True)
class Text(Kind):
    """A value with a text notation of its own.

    read, write: return the value of a text, or raise ValueError, and the text of a value.
    inspect: raises ValueError for a value that is not allowed, named by its first argument.
    nearby: returns the values next to a value.
    """

    read: Callable[[str], Any] = str
    write: Callable[[Any], str] = str
    inspect: Callable[[str, Any], None] | None = None
    nearby: Callable[[Any], Iterable[Any]] | None = None

    def check(self, name: str, value: Any) -> None:
        if self.inspect:
            self.inspect(name, value)

    def parse(self, name: str, text: str) -> Any:
        try:
            return self.read(text)
        except ValueError as error:
            sentence = str(error)
            raise ValueError(sentence if sentence.startswith(name) else f"{name}: {sentence}") from error

    def format(self, value: Any) -> str:
        return self.write(value)

    def words(self, value: Any) -> str:
        return self.write(value) or "none"

    def others(self, value: Any) -> Iterable[Any]:
        return self.nearby(value) if self.nearby else ()


@dataclass(frozen=True, slots=True)
class Wholes(Kind):
    """A tuple of whole numbers, each from low to high, written with commas between them.

    shortest, longest: the bounds of its length.
    unit: words that follow the range of a number in the sentence of an error.
    nearby: returns the values next to a value.
    """

    low: int
    high: int
    shortest: int = 1
    longest: int = 100
    unit: str = ""
    nearby: Callable[[tuple[int, ...]], Iterable[tuple[int, ...]]] | None = None

    def check(self, name: str, value: Any) -> None:
        if not self.shortest <= len(value) <= self.longest:
            allowed = f"{self.shortest}" if self.shortest == self.longest else f"{self.shortest}..{self.longest}"
            raise ValueError(f"{name} must be {allowed} whole numbers, got {len(value)}")
        for number in value:
            check_whole(name, number, self.low, self.high, self.unit)

    def parse(self, name: str, text: str) -> tuple[int, ...]:
        return tuple(parse_whole(name, number) for number in text.split(",")) if text else ()

    def format(self, value: tuple[int, ...]) -> str:
        return ",".join(map(str, value))

    def words(self, value: tuple[int, ...]) -> str:
        return ", ".join(map(str, value)) or "none"

    def others(self, value: tuple[int, ...]) -> Iterable[tuple[int, ...]]:
        return self.nearby(value) if self.nearby else ()


@dataclass(frozen=True, slots=True)
class Stops(Kind):
    """One of a few numbers, from the lowest to the highest."""

    values: tuple[float, ...]

    def check(self, name: str, value: Any) -> None:
        # True and 20.0 equal the numbers 1 and 20.
        if value not in self.values or type(value) is not type(self.values[0]):
            raise ValueError(f"{name} must be one of {', '.join(map(str, self.values))}, got {value!r:.40}")

    def parse(self, name: str, text: str) -> Any:
        value: Any = {str(value): value for value in self.values}.get(text, text)
        self.check(name, value)
        return value

    def words(self, value: float) -> str:
        return f"{value:,}"

    def others(self, value: float) -> Iterable[float]:
        place = self.values.index(value)
        return (*self.values[max(place - 1, 0) : place], *self.values[place + 1 : place + 2])


_WORD = Text()


@dataclass(frozen=True, slots=True)
class Rule:
    """The declaration of one field.

    name: the field's, in links and on the command line too.
    label: the words of its widget and of the line of house rules.
    help: an explanation; "" if the label needs none.
    """

    name: str
    kind: Kind
    label: str
    help: str = ""


def rule(default: Any = MISSING, kind: Kind = _WORD, label: str = "", help: str = "") -> Any:  # noqa: A002 (a field's help)
    """Return a dataclass field that declares a rule; without a default the field is required."""
    return field(default=default, metadata={_RULE: (kind, label, help)})


def same_rule(rules_type: type, name: str) -> Any:
    """Return a dataclass field that declares the same rule, with the same default, as a field of another dataclass."""
    other = next(each for each in fields(rules_type) if each.name == name)
    return field(default=other.default, metadata=other.metadata)


_declared: dict[type, Mapping[str, Rule]] = {}


def rules_of(rules_type: type) -> Mapping[str, Rule]:
    """Return the declared fields of a dataclass by name, in order.

    >>> from boardodds.orchard import Rules
    >>> rules_of(Rules)["raven_steps"].label
    'Raven path (steps)'
    """
    if rules_type not in _declared:
        parts = ((each.name, each.metadata.get(_RULE)) for each in fields(rules_type))
        _declared[rules_type] = {name: Rule(name, *declared) for name, declared in parts if declared}
    return _declared[rules_type]


def check_rules(rules: Any) -> None:
    """Make the values of the fields plain, and raise ValueError for the first declared one that is not allowed."""
    make_plain(rules)
    for name, each in rules_of(type(rules)).items():
        try:
            each.kind.check(name, value := getattr(rules, name))
        except TypeError as error:
            raise ValueError(f"{name} must not be of the type {type(value).__name__}, got {value!r:.40}") from error


def changed_rules(rules: Any, base: Any) -> dict[str, str]:
    """Return the texts of the rules that differ from those of a printed game, by name: a link and a command line have these."""
    return {
        name: each.kind.format(value)
        for name, each in rules_of(type(base)).items()
        if (value := getattr(rules, name)) != getattr(base, name)
    }


def with_rules(base: RulesT, texts: Mapping[str, str]) -> RulesT:
    """Return the rules of a printed game with those of a link or a command line.

    Raises ValueError for an unknown name, and for a value that is not allowed.
    """
    declared = rules_of(type(base))
    for name in texts:
        if name not in declared:
            raise ValueError(f"rule must be one of {', '.join(declared)}, got {name[:40]!r}")
    values = {name: declared[name].kind.parse(name, text) for name, text in texts.items()}
    return replace(base, **values) if values else base  # type: ignore[type-var]


def with_rule(rules: RulesT, name: str, value: Any) -> RulesT:
    """Return the rules with another value of one of them. Raises ValueError if it is not allowed, or of another type."""
    old = getattr(rules, name)
    # The check of a kind can need the right type.
    with suppress(TypeError):
        rules_of(type(rules))[name].kind.check(name, value)
        if type(value) is type(old):
            return replace(rules, **{name: value})  # type: ignore[type-var]
    raise ValueError(f"{name} must be of the type {type(old).__name__}, got {value!r:.40}")


def rule_text(rules: Any, name: str) -> str:
    """Return the text of a rule, as a link has it."""
    return rules_of(type(rules))[name].kind.format(getattr(rules, name))


def rule_in_words(rules: Any, name: str) -> str:
    """Return the label of a rule with its value."""
    each = rules_of(type(rules))[name]
    return f"{each.label[:1].lower()}{each.label[1:]}: {each.kind.words(getattr(rules, name))}"


def rules_in_words(rules: Any, base: Any) -> list[str]:
    """Return each rule that differs from a printed game in words, for the line of house rules."""
    return [rule_in_words(rules, name) for name in changed_rules(rules, base)]


def neighbours(rules: RulesT, names: Iterable[str] = ()) -> dict[str, RulesT]:
    """Return the rules with one of them changed to each value next to it, by the change in words, for "what if".

    Changes that checks across fields refuse are left out.

    names: the rules to change; all if empty.

    >>> from boardodds.orchard import ORCHARD
    >>> list(neighbours(ORCHARD, ["raven_steps"]))
    ['raven path (steps): 9', 'raven path (steps): 11']
    """
    found = {}
    declared = rules_of(type(rules))
    for name in names or declared:
        for value in declared[name].kind.others(getattr(rules, name)):
            try:
                changed = replace(rules, **{name: value})  # type: ignore[type-var]
            except ValueError:
                continue
            found[rule_in_words(changed, name)] = changed
    return found

"""The text formats in which the fields of rules and of cases are read from the command line and written to its output."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields, replace
from typing import Any, TypeVar, get_type_hints

JsonValue = str | int | float | bool | None
CaseT = TypeVar("CaseT")
# The field of a case that contains its rules.
RULES = "rules"


@dataclass(frozen=True, slots=True)
class TextFormat:
    """The text format of one kind of value.

    read: returns the value of a text; may raise ValueError.
    write: returns the value as the output shows it.
    description: the texts that ``pattern`` allows, in words, for the error message.
    pattern: a regular expression that every valid text matches as a whole; the default leaves all checks to ``read``.
    """

    read: Callable[[str], Any]
    write: Callable[[Any], JsonValue] = str
    description: str = ""
    pattern: str = ".*"

    def parse(self, name: str, text: str) -> Any:
        """Return the value of a field. Raises ValueError with the field's name if the text does not match the pattern.

        >>> WHOLE.parse("games", "1000")
        1000
        >>> WHOLE.parse("games", "many")
        Traceback (most recent call last):
        ...
        ValueError: games must be a whole number, got 'many'
        """
        if not re.fullmatch(self.pattern, text, re.DOTALL):
            raise ValueError(f"{name} must be {self.description}, got {text[:40]!r}")
        return self.read(text)


def _identity(value: Any) -> Any:
    return value


def join(values: tuple[Any, ...]) -> str:
    """Return the values with commas between them."""
    return ",".join(map(str, values))


def split(text: str) -> tuple[str, ...]:
    """Return the texts between commas; none if the text is empty.

    >>> split("naive,bluffer"), split("")
    (('naive', 'bluffer'), ())
    """
    return tuple(text.split(",")) if text else ()


WHOLE = TextFormat(int, _identity, "a whole number", r"-?[0-9]{1,40}")
NUMBER = TextFormat(float, _identity, "a number", r"-?([0-9]{1,9}(\.[0-9]{1,40})?|\.[0-9]{1,40})")
YES_NO = TextFormat(lambda text: text == "true", _identity, "true or false", "true|false")
WORD = TextFormat(str)
NUMBERS = TextFormat(
    lambda text: tuple(map(int, split(text))),
    join,
    "whole numbers with commas between them, as in 4,4",
    r"(-?[0-9]{1,6}(,-?[0-9]{1,6})*)?",
)
_FORMAT_BY_TYPE: Mapping[Any, TextFormat] = {
    int: WHOLE,
    float: NUMBER,
    bool: YES_NO,
    str: WORD,
    tuple[int, ...]: NUMBERS,
}


@dataclass(frozen=True, slots=True)
class CaseFormat:
    """The text formats of the fields of a case, those of its rules included.

    overrides: formats by field name, for fields that are not written in the format of their type.
    """

    overrides: Mapping[str, TextFormat]

    def change(self, case: CaseT, changes: Mapping[str, str], *, rules_only: bool = False) -> CaseT:
        """Return the case with other values in some of its fields. Raises ValueError for unknown names and invalid values.

        changes: the new values as text, by the name of a field of the rules or of the case.
        rules_only: whether only fields of the rules may change.
        """
        rules: Any = getattr(case, RULES)
        rule_formats = self.field_formats(rules)
        case_formats = {} if rules_only else self.field_formats(case)
        formats = rule_formats | case_formats
        values: dict[str, Any] = {}
        for name, text in changes.items():
            if name not in formats:
                raise ValueError(
                    f"{'rule' if rules_only else 'field'} must be one of {', '.join(formats)}, got {name!r}"
                )
            values[name] = formats[name].parse(name, text)
        rules = replace(rules, **{name: value for name, value in values.items() if name in rule_formats})
        case_values = {name: value for name, value in values.items() if name in case_formats}
        return replace(case, **{RULES: rules}, **case_values)  # type: ignore[type-var]

    def write(self, case: Any) -> dict[str, Any]:
        """Return the fields of a case as the output shows them, with those of its rules in a dictionary of their own."""
        return {RULES: self._write_fields(case.rules)} | self._write_fields(case)

    def differences(self, case: Any, other: Any) -> dict[str, JsonValue]:
        """Return the fields of another case that differ from the case, as the output shows them."""
        before, after = ({**self._write_fields(item.rules), **self._write_fields(item)} for item in (case, other))
        return {name: value for name, value in after.items() if value != before[name]}

    def field_formats(self, value: Any) -> dict[str, TextFormat]:
        """Return the format of each field of a dataclass by name, except the rules of a case."""
        hints = get_type_hints(type(value))
        names = [field.name for field in fields(value) if field.name != RULES]
        return {name: self.overrides.get(name) or _FORMAT_BY_TYPE[hints[name]] for name in names}

    def _write_fields(self, value: Any) -> dict[str, JsonValue]:
        return {
            name: None if (part := getattr(value, name)) is None else text_format.write(part)
            for name, text_format in self.field_formats(value).items()
        }


def read_pairs(pairs: list[str], noun: str) -> dict[str, str]:
    """Return the values of texts NAME=VALUE by name. Raises ValueError if a name occurs twice.

    noun: the word for a pair in the error message.

    >>> read_pairs(["track=20", "faces=1,2"], "rule")
    {'track': '20', 'faces': '1,2'}
    """
    values: dict[str, str] = {}
    for pair in pairs:
        name, equals, value = pair.partition("=")
        name = name.strip()
        if not equals:
            raise ValueError(f"{noun} must be NAME=VALUE, got {pair[:40]!r}")
        if name in values:
            raise ValueError(f"{noun} must name each field once, got {name!r} twice")
        values[name] = value.strip()
    return values


def read_variant(text: str) -> tuple[str, dict[str, str]]:
    """Return the name and the changes of a text "name: field=value,field=value", or of a name alone.

    A value can contain commas: a comma separates fields only if a field name and "=" follow.

    >>> read_variant("long: track=20,faces=1,2")
    ('long', {'track': '20', 'faces': '1,2'})
    """
    name, colon, changes = text.partition(":")
    pairs = re.split(r",(?=\s*[a-z_]+=)", changes) if colon else []
    return name.strip(), read_pairs(pairs, "variant")

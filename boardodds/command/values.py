"""How the fields of rules and of questions are written on the command line, and read back."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields, replace
from typing import Any, TypeVar, get_type_hints

Written = str | int | float | bool | None
CaseT = TypeVar("CaseT")
RULES = "rules"


@dataclass(frozen=True, slots=True)
class Text:
    """How values of a kind are read and written.

    wanted: what is expected, for who wrote something else. pattern: what all readable texts match, if ``read`` does not say
    itself what is wrong with others.
    """

    read: Callable[[str], Any]
    write: Callable[[Any], Written] = str
    wanted: str = ""
    pattern: str = ".*"

    def parse(self, name: str, text: str) -> Any:
        """Reads the value of a field; ValueError names the field.

        >>> WHOLE.parse("games", "1000")
        1000
        >>> WHOLE.parse("games", "many")
        Traceback (most recent call last):
        ...
        ValueError: games must be a whole number, got 'many'
        """
        if not re.fullmatch(self.pattern, text, re.DOTALL):
            raise ValueError(f"{name} must be {self.wanted}, got {text[:40]!r}")
        return self.read(text)


def _as_it_is(value: Any) -> Any:
    return value


def joined(values: tuple[Any, ...]) -> str:
    """Values with commas between them."""
    return ",".join(map(str, values))


def split(text: str) -> tuple[str, ...]:
    """The values between commas; none in an empty text.

    >>> split("naive,bluffer"), split("")
    (('naive', 'bluffer'), ())
    """
    return tuple(text.split(",")) if text else ()


WHOLE = Text(int, _as_it_is, "a whole number", r"-?[0-9]{1,40}")
NUMBER = Text(float, _as_it_is, "a number", r"-?([0-9]{1,9}(\.[0-9]{1,40})?|\.[0-9]{1,40})")
YES_NO = Text(lambda text: text == "true", _as_it_is, "true or false", "true|false")
WORD = Text(str)
NUMBERS = Text(
    lambda text: tuple(map(int, split(text))),
    joined,
    "whole numbers with commas between them, as in 4,4",
    r"(-?[0-9]{1,6}(,-?[0-9]{1,6})*)?",
)
_BY_TYPE: Mapping[Any, Text] = {int: WHOLE, float: NUMBER, bool: YES_NO, str: WORD, tuple[int, ...]: NUMBERS}


@dataclass(frozen=True, slots=True)
class Texts:
    """How the fields of a case are written: of its rules, and its own beside them. special: fields that no type tells of."""

    special: Mapping[str, Text]

    def changed(self, case: CaseT, changes: Mapping[str, str], *, rules_only: bool = False) -> CaseT:
        """The case with other values in fields of its rules, or its own. Raises ValueError for what no field can be."""
        rules: Any = getattr(case, RULES)
        of_rules, own = self.of(rules), {} if rules_only else self.of(case)
        known = of_rules | own
        read: dict[str, Any] = {}
        for name, text in changes.items():
            if name not in known:
                raise ValueError(f"{'rule' if rules_only else 'field'} must be one of {', '.join(known)}, got {name!r}")
            read[name] = known[name].parse(name, text)
        rules = replace(rules, **{name: value for name, value in read.items() if name in of_rules})
        return replace(case, **{RULES: rules}, **{name: value for name, value in read.items() if name in own})  # type: ignore[type-var]

    def written(self, case: Any) -> dict[str, Any]:
        """The fields of a case as they are written, those of its rules among themselves."""
        return {RULES: self._written(case.rules)} | self._written(case)

    def differences(self, case: Any, other: Any) -> dict[str, Written]:
        """The fields in which another case differs, as they are written."""
        before, after = ({**self._written(each.rules), **self._written(each)} for each in (case, other))
        return {name: value for name, value in after.items() if value != before[name]}

    def of(self, value: Any) -> dict[str, Text]:
        """How each field of a dataclass is written, except the rules of a case."""
        hints = get_type_hints(type(value))
        names = [field.name for field in fields(value) if field.name != RULES]
        return {name: self.special.get(name) or _BY_TYPE[hints[name]] for name in names}

    def _written(self, value: Any) -> dict[str, Written]:
        return {
            name: None if (part := getattr(value, name)) is None else text.write(part)
            for name, text in self.of(value).items()
        }


def read_pairs(pairs: list[str], noun: str) -> dict[str, str]:
    """Reads NAME=VALUE, each name once.

    >>> read_pairs(["track=20", "faces=1,2"], "rule")
    {'track': '20', 'faces': '1,2'}
    """
    read: dict[str, str] = {}
    for pair in pairs:
        name, equals, value = pair.partition("=")
        name = name.strip()
        if not equals:
            raise ValueError(f"{noun} must be NAME=VALUE, got {pair[:40]!r}")
        if name in read:
            raise ValueError(f"{noun} must name each field once, got {name!r} twice")
        read[name] = value.strip()
    return read


def read_variant(text: str) -> tuple[str, dict[str, str]]:
    """Reads "name: field=value,field=value", or a name alone; a value may hold commas.

    >>> read_variant("long: track=20,faces=1,2")
    ('long', {'track': '20', 'faces': '1,2'})
    """
    name, colon, changes = text.partition(":")
    pairs = re.split(r",(?=\s*[a-z_]+=)", changes) if colon else []
    return name.strip(), read_pairs(pairs, "variant")

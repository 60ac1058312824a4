"""The settings of a link: checks of their values, and reading and writing them. Nothing here needs Streamlit."""

from collections.abc import Callable, Iterable, Mapping, Sequence

# The highest seed on every page.
MAX_SEED = 999_999

# For each setting of a page, the check of its value.
Allowed = Mapping[str, Callable[[str], bool]]
# The values of each setting of a link.
Query = Mapping[str, Sequence[str]]


def one_of(values: Iterable[object]) -> Callable[[str], bool]:
    """Return a check that allows the texts of these values."""
    texts = {str(value) for value in values}
    return lambda text: text in texts


def switch(text: str) -> bool:
    """Return whether a text is a value of a switch.

    >>> switch("true"), switch("on")
    (True, False)
    """
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
    changed = {name: value for name, value in settings.items() if value != defaults.get(name)}
    return {
        name: [as_text(entry) for entry in (value if isinstance(value, tuple) else (value,))]
        for name, value in changed.items()
    }


def as_text(value: object) -> str:
    """Return the value of a setting as a link has it.

    >>> as_text(True), as_text(16)
    ('true', '16')
    """
    return str(value).lower() if isinstance(value, bool) else str(value)

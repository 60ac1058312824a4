"""Labels of options on a page, and the library's names of the same options."""

from collections.abc import Mapping


def label_of(value: str, labels: Mapping[str, str]) -> str:
    """Return the label of an option of the library, or the value itself if it has no label.

    labels: by label, the library's name of the option.

    >>> label_of("lose_turn", {"lose a turn": "lose_turn"}), label_of("chess", {})
    ('lose a turn', 'chess')
    """
    return next((label for label, option in labels.items() if option == value), value)

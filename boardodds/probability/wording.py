"""Numbers in words."""


def plural(number: int, singular: str, plural_form: str = "") -> str:
    """Return a number with its noun.

    plural_form: the plural, if it is not the singular plus "s".

    >>> plural(1, "draw"), plural(2, "draw"), plural(0, "die", "dice")
    ('1 draw', '2 draws', '0 dice')
    """
    return f"{number} {singular if number == 1 else plural_form or f'{singular}s'}"

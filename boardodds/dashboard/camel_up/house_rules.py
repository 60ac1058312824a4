"""Camel Up's house rules in words."""

from boardodds.camel_up import Rules


def house_rules(rules: Rules, edition: Rules) -> dict[str, bool]:
    """Return for the words of each rule whether it differs from the edition's.

    >>> from dataclasses import replace
    >>> from boardodds.camel_up import FIRST_EDITION
    >>> differences = house_rules(replace(FIRST_EDITION, stacking=False, track=8), FIRST_EDITION)
    >>> [name for name, differs in differences.items() if differs]
    ['camels do not carry each other', '8 squares to the finish']
    """
    return {
        "camels do not carry each other": rules.stacking != edition.stacking,
        f"{rules.track} squares to the finish": rules.track != edition.track,
        f"dice from 1 to {max(rules.faces)}": rules.faces != edition.faces,
        "the grey die always decides which crazy camel moves": rules.crazy_priority != edition.crazy_priority,
    }

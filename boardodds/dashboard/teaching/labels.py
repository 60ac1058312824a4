"""Labels of the teaching pages' options; each is also the option's value in a link."""

from boardodds.teaching import large_numbers

EXAMPLES = {key.replace("_", " "): key for key in large_numbers.trials()}

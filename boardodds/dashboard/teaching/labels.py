"""Labels of the teaching pages' options. A label is also the option's value in a link."""

from boardodds.teaching import large_numbers

EXAMPLES = {trial.title: trial.key for trial in large_numbers.trials().values()}
# By label, the value in older links.
WORK = {"calculating": "with a pencil", "guessing": "to guess"}

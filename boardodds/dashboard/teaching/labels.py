"""Labels of the teaching pages' options. A label is also the option's value in a link."""

from boardodds.teaching import large_numbers

EXAMPLES = {trial.title: trial.key for trial in large_numbers.trials().values()}

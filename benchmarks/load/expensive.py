"""The longest computations on the pages, as visitors would start them again and again."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Task:
    """A page with a long computation.

    query: the settings with the longest computation.
    controls: the controls that start it again, by their settings in the URL or their labels.
    """

    page: str
    query: str
    controls: tuple[str, ...]


TASKS = (
    Task("perudo", "view=Tournament&matches=5000", ("seed",)),
    Task("candy_land", "played=5000000", ("seed",)),
    Task("perudo", "view=The+dial&matches=5000", ("seed",)),
    Task("classroom", "games=10000&runs=20", ("seed",)),
    Task("camel_up_race", "edition=second&view=What+if", ("Random",)),
    Task("perudo", "view=Calibration&matches=5000", ("seed",)),
    Task("orchard", "view=Figure+1&simulations=3000&games=1000", ("seed", "Run")),
)
# The controls that set the amount of work, by their settings in the URL or their labels.
WORK = frozenset(
    {"games", "played", "legs", "matches", "simulations", "runs", "counted", "both", "whole", "slow", "Run"}
    | {"track", "highest", "camels", "squares", "top", "exact", "Measure how long each way takes"}
    | {"How many players?"}
)
# The views that take seconds for each change, by page.
LONG_VIEWS = {
    "camel_up_race": frozenset({"What if", "Whole games"}),
    "orchard": frozenset({"Figure 1"}),
    "perudo": frozenset({"The dial", "Calibration", "Tournament"}),
}

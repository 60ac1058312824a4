"""The longest work that the pages offer, as a visitor would press it again and again."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Task:
    """query: the link that opens the page at its longest. presses: what then asks anew, by names in the address or labels."""

    page: str
    query: str
    presses: tuple[str, ...]


TASKS = (
    Task("perudo", "view=Tournament&matches=5000", ("seed",)),
    Task("candy_land", "played=5000000", ("seed",)),
    Task("perudo", "view=The+dial&matches=5000", ("seed",)),
    Task("classroom", "games=10000&runs=20", ("seed",)),
    Task("camel_up_race", "edition=second&view=What+if", ("Random",)),
    Task("perudo", "view=Calibration&matches=5000", ("seed",)),
    Task("orchard", "view=Figure+1&simulations=3000&games=1000", ("seed", "Run")),
)
# controls that choose how much work it is, by name in the address or label
WORK = frozenset(
    {"games", "played", "legs", "matches", "simulations", "runs", "counted", "both", "whole", "slow", "Run"}
    | {"track", "highest", "camels", "squares", "top", "exact", "Time them all now"}
)
# views that take seconds for every change, by page
LONG_VIEWS = {
    "camel_up_race": frozenset({"What if"}),
    "orchard": frozenset({"Figure 1"}),
    "perudo": frozenset({"The dial", "Calibration", "Tournament"}),
}

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
    Task("candy_land", "games=5000000", ("seed",)),
    Task("perudo", "view=The+dial&matches=5000", ("seed",)),
    Task("classroom", "games=10000&runs=20", ("seed",)),
    Task("camel_up_race", "edition=second&view=What+if", ("Random",)),
    Task("perudo", "view=Calibration&matches=5000", ("seed",)),
    Task("orchard", "view=Figure+1&simulations=3000&games=1000", ("seed", "Run")),
)
# names in the address of the controls that choose how much work it is
WORK = frozenset({"games", "matches", "simulations", "runs", "counted", "both", "whole", "slow"})

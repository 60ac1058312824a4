"""The history line of a game of Candy Land: each player's chance to be first, and each player's luck."""

from collections.abc import Sequence

from boardodds.candy_land import HOME, account
from boardodds.candy_land.luck import LuckOfCards
from boardodds.candy_land.rules import EVERYONE, color_of
from boardodds.candy_land.solver import is_solvable
from boardodds.candy_land.turns import card_name
from boardodds.charts.candy_land import PLAYER_ROLES
from boardodds.charts.style import role_color
from boardodds.dashboard.candy_land.lengths import solve_lengths
from boardodds.dashboard.candy_land.state import CandyState
from boardodds.dashboard.runtime.compute import compute_all, work
from boardodds.dashboard.ui.history import History, Luck
from boardodds.dashboard.ui.record import Line
from boardodds.dashboard.ui.settings import Event
from boardodds.probability.display import plural
from boardodds.probability.estimate import Estimate, estimate_of

# By the number of squares on a card; a picture has none.
_FORMS = {1: "circle", 2: "square"}


def _chances(state: CandyState) -> dict[str, Estimate]:
    """Return each player's chance to be first; nothing for a game that is not a race."""
    if state.players == 1 or state.rules.plays_until == EVERYONE:
        return {}
    wins = (
        [float(space == HOME) for space in state.position.spaces] if state.is_over else solve_lengths(state).seat_wins
    )
    return dict(zip(state.shown_names, map(estimate_of, wins), strict=True))


def _act(before: CandyState, event: Event) -> tuple[str, str]:
    name, cards = before.shown_names[before.to_draw.next - 1], event["cards"]
    form = _FORMS[len(cards[0])] if color_of(cards[0]) else "diamond"
    return f"{name}, {' or '.join(map(card_name, cards))}", form


def _luck(line: Line[CandyState], words: Sequence[str]) -> list[Luck]:
    """Return the luck of each player; nothing for a game that can't be solved even with the deck shuffled before every draw."""
    first, states = line[0].state, tuple(act.state.position for act in line)
    if not is_solvable(first.rules, first.players):
        return []
    players = range(1, first.players + 1)
    works = [work(account, states, first.rules, player=player, words=tuple(words)) for player in players]
    accounts = compute_all(works, label="Solving the game after each card…")
    note = "All of it is luck. The chances are those with the deck shuffled before every draw."
    return [
        Luck(
            f"{first.title(player)}'s chance to be first",
            game,
            note,
            LuckOfCards(states[0], first.rules, player, len(words)),
            f"games after {plural(len(words), 'card')}",
        )
        for player, game in zip(players, accounts, strict=True)
    ]


HISTORY = History(
    title="Chance to be first:",
    values=_chances,
    colors=lambda state: [role_color(role) for role in PLAYER_ROLES[: state.players]],
    act=_act,
    luck=_luck,
)

"""The history line of a game of Candy Land: each player's chance to be first, and each player's luck."""

from itertools import pairwise

from boardodds.candy_land import HOME, account
from boardodds.candy_land.rules import EVERYONE, color_of
from boardodds.candy_land.solve import is_solvable
from boardodds.candy_land.turns import card_name
from boardodds.charts.candy_land import PLAYER_ROLES
from boardodds.charts.style import role_color
from boardodds.dashboard.candy_land.lengths import solve_lengths
from boardodds.dashboard.candy_land.state import CandyState
from boardodds.dashboard.runtime.compute import compute_all, work
from boardodds.dashboard.ui.history import History, Luck, with_words
from boardodds.dashboard.ui.record import Line
from boardodds.dashboard.ui.settings import Event
from boardodds.probability.estimate import estimate_of

# By the number of squares on a card; a picture has none.
_FORMS = {1: "circle", 2: "square"}


def _chances(state: CandyState) -> dict[str, float]:
    """Return each player's chance to be first; nothing for a game that is not a race."""
    if state.players == 1 or state.rules.plays_until == EVERYONE:
        return {}
    if state.is_over:
        return {name: float(space == HOME) for name, space in zip(state.names, state.position.spaces, strict=True)}
    wins = map(estimate_of, solve_lengths(state).seat_wins)
    return {name: win.value for name, win in zip(state.names, wins, strict=True)}


def _act(before: CandyState, event: Event) -> tuple[str, str]:
    name, cards = before.names[before.to_draw.next - 1], event["cards"]
    form = _FORMS[len(cards[0])] if color_of(cards[0]) else "diamond"
    return f"{name}, {' or '.join(map(card_name, cards))}", form


def _luck(line: Line[CandyState]) -> list[Luck]:
    """Return the luck of each player; nothing for a game that can't be solved even with the deck shuffled before every draw."""
    first = line[0].state
    if not is_solvable(first.rules, first.players):
        return []
    states = tuple(act.state.position for act in line)
    works = [work(account, states, first.rules, player=player) for player in range(1, first.players + 1)]
    words = [_act(before.state, act.event or {})[0] for before, act in pairwise(line)]
    accounts = compute_all(works, label="Solving the game after each card…")
    note = "All of it is luck. The chances are those with the deck shuffled before every draw."
    games = zip(first.names, accounts, strict=True)
    return [Luck(f"Player {name}'s chance to be first", with_words(game, words), note=note) for name, game in games]


HISTORY = History(
    title="Chance to be first:",
    values=_chances,
    colors=lambda state: [role_color(role) for role in PLAYER_ROLES[: state.players]],
    act=_act,
    luck=_luck,
)

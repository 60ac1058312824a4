"""The sheet of the Candy Land page: who is ahead, or how long a game takes."""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import ClassVar

from boardodds.candy_land import HOME, Sample, account
from boardodds.candy_land.game import GAME
from boardodds.candy_land.luck import LuckOfCards
from boardodds.candy_land.rules import EVERYONE, FIRST_COUNTS, MAX_PLAYERS, PRINTED_LABELS, RESHUFFLED, color_of
from boardodds.candy_land.simulation import check_playable
from boardodds.candy_land.solver import is_solvable
from boardodds.candy_land.turns import card_name
from boardodds.charts.candy_land import PLAYER_FORMS, PLAYER_ROLES, length_bins, turns_needed
from boardodds.charts.hundred import Outcome, count_in_words
from boardodds.charts.style import Tone, role_color
from boardodds.dashboard.candy_land import lengths
from boardodds.dashboard.candy_land.board import TONES
from boardodds.dashboard.candy_land.lengths import Lengths
from boardodds.dashboard.candy_land.state import GAMES, CandyState
from boardodds.dashboard.runtime.compute import compute_all, work
from boardodds.dashboard.ui.history import History, Luck
from boardodds.dashboard.ui.hundred import Dots
from boardodds.dashboard.ui.panels import Panel
from boardodds.dashboard.ui.record import Line
from boardodds.dashboard.ui.reveal import Prediction
from boardodds.dashboard.ui.settings import Event, whole_number
from boardodds.dashboard.ui.sheet import Answer, Sheet, WhatIf, cached_part
from boardodds.dashboard.ui.words import percent
from boardodds.probability.declared_rules import rule_in_words
from boardodds.probability.display import plural
from boardodds.probability.estimate import Estimate, estimate_of

# By the number of squares on a card; a picture has none.
_FORMS = {1: "circle", 2: "square"}


def _chances(state: CandyState) -> dict[str, Estimate]:
    """Return each player's chance to be first; nothing for a game that is not a race."""
    if state.players == 1 or state.rules.plays_until == EVERYONE:
        return {}
    is_home = [float(space == HOME) for space in state.position.spaces]
    wins = is_home if state.is_over else lengths.solve_lengths(state).seat_wins
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
    games = f"games after {plural(len(words), 'card')}"
    replays = [LuckOfCards(states[0], first.rules, player, len(words)) for player in players]
    return [
        Luck(f"{first.title(player)}'s chance to be first", game, note, replay, games)
        for player, game, replay in zip(players, accounts, replays, strict=True)
    ]


def _mean_by_players(state: CandyState) -> dict[int, float]:
    """Return the mean number of turns by the number of players; nothing for a game in progress.

    For other numbers than that of the state, few games, the same for all visitors, are enough for whole turns.
    """
    states: dict[int, CandyState] = {}
    for players in range(1, MAX_PLAYERS + 1) if state.is_start else ():
        # Some rules have no room for many players.
        with suppress(ValueError):
            check_playable(state.rules, players)
            is_now = players == state.players
            states[players] = state if is_now else replace(state.new_game(players), games=min(GAMES), seed=1)
    solved = lengths.solve_all_lengths(list(states.values()))
    return {players: estimate_of(found.mean_turns).value for players, found in zip(states, solved, strict=True)}


def _deck(state: CandyState) -> str:
    """Return in sentences what is known of the deck, and how its double cards are read if not as in the rulebook."""
    size = f"The deck has {plural(state.rules.deck_size, 'card')}, the board {plural(len(state.rules.board), 'space')}."
    if state.rules.double_cards == FIRST_COUNTS:
        double_cards = rule_in_words(state.rules, "double_cards").capitalize()
        size += f" {double_cards}, as in the blog post; in the rulebook only the second."
    if state.rules.deck == RESHUFFLED or state.is_start:
        return size
    if drawn := len(state.position.drawn):
        return f"{size} {plural(drawn, 'card')} {'is' if drawn == 1 else 'are'} drawn."
    return f"{size} Assumed: it has just been shuffled, since no card is marked as drawn."


class CandySheet(Sheet[CandyState]):
    """What the page says about a game.

    >>> from boardodds.dashboard.candy_land.state import read_link
    >>> CandySheet(read_link({"game": ["scheffer"], "deck": ["reshuffled"]})).answer.finding
    'A game takes about 39 turns, some 20 minutes'
    >>> CandySheet(read_link({"game": ["scheffer"], "deck": ["reshuffled"], "state": ["80.57"]})).answer.finding
    'Player A is ahead: A wins 60 of 100 games like this one'
    """

    slider_setting: ClassVar = {"if_players": whole_number(1, MAX_PLAYERS)}
    history = History(
        title="Chance to be first:",
        values=_chances,
        colors=lambda state: [role_color(role) for role in PLAYER_ROLES[: state.players]],
        act=_act,
        luck=_luck,
    )

    @cached_part
    def lengths(self) -> Lengths:
        """The lengths of games from here. Raises ValueError for a game that cannot end."""
        return lengths.solve_lengths(self.state)

    @cached_part
    def wins(self) -> Mapping[int, Estimate]:
        """By player who is not in the castle, the chance of reaching it next."""
        return {player: estimate_of(self.lengths.seat_wins[player - 1]) for player in self.state.position.order()}

    @cached_part
    def alone(self) -> Mapping[int, Lengths]:
        """By player who is not in the castle, the own turns that are needed if this player goes on alone."""
        players = self.state.position.order()
        return dict(zip(players, lengths.solve_all_lengths(list(map(self.state.alone, players))), strict=True))

    @property
    def is_race(self) -> bool:
        """Whether the question is who is ahead: the game is in progress, and not just one player is on the way."""
        return not (self.state.is_start or len(self.state.position.order()) == 1)

    @property
    def box(self) -> str:
        return PRINTED_LABELS.get(self.state.game, self.state.game)

    @cached_part
    def prediction(self) -> Prediction:
        if self.is_race:
            most = "how often the player ahead wins"
            return Prediction(most, exact=lambda _: 100 * max(win.value for win in self.wins.values()))
        mean = "how many turns the game takes on average"
        return Prediction(mean, 200, "turn", exact=lambda _: estimate_of(self.lengths.mean_turns).value)

    @cached_part
    def answer(self) -> Answer:
        """Who is ahead in a game in progress, or how long a game takes."""
        state = self.state
        if state.is_over:
            home = [player for player, space in enumerate(state.position.spaces, start=1) if space == HOME]
            ending = f"{state.title(*home)} {'are in the castle' if home[1:] else 'has won'}"
            return Answer(ending, is_final=True)
        found, mean, games = self.lengths, lengths.mean_text(self.lengths), lengths.sample_size(self.lengths)
        origin = f"{games:,} simulated games take {mean}" if games else f"The exact average: {mean}"
        origin += f". A turn takes {plural(state.seconds, 'second')}. {_deck(state)}"
        if self.is_race:
            names, seats = state.shown_names, {player - 1: win for player, win in self.wins.items()}
            outcomes = [
                Outcome(names[seat], win.value, TONES[seat], *PLAYER_FORMS[seat], win.standard_error > 0)
                for seat, win in seats.items()
            ]
            return Answer(self._leader_finding(), method=f"{self._length_finding()}. {origin}", pieces=outcomes)
        turns, within = found.turns, state.within
        chance = found.length.at_most(within) if isinstance(found, Sample) else percent(turns.at_most(within), 2)
        return Answer(
            self._length_finding(),
            method=f"Each dot is one game of a hundred; those that are over within {plural(within, 'turn')} are filled: {chance} "
            f"of all games. {origin}",
            pieces=Dots(turns, "turn", Tone(*GAME.accent), within),
        )

    def _length_finding(self) -> str:
        """Return how long a game takes, or what is left of it, in whole turns and minutes."""
        turns, players = round(estimate_of(self.lengths.mean_turns).value), self.state.players
        minutes = max(1, (turns * self.state.seconds + 30) // 60)
        time = f"about {plural(turns, 'turn')}, some {plural(minutes, 'minute')}"
        if self.state.is_start:
            return f"A game{f' of {players} players' if players > 1 else ''} takes {time}"
        return f"The rest of the game takes {time}"

    def _leader_finding(self) -> str:
        """Return who is ahead, or which two players are level."""
        wins, state = self.wins, self.state
        first, second, *_ = sorted(wins, key=lambda player: -wins[player].value)
        name, win = state.shown_names[first - 1], wins[first]
        number = count_in_words(win.value, is_simulated=win.standard_error > 0)
        is_clear = win.interval().low > wins[second].interval().high
        who = f"{state.title(first)} is ahead" if is_clear else f"{state.title(first, second)} are about level"
        does = "wins" if len(wins) == state.players else "is home next in"
        return f"{who}: {name} {does} {number} of 100 games like this one"

    @cached_part
    def chart(self) -> Panel | None:
        """The chart of the turns that each player still needs, or of the length of a game."""
        if self.state.is_over:
            return None
        if self.is_race:
            turns = {self.state.shown_names[player - 1]: found.turns for player, found in self.alone.items()}
            medians = ", ".join(f"{name} {pmf.quantile(0.5):.0f}" for name, pmf in turns.items())
            return Panel(
                turns_needed(turns, [PLAYER_ROLES[player - 1] for player in self.alone]),
                key="needed_chart",
                alt=f"Own turns that each player still needs. Medians: {medians}.",
                finding="Own turns still needed",
                method="with the median of each",
            )
        found, within = self.lengths.turns, lengths.summarize(self.lengths, 0.5, 0.9)
        return Panel(
            length_bins({"turns": (found, lengths.sample_size(self.lengths))}),
            key="length_chart",
            alt=f"Chance of each number of turns. Mean {found.mean:.2f}; {within}.",
            finding="Turns" if self.state.is_start else "Turns left",
            method=within,
        )

    @cached_part
    def slider(self) -> WhatIf | None:
        return WhatIf(
            label="Players",
            now=self.state.players,
            curve=_mean_by_players(self.state),
            words=lambda players, mean: (
                f"With {plural(players, 'player')} a game takes about {plural(round(mean), 'turn')} in total"
            ),
            event=lambda players: {"kind": "set", "name": "players", "value": players},
        )

"""The walk's knowledge of Candy Land."""

import re
from collections.abc import Hashable, Iterable, Mapping
from dataclasses import replace

from boardodds.candy_land import HOME, Rules, State, after
from boardodds.candy_land.rules import LOSE_TURN, RESHUFFLED
from boardodds.charts.hundred import PIECES
from boardodds.dashboard.candy_land.board import board_data
from boardodds.dashboard.candy_land.lengths import sample_size, solve_lengths
from boardodds.dashboard.candy_land.page import PAGE
from boardodds.dashboard.candy_land.state import BOARDS, GAMES, CandyState, read_link, write_link
from boardodds.dashboard.ui.game_state import NEW_GAME
from boardodds.dashboard.ui.hundred import Dots
from boardodds.probability.declared_rules import rules_of
from boardodds.probability.estimate import estimate_of
from tests.dashboard.together import EXACT, Claim, Event, Parts, Rng, Walker, change, draw_rules, pick, rule_args, shown

_PARTS = ("spaces", "shortcuts", "licorice")
# What an exact value depends on: rules and position.
_EXACT_RUN = 2
_CARDS = [*"RPYBOG", "RR", "GG", "Lollipop", "Jolly"]


def _run(state: CandyState) -> tuple[Hashable, ...]:
    """Return what values of a state depend on: an exact one on rules and position alone."""
    exact = sample_size(solve_lengths(state)) is None
    position = replace(state.position, drawn=()) if state.rules.deck == RESHUFFLED else state.position
    return (state.rules, position) if exact else (state.rules, position, state.games, state.seed)


class CandyLandWalker(Walker[CandyState]):
    page = PAGE
    name = "candy_land"
    states = 80

    def draw_start(self, rng: Rng) -> CandyState:
        board = pick(rng, BOARDS)
        link = {"game": [board], "players": [str(rng.integers(1, 4))], "seed": [str(rng.integers(3))]}
        if rng.random() < 0.5:
            link["deck"] = [RESHUFFLED]
        state = read_link(link)
        if rng.random() < 0.6:
            rules = draw_rules(state.rules, rng, within={"special_copies": (0, 2)})
            state = replace(state, rules=rules)
        if rng.random() < 0.6:
            state, _ = self.page.definition.apply(state, change("state", self._draw_position(state, rng)))
        return state

    def _draw_position(self, state: CandyState, rng: Rng) -> str:
        last = state.rules.last_place
        near = int(rng.integers(last + 1))
        spaces = [min(last, near + int(rng.integers(20))) for _ in range(state.players)]
        if rng.random() < 0.3:
            spaces[0] = HOME
        if rng.random() < 0.3 and state.rules.licorice:
            spaces[-1] = pick(rng, state.rules.licorice) + 1
        licorice = state.rules.licorice if state.rules.licorice_rule == LOSE_TURN else ()
        stuck = [player for player, space in enumerate(spaces, 1) if space - 1 in licorice and rng.random() < 0.7]
        drawn = [card for card, number in state.rules.cards.items() for _ in range(number) if rng.random() < 0.5]
        following = int(rng.integers(state.players)) + 1
        return str(State(tuple(spaces), following, tuple(stuck), tuple(drawn if rng.random() < 0.5 else ())))

    def draw_event(self, state: CandyState, rng: Rng) -> Event:
        rule = pick(rng, [name for name in rules_of(Rules) if name not in _PARTS])
        value = getattr(draw_rules(state.rules, rng, within={"special_copies": (0, 2)}), rule)
        others = [
            change(rule, value),
            change("game", pick(rng, BOARDS)),
            change("shortcuts", bool(rng.integers(2))),
            change("players", int(rng.integers(1, 5))),
            change("state", pick(rng, ["", "4.7", "1.2 next=3", "home.5 next=2", self._draw_position(state, rng)])),
            change("spaces", pick(rng, ["RPYBOGRPYBOG", "RPYBOG[Jolly]RPYBOG", "RX"])),
            change("within", int(rng.integers(1, 60))),
            change("seconds", int(rng.integers(1, 90))),
            change("games", pick(rng, GAMES[:3])),
            {"kind": "set", "name": "singles", "color": "R", "value": int(rng.integers(4))},
            {"kind": "place", "space": pick(rng, [0, 1, 5, 48, 200, HOME])},
            {"kind": "next", "player": int(rng.integers(1, 4))},
            {"kind": "put away", "card": pick(rng, _CARDS)},
            {"kind": "forget"},
            {"kind": "add"},
            {"kind": "remove"},
            {"kind": "name", "seat": int(rng.integers(4)), "value": pick(rng, ["Ann", "Ben", "b", ""])},
            NEW_GAME,
        ]
        acts = [*self.offered(state), {"kind": "card", "cards": [pick(rng, _CARDS)]}]
        return dict(pick(rng, acts if rng.random() < 0.6 else others))

    def offered(self, state: CandyState) -> Iterable[Event]:
        data = board_data(state)
        if data["over"]:
            return []
        left = {card["card"]: card["left"] for card in data["cards"] if card["left"]}
        if state.rules.cards_to_choose == 1 or sum(left.values()) == 1:
            return [{"kind": "card", "cards": [card]} for card in left]
        pairs = [[card, other] for card in left for other in left if card != other or left[card] > 1]
        return [{"kind": "card", "cards": pair} for pair in pairs]

    def legal(self, state: CandyState) -> Iterable[Event]:
        left = {} if state.is_over else state.to_draw.cards_left(state.rules)
        if state.rules.cards_to_choose == 1:
            return [{"kind": "card", "cards": [card]} for card in left]
        return []

    def holds(self, state: CandyState) -> Mapping[str, bool]:
        return {
            "a draft has a mistake": bool(state.draft or state.drafts) == bool(state.mistakes),
            "a link restores the state": bool(state.draft or state.drafts) or read_link(write_link(state)) == state,
        }

    def claims(self, parts: Parts[CandyState]) -> Iterable[Claim]:
        if not parts.state.is_over:
            of = _run(parts.state)
            yield from self._lengths(parts, ("turns", *of))
            yield from self._winners(parts, of)

    def _lengths(self, parts: Parts[CandyState], of: Hashable) -> Iterable[Claim]:
        assert parts.answer
        yield Claim(of, estimate_of(solve_lengths(parts.state).mean_turns).value, "the run")
        if parts.slider and parts.curve:
            yield Claim(of, parts.curve[parts.slider.now], "the slider")
        for text in (parts.finding, parts.answer.method):
            yield from shown(of, text, r"takes about (\d+) turns?", "the headline")
        if isinstance(parts.answer.pieces, Dots):
            yield Claim(of, parts.answer.pieces.lengths.mean, "the dots")

    def _winners(self, parts: Parts[CandyState], of: tuple[Hashable, ...]) -> Iterable[Claim]:
        state = parts.state
        for outcome in parts.outcomes:
            yield Claim(("first", outcome.name, *of), outcome.chance, "the hundred")
        for name, value in (parts.values or {}).items():
            yield Claim(("first", name, *of), value.value, "the history")
        for name, count in re.findall(r"(\w) (?:wins|is home next in) (\d+) of 100", parts.finding):
            yield Claim(("first", name, *of), int(count) / PIECES, "the headline", slack=0.5 / PIECES + EXACT)
        if state.rules.deck == RESHUFFLED and len(of) == _EXACT_RUN and state.rules.cards_to_choose == 1:
            for player, chance in self._after_next_card(state).items():
                yield Claim(("first", state.shown_names[player - 1], *of), chance, "the average after the next card")

    def _after_next_card(self, state: CandyState) -> dict[int, float]:
        """Return each player's chance to be home next, averaged over the cards."""
        cards = state.rules.cards
        chances = dict.fromkeys(state.position.order(), 0.0)
        home = state.position.spaces.count(HOME)
        for card, number in cards.items():
            position, _ = after(state.position, card, state.rules)
            if position.spaces.count(HOME) > home:
                won = next(player for player in chances if position.spaces[player - 1] == HOME)
                wins = {player: float(player == won) for player in chances}
            else:
                found = solve_lengths(replace(state, position=position)).seat_wins
                wins = {player: estimate_of(found[player - 1]).value for player in chances}
            for player in chances:
                chances[player] += wins[player] * number / sum(cards.values())
        return chances

    def used(self, parts: Parts[CandyState], value: int, after: CandyState) -> Iterable[Claim]:
        assert parts.slider
        mean = estimate_of(solve_lengths(after).mean_turns)
        of = ("used", value == parts.slider.now)
        # The slider plays a run of its own for other numbers of players.
        error = 0.0 if value == parts.slider.now else mean.standard_error
        yield Claim(of, parts.curve[value], "the slider", error=error)
        yield Claim(of, mean.value, "Use this", error=error)

    def troubles(self, parts: Parts[CandyState], rng: Rng) -> Iterable[str]:
        state = parts.state
        # Players are spared by their seats.
        if state.is_over or state.players < 2 or state.rules.spared or sample_size(solve_lengths(state)) is not None:
            return
        position, players = state.position, state.players
        turned = State(
            (*position.spaces[1:], position.spaces[0]),
            (position.next - 2) % players + 1,
            tuple(sorted((player - 2) % players + 1 for player in position.stuck)),
        )
        before, other = (
            [estimate_of(win).value for win in solve_lengths(replace(state, position=each)).seat_wins]
            for each in (position, turned)
        )
        wins = [*other[-1:], *other[:-1]]
        if any(abs(a - b) > EXACT for a, b in zip(before, wins, strict=True)):
            yield f"with seats turned by one the chances are {wins}"

    def command(self, parts: Parts[CandyState]) -> tuple[list[str], Mapping[tuple[str, str], Hashable]] | None:
        state = parts.state
        if state.is_over:
            return None
        lengths = solve_lengths(state)
        begins = ["--players", str(state.players)] if state.is_start else ["--state", str(state.position)]
        games = sample_size(lengths)
        if state.rules.deck == RESHUFFLED and state.position.drawn:
            return None
        sampling = ["--games", str(games), "--seed", str(state.seed)] if games else []
        of, names = _run(state), state.shown_names
        measures = {("seat_win", str(seat)): ("first", names[seat - 1], *of) for seat in state.position.order()}
        words = ["simulate" if games else "solve", "candy_land", *sampling, *rule_args(state.rules), *begins]
        return words, {("mean_turns", ""): ("turns", *of), **measures}

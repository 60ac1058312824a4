"""Every limit of Candy Land at its boundary."""

from dataclasses import replace
from importlib import import_module
from math import ceil, nextafter

import numpy as np
import pytest

from boardodds.candy_land import CLASSIC, Rules, State, compare, play, simulate, solve_reshuffled
from boardodds.candy_land.simulation import GameSampler
from boardodds.candy_land.solver import check_ends, solo_mean_turns
from tests.limits import limits_test
from tests.oracles.candy_land import mean_turns

TINY = Rules(spaces=("R", "P", "R", "P"), shortcuts=(), licorice=(), singles=(1, 1, 0, 0, 0, 0), doubles=(0,) * 6)
# After a picture card, four reds in a row would win. But of three cards, two are pictures.
NEVER_FOUR_REDS = replace(TINY, spaces=("R", "Jolly", "Plumpy", "R", "R", "R"), singles=(1, 0, 0, 0, 0, 0))


def large_deck(cards: int) -> Rules:
    """Return rules with 170 to 200 cards, or one more, of four colours."""
    return replace(CLASSIC, singles=(40, 40, 40, 40, 0, 0), doubles=(cards - 170, 10, 0, 0, 0, 0), special_copies=0)


test_values_up_to_the_limits_are_accepted_and_others_refused = limits_test(
    (lambda size: replace(TINY, spaces=("R",) * size, singles=(1, 0, 0, 0, 0, 0)), 1, 300, r"spaces must be 1\.\.300, got"),
    (lambda copies: replace(TINY, singles=(1, copies, 0, 0, 0, 0)), 0, 40, r"singles must be 0\.\.40 of each colour, got"),
    (lambda copies: replace(TINY, doubles=(copies, 0, 0, 0, 0, 0)), 0, 40, r"doubles must be 0\.\.40 of each colour, got"),
    (lambda copies: replace(TINY, special_copies=copies), 0, 40, r"special_copies must be 0\.\.40, got"),
    (large_deck, None, 200, r"the deck must have 1\.\.200 cards, got"),
    (lambda cards: replace(TINY, singles=(cards, 0, 0, 0, 0, 0)), 1, None, r"the deck must have 1\.\.200 cards, got"),
    (lambda space: replace(TINY, licorice=(space,)), 0, 3, r"licorice spaces must be 1\.\.4, got [05]"),
    (lambda space: replace(TINY, shortcuts=((0, space),)), None, 3, r"shortcuts must stay on spaces 1\.\.4, got 1 to 5"),
    (lambda space: replace(TINY, shortcuts=((space, 3),)), 0, None, r"shortcuts must stay on spaces 1\.\.4, got 0 to 4"),
    (lambda players: simulate(TINY, players=players, games=2), 1, 6, r"players must be 1\.\.6, got"),
    (lambda players: solve_reshuffled(TINY, players=players), 1, 6, r"players must be 1\.\.6, got"),
    (lambda players: play(TINY, players=players), 1, 6, r"players must be 1\.\.6, got"),
    (lambda games: simulate(TINY, games=games), 2, None, "games must be 2"),
    (lambda cases: compare(((str(case), TINY) for case in range(cases)), games=2), 1, 64, r"cases must be 1\.\.64 rules"),
)  # fmt: skip


def test_a_mean_of_exactly_the_limit_is_accepted(monkeypatch: pytest.MonkeyPatch) -> None:
    mean = solo_mean_turns(TINY)
    for limit in (mean, nextafter(mean, 0)):
        monkeypatch.setattr("boardodds.candy_land.solver.MAX_MEAN_TURNS", limit)
        check_ends.cache_clear()
        if limit == mean:
            check_ends(TINY)
        else:
            with pytest.raises(ValueError, match=r"the game must end within .* turns on average"):
                check_ends(TINY)


def test_as_many_turns_as_the_limit_are_played(monkeypatch: pytest.MonkeyPatch) -> None:
    turns = 3 * 2 * mean_turns(TINY)
    monkeypatch.setattr(import_module("boardodds.candy_land.simulation"), "MAX_TURNS", 100 * turns * (1 + 1e-12))
    everyone, first = replace(TINY, plays_until="everyone"), replace(TINY, licorice=(1,), licorice_rule="off")
    assert compare({"everyone": everyone, "first": first}, players=3, games=100).samples
    with pytest.raises(ValueError, match=r"games must be at most 100 here, .* got 101"):
        compare({"everyone": everyone, "first": first}, players=3, games=101)


@pytest.mark.parametrize("players", [1, 2])
def test_games_are_endless_after_exactly_the_stated_number_of_cards(players: int) -> None:
    # Whole decks are dealt. The games are given up with the first deck that makes more cards than 60 times those of an average
    # game and one deck.
    limit = int(60 * (mean_turns(NEVER_FOUR_REDS) * players + 3))
    cards = (limit // 3 + 1) * 3
    with pytest.raises(ValueError, match=rf"^the game must end, but 5 games had not after {cards:,} cards$"):
        GameSampler((NEVER_FOUR_REDS,), State.start(players))(5, np.random.default_rng(1))


def test_games_of_exactly_the_limit_are_not_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    longest = int(GameSampler((TINY,), State.start(1))(300, np.random.default_rng(1)).turns.max())
    # Before the last deck of two cards, this many were drawn.
    drawn = 2 * ceil(longest / 2) - 2
    for limit in (drawn, drawn - 1):
        monkeypatch.setattr("boardodds.candy_land.simulation._max_draws", lambda *_, limit=limit: limit)
        if limit == drawn:
            assert GameSampler((TINY,), State.start(1))(300, np.random.default_rng(1)).turns.max() == longest
        else:
            with pytest.raises(ValueError, match=f"games had not after {drawn} cards"):
                GameSampler((TINY,), State.start(1))(300, np.random.default_rng(1))

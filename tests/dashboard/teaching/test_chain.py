"""The view of a small Candy Land: its chain turn by turn, the first-step equations, and the fundamental matrix."""

from collections.abc import Iterable
from fractions import Fraction
from functools import cache

import pytest
from scipy.linalg import inv

from boardodds import candy_land
from boardodds.candy_land.rules import START
from boardodds.candy_land.transitions import WON, landing
from boardodds.dashboard.teaching.chain import BOARD, LAST_SPACE, NAMES, expected_visits, moves_by_space
from tests.dashboard.driving import cells, open_page, view_of

COUNTING = "pages/counting.py"
VIEW = "Small Candy Land"


def test_the_chain_is_followed_step_by_step() -> None:
    odds = candy_land.solve_reshuffled(BOARD)
    app = open_page(COUNTING, view="Small Candy Land", step="5")
    assert app.headline == f"It takes {odds.mean_turns:.1f} turns on average to reach the castle"
    assert f"has reached the castle with a chance of {odds.turns.at_most(5):.1%}" in app.page_text


def test_what_cannot_happen_in_the_chain_has_no_chance() -> None:
    first = int(candy_land.solve_reshuffled(BOARD).turns.outcomes[0])
    # No card leads from the start to the castle in one turn.
    assert first > 1
    for step in range(first):
        lines = open_page(COUNTING, view="Small Candy Land", step=str(step)).page_text.splitlines()
        assert any(line.endswith("the player has reached the castle with a chance of 0%") for line in lines)


def test_the_moves_of_the_chain_are_those_of_the_rules() -> None:
    first = ", ".join(f"{end} {chance}" for end, chance in plain_moves()[NAMES[0]].items() if chance)
    assert open_page(COUNTING, view=VIEW, space="0").pictures == [f"From {NAMES[0]}: {first}"]
    for space in NAMES[:-1]:
        moves = {end: chance for end, chance in plain_moves()[space].items() if chance}
        assert moves_by_space()[space] == moves


@cache
def plain_moves() -> dict[str, dict[str, Fraction]]:
    """Return the chances of all moves by drawing each card of the deck on each space."""
    moves = {}
    for space in range(START, len(BOARD.board)):
        row = dict.fromkeys(NAMES, Fraction(0))
        for card, copies in BOARD.cards.items():
            # Only its colour frees a player from licorice.
            stays = space in BOARD.licorice and not card.startswith(BOARD.board[space])
            end = space if stays else landing(BOARD, space, card).space
            row[NAMES[-1] if end is WON else NAMES[end + 1]] += Fraction(copies, BOARD.deck_size)
        moves[NAMES[space + 1]] = row
    return moves


def test_the_expected_turns_solve_their_equations_and_are_the_sums_of_the_matrix() -> None:
    moves, spaces, visits = plain_moves(), NAMES[:-1], expected_visits()
    turns = dict(zip(spaces, visits.sum(axis=1), strict=True))
    for start in spaces:
        assert turns[start] == pytest.approx(1 + sum(float(moves[start][end]) * turns[end] for end in spaces))
    without = [[(start == end) - float(moves[start][end]) for end in spaces] for start in spaces]
    assert visits == pytest.approx(inv(without))
    assert turns["start"] == pytest.approx(candy_land.solve_reshuffled(BOARD).mean_turns)


def table_of(bodies: Iterable[str], caption: str) -> list[list[str]]:
    return cells(next(body for body in bodies if caption in body))


@pytest.mark.parametrize("space", [0, 5, LAST_SPACE])
def test_the_equations_lack_one_value_until_it_is_typed(space: int) -> None:
    turns = dict(zip(NAMES[:-1], expected_visits().sum(axis=1), strict=True))
    name, value = NAMES[space], f"{turns[NAMES[space]]:.2f}"
    app = open_page(COUNTING, view=VIEW, space=str(space))
    assert view_of(app.text_input, "turns").value == ""
    for typed, is_right in (("1.00", False), (value, True), (f"{turns[name]:.4f}", True)):
        app = open_page(COUNTING, view=VIEW, space=str(space), turns=typed)
        rows = table_of(app.html_parts, "Expected turns to the castle")
        for label, shown, equation in rows:
            start, _, note = label.partition(", ")
            # A shortcut begins there.
            assert (note == "nobody stops") == (start == "2 P")
            hidden = start == name and not is_right
            assert shown == ("?" if hidden else f"{turns[start]:.2f}")
            first, *terms = equation.split(" + ")
            assert first == "1"
            ends = [end for end in NAMES[:-1] if plain_moves()[start][end]]
            assert [term.split("×")[1].strip() for term in terms] == [
                "?" if end == name and not is_right else f"{turns[end]:.2f}" for end in ends
            ]
            shares = [Fraction(term.split("×")[0].strip()) for term in terms]
            assert shares == [plain_moves()[start][end] for end in ends]
        assert any("Expected turns that begin" in body for body in app.html_parts) == is_right
        assert (f"{turns['start']:.1f} turns" in app.headline) == (space > 0 or is_right)


@pytest.mark.parametrize("space", [0, 1, 7])
def test_the_value_that_the_shown_digits_give_is_right(space: int) -> None:
    turns, moves = dict(zip(NAMES[:-1], expected_visits().sum(axis=1), strict=True)), plain_moves()[NAMES[space]]
    others = {end: float(chance) * round(turns[end], 2) for end, chance in moves.items() if end in turns}
    others.pop(NAMES[space])
    shown = (1 + sum(others.values())) / (1 - float(moves[NAMES[space]]))
    for typed, is_right in ((f"{shown:.2f}", True), (f"{shown:.3f}", True), (f"{shown + 0.02:.2f}", False)):
        assert ("**Right.**" in open_page(COUNTING, view=VIEW, space=str(space), turns=typed).page_text) == is_right


def test_another_space_hides_its_own_value() -> None:
    app = open_page(COUNTING, view=VIEW, space="3", turns="1.00")
    view_of(app.slider, "space").set_value(4).run()
    assert "turns" not in app.query_params
    rows = table_of(app.html_parts, "Expected turns to the castle")
    assert [start for start, shown, _ in rows if shown == "?"] == [NAMES[4]]
    assert "not the value" not in app.page_text

"""The classroom page: large numbers, intervals and chains."""

from fractions import Fraction

from boardodds import candy_land
from boardodds.dashboard.teaching.chain import BOARD, NAMES
from tests.dashboard.driving import headline, open_page, page_text, press, python_lines, view_of
from tests.dashboard.teaching.html_parts import cells, html_of

CLASSROOM = "pages/classroom.py"


def test_the_python_lines_contain_the_settings_of_the_classroom() -> None:
    lines = python_lines(open_page(CLASSROOM, view="Method", games="10000", runs="20", seed="3"))
    assert "games=10_000, runs=20, seed=3" in lines


def test_the_chain_is_followed_step_by_step() -> None:
    odds = candy_land.solve_reshuffled(BOARD)
    app = open_page(CLASSROOM, view="Small Candy Land", step="5")
    assert headline(app) == f"It takes {odds.mean_turns:.1f} turns on average to reach the castle"
    assert (
        f"After 5 turns, the player has reached the castle with a chance of {odds.turns.at_most(5):.1%}"
        in page_text(app)
    )


def test_what_cannot_happen_in_the_chain_has_no_chance() -> None:
    first = int(candy_land.solve_reshuffled(BOARD).turns.outcomes[0])
    # No card leads from the start to the castle in one turn.
    assert first > 1
    for step in range(first):
        lines = page_text(open_page(CLASSROOM, view="Small Candy Land", step=str(step))).splitlines()
        assert any(line.endswith("the player has reached the castle with a chance of 0%") for line in lines)


def test_every_move_of_the_chain_is_in_the_grid_and_the_possible_ones_in_the_list() -> None:
    page = next(body for body in html_of(open_page(CLASSROOM, view="Small Candy Land")) if "moves" in body)
    grid, listed = (cells(part) for part in page.split('<div class="narrow">'))
    assert [len(row) for row in grid] == [len(NAMES) + 1] * (len(BOARD.board) + 1)
    for row, (name, moves) in zip(grid, listed, strict=True):
        assert row[0] == name
        assert sum(Fraction(cell) for cell in row[1:] if cell) == 1
        assert moves == ", ".join(f"{end}: {cell}" for end, cell in zip(NAMES, row[1:], strict=True) if cell)


def test_the_moves_of_the_chain_are_those_of_the_rules() -> None:
    page = next(body for body in html_of(open_page(CLASSROOM, view="Small Candy Land")) if "moves" in body)
    first = cells(page)[0]
    # From the start: R and P (by its shortcut, to 6) and Y have two cards of eight each, RR and Jolly one.
    assert {name: cell for name, cell in zip(NAMES, first[1:], strict=True) if cell} == {
        "1 R": "1/4",
        "3 Y": "1/4",
        "4 J": "1/8",
        "5 R": "1/8",
        "6 P": "1/4",
    }


def test_run_again_uses_the_next_seed_and_undo_takes_it_back() -> None:
    app = press(open_page(CLASSROOM, seed="41"), "Run again")
    assert app.query_params["seed"] == "42"
    view_of(app.select_slider, "games").set_value(10_000).run()
    assert app.query_params["games"] == "10000"
    press(press(app, "Undo"), "Undo")
    assert dict(app.query_params) == {"seed": "41"}
    assert view_of(app.select_slider, "games").value == 1_000

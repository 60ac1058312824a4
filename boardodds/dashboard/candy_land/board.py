"""The board as a winding path of squares, each filled by the turns that end there, and the view of one game on it."""

from collections.abc import Sequence
from functools import lru_cache
from html import escape
from pathlib import Path

import streamlit as st

from boardodds.candy_land import Move, Rules, play
from boardodds.candy_land.rules import COLORS, OFF
from boardodds.charts.candy_land import PICTURE_FILL, SPACE_FILLS, TOKEN_FILLS, game_lines
from boardodds.dashboard.candy_land.lengths import Lengths, solve_lengths, visits_per_game
from boardodds.dashboard.candy_land.state import CandyState
from boardodds.dashboard.ui.panels import Panel, Rows
from boardodds.dashboard.ui.settings import MAX_SEED, Allowed, whole_number
from boardodds.dashboard.ui.state_store import setting

_STYLE = (Path(__file__).parent / "board.css").read_text(encoding="utf-8")
SPACES_PER_ROW = 12
# A board with more spaces is at least as high as the printed one.
_LARGE = 11 * SPACES_PER_ROW - 1
# The share of a space's own colour in its fill, in percent: without a turn that ends there, and with the most turns. On a dark
# page the fill is darker, so that the letter has a contrast of 4.5 to 1 on both.
LIGHT_TINTS, DARK_TINTS = (8, 78), (6, 46)
_MAX_TURN = 2_000
SETTINGS: Allowed = {"game_seed": whole_number(0, MAX_SEED), "turn": whole_number(0, _MAX_TURN)}


def path(spaces: int) -> list[tuple[int, int]]:
    """Return the column and row of each space on a path that winds from the bottom up.

    Rows run to the right and to the left in turn.

    >>> path(14)[11:14]
    [(11, 0), (11, 1), (10, 1)]
    """
    rows = [divmod(index, SPACES_PER_ROW) for index in range(spaces)]
    return [(place if row % 2 == 0 else SPACES_PER_ROW - 1 - place, row) for row, place in rows]


def max_fill_visits(visits: Sequence[float]) -> float:
    """Return the number of visits that the strongest fill stands for.

    Spaces with many more visits, such as licorice that players are stuck on, get the same fill. Otherwise all other fills would
    be too weak.

    >>> max_fill_visits([0.1, 0.2, 0.2, 5.0])
    0.2
    """
    ascending = sorted(visits)
    # Skip the highest 5%, and one more if there are at least three spaces.
    return ascending[-1 - len(ascending) // 20 - (len(ascending) > 2)] or 1.0


@lru_cache(maxsize=64)
def _visits_html(rules: Rules, lengths: Lengths) -> str:
    visits = visits_per_game(lengths)
    peak = max(range(len(visits)), key=visits.__getitem__)
    alt = f"The board of {len(visits)} spaces. Turns end most often on space {peak + 1}: {visits[peak]:.2f} per game."
    return board_html(rules, visits, alt=alt)


def show_visits(rules: Rules, lengths: Lengths) -> None:
    """Show the board with the turns that end on each space."""
    # A large board has its height before it is drawn; see ``layout.css``.
    with st.container(key="candy_board" if len(rules.board) > _LARGE else None):
        _show_board(_visits_html(rules, lengths))
    signs = {
        "★ picture space": any(space not in COLORS for space in rules.board),
        "✖ licorice": rules.licorice and rules.licorice_rule != OFF,
        "1↗ ↘1: start and end of a shortcut": rules.shortcuts,
    }
    legend = ", ".join(sign for sign, is_shown in signs.items() if is_shown)
    st.caption(
        f"The stronger the colour, the more turns end there. {legend and f'{legend}. '}Point to a space, or tap it, for its "
        "number."
    )


def _show_board(html: str) -> None:
    st.html(f"<style>{_STYLE}</style>{html}")


def board_html(rules: Rules, visits: Sequence[float], *, alt: str, tokens: Sequence[int | None] = ()) -> str:
    """Return the board as HTML.

    visits: by the index of a space, the turns per game that end there.
    alt: the alternative text.
    tokens: by player, the index of their space; -1 before the first space, None in the castle.
    """
    places = path(len(rules.board))
    rows, most, signs = places[-1][1] + 1, max_fill_visits(visits), _shortcut_signs(rules)
    (light, most_light), (dark, most_dark) = LIGHT_TINTS, DARK_TINTS
    spaces = ""
    for index, ((column, row), space) in enumerate(zip(places, rules.board, strict=True)):
        share = min(1.0, visits[index] / most)
        tints = f"--light:{light + (most_light - light) * share:.0f}%;--dark:{dark + (most_dark - dark) * share:.0f}%"
        style = f"{tints};grid-area:{rows - row}/{column + 1}"
        tip = f"{_describe(rules, index, space)}: on average {visits[index]:.2f} turns per game end here"
        discs = _tokens(tokens, index) if index in tokens else ""
        spaces += _space(rules, index, space, style, tip, signs.get(index, ""), discs)
    side, area = castle_place(len(rules.board))
    castle = f"<span>castle</span>{_tokens(tokens, None)}</div>"
    return (
        f'<div class="candy" role="img" aria-label="{escape(alt)}">'
        + ("" if area else f'<div class="end {side}">{castle}')
        + f'<div class="path">{spaces}'
        + (f'<div class="end {side}" style="grid-area:{area}">{castle}' if area else "")
        + f'</div><div class="end"><span>start</span>{_tokens(tokens, -1)}</div></div>'
    )


def castle_place(spaces: int) -> tuple[str, str]:
    """Return the side of its place at which the castle stands, and the cells of that place; no cells for a line above the board.

    The castle follows the last space in its row if at least two cells are left there.

    >>> castle_place(134), castle_place(27), castle_place(132)
    (('right', '1/1/auto/11'), ('left', '1/4/auto/13'), ('right', ''))
    """
    column, row = path(spaces)[-1]
    runs_right = row % 2 == 0
    if (spaces - 1) % SPACES_PER_ROW >= SPACES_PER_ROW - 2:
        return ("right" if runs_right else "left"), ""
    if runs_right:
        return "left", f"1/{column + 2}/auto/{SPACES_PER_ROW + 1}"
    return "right", f"1/1/auto/{column + 1}"


def _space(rules: Rules, index: int, space: str, style: str, tip: str, sign: str, tokens: str) -> str:
    is_sticky = index in rules.licorice and rules.licorice_rule != OFF
    classes = ["space"]
    classes += ["picture"] if space not in COLORS else []
    classes += ["licorice"] if is_sticky else []
    # The last space of a row leads up to the next row.
    classes += ["up"] if (index + 1) % SPACES_PER_ROW == 0 and index + 1 < len(rules.board) else []
    letter = space if space in COLORS else "★"
    sign = sign or ("✖" if is_sticky else "")
    # A tap focuses a space and shows its number; the Tab key passes over it, since the view *Turns* has a table of them.
    return (
        f'<i class="{" ".join(classes)}" tabindex="-1" style="--c:{SPACE_FILLS.get(space, PICTURE_FILL)};{style}" '
        f'data-tip="{escape(tip)}"><b>{letter}</b>{f"<small>{sign}</small>" if sign else ""}{tokens}</i>'
    )


def _shortcut_signs(rules: Rules) -> dict[int, str]:
    """Return by space the sign of its shortcut: the number of the shortcut, with an arrow from its start or to its end.

    >>> from boardodds.candy_land import CLASSIC
    >>> _shortcut_signs(CLASSIC)
    {4: '1↗', 58: '↘1', 33: '2↗', 46: '↘2'}
    """
    signs: dict[int, str] = {}
    for number, (start, end) in enumerate(rules.shortcuts, start=1):
        signs[start] = f"{number}↗"
        signs.setdefault(end, f"↘{number}")
    return signs


def _describe(rules: Rules, index: int, space: str) -> str:
    text = f"space {index + 1}, {COLORS.get(space, space)}"
    if index in rules.licorice:
        text += ", licorice" if rules.licorice_rule != OFF else ", licorice (off)"
    end = dict(rules.shortcuts).get(index)
    return text if end is None else f"{text}, shortcut to {end + 1}"


def _tokens(tokens: Sequence[int | None], place: int | None) -> str:
    """Return the numbered discs of the players in a place, in one row."""
    discs = "".join(
        f'<span class="token" style="--fill:{fill};--text:{"#111111" if fill == "#ffffff" else "#ffffff"}">{player}</span>'
        for player, (fill, token) in enumerate(zip(TOKEN_FILLS, tokens, strict=False), start=1)
        if token == place
    )
    return f'<span class="tokens">{discs}</span>' if discs else ""


def game_view(state: CandyState) -> None:
    """Show one game on the board, up to a chosen turn."""
    left, right = st.columns(2)
    seed = int(left.number_input("Seed of this game", 0, MAX_SEED, **setting("game_seed", 7)))
    moves = play(state.rules, players=state.players, seed=seed)
    # A turn after the end of the game shows the last one.
    turn = min(int(right.number_input(f"After turn (of {len(moves)})", 0, _MAX_TURN, **setting("turn", 0))), len(moves))
    st.markdown(f"#### {moves[turn - 1] if turn else 'Before the first turn'}")
    spaces = len(state.rules.board)
    tracks = [_track(moves, player, spaces) for player in range(1, state.players + 1)]
    tokens = [None if track[turn] > spaces else track[turn] - 1 for track in tracks]
    places = ", ".join(f"player {number} {_place_name(token)}" for number, token in enumerate(tokens, start=1))
    board, course = st.columns(2, gap="medium")
    with board:
        alt = f"The board after turn {turn}: {places}."
        _show_board(board_html(state.rules, visits_per_game(solve_lengths(state)), alt=alt, tokens=tokens))
    with course:
        Panel(
            game_lines(tracks, turn, spaces),
            key="game_chart",
            alt=f"Space of each player over the {len(moves)} turns of this game. Player {moves[-1].player} wins.",
            method="The space of each player after every turn of this game.",
            rows=lambda: _move_rows(moves),
        ).show()
    with st.expander("Every turn in words"):
        st.markdown("\n".join(f"1. {str(move).partition(': ')[2]}" for move in moves))


def _place_name(token: int | None) -> str:
    return "in the castle" if token is None else "at the start" if token < 0 else f"on space {token + 1}"


def _track(moves: Sequence[Move], player: int, spaces: int) -> list[int]:
    """Return the space of a player before the first turn and after each turn.

    Spaces are counted from 1. The start is 0, and the castle is ``spaces`` + 1.
    """
    track = [0]
    for move in moves:
        end = spaces + 1 if move.space is None else move.space + 1
        track.append(end if move.player == player else track[-1])
    return track


def _move_rows(moves: Sequence[Move]) -> Rows:
    """Return a row for each turn of a game; spaces are counted from 1, and 0 is the start before the board."""
    return [
        {
            "turn": move.turn,
            "player": move.player,
            "card": move.card or "(misses a turn)",
            "from": move.start + 1,
            "to": "castle" if move.space is None else str(move.space + 1),
            "stuck": move.stuck,
            "deck shuffled": move.shuffled,
        }
        for move in moves
    ]

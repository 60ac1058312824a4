"""The board as a winding path of squares, each filled by the turns that end there, with the players' tokens."""

from collections.abc import Mapping, Sequence
from html import escape
from pathlib import Path

import streamlit as st

from boardodds.candy_land import Rules
from boardodds.candy_land.rules import COLORS, OFF
from boardodds.charts.candy_land import PICTURE_FILL, SPACE_FILLS, TOKEN_FILLS

_STYLE = (Path(__file__).parent / "board.css").read_text(encoding="utf-8")
SPACES_PER_ROW = 12
# The share of a space's own colour in its fill, in percent: without a turn that ends there, and with the most turns. On a dark
# page the fill is darker, so that the letter has a contrast of 4.5 to 1 on both.
LIGHT_TINTS, DARK_TINTS = (8, 78), (6, 46)


def path(spaces: int) -> list[tuple[int, int]]:
    """Return the column and row of each space on a path that winds from the bottom up.

    Rows run to the right and to the left in turn.

    >>> path(14)[11:14]
    [(11, 0), (11, 1), (10, 1)]
    """
    rows = (divmod(index, SPACES_PER_ROW) for index in range(spaces))
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


def show_board(rules: Rules, visits: Sequence[float], *, alt: str, tokens: Sequence[int | None] = ()) -> None:
    """Show the board.

    visits: by the index of a space, the turns per game that end there.
    alt: the alternative text.
    tokens: by player, the index of their space; -1 before the first space, None in the castle.
    """
    st.html(f"<style>{_STYLE}</style>{board_html(rules, visits, alt=alt, tokens=tokens)}")


def board_html(rules: Rules, visits: Sequence[float], *, alt: str, tokens: Sequence[int | None] = ()) -> str:
    """Return the board of ``show_board`` as HTML."""
    places = path(len(rules.board))
    rows = places[-1][1] + 1
    players_at: dict[int | None, list[int]] = {}
    for player, token in enumerate(tokens):
        players_at.setdefault(token, []).append(player)
    most = max_fill_visits(visits)
    signs = _shortcut_signs(rules)
    spaces = "".join(
        _space(rules, index, place, rows, visits[index], most, signs, players_at.get(index, ()))
        for index, place in enumerate(places)
    )
    side, area = castle_place(len(rules.board))
    castle = f"<span>castle</span>{_tokens(players_at.get(None, ()))}</div>"
    return (
        f'<div class="candy" role="img" aria-label="{escape(alt)}">'
        + ("" if area else f'<div class="end {side}">{castle}')
        + f'<div class="path">{spaces}'
        + (f'<div class="end {side}" style="grid-area:{area}">{castle}' if area else "")
        + f'</div><div class="end"><span>start</span>{_tokens(players_at.get(-1, ()))}</div></div>'
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


def _space(
    rules: Rules,
    index: int,
    place: tuple[int, int],
    rows: int,
    visits: float,
    most: float,
    signs: Mapping[int, str],
    players: Sequence[int],
) -> str:
    """Return one space.

    visits, most: the turns per game that end here, and those that the strongest fill stands for.
    signs: by space, the sign of a shortcut.
    players: those whose token is here.
    """
    space, (column, row) = rules.board[index], place
    share = min(1.0, visits / most)
    tints = [low + (high - low) * share for low, high in (LIGHT_TINTS, DARK_TINTS)]
    is_sticky = index in rules.licorice and rules.licorice_rule != OFF
    classes = ["space"]
    classes += ["picture"] if space not in COLORS else []
    classes += ["licorice"] if is_sticky else []
    # The last space of a row leads up to the next row.
    classes += ["up"] if (index + 1) % SPACES_PER_ROW == 0 and index + 1 < len(rules.board) else []
    style = (
        f"--c:{SPACE_FILLS.get(space, PICTURE_FILL)};--light:{tints[0]:.0f}%;--dark:{tints[1]:.0f}%;"
        f"grid-area:{rows - row}/{column + 1}"
    )
    letter = space if space in COLORS else "★"
    sign = signs.get(index, "") or ("✖" if is_sticky else "")
    # A tap focuses a space and shows its figures; the Tab key passes over it, since "All figures" has them too.
    return (
        f'<i class="{" ".join(classes)}" tabindex="-1" style="{style}" '
        f'data-tip="{escape(_describe(rules, index, space))}: on average {visits:.2f} turns per game end here">'
        f"<b>{letter}</b>{f'<small>{sign}</small>' if sign else ''}{_tokens(players)}</i>"
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
    for start, end in rules.shortcuts:
        if index == start:
            text += f", shortcut to {end + 1}"
    return text


def _tokens(players: Sequence[int]) -> str:
    """Return the numbered discs of players, in one row."""
    discs = "".join(
        f'<span class="token" style="--fill:{TOKEN_FILLS[player]};'
        f'--text:{"#111111" if TOKEN_FILLS[player] == "#ffffff" else "#ffffff"}">{player + 1}</span>'
        for player in players
    )
    return f'<span class="tokens">{discs}</span>' if discs else ""

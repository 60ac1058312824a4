"""The board of a game in progress, which is tapped, and the same board with the turns that end on each space."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from boardodds.candy_land import HOME, Rules
from boardodds.candy_land.rules import COLORS, MAX_PLAYERS, OFF, REAL, color_of
from boardodds.candy_land.turns import card_name
from boardodds.charts.candy_land import PICTURE_FILL, PLAYER_FORMS, PLAYER_ROLES, SPACE_FILLS
from boardodds.charts.style import ROLES, SERIES
from boardodds.dashboard.candy_land.state import CandyState
from boardodds.dashboard.ui.board_component import board_component
from boardodds.dashboard.ui.state_store import opened_store

candy_board = board_component(Path(__file__).parent, "candy_board")
TONES = [{**ROLES, **SERIES}[role] for role in PLAYER_ROLES]
# The share of a space's own colour in its fill, in percent: without a turn that ends there, and with the most turns. On a dark
# page the fill is darker, so that the letter has a contrast of 4.5 to 1 on both.
LIGHT_TINTS, DARK_TINTS = (8, 78), (6, 46)


@dataclass(frozen=True, slots=True)
class Visits:
    """The board with the turns of a game that end on each space."""

    rules: Rules
    visits: Sequence[float]

    def show(self) -> None:
        candy_board(self.data, key="candy_visits", store=opened_store())

    @property
    def data(self) -> dict[str, Any]:
        """The data of the board, for each space with its visits and its tints on a light and a dark page."""
        # Spaces with many more visits, such as licorice that players are stuck on, get the strongest fill too: the highest 5% and
        # one more, if there are at least three spaces. Otherwise all other fills would be too weak.
        ascending = sorted(self.visits)
        most = ascending[-1 - len(ascending) // 20 - (len(ascending) > 2)] or 1.0
        shares = [min(1.0, number / most) for number in self.visits]
        tints = [[round(low + (high - low) * share) for low, high in (LIGHT_TINTS, DARK_TINTS)] for share in shares]
        visits = [[f"{number:.2f}", *tint] for number, tint in zip(self.visits, tints, strict=True)]
        return _path(self.rules) | {"visits": visits}


def _path(rules: Rules) -> dict[str, Any]:
    return {
        "spaces": rules.board,
        "shortcuts": rules.shortcuts,
        "licorice": rules.licorice if rules.licorice_rule != OFF else (),
        "fills": SPACE_FILLS,
        "picture": PICTURE_FILL,
        "colors": COLORS,
        "home": HOME,
    }


def board_data(state: CandyState) -> dict[str, Any]:
    """Return the data of the board: the path, the pieces, and the cards that are left."""
    rules, position, names = state.rules, state.position, state.shown_names
    left = position.cards_left(rules)
    pieces = [
        {
            "name": name,
            "letter": name[0].upper(),
            "space": space,
            "misses": player in position.stuck,
            "fill": tone.css,
            "form": f"{form}{' hollow' if is_hollow else ''}",
        }
        for player, (name, space, tone, (form, is_hollow)) in enumerate(
            zip(names, position.spaces, TONES, PLAYER_FORMS, strict=False), start=1
        )
    ]
    return _path(rules) | {
        "pieces": pieces,
        "next": state.to_draw.next,
        "missing": [player for player in position.stuck if player not in state.to_draw.stuck],
        "over": state.is_over,
        "may_add": state.players < MAX_PLAYERS,
        "cards": [
            {
                "card": card,
                # The number of squares on a card; a picture has none.
                "size": len(card) if color_of(card) else 0,
                "left": left.get(card, 0),
                "words": card_name(card),
            }
            for card in rules.cards
        ],
        "choose": rules.cards_to_choose,
        "remembers": rules.deck == REAL,
        "drawn": len(position.drawn),
        "told_card": next((move.card for move in state.last_moves if move.card), None),
        "told": " ".join(f"{names[move.player - 1]} {move.action}." for move in state.last_moves),
    }

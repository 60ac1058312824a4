"""How each game's rules are read here, where printings or sources differ; each reading is a switch on the game's page."""

from collections.abc import Mapping, Sequence

READINGS: Mapping[str, Sequence[str]] = {
    "Camel Up": (
        "A unit that stops on a tile moves on one square: an oasis forward, on top; a mirage back, underneath whoever stands "
        "there. Tiles lie on empty squares, never on the first, never side by side, and go home when the leg ends.",
        "The race ends at once when a unit crosses the line; that leg is still scored. A unit that has crossed takes no tile, "
        "and an oasis on the last square that carries a unit over ends the race.",
        "Beyond the leg that is being played no tiles are laid: whoever lays them would change the odds of the race.",
        "The first edition rolls all five dice in a leg, the second five of six. A crazy camel that crosses the line backwards "
        "ends the race, and the racing camels on its back count as last.",
        "The post on the length of a race uses squares 0 to 15 and counts legs after the placement roll; so does that page.",
    ),
    "Candy Land": (
        "Licorice holds you until your colour is drawn, single or double, and that card moves you; or it costs one turn; or "
        "nothing.",
        "A double looks at its first colour as well (the post: licorice stops you there, a shortcut takes you), or only at "
        "where it ends (the rulebook).",
        "Without specials means cards and spaces gone, so that the board is shorter (the post); or the cards alone; or cards "
        "that would lead back are ignored. The three answer different questions.",
        "The deck is drawn without putting back and shuffled when it is used up; or shuffled before every draw, as in the "
        "chain of Scheffer's board, whose last space wins.",
        "Players keep their order through a shuffle. In the post's program they lose it where their number does not divide "
        "the deck.",
    ),
    "Orchard": (
        "The raven loses the game in 10 steps (the paper) or 9; in My First Orchard in 6 or 5.",
        "A basket picks two fruits of the players' choice, one in My First Orchard. The paper's *random* draws among the kinds "
        "of fruit left, anew for each fruit; its *smart* takes from the fullest tree.",
        "All fruit picked wins at once, even as the basket's first fruit.",
    ),
    "Perudo": (
        "A raise keeps the quantity at a higher face or adds one at the same face (the post); or goes to any face at a higher "
        "quantity. To aces half the quantity, rounded up; from aces twice the quantity and one more.",
        "Aces are wild, and nobody opens with them, unless it is a palifico round: a player's first with one die left, while "
        "more than two are in.",
        "Calza, the claim that a bid is exact, is for the player to move; right, it wins back a die.",
    ),
}

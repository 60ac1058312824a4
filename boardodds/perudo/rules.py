"""The rules of Perudo as data.

Source: the rules of the game and "Perudo probability explanations" (Charles Dieterle), as read in the project's rules
notes. Every point on which tables differ is a field of ``Rules``, so a variant is ``dataclasses.replace(STANDARD, ...)``.

Everyone rolls under a cup. Bids (so many dice of a face, among all cups) rise until someone calls dudo; the cups are
lifted, and the bid is true if at least so many dice match it. Face 1 is the ace. Wild aces match a bid on any face; a
bid on aces is matched by aces only.

How the sources are read here:

- Aces are special only while they are wild. Without wild aces, and in a palifico round, they are an ordinary face, the
  lowest: ``ace_bids`` and ``open_on_aces`` say nothing there, and a round may be opened on them.
- Under ``value_or_quantity`` every raise has one quantity: the same one at a higher face, one more at the same face,
  exactly half (rounded up) to aces, exactly twice and one from aces to another face. The post leaves out jumps of the
  quantity because they are never likelier to be true. Under ``any_higher`` these quantities are the least.
- In a palifico round the face stays that of the opening bid. If ``palifico_one_die_may_change_face``, a player with
  one die raises as in any round with aces that are not wild.
- No bid names more dice than are in play.
"""

from dataclasses import dataclass
from fractions import Fraction

from boardodds.probability.validate import check_flag, check_whole

ACE = 1
VALUE_OR_QUANTITY = "value_or_quantity"
ANY_HIGHER = "any_higher"
RAISE_RULES = (VALUE_OR_QUANTITY, ANY_HIGHER)
HALVED = "halved"
LOWEST = "lowest"
HIGHEST = "highest"
NEVER = "never"
ACE_BIDS = (HALVED, LOWEST, HIGHEST, NEVER)

MAX_SIDES = 20
MAX_DICE = 10
MAX_PLAYERS = 10


@dataclass(frozen=True, slots=True)
class Rules:
    """What a table of Perudo plays by; the defaults are the rules that the post takes as standard, with palifico.

    - sides: faces of a die. wild_aces: whether aces match every bid.
    - ace_bids: how wild aces are bid: ``halved`` to ceil(q/2), and from q aces to 2q + 1 of another face or to more aces;
        ``lowest`` or ``highest`` as an ordinary face of that rank; ``never``. Ranked ``lowest`` under
        ``value_or_quantity``, aces cannot be reached from another face.
    - raise_rule: ``value_or_quantity`` for a higher face at the same quantity, or one more at the same face;
        ``any_higher`` for a higher face at the same quantity, or any face at any higher quantity.
    - open_on_aces: whether a round may be opened on wild aces.
    - palifico: whether there is a palifico round, when a player first comes down to one die and more than two are in.
    - palifico_one_die_may_change_face: whether a player with one die may leave the face of a palifico round.
    - calza: whether a player may claim that the bid is exact.
    - starting_dice: dice of each player at the start, and the most that a player can have.

    >>> from dataclasses import replace
    >>> replace(STANDARD, sides=8, ace_bids="lowest").match_chance(4)
    Fraction(1, 4)
    >>> Rules(sides=1)
    Traceback (most recent call last):
    ...
    ValueError: sides must be 2..20, got 1
    """

    sides: int = 6
    wild_aces: bool = True
    ace_bids: str = HALVED
    raise_rule: str = VALUE_OR_QUANTITY
    open_on_aces: bool = False
    palifico: bool = True
    palifico_one_die_may_change_face: bool = False
    calza: bool = False
    starting_dice: int = 5

    def __post_init__(self) -> None:
        for name, number, low, high in (
            ("sides", self.sides, 2, MAX_SIDES),
            ("starting_dice", self.starting_dice, 1, MAX_DICE),
        ):
            check_whole(name, number, low, high)
        for field in ("wild_aces", "open_on_aces", "palifico", "palifico_one_die_may_change_face", "calza"):
            check_flag(field, getattr(self, field))
        for name, word, words in (
            ("ace_bids", self.ace_bids, ACE_BIDS),
            ("raise_rule", self.raise_rule, RAISE_RULES),
        ):
            if word not in words:
                raise ValueError(f"{name} must be one of {', '.join(words)}, got {word!r}")

    @property
    def max_total_dice(self) -> int:
        """The most dice that can be in play, with ten players."""
        return MAX_PLAYERS * self.starting_dice

    def are_aces_wild(self, palifico: bool = False) -> bool:
        """Whether aces match every bid in such a round; ValueError for a palifico round that the rules do not have."""
        if palifico and not self.palifico:
            raise ValueError("palifico must be False under rules without a palifico round, got True")
        return self.wild_aces and not palifico

    def matching_faces(self, face: int, palifico: bool = False) -> tuple[int, ...]:
        """The faces of a die that count for a bid on a face.

        >>> STANDARD.matching_faces(4), STANDARD.matching_faces(4, palifico=True), STANDARD.matching_faces(1)
        ((1, 4), (4,), (1,))
        """
        return (ACE, face) if self.are_aces_wild(palifico) and face != ACE else (face,)

    def match_chance(self, face: int, palifico: bool = False) -> Fraction:
        """The chance that a die nobody has seen counts for a bid on a face."""
        return Fraction(len(self.matching_faces(face, palifico)), self.sides)


STANDARD = Rules()

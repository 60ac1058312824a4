"""The rules of Perudo as data.

Sources: the rules of the game and "Perudo probability explanations" (Charles Dieterle), a blog post. Every point on which
tables differ is a field of ``Rules``, so a variant is ``dataclasses.replace(STANDARD, ...)``.

All players roll their dice under a cup. A bid claims that at least some number of all dice match a face. Bids rise until
a player calls dudo. Then the cups are lifted, and the bid is true if enough dice match. Face 1 is the ace. Wild aces match
a bid on any face; a bid on aces is matched by aces only.

Readings of the sources:

- Aces are special only while they are wild. Without wild aces, and in palifico rounds, the ace is an ordinary face, the
  lowest. ``ace_bids`` and ``open_on_aces`` then have no effect, and a round may be opened on aces.
- Under ``value_or_quantity`` a raise to a face has only one legal quantity: the same for a higher face, one more for the same
  face, half (rounded up) for aces, and twice plus one from aces to another face. The blog post leaves out higher quantities,
  because they are never more likely to be true. Under ``any_higher`` these quantities are the lowest ones.
- In a palifico round the face stays that of the opening bid. With ``palifico_one_die_may_change_face``, a player with one die
  may raise as in an ordinary round without wild aces.
- A bid never claims more dice than are in play.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from boardodds.probability.validate import as_plain, check_whole, make_plain

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
    """The rules of a game; the defaults are the blog post's standard rules, with palifico rounds added.

    sides: the number of faces of a die, 2 to 20.
    wild_aces: whether aces match every bid.
    ace_bids: how wild aces are bid.
        ``halved``: from q of another face to ceil(q/2) aces, and from q aces to 2q + 1 of another face or to more aces.
        ``lowest`` or ``highest``: as an ordinary face of that rank. With ``lowest`` and ``value_or_quantity``, no raise leads
        from another face to aces.
        ``never``: not at all.
    raise_rule: ``value_or_quantity`` for a higher face at the same quantity, or one more at the same face; ``any_higher`` for a
        higher face at the same quantity, or any face at any higher quantity.
    open_on_aces: whether a round may be opened on wild aces.
    palifico: whether a palifico round follows when a player first has one die left and more than two players have dice.
    palifico_one_die_may_change_face: whether a player with one die may change the face in a palifico round.
    calza: whether players may claim that the bid is exact; see ``round_state.why_no_calza``.
    starting_dice: the number of dice of each player at the start, 1 to 10, which no player can exceed.

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
        make_plain(self)
        for name, number, low, high in (
            ("sides", self.sides, 2, MAX_SIDES),
            ("starting_dice", self.starting_dice, 1, MAX_DICE),
        ):
            check_whole(name, number, low, high)
        for name, word, words in (
            ("ace_bids", self.ace_bids, ACE_BIDS),
            ("raise_rule", self.raise_rule, RAISE_RULES),
        ):
            if word not in words:
                raise ValueError(f"{name} must be one of {', '.join(words)}, got {word!r}")

    @property
    def max_total_dice(self) -> int:
        """The highest possible number of dice in play, with ten players."""
        return MAX_PLAYERS * self.starting_dice

    def are_aces_wild(self, palifico: bool = False) -> bool:
        """Return whether aces match every bid in an ordinary or a palifico round.

        Raises ValueError for a palifico round under rules without them.
        """
        if palifico and not self.palifico:
            raise ValueError("palifico must be False under rules without a palifico round, got True")
        return self.wild_aces and not palifico

    def matching_faces(self, face: int, palifico: bool = False) -> tuple[int, ...]:
        """Return the faces that match a bid on a face.

        >>> STANDARD.matching_faces(4), STANDARD.matching_faces(4, palifico=True), STANDARD.matching_faces(1)
        ((1, 4), (4,), (1,))
        """
        check_whole("face", face, 1, self.sides, "on these dice")
        return (ACE, face) if self.are_aces_wild(palifico) and face != ACE else (face,)

    def match_chance(self, face: int, palifico: bool = False) -> Fraction:
        """Return the chance that an unseen die matches a bid on a face."""
        return Fraction(len(self.matching_faces(face, palifico)), self.sides)


def as_pair(dice: Sequence[int], rules: Rules) -> tuple[int, int]:
    """Return the numbers of dice of two players as a tuple; raise ValueError for numbers out of range."""
    if len(dice) != 2:
        raise ValueError(f"dice must be those of two players, got {len(dice)}")
    first, second = as_plain(tuple(dice))
    for number in (first, second):
        check_whole("dice", number, 1, rules.starting_dice)
    return first, second


STANDARD = Rules()

# Named variants, for the page's view "What if" and the command line's ablations.
NOT_WILD, WILD = "aces are not wild", "aces are wild"
ACES_LOWEST, HIGHER_ACES_HIGHEST = "aces bid as the lowest face", "any higher bid, aces highest"
HIGHER, HIGHER_NO_ACES = "any higher bid", "any higher bid, aces never"
NO_PALIFICO = "no palifico"
EIGHT_SIDES, FOUR_SIDES = "eight sides", "four sides"


def variants(rules: Rules) -> dict[str, Rules]:
    """Return variants of the rules by name, without those that equal the rules.

    >>> list(variants(STANDARD))[:2]
    ['aces are not wild', 'aces bid as the lowest face']
    """
    cases = {
        NOT_WILD: replace(rules, wild_aces=False),
        WILD: replace(rules, wild_aces=True),
        ACES_LOWEST: replace(rules, ace_bids=LOWEST),
        HIGHER: replace(rules, raise_rule=ANY_HIGHER),
        HIGHER_ACES_HIGHEST: replace(rules, raise_rule=ANY_HIGHER, ace_bids=HIGHEST),
        HIGHER_NO_ACES: replace(rules, raise_rule=ANY_HIGHER, ace_bids=NEVER),
        NO_PALIFICO: replace(rules, palifico=False),
        EIGHT_SIDES: replace(rules, sides=8),
        FOUR_SIDES: replace(rules, sides=4),
    }
    return {name: case for name, case in cases.items() if case != rules}

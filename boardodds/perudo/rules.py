"""The rules of Perudo as data.

Sources: the rules of the game and "Perudo probability explanations" (Charles Dieterle), a blog post. Every point on which
groups differ is a field of ``Rules``, so a variant is ``dataclasses.replace(STANDARD, ...)``.

All players roll their dice under a cup. A bid claims that at least some number of all dice match a face. Bids rise until
a player calls dudo. Then the cups are lifted, and the bid is true if enough dice match. Face 1 is the ace. Wild aces match
a bid on any face; a bid on aces is matched by aces only.

Readings of the sources:

- Aces are special only while they are wild. Without wild aces, and in palifico rounds, the ace is an ordinary face, the
  lowest. ``ace_bids`` and ``open_on_aces`` then have no effect, and a round may be opened on aces.
- Under ``value_or_quantity`` a raise to a face has only one legal quantity: the same for a higher face, one more for the same
  face, half (rounded up) for aces, and twice plus one from aces to another face. The blog post leaves out higher quantities,
  because they are never more likely to be true. Under ``any_higher`` these quantities are the lowest ones.
- ``reset_quantity`` is the third bidding rule of Wikipedia's "Liar's dice", ``face_never_falls`` that of TextArena's LiarsDice.
- ``ace_bids`` sets the quantities of raises to and from wild aces under every raise rule. With ``lowest`` aces, a raise leads
  from another face to aces only under ``any_higher``.
- In a palifico round the face stays that of the opening bid. With ``change_face``, a player with one die may raise as in an
  ordinary round without wild aces.
- A bid never claims more dice than are in play.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Literal, get_args

from boardodds.probability.declared_rules import OneOf, Switch, Whole, check_rules, neighbours, rule, rule_in_words
from boardodds.probability.display import short_rules
from boardodds.probability.validate import as_plain, check_kind, check_whole

ACE = 1
# The options of the rules.
RaiseRule = Literal["value_or_quantity", "any_higher", "reset_quantity", "face_never_falls", "quantity_rises"]
CalzaBy = Literal["bystander", "not_bidder"]
CalzaWins = Literal["own_die", "others_lose"]
CalzaLimit = Literal["any_time", "once"]
OpeningBid = Literal["any", "players"]
AceBids = Literal["halved", "halved_plus_one", "lowest", "highest", "never"]
RAISE_RULES: tuple[RaiseRule, ...] = get_args(RaiseRule)
ACE_BIDS: tuple[AceBids, ...] = get_args(AceBids)


def _as_words(options: Sequence[str]) -> dict[str, str]:
    return {option: option.replace("_", " ") for option in options}


RAISE_LABELS = {
    "value_or_quantity": "a higher face or one more",
    "any_higher": "any higher",
    "reset_quantity": "a higher face, any number",
    "face_never_falls": "face never falls",
    "quantity_rises": "always more dice",
}

MAX_SIDES = 20
MAX_DICE = 10
MIN_PLAYERS, MAX_PLAYERS = 2, 10


@short_rules
@dataclass(frozen=True, slots=True)
class Rules:
    """The rules of a game; the defaults are the blog post's standard rules, with palifico rounds added.

    >>> replace(STANDARD, sides=8, ace_bids="lowest").match_chance(4)
    Fraction(1, 4)
    >>> Rules(sides=1)
    Traceback (most recent call last):
    ...
    ValueError: sides must be 2..20, got 1
    """

    sides: int = rule(6, Whole(2, MAX_SIDES), "Sides of each die")
    wild_aces: bool = rule(True, Switch(), "Aces are wild", "Aces are the ones. Wild aces match every bid.")
    ace_bids: AceBids = rule(
        "halved",
        OneOf(_as_words(ACE_BIDS)),
        "Bids on aces",
        "For wild aces. `halved`: a raise to aces takes half the number, rounded up; a raise from aces takes twice the "
        "number and one more. `halved plus one`: a raise to aces takes one more than that half. `lowest` or `highest`: as an "
        "ordinary face of that rank. `never`: no bids on aces.",
    )
    raise_rule: RaiseRule = rule(
        "value_or_quantity",
        OneOf(RAISE_LABELS),
        "Raises",
        "`a higher face or one more`: as many of a higher face, or one more of the same. `any higher`: also any face in any "
        "higher number. `a higher face, any number`: more of the same face, or any number of a higher one. `face never falls`: "
        "a higher face, more dice or both, but neither may fall. `always more dice`: more dice of any face. *Bids on aces* can "
        "set other numbers for aces.",
    )
    aces_stay_wild: bool = rule(
        True,
        Switch(),
        "Aces stay wild once they are bid",
        "For wild aces. If not, a bid on aces ends that they match other faces, for the rest of the round. Raises stay the same.",
    )
    open_on_aces: bool = rule(False, Switch(), "Rounds may open on aces", "For wild aces.")
    opening_bid: OpeningBid = rule(
        "any",
        OneOf({"any": "any number", "players": "at least as many as players"}),
        "Opening bids",
        "`at least as many as players`: with four players left in, a round opens on four dice or more.",
    )
    palifico: bool = rule(
        True,
        Switch(),
        "Palifico rounds",
        "One follows when a player first has one die and more than two players are in; by the next rule also with two. Its aces "
        "aren't wild, the face stays.",
    )
    palifico_with_two: bool = rule(
        False, Switch(), "Palifico rounds also with two players left", "For palifico rounds."
    )
    change_face: bool = rule(False, Switch(), "In palifico, a player with one die may change the face")
    calza: bool = rule(
        False,
        Switch("yes, but not in simulated matches"),
        "Players may call calza",
        "Calza claims that the bid is exact. A wrong one costs the caller a die.",
    )
    calza_by: CalzaBy = rule(
        "bystander",
        OneOf({"bystander": "all but the bidder and the next player", "not_bidder": "all but the bidder"}),
        "Who may call calza",
        "`all but the bidder`: also the player whose turn is next, and with two players left.",
    )
    calza_wins: CalzaWins = rule(
        "own_die", OneOf({"own_die": "wins a die back", "others_lose": "costs all others a die"}), "A right calza"
    )
    calza_limit: CalzaLimit = rule(
        "any_time", OneOf({"any_time": "any time", "once": "once a match each"}), "How often players may call calza"
    )
    starting_dice: int = rule(
        5, Whole(1, MAX_DICE), "Dice of each player at the start", "No player can have more at any time."
    )
    # No rule to choose: whether aces have been bid in this round and are no longer wild; see ``after``.
    are_aces_tame: bool = field(default=False, repr=False)

    def __post_init__(self) -> None:
        check_rules(self)

    @property
    def max_total_dice(self) -> int:
        """The highest possible number of dice in play, with ten players."""
        return MAX_PLAYERS * self.starting_dice

    def without_calza(self) -> "Rules":
        """Return the rules without calza, the same ones for all rules that differ in nothing else."""
        return replace(self, calza=False, calza_by="bystander", calza_wins="own_die", calza_limit="any_time")

    def has_calza(self, players: int) -> bool:
        """Return whether an ordinary round with a number of players in has calza."""
        return self.calza and (players > MIN_PLAYERS or self.calza_by == "not_bidder")

    def has_palifico(self, players: int) -> bool:
        """Return whether there are palifico rounds with a number of players in."""
        return self.palifico and (players > MIN_PLAYERS or self.palifico_with_two)

    def are_aces_wild(self, palifico: bool = False) -> bool:
        """Return whether aces match every bid in an ordinary or a palifico round; raises as ``are_aces_special`` does."""
        return self.are_aces_special(palifico) and not self.are_aces_tame

    def are_aces_special(self, palifico: bool = False) -> bool:
        """Return whether bids on aces follow ``ace_bids``, as they do where aces are wild at the start of the round.

        Raises ValueError for a palifico round under rules without them.
        """
        if palifico and not self.palifico:
            raise ValueError("palifico must be False under rules without a palifico round, got True")
        return self.wild_aces and not palifico

    def after(self, faces: Iterable[int]) -> "Rules":
        """Return the rules for the rest of a round in which faces have been bid: a bid on aces can end that they are wild.

        >>> Rules(aces_stay_wild=False).after([4, 1]).are_aces_wild(), STANDARD.after([4, 1]).are_aces_wild()
        (False, True)
        """
        is_same = self.aces_stay_wild or not self.are_aces_wild() or ACE not in faces
        return self if is_same else replace(self, are_aces_tame=True)

    def lowest_aces(self, quantity: int) -> int:
        """Return the lowest quantity of a raise from another face to aces, for aces that are halved."""
        return -(-quantity // 2) + int(self.ace_bids == "halved_plus_one")

    def lowest_opening(self, players: int) -> int:
        """Return the lowest quantity of an opening bid with a number of players in."""
        return players if self.opening_bid == "players" else 1

    def are_aces_halved(self, palifico: bool = False) -> bool:
        """Return whether raises to aces take half the quantity, and those from aces twice the quantity and one more."""
        return self.are_aces_special(palifico) and self.ace_bids in ("halved", "halved_plus_one")

    def why_endless(self, total_dice: int) -> str:
        """Return why a round with a number of dice can go on without end; "" if it can't.

        >>> Rules(raise_rule="reset_quantity").why_endless(3)[:68]
        'a round can go on without end: 1x6 may be raised to 1x1, 3x2 and 1x6'
        """
        aces = self.lowest_aces(1)
        is_endless = self.raise_rule == "reset_quantity" and self.are_aces_halved()
        if not is_endless or 2 * aces + 1 > total_dice or self.sides == 2:
            return ""
        high = f"1x{self.sides}"
        return (
            f"a round can go on without end: {high} may be raised to {aces}x1, {2 * aces + 1}x2 and {high} again; "
            "choose other bids on aces"
        )

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
    check_kind(Rules, "rules", rules)
    if not hasattr(dice, "__len__") or len(dice) != 2:
        raise ValueError(f"dice must be those of two players, got {dice!r:.40}")
    first, second = as_plain(tuple(dice))
    for number in (first, second):
        check_whole("dice", number, 1, rules.starting_dice)
    return first, second


def relevant_rules(rules: Rules) -> Rules:
    """Return the rules without those that play no part in an ordinary round of two players, so that rounds share a solution."""
    names = ["sides", "wild_aces", "raise_rule", "opening_bid"]
    names += ["ace_bids", "open_on_aces", "aces_stay_wild"] if rules.wild_aces else []
    names += ["calza", "calza_by"] if rules.has_calza(MIN_PLAYERS) else []
    return replace(STANDARD, **{name: getattr(rules, name) for name in names})


STANDARD = Rules()
ANY_HIGHER_RULES = replace(STANDARD, raise_rule="any_higher")
CHINESE_RULES = replace(
    ANY_HIGHER_RULES, ace_bids="highest", aces_stay_wild=False, open_on_aces=True, opening_bid="players", palifico=False
)
# The games as printed, by their names in links and on the command line.
PRINTED = {"standard": STANDARD, "any_higher": ANY_HIGHER_RULES, "chinese": CHINESE_RULES}
PRINTED_LABELS = {
    "standard": f"The 2015 blog post: {RAISE_LABELS['value_or_quantity']}",
    "any_higher": "The rulebooks: any higher bid",
    "chinese": "Chinese: ones highest, tame once bid",
}


def variants(rules: Rules) -> dict[str, Rules]:
    """Return the rules with one thing changed, by the change in words, without changes that have no effect.

    >>> list(variants(STANDARD))[:3]
    ['aces are wild: no', 'bids on aces: halved plus one', 'bids on aces: lowest']
    """
    aces = ["ace_bids", "aces_stay_wild"] if rules.wild_aces else []
    names = ["wild_aces", *aces, "raise_rule", "opening_bid", "palifico"]
    names += ["palifico_with_two"] if rules.palifico else []
    sides = [replace(rules, sides=sides) for sides in (8, 4) if sides != rules.sides]
    return neighbours(rules, names) | {rule_in_words(each, "sides"): each for each in sides}

"""Labels of Perudo's page: of options and a view, which are also their values in a link, and of the two kinds of chances."""

from boardodds.perudo.rules import ANY_HIGHER, VALUE_OR_QUANTITY

RAISES = {"value or quantity": VALUE_OR_QUANTITY, "any higher": ANY_HIGHER}
DICE_ALONE, GIVEN_BIDS = "dice alone", "given the bids"
INFERENCE = "What bids reveal"

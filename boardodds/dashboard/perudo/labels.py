"""Labels of Perudo's options; each is also the option's value in a link."""

from boardodds.perudo.rules import ANY_HIGHER, VALUE_OR_QUANTITY

RAISES = {"value or quantity": VALUE_OR_QUANTITY, "any higher": ANY_HIGHER}

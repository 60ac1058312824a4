"""Labels of Orchard's options; each is also the option's value in a link."""

from boardodds.orchard.boards import FEWEST_LEFT, MOST_LEFT, OPTIMAL, RANDOM_FRUIT, RANDOM_TYPE

POLICIES = {
    "any type at random": RANDOM_TYPE,
    "any fruit at random": RANDOM_FRUIT,
    "the fullest tree": MOST_LEFT,
    "the emptiest tree": FEWEST_LEFT,
    "whatever is best": OPTIMAL,
}

POLICY_LABELS = {policy: label for label, policy in POLICIES.items()}

SMALL_LABEL, NINE_LABEL, FIVE_LABEL = "My First Orchard", "Orchard, 9 raven steps", "My First Orchard, 5 raven steps"

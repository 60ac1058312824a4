"""The smallest game of Perudo on its page: two players with one die each, solved exactly, and how often to bluff."""

from collections.abc import Mapping

from boardodds.charts import perudo as charts
from boardodds.dashboard.perudo import solvers
from boardodds.dashboard.perudo.sheet import PerudoSheet
from boardodds.dashboard.perudo.words import bid_in_words
from boardodds.dashboard.ui.panels import Grid, Note, Panel, Parts, Table, Toggle
from boardodds.dashboard.ui.words import percent
from boardodds.perudo import STANDARD, Bid, Call, OneDieGame, Rules
from boardodds.perudo.bids import why_unsolvable
from boardodds.perudo.one_die import DICE, MAX_SIDES

# Rules under which the value of the game is known exactly.
KNOWN_GAMES: Mapping[str, Rules] = {
    "Perudo: aces wild, halved": STANDARD,
    "aces wild, ranked highest, any higher bid": Rules(ace_bids="highest", raise_rule="any_higher"),
    "aces wild, never bid, any higher bid": Rules(ace_bids="never", raise_rule="any_higher"),
    "aces wild, ranked lowest, any higher bid": Rules(ace_bids="lowest", raise_rule="any_higher"),
    "aces wild, ranked highest, any quantity of a higher face": Rules(ace_bids="highest", raise_rule="reset_quantity"),
    "no wild aces": Rules(wild_aces=False),
    "no wild aces, any quantity of a higher face": Rules(wild_aces=False, raise_rule="reset_quantity"),
}
# A chance that rounds to 0.0%.
_NEGLIGIBLE = 5e-4
_WINS = "the first player wins"
VALUES = Toggle("values", "Value under other rules")
_WHY_BLUFF = (
    "With any other proportion, an opponent who knows your plan can win more often: bluff less and they can read your bids; "
    "bluff more and they can call you."
)


def bluffing_view(sheet: PerudoSheet) -> Parts:
    """Return who wins the game of one die each under perfect play, and how often an optimal opening bid is a bluff."""
    rules = sheet.state.rules
    if why_unsolvable(DICE, rules):
        calza = "not solved if the player whose turn is next may call calza: switch it off under *Set up*."
        aces = "not solved if a bid on aces can end that they are wild: select *Aces stay wild once they are bid* under *Set up*."
        yield f"The game with one die each is {calza if rules.has_calza(DICE) else aces}"
        return
    if rules.sides > MAX_SIDES:
        limits = solvers.ending((1, 1), rules).value
        low, high = (percent((1 + limit) / 2) for limit in (limits.low, limits.high))
        yield _value(f"{low} to {high} of games", f"{limits.low:z.3f} to {limits.high:z.3f}")
        yield f"**Method**: predictive CFR+, whose best answers give certain limits. Up to {MAX_SIDES} sides it is exact."
        return
    game, bluffs = solvers.one_die_game(rules)
    first = f" Bidding first is {'an advantage' if game.value > 0 else 'a disadvantage'}."
    if not game.value:
        first = " Bidding first makes no difference."
    wins = f"{percent(float(game.win), 2)} of games ({game.win})" if game.win < 1 else "every game"
    yield _value(wins, str(game.value), first)
    yield _openings(game, rules)
    yield _bluffs_text(*bluffs)
    yield from _answers(game)
    yield VALUES
    if sheet.value(VALUES):
        games = zip(KNOWN_GAMES, solvers.one_die_games(list(KNOWN_GAMES.values())), strict=True)
        rows = [
            {"rules": name, "value": str(known.value), "as a decimal": float(known.value)}
            | {_WINS: float(known.win), "exactly": str(known.win)}
            for name, known in games
        ]
        yield Table(rows, percent=[_WINS], places={"as a decimal": 4})
    yield (
        "**Method**: linear programming. A plan has a chance for every sequence of a player's own moves, with each die. The "
        "payoff is linear in these chances. One player's best guaranteed result is a linear program, and the other's is its dual "
        "(Koller, Megiddo and von Stengel, 1996). The solver is HiGHS, through SciPy."
    )


def _value(wins: str, value: str, first: str = "") -> str:
    minus = value.replace("-", "−")
    return (
        f"**Two players, one die each: the first to bid wins {wins} if both play perfectly.** With a win counted as 1 and a loss "
        f"as −1, the game is worth {minus} to the first to bid.{first}"
    )


def _bluffs_text(low: float, high: float) -> str:
    """Return the range of the proportion of bluffs over all optimal plans, and why it is neither lower nor higher."""
    if high < _NEGLIGIBLE:
        return "No optimal plan opens with a bluff: each bid matches the bidder's own die."
    bluffs = percent(high) if high - low < _NEGLIGIBLE else f"{percent(max(low, 0.0))} to {percent(high)}"
    reason = f" {_WHY_BLUFF}" if low >= _NEGLIGIBLE and high < 1 else ""
    plans = "every optimal plan" if high - low < _NEGLIGIBLE else "the optimal plans, of which the chart shows one"
    return f"**In {plans}, {bluffs} of opening bids are bluffs.**{reason}"


def _frequent_openings(game: OneDieGame) -> list[Bid]:
    made = {move for chances in game.openings.values() for move, chance in chances.items() if chance > _NEGLIGIBLE}
    return sorted(move for move in made if isinstance(move, Bid))


def _openings(game: OneDieGame, rules: Rules) -> Panel:
    """Return the chance of each opening bid by the bidder's die in one optimal plan, without bids of negligible chance."""
    bids, dice = _frequent_openings(game), list(game.openings)
    rows = [[game.openings[die].get(bid, 0.0) for bid in bids] for die in dice]
    names = [bid_in_words(bid) for bid in bids]
    bluffs = [
        (number, column)
        for column, die in enumerate(dice)
        for number, bid in enumerate(bids)
        if rows[column][number] > _NEGLIGIBLE and die not in rules.matching_faces(bid.face)
    ]
    proportion = sum(rows[column][number] for number, column in bluffs) / len(dice)
    return Panel(
        charts.bluff_heatmap(rows, [str(die) for die in dice], names, bluffs),
        key="bluff_chart",
        alt="Chance of each opening bid by own die: "
        + "; ".join(
            f"with {die} "
            + ", ".join(f"{name} {percent(chance, 0)}" for name, chance in zip(names, row, strict=True) if chance)
            for die, row in zip(dice, rows, strict=True)
        ),
        finding="This optimal plan opens without a bluff"
        if proportion < _NEGLIGIBLE
        else f"{percent(proportion)} of opening bids are bluffs in this optimal plan",
        method="Chance of each opening bid by the bidder's own die, in one optimal plan, computed exactly. "
        + ("Framed: bluffs, bids that the bidder's own die doesn't match. " if bluffs else "")
        + ("Die 1 matches every face, because aces are wild." if rules.wild_aces else ""),
    )


def _answers(game: OneDieGame) -> Parts:
    """Return how often the other player calls dudo on each opening bid of the optimal plan, by the own die."""
    answers = {
        bid: {die: chances.get(Call.DUDO, 0.0) for die, chances in sorted(game.second[(bid,)].items())}
        for bid in _frequent_openings(game)
        if (bid,) in game.second
    }
    if not answers:
        return
    most_frequent = max(answers, key=lambda bid: sum(chances.get(bid, 0.0) for chances in game.openings.values()))
    bid_made = bid_in_words(most_frequent)
    *first, last = [str(die) for die, chance in answers[most_frequent].items() if chance > 1 - _NEGLIGIBLE] or [""]
    dice = f"{', '.join(first)} or {last}" if first else last
    always = f"Answer {bid_made} with dudo if your die shows {dice}"
    yield f"### {always if dice else f'No die always answers {bid_made} with dudo'}"
    rows = {
        f"after {bid_in_words(bid)}": {f"die {die}": (chance, percent(chance, 0)) for die, chance in by_die.items()}
        for bid, by_die in answers.items()
    }
    yield Grid(rows, corner="opening bid", caption="Chance of dudo on each opening bid, by the own die")
    yield Note(
        "Chance that an optimal plan of the second player answers with dudo, by its own die; otherwise it raises. "
        "Computed exactly, for the opening bids of the plan above."
    )

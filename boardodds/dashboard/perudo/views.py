"""The views of the Perudo page: what the bids reveal, other rules, and the method; and the list of all views."""

from collections.abc import Callable, Mapping, Sequence
from math import comb

from boardodds.charts import perudo as charts
from boardodds.charts.wins import change_dots
from boardodds.dashboard.perudo import bluffing, dudo, solvers, what_to_do
from boardodds.dashboard.perudo.dudo import MATCHES, SEED
from boardodds.dashboard.perudo.sheet import PerudoSheet
from boardodds.dashboard.perudo.state import BLUFF_FACTOR, PerudoState
from boardodds.dashboard.perudo.words import SAME, bid_in_words, chance_in_words, face_name, unrounded
from boardodds.dashboard.ui.panels import (
    Beside,
    Code,
    Formula,
    Note,
    Panel,
    Parts,
    Table,
    Toggle,
    Values,
    estimate_columns,
)
from boardodds.dashboard.ui.settings import Allowed, switch
from boardodds.perudo import Bid, Rules, bid_probability, count, dice_lost, shift_after_bid
from boardodds.perudo.bidders import HUMAN, HUMAN_ERROR
from boardodds.perudo.rules import MIN_PLAYERS, variants
from boardodds.probability.display import rules_lines, signed

# The number of the viewer's own bids for which the inference is shown.
_MAX_OWN_BIDS = 8
_NOW = "now"
_WHOLE = Toggle("whole", "Whole matches under each of these rules")
_FITTED = (
    f"Sharpness {HUMAN.sharpness:g} is fitted to perfect play with two to four dice: its chances that opening bids are true are "
    f"{100 * HUMAN_ERROR:.1f} percentage points off on average."
)
# A round in which a raise by two is the best move.
RAISE_BY_TWO = "perudo?round=5.5.1.2+me%3D1+hand%3D45666+bids%3D4%3A3x6"


def inference_view(sheet: PerudoSheet) -> Parts:
    """Return the expected dice of each other player given the bids, and what the others would infer from the viewer's bid."""
    state, shifts_by_player = sheet.state, sheet.posterior.face_shifts
    if shifts_by_player:
        yield _expectations(state, shifts_by_player)
    else:
        yield "No other player has bid yet, so there is nothing to infer."
    if not state.is_viewers_turn:
        return
    bids = [move for move in sheet.given_bids if isinstance(move, Bid)][:_MAX_OWN_BIDS]
    if bids:
        yield "### What your own bid would reveal"
        shifts = [shift_after_bid(state.round, bid, state.rules, model=state.models) for bid in bids]
        columns = "your bid", "matching", "before", "after"
        rows = [
            dict(zip(columns, (bid_in_words(each.bid), each.held, each.before, each.after), strict=True))
            for each in shifts
        ]
        yield Table(rows, places=dict.fromkeys(columns[2:], 2))
        yield Note(
            "*Before* and *after* your bid: the number of your dice that match it, as expected by opponents who know how you "
            "bid. *Matching*: the number that do."
        )


def _expectations(state: PerudoState, shifts_by_player: Mapping[int, Sequence[float]]) -> Panel:
    players, shifts = [state.player_name(player - 1) for player in shifts_by_player], list(shifts_by_player.values())
    faces = [face_name(face) for face in range(1, state.rules.sides + 1)]
    return Panel(
        charts.inference_heatmap(shifts, players, faces),
        key="inference_chart",
        alt="Change in the expected number of dice of each face, given the bids: "
        + "; ".join(
            f"{player}: " + ", ".join(f"{face} {signed(shift, 2)}" for face, shift in zip(faces, row, strict=True))
            for player, row in zip(players, shifts, strict=True)
        ),
        finding=inference_finding(shifts, players, faces),
        method="Expected number of a player's dice with each face given the bids, minus the number expected before any bid. Wild "
        "aces count as aces only. Each possible hand counts by its chance and by how often it would make these bids.",
    )


def inference_finding(shifts: Sequence[Sequence[float]], players: Sequence[str], faces: Sequence[str]) -> str:
    """Return the largest change in the expected dice of a player, by player and face.

    >>> inference_finding([[0.1, -0.6]], ["player 2"], ["aces", "twos"]), inference_finding([[0.001]], ["player 2"], ["aces"])
    ('The bids reveal most about player 2: expect 0.60 fewer twos', "The bids reveal nothing about the other players' dice")
    """
    by_player = zip(players, shifts, strict=True)
    changes = [(shift, player, face) for player, row in by_player for face, shift in zip(faces, row, strict=True)]
    shift, player, face = max(changes, key=lambda change: abs(change[0]))
    if f"{abs(shift):.2f}" == "0.00":
        return "The bids reveal nothing about the other players' dice"
    return f"The bids reveal most about {player}: expect {abs(shift):.2f} {'more' if shift > 0 else 'fewer'} {face}"


def what_if_view(sheet: PerudoSheet) -> Parts:
    """Return the chance of the bid in question, from the dice alone, under the named variants."""
    state, bid, round_ = sheet.state, sheet.bid, sheet.state.round
    cases = {_NOW: state.rules} | {
        name: rules
        for name, rules in variants(state.rules).items()
        if max(bid.face, *round_.hand, 0) <= rules.sides
        and (rules.has_palifico(len(round_.players_in)) or not round_.palifico)
    }
    chances = {
        name: bid_probability(bid, round_.hand, state.unseen, round_.rules_now(rules), palifico=round_.palifico)
        for name, rules in cases.items()
    }
    base, label = chances[_NOW], charts.chance_label
    ordered = sorted(chances.items(), key=lambda case: -case[1])
    drawn = {name: chance for name, chance in ordered if abs(chance - base) >= SAME}
    finding = what_if_finding(bid_in_words(bid), base, chances)
    method = f"Chance of at least {bid_in_words(bid)}, from the dice alone, computed exactly."
    if drawn:
        unchanged = ", ".join(name for name in chances if name not in (_NOW, *drawn))
        yield Panel(
            change_dots(drawn, base=base, base_name=f"{_NOW} {label(base)}", label=label),
            key="what_if_chart",
            alt=f"Chance of at least {bid_in_words(bid)}: "
            + ", ".join(f"{name} {chance_in_words(chance)}" for name, chance in ({_NOW: base} | drawn).items()),
            finding=finding,
            method=f"{method} No change with: {unchanged}." if unchanged else method,
        )
    else:
        yield from (f"### {finding}", Note(method))
    yield Values(
        lambda: [
            {"what if": name, "the bid is true": chances[name], "raises to choose from": _count_raises(state, rules)}
            for name, rules in cases.items()
        ],
        key="what_if_rows",
        percent=["the bid is true"],
    )
    yield _difference_penalty(state, bid)
    yield _WHOLE
    if sheet.value(_WHOLE):
        yield from _matches_by_rules(sheet, cases)


def _difference_penalty(state: PerudoState, bid: Bid) -> str:
    """Return the dice that a call of the bid would cost each side if a wrong call cost the difference."""
    lost = dice_lost(bid, state.round.hand, state.unseen, state.rules_now, palifico=state.round.palifico)
    others = f" Each other player: {float(lost.others):.3f}." if len(state.round.players_in) > MIN_PLAYERS else ""
    return (
        f"**If a wrong call cost the difference**, as in the game *Bluff* (1993): calling {bid_in_words(bid)} would cost "
        f"the doubter {float(lost.doubter):.3f} dice on average, and the bidder {float(lost.bidder):.3f}.{others} An exact bid "
        "costs everybody but the bidder one die. From the dice alone, computed exactly. Matches here always cost one die."
    )


def what_if_finding(bid: str, now: float, cases: Mapping[str, float]) -> str:
    """Return which of the other rules, by name, changes the chance of a bid most.

    >>> what_if_finding("5 fours", 0.791, {"palifico rounds: no": 0.791, "aces are wild: no": 0.273})
    '“Aces are wild: no” changes the chance most: 5 fours would be true 27.3% of the time instead of 79.1%'
    """
    name = max(cases, key=lambda case: abs(cases[case] - now))
    if abs(cases[name] - now) < SAME:
        return f"None of these rules changes the chance of {bid}, {chance_in_words(now)}"
    quoted = f"“{name[:1].upper()}{name[1:]}”"
    words = chance_in_words(cases[name])
    chance = f"true {words} of the time" if words.endswith("%") else words
    return f"{quoted} changes the chance most: {bid} would be {chance} instead of {chance_in_words(now)}"


def _count_raises(state: PerudoState, rules: Rules) -> int:
    """Return the number of legal raises of the current bid under some rules; 0 if they do not allow it, as one on aces."""
    try:
        return len(state.legal_under(rules))
    except ValueError:
        return 0


def _matches_by_rules(sheet: PerudoSheet, cases: Mapping[str, Rules]) -> Parts:
    """Return bids, rounds and dudo calls in whole matches of six naive players under each of some rules."""
    yield Beside([MATCHES, SEED])
    endless = [name for name, rules in cases.items() if rules.why_endless(solvers.SEATS * rules.starting_dice)]
    played = {name: rules for name, rules in cases.items() if name not in endless}
    matches = solvers.play_matches_by_rules(list(played.values()), sheet.value(MATCHES), sheet.value(SEED))
    rows = [
        {"rules": name}
        | estimate_columns("bids in a round", results.mean_bids)
        | estimate_columns("rounds in a match", results.mean_rounds)
        | estimate_columns("dudo was right", results.dudo)
        | {"as calculated": results.calculated}
        for name, results in zip(played, matches, strict=True)
    ]
    places = {"bids in a round": 2, "rounds in a match": 2}
    yield Table(rows, percent=["dudo was right", "as calculated"], places=places)
    yield Note(
        "Six players who make the safest move from the dice alone. *As calculated*: how often callers expect dudo to be right. "
        "It is right less often, because players bid on the dice they have, and these callers ignore what the bids reveal."
        + "".join(f" Not played, because a round can go on without end: {name}." for name in endless)
    )


def method_view(sheet: PerudoSheet) -> Parts:
    """Return how the answer is computed."""
    state, rules, round_, bid = sheet.state, sheet.state.rules, sheet.state.round, sheet.bid
    name = bid_in_words(bid)
    yield (
        f"**From the dice alone.** You see {len(round_.hand)} of the {round_.total_dice} dice. Each of the others, "
        f"{state.unseen} in all, matches with chance $p$, whatever the rest show. So the number $k$ of unseen dice that match is "
        "binomial. The bid is true if $k$ is at least $r$, the bid's quantity minus the number of your matching dice:"
    )
    yield Formula(r"P = \sum_{k \ge r} \binom{n}{k}\, p^k (1-p)^{n-k}")
    own_matches = count(bid, round_.hand, state.rules_now, palifico=round_.palifico)
    p = state.rules_now.match_chance(bid.face, round_.palifico)
    chance = chance_in_words(unrounded(state, bid, float(state.chances[bid])), 4)
    yield (
        f"For {name} $n = {state.unseen}$, $p = {p}$ and $r = {bid.quantity} - {own_matches}$. Chance that the bid "
        f"is true: **{chance}**."
    )
    yield (
        "**Given the bids.** A bid depends on the bidder's own dice and on what everybody sees. So every possible hand $h$ of a "
        f"player ({comb(rules.starting_dice + rules.sides - 1, rules.starting_dice):,} with all dice) is "
        "weighted by the chance $\\Pr(h)$ to roll it, and by its likelihood to make each of the player's bids $b$ with what "
        "everybody has seen. Given the bids, the hands of different players are independent, and their matching dice add up:"
    )
    yield Formula(r"\Pr(h \mid \text{bids}) \propto {\Pr(h)}\, {\textstyle\prod_b \Pr(b \mid h, \text{seen})}")
    yield (
        "The likelihood of a bid comes from a model. A bidder *like people* (*logit*) makes a move with a chance proportional to "
        "$e^{-s d (1-q)}$. Here $q$ is the chance that the move is right from that hand and the dice alone, and $s$ is the "
        "sharpness: in *Set up* how honest bids are. $d$ is how often the move is tested: always for a call; for a bid, the "
        f"chance that it is false to someone without dice. {_FITTED} A bidder *like a computer* makes the move with the highest "
        f"$q$, apart from random moves. For someone who bluffs a lot, $s$ is divided by {BLUFF_FACTOR}, or random moves are "
        f"{BLUFF_FACTOR} times as frequent; for someone who never bluffs, it is the other way round. At sharpness 0 the chances "
        "given the bids are those from the dice alone. The numbers are exact for the model. That people bid like the model is an "
        "assumption.\n\n"
        "**How we read the rules**: aces are special only while they are wild; *Bids on aces* in the house rules says how they "
        "are raised. Otherwise a raise by `any higher` is the same quantity of a higher face, or a higher quantity of any face. "
        "Some tables allow less: by `a higher face or one more`, only one more of the same face. In a palifico round "
        "aces are not wild. Its face is fixed, unless a house rule lets a player with one die change it.\n\n"
        "**More than one at a time.** A raise by more than one is never more likely to be right, so the blog post leaves "
        f"it out. It can still be the best play: [in this round]({RAISE_BY_TWO}) our advice raises by two.\n\n"
        "**Source**: *Perudo probability explanations*, a blog post by Charles Dieterle, has this binomial chance and the dial."
    )
    models = [f"perudo.{model!r}" for model in state.models]
    model = models[0] if len(set(models)) == 1 else f"({', '.join(models)})"
    yield Code(
        f"{rules_lines('perudo', rules)}round_ = perudo.RoundState.parse({str(round_)!r})\n"
        f"bid = perudo.Bid.parse({str(bid)!r})\n"
        f"perudo.bid_probability(bid, {round_.hand}, {state.unseen}, round_.rules_now(rules), palifico={round_.palifico})\n"
        f"perudo.posterior(round_, rules, model={model}).bid_probability(bid)"
    )


VIEWS: dict[str, Callable[[PerudoSheet], Parts]] = {
    "What to do": what_to_do.what_to_do_view,
    "Dudo": dudo.dudo_view,
    "What the bids reveal": inference_view,
    "What if": what_if_view,
    "Bluffing": bluffing.bluffing_view,
    "Method": method_view,
}
# The settings that are no part of the round.
SETTINGS: Allowed = {
    **what_to_do.SETTINGS,
    **dudo.SETTINGS,
    **dict.fromkeys((_WHOLE.name, bluffing.VALUES.name), switch),
}

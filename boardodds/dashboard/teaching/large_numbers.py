"""The classroom page: the law of large numbers, samples, intervals, and the method."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np

from boardodds.charts import large_numbers as charts
from boardodds.dashboard.teaching import large_number_findings as findings
from boardodds.dashboard.teaching import solvers
from boardodds.dashboard.teaching.parts import CLASS_SIZE, Controls, More, lesson
from boardodds.dashboard.ui import reveal
from boardodds.dashboard.ui.declared_widgets import show_rules
from boardodds.dashboard.ui.panels import Code, Finding, Formula, Grid, Panel, Parts, Rows
from boardodds.dashboard.ui.reveal import Prediction
from boardodds.dashboard.ui.settings import MAX_SEED, Query, allowed_part, last_value, one_of, rules_definition
from boardodds.dashboard.ui.state_store import VIEW, StateStore
from boardodds.dashboard.ui.words import as_sentence, percent
from boardodds.entry.game import Page, Trial
from boardodds.probability.arrays import Floats
from boardodds.probability.coverage import CLOPPER_PEARSON, METHODS, PLUS_FOUR, WALD, WILSON, coverage, interval
from boardodds.probability.declared_rules import OneOf, Stops, Text, Whole, check_rules, rule
from boardodds.probability.display import plural, signed
from boardodds.probability.estimate import Z95, Interval, Proportion, normal_quantile
from boardodds.probability.validate import parse_fraction
from boardodds.teaching import large_numbers
from boardodds.teaching.large_numbers import BAND_START, STREAK

PAGE = Page("classroom", "Large numbers", "Does luck even out?")
MAX_GAMES = 10_000
# More of them would give a hidden answer away.
MAX_HIDDEN_GAMES = 100
# With fewer games there is no law to see.
_MIN_LAW_GAMES = 40
RUNS = (1, 20, CLASS_SIZE)
# By its title, which is also its value in a link, the key of each question that can be simulated.
EXAMPLES = {trial.title: trial.key for trial in large_numbers.trials().values()}
OWN_CHANCE = "own chance"
SAMPLE = (5, 10, 20, 50, 100, 500, 1_000)
# Intervals in the chart.
MAX_SHOWN = 100
COUNTED = (1_000, 5_000)
# Games of all samples together, and in one of those whose coverage is counted for all chances.
MAX_SAMPLED, _MAX_COVERED = 1_000_000, 100
_FIRST = "Many games"
# The key of the chart on which a prediction can be tapped, and that of the intervals.
_CHART, _LADDER = "settling_chart", "ladder_chart"
LEVELS = (0.8, 0.9, 0.95, 0.99)
# The denominator of an own chance is at most this: tenths of a percent have it.
MAX_DENOMINATOR = 1_000


def _read_chance(text: str) -> str:
    """Return the text of an own chance without spaces and the sign of percent.

    >>> [_read_chance(text) for text in ("30", "30,5 %", "1 / 6")]
    ['30', '30.5', '1/6']
    """
    chance = parse_fraction("chance", text if "/" in text or "%" in text else f"{text}%")
    if not 0 < chance < 1 or chance.denominator > MAX_DENOMINATOR:
        raise ValueError(
            f"chance must be 0.1 to 99.9 percent, in tenths, or a fraction like 1/6 with a denominator up to {MAX_DENOMINATOR:,}"
            f", got {text[:40]!r}"
        )
    return f"{chance}" if "/" in text else f"{float(100 * chance):g}"


@dataclass(frozen=True)
class Classroom:
    """What is simulated and shown.

    chance: the own chance, in percent or as a fraction.
    games, runs: of the large numbers.
    sample, method, level, counted: the games in a sample, the kind and the level of its interval, and the number of samples.
    shown: the intervals that are drawn.
    """

    example: str = rule("orchard", OneOf({title: title for title in (*EXAMPLES, OWN_CHANCE)}), "Question")
    chance: str = rule("50", Text(_read_chance), "Own chance (%, or a fraction)")
    games: int = rule(1_000, Whole(1, MAX_GAMES), "Games")
    runs: int = rule(1, Stops(RUNS), "Runs")
    seed: int = rule(1, Whole(0, MAX_SEED), "Seed")
    sample: int = rule(50, Stops(SAMPLE), "Games in a sample")
    method: str = rule(WILSON, OneOf({method: method for method in METHODS}), "Interval")
    level: float = rule(0.95, Stops(LEVELS), "Confidence level")
    counted: int = rule(COUNTED[0], Stops(COUNTED), "Samples", f"At most {MAX_SAMPLED:,} games in all of them.")
    shown: int = rule(MAX_SHOWN, Whole(1, MAX_SHOWN), "Intervals drawn")

    def __post_init__(self) -> None:
        check_rules(self)

    @property
    def key(self) -> str:
        """The key of the question, whose chance is simulated."""
        own = self.chance if "/" in self.chance else f"{float(self.chance) / 100:g}"
        return EXAMPLES.get(self.example, f"{large_numbers.OWN}{own}")

    @property
    def trial(self) -> Trial:
        return large_numbers.trial(self.key)

    @property
    def exact(self) -> float:
        return solvers.exact_chance(self.key)

    @property
    def samples(self) -> int:
        """The number of samples that are simulated."""
        return min(self.counted, MAX_SAMPLED // self.sample)

    @property
    def covered(self) -> float:
        """The probability that an interval contains the exact chance."""
        return coverage(self.sample, self.exact, self.method, self.level)

    @property
    def streak(self) -> str:
        """The games after which a win seems due, in words."""
        return f"after {STREAK} {findings.count_noun(self.trial.yes, is_yes=False)} in a row"


START = Classroom()
DEFINITION = rules_definition("classroom", START)


def show_setup(store: StateStore[Classroom]) -> None:
    """Show the widgets of what is chosen once; the URL has their values, so that a class sees the same."""
    show_rules(store, store.state, ["example", "runs", "seed", "method", "level", "counted"])


def numbers_view(store: StateStore[Classroom]) -> Parts:
    """Return how the proportion settles while the number of yes strays from the expected one."""
    choice = store.state
    games, last = choice.games, _horizon(choice.games)
    factor, stay = solvers.band(choice.key, last)
    simulation = solvers.runs(choice.key, games, choice.runs, choice.seed)
    shares, exact, yes = simulation.shares[:, -1], simulation.exact, choice.trial.yes
    # What was predicted is answered first.
    finding = (
        as_sentence(findings.in_games(yes, percent(exact))).removesuffix(".") if reveal.is_off() else _error_of(choice)
    )
    seen = f"your {plural(choice.runs * games, 'game')} gave {shares.mean():.0%}"
    yield from _question(store, "games", finding=finding, clauses=[seen])
    yield from _run(store, simulation, factor)
    band = findings.band_sentence(simulation) if games > BAND_START else ""
    start = max(games, BAND_START)
    seen = f"After {plural(games, 'game')}, {_describe_shares(shares)}"
    yield f"**{seen}; the exact chance is {percent(exact)}.** {band}"
    yield lesson(
        f"{findings.law_sentence(games, exact)} The grey band reaches {Z95:.2f} standard errors to either side. "
        f"After {plural(start, 'game')}, {percent(solvers.share_inside(start, exact))} of runs are in it, but "
        f"{percent(1 - stay, 0)} leave it at least once between {BAND_START} and {last:,} games. The dotted band reaches "
        f"{factor:.2f} standard errors. At least 95% of runs stay in it all the way."
    )
    if games < _MIN_LAW_GAMES:
        return
    deviation = games * findings.standard_error(games, exact)
    ends = ", ".join(signed((share - exact) * games, 1) for share in shares)
    yield Panel(
        charts.excess_lines(simulation),
        key="excess_chart",
        alt=f"The number of games in which {yes}, minus the expected number, in {plural(choice.runs, 'run')}: at the end {ends}",
        finding=f"The number of yes is less certain after more games: {Z95:.2f} standard deviations are "
        f"{Z95 * deviation:,.1f} after {games:,}",
        method=f"The number of yes minus the expected number, {games * exact:,.1f} after {games:,} games. Some points are "
        f"joined, with the last and the farthest outside the grey band, which reaches {Z95:.2f} standard deviations to either "
        "side. Typically, the number strays further, as the root of the games, while the proportion above settles.",
    )


def _horizon(games: int) -> int:
    """Return the power of ten, 100 or more, at which the axis of games ends, so that it seldom changes.

    >>> _horizon(1), _horizon(101)
    (100, 1000)
    """
    return max(100, int(10 ** len(str(games - 1))))


def _question(store: StateStore[Classroom], *names: str, finding: str = "", clauses: Sequence[str] = ()) -> Parts:
    """Return the finding, the question it is about, and the widgets of some rules."""
    yield Finding(finding, f"The question: {store.state.trial.question}", clauses)
    own = ["chance"] if store.state.example == OWN_CHANCE else []
    yield Controls(store, [*own, *names], store.state.seed)


def _watch_run(store: StateStore[Classroom]) -> Parts:
    choice = store.state
    yield from _question(store)
    games = min(MAX_HIDDEN_GAMES, choice.games)
    yield from _run(store, solvers.runs(choice.key, games, choice.runs, choice.seed), None)


def _run(store: StateStore[Classroom], simulation: large_numbers.Runs, factor: float | None) -> Parts:
    """Return the chart of the runs with the buttons that play more games.

    factor: of the dotted band; None to leave out whatever comes from the exact chance.
    """
    choice, games = store.state, int(simulation.games[-1])
    yes = choice.trial.yes
    count = round(simulation.shares[0, -1] * games)
    shown = large_numbers.first_games(choice.key, choice.seed)[:games] if games <= large_numbers.SHOWN else []
    prediction = PREDICTIONS[_FIRST]
    number = prediction.number if reveal.is_off() else None
    seen = f". Game {games}: {shown[-1][1]}" if shown else f": {count / games:.1%}"
    words = f"{findings.count_in_words(yes, count, games)}{' in the first run' if choice.runs > 1 else ''}{seen}"
    is_hidden = factor is None
    high = MAX_HIDDEN_GAMES if is_hidden else MAX_GAMES
    yield More(store, "games", high, (1, 10, 100), words, is_early=is_hidden and not prediction.is_made)
    exact, bands = "", f" Up to {MAX_HIDDEN_GAMES} games are played before the answer is revealed."
    if not is_hidden:
        exact = f"; the exact chance is {percent(simulation.exact)}"
        bands = f" The grey band reaches {Z95:.2f} standard errors to either side. "
        bands += "The dotted one contains 95% of runs all the way."
    tap = {"on_select": partial(prediction.take_tap, _CHART), "selection_mode": "points"}
    yield Panel(
        charts.settling_lines(simulation, _horizon(choice.games), factor, None if number is None else number / 100),
        key=_CHART,
        alt=f"The proportion of games in which {yes}, in {plural(choice.runs, 'run')} of {plural(games, 'game')}. At the end, "
        f"{_describe_shares(simulation.shares[:, -1])}{exact}.",
        method=f"The proportion of games so far in which {yes}, in {plural(choice.runs, 'simulated run')}.{bands}",
        rows=None if is_hidden else partial(_share_rows, simulation),
        percent=[f"run {number}" for number in range(1, choice.runs + 1)],
        options=tap if is_hidden and not prediction.is_fixed else {},
    )
    if shown:
        cells = {
            str(number): {"what happened": words, "counts": "yes" if is_yes else "no"}
            for number, (is_yes, words) in enumerate(shown, 1)
        }
        yield Grid(cells, corner="game", caption="The games so far", words=["what happened", "counts"])


def _share_rows(runs: large_numbers.Runs) -> Rows:
    return [
        {"games": games} | {f"run {number}": share for number, share in enumerate(shares, 1)}
        for games, shares in zip(runs.games, runs.shares.T, strict=True)
    ]


def _describe_shares(shares: Floats) -> str:
    if len(shares) == 1:
        return f"the observed proportion is {shares[0]:.1%}"
    return f"the observed proportions range from {shares.min():.1%} to {shares.max():.1%}"


def intervals_view(store: StateStore[Classroom]) -> Parts:
    """Return a hundred intervals, and the coverage of thousands."""
    choice = store.state
    sample, level, method, shown, exact = choice.sample, choice.level, choice.method, choice.shown, choice.exact
    shares, intervals = _samples_of(choice, choice.samples)
    missed = sum(exact not in ci for ci in intervals[:shown])
    contained = Proportion(sum(exact in ci for ci in intervals), choice.samples)
    seen = contained if shown == MAX_SHOWN else Proportion(shown - missed, shown)
    contain = f"{plural(seen.trials, 'interval')} {'contains' if seen.successes == 1 else 'contain'} the exact chance"
    yield from _question(store, "sample", finding=f"{seen.successes:,} of {contain}: {seen.value:.1%}")
    hits = plural(shown - missed, f"of {shown}** contains", f"of {shown}** contain")
    yield More(store, "shown", MAX_SHOWN, (1, 10), f"**{hits} the exact chance")
    misses = findings.missed_sentence(missed, shown, choice.covered)
    yield Panel(
        charts.interval_ladder(intervals[:MAX_SHOWN], exact, shown),
        key=_LADDER,
        alt=f"{plural(shown, f'{level:.0%} interval')}; {misses} It is {percent(exact)}.",
        method=f"{level:.0%} {method} intervals, each from {sample} simulated games. {misses} The intervals that miss are thick, "
        "with a cross at the right.",
        rows=lambda: [
            {"yes": share.successes, "games": sample, "from": ci.low, "to": ci.high, "contains the chance": exact in ci}
            for share, ci in zip(shares, intervals, strict=True)
        ],
    )
    yield (
        f"**The exact probability that a {method} interval from {sample} games contains {percent(exact)} is "
        f"{percent(choice.covered)}.** The samples give {contained}."
    )
    yield lesson(
        f"{level:.0%} is a property of the method. One interval contains the chance or it does not. How often a method is right "
        "depends on the chance, and goes up and down with it, because a sample has only a few possible results."
    )
    if sample > _MAX_COVERED:
        return
    by_chance = solvers.coverage_by_chance(sample, level)
    first, last = percent(solvers.CHANCES[0]), percent(solvers.CHANCES[-1])
    yield Panel(
        charts.chance_coverage_lines(by_chance, level, method, exact),
        key="chance_coverage_chart",
        alt=f"Coverage of {level:.0%} intervals of {sample} games over all chances: "
        + "; ".join(
            f"{name} from {percent(min(values))} to {percent(max(values))}" for name, (_, values) in by_chance.items()
        ),
        finding=f"Over the chances from {first} to {last}, the coverage of {method} intervals of {sample} games falls to "
        f"{percent(min(by_chance[method][1]))}",
        method="Counted over all results, by the true chance; the dotted lines are the level and the chance of the question. "
        "Choose *own chance* under *Set up* to move it.",
    )


def _watch_intervals(store: StateStore[Classroom]) -> Parts:
    """Return the intervals that are drawn so far, without the chance that they are to contain."""
    choice, is_early = store.state, not PREDICTIONS["Intervals"].is_made
    shares, intervals = _samples_of(choice, MAX_SHOWN)
    yield from _question(store)
    yield More(store, "shown", MAX_SHOWN, (1, 10), f"**{choice.shown} of {MAX_SHOWN}** intervals", is_early)
    yield Panel(
        charts.interval_ladder(intervals, None, choice.shown),
        key=_LADDER,
        alt=f"{plural(choice.shown, 'interval')}, the last one from {shares[choice.shown - 1]}.",
        method=f"{choice.level:.0%} {choice.method} intervals, each from {choice.sample} simulated games. The line of the exact "
        "chance appears after *Reveal*.",
    )


def _samples_of(choice: Classroom, counted: int) -> tuple[list[Proportion], list[Interval]]:
    shares = solvers.samples(choice.key, choice.sample, counted, choice.seed)
    return shares, [interval(share, choice.method, choice.level) for share in shares]


def streaks_view(store: StateStore[Classroom]) -> Parts:
    """Return what comes after three losses in a row, and how long the longest streak is."""
    choice, yes, exact = store.state, store.state.trial.yes, percent(store.state.exact)
    losses, streak = findings.count_noun(yes, is_yes=False), choice.streak.capitalize()
    found = solvers.streaks(choice.key, choice.games, choice.runs, choice.seed)
    share = Proportion(found.yes, found.after) if found.after else None
    seen = f"your {plural(found.after, 'such game')} gave {share.value:.0%}" if share else "you had no such game"
    finding = f"{streak}, {findings.in_games(yes, exact)}, as after any game"
    yield from _question(store, "games", finding=finding, clauses=[seen])
    counted = f"{findings.count_in_words(yes, found.yes, found.after)} {choice.streak}"
    yield f"{counted}: {share}. The exact chance is {exact}." if share else f"There was no game {choice.streak}."
    yield Panel(
        charts.streak_bars(found),
        key="streaks_chart",
        alt=f"The longest streak of {losses} in {plural(choice.runs, 'run')}: "
        + ", ".join(f"up to {end} in {runs}" for end, runs in zip(found.lengths, found.longest, strict=True) if runs),
        finding=findings.streak_sentence(found, losses, choice.games),
        method=f"The longest streak of {losses} in each run. The outline is exact, worked out game by game.",
    )
    yield lesson(f"Games don't remember. {streak} the chance is {exact}, as it was before them: nothing is due.")


def samples_view(store: StateStore[Classroom]) -> Parts:
    """Return how many of many samples have each number of yes, beside the exact numbers and the normal curve."""
    choice = store.state
    sample, counted, example, exact = choice.sample, choice.samples, choice.trial, choice.exact
    shares = solvers.samples(choice.key, sample, counted, choice.seed)
    yeses = np.array([share.successes for share in shares])
    deviation = sample * findings.standard_error(sample, exact)
    mean, spread = sample * exact, float(yeses.std())
    low, high, usual = findings.usual_counts(sample, exact)
    near = Proportion(int(((yeses >= low) & (yeses <= high)).sum()), counted)
    seen = f"In {near.value:.1%} of {counted:,} samples, {example.yes} {low} to {high} times of {sample:,}"
    yield from _question(store, "sample", finding=seen)
    counts = np.bincount(yeses, minlength=sample + 1).tolist()
    yield Panel(
        charts.sample_bars(counts, sample, exact),
        key="samples_chart",
        alt=f"Samples by the number of games in which {example.yes}: "
        + ", ".join(f"{number} in {count:,}" for number, count in enumerate(counts) if count),
        finding=f"The samples have {yeses.mean():.2f} times yes on average, with a standard deviation of {spread:.2f}",
        method=f"Each sample is {plural(sample, 'game')}. The outline is exact: a sample has {low} to {high} times yes in "
        f"{percent(usual)}. The normal curve has the same mean, {mean:.2f}, and standard deviation, "
        f"{deviation:.2f}; 95% of it is within {Z95:.2f} standard deviations of the mean.",
        rows=lambda: [{"yes": number, "samples": count} for number, count in enumerate(counts) if count],
    )
    yield lesson(
        "The proportion of one sample varies. The more games a sample has, the closer the bars follow the normal curve, and the "
        "narrower they are as a part of the sample. For rare events the curve needs larger samples: try a small own chance."
    )


def method_view(store: StateStore[Classroom]) -> Parts:
    """Return the method, the formula and the Python code."""
    choice = store.state
    yield (
        "The exact chance comes from the same solvers as on the other pages. The first games of a run are played one by one. Of "
        "the others, first the total of yes answers is simulated, then their order is drawn, because every order is equally "
        "likely. The same seed gives the same charts everywhere: share the link, and the whole class sees them."
    )
    yield Formula(r"\text{standard error} = \sqrt{p(1-p)/n}")
    yield (
        "The exact coverage is a sum over the binomial distribution: each result $k$ counts with its probability if the interval "
        "of $k/n$ contains $p$ (Brown, Cai and DasGupta, 2001)."
    )
    z = f"{normal_quantile(choice.level):.2f}"
    yield (
        f"- **{WALD}**: the observed proportion $k/n$, plus and minus {z} standard errors computed from $k/n$.\n"
        f"- **{WILSON}**: all chances $p$ that are within {z} standard errors of $k/n$, computed from that $p$.\n"
        f"- **{PLUS_FOUR}**: the same as {WALD} for $(k+2)/(n+4)$, as if two more games were a yes and two more a no.\n"
        f"- **{CLOPPER_PEARSON}**: all chances $p$ with which $k$ or more, and $k$ or fewer, are both likelier than "
        f"{(1 - choice.level) / 2:.1%}. Its coverage is never below the level."
    )
    yield Code(
        "from boardodds.probability.coverage import WILSON, coverage\n"
        "from boardodds.teaching import large_numbers\n"
        f"run = large_numbers.run({choice.key!r}, games={choice.games:_}, runs={choice.runs}, seed={choice.seed})\n"
        "run.shares[:, -1]  # the proportion of yes at the end of each run\n"
        f"coverage({choice.sample}, run.exact, WILSON)  # how often an interval of {choice.sample} games contains it"
    )


VIEWS: dict[str, Callable[[StateStore[Classroom]], Parts]] = {
    _FIRST: numbers_view,
    "Streaks": streaks_view,
    "Samples": samples_view,
    "Intervals": intervals_view,
    "Method": method_view,
}


def _samples_asked(store: StateStore[Classroom]) -> str:
    low, high, _ = findings.usual_counts(store.state.sample, store.state.exact)
    return f"of 100 samples, how many have {low} to {high} {findings.count_noun(store.state.trial.yes, is_yes=True)}"


PREDICTIONS = {
    _FIRST: Prediction(
        "in how many of 100 games the answer is yes",
        before=_watch_run,
        words=lambda store: f"in how many of 100 games {store.state.trial.yes}",
        exact=lambda store: 100 * store.state.exact,
        drawn=lambda store: min(MAX_HIDDEN_GAMES, store.state.games),
        about=lambda store: store.state.exact,
    ),
    "Streaks": Prediction(
        f"after {STREAK} games without a yes, in how many of 100 games the answer is yes",
        name="prediction_streaks",
        before=_question,
        words=lambda store: f"{store.state.streak}, in how many of 100 games {store.state.trial.yes}",
        exact=lambda store: 100 * store.state.exact,
        about=lambda store: store.state.exact,
    ),
    "Samples": Prediction(
        "how many of 100 samples have a usual number of yes",
        unit="sample",
        name="prediction_samples",
        before=lambda store: _question(store, "sample"),
        words=_samples_asked,
        exact=lambda store: 100 * findings.usual_counts(store.state.sample, store.state.exact)[2],
        about=lambda store: (store.state.sample, store.state.exact),
    ),
    "Intervals": Prediction(
        "how many of 100 intervals contain the exact chance",
        unit="interval",
        name="prediction_coverage",
        before=_watch_intervals,
        exact=lambda store: 100 * store.state.covered,
        drawn=lambda store: store.state.shown,
        about=lambda store: (store.state.sample, store.state.exact, store.state.method, store.state.level),
    ),
}


def home_note() -> str:
    """Return the sentence of the page on the home page: the error of a run of the length that the page starts with."""
    return f"{_error_of(START)}."


def finding_of_link(query: Query) -> str:
    """Return the typical error of the simulation; "" for the other views."""
    link, first_view = allowed_part(query, {**DEFINITION.allowed, VIEW: one_of(VIEWS)}), next(iter(VIEWS))
    return _error_of(DEFINITION.read(link)) if last_value(link, VIEW, first_view) == first_view else ""


def _error_of(choice: Classroom) -> str:
    return findings.error_sentence(choice.games, choice.exact)

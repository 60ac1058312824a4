"""What the visitors saw, as Markdown tables."""

import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from benchmarks.load.visitors import TOUR, Log, Sample


@dataclass(frozen=True, slots=True)
class Cost:
    """What a run cost the server.

    before: megabytes with every page opened once and nobody there. memory: megabytes after so many reruns, at first those with
    all visitors on their first page. answers: how many were given in these seconds. errors: those in the server's log.
    """

    sessions: int
    before: float
    memory: Sequence[tuple[int, float]]
    answers: int
    seconds: float
    cpu_seconds: float
    errors: Sequence[str]


def percentile(values: Iterable[float], share: float) -> float:
    """The smallest value that at least this share of the values does not exceed; nan if there is none."""
    ordered = sorted(values)
    return ordered[max(0, math.ceil(share * len(ordered)) - 1)] if ordered else math.nan


def answers(log: Log) -> str:
    """First answers and reruns by page, and all together."""
    by_page = {page or "home": [sample for sample in log.samples if sample.page == page] for page in TOUR}
    lines = [
        "| page | first answer p50 | p95 | reruns | p50 | p95 | max | changed something | errors |",
        "|---|--:|--:|--:|--:|--:|--:|--:|--:|",
    ]
    for page, samples in by_page.items():
        lines.append(_answers_row(page, samples, sum((where or "home") == page for where, _ in log.errors)))
    return "\n".join([*lines, _answers_row("**all**", log.samples, len(log.errors))])


def _answers_row(name: str, samples: Sequence[Sample], errors: int) -> str:
    first = [sample.seconds for sample in samples if not sample.control]
    moved = [sample for sample in samples if sample.control]
    rerun = [sample.seconds for sample in moved]
    changed = sum(sample.changed > 0 for sample in moved)
    share = f"{changed:,} ({changed / len(moved):.0%})" if moved else "–"
    return _row(
        name,
        _ms(percentile(first, 0.5)),
        _ms(percentile(first, 0.95)),
        f"{len(moved):,}",
        _ms(percentile(rerun, 0.5)),
        _ms(percentile(rerun, 0.95)),
        _ms(percentile(rerun, 1)),
        share,
        errors,
    )


def slowest(log: Log, most: int) -> str:
    """The controls, in their views, that the server worked longest at: by the time of all their moves together."""
    by_control: dict[tuple[str, str, str], list[float]] = defaultdict(list)
    for sample in log.samples:
        by_control[sample.page or "home", sample.view, sample.control or "*first answer*"].append(sample.seconds)
    ranked = sorted(by_control.items(), key=_together, reverse=True)
    lines = ["| page | view | moved | times | p50 | p95 | max | together, s |", "|---|---|---|--:|--:|--:|--:|--:|"]
    for (page, view, control), times in ranked[:most]:
        spread = [_ms(percentile(times, share)) for share in (0.5, 0.95, 1)]
        lines.append(_row(page, view, control, len(times), *spread, f"{sum(times):.1f}"))
    return "\n".join(lines)


def _together(item: tuple[tuple[str, str, str], list[float]]) -> float:
    return sum(item[1])


def costs(cost: Cost) -> str:
    """Memory and processor time."""
    arrived = cost.memory[0][1]
    lines = [
        "| server | |",
        "|---|--:|",
        _row("memory, every page opened once", f"{cost.before:.0f} MB"),
        _row(f"memory, {cost.sessions} sessions on their first page", f"{arrived:.0f} MB"),
        _row("a session", f"{(arrived - cost.before) / cost.sessions:.2f} MB"),
        *(_row(f"memory after {reruns:,} reruns", f"{held:.0f} MB") for reruns, held in cost.memory[1:]),
        _row("answers a second", f"{cost.answers / cost.seconds:.0f}"),
        _row("processor time of an answer", f"{1000 * cost.cpu_seconds / max(1, cost.answers):.0f} ms"),
        _row("processors busy", f"{cost.cpu_seconds / cost.seconds:.1f}"),
        _row("errors in its log", len(cost.errors)),
    ]
    return "\n".join(lines)


def beside(logs: dict[str, Log]) -> str:
    """The same visitors in several runs, one row each."""
    lines = [
        "| ordinary visitors | first answer p50 | p95 | reruns | p50 | p95 | max | changed something | errors |",
        "|---|--:|--:|--:|--:|--:|--:|--:|--:|",
    ]
    return "\n".join(lines + [_answers_row(name, log.samples, len(log.errors)) for name, log in logs.items()])


def errors(log: Log) -> str:
    """The errors that visitors saw, each with how often it came."""
    return counted(f"{page or 'home'}: {error}" for page, error in log.errors)


def counted(texts: Iterable[str]) -> str:
    """A list of different texts, each with how often it comes, those that come most often first."""
    return "\n".join(f"- {times} x {text}" for text, times in Counter(texts).most_common(20))


def _row(*cells: object) -> str:
    return f"| {' | '.join(str(cell) for cell in cells)} |"


def _ms(seconds: float) -> str:
    return "–" if math.isnan(seconds) else f"{1000 * seconds:,.0f} ms"

"""The results of a load benchmark as Markdown tables."""

import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from benchmarks.load.visitors import TOUR, Log, Sample


@dataclass(frozen=True, slots=True)
class Cost:
    """The server's resources in one run.

    sessions: the number of ordinary visitors.
    idle_megabytes: the memory after every page was opened once, without visitors.
    memory: (reruns, megabytes), starting with all visitors on their first page.
    answers: the number of answers in ``seconds`` of wall-clock time.
    cpu_seconds: the CPU time of the server in this time.
    errors: the errors in the server's log.
    """

    sessions: int
    idle_megabytes: float
    memory: Sequence[tuple[int, float]]
    answers: int
    seconds: float
    cpu_seconds: float
    errors: Sequence[str]


def percentile(values: Iterable[float], share: float) -> float:
    """Return the smallest value that at least this share of the values does not exceed, or NaN without values."""
    ordered = sorted(values)
    return ordered[max(0, math.ceil(share * len(ordered)) - 1)] if ordered else math.nan


def answers(log: Log) -> str:
    """Return a table of first answers and reruns by page and in total."""
    by_page = {page or "home": [sample for sample in log.samples if sample.page == page] for page in TOUR}
    lines = [
        "| page | first answer p50 | p95 | reruns | p50 | p95 | max | changed something | errors |",
        "|---|--:|--:|--:|--:|--:|--:|--:|--:|",
    ]
    for page, samples in by_page.items():
        lines.append(_answers_row(page, samples, sum((error_page or "home") == page for error_page, _ in log.errors)))
    return "\n".join([*lines, _answers_row("**all**", log.samples, len(log.errors))])


def _answers_row(name: str, samples: Sequence[Sample], errors: int) -> str:
    first_seconds = [sample.seconds for sample in samples if not sample.control]
    rerun_samples = [sample for sample in samples if sample.control]
    rerun_seconds = [sample.seconds for sample in rerun_samples]
    changed = sum(sample.changed > 0 for sample in rerun_samples)
    share = f"{changed:,} ({changed / len(rerun_samples):.0%})" if rerun_samples else "–"
    return _row(
        name,
        _milliseconds(percentile(first_seconds, 0.5)),
        _milliseconds(percentile(first_seconds, 0.95)),
        f"{len(rerun_samples):,}",
        _milliseconds(percentile(rerun_seconds, 0.5)),
        _milliseconds(percentile(rerun_seconds, 0.95)),
        _milliseconds(percentile(rerun_seconds, 1)),
        share,
        errors,
    )


def slowest_controls(log: Log, limit: int) -> str:
    """Return a table of the controls with the longest waiting times, by the total of all their moves."""
    by_control: dict[tuple[str, str, str], list[float]] = defaultdict(list)
    for sample in log.samples:
        by_control[sample.page or "home", sample.view, sample.control or "*first answer*"].append(sample.seconds)
    ranked = sorted(by_control.items(), key=_total_seconds, reverse=True)
    lines = ["| page | view | moved | times | p50 | p95 | max | together, s |", "|---|---|---|--:|--:|--:|--:|--:|"]
    for (page, view, control), times in ranked[:limit]:
        percentiles = [_milliseconds(percentile(times, share)) for share in (0.5, 0.95, 1)]
        lines.append(_row(page, view, control, len(times), *percentiles, f"{sum(times):.1f}"))
    return "\n".join(lines)


def _total_seconds(item: tuple[tuple[str, str, str], list[float]]) -> float:
    return sum(item[1])


def costs(cost: Cost) -> str:
    """Return a table of memory and CPU time."""
    loaded_megabytes = cost.memory[0][1]
    lines = [
        "| server | |",
        "|---|--:|",
        _row("memory, every page opened once", f"{cost.idle_megabytes:.0f} MB"),
        _row(f"memory, {cost.sessions} sessions on their first page", f"{loaded_megabytes:.0f} MB"),
        _row("a session", f"{(loaded_megabytes - cost.idle_megabytes) / cost.sessions:.2f} MB"),
        *(_row(f"memory after {reruns:,} reruns", f"{megabytes:.0f} MB") for reruns, megabytes in cost.memory[1:]),
        _row("answers a second", f"{cost.answers / cost.seconds:.0f}"),
        _row("processor time of an answer", f"{1000 * cost.cpu_seconds / max(1, cost.answers):.0f} ms"),
        _row("processors busy", f"{cost.cpu_seconds / cost.seconds:.1f}"),
        _row("errors in its log", len(cost.errors)),
    ]
    return "\n".join(lines)


def compare_logs(logs: dict[str, Log]) -> str:
    """Return a table that compares the visitors of several runs, one row for each run."""
    lines = [
        "| ordinary visitors | first answer p50 | p95 | reruns | p50 | p95 | max | changed something | errors |",
        "|---|--:|--:|--:|--:|--:|--:|--:|--:|",
    ]
    return "\n".join(lines + [_answers_row(name, log.samples, len(log.errors)) for name, log in logs.items()])


def errors(log: Log) -> str:
    """Return a list of the visitors' errors, with their numbers."""
    return count_texts(f"{page or 'home'}: {error}" for page, error in log.errors)


def count_texts(texts: Iterable[str]) -> str:
    """Return a list of the 20 most frequent texts, with their numbers."""
    return "\n".join(f"- {times} x {text}" for text, times in Counter(texts).most_common(20))


def _row(*cells: object) -> str:
    return f"| {' | '.join(str(cell) for cell in cells)} |"


def _milliseconds(seconds: float) -> str:
    return "–" if math.isnan(seconds) else f"{1000 * seconds:,.0f} ms"

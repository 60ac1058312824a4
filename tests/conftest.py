"""Shared fixtures: every figure, every run of a page and all its results are checked, and the proxy runs with two replicas.

Without nginx the tests of the proxy are skipped, or fail if BOARDODDS_PROXY=required.
"""

import os
import sys
from collections.abc import Iterator, Sequence
from importlib import import_module
from typing import Any

# Neither a result of an earlier run nor one in the developer's own folder may answer for what is tested; servers inherit it. The
# pool of worker processes reads it when it is imported.
os.environ.update(BOARDODDS_RESULTS="off")

import plotly.graph_objects as go
import pytest
from hypothesis import HealthCheck, settings
from streamlit.testing.v1 import AppTest

from boardodds.charts.style import Drawing
from boardodds.dashboard.runtime import compute
from boardodds.dashboard.runtime.kept_results import Call, decode, encode
from boardodds.dashboard.runtime.worker_pool import WorkerPool
from boardodds.dashboard.ui.sheet import _sheets
from tests import serving

# All games are imported before any test is collected. Otherwise ``pytest boardodds/orchard/solver.py tests/orchard`` would run
# this one file twice, and a test that changes a limit would change it in the copy that the package doesn't use.
import_module("boardodds.games")

# Hypothesis has no deadline, because a busy machine is no reason to fail.
settings.register_profile("patient", deadline=None, suppress_health_check=[HealthCheck.too_slow], max_examples=50)
settings.load_profile("patient")

unchecked_to_dict, _unchecked_run = Drawing.to_dict, AppTest._run
_unchecked_wait, _unchecked_compute = compute._wait_for, WorkerPool.find_or_compute
_checked_calls: set[Call] = set()
_MAIN = sys.modules["__main__"]


def _checked_to_dict(drawing: Drawing) -> dict[str, Any]:
    data = unchecked_to_dict(drawing)
    go.Figure(data)
    return data


def _checked_run(app: AppTest, *arguments: Any, **options: Any) -> AppTest:
    _unchecked_run(app, *arguments, **options)
    assert not app.exception, app.exception
    return app


def _check_result(call: Call, result: Any) -> Any:
    if call not in _checked_calls and call.function.__module__.startswith("boardodds."):
        data = encode(result)
        assert encode(decode(data)) == data
        _checked_calls.add(call)
    return result


def _checked_wait(works: Sequence[compute.Work], label: str) -> list[Any]:
    return [_check_result(call, result) for (call, _), result in zip(works, _unchecked_wait(works, label), strict=True)]


def _checked_compute(pool: WorkerPool, call: Call) -> Any:
    return _check_result(call, _unchecked_compute(pool, call))


@pytest.fixture(scope="session", autouse=True)
def check_pages() -> Iterator[None]:
    """Let Plotly validate every figure, which pages draw as plain data, and let a page or a job that raises fail its test.

    So does a result that can't be kept in a file, or would come back from there as another one. Streamlit shows an error in
    place of a part of the page.
    """
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Drawing, "to_dict", _checked_to_dict)
        patch.setattr(AppTest, "_run", _checked_run)
        patch.setattr(compute, "_wait_for", _checked_wait)
        patch.setattr(WorkerPool, "find_or_compute", _checked_compute)
        yield


@pytest.fixture(autouse=True)
def restore_main() -> Iterator[None]:
    """Restore the main module after each test, and forget the sheets that the next one would share.

    Streamlit makes the page that it runs the main module, and worker processes of a later test would run that page too.
    """
    yield
    sys.modules["__main__"] = _MAIN
    _sheets.cache_clear()


@pytest.fixture(scope="session")
def replica(tmp_path_factory: pytest.TempPathFactory) -> Iterator[serving.Replica]:
    """Run the app, once for all tests that need no server of their own.

    The apps of all processes of this run share their results.
    """
    base = tmp_path_factory.getbasetemp()
    run = base.parent if "PYTEST_XDIST_WORKER" in os.environ else base
    with serving.run_app(tmp_path_factory.mktemp("app"), run / "results") as replica:
        yield replica


@pytest.fixture(scope="session")
def nginx() -> str:
    path = serving.find_nginx()
    if path is None:
        reason = "no nginx on this machine (apt-get install nginx-light)"
        if os.environ.get("BOARDODDS_PROXY") == "required":
            pytest.fail(reason)
        pytest.skip(reason)
    return path


# Each module has a proxy of its own, because one of them stops a replica.
@pytest.fixture(scope="module")
def site(nginx: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[serving.ProxiedSite]:
    serving.skip_unchanged("proxy")
    with serving.run_proxied(nginx, tmp_path_factory.mktemp("proxy"), replicas=2) as site:
        yield site

"""What many tests share: every figure drawn is checked by Plotly, and the proxy of deploy/ stands before two replicas.

Without nginx the tests of the proxy are skipped, unless BOARDODDS_PROXY=required.
"""

import os
import sys
from collections.abc import Iterator
from typing import Any

import plotly.graph_objects as go
import pytest
from hypothesis import HealthCheck, settings

from boardodds.charts.figure import Drawing
from tests import serving

# a busy machine is no reason to fail
settings.register_profile("any machine", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("any machine")

unchecked = Drawing.to_dict
_MAIN = sys.modules["__main__"]


def _checked(drawing: Drawing) -> dict[str, Any]:
    plain = unchecked(drawing)
    go.Figure(plain)
    return plain


@pytest.fixture(scope="session", autouse=True)
def checked_figures() -> Iterator[None]:
    """Pages draw figures as plain data, which nobody checks: here they are."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Drawing, "to_dict", _checked)
        yield


@pytest.fixture(autouse=True)
def own_main() -> Iterator[None]:
    """Streamlit leaves the page that it ran as the main module, which new processes of a later test would run as well."""
    yield
    sys.modules["__main__"] = _MAIN


@pytest.fixture(scope="session")
def nginx() -> str:
    path = serving.find_nginx()
    if path is None:
        reason = "no nginx on this machine (apt-get install nginx-light)"
        if os.environ.get("BOARDODDS_PROXY") == "required":
            pytest.fail(reason)
        pytest.skip(reason)
    return path


# of each module afresh: one of them stops a replica
@pytest.fixture(scope="module")
def site(nginx: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[serving.Proxied]:
    with serving.proxied(nginx, tmp_path_factory.mktemp("proxy"), replicas=2) as site:
        yield site

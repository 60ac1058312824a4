"""The proxy of deploy/ before two replicas, for the tests of it by request and in a browser.

Without nginx these tests are skipped, unless BOARDODDS_PROXY=required.
"""

import os
from collections.abc import Iterator

import pytest

from tests import serving


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

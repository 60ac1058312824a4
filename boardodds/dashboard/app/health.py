"""The health check: whether the server answers, and its worker processes work.

Browsers ask for Streamlit's own check, ``/_stcore/health``, before they show a page. It must not fail with the workers, because
most of the site works without them.
"""

from starlette.requests import Request
from starlette.responses import PlainTextResponse
from starlette.routing import Route

from boardodds.dashboard.runtime.address import base_path
from boardodds.dashboard.runtime.worker_pool import POOL


async def _check(_request: Request) -> PlainTextResponse:
    stalled = " and ".join(sorted(lane.name.lower() for lane in POOL.stalled))
    if stalled:
        return PlainTextResponse(f"the processes for {stalled} work do nothing", status_code=503)
    return PlainTextResponse("ok")


def routes() -> list[Route]:
    """Return the route of the health check."""
    return [Route(f"{base_path()}/health", _check)]

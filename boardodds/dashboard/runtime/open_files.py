"""The number of files and connections that the server can open."""

import logging
import sys

_LOGGER = logging.getLogger(__name__)
# A visitor who has left keeps three open until Streamlit drops the session, of which it keeps 128; an open page needs five.
ENOUGH = 2_048


def allow_open_files() -> None:
    """Raise the limit of open files for this process as far as the system allows; log a sentence if that is not enough."""
    # Windows has no such limit, and no module for it.
    if sys.platform == "win32":
        return
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft == resource.RLIM_INFINITY or soft >= ENOUGH:
        return
    soft = ENOUGH if hard == resource.RLIM_INFINITY else min(ENOUGH, hard)
    resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    if soft < ENOUGH:
        _LOGGER.warning(
            "This process can open only %d files, with which it stops answering after some %d visits: raise the hard limit to %d",
            *(soft, soft // 3, ENOUGH),
        )

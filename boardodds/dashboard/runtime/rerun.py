"""Rerun preemption: stopping a run whose visitor has requested a newer one.

Streamlit does this for a rerun of the whole page. A rerun of a fragment waits for the current run, even if both draw the same
fragment. A visitor who opens another view would wait for all the work of the previous one.
"""

from dataclasses import replace

from streamlit.runtime.scriptrunner import RerunException, get_script_run_ctx
from streamlit.runtime.scriptrunner_utils.script_requests import ScriptRequestType


def stop_if_superseded() -> None:
    """Stop this run if its visitor has requested a newer one, which then also redraws the fragments of this run.

    >>> stop_if_superseded()  # outside a run nothing happens
    """
    context = get_script_run_ctx(suppress_warning=True)
    # The state is read without a lock, because the next call finds a request that arrives a moment later.
    if (
        context is None
        or context.script_requests is None
        or context.script_requests._state is not ScriptRequestType.RERUN
    ):
        return
    request = context.script_requests.on_scriptrunner_ready()
    if request.type is ScriptRequestType.RERUN:
        current = context.fragment_ids_this_run
        requested = request.rerun_data.fragment_id_queue
        # If either run draws the whole page, so does the newer one: an empty list means the whole page.
        both = [*current, *(part for part in requested if part not in current)] if current and requested else []
        raise RerunException(replace(request.rerun_data, fragment_id_queue=both))

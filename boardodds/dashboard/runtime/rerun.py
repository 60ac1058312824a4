"""Rerun preemption: a run stops when its visitor has requested a newer one, for whatever part of the page.

Streamlit stops a run for a newer run of the whole page. A newer run of a fragment has to wait, even if both draw the same
fragment: a visitor who opens another view would wait for all the work of the view before.
"""

from dataclasses import replace

from streamlit.runtime.scriptrunner import RerunException, get_script_run_ctx
from streamlit.runtime.scriptrunner_utils.script_requests import ScriptRequestType


def stop_if_superseded() -> None:
    """Stop this run if its visitor has requested a newer one; the newer run also redraws the fragments of this one.

    >>> stop_if_superseded()  # outside a run nothing happens
    """
    context = get_script_run_ctx(suppress_warning=True)
    # read without a lock: a request that arrives a moment later is found by the next call
    if (
        context is None
        or context.script_requests is None
        or context.script_requests._state is not ScriptRequestType.RERUN
    ):
        return
    request = context.script_requests.on_scriptrunner_ready()
    if request.type is ScriptRequestType.RERUN:
        parts = context.fragment_ids_this_run
        requested = request.rerun_data.fragment_id_queue
        both = [*parts, *(part for part in requested if part not in parts)] if parts and requested else []
        raise RerunException(replace(request.rerun_data, fragment_id_queue=both))

"""A run gives way to a newer one of the same visitor, whatever part of the page either of them draws.

Streamlit drops a run for one of the whole page, but lets one of a part of it wait until what runs is done, even if both draw that
very part: who opened another view would wait for all the work of the one that was left.
"""

from dataclasses import replace

from streamlit.runtime.scriptrunner import RerunException, get_script_run_ctx
from streamlit.runtime.scriptrunner_utils.script_requests import ScriptRequestType


def give_way() -> None:
    """Ends this run if the visitor has asked for another one since; what this one left half drawn is part of that.

    >>> give_way()  # outside a run nothing happens
    """
    context = get_script_run_ctx(suppress_warning=True)
    # asked without a lock: a request that comes a moment later is found the next time
    if (
        context is None
        or context.script_requests is None
        or context.script_requests._state is not ScriptRequestType.RERUN
    ):
        return
    request = context.script_requests.on_scriptrunner_ready()
    if request.type is ScriptRequestType.RERUN:
        parts = context.fragment_ids_this_run
        asked = request.rerun_data.fragment_id_queue
        both = [*parts, *(part for part in asked if part not in parts)] if parts and asked else []
        raise RerunException(replace(request.rerun_data, fragment_id_queue=both))

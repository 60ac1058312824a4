"""All use of Streamlit that is not its public interface; each has its reason, and a test that fails when Streamlit changes.

No part of it is for speed: a cache of the options of the theme saved 3% of an answer's processor time and was removed.
"""

from dataclasses import replace

from streamlit.runtime import scriptrunner
from streamlit.runtime.scriptrunner_utils.script_requests import ScriptRequestType


def stop_if_superseded() -> None:
    """Stop this run if its visitor has requested a newer one, which then also redraws the fragments of this run.

    Streamlit does this for a rerun of the whole page. A rerun of a fragment waits for the current run, even if both draw the same
    fragment (Streamlit's issue 11030), so a visitor who opens another view would wait for all the work of the previous one.

    Public interface that was tried: ``st.rerun(scope="fragment")`` and ``parallel=True`` stop a run only from inside; nothing
    public reports that a request is waiting.

    >>> stop_if_superseded()  # outside a run nothing happens
    """
    context = scriptrunner.get_script_run_ctx(suppress_warning=True)
    requests = context.script_requests if context else None
    # The state is read without a lock, because the next call finds a request that arrives a moment later.
    if context is None or requests is None or requests._state is not ScriptRequestType.RERUN:
        return
    request = requests.on_scriptrunner_ready()
    if request.type is not ScriptRequestType.RERUN:
        return
    current, requested = context.fragment_ids_this_run, request.rerun_data.fragment_id_queue
    # If either run draws the whole page, so does the newer one: an empty list means the whole page.
    both = [*current, *(part for part in requested if part not in current)] if current and requested else []
    raise scriptrunner.RerunException(replace(request.rerun_data, fragment_id_queue=both))

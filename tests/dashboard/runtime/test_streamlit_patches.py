"""The use of Streamlit's internals: each test fails if Streamlit changes what is used, or no longer needs the patch."""

from dataclasses import fields
from types import SimpleNamespace

import pytest
from streamlit.runtime import scriptrunner
from streamlit.runtime.scriptrunner import RerunException
from streamlit.runtime.scriptrunner_utils.script_requests import RerunData, ScriptRequests
from streamlit.runtime.scriptrunner_utils.script_run_context import ScriptRunContext

from boardodds.dashboard.runtime.streamlit_patches import stop_if_superseded


@pytest.mark.parametrize(
    ("current", "requested", "fragments"),
    [
        # A rerun of a fragment stops a run of fragments, and draws those again too.
        (["views"], ["views"], ["views"]),
        (["views"], ["share"], ["views", "share"]),
        # A run of the whole page is followed by a run of the whole page.
        ([], ["views"], []),
        (["views"], [], []),
    ],
)
def test_a_request_for_a_newer_run_stops_this_one(
    current: list[str], requested: list[str], fragments: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    requests = ScriptRequests()
    context = SimpleNamespace(script_requests=requests, fragment_ids_this_run=current)
    monkeypatch.setattr(scriptrunner, "get_script_run_ctx", lambda **_: context)
    stop_if_superseded()
    requests.request_rerun(RerunData(query_string="seed=2", fragment_id_queue=requested))
    # Streamlit itself does not stop the run for a fragment; when it does, the patch can go.
    if requested:
        assert requests.on_scriptrunner_yield() is None
    with pytest.raises(RerunException) as stop:
        stop_if_superseded()
    assert stop.value.rerun_data.fragment_id_queue == fragments
    assert stop.value.rerun_data.query_string == "seed=2"
    # The request has been taken.
    stop_if_superseded()


def test_a_run_of_a_page_has_what_is_used_of_its_context() -> None:
    assert {"script_requests", "fragment_ids_this_run"} <= {field.name for field in fields(ScriptRunContext)}

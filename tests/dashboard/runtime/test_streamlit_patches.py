"""The use of Streamlit's internals: each test fails if Streamlit changes what is used, or no longer needs the patch."""

import subprocess
import sys
from dataclasses import fields
from types import SimpleNamespace

import pytest
from streamlit.runtime import scriptrunner
from streamlit.runtime.scriptrunner import RerunException
from streamlit.runtime.scriptrunner_utils.script_requests import RerunData, ScriptRequests
from streamlit.runtime.scriptrunner_utils.script_run_context import ScriptRunContext

from boardodds.dashboard.runtime.streamlit_patches import stop_if_superseded

# In a new process, because the patch is for the whole process.
INFINITE_SEED = """
from streamlit.testing.v1 import AppTest

from boardodds.dashboard.runtime.streamlit_patches import patch_number_inputs

app = AppTest.from_string('import streamlit as st; st.number_input("Seed", 0, 9, 1, key="seed", bind="query-params")')
app.query_params["seed"] = "inf"
before = len(app.run().exception)
patch_number_inputs()
after = len(app.run().exception)
print(before, after, app.number_input(key="seed").value)
"""


def test_an_infinite_number_in_a_link_needs_the_patch() -> None:
    run = subprocess.run([sys.executable, "-c", INFINITE_SEED], check=True, capture_output=True, text=True)
    assert "cannot convert float infinity to integer" in run.stdout + run.stderr
    assert run.stdout.splitlines()[-1] == "1 0 1"


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

"""The use of Streamlit's internals: each test fails if Streamlit changes what is used, or no longer needs the patch."""

import subprocess
import sys
from collections.abc import Callable
from dataclasses import fields, make_dataclass
from types import SimpleNamespace

import pytest
from streamlit.elements.widgets.number_input import NumberInputSerde
from streamlit.runtime import scriptrunner
from streamlit.runtime.scriptrunner import RerunException
from streamlit.runtime.scriptrunner_utils.script_requests import RerunData, ScriptRequests, ScriptRequestType
from streamlit.runtime.scriptrunner_utils.script_run_context import ScriptRunContext

from boardodds.dashboard.runtime import streamlit_patches
from boardodds.dashboard.runtime.streamlit_patches import stop_if_superseded

RERUN = ScriptRequestType.RERUN

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


NUMBER_INPUT = "streamlit.elements.widgets.number_input"
REQUESTS = "streamlit.runtime.scriptrunner_utils.script_requests"


@pytest.mark.parametrize(
    "change",
    [
        lambda patch: remove(NUMBER_INPUT, "NumberInputSerde", patch),
        lambda patch: remove(NUMBER_INPUT, None, patch),
        lambda patch: patch.delattr(NumberInputSerde, "deserialize"),
    ],
)
def test_number_inputs_work_without_the_internals(
    change: Callable[[pytest.MonkeyPatch], None], monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    change(monkeypatch)
    streamlit_patches._log_loss.cache_clear()
    with caplog.at_level("WARNING"):
        for _ in range(3):
            streamlit_patches.patch_number_inputs.__wrapped__()
    (record,) = caplog.records
    assert "links with infinite numbers show an error" in record.getMessage()


def remove(module: str, name: str | None, monkeypatch: pytest.MonkeyPatch) -> None:
    """Remove a name of a module, or the module, as a new version of Streamlit might."""
    if name is None:
        monkeypatch.setitem(sys.modules, module, None)
    else:
        monkeypatch.delattr(sys.modules[module], name)


def rename_method(patch: pytest.MonkeyPatch, _context: SimpleNamespace) -> None:
    patch.setattr(ScriptRequests, "renamed", ScriptRequests.on_scriptrunner_ready, raising=False)
    patch.delattr(ScriptRequests, "on_scriptrunner_ready")


RUNNER = "streamlit.runtime.scriptrunner"


@pytest.mark.parametrize(
    "change",
    [
        *(
            lambda patch, _, module=module, name=name: remove(module, name, patch)
            for module, names in {
                RUNNER: ("get_script_run_ctx", "RerunException", None),
                REQUESTS: ("ScriptRequestType", "RerunData", None),
            }.items()
            for name in names
        ),
        lambda _, context: delattr(context, "script_requests"),
        lambda _, context: delattr(context, "fragment_ids_this_run"),
        # The field that names fragments, and the state of the requests.
        lambda patch, _: patch.setattr(sys.modules[REQUESTS], "RerunData", make_dataclass("RerunData", [])),
        lambda _, context: setattr(context, "script_requests", SimpleNamespace(state=RERUN)),
        rename_method,
    ],
)
def test_a_run_goes_on_without_an_internal_of_streamlit(
    change: Callable[[pytest.MonkeyPatch, SimpleNamespace], None],
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    """A newer run waits for it, which is one line in the log, and the request is left for Streamlit."""
    requests = ScriptRequests()
    context = SimpleNamespace(script_requests=requests, fragment_ids_this_run=["views"])
    monkeypatch.setattr(scriptrunner, "get_script_run_ctx", lambda **_: context)
    requests.request_rerun(RerunData(fragment_id_queue=["views"]))
    change(monkeypatch, context)
    streamlit_patches._log_loss.cache_clear()
    with caplog.at_level("WARNING"):
        for _ in range(3):
            stop_if_superseded()
    (record,) = caplog.records
    assert "a newer run of a page waits for the current one" in record.getMessage()
    assert requests._state is RERUN

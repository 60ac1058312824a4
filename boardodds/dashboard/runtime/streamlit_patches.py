"""All use of Streamlit that is not its public interface; each has its reason, and a test that fails when Streamlit changes.

If a version of Streamlit lacks what is used here, the app works without that feature, and one line in the log says so.

This module is below all others of the dashboard that need it, so it is in ``runtime``. No part of it is for speed. A cache of the
options of the theme saved 3% of an answer's processor time and was removed.
"""

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import cache
from importlib import import_module
from math import isfinite
from typing import Any

_LOGGER = logging.getLogger(__name__)
# What Python raises if a module, a name, a parameter or a field is missing or has another meaning.
_CHANGED = (ImportError, AttributeError, TypeError)
_INPUTS, _PREEMPTION = "links with infinite numbers show an error", "a newer run of a page waits for the current one"


@cache
def patch_number_inputs() -> None:
    """Make number inputs use their default for infinity and NaN, in a link or a message.

    Streamlit converts the value to an integer before it checks the range. Infinity raises OverflowError, which Streamlit does not
    catch: a visitor with the link ``?seed=inf`` would see a traceback instead of the page. Streamlit's pull request 15799 checks
    inputs of fractions only.

    Public interface that was tried: to remove the setting from ``st.query_params`` before the input is drawn has no effect,
    because Streamlit gives the input the URL of the request.
    """
    with _feature(_INPUTS):
        serde = import_module("streamlit.elements.widgets.number_input").NumberInputSerde
        deserialize = serde.deserialize

        def deserialize_finite(serde: Any, value: float | None, *arguments: Any, **options: Any) -> Any:
            finite = value if not isinstance(value, int | float) or isfinite(value) else None
            return deserialize(serde, finite, *arguments, **options)

        serde.deserialize = deserialize_finite


def stop_if_superseded() -> None:
    """Stop this run if its visitor has requested a newer one, which then also redraws the fragments of this run.

    Streamlit does this for a rerun of the whole page. A rerun of a fragment waits for the current run, even if both draw the same
    fragment (Streamlit's issue 11030), so a visitor who opens another view would wait for all the work of the previous one.

    Public interface that was tried: ``st.rerun(scope="fragment")`` and ``parallel=True`` stop a run only from inside; nothing
    public reports that a request is waiting.

    >>> stop_if_superseded()  # outside a run nothing happens
    """
    rerun: BaseException | None = None
    with _feature(_PREEMPTION):
        rerun = _newer_run()
    if rerun is not None:
        raise rerun


def _newer_run() -> BaseException | None:
    """Take the request for a newer run, and return the exception that starts it; None if there is no request."""
    runner = import_module("streamlit.runtime.scriptrunner")
    requests = import_module("streamlit.runtime.scriptrunner_utils.script_requests")
    kinds = requests.ScriptRequestType
    context = runner.get_script_run_ctx(suppress_warning=True)
    # The state is read without a lock, because the next call finds a request that arrives a moment later.
    if context is None or context.script_requests is None or context.script_requests._state is not kinds.RERUN:
        return None
    # All names are used before the request is taken: a taken request that starts no run would be lost.
    stop, current = runner.RerunException, context.fragment_ids_this_run
    replace(requests.RerunData(), fragment_id_queue=[])
    request = context.script_requests.on_scriptrunner_ready()
    if request.type is not kinds.RERUN:
        return None
    requested = request.rerun_data.fragment_id_queue
    # If either run draws the whole page, so does the newer one: an empty list means the whole page.
    both = [*current, *(part for part in requested if part not in current)] if current and requested else []
    error: BaseException = stop(replace(request.rerun_data, fragment_id_queue=both))
    return error


@contextmanager
def _feature(loss: str) -> Iterator[None]:
    """Run a block that uses Streamlit's internals; if they have changed, end it and log what is lost, once."""
    try:
        yield
    except _CHANGED as error:
        _log_loss(loss, f"{type(error).__name__}: {error}")


@cache
def _log_loss(loss: str, reason: str) -> None:
    _LOGGER.warning("this version of Streamlit has changed, so %s (%s)", loss, reason)

"""Long work on a page: the bar and its end, work for a visitor who leaves, and worker processes that die."""

import gc
import threading
from collections.abc import Callable
from pathlib import Path

import pytest

from boardodds.dashboard.runtime import compute as compute_module
from boardodds.dashboard.runtime.compute import LONG, compute, compute_all, work
from boardodds.dashboard.runtime.kept_results import Call
from boardodds.dashboard.runtime.worker_pool import POOL
from tests.dashboard.driving import Page
from tests.dashboard.runtime import jobs
from tests.dashboard.runtime.superseded import SupersededError
from tests.serving import wait_for

SLOW_AND_QUICK = """
if __name__ == "__main__":
    import threading
    from pathlib import Path

    import streamlit as st

    from boardodds.dashboard.runtime.compute import compute
    from tests.dashboard.runtime import jobs

    folder = Path(__file__).parent
    threading.Timer(1.0, folder.joinpath("stop").touch).start()
    compute(jobs.step_until_file, folder, "stop", label="Slowly…")
    st.write(compute(divmod, 17, 3, label="Quickly…"))
"""
# A page whose answer changes with every run. The visitor changes it while its view waits for long work.
CHANGED_ABOVE = """
if __name__ == "__main__":
    import threading
    from pathlib import Path

    import streamlit as st
    from streamlit.runtime.scriptrunner import get_script_run_ctx
    from streamlit.runtime.scriptrunner_utils.script_requests import RerunData

    from boardodds.dashboard.runtime.compute import LONG, compute
    from tests.dashboard.runtime import jobs
    from tests.serving import wait_for

    folder = Path(__file__).parent

    def change_above(requests):
        wait_for((folder / "log").exists)
        requests.request_rerun(RerunData())

    @st.fragment
    def view():
        st.write(compute(jobs.step_until_file, folder, QUESTION, label="Slowly…", lane=LONG) > 0)

    run = st.session_state.run = st.session_state.get("run", 0) + 1
    if run == 1:
        threading.Thread(target=change_above, args=[get_script_run_ctx().script_requests]).start()
    else:
        threading.Timer(1.0, (folder / QUESTION).touch).start()
    st.write(compute(divmod, run, 7, label="Quickly…"))
    view()
"""
DYING = """
if __name__ == "__main__":
    from pathlib import Path

    import streamlit as st

    from boardodds.dashboard.runtime.compute import compute
    from boardodds.dashboard.ui.messages import sentence_if_impossible
    from tests.dashboard.runtime import jobs

    with sentence_if_impossible():
        compute(jobs.refuse, 7, label="Refusing…")
    with sentence_if_impossible():
        compute(jobs.end_process_once, Path(__file__).parent, 2, label="Dying…")
        st.write("never")
"""


TWICE = """
if __name__ == "__main__":
    import streamlit as st

    from boardodds.dashboard.runtime.compute import compute
    from boardodds.dashboard.ui.messages import sentence_if_impossible

    with sentence_if_impossible():
        st.write("Before")
        compute(pow, 3, 1234, 567, label="Quickly…")
        st.write("After")
"""


def run_script(folder: Path, script: str) -> Page:
    """Run a script from a file, which worker processes import under another name."""
    path = folder / "script.py"
    path.write_text(script)
    return Page(str(path), default_timeout=60).run()


def test_the_bar_of_slow_work_disappears_at_the_end(tmp_path: Path) -> None:
    app = run_script(tmp_path, SLOW_AND_QUICK)
    assert not app.get("progress")
    assert app.markdown[0].value == "`(5, 2)`"


def test_what_stands_after_work_keeps_its_place_when_the_result_is_known(tmp_path: Path) -> None:
    app = run_script(tmp_path, TWICE)
    places = list(app.main.children)
    app.run()
    assert places == list(app.main.children)


@pytest.fixture
def supersede(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Return a function that starts work of a run, which a newer run of the same visitor then ends."""

    def stop() -> None:
        raise SupersededError

    def start(folder: Path, name: str) -> None:
        with monkeypatch.context() as patch:
            patch.setattr(compute_module, "stop_if_superseded", stop)
            with pytest.raises(SupersededError):
                compute(jobs.step_until_file, folder, name, label="Slowly…", lane=LONG)
        wait_for(lambda: starts(folder) > 0)

    return start


def starts(folder: Path) -> int:
    log = folder / "log"
    return len(log.read_text().splitlines()) if log.exists() else 0


def is_waited_for(folder: Path, name: str) -> bool:
    return Call(jobs.step_until_file, (folder, name)) in POOL._jobs


def test_a_newer_run_goes_on_with_the_same_work(tmp_path: Path, supersede: Callable[..., None]) -> None:
    supersede(tmp_path, "stop")
    # The work of the other lane is another part of the page.
    compute(divmod, 23, 4, label="Quickly…")
    assert is_waited_for(tmp_path, "stop")
    tmp_path.joinpath("stop").touch()
    compute(jobs.step_until_file, tmp_path, "stop", label="Slowly…", lane=LONG)
    assert starts(tmp_path) == 1


def test_a_newer_question_replaces_the_older_one(tmp_path: Path, supersede: Callable[..., None]) -> None:
    supersede(tmp_path, "old")
    tmp_path.joinpath("new").touch()
    compute(jobs.step_until_file, tmp_path, "new", label="Slowly…", lane=LONG)
    assert not is_waited_for(tmp_path, "old")


def test_a_visitor_without_a_newer_run_leaves_the_work(tmp_path: Path, supersede: Callable[..., None]) -> None:
    gc.disable()
    try:
        # Streamlit ends the thread after the last run of a visitor.
        thread = threading.Thread(target=supersede, args=[tmp_path, "stop"])
        thread.start()
        thread.join()
        wait_for(lambda: not is_waited_for(tmp_path, "stop"))
    finally:
        gc.enable()


@pytest.mark.parametrize(("question", "work_starts"), [("'stop'", 1), ("f'stop{run}'", 2)])
def test_a_view_without_what_changed_above_is_not_restarted(tmp_path: Path, question: str, work_starts: int) -> None:
    app = run_script(tmp_path, CHANGED_ABOVE.replace("QUESTION", question))
    assert [element.value for element in app.markdown] == ["`(0, 2)`", "`True`"]
    assert starts(tmp_path) == work_starts


def test_several_works_are_requested_at_once(tmp_path: Path) -> None:
    works = [
        work(jobs.step_until_file, tmp_path, "short"),
        work(divmod, 29, 4),
        work(jobs.step_until_file, tmp_path, "long", lane=LONG),
    ]
    found: list[object] = []
    thread = threading.Thread(target=lambda: found.extend(compute_all(works, label="Slowly…")))
    thread.start()
    # Neither ends before the other starts.
    wait_for(lambda: starts(tmp_path) == 2)
    tmp_path.joinpath("long").touch()
    tmp_path.joinpath("short").touch()
    thread.join(60)
    assert found[1] == (7, 1)
    assert len({found[0], found[2]}) == 2


def test_work_that_is_refused_or_dies_twice_gets_one_sentence(tmp_path: Path) -> None:
    app = run_script(tmp_path, DYING)
    assert app.warnings == [
        "Value must be small, got 7.",
        "The computation was stopped twice. Try again with less work, or later.",
    ]
    assert not app.markdown
    # The next visitor has new processes.
    assert compute(jobs.end_process_once, tmp_path, 2, label="Dying…") == "survived"

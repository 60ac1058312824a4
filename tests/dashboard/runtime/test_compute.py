"""Long work on a page: the bar and its end, work for a visitor who leaves, and worker processes that die."""

from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from boardodds.dashboard.runtime import compute as compute_module
from boardodds.dashboard.runtime.compute import compute, forget
from boardodds.dashboard.runtime.worker_pool import POOL, Call
from tests.dashboard.runtime import jobs
from tests.dashboard.runtime.superseded import SupersededError

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
DYING = """
if __name__ == "__main__":
    from pathlib import Path

    import streamlit as st

    from boardodds.dashboard.runtime.compute import compute, sentence_if_impossible
    from tests.dashboard.runtime import jobs

    with sentence_if_impossible():
        compute(jobs.end_process_once, Path(__file__).parent, 2, label="Dying…")
        st.write("never")
"""


def run_script(folder: Path, script: str) -> AppTest:
    """Run a script from a file, which worker processes import under another name."""
    path = folder / "script.py"
    path.write_text(script)
    app = AppTest.from_file(str(path), default_timeout=60).run()
    assert not app.exception
    return app


def test_the_bar_of_slow_work_disappears_at_the_end(tmp_path: Path) -> None:
    app = run_script(tmp_path, SLOW_AND_QUICK)
    assert [element.type for element in app.main][1:] == ["empty", "empty", "markdown"]
    assert app.markdown[0].value == "`(5, 2)`"


def test_a_run_that_is_superseded_leaves_its_work(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def supersede() -> None:
        raise SupersededError

    monkeypatch.setattr(compute_module, "stop_if_superseded", supersede)
    with pytest.raises(SupersededError):
        compute(jobs.step_until_file, tmp_path, "stop", label="Slowly…")
    assert Call(jobs.step_until_file, (tmp_path, "stop")) not in POOL._jobs


def test_work_is_tried_again_when_its_process_died(tmp_path: Path) -> None:
    assert compute(jobs.end_process_once, tmp_path, 1, label="Dying…") == "survived"


def test_work_that_dies_twice_gets_one_sentence(tmp_path: Path) -> None:
    app = run_script(tmp_path, DYING)
    assert [warning.value for warning in app.warning] == [
        "The computation was stopped twice. Try again with less work, or later."
    ]
    assert not app.markdown
    # The next visitor has new processes.
    assert compute(jobs.end_process_once, tmp_path, 2, label="Dying…") == "survived"


def test_a_forgotten_result_is_computed_again(tmp_path: Path) -> None:
    tmp_path.joinpath("stop").touch()
    for _ in range(2):
        compute(jobs.step_until_file, tmp_path, "stop", label="Slowly…")
    forget(jobs.step_until_file, tmp_path, "stop")
    compute(jobs.step_until_file, tmp_path, "stop", label="Slowly…")
    assert tmp_path.joinpath("log").read_text() == "started\n" * 2

"""Parts that all pages share."""

from streamlit.testing.v1 import AppTest


def test_the_progress_bar_of_slow_work_disappears_at_the_end() -> None:
    def slow_and_quick() -> None:
        import time

        from boardodds.dashboard.runtime.progress_bar import progress

        with progress("Slowly…") as report:
            time.sleep(0.3)
            report(0.5)
        with progress("Quickly…") as report:
            report(0.5)

    app = AppTest.from_function(slow_and_quick).run()
    assert not app.exception
    assert [element.type for element in app.main][1:] == ["empty", "empty"]

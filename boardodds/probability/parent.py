"""Worker processes end with the process that started them, however it ended."""

import os
import threading
from multiprocessing import parent_process
from multiprocessing.connection import wait


def exit_with_parent() -> None:
    """Have this worker process exit as soon as its parent process has ended; does nothing in a process without a parent.

    Without it an idle worker of a parent that was killed would wait for jobs for ever.

    >>> exit_with_parent()
    """
    parent = parent_process()
    if parent is None:
        return

    def watch() -> None:
        wait([parent.sentinel])
        os._exit(1)

    threading.Thread(target=watch, name="exit with parent", daemon=True).start()

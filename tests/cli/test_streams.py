"""The command line as a process: closed streams, full disks, and its imports."""

import os
import subprocess
import sys
from pathlib import Path

from tests.cli.driving import ROOT, process


def test_an_answer_without_anybody_to_tell_of_progress() -> None:
    with process("solve", "orchard", "--format=csv", stdout=subprocess.PIPE) as command:
        told, _ = command.communicate(timeout=60)
    silent = subprocess.run(
        ["/bin/sh", "-c", '"$0" -m boardodds solve orchard --format=csv 2>&-', sys.executable],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    assert silent.stdout == told


def test_an_answer_that_has_nowhere_to_go_is_told() -> None:
    closed = subprocess.run(
        ["/bin/sh", "-c", '"$0" -m boardodds solve orchard >&-', sys.executable],
        cwd=ROOT,
        capture_output=True,
        text=True,
    )
    assert closed.stderr == "boardodds: the answer has nowhere to go: standard output is closed\n"
    assert closed.returncode == 1


def test_a_reader_that_leaves_is_no_error() -> None:
    read, write = os.pipe()
    os.close(read)
    with process("solve", "camel_up_leg", stdout=write) as command:
        os.close(write)
        assert command.communicate(timeout=60)[1] == ""
    assert command.returncode == 141


def test_output_that_cannot_be_written_is_told() -> None:
    with Path("/dev/full").open("w") as full, process("solve", "camel_up_leg", stdout=full) as command:
        said = command.communicate(timeout=60)[1]
    assert said == "boardodds: [Errno 28] No space left on device\n"
    assert command.returncode == 1


def test_the_command_line_needs_no_page_and_no_dask() -> None:
    code = (
        "import sys, boardodds.cli; print({'streamlit', 'plotly', 'pandas', 'dask', 'distributed'} & set(sys.modules))"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout == "set()\n"

"""The command line as a process: closed streams, full disks, and its imports."""

import os
import subprocess
import sys
from pathlib import Path

from tests.cli.driving import ROOT, start_process


def test_an_answer_does_not_need_standard_error() -> None:
    with start_process("solve", "orchard", "--format=csv", stdout=subprocess.PIPE) as command:
        output, _ = command.communicate(timeout=60)
    silent = subprocess.run(
        ["/bin/sh", "-c", '"$0" -m boardodds solve orchard --format=csv 2>&-', sys.executable],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    assert silent.stdout == output


def test_a_closed_standard_output_is_reported() -> None:
    closed = subprocess.run(
        ["/bin/sh", "-c", '"$0" -m boardodds solve orchard >&-', sys.executable],
        cwd=ROOT,
        capture_output=True,
        text=True,
    )
    assert closed.stderr == "boardodds: the answer cannot be written: standard output is closed\n"
    assert closed.returncode == 1


def test_a_reader_that_closes_the_pipe_is_no_error() -> None:
    read_end, write_end = os.pipe()
    os.close(read_end)
    with start_process("solve", "camel_up_leg", stdout=write_end) as command:
        os.close(write_end)
        assert command.communicate(timeout=60)[1] == ""
    assert command.returncode == 141


def test_output_that_cannot_be_written_is_reported() -> None:
    with Path("/dev/full").open("w") as full, start_process("solve", "camel_up_leg", stdout=full) as command:
        errors = command.communicate(timeout=60)[1]
    assert errors == "boardodds: [Errno 28] No space left on device\n"
    assert command.returncode == 1


def test_the_command_line_imports_no_page_and_no_dask() -> None:
    code = (
        "import sys, boardodds.cli; print({'streamlit', 'plotly', 'pandas', 'dask', 'distributed'} & set(sys.modules))"
    )
    result = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert result.stdout == "set()\n"

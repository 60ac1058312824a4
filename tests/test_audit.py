""".ci/audit tells a known vulnerability from a service that has nothing to say; pip-audit is played by a stand-in."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[1]
SAFE = {"name": "numpy", "version": "2.4.6", "vulns": []}
UNSAFE = {"name": "pandas", "version": "3.1.1", "vulns": [{"id": "PYSEC-2026-1", "fix_versions": ["3.1.2"]}]}
UNKNOWN = {"name": "plotly", "skip_reason": "Dependency not found on PyPI and could not be audited: plotly (7.1.0)"}
OFFLINE = "requests.exceptions.ConnectionError: HTTPSConnectionPool(host='api.example', port=443): Max retries exceeded"
NO_SERVICE = "Not audited for known vulnerabilities: neither PyPI's service for them nor OSV's could be reached.\n"


def audit(folder: Path, **answers: Any) -> "subprocess.CompletedProcess[str]":
    """.ci/audit where pip-audit finds these packages with each service, or fails with this text."""
    stand_in = (
        f"import sys\nanswers = {answers!r}\n"
        "service = next(word.split('=')[1] for word in sys.argv if word.startswith('--vulnerability-service='))\n"
        "answer = answers[service]\n"
        "if answer.startswith('{'):\n    print(answer)\n    sys.exit('\"id\"' in answer)\n"
        "sys.exit(answer)\n"
    )
    (folder / "pip_audit.py").write_text(stand_in)
    environment = {**os.environ, "PYTHONPATH": str(folder)}
    command = [sys.executable, str(ROOT / ".ci" / "audit")]
    return subprocess.run(command, env=environment, capture_output=True, text=True, check=False)


def found(*packages: Any) -> str:
    return json.dumps({"dependencies": packages, "fixes": []})


def test_a_known_vulnerability_fails(tmp_path: Path) -> None:
    said = audit(tmp_path, pypi=found(SAFE, UNSAFE))
    assert said.returncode == 1
    assert "pandas 3.1.1: PYSEC-2026-1, fixed in 3.1.2" in said.stdout


def test_no_vulnerability_passes_and_a_package_nobody_knows_is_told(tmp_path: Path) -> None:
    said = audit(tmp_path, pypi=found(SAFE, UNKNOWN))
    assert said.returncode == 0
    assert said.stdout == (
        "Not known to PyPI and so not audited: plotly.\n0 of 1 packages have a known vulnerability, says PyPI.\n"
    )


@pytest.mark.parametrize("pypi", [OFFLINE, found(UNKNOWN)])
def test_without_pypi_the_other_service_is_asked(tmp_path: Path, pypi: str) -> None:
    assert audit(tmp_path, pypi=pypi, osv=found(SAFE, UNSAFE)).returncode == 1
    assert audit(tmp_path, pypi=pypi, osv=found(SAFE)).returncode == 0


@pytest.mark.parametrize("pypi", [OFFLINE, found(UNKNOWN)])
def test_without_any_service_that_is_told_and_passes(tmp_path: Path, pypi: str) -> None:
    said = audit(tmp_path, pypi=pypi, osv=OFFLINE)
    assert (said.returncode, said.stdout) == (0, NO_SERVICE)


def test_another_failure_of_pip_audit_fails(tmp_path: Path) -> None:
    said = audit(tmp_path, pypi="error: unrecognized arguments")
    assert said.returncode == 1
    assert "unrecognized arguments" in said.stderr

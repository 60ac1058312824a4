""".ci/audit fails for a known vulnerability, not for a service that cannot be reached; a fake module replaces pip-audit."""

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
    """Run .ci/audit with a fake pip-audit.

    answers: for each service its output, or the text of the error with which it fails.
    """
    fake_module = (
        f"import sys\nanswers = {answers!r}\n"
        "service = next(word.split('=')[1] for word in sys.argv if word.startswith('--vulnerability-service='))\n"
        "answer = answers[service]\n"
        "if answer.startswith('{'):\n    print(answer)\n    sys.exit('\"id\"' in answer)\n"
        "sys.exit(answer)\n"
    )
    (folder / "pip_audit.py").write_text(fake_module)
    environment = {**os.environ, "PYTHONPATH": str(folder)}
    command = [sys.executable, str(ROOT / ".ci" / "audit")]
    return subprocess.run(command, env=environment, capture_output=True, text=True, check=False)


def audit_report(*packages: Any) -> str:
    """Return the output of pip-audit for some packages."""
    return json.dumps({"dependencies": packages, "fixes": []})


def test_a_known_vulnerability_fails(tmp_path: Path) -> None:
    result = audit(tmp_path, pypi=audit_report(SAFE, UNSAFE))
    assert result.returncode == 1
    assert "pandas 3.1.1: PYSEC-2026-1, fixed in 3.1.2" in result.stdout


def test_no_vulnerability_passes_and_an_unknown_package_is_reported(tmp_path: Path) -> None:
    result = audit(tmp_path, pypi=audit_report(SAFE, UNKNOWN))
    assert result.returncode == 0
    assert result.stdout == (
        "Not known to PyPI and so not audited: plotly.\n0 of 1 packages have a known vulnerability, says PyPI.\n"
    )


@pytest.mark.parametrize("pypi", [OFFLINE, audit_report(UNKNOWN)])
def test_without_pypi_the_audit_uses_the_other_service(tmp_path: Path, pypi: str) -> None:
    assert audit(tmp_path, pypi=pypi, osv=audit_report(SAFE, UNSAFE)).returncode == 1
    assert audit(tmp_path, pypi=pypi, osv=audit_report(SAFE)).returncode == 0


@pytest.mark.parametrize("pypi", [OFFLINE, audit_report(UNKNOWN)])
def test_without_any_service_the_audit_passes_and_says_so(tmp_path: Path, pypi: str) -> None:
    result = audit(tmp_path, pypi=pypi, osv=OFFLINE)
    assert (result.returncode, result.stdout) == (0, NO_SERVICE)


def test_another_failure_of_pip_audit_fails(tmp_path: Path) -> None:
    result = audit(tmp_path, pypi="error: unrecognized arguments")
    assert result.returncode == 1
    assert "unrecognized arguments" in result.stderr

"""The lock file of the image: it pins requirements.txt and every dependency, and nothing else."""

import os
import re
import subprocess
from importlib.metadata import requires
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tests.serving import ROOT


def parse(text: str) -> dict[str, Requirement]:
    lines = (line for line in text.replace("\\\n", " ").splitlines() if line and not line.lstrip().startswith("#"))
    parsed = [Requirement(line.partition("--hash")[0].strip()) for line in lines]
    return {canonicalize_name(requirement.name): requirement for requirement in parsed}


LOCK = (ROOT / "requirements.lock").read_text()
LOCKED = parse(LOCK)
REQUIRED = parse((ROOT / "requirements.txt").read_text())


def locked_version(name: str) -> str:
    (pin,) = LOCKED[name].specifier
    assert pin.operator == "=="
    return pin.version


def test_the_lock_has_the_versions_of_the_requirements() -> None:
    assert {name: locked_version(name) for name in REQUIRED} == {
        name: str(requirement.specifier).removeprefix("==") for name, requirement in REQUIRED.items()
    }


def test_the_lock_has_every_dependency_in_an_accepted_version_and_nothing_else() -> None:
    needed = {name for name, requirement in REQUIRED.items() if not requirement.marker or requirement.marker.evaluate()}
    queue = list(needed)
    while queue:
        for text in requires(queue.pop()) or []:
            dependency = Requirement(text)
            name = canonicalize_name(dependency.name)
            if dependency.marker and not dependency.marker.evaluate({"extra": ""}):
                continue
            assert dependency.specifier.contains(locked_version(name), prereleases=True), text
            if name not in needed:
                needed.add(name)
                queue.append(name)
    assert needed == {name for name, pin in LOCKED.items() if not pin.marker or pin.marker.evaluate()}


def test_every_package_of_the_lock_has_a_hash() -> None:
    packages = re.split(r"\n(?=[a-z])", LOCK.partition("\naltair")[1] + LOCK.partition("\naltair")[2])
    assert len([package for package in packages if package.strip()]) == len(LOCKED)
    assert all("--hash=sha256:" in package for package in packages if package.strip())


def test_the_image_installs_the_lock_on_a_base_with_a_digest() -> None:
    dockerfile = (ROOT / "Dockerfile").read_text()
    assert re.search(r"^FROM python:3\.11-slim@sha256:[0-9a-f]{64}$", dockerfile, flags=re.MULTILINE)
    assert "--require-hashes -r requirements.lock" in dockerfile
    assert "!requirements.lock" in (ROOT / ".dockerignore").read_text().splitlines()
    compose = (ROOT / "deploy" / "compose.yaml").read_text()
    assert re.search(r"image: nginx:[\d.]+@sha256:[0-9a-f]{64}$", compose, flags=re.MULTILINE)


@pytest.mark.parametrize(
    ("answer", "checked", "status"),
    [
        ("No known vulnerabilities found", len(LOCKED), 0),
        ("No known vulnerabilities found" + 2 * "\nx  x could not be audited: x", len(LOCKED) - 2, 0),
        ("Traceback\nConnectionError", 0, 0),
        ("Found 2 known vulnerabilities in 1 package", None, 1),
    ],
)
def test_the_audit_counts_what_it_could_check(answer: str, checked: int | None, status: int, tmp_path: Path) -> None:
    program = tmp_path / "pip-audit"
    program.write_text(f"#!/bin/sh\ncat <<END\n{answer}\nEND\nexit 1\n")
    program.chmod(0o755)
    path = f"{tmp_path}:{os.environ['PATH']}"
    audit = subprocess.run([ROOT / ".ci" / "audit"], env={"PATH": path}, capture_output=True, text=True, check=False)
    assert audit.returncode == status
    assert (f" {checked} of {len(LOCKED)} packages" in audit.stdout) == (status == 0)

"""The wheel and the source distribution deliver what they contain, in environments of their own."""

import os
import subprocess
import sys
import sysconfig
import tomllib
from pathlib import Path
from urllib.request import urlopen

import pytest
from packaging.requirements import Requirement

import boardodds
from tests.serving import ROOT, free_port, stop_process, wait_until_up

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
LIGHT = """
from boardodds import camel_up, candy_land, orchard, perudo
position = camel_up.Position.parse("1:BWOG 2:Y")
assert str(camel_up.solve_leg(position).fraction("G")) == "10033/29160"
assert round(camel_up.solve_race(position).win("G"), 6) == 0.219119
assert round(candy_land.solve_reshuffled(candy_land.SCHEFFER).turns.mean, 6) == 39.161087
assert round(orchard.solve(policy="random_type").win, 5) == 0.73632
assert round(perudo.bid_probability(perudo.Bid(5, 4), (1, 2, 2, 5, 6), 15), 6) == 0.79076
try:
    perudo.solve_one_die()
except ImportError as error:
    print(error)
"""
PAGES = """
from pathlib import Path
import boardodds
from streamlit.testing.v1 import AppTest
site = Path(boardodds.__file__).parent / "site"
app = AppTest.from_file(str(site / "app.py"), default_timeout=60).run()
for page in ("orchard", "methods"):
    app.switch_page(str(site / "pages" / f"{page}.py")).run()
    assert not app.exception, app.exception
    assert app.title, page
"""


def run(*command: object, folder: Path, check: bool = True) -> subprocess.CompletedProcess[str]:
    """Run a command outside the checkout, without its modules on the path."""
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    result = subprocess.run(
        [str(word) for word in command], cwd=folder, env=environment, capture_output=True, text=True, check=False
    )
    assert not check or result.returncode == 0, result.stdout + result.stderr
    return result


@pytest.fixture(scope="module")
def source(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of an unpacked source distribution; next to it, in ``dist``, is the wheel built from it."""
    folder = tmp_path_factory.mktemp("package")
    files = run("git", "ls-files", "-co", "--exclude-standard", folder=ROOT).stdout.split()
    checkout = folder / "checkout"
    for file in filter(lambda name: (ROOT / name).is_file(), files):
        (checkout / file).parent.mkdir(parents=True, exist_ok=True)
        (checkout / file).write_bytes((ROOT / file).read_bytes())
    # The build would leave files in the checkout. The wheel is built from the source distribution.
    run(sys.executable, "-m", "build", "--outdir", folder / "dist", checkout, folder=folder)
    (archive,) = (folder / "dist").glob("*.tar.gz")
    # Not by ``tarfile``, which knows no filters before Python 3.11.4.
    run("tar", "-xzf", archive, folder=folder)
    return folder / archive.name.removesuffix(".tar.gz")


def wheel_of(source: Path) -> Path:
    (wheel,) = (source.parent / "dist").glob("*.whl")
    return wheel


@pytest.fixture(scope="module")
def with_app(source: Path) -> Path:
    """Return the programs of an environment with the wheel, and with what this process's environment has besides."""
    folder = source.parent / "with_app"
    run(sys.executable, "-m", "venv", folder, folder=source.parent)
    run(folder / "bin" / "pip", "install", "--no-deps", wheel_of(source), folder=source.parent)
    (packages,) = (folder / "lib").glob("python*/site-packages")
    (packages / "more.pth").write_text(sysconfig.get_path("purelib"), encoding="utf-8")
    return folder / "bin"


@pytest.mark.packaging
def test_the_library_needs_numpy_alone(source: Path) -> None:
    folder = source.parent / "light"
    run(sys.executable, "-m", "venv", folder, folder=source.parent)
    run(folder / "bin" / "pip", "install", wheel_of(source), folder=source.parent)
    listed = run(folder / "bin" / "pip", "list", "--format=freeze", folder=source.parent).stdout.split()
    assert {line.split("==")[0] for line in listed} - {"pip", "setuptools", "wheel"} == {"boardodds", "numpy"}
    printed = run(folder / "bin" / "python", "-c", LIGHT, folder=source.parent).stdout
    assert printed == 'the game of one die each needs SciPy: pip install ".[solve]"\n'
    answer = run(folder / "bin" / "boardodds", "solve", "orchard", "--format", "csv", folder=source.parent).stdout
    assert "\nwin,,0.78193" in answer
    refused = run(folder / "bin" / "boardodds", "app", folder=source.parent, check=False)
    assert refused.returncode == 1
    assert refused.stderr == 'boardodds: the app needs Streamlit: pip install ".[app]"\n'


@pytest.mark.packaging
def test_the_wheel_contains_the_app(source: Path, with_app: Path) -> None:
    found = run(with_app / "python", "-c", "import boardodds; print(boardodds.__file__)", folder=source.parent).stdout
    assert found.startswith(str(with_app.parent))
    run(with_app / "python", "-c", PAGES, folder=source.parent)
    port = free_port()
    address, log = f"http://127.0.0.1:{port}", source.parent / "app.txt"
    command = [str(with_app / "boardodds"), "app", f"--server.port={port}", "--server.headless=true"]
    with log.open("w") as output:
        server = subprocess.Popen(command, cwd=source.parent, stdout=output, stderr=subprocess.STDOUT)
    try:
        wait_until_up(address, server, log)
        with urlopen(f"{address}/app/static/favicon.png", timeout=10) as icon:  # noqa: S310 (loopback)
            assert icon.read() == (ROOT / "static" / "favicon.png").read_bytes()
    finally:
        stop_process(server)


@pytest.mark.packaging
def test_the_tests_run_from_the_source_distribution(source: Path, with_app: Path) -> None:
    assert (source / ".ci" / "run").is_file()
    tests = ("tests/orchard/test_orchard.py", "tests/probability/test_markov.py", "tests/test_calls.py")
    run(with_app / "python", "-m", "pytest", "-q", "-p", "no:cacheprovider", *tests, folder=source)


def test_the_pins_fit_the_ranges_of_the_package() -> None:
    lines = (ROOT / "requirements.txt").read_text(encoding="utf-8").splitlines()
    pins = {each.name: str(each.specifier).removeprefix("==") for each in map(Requirement, lines)}
    extras = PROJECT["optional-dependencies"]
    ranges = [*PROJECT["dependencies"], *extras["app"], *extras["charts"], *extras["solve"]]
    allowed = {each.name: each.specifier for each in map(Requirement, ranges)}
    del allowed["boardodds"]
    assert pins.keys() == allowed.keys()
    for name, pin in pins.items():
        assert pin in allowed[name]


def test_the_version_is_that_of_the_citation() -> None:
    assert f"version: {boardodds.__version__}" in (ROOT / "CITATION.cff").read_text(encoding="utf-8").splitlines()

"""Packages that only some calls need, and that an installation of the library alone leaves out."""

from importlib.util import find_spec

# The name of each package in a sentence, and the extra of boardodds that installs it.
_EXTRAS = {"scipy": ("SciPy", "solve"), "plotly": ("Plotly", "charts"), "distributed": ("Dask", "dask")}


def require(package: str, purpose: str) -> None:
    """Raise ImportError with one sentence if a package is missing.

    package: the name with which it is imported.
    purpose: what needs it, the subject of the sentence.

    >>> require("scipy", "the game of one die each")
    """
    name, extra = _EXTRAS[package]
    if find_spec(package) is None:
        raise ImportError(f'{purpose} needs {name}: pip install "boardodds[{extra}]"')

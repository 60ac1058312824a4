"""Build the package with, as ``boardodds/site``, what the app runs from: app.py, pages/, static/, .streamlit/, two documents."""

import shutil
from pathlib import Path

from setuptools import setup
from setuptools.command.build_py import build_py

SITE = ("app.py", "pages", "static", ".streamlit/config.toml", "docs/sources.md", "docs/teaching.md", "docs/pictures")


class BuildWithSite(build_py):
    """The usual build, and the files of the site; an editable installation runs the app from the checkout."""

    def run(self) -> None:
        """Copy the modules of the package, then the files of the site."""
        super().run()
        if self.editable_mode:
            return
        root, site = Path(__file__).parent, Path(self.build_lib, "boardodds", "site")
        for name in SITE:
            target = site / name
            target.parent.mkdir(parents=True, exist_ok=True)
            if Path(root, name).is_dir():
                shutil.copytree(root / name, target, dirs_exist_ok=True, ignore=shutil.ignore_patterns("__pycache__"))
            else:
                shutil.copy(root / name, target)


setup(cmdclass={"build_py": BuildWithSite})

"""Write the documents and the library's reference as one site: ``python docs/site.py FOLDER``. It needs pdoc."""

import re
import shutil
import sys
from pathlib import Path

import pdoc
from pdoc.render_helpers import to_html

ROOT, SITE = Path(__file__).resolve().parents[1], Path(sys.argv[1])
LINK = re.compile(r"(?<=\]\()(?!\w+:|#)[^)#]+")
STYLE = "body{max-width:50rem;margin:auto;font:1rem/1.5 sans-serif}img{max-width:100%}pre{overflow:auto}td{padding:.2rem .6rem}"
HEAD = f"<!doctype html><meta charset=utf-8><meta name=viewport content=width=device-width><title>boardodds</title><style>{STYLE}"

pdoc.pdoc("boardodds", "!boardodds.dashboard", output_directory=SITE / "reference")
for path in [*ROOT.glob("*.md"), *ROOT.glob("docs/*.md")]:
    text, place = path.read_text(encoding="utf-8"), path.parent.relative_to(ROOT)
    for link in LINK.findall(text):
        source, target = (folder / place / link for folder in (ROOT, SITE))
        target.parent.mkdir(parents=True, exist_ok=True)
        if source.is_dir():
            shutil.copytree(source, target, dirs_exist_ok=True)
        else:
            shutil.copy(source, target)
    home = "." * (1 + len(place.parts))
    nav = f"</style><a href={home}/README.html>boardodds</a> · <a href={home}/reference>reference</a>"
    body = to_html(LINK.sub(lambda link: re.sub(r"\.md$", ".html", link[0]), text))
    (SITE / place / f"{path.stem}.html").write_text(HEAD + nav + body, encoding="utf-8")

"""Draw the pictures of links with Chromium: ``python -m benchmarks.page_pictures [PAGE ...]``, of all pages without a name.

Chats and networks show a link with the picture of its page, ``static/<page>.png``. Run this again if a page, its question or the
colour of its game changes.
"""

import os
import subprocess
import sys
import tempfile
from html import escape
from pathlib import Path

import streamlit
from PIL import Image, PngImagePlugin

from boardodds.charts.style import INK, PAGE, SURFACES
from boardodds.dashboard.app.previews import LinkPreview
from boardodds.dashboard.app.site import ALL_PAGES, HOME_PAGE
from boardodds.dashboard.runtime.environment import ROOT
from boardodds.entry.game import Page
from boardodds.games import GAMES

WIDTH, HEIGHT = 1200, 630
# Flat areas and the edges of letters need few colours.
COLORS = 32
FONTS = Path(streamlit.__file__).parent / "static" / "static" / "media"


def html_of(page: Page) -> str:
    """Return the picture of a page: its game and its question next to a large die of the logo."""
    game = next((name for name, game in GAMES.items() if page in game.pages), "")
    accent = GAMES[game].accent[0] if game in GAMES else SURFACES["action"].light
    fonts = {"text": "SourceSansVF-Upright", "title": "SourceSerifVariable-Roman"}
    faces = "".join(
        f"@font-face {{font-family: {name}; font-weight: 200 900; src: url({next(FONTS.glob(f'{file}*')).as_uri()})}}"
        for name, file in fonts.items()
    )
    area = "" if page == HOME_PAGE else LinkPreview(page).area
    logo = (ROOT / "static" / "logo.svg").as_uri()
    return f"""<!doctype html><meta charset="utf-8"><style>{faces}
        body {{margin: 0; width: {WIDTH}px; height: {HEIGHT}px; overflow: hidden; background: {SURFACES[PAGE].light};
            color: {SURFACES[INK].light}; border-left: 18px solid {accent}; box-sizing: border-box}}
        p {{font: 600 40px text; color: {accent}; position: absolute; left: 78px; top: 64px; margin: 0}}
        h1 {{font: 600 84px/1.12 title; position: absolute; left: 78px; top: 138px; width: 720px; margin: 0;
            text-wrap: balance}}
        .logo {{position: absolute; left: 78px; bottom: 56px; height: 56px}}
        svg {{position: absolute; right: 64px; top: 165px; width: 300px; fill: {accent}}}
        </style><p>{escape(area)}</p><h1>{escape(page.question)}</h1><img class="logo" src="{logo}">
        <svg viewBox="1 1 30 30"><rect x="1" y="1" width="30" height="30" rx="8"/>
        <g fill="{SURFACES[PAGE].light}"><circle cx="9.5" cy="9.5" r="3"/><circle cx="16" cy="16" r="3"/>
        <circle cx="22.5" cy="22.5" r="3"/></g><g fill="none" stroke="{SURFACES[PAGE].light}" stroke-width="1.6">
        <circle cx="22.5" cy="9.5" r="2.2"/><circle cx="9.5" cy="22.5" r="2.2"/></g></svg>"""


def draw(page: Page, folder: Path) -> None:
    """Write the picture of a page to ``static/``, with its question as the description of the file."""
    source, picture = folder / "page.html", folder / "page.png"
    source.write_text(html_of(page), encoding="utf-8")
    options = ("--headless", "--no-sandbox", "--hide-scrollbars", "--allow-file-access-from-files")
    size = f"--window-size={WIDTH},{HEIGHT}"
    chromium = os.environ.get("CHROMIUM", "chromium")
    command = [
        chromium,
        *options,
        size,
        f"--screenshot={picture}",
        f"--user-data-dir={folder / 'profile'}",
        source.as_uri(),
    ]
    subprocess.run(command, check=True, capture_output=True, timeout=60)  # noqa: S603 (our own page)
    about = PngImagePlugin.PngInfo()
    about.add_text("Description", page.question)
    with Image.open(picture) as image:
        flat = image.convert("RGB").quantize(COLORS)
        flat.save(ROOT / "static" / f"{page.url_path or 'home'}.png", optimize=True, pnginfo=about)


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as name:
        for page in ALL_PAGES.values():
            if page.url_path in sys.argv[1:] or not sys.argv[1:]:
                draw(page, Path(name))

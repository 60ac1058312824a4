"""Drawing a picture of the site as PNG. Worker processes import this module, so it needs nothing of the dashboard.

The rasteriser keeps Python's lock for the 40 to 70 milliseconds that a picture takes: in the server all visitors would wait.
"""

from pathlib import Path

import resvg_py

from boardodds.charts.preview import SANS

_FONTS = [str(Path(__file__).parent / "data" / f"{name}.ttf") for name in ("sans", "serif")]


def png_of(picture: str) -> bytes:
    """Return an SVG picture as PNG, in its own size and with the fonts of the site.

    >>> png_of('<svg xmlns="http://www.w3.org/2000/svg" width="2" height="1"/>')[:4]
    b'\\x89PNG'
    """
    return resvg_py.svg_to_bytes(
        svg_string=picture, font_files=_FONTS, skip_system_fonts=True, font_family=SANS, sans_serif_family=SANS
    )

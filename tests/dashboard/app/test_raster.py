"""Pictures look the same on every machine: their letters are those of the fonts that the site has."""

import pytest

from boardodds.charts.preview import HEIGHT, WIDTH, Preview, preview_svg
from boardodds.charts.tokens import ROLES
from boardodds.dashboard.app import raster
from tests.link_tags import png_size

PICTURE = preview_svg(Preview("Green wins this leg 34.4% of the time"), heading="Camel Up", accent=ROLES["exact"])


def test_a_picture_has_its_own_size() -> None:
    assert png_size(raster.png_of(PICTURE)) == (WIDTH, HEIGHT)


def test_without_the_fonts_of_the_site_there_are_no_letters(monkeypatch: pytest.MonkeyPatch) -> None:
    with_fonts = raster.png_of(PICTURE)
    monkeypatch.setattr(raster, "_FONTS", [])
    assert len(raster.png_of(PICTURE)) < 0.8 * len(with_fonts)


def test_no_picture_reads_a_file_of_the_server() -> None:
    linked = PICTURE.replace("</svg>", '<image href="/etc/hostname" width="9" height="9"/></svg>')
    assert raster.png_of(linked) == raster.png_of(PICTURE)

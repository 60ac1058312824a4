"""The picture of a link: its words fit, whatever the answer is."""

import re
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import ImageFont

import boardodds
from boardodds.charts.hundred import Outcome
from boardodds.charts.preview import HEIGHT, WIDTH, Preview, dots_of, letters_width, preview_svg, wrapped
from boardodds.charts.tokens import ACCENTS, ROLES
from boardodds.probability.pmf import Pmf

FONTS = [
    ImageFont.truetype(Path(boardodds.__file__).parent / "dashboard" / "app" / "data" / f"{name}.ttf", 100)
    for name in ("sans", "serif")
]
LETTERS = "".join(map(chr, range(0x20, 0x7F))) + "–—‘’“”…±−·"
words = st.text(LETTERS, min_size=1, max_size=80)


@pytest.mark.parametrize("font", FONTS)
def test_words_are_never_wider_than_estimated(font: ImageFont.FreeTypeFont) -> None:
    widths = {letter: font.getlength(letter) for letter in LETTERS}
    for letter in LETTERS:
        # Some pairs of letters are further apart than others.
        widest = max(font.getlength(letter + following) - widths[following] for following in LETTERS)
        assert max(widths[letter], widest) <= letters_width(letter, 100)


def test_the_estimate_of_an_answer_is_close() -> None:
    answer = "Green wins the race 21.9% of the time, blue finishes last 25.6%"
    assert letters_width(answer, 100) < 1.11 * max(font.getlength(answer) for font in FONTS)


@given(words.filter(lambda text: bool(text.split())), st.integers(200, 1200))
def test_lines_keep_all_words_and_fit(text: str, width: int) -> None:
    lines = wrapped(text, 50, width)
    assert " ".join(lines) == " ".join(text.split())
    assert all(letters_width(line, 50) <= width for line in lines if " " in line)


@pytest.mark.parametrize("camels", [2, 5, 8])
@pytest.mark.parametrize("length", [10, 60, 150, 400])
def test_everything_is_inside_the_picture(camels: int, length: int) -> None:
    tones = [*ROLES.values(), *ACCENTS.values()]
    outcomes = tuple(Outcome(f"camel {number}", 1 / camels, tones[number]) for number in range(camels))
    for preview in (
        Preview("word " * (length // 5), outcomes),
        Preview(
            "word " * (length // 5), dots=dots_of(Pmf.from_weights({1: 1.0, length: 2.0}), unit="turns", tone=tones[0])
        ),
        Preview("word " * (length // 5)),
    ):
        picture = preview_svg(preview, heading="Camel Up · Who wins this leg?", accent=tones[0])
        ElementTree.fromstring(picture)  # noqa: S314 (our own picture)
        places = [(float(x), float(y)) for x, y in re.findall(r'<text x="([\d.]+)" y="([\d.]+)"', picture)]
        places += [(float(x), float(y)) for x, y in re.findall(r'<rect x="([\d.]+)" y="([\d.]+)"', picture)]
        places += [(float(x), float(y)) for x, y in re.findall(r'cx="([\d.]+)" cy="([\d.]+)"', picture)]
        assert all(0 <= x < WIDTH and 0 <= y < HEIGHT for x, y in places)
        assert "word…" in picture or picture.count("word") == length // 5


def test_words_are_escaped() -> None:
    assert "<b>" not in preview_svg(Preview("<b>"), heading="<b>", accent=ROLES["exact"])

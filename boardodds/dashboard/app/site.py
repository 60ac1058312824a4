"""The pages of the site, in the order of the menu. A new page is one more entry here."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from boardodds.dashboard.camel_up import cards as camel_up
from boardodds.dashboard.candy_land import cards as candy_land
from boardodds.dashboard.orchard import cards as orchard
from boardodds.dashboard.perudo import cards as perudo
from boardodds.dashboard.teaching import cards as teaching
from boardodds.dashboard.ui.card import Card

ROOT = Path(__file__).resolve().parents[3]


@dataclass(frozen=True, slots=True)
class Entry:
    """One page: its file under pages/, its names, the question it answers and a small live answer for its card.

    icon: an emoji; the named icons of Streamlit would fetch a picture from elsewhere. link: the query that shows the answer.
    """

    file: str
    title: str
    icon: str
    url_path: str
    question: str
    card: Callable[[], Card]
    link: Mapping[str, str] = field(default_factory=dict)

    @property
    def path(self) -> Path:
        return ROOT / "pages" / self.file


PAGES = (
    Entry(
        file="camel_up_leg.py",
        title="Camel Up: the leg",
        icon="🐪",
        url_path="camel_up_leg",
        question="Who wins this leg?",
        card=camel_up.leg_card,
    ),
    Entry(
        file="camel_up_race.py",
        title="Camel Up: the race",
        icon="🏁",
        url_path="camel_up_race",
        question="Who wins the race?",
        card=camel_up.race_card,
        link=camel_up.RACE_LINK,
    ),
    Entry(
        file="camel_up_length.py",
        title="Camel Up: race length",
        icon="📏",
        url_path="camel_up_length",
        question="How long is the race?",
        card=camel_up.length_card,
    ),
    Entry(
        file="candy_land.py",
        title="Candy Land",
        icon="🍭",
        url_path="candy_land",
        question="What does each rule cost?",
        card=candy_land.length_card,
        link=candy_land.LINK,
    ),
    Entry(
        file="orchard.py",
        title="Orchard",
        icon="🍎",
        url_path="orchard",
        question="Will we beat the raven?",
        card=orchard.win_card,
    ),
    Entry(
        file="perudo.py",
        title="Perudo",
        icon="🎲",
        url_path="perudo",
        question="Is that bid true?",
        card=perudo.bid_card,
    ),
    Entry(
        file="classroom.py",
        title="Large numbers",
        icon="🎓",
        url_path="classroom",
        question="How fast does luck even out?",
        card=teaching.classroom_card,
    ),
    Entry(
        file="counting.py",
        title="Counting",
        icon="🌳",
        url_path="counting",
        question="How can so many cases be counted?",
        card=teaching.counting_card,
    ),
    Entry(
        file="quiz.py",
        title="Guess the odds",
        icon="🎯",
        url_path="quiz",
        question="How good are your guesses?",
        card=teaching.quiz_card,
    ),
    Entry(
        file="worksheet.py",
        title="Worksheets",
        icon="📝",
        url_path="worksheet",
        question="Can you work it out by hand?",
        card=teaching.worksheet_card,
    ),
    Entry(
        file="methods.py",
        title="Methods",
        icon="🔎",
        url_path="methods",
        question="Does it agree with what was published?",
        card=teaching.methods_card,
    ),
)

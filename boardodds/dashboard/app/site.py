"""The pages of the site, in the order of the menu. A new page is one more entry here."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from boardodds.dashboard.app import headlines

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
    answer: Callable[[], headlines.Headline]
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
        answer=headlines.camel_up_leg,
    ),
    Entry(
        file="camel_up_race.py",
        title="Camel Up: the race",
        icon="🏁",
        url_path="camel_up_race",
        question="Who wins the race?",
        answer=headlines.camel_up_race,
        link=headlines.RACE_LINK,
    ),
    Entry(
        file="camel_up_length.py",
        title="Camel Up: race length",
        icon="📏",
        url_path="camel_up_length",
        question="How long is the race?",
        answer=headlines.camel_up_length,
    ),
    Entry(
        file="candy_land.py",
        title="Candy Land",
        icon="🍭",
        url_path="candy_land",
        question="What does each rule cost?",
        answer=headlines.candy_land,
        link=headlines.CANDY_LINK,
    ),
    Entry(
        file="orchard.py",
        title="Orchard",
        icon="🍎",
        url_path="orchard",
        question="Will we beat the raven?",
        answer=headlines.orchard,
    ),
    Entry(
        file="perudo.py",
        title="Perudo",
        icon="🎲",
        url_path="perudo",
        question="Is that bid true?",
        answer=headlines.perudo,
    ),
    Entry(
        file="classroom.py",
        title="Large numbers",
        icon="🎓",
        url_path="classroom",
        question="How fast does luck even out?",
        answer=headlines.classroom,
    ),
    Entry(
        file="counting.py",
        title="Counting",
        icon="🌳",
        url_path="counting",
        question="How can so many cases be counted?",
        answer=headlines.counting,
    ),
    Entry(
        file="quiz.py",
        title="Guess the odds",
        icon="🎯",
        url_path="quiz",
        question="How good are your guesses?",
        answer=headlines.quiz,
    ),
    Entry(
        file="worksheet.py",
        title="Worksheets",
        icon="📝",
        url_path="worksheet",
        question="Can you work it out by hand?",
        answer=headlines.worksheet,
    ),
    Entry(
        file="methods.py",
        title="Methods",
        icon="🔎",
        url_path="methods",
        question="Does it agree with what was published?",
        answer=headlines.methods,
    ),
)

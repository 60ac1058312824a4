"""Reading the tags of a page, as a chat program does."""

from html.parser import HTMLParser

# Links as crawlers get them, from people who share them and from people who try to break the site.
HOSTILE_QUERIES = (
    "position=%22%3E%3Cscript%3Ealert(1)%3C/script%3E",
    "position='onload=alert(1)&round=%3Csvg%3E&state=%3C/title%3E",
    "position=1:BWOG%00%0d%0aSet-Cookie:%20a=b",
    "names=%3Cimg%20src=x%3E.Buy%20now.https://elsewhere.example",
    "round=99.99.99&sides=1e9&sharpness=inf",
    "players=999999999999&games=nan&seed=-1",
    "state=9999999.9999999&steps=5",
    "view=Small+Candy+Land&turns=1e999999999",
    "position=" + "1:B+" * 2_000,
    "&".join(f"a{number}=1" for number in range(5_000)),
    "%ff%fe%80=%c3%28&%E2%80%AE=%E2%80%AE",
    "view=../../etc/passwd&position=..%2f..%2f",
    "edition=second_edition&camels=-1&track=1000000&faces=9,9",
)


class _MetaParser(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.tags: dict[str, str] = {}
        self.elements: list[str] = []
        self.title = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append(tag)
        values = dict(attrs)
        name = values.get("property") or values.get("name")
        if tag == "meta" and name:
            self.tags[name] = values.get("content") or ""

    def handle_data(self, data: str) -> None:
        if self.elements and self.elements[-1] == "title" and not self.title:
            self.title = data


def read_tags(html: str) -> dict[str, str]:
    """Return the tags of a page by name, and its title as ``title``."""
    parser = _MetaParser()
    parser.feed(html)
    return {**parser.tags, "title": parser.title}


def elements_of(html: str) -> list[str]:
    """Return the names of all elements of a page."""
    parser = _MetaParser()
    parser.feed(html)
    return parser.elements

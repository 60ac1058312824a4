"""Programs that read links as chats do: each reads the tags of a page and then its picture, of ever new links."""

import asyncio
import re
import time
import urllib.request
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from html import unescape
from itertools import count
from random import Random
from urllib.parse import quote, urlsplit

from benchmarks.load.visitors import Log, Sample

_PAUSE_SECONDS = 20
_IMAGE = re.compile(r'property="og:image" content="([^"]*)"')
# By page, a random link to it.
_LINKS: dict[str, Callable[[Random], str]] = {
    "camel_up_leg": lambda rng: f"position={quote(_position(rng))}",
    "camel_up_race": lambda rng: f"position={quote(_position(rng))}",
    "orchard": lambda rng: f"state={'.'.join(str(rng.randint(1, 10)) for _ in range(4))}+raven%3D{rng.randint(1, 9)}",
    "perudo": lambda rng: (
        f"round=5.5.5.5+me%3D1+hand%3D{''.join(str(rng.randint(1, 6)) for _ in range(5))}+bids%3D2:3x4"
    ),
    "candy_land": lambda rng: f"seed={rng.randint(1, 99_999)}",
    "quiz": lambda rng: f"seed={rng.randint(1, 99_999)}",
}


def _position(rng: Random) -> str:
    camels = "".join(rng.sample("WGBOY", 5))
    square, size = rng.randint(1, 5), rng.randint(1, 4)
    return f"{square}:{camels[:size]} {square + rng.randint(1, 3)}:{camels[size:]}"


class Crawlers:
    """A number of crawlers, each of which reads a link about every ``_PAUSE_SECONDS``.

    log: what they waited for; a status other than 200 is an error.
    """

    def __init__(self, ports: list[int], number: int, seed: int) -> None:
        self.log = Log()
        self._ports, self._number, self._seed = ports, number, seed
        self._threads = ThreadPoolExecutor(max(1, number))
        self._turns = count()

    async def run(self) -> None:
        """Read links until the task is cancelled."""
        await asyncio.gather(*(self._crawl(number) for number in range(self._number)))

    async def _crawl(self, number: int) -> None:
        rng = Random(f"{self._seed} crawler {number}")
        loop = asyncio.get_running_loop()
        await asyncio.sleep(rng.uniform(0, _PAUSE_SECONDS))
        while True:
            page = rng.choice(list(_LINKS))
            address = f"http://127.0.0.1:{self._ports[next(self._turns) % len(self._ports)]}"
            await loop.run_in_executor(self._threads, self._read, address, page, _LINKS[page](rng))
            await asyncio.sleep(_PAUSE_SECONDS * rng.uniform(0.5, 1.5))

    def _read(self, address: str, page: str, query: str) -> None:
        html = self._get(f"{address}/{page}?{query}", page, "page")
        if match := _IMAGE.search(html.decode()):
            image = urlsplit(unescape(match[1]))
            self._get(f"{address}{image.path}?{image.query}", page, "picture")

    def _get(self, address: str, page: str, kind: str) -> bytes:
        start = time.monotonic()
        try:
            with urllib.request.urlopen(address, timeout=30) as response:  # noqa: S310 (loopback)
                body: bytes = response.read()
        except OSError as error:
            self.log.errors.append((page, f"{kind}: {error}"))
            return b""
        self.log.samples.append(Sample(page, "", kind, time.monotonic() - start, 1))
        return body

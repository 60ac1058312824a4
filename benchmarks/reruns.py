"""Measure the server's processor time of a rerun of each page beside a bare Streamlit page with as many elements.

``python -m benchmarks.reruns`` starts the app and the bare page, and visits both over the websocket that browsers use. A move
goes back and forth, so that its results are ready. The work of other processes does not count.
"""

import argparse
import asyncio
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from websockets.asyncio.client import ClientConnection, connect

from benchmarks.apps import App, running
from boardodds.dashboard.app.site import PAGES
from tests.visits import Visit

# By page, the board and the events that a visitor sends in turn; any other page is drawn again as it is.
MOVES: Mapping[str, tuple[str, Sequence[Mapping[str, Any]]]] = {
    "camel_up_leg": ("camel_board", ({"kind": "roll", "die": "G", "face": "2"}, {"kind": "undo"})),
    "camel_up_race": ("camel_board", ({"kind": "roll", "die": "G", "face": "2"}, {"kind": "undo"})),
    "orchard": ("orchard_board", ({"kind": "raven", "value": 4}, {"kind": "undo"})),
    "candy_land": ("candy_board", ({"kind": "place", "space": 57}, {"kind": "undo"})),
    "perudo": ("perudo_round", ({"kind": "bid", "quantity": 9, "face": 3, "bids": 0}, {"kind": "undo"})),
}
# A page with the elements of a list, in the order of its link.
_BARE = """import streamlit as st
for number in range(int(st.query_params.get("elements", "1"))):
    st.markdown(f"Element {number} of this page")
"""


@dataclass(slots=True)
class Rerun:
    """The mean of a page's reruns: the milliseconds of processor time, and the number of elements and containers."""

    milliseconds: float
    elements: int


def bare_app(folder: Path, core: int | None = None) -> App:
    """Return a bare page, whose link says how many elements it has."""
    script = folder / "bare.py"
    script.write_text(_BARE)
    return App(folder, core, script=script)


async def _answer(socket: ClientConnection, visit: Visit, message: BackMsg) -> int:
    """Send a message, wait for the whole answer, and return the number of elements and containers in it."""
    await socket.send(message.SerializeToString())
    elements = 0
    async with asyncio.timeout(60):
        while True:
            answer = ForwardMsg.FromString(await socket.recv(decode=False))
            elements += answer.WhichOneof("type") in ("delta", "ref_hash")
            if visit.receive(answer):
                break
    if visit.errors:
        raise RuntimeError(f"{visit.page}: {visit.errors}")
    return elements


async def measure(app: App, page: str, query: str, moves: int) -> Rerun:
    """Return the mean rerun of a page."""
    board, events = MOVES.get(page, ("", ()))
    address = f"ws://127.0.0.1:{app.port}/_stcore/stream"
    subprotocols: Any = ["streamlit"]
    async with connect(address, subprotocols=subprotocols, max_size=None, compression=None) as socket:
        visit = Visit(page, query)
        await _answer(socket, visit, visit.rerun_message())

        async def move(number: int) -> int:
            if not events:
                return await _answer(socket, visit, visit.rerun_message())
            widget = visit.widget(board)
            if widget is None:
                raise RuntimeError(f"{page}: no widget {board}")
            return await _answer(socket, visit, visit.move_message(widget, dict(events[number % len(events)])))

        for number in range(10):
            await move(number)
        start = app.processor_seconds()
        counts = [await move(number) for number in range(moves)]
        return Rerun(1000 * (app.processor_seconds() - start) / moves, sum(counts) // moves)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.reruns", description=__doc__)
    parser.add_argument("pages", nargs="*", help="the addresses of the pages; all by default")
    parser.add_argument("--moves", type=int, default=200, help="the reruns of each page")
    options = parser.parse_args()
    print(f"{'page':<18} {'elements':>8} {'bare':>9} {'ours':>9} {'ratio':>6}")
    with (
        tempfile.TemporaryDirectory() as folder,
        running(App(Path(folder))) as ours,
        running(bare_app(Path(folder))) as bare,
    ):
        for name in options.pages or [page.url_path for page in PAGES]:
            rerun = asyncio.run(measure(ours, name, "", options.moves))
            plain = asyncio.run(measure(bare, "", f"elements={rerun.elements}", options.moves))
            times = (plain.milliseconds, rerun.milliseconds)
            print(f"{name:<18} {rerun.elements:>8} {times[0]:>6.2f} ms {times[1]:>6.2f} ms {times[1] / times[0]:>6.2f}")


if __name__ == "__main__":
    main()

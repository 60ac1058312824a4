"""Measure the processor time of previews of links, beyond their answers: ``python -m benchmarks.previews``.

The baseline is an empty picture of the same size, which is what the rasteriser needs at least.
"""

from time import process_time

from boardodds.charts.preview import HEIGHT, WIDTH, preview_svg
from boardodds.charts.tokens import ROLES
from boardodds.dashboard.app.link_tags import with_tags
from boardodds.dashboard.app.previews import preview_of
from boardodds.dashboard.app.raster import png_of

PAGES = ("camel_up_leg", "camel_up_race", "candy_land", "orchard", "perudo", "quiz")
HTML = "<html><head><title>Streamlit</title></head></html>"
EMPTY = f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{HEIGHT}"><rect width="100%" height="100%"/></svg>'
ROUNDS = 10


def least_milliseconds(svg: str) -> float:
    """Return the least processor time in which a picture is drawn."""
    times = []
    for _ in range(ROUNDS):
        start = process_time()
        png_of(svg)
        times.append(process_time() - start)
    return 1000 * min(times)


def main() -> None:
    empty = least_milliseconds(EMPTY)
    print("| page | tags | picture | times an empty one |\n|---|--:|--:|--:|")
    for page in PAGES:
        preview = preview_of(page)
        start = process_time()
        with_tags(HTML, preview, "https://odds.example")
        tags = 1000 * (process_time() - start)
        drawn = least_milliseconds(preview_svg(preview.content, heading=page, accent=ROLES["exact"]))
        print(f"| {page} | {tags:.1f} ms | {drawn:.0f} ms | {drawn / empty:.1f} |")


# Worker processes import this module too.
if __name__ == "__main__":
    main()

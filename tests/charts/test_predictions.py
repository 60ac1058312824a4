"""The dots of predictions, with the line at their median and the one at the answer."""

import random
from statistics import median

import pytest

from boardodds.charts.predictions import prediction_dots


@pytest.mark.parametrize("answer", [None, 73.84])
def test_every_prediction_has_a_dot_near_its_number(answer: float | None) -> None:
    numbers = random.Random(3).choices(range(101), k=60)
    figure = prediction_dots(numbers, 100, "%", answer).to_dict()
    (dots,) = figure["data"]
    assert len({*zip(dots["x"], dots["y"], strict=True)}) == len(numbers)
    # A stack stands at the mean of what is in it.
    assert max(abs(x - number) for x, number in zip(dots["x"], sorted(numbers), strict=True)) < 100 / 30
    places = [line["x0"] for line in figure["layout"]["shapes"]]
    assert places == [median(numbers), *([] if answer is None else [answer])]


def test_the_scale_reaches_what_is_shown() -> None:
    for numbers, answer, last in (([3, 5], None, 5), ([3, 5], 39.2, 39.2), ([0], None, 1)):
        (low, high) = prediction_dots(numbers, 200, "turn", answer).to_dict()["layout"]["xaxis"]["range"]
        assert low < 0 < last < high < 1.1 * last

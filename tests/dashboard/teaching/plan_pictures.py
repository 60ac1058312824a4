"""The pictures of the plan for teachers: ``python -m tests.dashboard.teaching.plan_pictures`` draws them again."""

from boardodds.camel_up import Position
from boardodds.candy_land import SCHEFFER
from boardodds.charts import perudo
from boardodds.charts.camel_up import camel_board
from boardodds.charts.candy_land import track_picture
from boardodds.charts.counting import branches
from boardodds.charts.orchard import trees_picture
from boardodds.dashboard.teaching.chain import board_svg
from boardodds.dashboard.teaching.dice_orders import COLORS, DICE
from boardodds.dashboard.ui.dashboards import ROOT
from boardodds.orchard import State

FOLDER = ROOT / "docs" / "pictures"
_TREES = {
    "my_first_orchard": "4.4.4.4 raven=6",
    "last_fruit": "1.0.0.0 raven=1",
    "orchard": "10.10.10.10 raven=10",
    "small_orchard": "2.2 raven=3",
    "two_fruits": "1.1.0.0 raven=1",
    "two_steps": "1.0.0.0 raven=2",
    "four_fruits": "1.1.1.1 raven=1",
}
_BOARDS = {
    "leg": "1:YGB 2:WO dice=WGBOY",
    "ahead_or_carried": "5:WG 6:B dice=WB",
    "whose_dice": "1:YGB 2:WO dice=YB",
}
_ROUNDS = {"two_dice_under_a_cup": "2.2 me=1 hand=34", "five_fours": "5.5.5.5 me=1 hand=12256"}
PICTURES = {
    **{name: trees_picture(State.parse(text)) for name, text in _TREES.items()},
    **{name: camel_board(Position.parse(text)) for name, text in _BOARDS.items()},
    **{name: str(perudo.question_picture({"round": text})) for name, text in _ROUNDS.items()},
    "small_candy_land": board_svg("7 Y"),
    "candy_land": track_picture(SCHEFFER.board[:12]),
    "dice_orders": branches(DICE, DICE, COLORS),
}

if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for name, drawing in PICTURES.items():
        (FOLDER / f"{name}.svg").write_text(f"{drawing}\n", encoding="utf-8")

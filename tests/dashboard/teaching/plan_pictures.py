"""The pictures of the plan for teachers: ``python -m tests.dashboard.teaching.plan_pictures`` draws them again."""

from boardodds.camel_up import Position
from boardodds.candy_land import SCHEFFER
from boardodds.charts.camel_up import camel_board
from boardodds.charts.candy_land import track_picture
from boardodds.charts.counting import branches
from boardodds.charts.orchard import trees_picture
from boardodds.charts.perudo import question_picture
from boardodds.dashboard.runtime.environment import ROOT
from boardodds.dashboard.teaching.chain import board_svg
from boardodds.dashboard.teaching.dice_orders import COLORS, DICE
from boardodds.orchard import State

FOLDER = ROOT / "docs" / "pictures"
PICTURES = {
    "my_first_orchard": trees_picture(State((4, 4, 4, 4), 6)),
    "last_fruit": trees_picture(State((1, 0, 0, 0), 1)),
    "orchard": trees_picture(State((10, 10, 10, 10), 10)),
    "small_orchard": trees_picture(State((2, 2), 3)),
    "two_fruits": trees_picture(State((1, 1, 0, 0), 1)),
    "two_steps": trees_picture(State((1, 0, 0, 0), 2)),
    "four_fruits": trees_picture(State((1, 1, 1, 1), 1)),
    "leg": camel_board(Position.parse("1:YGB 2:WO")),
    "ahead_or_carried": camel_board(Position.parse("5:WG 6:B dice=WB")),
    "whose_dice": camel_board(Position.parse("1:YGB 2:WO dice=YB")),
    "two_dice_under_a_cup": question_picture({"round": "2.2 me=1 hand=34"}),
    "five_fours": question_picture({"round": "5.5.5.5 me=1 hand=12256"}),
    "small_candy_land": board_svg("7 Y"),
    "candy_land": track_picture(SCHEFFER.board[:12]),
    "dice_orders": branches(DICE, DICE, COLORS),
}

if __name__ == "__main__":
    for name, drawing in PICTURES.items():
        (FOLDER / f"{name}.svg").write_text(f"{drawing}\n", encoding="utf-8")

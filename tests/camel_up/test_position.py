"""Positions of Camel Up: notation, checks against the rules, and changes."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from boardodds import camel_up
from boardodds.camel_up import FIRST_EDITION, SECOND_EDITION, Position, Rules, check, rolls_left, solve_leg
from tests.strategies import legs


@given(legs(max_dice=6))
def test_notation_round_trips(leg: tuple[Position, Rules]) -> None:
    position, _ = leg
    assert Position.parse(str(position)) == position
    assert str(Position.parse(str(position))) == str(position)


def test_the_notation_is_canonical() -> None:
    text = "1:BWOG 2:Y dice=BWOGY tiles=5o.8m"
    assert str(Position.parse(text)) == text
    assert Position.parse(" tiles=8m.5o 2:Y  1:BWOG dice=YGOWB ") == Position.parse(text)


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("1:BWOG, 2:Y", "1:BWOG 2:Y"),
        ("1: BWOG 2: Y", "1:BWOG 2:Y"),
        ("1 :BWOG;2 : Y", "1:BWOG 2:Y"),
        ("dice = B, W O 1:BWOG, tiles= 5o, 8M", "1:BWOG dice=BWO tiles=5o.8m"),
        ("1:BW tiles=5o. Dice=", "1:BW dice= tiles=5o"),
        ("dice= tiles= 1:BW", "1:BW dice="),
    ],
)
def test_commas_and_spaces_are_allowed_between_parts(text: str, plain: str) -> None:
    assert Position.parse(text) == Position.parse(plain)


def test_all_dice_are_in_the_pyramid_by_default() -> None:
    assert Position.parse("1:BWOG 2:Y").dice == "BWOGY"
    assert Position.parse("1:BRPG 2:Y 14:w 15:k").dice == "BRPGYx"
    assert Position.parse("1:BW dice=").dice == ""
    assert str(Position((), "")) == "dice="
    assert Position.parse("dice=") == Position((), "")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "the board is empty"),
        ("1BW", r"at '1BW' \(character 1\): expected square:camels"),
        ("1:BW 2", r"at '2' \(character 6\): expected square:camels"),
        ("-1:BW", "expected square:camels"),
        ("１:BW", "expected square:camels"),
        ("1:BW rolls=3", r"at 'rolls=3' \(character 6\): expected dice=… or tiles=…"),
        ("1:BW dice=B dice=W", "dice= is given twice"),
        ("1:BW 1:G", "square 1 is named twice"),
        ("0:BW", "square must be 1 or more, got 0"),
        ("1:BWB", "camel B stands on the board twice"),
        ("1:BWx", "x is the grey die"),
        ("1:BW dice=BB", "die B is named twice"),
        ("1:BW dice=G", r"dice must be those of the camels on the board \(BW\), got G"),
        ("1:BW dice=b", r"\(BW\), got b"),
        ("1:BW tiles=5", "tiles, at '5'"),
        ("1: 2:Y", "at '1:'"),
        ("1:BW tiles=5o.5m", "square 5 has two tiles"),
        ("1:BW " + " " * 1000, "at most 1000 characters"),
    ],
)
def test_the_error_of_malformed_text_is_one_sentence(text: str, message: str) -> None:
    with pytest.raises(ValueError, match=message) as error:
        Position.parse(text)
    assert "\n" not in str(error.value)


@given(st.text(alphabet="0123456789:BWOGYwkx.=odicetlsm −\t\n%<>\"'", max_size=60) | st.text(max_size=60))
def test_any_text_is_a_position_or_a_value_error(text: str) -> None:
    try:
        position = Position.parse(text)
    except ValueError:
        return
    assert Position.parse(str(position)) == position


@pytest.mark.parametrize(
    ("text", "rules", "message"),
    [
        ("1:RB", FIRST_EDITION, "camel must be one of W G B O Y, got R: red is a camel of the second edition"),
        ("1:WB", SECOND_EDITION, "got W: white is a camel of the first edition"),
        ("1:ZB", FIRST_EDITION, "got Z: these rules have no camel Z"),
        ("1:bw 2:Y", FIRST_EDITION, "got b: write B for blue"),
        ("1:BY 17:G", FIRST_EDITION, r"square must be 1\.\.16, got 17 for green"),
        ("dice=", FIRST_EDITION, "at least 2 racing camels on the board, got 0"),
        ("1:wkB", SECOND_EDITION, "at least 2 racing camels on the board, got 1"),
        ("1:BY tiles=17o", FIRST_EDITION, r"tiles must be on squares 2\.\.16, got a tile on 17"),
        ("2:BY tiles=2o", FIRST_EDITION, "square 2 has camels"),
        ("1:BY tiles=5o.6m", FIRST_EDITION, "squares 5 and 6 are next to each other"),
        ("1:BY 14:w", SECOND_EDITION, "the grey die needs both crazy camels"),
        # Its die is out, and comes back in the next leg.
        ("4:w 12:YRPG dice=PG", SECOND_EDITION, "the grey die needs both crazy camels"),
    ],
)
def test_positions_that_do_not_fit_the_rules_are_rejected(text: str, rules: Rules, message: str) -> None:
    position = Position.parse(text)
    with pytest.raises(ValueError, match=message):
        check(position, rules)
    with pytest.raises(ValueError, match=message):
        solve_leg(position, rules)


@given(legs())
def test_a_tile_can_be_placed_on_legal_squares_only(leg: tuple[Position, Rules]) -> None:
    position, rules = leg
    legal = camel_up.legal_tile_squares(position, rules)
    for square in range(1, rules.track + 2):
        # A tile on another tile replaces it, so it is not one more tile.
        if square in dict(position.tiles):
            assert square not in legal
            continue
        try:
            check(position.with_tile(square, "o"), rules)
        except ValueError:
            assert square not in legal
        else:
            assert square in legal


def test_with_camel_moves_one_camel() -> None:
    position = Position.parse("1:BWOG 2:Y dice=WG")
    assert str(position.with_camel("W", 2)) == "1:BOG 2:YW dice=GW"
    assert str(position.with_camel("W", 2, level=0)) == "1:BOG 2:WY dice=GW"
    assert str(position.with_camel("G", 1, level=0)) == "1:GBWO 2:Y dice=GW"
    assert str(position.with_camel("G", 1, level=99)) == "1:BWOG 2:Y dice=WG"
    with pytest.raises(ValueError, match="camel must be one letter or digit, got 'WO'"):
        position.with_camel("WO", 1)


def test_a_camel_is_removed_and_added_with_its_die() -> None:
    position = Position.parse("1:BY 14:w 15:k")
    assert position.without_camel("Y").dice == "Bx"
    assert position.without_camel("w").dice == "BYx"
    assert position.without_camel("w").without_camel("k").dice == "BY"
    assert position.without_camel("Y").with_camel("Y", 3) == Position.parse("1:B 3:Y 14:w 15:k")
    with pytest.raises(KeyError):
        position.square_of("G")


def test_in_the_second_edition_one_die_is_not_rolled() -> None:
    position = Position.parse("1:BRPG 2:Y 14:w 15:k")
    assert [rolls_left(position, rules) for rules in (FIRST_EDITION, SECOND_EDITION)] == [6, 5]
    assert rolls_left(Position.parse("1:BR 14:wk dice=B"), SECOND_EDITION) == 0
    # Without the grey die, there are five dice for the five tickets.
    assert rolls_left(Position.parse("1:BR dice=B"), SECOND_EDITION) == 1


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"camels": "WW"}, "different"),
        ({"camels": "Ww"}, "capital letters or digits"),
        ({"crazy": "w"}, "two different small letters"),
        ({"crazy": "wx"}, "two different small letters"),
        ({"leg_tickets": (2, 5)}, "leg_tickets must be"),
    ],
)
def test_invalid_rules_are_rejected(fields: dict[str, object], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        Rules(**fields)  # type: ignore[arg-type]


def test_a_board_full_of_tiles_round_trips() -> None:
    position = Position(((1, "BW"),), "BW", tuple((square, "o") for square in range(3, 200, 2)))
    assert Position.parse(str(position)) == position

"""The pages of the leg and of the race: their set-up and their board, which they share, and the race's own views."""

from dataclasses import replace
from functools import partial
from pathlib import Path
from secrets import randbits
from typing import Any

import streamlit as st

from boardodds.camel_up import RaceSample, Rules, camel_name
from boardodds.camel_up.game import GAME, NOT_COVERED
from boardodds.camel_up.leg import explain_grey_rolls
from boardodds.camel_up.position import MAX_TEXT
from boardodds.camel_up.race import SIMULATED_GAMES, is_race_solvable
from boardodds.camel_up.race_solver import count_boards, count_moves, dice_in_sets
from boardodds.camel_up.rules import GREY_DIE, MIRAGE, OASIS, PRINTED, PRINTED_LABELS, tile_names, with_article
from boardodds.camel_up.setup import NO_REARMOST, variants
from boardodds.charts.camel_up import fill, ink
from boardodds.charts.camel_up_length import RARE_LENGTHS, leg_bars
from boardodds.dashboard.camel_up import leg_views, race_lengths, solvers, tables
from boardodds.dashboard.camel_up.events import DEFINITION, PRESETS, faces_of
from boardodds.dashboard.camel_up.sheet import SETTINGS, LegSheet, RaceSheet
from boardodds.dashboard.camel_up.state import EDITIONS, MAX_COINS, MAX_PLAYERS, PILES, TRACKS, CamelState
from boardodds.dashboard.ui.board_component import board_component
from boardodds.dashboard.ui.declared_widgets import show_names, show_rules
from boardodds.dashboard.ui.panels import Formula, Panel, Parts, Values, draw_if_open, estimate_columns, show_options
from boardodds.dashboard.ui.play_page import PlayPage
from boardodds.dashboard.ui.state_store import StateStore, as_index
from boardodds.dashboard.ui.words import percent
from boardodds.probability.declared_rules import rules_of
from boardodds.probability.display import plural
from boardodds.probability.estimate import estimate_of

_camel_board = board_component(
    Path(__file__).parent,
    "camel_layout",
    "camel_pieces",
    "camel_drawing",
    "camel_selection",
    "camel_fan",
    "camel_ledger",
    "camel_table",
    "camel_editions",
    "camel_keys",
    "camel_board",
)
_LABELS = {**PRINTED_LABELS, "numbered": "Camels 0 to 5 (first edition)"}
_MEAN_LEGS = "legs left on average"


def _show_setup(store: StateStore[CamelState]) -> None:
    """Show the widgets for the edition, the players, the position, what is already played, and the house rules."""
    state = store.state
    show_options("Edition", list(EDITIONS), format_func=_LABELS.__getitem__, **store.view("edition", state.edition))
    st.number_input("Players", 1, MAX_PLAYERS, **store.view("players", state.players))
    show_names(store, state.players - 1)
    draw_if_open(st.expander("Coins", key="coins", on_change="rerun"), partial(_show_coins, store))
    with st.container(horizontal=True):
        for label, kind in (("Random position", "random"), ("Clear board", "clear"), ("Start next leg", "new_leg")):
            st.button(label, key=kind, on_click=_start, args=(store, kind))
    st.selectbox(
        "Load a position",
        placeholder="published positions, second edition …",
        **as_index(store.view("preset", None, {"kind": "preset"}), list(PRESETS)),
    )
    crazy, tiles = state.rules.crazy, tile_names(state.rules)
    st.text_input(
        "Position as text",
        max_chars=MAX_TEXT,
        help="Squares with their camels from the bottom up, the dice in the pyramid, and the tiles. For example, "
        f"`{EDITIONS[state.edition].start} tiles=5o.8m` has {with_article(tiles[OASIS])} (`o`) on square 5 and "
        f"{with_article(tiles[MIRAGE])} (`m`) on square 8."
        + "".join(f" `{camel}` is the {camel_name(camel)} camel." for camel in crazy)
        + (f" `{GREY_DIE}` is the {camel_name(GREY_DIE)} die." if crazy else ""),
        **store.view("position", state.text),
    )
    st.markdown("**House rules**")
    track, *others = EDITIONS[state.edition].rule_names
    st.slider(rules_of(Rules)[track].label, *TRACKS, **store.view(track, state.rules.track))
    show_rules(store, state.rules, others)
    die = state.rules.dice[0]
    st.caption(
        "Tap a number to enter a roll, a letter to take its die out of the pyramid or to put it back. Tap a ticket, a card or a "
        "tile that lies in front of the wrong player to correct it. On a keyboard, "
        f"{die} and {state.rules.faces[0]} roll {camel_name(die)} {state.rules.faces[0]}, Ctrl+Z undoes."
    )


def _show_race_setup(store: StateStore[CamelState]) -> None:
    """Show the set-up, above it a switch that solves the race exactly, if that takes long."""
    state, position, rules = store.state, store.state.position, store.state.rules
    if not state.finish and is_race_solvable(position, rules) and not solvers.is_race_quick(position, rules):
        moves = count_moves(len(position.racing), rules.track, rules.faces)
        st.toggle(
            "Solve exactly (takes a few seconds)",
            help=f"Goes through {moves:,} moves, but only the first time with these rules. Otherwise {SIMULATED_GAMES:,} races "
            "are simulated.",
            **store.view("exact", state.exact),
        )
    _show_setup(store)


def _start(store: StateStore[CamelState], kind: str) -> None:
    store.dispatch({"kind": kind, "seed": randbits(32)})
    # On a phone the popover covers the board.
    st.session_state["setup"] = False


def _show_coins(store: StateStore[CamelState]) -> None:
    """Show each player's coins from earlier legs, for a race that is followed from its middle on."""
    for player in range(store.state.players):
        view = store.view(f"coins {player}", store.state.purse(player), {"kind": "coins", "player": player})
        st.number_input(f"{store.state.player_name(player)}, before this leg", 0, MAX_COINS, **view)


def board_data(state: CamelState) -> dict[str, object]:
    """Return the data of the board: its pieces, and the table of dice, tickets and race bets below it."""
    position, rules = state.position, state.rules
    others = "".join(camel for camel in position.camels if camel not in rules.camels + rules.crazy)
    return {
        "track": rules.track,
        "stacks": [[square, camels] for square, camels in position.stacks],
        "tiles": [[square, kind] for square, kind in position.tiles],
        "camels": [{**_paint(camel), "crazy": camel.islower()} for camel in rules.camels + rules.crazy + others],
        "first_tile_square": rules.first_tile_square,
        "tile_names": tile_names(rules),
        "dice": _dice_data(state),
        "edition": state.edition,
        "editions": list(PRINTED),
        "can_roll": not (state.problem or state.is_leg_over),
        "is_leg_over": state.is_leg_over,
        "finish": state.finish,
        "turn": state.turn,
        "players": [state.player_name(player) for player in range(state.players)],
        **{name: [str(piece) for piece in getattr(state, name)] for name in ("tickets", "owners", *PILES, "partners")},
        "available": [other.player for other in state.available(state.turn)] if not state.is_leg_over else [],
    }


def _paint(camel: str) -> dict[str, str]:
    # Camels that run backwards, and their die, are known by their colour alone.
    letter = "" if camel.islower() else camel
    return {"id": camel, "name": camel_name(camel), "letter": letter, "fill": fill(camel), "ink": ink(camel)}


def _dice_data(state: CamelState) -> list[dict[str, Any]]:
    """Return the rows of the table: the dice in the order of the edition, which does not change when camels move.

    Each has in ``places`` by face the camel and the square where it is placed during the set-up, and in ``rolled`` the face of a
    used die, "" if it is not known; a racing camel's the coins of the next ``ticket``, None for one that is not in the race.
    """
    position, rules = state.position, state.rules
    others = "".join(die for die in position.all_dice if die not in rules.dice)
    tickets = dict(state.next_tickets)
    rolled = {(roll.camel, roll.number) for roll in state.rolled}
    dice: list[dict[str, Any]] = []
    for die in others + rules.dice:
        faces = faces_of(die, rules)
        if die == GREY_DIE and rules.lone_crazy:
            # Whichever the grey die shows, the one on the board moves.
            faces = {face: roll for face, roll in faces.items() if roll.camel in position.camels} or faces
        # A racing camel starts on the square of its number, a crazy camel that many squares before the finish line.
        places = {
            face: [roll.camel, rules.track + 1 - roll.number if die == GREY_DIE else roll.number]
            for face, roll in faces.items()
        }
        shown = next((face for face, roll in faces.items() if (roll.camel, roll.number) in rolled), "")
        data = {**_paint(die), "in": die in position.dice, "faces": list(faces), "places": places, "rolled": shown}
        dice.append(data | ({"moves": _grey_moves(state)} if die == GREY_DIE else {"ticket": tickets.get(die)}))
    return dice


def _grey_moves(state: CamelState) -> dict[str, str]:
    """Return by face of the grey die a clause on the crazy camel that moves; empty if it cannot be rolled."""
    if state.problem or GREY_DIE not in state.position.dice:
        return {}
    return {
        face: f"the {camel_name(mover)} camel moved, because {reason.value}"
        for face, (mover, reason) in explain_grey_rolls(state.position, state.rules).items()
    }


def actions_view(sheet: LegSheet) -> Parts:
    """Return every roll, ticket, tile and race bet, ranked by expected coins."""
    yield from leg_views.ranked_actions(sheet)
    if not sheet.state.is_leg_over:
        yield leg_views.race_bets_note(sheet.race)


def legs_view(sheet: LegSheet) -> Parts:
    """Return the expected number of legs left, and its distribution."""
    race, end, is_over = sheet.race, sheet.race.ends_this_leg, sheet.state.is_leg_over
    which, scope = ("the next leg", "without this one") if is_over else ("this leg", "this one included")
    if end in (0, 1):
        ending = f"The race is certain to end in {which}." if end else f"The race can't end in {which}."
    else:
        kind = "simulated chance" if isinstance(race, RaceSample) else "chance"
        ending = f"The {kind} that the race ends in {which} is {race_lengths.chance_in_words(end)}."
    yield f"**Expected legs left: {estimate_of(race.mean_legs):.2f}**, {scope}. {ending}"
    most_likely = int(max(race.legs.outcomes, key=race.legs.probability))
    length = race.length if isinstance(race, RaceSample) else race.legs
    chance, legs = length.probability(most_likely), plural(most_likely, "leg")
    often, interval = ("Most frequent", f" {legs}: {chance}.") if isinstance(race, RaceSample) else ("Most likely", "")
    yield Panel(
        leg_bars({"": race.legs}, race_lengths.leg_errors({"": length})),
        key="legs_chart",
        alt=f"Chance of each number of legs left, of which {most_likely} has the highest. "
        + ", ".join(f"{plural(int(n), 'leg')} {percent(race.legs.probability(n))}" for n in race.legs.outcomes[:8]),
        finding=f"{often}: {legs} left, {tables.chance_text(chance)}",
        method=f"Chance of each number of legs left, in percent ({tables.method_text(race)}).{interval} {RARE_LENGTHS}",
        rows=partial(race_lengths.length_rows, {"chance": length}),
        percent=["chance"],
    )


def what_if_view(sheet: LegSheet) -> Parts:
    """Return the chances of winning under other rules next to those now, and the legs left."""
    position = sheet.state.position
    names = {NO_REARMOST: f"without {camel_name(position.racing[0])}"}
    changed = variants(position, sheet.state.rules, ["stacking", "track", "faces"])
    cases = {names.get(name, name): case for name, case in changed.items()}
    races = {"now": sheet.race, **dict(zip(cases, solvers.quick_races(cases.values()), strict=True))}
    yield leg_views.changes(sheet, races, cases)
    yield "**Legs left on average**, now and with each change"
    means = {name: estimate_of(race.mean_legs) for name, race in races.items()}
    yield Values(
        lambda: [
            {"rules": name} | estimate_columns(_MEAN_LEGS, mean) | {"difference": mean.value - means["now"].value}
            for name, mean in means.items()
        ],
        key="mean_legs_rows",
        places={_MEAN_LEGS: 2, "difference": 2},
    )


def method_view(sheet: LegSheet) -> Parts:
    """Return how the answer is computed."""
    state, race = sheet.state, sheet.race
    camels, rules = len(state.position.racing), state.rules
    if not is_race_solvable(state.position, rules):
        reason = (
            "Crazy camels run backwards and carry others with them, so a race can return to an earlier board."
            if any(camel.islower() for camel in state.position.camels)
            else "This race has too many boards or rolls to solve exactly."
        )
        yield (
            f"{reason} So this race is **simulated**: {SIMULATED_GAMES:,} times, from a fixed seed. Figures from the simulation "
            "have a 95% confidence interval (CI)."
        )
    else:
        if isinstance(race, RaceSample):
            yield (
                f"This race is **simulated** {SIMULATED_GAMES:,} times, from a fixed seed, because that is quick. To solve it "
                "exactly, turn on *Solve exactly* in *Set up*. The exact method:"
            )
        yield from _exact_method(camels, rules)
    yield (
        "**Later legs are assumed to have no tiles.** Tiles are returned after each leg, and nobody knows where players will "
        "place them. The overall winner is the camel furthest ahead when the race ends, the overall loser the one furthest "
        f"behind. {'On one square, the higher camel is ahead.' if rules.stacking else tables.LAST_ARRIVAL}"
    )
    yield f"**Not covered**: {NOT_COVERED}"
    yield (
        "**Source**: the question comes from a blog post of July 2015 on the maths of Camel Up, a game by Steffen Bogen."
    )
    yield tables.python_lines(state, "solve_race", f'win("{race.ranking[0]}")')


def _exact_method(camels: int, rules: Rules) -> Parts:
    boards = count_boards(camels, rules.track)
    factors = boards, dice_in_sets(camels), len(set(rules.faces))
    yield (
        "The 2015 blog post on race lengths had *no idea how to do this other than simulation*. But the race can be solved "
        "exactly if camels are named by **rank**, from the rearmost to the leader, instead of by colour. A board is then the "
        f"{camels} squares on which camels stand, in ascending order. The number of boards with {camels} camels on "
        f"{rules.track} squares is"
    )
    yield Formula(rf"\binom{{{rules.track}+{camels}-1}}{{{camels}}} = {boards:,} \text{{ boards}}".replace(",", r"{,}"))
    yield (
        f"The dice in the pyramid can be any of {2**camels - 1} sets, so there are {boards * (2**camels - 1):,} states. Each "
        "one needs the chance of each rank to win and to finish last, and of each number of legs. Every move raises the sum "
        "of the squares. So states are solved from the highest sum down, and the states after every move are already solved."
    )
    yield (
        f"Together, the sets contain {factors[1]:,} dice, each with {plural(factors[2], 'number')}. "
        f"So the table takes {' × '.join(f'{factor:,}' for factor in factors)} = "
        f"{count_moves(camels, rules.track, rules.faces):,} moves, once for all positions with the same rules."
    )
    yield (
        "The current leg, with its tiles and colours, is counted forward as on the leg page. Each board at its end is looked "
        "up among the solved ones, where each camel has the chances of its rank."
    )


LEG_PAGE = PlayPage(
    title=GAME.pages[0].question,
    definition=DEFINITION,
    sheet=LegSheet,
    views=leg_views.VIEWS,
    settings={**SETTINGS, **leg_views.SETTINGS, **LegSheet.slider_setting},
    setup=_show_setup,
    board=lambda store: _camel_board(board_data(store.state), key="camel_board", store=store),
    unquoted=("names",),
)
RACE_PAGE = replace(
    LEG_PAGE,
    title=GAME.pages[1].question,
    sheet=RaceSheet,
    views={
        "What to do": actions_view,
        "Next roll": leg_views.next_roll_view,
        "Legs left": legs_view,
        "What if": what_if_view,
        "Method": method_view,
    },
    settings={**SETTINGS, **RaceSheet.slider_setting},
    setup=_show_race_setup,
)

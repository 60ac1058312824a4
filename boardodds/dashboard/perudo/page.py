"""The Perudo page."""

from boardodds.dashboard.perudo import board, views
from boardodds.dashboard.perudo.events import DEFINITION
from boardodds.dashboard.perudo.sheet import PerudoSheet
from boardodds.dashboard.perudo.state import START
from boardodds.dashboard.ui.play_page import PlayPage
from boardodds.dashboard.ui.settings import whole_number
from boardodds.perudo.game import GAME
from boardodds.perudo.round_state import MIN_PLAYERS, RoundState
from boardodds.perudo.rules import MAX_DICE, MAX_PLAYERS

# Rounds of more players take long to prepare, and few ask for them.
_PREPARED_PLAYERS = 6

PAGE = PlayPage(
    title=GAME.pages[0].question,
    definition=DEFINITION,
    sheet=PerudoSheet,
    views=views.VIEWS,
    settings={**views.SETTINGS, "if_dice": whole_number(MIN_PLAYERS, MAX_PLAYERS * MAX_DICE)},
    setup=board.show_setup,
    board=board.show_round,
    starts=[
        {"round": str(RoundState((len(START.hand),) * players, START.viewer, START.hand))}
        for players in range(MIN_PLAYERS, _PREPARED_PLAYERS + 1)
    ],
    # A link must not make its tags say anything but the answer.
    unquoted=("names",),
)

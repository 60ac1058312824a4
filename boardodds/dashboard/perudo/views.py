"""The views of the Perudo page and their settings in a link."""

from collections.abc import Callable

from boardodds.dashboard.perudo.bids_view import all_bids_view
from boardodds.dashboard.perudo.bluffing import bluff_view
from boardodds.dashboard.perudo.calibration_view import LINK as CALIBRATION_LINK
from boardodds.dashboard.perudo.calibration_view import calibration_view
from boardodds.dashboard.perudo.dial_view import dial_view
from boardodds.dashboard.perudo.edits import PerudoSetup
from boardodds.dashboard.perudo.equity_view import READINGS
from boardodds.dashboard.perudo.how_view import how_view
from boardodds.dashboard.perudo.inference_view import inference_view
from boardodds.dashboard.perudo.labels import INFERENCE
from boardodds.dashboard.perudo.match_inputs import LINK as MATCHES_LINK
from boardodds.dashboard.perudo.moves_view import moves_view
from boardodds.dashboard.perudo.tournament_view import LINK as TOURNAMENT_LINK
from boardodds.dashboard.perudo.tournament_view import tournament_view
from boardodds.dashboard.perudo.what_if_view import what_if_view
from boardodds.dashboard.ui.settings import Allowed, one_of, switch
from boardodds.perudo.inference import Posterior

VIEWS: dict[str, Callable[[PerudoSetup, Posterior], None]] = {
    "What to do": moves_view,
    "All bids": all_bids_view,
    INFERENCE: inference_view,
    "What if": what_if_view,
    "The dial": dial_view,
    "Calibration": calibration_view,
    "Tournament": tournament_view,
    "Bluffing": bluff_view,
    "How": how_view,
}
LINK: Allowed = {
    "listen": switch,
    READINGS: switch,
    "values": switch,
    "whole": switch,
    **MATCHES_LINK,
    **CALIBRATION_LINK,
    **TOURNAMENT_LINK,
}
# The settings that are no part of the round.
SETTINGS: Allowed = {**LINK, "view": one_of(VIEWS)}

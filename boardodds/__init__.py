"""Odds for board games that people really play: exact where possible, simulated with confidence intervals otherwise."""

"""Odds for board games that people really play: exact where possible, with honest error bars where not."""

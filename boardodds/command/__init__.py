"""The types with which a game describes its questions on the command line."""

"""The error of a simulation whose games are lost."""


class LostGamesError(Exception):
    """A failure of workers or of a cluster before the simulation ended."""

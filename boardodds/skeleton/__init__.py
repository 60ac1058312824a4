"""The skeleton of a new game: eight files that run, to be changed one by one. ``python -m boardodds.skeleton my_game``"""

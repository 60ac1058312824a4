"""The skeleton of a new game: nine files that run, to be changed one by one. ``python -m boardodds.skeleton my_game``"""

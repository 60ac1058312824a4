"""Teaching with the games: the types of a game's entry, the registry of games, large numbers, quizzes."""

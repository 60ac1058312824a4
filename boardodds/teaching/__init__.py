"""Teaching with all games: large numbers, quizzes and worksheets."""

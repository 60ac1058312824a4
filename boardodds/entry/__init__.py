"""What a game fills in: its pages, questions, trials, published figures and its part of the command line."""

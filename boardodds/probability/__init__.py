"""Probability without games: distributions, estimates with their error, Markov chains, seeded simulation."""

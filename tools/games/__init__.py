"""The recorded matches of tests/games: which ones there are, and how each is played."""

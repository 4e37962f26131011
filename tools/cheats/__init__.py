"""A table at which Milady may cheat."""

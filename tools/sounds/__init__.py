"""The craft behind make_sounds."""

"""The Musketeers' Companion: a clerk for people who sit around a real board."""

__version__ = "0.1.0"

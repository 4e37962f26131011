"""Budgets as ratios against a peer in the same run, because machines are noisy."""

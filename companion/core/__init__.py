"""What every game box shares. Standard library only; no clock and no randomness of its own."""

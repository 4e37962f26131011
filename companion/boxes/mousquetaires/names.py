"""What things are called. Card and place names follow the printed editions; see the catalogues for the others."""

from __future__ import annotations

from collections.abc import Mapping

from companion.core.words import Line, say

MILADY = say("Milady")
MUSKETEERS = say("The musketeers")
TABLE = say("The clerk")

TRACKS: Mapping[str, Line] = {
    "time": say("Time"),
    "louvre": say("Louvre"),
    "queen": say("The Queen's honour"),
    "rochelle": say("La Rochelle"),
    "purse": say("Purse"),
    "constance": say("Constance"),
    "epic": say("Epic tokens"),
    "rochefort": say("Rochefort's life"),
}

PLACES: Mapping[str, Line] = {
    "paris": say("Paris"),
    "louvre": say("The Louvre"),
    "quest": say("The quest"),
    "rochelle": say("La Rochelle"),
    "richelieu": say("Richelieu's cabinet"),
    "house": say("Milady's house"),
}

PARIS_CARDS: Mapping[str, Line] = {
    "traffickers": say("The black marketeers"),
    "abducted": say("Constance abducted"),
    "missing": say("Constance missing"),
    "held": say("Constance held captive"),
    "duels": say("Duels"),
    "message": say("A message for the Queen"),
}

PERFIDY_CARDS: Mapping[str, Line] = {
    "reinforcements": say("Reinforcements"),
    "conscripts": say("Conscripts"),
    "imprisoned": say("Imprisoned"),
    "wound": say("Waylaid"),
    "dead_end": say("Dead end"),
    "balm": say("Balm"),
    "hurry": say("Hurry!"),
    "separated": say("Separated"),
    "plot": say("Plot against the Queen"),
}

MUSKETEER_NAMES: Mapping[str, Line] = {
    "dartagnan": say("d'Artagnan"),
    "aramis": say("Aramis"),
    "athos": say("Athos"),
    "porthos": say("Porthos"),
}

STEP_NAMES: Mapping[str, Line] = {
    "destination": say("Milady's destination"),
    "paris": say("Paris card"),
    "perfidy": say("Treachery"),
    "actions": say("The musketeers act"),
    "reveal": say("Milady reveals herself"),
    "siege": say("Siege of La Rochelle"),
    "march": say("The siege marker"),
    "time": say("Time moves on"),
    "louvre": say("The Louvre marker falls"),
    "aftermath": say("Effect of the Paris card"),
}

PHASES: tuple[tuple[str, Line], ...] = (
    ("I", say("Milady")),
    ("II", say("Musketeers")),
    ("III", say("La Rochelle")),
    ("IV", say("End of round")),
)

CHAPTERS: tuple[Line, ...] = (
    say("The inn of the Golden Lily"),
    say("Calais"),
    say("Return to Paris"),
    say("The galleries of the Louvre"),
)

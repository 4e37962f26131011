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
    "colombier": say("Vieux Colombier"),
    "bastille": say("The Bastille"),
}
# Milady has a location card for each of these.
DESTINATIONS = ("paris", "louvre", "quest", "rochelle", "richelieu", "house")

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
    "other": say("Another treachery card"),
}

MUSKETEER_NAMES: Mapping[str, Line] = {
    "dartagnan": say("d'Artagnan"),
    "aramis": say("Aramis"),
    "athos": say("Athos"),
    "porthos": say("Porthos"),
    "treville": say("Tréville"),
}

SKILLS: Mapping[str, Line] = {
    "erudition": say("Erudition"),
    "nobility": say("Nobility"),
    "gallantry": say("Gallantry"),
    "panache": say("Panache"),
}

ADVERSARIES: Mapping[str, Line] = {
    "boisrenard": say("Boisrenard"),
    "lubin": say("Lubin"),
    "henchman": say("the henchman"),
    "brisemont": say("Brisemont"),
    "cavois": say("de Cavois"),
    "jussac": say("Jussac"),
    "vitray": say("Vitray"),
    "bernajoux": say("Bernajoux"),
    "biscarat": say("Biscarat"),
    "cahusac": say("Cahusac"),
    "laffemas": say("Laffemas"),
    "twelfth": say("the twelfth adversary"),
}

# Whoever else can cross blades with a musketeer.
FOES: Mapping[str, Line] = {
    **ADVERSARIES,
    "two_dice": say("a guard with 2 dice"),
    "three_dice": say("a guard with 3 dice"),
    "four_dice": say("a guard with 4 dice"),
    "sword_shield": say("a guard: sword, shield"),
    "two_shields": say("a guard: two shields"),
    "two_swords": say("a guard: two swords"),
    "sword_two_shields": say("a guard: sword, two shields"),
    "rochefort": say("Rochefort"),
    "wardes": say("de Wardes"),
    "gaoler": say("the gaoler"),
    "nemesis": say("the Nemesis"),
    "other": say("an opponent"),
    "hidden": say("an unknown guard"),
}

TOKENS: Mapping[str, Line] = {
    **{name: FOES[name] for name in ("two_dice", "three_dice", "four_dice")},
    **{name: FOES[name] for name in ("sword_shield", "two_shields", "two_swords", "sword_two_shields")},
    "decoy": say("a decoy"),
    "trap": say("a trap"),
}

AMBUSHES: Mapping[str, Line] = {
    "beggars": say("Beggars"),
    "courtesan": say("Courtesan"),
    "nemesis": say("Nemesis"),
    "thieves": say("Thieves"),
    "assassin": say("Assassin"),
}

CHARACTERS: Mapping[str, Line] = {
    "essarts": say("Monsieur des Essarts"),
    "buckingham": say("The Duke of Buckingham"),
    "bassompierre": say("Monsieur de Bassompierre"),
    "other": say("Another character card"),
}

GOODS: Mapping[str, Line] = {
    "horse": say("Thoroughbred"),
    "pistol": say("Pistol"),
    "cuirass": say("Cuirass"),
    "toledo": say("Toledo blade"),
    "balm": say("Healing balm"),
    "improved_botte": say("Improved botte"),
    **{skill: say("Improved skill: {skill}", skill=name) for skill, name in SKILLS.items()},
}

LOUVRE_CARDS: Mapping[str, Line] = {
    "poisons": say("The affair of the poisons"),
    "debt": say("The Queen's gambling debt"),
    "chevreuse": say("The Duchess of Chevreuse"),
    "fourth": say("A Louvre mission (4)"),
    "fifth": say("A Louvre mission (5)"),
    "sixth": say("A Louvre mission (6)"),
    "seventh": say("A Louvre mission (7)"),
    "eighth": say("A Louvre mission (8)"),
}

SIEGE_CARDS: Mapping[str, Line] = {
    "single": say("a Combat card"),
    "double": say("a double Combat card"),
    "bassompierre": CHARACTERS["bassompierre"],
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

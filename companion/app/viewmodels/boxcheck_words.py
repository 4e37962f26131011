"""How sure we are of a value, in words and symbols; and the symbols that show a card at a glance."""

from __future__ import annotations

from companion.app.viewmodels.company import SKILL_ICONS
from companion.core.profile import CORRECTED
from companion.core.words import say

SURE = {
    "printed": lambda source: say("Printed: {source}", source=source),
    "reported": lambda source: say("Reported: {source}", source=source),
    "assumed": lambda source: say("Assumed: {source}", source=source),
    CORRECTED: lambda source: say("Checked: {source}", source=source),
}
ICONS = {
    "printed": "script-text-outline",
    "reported": "account-voice",
    "assumed": "help-circle-outline",
    CORRECTED: "check-decagram",
}
SOURCES = {
    "our default": say("our own guess"),
    "inferred": say("it follows from the rest"),
    "review": say("a review"),
    "player report": say("players' reports"),
    "author-side article": say("an article close to the authors"),
    "publisher's site": say("the publisher's site"),
    "German rules": say("German rules"),
    "French FAQ": say("French FAQ"),
    "your box": say("your box"),
}
# What a card shows at a glance: a symbol and a number. Zero is not worth a symbol.
SIGNS = {
    **SKILL_ICONS,
    "spaces": "stairs",
    "richelieu": "cross",
    "most": "sack",
    "goal": "skull",
    "dice": "dice-multiple",
    "count": "dice-multiple",
    "life": "heart",
    "value": "shield-sword",
    "force": "shield-sword",
    "price": "circle-multiple",
    "stock": "package-variant-closed",
    "pistoles": "sack",
    "epic": "star-four-points",
    "copies": "cards",
    "cards": "cards",
    "wounds": "heart-broken",
    "end_wounds": "heart-broken",
    "shields": "shield",
    "challenge": "target",
    "reward": "gift",
    "duels": "sword-cross",
    "seconds": "timer-sand",
}

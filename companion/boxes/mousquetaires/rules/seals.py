"""What happens when Milady's word and her seal do not agree. Nothing of this is printed: it is what a seal is for."""

from __future__ import annotations

from companion.core.prompt import Rule
from companion.core.words import say

_OURS = say("A rule of this companion, not of the printed game.")

ALL: tuple[Rule, ...] = (
    Rule(
        "seal-broken",
        say("An opening that does not fit"),
        say(
            "Milady named a place, and what she showed does not open her seal. Everybody sees what she claimed, and "
            "what was sealed as soon as that can be known. Nothing else happens: she may still show the right "
            "opening, and the table may go on without one."
        ),
        _OURS,
    ),
    Rule(
        "seal-answer",
        say("A word that the seal belies"),
        say(
            "Milady said this round that she was not there, and her seal proves that she was. The seal counts, and "
            "everybody sees it. At Richelieu's the truth would have cost her her action, so she has lost it. To let "
            "an action pass without Rochefort is no lie, unless the table plays that she has to show him."
        ),
        _OURS,
    ),
    Rule(
        "seal-late",
        say("A seal that came too late"),
        say(
            "Milady seals in phase I, before any musketeer acts. A table may let her seal later all the same, but "
            "such a seal proves nothing, because she had seen where they rode."
        ),
        _OURS,
    ),
    Rule(
        "seal-unopened",
        say("A seal that stayed closed"),
        say(
            "Milady had sealed her destination, and the table went on without its opening. Whether she was where she "
            "said nobody can check any more."
        ),
        _OURS,
    ),
)

"""Every intent of this box."""

from __future__ import annotations

from dataclasses import replace

from companion.boxes.mousquetaires.actions.advance import ADVANCE, PASSAGE
from companion.boxes.mousquetaires.actions.beggars import PAY_BEGGARS
from companion.boxes.mousquetaires.actions.challenge import CHALLENGE, MEET
from companion.boxes.mousquetaires.actions.character import CHARACTER
from companion.boxes.mousquetaires.actions.draw import DRAW
from companion.boxes.mousquetaires.actions.duel import DUEL
from companion.boxes.mousquetaires.actions.equip import EQUIP
from companion.boxes.mousquetaires.actions.escape import ESCAPE
from companion.boxes.mousquetaires.actions.exchange import EXCHANGE
from companion.boxes.mousquetaires.actions.move import MOVE
from companion.boxes.mousquetaires.actions.reinforce import REINFORCE
from companion.boxes.mousquetaires.actions.task import TASK
from companion.boxes.mousquetaires.actions.turn import RECOVER, REST, TURN
from companion.boxes.mousquetaires.ambush import AMBUSH
from companion.boxes.mousquetaires.automaton import FATE
from companion.boxes.mousquetaires.depth import DEPTH
from companion.boxes.mousquetaires.errands import LET_PASS, ROCHEFORT
from companion.boxes.mousquetaires.fights import CLASH, COMMIT, STAND, TOLEDO
from companion.boxes.mousquetaires.louvre import LOUVRE_DONE, LOUVRE_MISSION
from companion.boxes.mousquetaires.one_for_all import ONE_FOR_ALL
from companion.boxes.mousquetaires.outfit import OUTFIT
from companion.boxes.mousquetaires.paris import PARIS_CARD, PARIS_MISSION, PARIS_SOLVED
from companion.boxes.mousquetaires.perfidy import PERFIDY
from companion.boxes.mousquetaires.quest.done import CHAPTER_DONE
from companion.boxes.mousquetaires.quest.turning import GALLERY, SCOUT, TOKEN
from companion.boxes.mousquetaires.reveal import REVEAL
from companion.boxes.mousquetaires.richelieu import RICHELIEU, SEARCH
from companion.boxes.mousquetaires.rounds import NEXT
from companion.boxes.mousquetaires.sand import SAND
from companion.boxes.mousquetaires.seal import SEAL
from companion.boxes.mousquetaires.siege import MARCH, SIEGE
from companion.boxes.mousquetaires.state import State
from companion.boxes.mousquetaires.verdict import ACCEPT
from companion.core.verb import Verb

# Whose each of them is; what is in neither camp anybody at the table may do.
MILADYS = ("seal", "rochefort", "let_pass", "richelieu", "reveal", "perfidy", "paris_card")
MUSKETEERS = (
    *("turn", "rest", "recover", "draw", "move", "exchange", "character", "reinforce", "challenge", "meet", "duel"),
    *("commit", "clash", "toledo", "stand", "equip", "escape", "advance", "scout", "passage", "task", "pay_beggars"),
    *("search", "march", "one_for_all", "accept"),
)
# What only she can answer whose device keeps the opening. When a seal is opened, `shows` says so.
SECRETS = ("seal", "rochefort", "let_pass", "richelieu")


def _seated(verb: Verb[State]) -> Verb[State]:
    camp = "milady" if verb.do in MILADYS else "musketeers" if verb.do in MUSKETEERS else ""
    return replace(verb, camp=camp, secret=verb.do in SECRETS)


_VERBS: tuple[Verb[State], ...] = (
    NEXT,
    SEAL,
    FATE,
    PARIS_CARD,
    PARIS_MISSION,
    LOUVRE_MISSION,
    PERFIDY,
    TURN,
    REST,
    RECOVER,
    DRAW,
    MOVE,
    EXCHANGE,
    CHARACTER,
    REINFORCE,
    CHALLENGE,
    MEET,
    DUEL,
    COMMIT,
    CLASH,
    TOLEDO,
    STAND,
    EQUIP,
    ESCAPE,
    ADVANCE,
    TOKEN,
    SCOUT,
    GALLERY,
    PASSAGE,
    TASK,
    PAY_BEGGARS,
    AMBUSH,
    SEARCH,
    RICHELIEU,
    ROCHEFORT,
    LET_PASS,
    SAND,
    LOUVRE_DONE,
    PARIS_SOLVED,
    CHAPTER_DONE,
    REVEAL,
    SIEGE,
    MARCH,
    ONE_FOR_ALL,
    ACCEPT,
    DEPTH,
    OUTFIT,
)
VERBS = tuple(_seated(verb) for verb in _VERBS)
# What goes on with something that was begun.
ANSWERS = (
    *("rochefort", "let_pass", "richelieu", "meet", "token", "gallery", "ambush"),
    *("commit", "clash", "toledo", "stand"),
)
# What is possible at any moment.
ANY_TIME = ("one_for_all", "accept", "sand", "depth", "outfit")

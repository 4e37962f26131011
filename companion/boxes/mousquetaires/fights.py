"""What people do in a duel, and what comes of it for whoever was fought."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from companion.boxes.mousquetaires import duel
from companion.boxes.mousquetaires.ambush import remove_ambush
from companion.boxes.mousquetaires.company import hurt, name_of
from companion.boxes.mousquetaires.cunning import be_cunning, cunning_dice
from companion.boxes.mousquetaires.duel import Outcome
from companion.boxes.mousquetaires.errands import carry_out
from companion.boxes.mousquetaires.missions import beaten, settle
from companion.boxes.mousquetaires.names import FOES
from companion.boxes.mousquetaires.quest import galleries, inn, road
from companion.boxes.mousquetaires.quest.chapters import finish_chapter
from companion.boxes.mousquetaires.quest.tokens import ROAD
from companion.boxes.mousquetaires.state import FACE_DOWN, Duel, Foe, State
from companion.boxes.mousquetaires.tokens import move
from companion.core.pen import Pen
from companion.core.record import Record
from companion.core.verb import Field, Verb
from companion.core.words import Line, say


def present(pen: Pen[State]) -> Duel:
    fight = pen.state.duel
    if fight is None:
        pen.refuse(say("Nobody is fighting."), "duel")
    return fight


# --- cards ---


def epic_helps(state: State, fight: Duel) -> bool:
    """On the road back to Paris an epic token is worth a Combat card; never against Rochefort."""
    return state.chapters == ROAD and fight.target.startswith("road:") and fight.foe != "rochefort"


def _decide_commit(pen: Pen[State]) -> None:
    state, fight = pen.state, present(pen)
    cards, cunning, epic = pen.given("cards", 0), pen.given("cunning", False), pen.given("epic", 0)
    # Epic tokens may still be spent when the token on the road has been turned; cards may not.
    later = fight.waits == "dice" and fight.exchange == 0 and cards == 0 and not cunning and epic > 0
    if fight.waits != "cards" and not later:
        pen.refuse(say("Cards are played before the first throw."), "duel-cards")
    most = state.board.number("duel.most_blue")
    if not 0 <= cards <= most or not 0 <= epic <= state.epic:
        pen.refuse(say("There are not so many cards or tokens."), "duel-cards")
    if epic:
        pen.need(epic_helps(state, fight), say("Epic tokens do not help in this duel."), "road")
        move(pen, "epic", -epic, "road")
    if cunning:
        be_cunning(pen, fight.who)
    before = fight.blue if later else duel.own_dice(state, fight.who)
    extra = cards + epic + (cunning_dice(state) if cunning else 0)
    pen.write("duel.blue", min(before + extra, most), "duel-cards")
    pen.write("duel.waits", "token" if fight.foe == FACE_DOWN else "dice", "duel-cards")


# --- dice ---


def _decide_clash(pen: Pen[State]) -> None:
    fight = present(pen)
    if fight.waits != "dice":
        pen.refuse(say("The dice are not thrown now."), "duel")
    duel.throw(pen, fight, pen.given("faces"))
    thrown = present(pen)
    if duel.may_use_blade(pen.state, thrown):
        pen.write("duel.waits", "blade", "toledo")
    else:
        _judge(pen)


def _decide_blade(pen: Pen[State]) -> None:
    fight = _with_blade(pen)
    duel.use_blade(pen, fight, pen.given("die"), pen.given("face"))
    _judge(pen)


def _decide_stand(pen: Pen[State]) -> None:
    _with_blade(pen)
    _judge(pen)


def _with_blade(pen: Pen[State]) -> Duel:
    fight = present(pen)
    if fight.waits != "blade":
        pen.refuse(say("The Toledo blade is used right after a throw."), "toledo")
    return fight


def _judge(pen: Pen[State]) -> None:
    outcome = duel.judge(pen)
    if outcome:
        _tell(pen, outcome)
        _AFTER.get(outcome.duel.foe, _after_others)(pen, outcome)


def _tell(pen: Pen[State], outcome: Outcome) -> None:
    name, foe = name_of(outcome.duel.who), FOES[outcome.duel.foe]
    if outcome.foe_wounds == 0 and outcome.wounds == 0:
        pen.tell(say("{name} and {foe} part without a scratch.", name=name, foe=foe), "duel")
    else:
        pen.tell(
            say(
                "{foe} takes {hits}, {name} takes {wounds}.",
                foe=foe,
                hits=outcome.foe_wounds,
                name=name,
                wounds=outcome.wounds,
            ),
            "duel",
        )


def _foe_falls(pen: Pen[State], outcome: Outcome) -> bool:
    """A beaten foe falls, even while he wounds. One reading of the rules lets him stand if both would fall."""
    if not outcome.beaten:
        return False
    both = outcome.wounds >= pen.state.of(outcome.duel.who).life
    return not (both and pen.state.board.ruling("both_hit_adversary_stays"))


# --- what comes of it ---


def _after_rochefort(pen: Pen[State], outcome: Outcome) -> None:
    errand = pen.state.errand
    pen.write("errand", None, "rochefort")
    if outcome.foe_wounds:
        move(pen, "rochefort", -outcome.foe_wounds, "rochefort")
        pen.write("rochefort_at", "", "rochefort")
        # Milady flees home with him, but she may take no Paris card there.
        pen.write("milady_at", "house", "rochefort")
        pen.write("found", True, "rochefort")
        if pen.state.rochefort == 0:
            _rochefort_falls(pen)
    hurt(pen, outcome.duel.who, outcome.wounds, "duel")
    if outcome.foe_wounds and errand and not pen.state.of(outcome.duel.who).down:
        carry_out(pen, errand)
    elif not outcome.foe_wounds:
        pen.tell(say("The action is lost, and Rochefort stays."), "rochefort")


def _rochefort_falls(pen: Pen[State]) -> None:
    pen.tell(say("Rochefort is out of action."), "rochefort-out")
    if not pen.state.rochefort_fell:
        pen.write("rochefort_fell", True, "rochefort-out")
        pen.write(
            "one_for_all", pen.state.one_for_all + pen.state.board.number("rochefort.one_for_all"), "rochefort-out"
        )


def _after_wardes(pen: Pen[State], outcome: Outcome) -> None:
    falls = _foe_falls(pen, outcome)
    if outcome.foe_wounds and (falls or not outcome.beaten):
        pen.write("quest.wardes", max(pen.state.quest.wardes - outcome.foe_wounds, 0), "duel")
    if falls:
        finish_chapter(pen, outcome.duel.who)
    hurt(pen, outcome.duel.who, outcome.wounds, "duel")


def _after_gaoler(pen: Pen[State], outcome: Outcome) -> None:
    """Out, whatever came of the fight; unless the table plays that it must be won."""
    who = outcome.duel.who
    free = outcome.beaten or not pen.state.board.ruling("bastille_fight_must_be_won")
    if free:
        pen.write(f"company.{who}.place", "colombier", "bastille")
        pen.tell(say("{name} is out of the Bastille: Vieux Colombier.", name=name_of(who)), "bastille")
    hurt(pen, who, outcome.wounds, "duel", "escape")


def _after_nemesis(pen: Pen[State], outcome: Outcome) -> None:
    if _foe_falls(pen, outcome):
        remove_ambush(pen, outcome.duel.place, "ambush-nemesis")
        settle(pen, outcome.duel.place)
    hurt(pen, outcome.duel.who, outcome.wounds, "duel")


def _after_other(pen: Pen[State], outcome: Outcome) -> None:
    place = outcome.duel.place
    if _foe_falls(pen, outcome) and place in ("paris", "louvre"):
        left = pen.state.mission(place).duels
        pen.write(f"{place}_mission.duels", max(left - 1, 0), "duel")
        settle(pen, place)
    hurt(pen, outcome.duel.who, outcome.wounds, "duel")


def _after_others(pen: Pen[State], outcome: Outcome) -> None:
    fight = outcome.duel
    if fight.target:
        _after_token(pen, outcome)
    else:
        _after_adversary(pen, outcome)
    hurt(pen, fight.who, outcome.wounds, "duel")


def _after_token(pen: Pen[State], outcome: Outcome) -> None:
    if not _foe_falls(pen, outcome):
        return
    where, _, at = outcome.duel.target.partition(":")
    {"inn": inn.won, "road": road.won, "room": galleries.won}[where](pen, outcome.duel.who, int(at))


def _after_adversary(pen: Pen[State], outcome: Outcome) -> None:
    place, foes = outcome.duel.place, pen.state.mission(outcome.duel.place).foes
    falls = _foe_falls(pen, outcome)
    if falls:
        left = tuple(foe for foe in foes if foe.id != outcome.duel.foe)
    elif outcome.beaten:
        left = foes
    else:
        left = tuple(Foe(foe.id, foe.life - outcome.foe_wounds) if foe.id == outcome.duel.foe else foe for foe in foes)
    pen.write(f"{place}_mission.foes", left, "duel")
    if falls:
        beaten(pen, outcome.duel.foe)
        settle(pen, place)


_AFTER: Mapping[str, Callable[[Pen[State], Outcome], None]] = {
    "rochefort": _after_rochefort,
    "wardes": _after_wardes,
    "gaoler": _after_gaoler,
    "nemesis": _after_nemesis,
    "other": _after_other,
}


def _label_commit(record: Record) -> Line:
    for change in record.result.get("changes", ()):
        if change["what"] == "duel.blue":
            return say("Duel with {n} blue dice", n=change["to"])
    return say("Duel")


def _label_clash(record: Record) -> Line:
    for tell in record.result.get("tells", ()):
        if tell["why"] == "duel":  # it was decided
            return Line.from_plain({name: part for name, part in tell.items() if name != "why"})
    return say("Blades cross: {dice}", dice=record.result["rolls"][0]["dice"])


def _label_blade(record: Record) -> Line:
    return say("The Toledo blade")


def _label_stand(record: Record) -> Line:
    return say("The throw stands")


COMMIT: Verb[State] = Verb(
    "commit",
    say("How many cards the musketeer plays in his duel."),
    _decide_commit,
    _label_commit,
    (
        Field("cards", "number", say("dice from Combat cards; a double card gives two"), needed=False),
        Field("cunning", "flag", say("Aramis: any one card as a die"), needed=False),
        Field("epic", "number", say("epic tokens as Combat cards, on the road to Paris"), needed=False),
    ),
)
CLASH: Verb[State] = Verb(
    "clash",
    say("Throw the dice of the duel, or write down what the real ones show."),
    _decide_clash,
    _label_clash,
    (Field("faces", "texts", say("what the real dice show, blue ones first"), needed=False),),
)
TOLEDO: Verb[State] = Verb(
    "toledo",
    say("Throw one blue die again with the Toledo blade."),
    _decide_blade,
    _label_blade,
    (
        Field("die", "number", say("which blue die, counted from 0")),
        Field("face", "text", say("what the real die shows"), needed=False),
    ),
)
STAND: Verb[State] = Verb("stand", say("Leave the throw as it is."), _decide_stand, _label_stand)

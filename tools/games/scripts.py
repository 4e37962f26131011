"""Matches that chance would hardly ever play, written down tap by tap."""

from __future__ import annotations

from tools.games.recorder import Recorder


def second_thoughts(table: Recorder) -> None:
    """An evening of people who change their minds: every way of taking back, correcting and overruling."""
    do = table.do
    do("note", text="Chez Tréville, vingt heures")
    do("next")
    do("next")
    do("perfidy", how="draw")
    do("correct", what="purse", to=1, reason="Athos a payé")
    do("undo")
    do("redo")
    again = do("roll", dice="2b 1r")
    do("roll", dice="2b 1r", of=again.seq, keep=[0])
    do("roll", dice="1b", faces=["lily"])
    do("louvre_done")
    do("undo")
    do("next")
    do("reveal", place="richelieu", found=True)
    do("siege", blue=2, faces=["sword", "shield", "sword"])
    marched = do("march", sacrifices=1)
    for _ in range(3):
        do("next")
    do("next")
    do("back_to", seq=marched.seq)
    do("redo")
    do("back_to", seq=marched.seq)
    for _ in range(5):
        do("next")
    do("perfidy", how="draw")
    do("paris_card", anyway=True, card="missing")
    do("next")
    do("reveal", place="richelieu", fill=True)
    do("siege")
    do("march")
    do("correct", what="time", to=11, reason="the board says so")
    do("next")
    do("one_for_all", use="time")
    for _ in range(3):
        do("next")
    do("correct", what="one_for_all", to=1)
    do("correct", what="queen", to=8)
    do("one_for_all", use="queen")
    for _ in range(3):
        do("undo")
    do("chapter_done", anyway=True)
    do("correct", what="time", to=5)
    do("next")


def deadly_quest(table: Recorder) -> None:
    """All of them fall on the quest, one after the other, and none may go back."""
    do = table.do
    do("next")
    do("next")
    do("perfidy", how="draw")
    for path, who in enumerate(table.state.musketeers, start=1):
        do("turn", who=who)
        do("move", to="quest")
        while not table.match.verdict() and table.state.of(who).turn == "acting":
            do("advance", path=path)
            if table.state.errand and table.state.errand.waits == "rochefort":
                do("let_pass")
            if table.state.errand:
                do("token", kind="four_dice" if path < 3 else "three_dice")
            do("commit", cards=0)
            red = ["sword"] * (table.state.duel.red if table.state.duel else 0)
            do("clash", faces=["shield", "lily", "lily", *red])


def accepted_defeat(table: Recorder) -> None:
    """They hold the card that would save the Queen, and let her fall."""
    do = table.do
    do("next")
    do("next")
    do("perfidy", how="play", card="plot")
    do("correct", what="queen", to=7)
    do("next")
    do("reveal", place="house")
    do("siege", blue=1)
    do("march", sacrifices=0)
    do("next")
    do("correct", what="louvre", to=2)
    do("next")
    do("accept")


def overruled(table: Recorder) -> None:
    """A table that plays as it likes: the clerk says no, they insist, and the log remembers."""
    do = table.do
    do("seal", seal="0" * 64)
    do("next")
    do("next")
    do("perfidy", how="draw")
    do("seal", anyway=True, seal="1" * 64)
    do("turn", who="athos")
    do("reinforce", anyway=True, who="athos")
    do("turn", anyway=True, who="aramis")
    do("reinforce", card="double")
    do("pay_beggars" if table.state.paris_mission.ambush == "beggars" else "draw")
    do("rest")
    do("next", anyway=True)
    do("reveal", anyway=True, place="rochelle", card="single")
    do("siege", blue=6)
    do("next", anyway=True)

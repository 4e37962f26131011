"""Everything a Milady can try, and what is expected to be seen of it.

A trick plays one round and says which foul it must have left behind; "refused" where it must not have come that far,
and nothing where the round did not give it an opportunity and was played honestly after all.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from tools.cheats.evening import Evening

REFUSED = "refused"


def _shown_false(table: Evening, place: str, nonce: str) -> str:
    """A false opening at the reveal; then the true one, or the table goes on without."""
    table.finish()
    if table.seen():
        return ""
    if table.state.barred:  # out of action since this morning, so some places are refused before they are opened
        return ""
    if not table.do("reveal", place=place, nonce=nonce):
        return REFUSED
    if table.do("reveal", place=place, nonce=nonce):
        raise AssertionError("the same false opening was taken twice")
    if table.random.random() < 0.5:
        table.must("reveal", anyway=True, place=place, nonce=nonce)
    return "broken"


def changed_place(table: Evening) -> str:
    table.begin()
    table.ride()
    assert table.opening
    return _shown_false(table, table.somewhere(table.opening.choice), table.opening.nonce_hex)


def changed_nonce(table: Evening) -> str:
    table.begin()
    table.ride()
    assert table.opening
    return _shown_false(table, table.opening.choice, table.odd_nonce())


def opening_of_another_round(table: Evening) -> str:
    table.begin()
    table.ride()
    if not table.spent:
        return ""
    old = table.random.choice(table.spent)
    return _shown_false(table, old.choice, old.nonce_hex)


def seal_of_another_match(table: Evening) -> str:
    table.begin()
    foreign, opening = table.secret(table.somewhere(), match="another match")
    table.must("correct", what="step", to="destination")
    table.must("seal", seal=foreign)
    table.opening = None
    table.put(step="actions")
    # Nobody can answer for her now: her own device does not hold what opens this seal.
    table.ride(0)
    return _shown_false(table, opening.choice, opening.nonce_hex)


def late_seal(table: Evening) -> str:
    """Instead of an earlier one, or where none lay."""
    if table.random.random() < 0.7:
        table.begin()
    else:
        table.begin_unsealed()
    table.ride()
    if table.random.random() < 0.5:
        table.finish()
    if table.state.errand or table.state.duel or table.seen():
        return ""
    if table.state.step not in ("actions", "reveal"):
        return ""
    place = table.somewhere()
    if table.seal(place):
        raise AssertionError("a late seal was taken without a word")
    if not table.seal(place, anyway=True):
        raise AssertionError("the table could not insist on a late seal")
    table.ride()
    return "late"


def late_seal_with_the_step_set_by_hand(table: Evening) -> str:
    """Back to phase I by hand, as if nobody had ridden."""
    table.begin()
    table.ride()
    if not table.somebody_tries_the_louvre():
        return ""
    table.answer()
    for _ in range(100):
        if not (table.state.errand or table.state.duel):
            break
        table.ride(1)
    if table.state.errand or table.state.duel or table.seen() or table.state.step != "actions":
        return ""
    turns = [(one.turn, one.place) for one in table.state.company]
    if not any(turn == "acting" or (turn == "done" and place != "colombier") for turn, place in turns):
        return ""
    table.put(step=table.random.choice(["destination", "paris", "perfidy"]))
    if not table.seal(table.somewhere()):
        raise AssertionError("a seal in phase I was refused")
    table.put(step="actions")
    return "late"


def not_at_richelieus(table: Evening) -> str:
    """She is there and says that she is not; in the end she has to show something."""
    table.begin("richelieu")
    table.ride()
    if table.seen() or not table.somebody_enters_richelieus():
        return ""
    table.must("richelieu", found=False)
    table.ride()
    table.finish()
    if table.seen():
        return "answer"  # the second who looked found her
    assert table.opening
    if table.random.random() < 0.3:
        return _shown_false(table, table.somewhere("richelieu"), table.opening.nonce_hex)
    if table.do("reveal", place="richelieu"):
        raise AssertionError("she was believed without an opening")
    if table.random.random() < 0.3:
        table.must("reveal", anyway=True, place=table.somewhere(*_barred(table)))
        return "unopened"
    hand = table.state.perfidy
    table.must("reveal", place="richelieu", nonce=table.opening.nonce_hex, fill=True)
    if table.state.perfidy != hand:
        raise AssertionError("she has acted although she was there and had denied it")
    return "answer"


def took_her_word_back(table: Evening) -> str:
    """She said that she was not there, and has everything undone until nobody has asked."""
    table.begin("richelieu")
    table.ride()
    if table.seen() or not table.somebody_enters_richelieus():
        return ""
    table.must("richelieu", found=False)
    table.must("undo")
    table.must("undo")
    table.finish()
    return "" if table.seen() else "answer"


def rochefort_where_she_is_not(table: Evening) -> str:
    table.begin(table.somewhere("louvre"))
    table.ride()
    assert table.opening
    if table.seen() or not table.somebody_tries_the_louvre():
        return ""
    seen = _claim(table, "rochefort", table.opening.nonce_hex)
    table.answer()
    return seen


def found_where_she_is_not(table: Evening) -> str:
    """It would spare a friend the Bastille."""
    table.begin(table.somewhere("richelieu"))
    table.ride()
    assert table.opening
    if table.seen() or not table.somebody_enters_richelieus():
        return ""
    seen = _claim(table, "richelieu", table.opening.nonce_hex, found=True)
    table.answer()
    return seen


def _claim(table: Evening, do: str, nonce: str, **fields: bool) -> str:
    """Without an opening, with one that does not fit, or with the table's blessing."""
    how = table.random.randrange(4)
    if how == 0:
        return "" if table.do(do, **fields) else REFUSED
    if how == 1:
        table.must(do, anyway=True, **fields)
        return "unopened"
    table.must(do, nonce=nonce if how == 2 else table.odd_nonce(), **fields)
    return "broken"


def silent_where_he_must_appear(table: Evening) -> str:
    table.begin("louvre")
    table.ride()
    if not table.must_appear or table.seen() or not table.somebody_tries_the_louvre():
        return ""
    table.must("let_pass")
    table.finish()
    assert table.opening
    if not table.seen():
        table.must("reveal", place="louvre", nonce=table.opening.nonce_hex)
    return "answer"


def told_too_early(table: Evening) -> str:
    """What opens the seal, with a word that must not carry it."""
    table.begin(table.somewhere("richelieu"))
    assert table.opening
    if not table.somebody_enters_richelieus():
        return ""
    if table.do("richelieu", found=False, nonce=table.opening.nonce_hex):
        raise AssertionError("the nonce was written down beside a no")
    table.answer()
    return REFUSED


def whispered(table: Evening) -> str:
    """In a note, which says what people like; only the audit reads it."""
    table.begin()
    table.ride()
    assert table.opening
    if table.seen():
        return ""
    table.must("note", text=f"between us: {table.opening.nonce_hex}")
    return "leaked"


def never_opened(table: Evening) -> str:
    table.begin()
    table.ride()
    table.finish()
    if table.seen():
        return ""
    if table.random.random() < 0.5:
        table.must("next", anyway=True)
    else:
        table.must("reveal", anyway=True, place=table.somewhere(*_barred(table)))
    return "unopened"


def _barred(table: Evening) -> tuple[str, ...]:
    return ("paris", "louvre", "quest") if table.state.barred else ()


Trick = Callable[[Evening], str]

# Of these no state can hold a trace: a note says what people like, and what was undone is as if it had not been.
AUDIT_ONLY = ("whispered", "took her word back")

TRICKS: Mapping[str, Trick] = {
    trick.__name__.replace("_", " "): trick
    for trick in (
        changed_place,
        changed_nonce,
        opening_of_another_round,
        seal_of_another_match,
        late_seal,
        late_seal_with_the_step_set_by_hand,
        not_at_richelieus,
        took_her_word_back,
        rochefort_where_she_is_not,
        found_where_she_is_not,
        silent_where_he_must_appear,
        told_too_early,
        whispered,
        never_opened,
    )
}

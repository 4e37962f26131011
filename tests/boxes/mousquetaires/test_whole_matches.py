"""Whatever people do: the records tell the same match again, taking back takes everything back, and no secret is out
before its time."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from companion.boxes.mousquetaires import BOX
from companion.boxes.mousquetaires.names import DESTINATIONS
from companion.boxes.mousquetaires.state import State
from companion.core.dice import SeededChance
from companion.core.fate import MemoryVault
from companion.core.match import Match
from companion.core.record import Header, Intent, Record, canonical, parse
from companion.core.sealed import Opening, seal
from companion.simulate.players import RandomPlayer

CAMPS = ("milady", "musketeers", "table")
people = st.one_of(
    st.fixed_dictionaries({"players": st.integers(2, 6)}),
    st.fixed_dictionaries({"players": st.integers(1, 4), "milady": st.just(False)}),
)
variants = st.fixed_dictionaries(
    {"depth": st.just("clerk")},
    optional={"head_start": st.just(True), "deadly_quest": st.just(True), "brave_athos": st.just(True)},
)
seeds = st.integers(0, 10_000)


def begin(options: dict[str, Any], seed: int, name: str = "m") -> tuple[Match[State], MemoryVault]:
    vault = MemoryVault()
    header = Header(name, BOX.name, options, {})
    return Match(BOX, header, chance=SeededChance(seed), vault=vault), vault


def taps(match: Match[State], seed: int, most: int) -> Iterator[Intent]:
    """Anything that is offered, as long as something is."""
    player = RandomPlayer(SeededChance(f"{seed} player"), CAMPS)
    for _ in range(most):
        prompts = match.prompts()
        if not prompts:
            return
        intent = player.answer(match, prompts[0])
        assert intent is not None
        yield intent


def shown(match: Match[State]) -> str:
    """Everything that leaves the match: the views, the file, the prompts and the log."""
    views = [match.view(seat) for seat in ("table", "milady", "athos")]
    prompts = [prompt.read() for prompt in match.prompts()]
    log = [[line.seq, line.do, line.label.read(), line.undone, line.ruling] for line in match.log()]
    records = [record.plain() for record in match.records]
    return canonical([match.header.plain(), views, prompts, log, records])


# the same match again


@settings(max_examples=15)
@given(people, variants, seeds)
def test_the_records_tell_the_same_match_again(people: dict[str, Any], more: dict[str, Any], seed: int) -> None:
    match, _ = begin({**people, **more}, seed)
    for intent in taps(match, seed, 150):
        match.act(intent)
    lines = [record.line() for record in match.records]
    again = Match.replay(BOX, match.header, [Record.from_plain(parse(line)) for line in lines])
    assert again.state == match.state
    assert shown(again) == shown(match)
    assert (again.undo_label(), again.redo_label()) == (match.undo_label(), match.redo_label())


# taking back


@settings(max_examples=15)
@given(people, variants, seeds, st.data())
def test_what_is_taken_back_and_brought_back_is_as_it_was(
    people: dict[str, Any], more: dict[str, Any], seed: int, data: st.DataObject
) -> None:
    match, _ = begin({**people, **more}, seed)
    states = [match.state]
    for intent in taps(match, seed, 60):
        if isinstance(match.act(intent), Record):
            states.append(match.state)
    steps = data.draw(st.integers(0, len(states) - 1))
    for before in reversed(states[-1 - steps : -1]):
        assert isinstance(match.act(Intent("undo", {})), Record)
        assert match.state == before
    for after in states[len(states) - steps :]:
        assert isinstance(match.act(Intent("redo", {})), Record)
        assert match.state == after
    assert match.redo_label() is None
    back = data.draw(st.integers(0, len(states) - 1))
    if back < len(states) - 1:
        assert isinstance(match.act(Intent("back_to", {"seq": back})), Record)
        assert match.state == states[back]
    assert Match.replay(BOX, match.header, match.records).state == match.state


# secrets


def _under_seal(seed: int, options: dict[str, Any], place: str) -> Iterator[tuple[Match[State], str]]:
    """Milady seals where she goes, and everybody plays until she is about to be seen; her nonce goes along."""
    match, _ = begin(options, seed)
    nonce = bytes(SeededChance(f"{seed} nonce").below(256) for _ in range(32))
    match.act(Intent("seal", {"seal": seal("m", 1, place, nonce)}))
    for intent in taps(match, seed, 80):
        if intent.do in ("reveal", "rochefort") or intent.fields.get("found") is True:
            return
        match.act(intent)
        yield match, nonce.hex()


@settings(max_examples=15)
@given(seeds, st.integers(2, 6), st.sampled_from(DESTINATIONS), st.sampled_from(DESTINATIONS))
def test_nothing_that_is_shown_depends_on_where_milady_went(seed: int, players: int, place: str, other: str) -> None:
    """Two tables with the same taps, and Milady in another place: but for the seals nobody can tell them apart."""
    options = {"players": players, "depth": "clerk"}
    tables = zip(_under_seal(seed, options, place), _under_seal(seed, options, other), strict=True)
    for (here, nonce), (there, _) in tables:
        seen = shown(here)
        assert nonce not in seen
        assert _without_hashes(seen) == _without_hashes(shown(there))


def _without_hashes(text: str) -> str:
    """Seals and the hashes over them are as good as random to everybody without the nonce."""
    return re.sub(r"[0-9a-f]{64}", "#", text)


def _secrets(openings: list[Opening]) -> list[str]:
    return [text for opening in openings for text in (opening.choice, opening.nonce_hex)]


class Watched(MemoryVault):
    def __init__(self) -> None:
        super().__init__()
        self.kept: list[Opening] = []

    def keep(self, opening: Opening) -> None:
        super().keep(opening)
        if opening.choice:  # an empty one only says that everybody has seen the one before
            self.kept.append(opening)


@settings(max_examples=12)
@given(seeds, st.integers(1, 4))
def test_a_fate_is_out_only_when_the_table_is_told_and_then_proves_itself(seed: int, players: int) -> None:
    vault = Watched()
    header = Header("m", BOX.name, {"players": players, "milady": False, "depth": "clerk"}, {})
    match: Match[State] = Match(BOX, header, chance=SeededChance(seed), vault=vault)
    for intent in taps(match, seed, 90):
        record = match.act(intent)
        if not isinstance(record, Record):
            continue
        told = canonical(record.result.get("tells", ()))
        vault.kept = [opening for opening in vault.kept if f'"seed":"{opening.choice}"' not in told]
        text = record.line() + canonical(match.view()) + canonical([prompt.read() for prompt in match.prompts()])
        assert [secret for secret in _secrets(vault.kept) if secret in text] == []
        # Whatever is under seal, its seal lies there for all to see.
        assert len(vault.kept) == bool(match.state.sealed)
    assert [secret for secret in _secrets(vault.kept) if secret in shown(match)] == []
    assert all(BOX.audit("m", match.records).values())

"""Two devices find out that both know the code."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from companion.link.code import SALT_BYTES, stretch
from companion.link.frames import BadFrame
from companion.link.handshake import BadKnock, Hello, Knock, WrongCode, admit, check_welcome, greet, knock

CODE, SALT = "ABCDEFGH", bytes(range(SALT_BYTES))
KEY = stretch(CODE, SALT)


def _meet(code: str = CODE, role: str = "milady") -> tuple[Hello, Knock, Any]:
    hello = Hello.from_plain(greet(SALT).plain())
    answer, session = knock(hello, code, "tablet-1", "Milady's tablet", role)
    return hello, Knock.from_plain(answer.plain()), session


def test_with_the_same_code_both_can_talk() -> None:
    hello, answer, guest = _meet()
    host = admit(hello, answer, KEY)
    check_welcome(guest, host.welcome.hex())
    assert host.back.open(guest.out.sign({"do": "seal"})) == {"do": "seal"}
    assert guest.back.open(host.out.sign({"seq": 1})) == {"seq": 1}
    with pytest.raises(BadFrame):
        host.back.open(host.out.sign({"seq": 2}))  # its own words, sent back to it


def test_with_another_code_nobody_comes_in() -> None:
    hello, answer, _ = _meet("ABCDEFGJ")
    with pytest.raises(WrongCode):
        admit(hello, answer, KEY)


def test_a_host_that_does_not_know_the_code_is_found_out() -> None:
    _, _, guest = _meet()
    for proof in ("", "00" * 32, guest.welcome.hex()[:-1], None, 7):
        with pytest.raises(WrongCode):
            check_welcome(guest, proof)


@pytest.mark.parametrize(
    "change", [{"role": "onlooker"}, {"name": "Somebody"}, {"device": "other"}, {"nonce": bytes(16)}]
)
def test_nothing_of_the_greeting_can_be_changed_on_the_way(change: dict[str, Any]) -> None:
    hello, answer, _ = _meet()
    with pytest.raises(WrongCode):
        admit(hello, replace(answer, **change), KEY)


def test_an_overheard_greeting_opens_nothing_later() -> None:
    _, answer, _ = _meet()
    with pytest.raises(WrongCode):
        admit(greet(SALT), answer, KEY)


def test_names_and_roles_cannot_run_into_each_other() -> None:
    hello = greet(SALT)
    one, _ = knock(hello, CODE, "ab", "c", "milady", random=bytes)
    other, _ = knock(hello, CODE, "a", "bc", "milady", random=bytes)
    assert one.proof != other.proof


@pytest.mark.parametrize(
    "form",
    [
        {},
        {"role": "cardinal"},
        {"name": ""},
        {"name": "x" * 41},
        {"name": "\ud800"},
        {"device": 3},
        {"nonce": "zz"},
        {"nonce": "00"},
        {"proof": None},
    ],
)
def test_a_knock_is_looked_at_before_it_is_believed(form: dict[str, Any]) -> None:
    _, answer, _ = _meet()
    with pytest.raises(BadKnock):
        Knock.from_plain({**answer.plain(), **form} if form else {})


@pytest.mark.parametrize("form", [{}, {"hello": 2}, {"hello": 1, "salt": "00", "nonce": "00"}, {"hello": True}])
def test_so_is_a_hello(form: dict[str, Any]) -> None:
    with pytest.raises(BadKnock):
        Hello.from_plain(form)


def test_proofs_are_not_in_a_stack_trace() -> None:
    hello, answer, guest = _meet()
    assert answer.proof.hex() not in repr(answer)
    assert repr(guest.welcome) not in repr(guest)
    assert repr(guest.out.key) not in repr((hello, answer, guest))

from __future__ import annotations

import pytest

from companion.boxes.mousquetaires.fencing import Steel, cross, succeeds

BARE = Steel()
LILIES = Steel((("lily", "lily", "lily"),))
THRUST = Steel((("sword", "sword", "shield"),))


def faces(text: str) -> tuple[str, ...]:
    return tuple({"s": "sword", "h": "shield", "l": "lily"}[letter] for letter in text)


def wounds(
    blue: str, red: str, mine: Steel = BARE, his: Steel = BARE, both_bottes_wound: bool = True
) -> tuple[int, int]:
    found = cross(faces(blue), faces(red), mine, his, both_bottes_wound)
    assert found.blood == ((found.foe_wounds, found.wounds) != (0, 0))
    return found.foe_wounds, found.wounds


# the worked examples of the rules


@pytest.mark.parametrize("brisemont", ["sss", "ssh", "hhh"])
def test_aramis_beats_brisemont_with_his_botte_whatever_brisemont_throws(brisemont: str) -> None:
    found = cross(faces("lllsh"), faces(brisemont), LILIES, BARE)
    assert (found.foe_wounds, found.wounds, found.blue_botte, found.red_botte) == (1, 0, True, False)


def test_athos_and_the_henchman_draw_twice_and_then_athos_throws_alone() -> None:
    assert wounds("hsl", "sh") == (0, 0)
    assert wounds("sl", "h") == (0, 0)
    assert wounds("s", "") == (1, 0)
    assert wounds("h", "") == wounds("l", "") == (0, 0)


def test_dartagnan_and_cavois_draw_with_five_dice_against_four() -> None:
    assert wounds("sshhh", "sshh") == (0, 0)


def test_dartagnan_and_cavois_wound_each_other_when_they_throw_again() -> None:
    assert wounds("sshl", "ssh") == (1, 1)


# swords and shields


def test_every_sword_that_meets_no_shield_wounds() -> None:
    assert wounds("ssss", "hss") == (3, 2)
    assert wounds("hh", "sss") == (0, 1)
    assert wounds("sll", "shh") == (0, 1)


def test_shields_to_spare_do_nothing() -> None:
    assert wounds("hhhh", "s") == wounds("s", "hhhh") == (0, 0)


def test_lilies_do_nothing_by_themselves() -> None:
    assert wounds("lllll", "h") == (0, 0)


# bottes


def test_the_foes_botte_wounds_once_and_lets_nothing_through() -> None:
    assert wounds("ssss", "ssh", his=THRUST) == (0, 1)


def test_both_bottes_are_one_wound_each() -> None:
    assert wounds("llls", "sssh", LILIES, THRUST) == (1, 1)


def test_both_bottes_may_do_nothing_by_house_rule() -> None:
    found = cross(faces("llls"), faces("sssh"), LILIES, THRUST, False)
    assert (found.foe_wounds, found.wounds, found.blue_botte, found.red_botte) == (0, 0, True, True)
    assert not found.blood


def test_dartagnan_with_two_bottes_may_use_either() -> None:
    either = Steel((("lily", "lily", "lily"), ("sword", "sword", "shield")))
    assert wounds("lllhh", "sss", either) == (1, 0)
    assert wounds("ssh", "sss", either) == (1, 0)
    assert wounds("llh", "ss", either) == (0, 1)


def test_a_botte_needs_every_face_as_often_as_it_is_named() -> None:
    assert not succeeds(faces("llsh"), LILIES)
    assert not succeeds(faces("sssl"), THRUST)
    assert succeeds(faces("lhsls"), THRUST)


def test_no_botte_is_not_one_that_always_succeeds() -> None:
    assert not succeeds(faces("sss"), BARE)
    assert not succeeds(faces("sss"), Steel(((),)))


# the arsenal


def test_a_pistol_is_a_sword_more() -> None:
    assert wounds("h", "h", Steel(swords=1)) == (0, 0)
    assert wounds("l", "s", Steel(swords=1)) == (1, 1)
    assert wounds("s", "h", Steel(swords=1)) == (1, 0)


def test_a_pistol_completes_no_botte_unless_the_house_says_so() -> None:
    pistol = Steel(THRUST.bottes, swords=1)
    assert wounds("sh", "hhss", pistol) == (0, 1)
    house = Steel(THRUST.bottes, swords=1, swords_in_botte=True)
    assert wounds("sh", "hhss", house) == (1, 0)


def test_a_cuirass_is_a_shield_more() -> None:
    assert wounds("ll", "ss", Steel(shields=1)) == (0, 1)
    assert wounds("l", "s", Steel(shields=1)) == (0, 0)


def test_a_cuirass_completes_no_botte_unless_the_house_says_so() -> None:
    assert wounds("ss", "hhs", Steel(THRUST.bottes, shields=1)) == (0, 0)
    assert wounds("ss", "hhs", Steel(THRUST.bottes, shields=1, shields_in_botte=True)) == (1, 0)


def test_a_cuirass_does_not_stop_a_botte() -> None:
    assert wounds("h", "ssh", Steel(shields=1), THRUST) == (0, 1)


def test_vitrays_cuirass_stops_a_sword_but_no_botte() -> None:
    vitray = Steel(shields=1)
    assert wounds("ss", "h", his=vitray) == (0, 0)
    assert wounds("sss", "h", his=vitray) == (1, 0)
    assert wounds("lll", "hhh", LILIES, vitray) == (1, 0)


def test_a_side_without_dice_still_has_its_cuirass() -> None:
    assert wounds("", "ss", Steel(shields=1)) == (0, 1)
    assert wounds("s", "", his=Steel(shields=1)) == (0, 0)

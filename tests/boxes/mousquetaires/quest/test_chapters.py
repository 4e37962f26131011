from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest

from companion.boxes.mousquetaires.names import CHAPTERS
from tests.boxes.mousquetaires.scenes import (
    GALLERIES,
    INN,
    ROAD,
    clash,
    declare,
    hearts,
    in_the_gallery,
    on_the_quest,
    said,
    waiting,
)

if TYPE_CHECKING:
    from tests.boxes.mousquetaires.conftest import Evening

Start = Callable[..., "Evening"]


def last_ambusher(evening: Start, who: str = "athos") -> Evening:
    """Two of the three on the road are gone."""
    table = on_the_quest(evening, who, ROAD)
    for _ in range(2):
        declare(table, "advance", who=who)
        table.do("commit")
        table.do("token", kind="two_dice")
        clash(table, "lily lily lily", "sword sword")
    return table


def test_the_finisher_draws_two_cards_and_the_next_board_is_laid_out(evening: Start) -> None:
    table = last_ambusher(evening)
    table.do("advance", who="athos")
    table.do("commit")
    table.do("token", kind="two_dice")
    record = clash(table, "lily lily lily", "sword sword")
    assert said(record)[1:] == [
        "Athos draws 2 adventure cards.",
        f"Lay out the next chapter: {CHAPTERS[GALLERIES].read()}.",
    ]
    assert table.state.chapters == GALLERIES


def test_whoever_finishes_with_his_last_heart_draws_his_cards_all_the_same(evening: Start) -> None:
    table = last_ambusher(evening).at("actions", **{"athos.life": 1})
    table.do("advance", who="athos")
    table.do("commit")
    record = table.do("token", kind="trap")
    assert "Athos draws 2 adventure cards." in said(record)
    assert (table.state.chapters, hearts(table, "athos"), table.state.of("athos").down) == (GALLERIES, 0, True)


def test_epic_tokens_are_kept_for_the_chapters_to_come(evening: Start) -> None:
    table = on_the_quest(evening, "athos", INN).at("actions", epic=5)
    table.do("chapter_done")
    assert table.state.epic == 5


def test_everybody_on_the_quest_goes_on_to_the_next_board_at_once(evening: Start) -> None:
    table = on_the_quest(evening, "athos", INN).at("actions", **{"aramis.place": "quest"})
    table.do("advance", who="athos", path=2)
    table.do("token", kind="decoy")
    table.do("chapter_done")
    for who in ("athos", "aramis"):
        assert (table.state.of(who).place, table.state.of(who).path) == ("quest", 0)


def test_the_clerk_asks_for_the_first_gallery_at_once(evening: Start) -> None:
    table = on_the_quest(evening, "athos", ROAD)
    table.do("chapter_done")
    assert (waiting(table).waits, table.prompt.id) == ("gallery", "gallery")


def test_the_sand_stands_still_while_a_chapter_is_laid_out(evening: Start) -> None:
    table = on_the_quest(evening, "athos", INN).at("perfidy")
    table.do("perfidy", how="play", card="hurry")
    table.do("chapter_done")
    assert table.state.sand.holds == ("chapter",)
    table.do("sand", how="go_on")
    assert not table.state.sand.holds


def test_beyond_the_fourth_gallery_nothing_is_laid_out(evening: Start) -> None:
    table = in_the_gallery(evening, "athos", "trap", "two_dice").at("actions", epic=7)
    for skill in ("erudition", "nobility"):
        table.do("passage", who="athos")
        table.do("gallery", skill=skill)
        table.do("token", kind="three_dice")
        table.do("token", kind="two_dice")
    table.at("actions", epic=6, **{"athos.actions": 3}).do("passage", who="athos")
    table.do("gallery", skill="gallantry")
    table.do("token", kind="sword_shield")
    table.do("token", kind="sword_shield")
    record = table.do("passage", who="athos")
    assert (table.cause, table.state.chapters, said(record)) == ("diamonds", 4, [])


# deadly quest


@pytest.mark.parametrize(("deadly", "banned"), [(False, False), (True, True)])
def test_whoever_falls_on_the_quest_is_barred_from_it_only_in_that_variant(
    evening: Start, deadly: bool, banned: bool
) -> None:
    table = on_the_quest(evening, "athos", INN, deadly_quest=deadly).at("actions", **{"athos.life": 1})
    table.do("advance", who="athos", path=1)
    table.do("token", kind="trap")
    athos = table.state.of("athos")
    assert (athos.down, athos.place, athos.banned) == (True, "colombier", banned)


def test_who_falls_elsewhere_is_not_barred(evening: Start) -> None:
    table = evening(depth="clerk", deadly_quest=True).at("actions", **{"athos.place": "louvre", "athos.life": 1})
    table.do("louvre_mission", skill="panache", value=7, foes=["lubin"])
    table.do("duel", who="athos", foe="lubin")
    table.do("commit")
    clash(table, "lily lily shield", "sword sword")
    assert (table.state.of("athos").down, table.state.of("athos").banned) == (True, False)


def test_rochefort_can_bar_a_musketeer_too(evening: Start) -> None:
    table = on_the_quest(evening, "porthos", INN, deadly_quest=True).at("actions", **{"porthos.life": 1})
    table.do("advance", who="porthos", path=1)
    table.do("rochefort")
    table.do("commit")
    clash(table, "lily lily shield", "sword sword shield shield")
    assert table.state.of("porthos").banned is True


def test_when_all_are_barred_milady_has_won(evening: Start) -> None:
    table = on_the_quest(evening, "athos", INN, deadly_quest=True, players=4, musketeers=["athos", "aramis", "porthos"])
    for path, who in enumerate(("athos", "aramis", "porthos"), start=1):
        assert table.cause == ""
        table.at("actions", **{f"{who}.place": "quest", f"{who}.life": 1})
        if who == "porthos":
            # There are only two traps in the box: a guard has to do it.
            declare(table, "advance", who=who, path=path)
            table.do("token", kind="two_dice")
            table.do("commit")
            clash(table, "lily lily shield", "sword sword")
        else:
            declare(table, "advance", who=who, path=path)
            table.do("token", kind="trap")
    verdict = table.match.verdict()
    assert verdict is not None
    assert (verdict.winner, verdict.cause, verdict.rule) == ("milady", "quest", "defeat-quest")


def test_the_last_gallery_wins_even_for_whoever_falls_in_it(evening: Start) -> None:
    table = in_the_gallery(evening, "athos", "two_dice", "two_dice", deadly_quest=True)
    for skill, guards in (("erudition", ("three_dice",) * 2), ("nobility", ("sword_shield",) * 2)):
        table.at("actions", epic=3, **{"athos.actions": 3}).do("passage", who="athos")
        table.do("gallery", skill=skill)
        for guard in guards:
            table.do("token", kind=guard)
    table.at("actions", epic=3).do("passage", who="athos")
    table.do("gallery", skill="gallantry")
    table.do("token", kind="trap")
    table.do("token", kind="two_dice")
    table.at("actions", **{"athos.actions": 3})
    table.do("duel", who="athos", foe="two_dice")
    table.do("commit")
    clash(table, "lily lily lily", "sword sword")
    table.at("actions", **{"athos.life": 1}).do("duel", who="athos", foe="trap")
    assert (table.cause, table.state.of("athos").banned) == ("diamonds", True)

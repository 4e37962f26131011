"""The facts of the box add up, and none of them changes by accident."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

import pytest

import companion.boxes
from companion.core.profile import Profile, Value
from companion.core.record import Header

PROFILE = Profile.load(
    (Path(companion.boxes.__file__).parent / "mousquetaires" / "profile.toml").read_text(encoding="utf-8")
)
SOURCES = {
    "German rules",
    "French FAQ",
    "French summary",
    "publisher's site",
    "author-side article",
    "player report",
    "review",
    "inferred",
    "our default",
}
PRINTED_BY = ("German rules", "French FAQ", "French summary")
GUESSED_BY = ("inferred", "our default")
THE_FOUR = ("dartagnan", "aramis", "athos", "porthos")
SKILLS = ("erudition", "nobility", "gallantry", "panache")


def total(table: str, leaf: str) -> int:
    return sum(PROFILE.number(f"{table}.{name}.{leaf}") for name in PROFILE.names(table))


def test_every_fact_says_how_sure_and_where_from() -> None:
    assert len(PROFILE) > 600
    for fact in PROFILE.facts.values():
        name = fact.source.split(", ")[0]
        assert name in SOURCES, fact
        assert (fact.sure == "printed") == (name in PRINTED_BY), fact
        assert (fact.sure == "assumed") == (name in GUESSED_BY), fact


def test_whatever_is_not_printed_can_be_checked_within_limits() -> None:
    for path, fact in PROFILE.facts.items():
        if fact.sure == "printed":
            continue
        items = fact.value if isinstance(fact.value, tuple) else (fact.value,)
        if any(type(item) is int for item in items):
            assert fact.lo is not None, fact
            assert fact.hi is not None, fact
        assert fact.corrected(fact.value).sure == "corrected", path


def test_names_are_plain_ascii_words() -> None:
    assert [path for path in PROFILE if not re.fullmatch(r"[a-z0-9_]+(\.[a-z0-9_]+)+", path)] == []


# ------------------------------------------------------------------------------------------------ names and totals


@pytest.mark.parametrize(
    ("table", "names"),
    [
        ("dice", ("blue", "red")),
        ("tracks", ("time", "rochelle", "queen", "louvre", "purse", "constance", "epic", "rochefort")),
        ("players", ("2", "3", "4", "5", "6")),
        ("places", ("paris", "louvre", "quest", "rochelle", "richelieu", "colombier", "bastille", "house")),
        ("musketeers", (*THE_FOUR, "treville")),
        (
            "adversaries",
            (
                *("boisrenard", "lubin", "henchman", "brisemont", "cavois", "jussac"),
                *("vitray", "bernajoux", "biscarat", "cahusac", "laffemas", "twelfth"),
            ),
        ),
        ("ambushes", ("beggars", "courtesan", "nemesis", "thieves", "assassin")),
        (
            "perfidy",
            (
                *("reinforcements", "conscripts", "imprisoned", "wound", "dead_end"),
                *("balm", "hurry", "separated", "plot"),
            ),
        ),
        ("paris", ("traffickers", "abducted", "missing", "held", "duels", "message")),
        ("louvre", ("poisons", "debt", "chevreuse", "fourth", "fifth", "sixth", "seventh", "eighth")),
        ("characters", ("essarts", "buckingham", "bassompierre", "other")),
        ("arsenal", ("horse", "pistol", "cuirass", "toledo", "balm", "improved_botte", "improved_skill")),
        ("quest.chapters", ("inn", "calais", "return", "galleries")),
    ],
)
def test_tables_hold_the_names_the_rules_use(table: str, names: tuple[str, ...]) -> None:
    assert PROFILE.names(table) == names


@pytest.mark.parametrize("table", ["adversaries", "paris", "louvre", "musketeers", "places", "players"])
def test_cards_of_one_kind_answer_the_same_questions(table: str) -> None:
    extra = {"fr", "de", "title", "ability", "time_shift", "any_card_dice", "any_card_bonus"}
    questions = [set(PROFILE.under(f"{table}.{name}")) - extra for name in PROFILE.names(table)]
    assert all(each == questions[0] for each in questions)


def test_adventure_cards_add_up() -> None:
    adventure = PROFILE.under("adventure")
    assert (adventure["skill_cards"], adventure["combat_cards"], adventure["character_cards"]) == (24, 16, 7)
    assert PROFILE["components.adventure_cards"] == 24 + 16 + 7
    assert PROFILE.number("adventure.each_skill") * len(SKILLS) == 24
    assert PROFILE.number("adventure.single_combat") + PROFILE.number("adventure.double_combat") == 16
    assert total("characters", "copies") == 7


def test_the_cards_of_the_box_add_up() -> None:
    kinds = ("adventure", "adversary", "ambush", "perfidy", "paris", "louvre", "location", "other")
    assert sum(PROFILE.number(f"components.{kind}_cards") for kind in kinds) == PROFILE["components.cards"] == 110


def test_each_pile_holds_as_many_cards_as_are_printed() -> None:
    assert len(PROFILE.names("adversaries")) == PROFILE["components.adversary_cards"] == 12
    assert total("ambushes", "copies") == PROFILE["components.ambush_cards"] == 5
    assert total("perfidy", "copies") == PROFILE["components.perfidy_cards"] == 15
    assert len(PROFILE.names("paris")) == PROFILE["components.paris_cards"] == 6
    assert len(PROFILE.names("louvre")) == PROFILE["components.louvre_cards"] == 8
    milady = [place for place in PROFILE.names("places") if PROFILE.flag(f"places.{place}.milady")]
    assert len(milady) == PROFILE["components.location_cards"] == 6


def test_the_tokens_of_the_box_add_up() -> None:
    kinds = ("quest_tokens", "epic_tokens", "skill_tokens", "track_markers", "heart_markers", "other_tokens")
    assert sum(PROFILE.number(f"components.{kind}") for kind in kinds) == PROFILE["components.tokens"] == 70
    assert PROFILE["components.epic_tokens"] == PROFILE["tracks.epic.stock"] == 7
    assert PROFILE["components.skill_tokens"] == PROFILE.number("arsenal.improved_skill.stock") * len(SKILLS) == 8
    bought = sum(PROFILE.number(f"arsenal.{name}.stock") for name in PROFILE.names("arsenal")[:-1])
    assert bought < PROFILE.number("components.other_tokens")


def test_the_quest_tokens_fill_the_chapters_exactly() -> None:
    tokens = PROFILE.names("quest.tokens")
    copies: dict[str, int] = {}
    for name in tokens:
        kind = PROFILE.text(f"quest.tokens.{name}.kind")
        copies[kind] = copies.get(kind, 0) + PROFILE.number(f"quest.tokens.{name}.copies")
    assert copies == {"decoy": 4, "challenge": 4, "rolling": 9, "trap": 2, "fixed": 8}
    assert sum(copies.values()) == PROFILE["components.quest_tokens"] == 27
    chapter = PROFILE.under("quest.chapters")
    inn = PROFILE.number("quest.chapters.inn.adversaries")
    galleries = PROFILE.number("quest.chapters.galleries.rooms") * PROFILE.number(
        "quest.chapters.galleries.room_adversaries"
    )
    assert inn + PROFILE.number("quest.chapters.return.adversaries") + galleries == 9 + 2 + 8
    assert chapter["inn.decoys"] == copies["decoy"]
    assert chapter["galleries.rooms"] == copies["challenge"]
    assert PROFILE.number("quest.chapters.inn.paths") * PROFILE.number("quest.chapters.inn.path_spaces") == 12


def test_dice_have_six_faces_and_red_ones_are_better_at_the_siege() -> None:
    for colour in ("blue", "red"):
        assert sum(PROFILE.number(f"dice.{colour}.{face}") for face in ("sword", "shield", "lily")) == 6
    assert PROFILE.number("dice.red.sword") > PROFILE.number("dice.blue.sword")
    assert PROFILE.number("dice.blue.count") + PROFILE.number("dice.red.count") == PROFILE["components.dice"] == 10


def test_the_time_track_fits_the_printed_example() -> None:
    dice = PROFILE.numbers("tracks.time.siege_dice")
    assert len(dice) == PROFILE.number("tracks.time.spaces") - 1
    assert list(dice) == sorted(dice)
    assert set(dice) == {1, 2, 3, 4}
    fifth_round = PROFILE.number("tracks.time.start") + 4
    assert dice[fifth_round - 1] == 2
    with_treville = PROFILE.number("tracks.time.start") + PROFILE.number("musketeers.treville.time_shift")
    assert (dice[with_treville - 1], dice[with_treville]) == (1, 2)


def test_la_rochelle_starts_in_the_middle() -> None:
    assert PROFILE.number("tracks.rochelle.spaces") == 2 * PROFILE.number("tracks.rochelle.start") - 1


def test_the_hands_fit_the_people_at_the_table() -> None:
    for people in PROFILE.names("players"):
        assert PROFILE.number(f"players.{people}.musketeer_players") == int(people) - 1
        assert PROFILE.number(f"players.{people}.hands") == int(people) - 1
    for card in PROFILE.texts("players.2.without_perfidy"):
        assert card in PROFILE.names("perfidy")


def test_each_of_the_four_is_best_at_another_skill() -> None:
    best = {name: max(SKILLS, key=lambda skill: PROFILE.number(f"musketeers.{name}.{skill}")) for name in THE_FOUR}
    assert set(best.values()) == set(SKILLS)
    assert tuple(PROFILE.under("skills")) == SKILLS


def test_bottes_are_as_long_as_printed_and_can_be_rolled() -> None:
    red = {face for face in ("sword", "shield", "lily") if PROFILE.number(f"dice.red.{face}")}
    for name in PROFILE.names("musketeers"):
        for botte in ("botte", "improved_botte"):
            assert len(PROFILE.texts(f"musketeers.{name}.{botte}")) == PROFILE["duel.botte_faces"]
    for path in ("rochefort.botte", "wardes.botte", *(f"adversaries.{a}.botte" for a in PROFILE.names("adversaries"))):
        assert set(PROFILE.texts(path)) <= red


def test_facts_that_point_at_others_point_at_something() -> None:
    for path in PROFILE:
        if path.endswith(".skill"):
            assert PROFILE.text(path) in (*SKILLS, "unknown"), path
    for name in PROFILE.names("musketeers"):
        assert PROFILE.flag(f"places.{PROFILE.text(f'musketeers.{name}.start')}.musketeers"), name


def test_the_profile_fits_into_the_header_of_a_match() -> None:
    header = Header("m", "mousquetaires", {}, PROFILE.plain())
    again = PROFILE.with_values(Header.from_plain(header.plain()).profile)
    assert again == PROFILE


# ------------------------------------------------------------------------------------- defaults for what is unknown

Row = tuple[str, Value]

DEFAULTS: Sequence[Row] = [
    *((f"dice.blue.{face}", 2) for face in ("sword", "shield", "lily")),
    *((f"dice.red.{face}", 3) for face in ("sword", "shield")),
    ("tracks.time.spaces", 12),
    ("tracks.time.start", 1),
    ("tracks.time.siege_dice", (1, 1, 1, 2, 2, 2, 3, 3, 3, 4, 4)),
    ("tracks.rochelle.spaces", 9),
    ("tracks.rochelle.start", 5),
    ("tracks.queen.start", 0),
    ("tracks.queen.richelieu", 8),
    ("tracks.purse.start", 3),
    ("tracks.purse.most", 20),
    ("rochefort.dice", 4),
    ("rochefort.botte", ("sword", "sword", "sword")),
    ("wardes.dice", 4),
    ("wardes.life", 2),
    ("wardes.botte", ()),
    ("musketeers.dartagnan.erudition", 2),
    ("musketeers.dartagnan.nobility", 3),
    ("musketeers.dartagnan.gallantry", 3),
    *zip((f"musketeers.aramis.{skill}" for skill in SKILLS), (4, 2, 3, 3), strict=True),
    *zip((f"musketeers.athos.{skill}" for skill in SKILLS), (3, 4, 2, 3), strict=True),
    *zip((f"musketeers.porthos.{skill}" for skill in SKILLS), (3, 3, 4, 2), strict=True),
    ("musketeers.dartagnan.botte", ("lily", "lily", "sword")),
    ("musketeers.dartagnan.improved_botte", ("lily", "sword", "sword")),
    *((f"musketeers.{name}.botte", ("lily", "lily", "lily")) for name in ("athos", "porthos")),
    *((f"musketeers.{name}.improved_botte", ("lily", "lily", "sword")) for name in ("aramis", "athos", "porthos")),
    ("musketeers.treville.time_shift", 2),
    ("arsenal.horse.price", 2),
    ("arsenal.pistol.price", 3),
    ("arsenal.cuirass.price", 3),
    ("arsenal.toledo.price", 2),
    ("arsenal.balm.price", 1),
    ("arsenal.horse.stock", 2),
    ("arsenal.cuirass.stock", 2),
    ("arsenal.toledo.stock", 2),
    ("arsenal.balm.stock", 3),
    ("arsenal.improved_botte.stock", 4),
    ("arsenal.equipment_slots", 2),
    ("perfidy.conscripts.copies", 1),
    ("perfidy.imprisoned.copies", 1),
    ("perfidy.dead_end.copies", 2),
    ("perfidy.balm.copies", 2),
    ("perfidy.separated.copies", 1),
    ("perfidy.plot.copies", 2),
    ("louvre.reward_least", 1),
    ("louvre.reward_most", 3),
    ("ambushes.thieves.dice", 1),
    ("ambushes.thieves.face", "sword"),
    ("ambushes.assassin.dice", 1),
    ("ambushes.assassin.face", "sword"),
    ("ambushes.assassin.wounds", 1),
    ("ambushes.courtesan.skill", "gallantry"),
    ("ambushes.courtesan.challenge", 6),
    ("ambushes.nemesis.dice", 3),
    ("quest.chapters.calais.skills", SKILLS),
    ("quest.chapters.calais.challenges", (6, 6, 7, 7)),
    ("quest.tokens.two_dice.copies", 3),
    ("quest.tokens.three_dice.copies", 4),
    ("quest.tokens.four_dice.copies", 2),
    ("quest.tokens.trap.copies", 2),
    ("quest.tokens.sword_shield.faces", ("sword", "shield")),
    ("quest.tokens.two_shields.faces", ("shield", "shield")),
    ("quest.tokens.two_swords.faces", ("sword", "sword")),
    ("quest.tokens.sword_two_shields.faces", ("sword", "shield", "shield")),
    ("rulings.louvre_deck_empty", "shuffle"),
    ("rulings.sacrifice_may_knock_out", True),
    ("rulings.bassompierre_may_be_removed", True),
    ("bastille.life", 1),
]


@pytest.mark.parametrize(("path", "value"), DEFAULTS)
def test_what_nobody_could_tell_us_is_a_default_and_says_so(path: str, value: Value) -> None:
    assert PROFILE[path] == value
    assert PROFILE.fact(path).sure == "assumed"


VALUES = {
    1: ("boisrenard", "lubin", "henchman"),
    2: ("brisemont", "bernajoux", "biscarat", "cahusac", "vitray"),
    3: ("cavois", "jussac", "laffemas", "twelfth"),
}


@pytest.mark.parametrize(("value", "name"), [(value, name) for value, names in VALUES.items() for name in names])
def test_adversaries_follow_their_value(value: int, name: str) -> None:
    card = PROFILE.under(f"adversaries.{name}")
    assert card["value"] == value
    assert card["dice"] == value + 1
    assert (card["pistoles"], card["epic"]) == {1: (1, 0), 2: (2, 0), 3: (0, 1)}[value]
    assert card["life"] == (2 if name == "cavois" else 1)
    assert card["end_wounds"] == (1 if name == "jussac" else 0)
    assert card["shields"] == (1 if name == "vitray" else 0)
    assert card["returns"] is (name == "henchman")
    assert card["botte"] == ()


# ---------------------------------------------------------------------------------- what others told, and in print

REPORTED: Sequence[Row] = [
    ("adversaries.boisrenard.value", 1),
    ("adversaries.boisrenard.pistoles", 1),
    ("adversaries.lubin.value", 1),
    ("adversaries.lubin.pistoles", 1),
    ("ambushes.courtesan.difficulty", 1),
    ("ambushes.thieves.pistoles", 1),
    ("perfidy.reinforcements.copies", 2),
    ("perfidy.wound.copies", 2),
    ("perfidy.plot.queen", 1),
    ("paris.abducted.amount", 4),
    ("paris.held.skill", "gallantry"),
    ("paris.duels.duels", 3),
    ("paris.message.force", 4),
    ("louvre.force_least", 2),
    ("louvre.force_most", 3),
    ("characters.essarts.pistoles", 3),
    ("characters.buckingham.epic", 1),
    ("box.players_most_with_treville", 6),
    ("box.bgg", 78954),
]


@pytest.mark.parametrize(("path", "value"), REPORTED)
def test_what_others_told_us_is_called_reported(path: str, value: Value) -> None:
    assert PROFILE[path] == value
    assert PROFILE.fact(path).sure == "reported"


PRINTED: Sequence[Row] = [
    ("components.figures", 5),
    ("components.musketeer_boards", 4),
    ("components.quest_boards", 2),
    ("components.track_markers", 6),
    ("dice.blue.count", 6),
    ("dice.red.count", 4),
    ("dice.red.lily", 0),
    ("tracks.time.step", 1),
    ("tracks.rochelle.perfidy_from_left", 2),
    ("tracks.rochelle.epic_from_right", 2),
    ("tracks.rochelle.one_for_all_from_right", 1),
    *((f"tracks.rochelle.{reward}", 1) for reward in ("perfidy", "epic", "one_for_all")),
    ("tracks.louvre.spaces", 4),
    ("tracks.louvre.start", 1),
    ("tracks.louvre.step", 1),
    ("tracks.louvre.bonus_until", 2),
    ("tracks.louvre.bonus_epic", 2),
    ("tracks.louvre.queen_loss_third", 1),
    ("tracks.louvre.queen_loss_fourth", 2),
    ("tracks.louvre.failure_perfidy", 1),
    ("tracks.constance.start", 0),
    ("tracks.constance.goal", 6),
    ("tracks.epic.start", 0),
    ("tracks.epic.stock", 7),
    ("tracks.rochefort.life", 5),
    *zip((f"players.{n}.musketeers" for n in (2, 3, 4, 5)), (4, 4, 3, 4), strict=True),
    *zip((f"players.{n}.actions" for n in (2, 3, 4, 5)), (3, 3, 4, 3), strict=True),
    *zip((f"players.{n}.hand" for n in (2, 3, 4, 5)), (9, 9, 7, 5), strict=True),
    *zip((f"players.{n}.round_cards" for n in (2, 3, 4, 5)), (1, 0, 0, 0), strict=True),
    ("players.2.without_perfidy", ("separated",)),
    ("no_milady.players_least", 1),
    ("no_milady.players_most", 4),
    ("no_milady.rochelle_cards_least", 2),
    ("no_milady.always_quest_from_chapter", 4),
    ("no_milady.round_perfidy", 1),
    ("milady.perfidy_start", 3),
    ("milady.perfidy_refill", 3),
    ("milady.paris_start", 1),
    ("milady.ambushes_a_mission", 1),
    ("milady.siege_cards_removed", 1),
    *zip((f"skills.{skill}" for skill in SKILLS), ("book", "chess piece", "rose", "feather"), strict=True),
    ("challenge.least", 5),
    ("challenge.most", 8),
    ("challenge.card_bonus", 1),
    ("duel.most_blue", 6),
    ("duel.most_red", 4),
    ("duel.combat_dice", 1),
    ("duel.double_combat_dice", 2),
    ("duel.botte_faces", 3),
    ("duel.botte_wounds", 1),
    ("duel.tie_dice_lost", 1),
    ("siege.slots", 3),
    ("siege.most_blue", 6),
    ("siege.most_red", 4),
    ("siege.sacrifice_life", 1),
    ("siege.sacrifice_swords", 1),
    ("bastille.price", 1),
    ("bastille.actions", 1),
    ("bastille.dice", 3),
    ("recovery.cards", 1),
    ("recovery.full_life", True),
    ("one_for_all.queen", 2),
    ("one_for_all.epic", 2),
    ("one_for_all.easier_start", 1),
    ("hourglass.seconds", 120),
    ("hourglass.stands_still_for", ("duel", "paris", "louvre", "chapter")),
    *zip((f"musketeers.{name}.life" for name in THE_FOUR), (3, 3, 3, 5), strict=True),
    *((f"musketeers.{name}.dice", 3) for name in THE_FOUR),
    *zip((f"musketeers.{name}.start" for name in THE_FOUR), ("paris", "rochelle", "colombier", "louvre"), strict=True),
    ("musketeers.treville.start", "colombier"),
    ("musketeers.dartagnan.panache", 4),
    ("musketeers.dartagnan.keeps_botte", True),
    ("musketeers.aramis.botte", ("lily", "lily", "lily")),
    ("musketeers.aramis.any_card_uses", 1),
    ("musketeers.aramis.any_card_dice", 1),
    ("musketeers.aramis.any_card_bonus", 1),
    ("musketeers.athos.avoids_rochefort", True),
    ("rochefort.one_for_all", 1),
    ("adversaries.brisemont.dice", 3),
    ("adversaries.brisemont.life", 1),
    ("adversaries.cavois.dice", 4),
    ("adversaries.cavois.life", 2),
    ("adversaries.jussac.end_wounds", 1),
    ("adversaries.vitray.shields", 1),
    ("adversaries.henchman.returns", True),
    ("ambushes.beggars.price", 2),
    ("ambushes.beggars.actions", 0),
    *((f"ambushes.{name}.leaves", "overcome") for name in ("beggars", "courtesan", "nemesis")),
    *((f"ambushes.{name}.leaves", "mission") for name in ("thieves", "assassin")),
    ("perfidy.reinforcements.siege_dice", 1),
    ("perfidy.reinforcements.shields_rerolled", 1),
    ("perfidy.conscripts.actions_lost", 1),
    ("perfidy.wound.wounds", 1),
    ("perfidy.balm.life", 2),
    ("perfidy.hurry.copies", 2),
    ("paris.traffickers.end_effect", "siege_sword"),
    ("paris.traffickers.amount", 1),
    ("paris.abducted.end_effect", "constance_dice"),
    ("paris.missing.end_effect", "time"),
    ("paris.missing.amount", 1),
    ("louvre.challenge_least", 5),
    ("louvre.challenge_most", 8),
    ("louvre.poisons.skill", "panache"),
    ("louvre.poisons.challenge", 7),
    ("characters.bassompierre.siege_dice", 1),
    ("characters.bassompierre.siege_slots", 1),
    ("characters.bassompierre.from_anywhere", True),
    ("arsenal.bought_an_action", 2),
    ("arsenal.skill_slots", 2),
    ("arsenal.pistol.stock", 2),
    ("arsenal.improved_skill.stock", 2),
    *((f"arsenal.{name}.kind", "equipment") for name in ("horse", "pistol", "cuirass", "toledo")),
    *((f"arsenal.{name}.kind", "improvement") for name in ("balm", "improved_botte", "improved_skill")),
    ("arsenal.improved_botte.pay", "combat_card"),
    ("arsenal.improved_botte.price", 1),
    ("arsenal.improved_skill.pay", "any_card"),
    ("arsenal.improved_skill.price", 1),
    ("arsenal.horse.free_moves", 1),
    ("arsenal.pistol.swords", 1),
    ("arsenal.cuirass.shields", 1),
    ("arsenal.toledo.rerolls", 1),
    ("arsenal.balm.life", 2),
    ("arsenal.improved_skill.bonus", 1),
    ("quest.finisher_cards", 2),
    ("quest.chapters.inn.revealed_an_epic", 3),
    ("quest.chapters.calais.eased_an_epic", 1),
    ("quest.chapters.return.adversaries", 3),
    ("quest.chapters.return.combat_cards_an_epic", 1),
    ("quest.chapters.galleries.challenge", 8),
    ("quest.chapters.galleries.passage_epic", 3),
    ("quest.chapters.galleries.passage_actions", 1),
    ("quest.tokens.trap.wounds", 1),
    *((f"quest.tokens.{name}.copies", 2) for name in ("sword_shield", "two_shields", "two_swords")),
    ("quest.tokens.sword_two_shields.copies", 2),
    ("rulings.bastille_fight_must_be_won", False),
    ("rulings.rochefort_stops_ambushes", False),
    ("rulings.pistol_in_botte", False),
    ("rulings.louvre_moves_under_new_mission", True),
]


@pytest.mark.parametrize(("path", "value"), PRINTED)
def test_printed_facts_stay_as_printed(path: str, value: Value) -> None:
    assert PROFILE[path] == value
    assert PROFILE.fact(path).sure == "printed"


@pytest.mark.parametrize(
    ("place", "milady", "musketeers", "rochefort", "without_milady"),
    [
        ("paris", True, True, True, True),
        ("louvre", True, True, True, True),
        ("quest", True, True, True, True),
        ("rochelle", True, True, False, True),
        ("richelieu", True, True, False, False),
        ("colombier", False, True, False, False),
        ("bastille", False, False, False, False),
        ("house", True, False, False, False),
    ],
)
def test_who_may_go_where(place: str, milady: bool, musketeers: bool, rochefort: bool, without_milady: bool) -> None:
    assert PROFILE.under(f"places.{place}") == {
        "milady": milady,
        "musketeers": musketeers,
        "rochefort": rochefort,
        "no_milady": without_milady,
    }

"""Milady's pad by touches: the device changes hands, she chooses and seals, is asked, and keeps her own desk."""

import pytest
from kivy.core.window import Window

from companion.app import headless
from companion.app.confidant import ANSWER_AFTER
from companion.app.keys import SPACE
from companion.app.padlock import LOCKS
from companion.app.pin import SETTING, TRIES, WAIT
from companion.app.widgets.notes import NotesSheet
from companion.app.widgets.pinpad import PinKey
from tests.app.lady import OPTIONS, PLACES, CardTarget, DeedTarget, Lady

ANSWERED = round(ANSWER_AFTER / headless.FRAME) + 4


@pytest.fixture
def evening(sit_down, tmp_path):
    return sit_down(tmp_path)


@pytest.fixture
def lady(evening):
    lady = Lady(evening)
    lady.sit_down()
    return lady


def _type(lady, digits):
    for digit in (*digits, "done"):
        key = next(key for key in lady.pad.walk(restrict=True) if isinstance(key, PinKey) and key.value == digit)
        headless.tap(key)
    lady.settle()


def _set_pin(lady, pin="4711"):
    lady.evening.tap(text="More")
    lady.evening.tap(text="Ask for a number")
    _type(lady, pin)
    _type(lady, pin)


# --- the device changes hands ---


def test_the_pad_is_behind_the_dots_and_on_the_card_where_she_chooses(evening):
    evening.app.start("mousquetaires", OPTIONS)
    evening.wait(10)
    evening.tap(text="Choose under seal")
    assert evening.app.screens.current == "pad"
    evening.tap(text="Back to the board")
    assert evening.app.screens.current == "table"
    evening.tap(text="More")
    evening.tap(text="Milady's pad")
    assert evening.app.screens.current == "pad"


def test_without_a_milady_there_is_no_pad(evening):
    evening.app.start("mousquetaires", {"players": 4, "milady": False})
    evening.wait(10)
    evening.tap(text="More")
    assert "Milady's pad" not in evening.texts


def test_before_she_has_the_device_nothing_of_hers_can_be_reached(evening):
    evening.app.start("mousquetaires", OPTIONS)
    evening.wait(10)
    evening.app.go("pad")
    evening.wait(10)
    assert "Hand the device to Milady" in evening.texts
    assert not evening.app.screens.current_screen.curtain.parent.parent
    Window.dispatch("on_key_down", SPACE, 0, None, [])
    assert not evening.app.screens.current_screen.curtain.up


def test_done_is_safe_to_show_and_asks_anew_next_time(lady):
    lady.evening.tap(text="Done: safe to show")
    assert lady.app.screens.current == "table"
    lady.app.go("pad")
    lady.evening.wait(5)
    assert lady.pad.stage == "hand"


def test_a_device_of_her_own_is_not_handed_over(lady):
    lady.evening.tap(text="More")
    lady.evening.tap(text="Only I use this device")
    lady.evening.tap(text="To the board")
    lady.app.go("pad")
    lady.evening.wait(5)
    assert lady.pad.stage == "open"
    lady.evening.tap(text="More")
    lady.evening.tap(text="This device is handed around")
    lady.evening.tap(text="Done: safe to show")
    lady.app.go("pad")
    assert lady.pad.stage == "hand"


def test_the_back_key_leaves_the_pad_as_done_does(lady):
    lady.go_to("house")
    Window.dispatch("on_keyboard", 27, 0, None, [])
    lady.evening.wait(10)
    assert lady.app.screens.current == "table"
    assert not lady.app.confidant.chosen


# --- the number ---


def test_with_a_number_only_she_gets_in(lady):
    _set_pin(lady)
    assert lady.pad.stage == "open"
    lady.evening.tap(text="Done: safe to show")
    lady.come()
    assert lady.pad.stage == "pin"
    assert not lady.pad.curtain.parent.parent
    _type(lady, "4712")
    assert (lady.pad.stage, lady.pad.pin_title) == ("pin", "That is not the number")
    _type(lady, "4711")
    assert lady.pad.stage == "open"


def test_two_different_numbers_are_none(lady):
    lady.evening.tap(text="More")
    lady.evening.tap(text="Ask for a number")
    _type(lady, "1234")
    _type(lady, "4321")
    assert (lady.pad.stage, lady.pad.pin_title) == ("pin", "These were two different numbers")
    Window.dispatch("on_keyboard", 27, 0, None, [])
    assert lady.pad.stage == "open"
    assert lady.app.desk.shelf.setting(SETTING) is None


def test_five_wrong_tries_wait_even_if_the_screen_is_left(lady):
    _set_pin(lady)
    lady.evening.tap(text="Done: safe to show")
    lady.come()
    for _ in range(TRIES):
        _type(lady, "0000")
    assert lady.pad.wait > WAIT - 5
    _type(lady, "4711")
    assert lady.pad.stage == "pin"
    lady.evening.tap(text="Back")
    lady.come()
    assert lady.pad.wait
    lady.evening.wait(round((WAIT + 2) / headless.FRAME))
    assert not lady.pad.wait
    _type(lady, "4711")
    assert lady.pad.stage == "open"


def test_the_number_is_changed_and_removed(lady):
    _set_pin(lady)
    lady.evening.tap(text="More")
    lady.evening.tap(text="Change the number")
    _type(lady, "55555")
    _type(lady, "55555")
    lady.evening.tap(text="Done: safe to show")
    lady.come()
    _type(lady, "4711")
    assert lady.pad.stage == "pin"
    _type(lady, "55555")
    lady.evening.tap(text="More")
    lady.evening.tap(text="Remove the number")
    lady.settle()
    lady.evening.tap(text="Done: safe to show")
    lady.come()
    assert lady.pad.stage == "open"


def test_a_forgotten_number_does_not_stop_the_match(lady):
    lady.seal("house")
    _set_pin(lady)
    lady.evening.tap(text="Done: safe to show")
    lady.come()
    assert any("does not need it" in text for text in lady.evening.texts)
    lady.act("correct", what="step", to="reveal")
    lady.evening.tap(text="Back")
    lady.evening.tap(text="Open Milady's seal")
    lady.settle()
    assert lady.match.state.milady_at == "house"


def test_left_alone_the_pad_asks_for_the_number_again(lady):
    lady.app.awake.heed(False)  # or the first touch would only light the screen
    lady.evening.wait(round(LOCKS / headless.FRAME) + 5)
    assert lady.pad.stage == "open"  # without a number there is nothing to ask for
    _set_pin(lady)
    lady.go_to("house")
    almost = round(LOCKS / headless.FRAME) - 120
    lady.evening.wait(almost)
    lady.evening.tap(text="Now")
    lady.evening.wait(almost)
    assert lady.pad.stage == "open"
    lady.evening.wait(240)
    assert lady.pad.stage == "hand"
    assert not lady.app.confidant.chosen


def test_a_keyboard_types_the_number(lady):
    _set_pin(lady)
    lady.evening.tap(text="Done: safe to show")
    lady.come()
    for key in "4711":
        Window.dispatch("on_key_down", ord(key), 0, key, [])
    Window.dispatch("on_key_down", 13, 0, None, [])
    lady.settle()
    assert lady.pad.stage == "open"


# --- choosing and sealing ---


@pytest.mark.parametrize("place", PLACES)
def test_one_finger_chooses_and_a_tap_seals(lady, place):
    assert not lady.pad.can_seal
    lady.go_to(place)
    assert not lady.pad.curtain.up
    assert lady.pad.can_seal
    lady.evening.tap(text="Seal")
    lady.settle()
    assert lady.app.confidant.opening().choice == place
    assert [record.intent.do for record in lady.match.records] == ["seal"]
    assert lady.pad.status.startswith("Sealed.")
    assert not lady.app.confidant.chosen


def test_until_she_seals_she_may_choose_anew(lady):
    lady.go_to("house")
    lady.go_to("paris")
    assert lady.look()["Paris"] == "Chosen"
    lady.evening.tap(text="Seal")
    lady.settle()
    assert lady.app.confidant.opening().choice == "paris"


def test_sealed_she_sees_it_behind_the_curtain_and_may_seal_anew_for_all_to_see(lady):
    lady.seal("house")
    lady.pad.turn("place")
    assert lady.look()["Milady's house"] == "Sealed"
    assert not lady.pad.can_seal
    lady.go_to("quest")
    assert (lady.look()["Milady's house"], lady.look()["The quest"]) == ("Sealed", "Chosen")
    lady.evening.tap(text="Seal anew")
    lady.settle()
    assert lady.match.label(lady.match.records[-1]).read() == "Milady seals her destination anew"


def test_the_tiles_lie_in_another_order_each_time_and_keep_it_while_she_looks(lady):
    orders = set()
    for _ in range(12):
        lady.hold()
        order = list(lady.targets())
        orders.add(tuple(order))
        lady.pad.curtain.rebuild()
        assert list(lady.targets()) == order
        lady.let_go()
    assert len(orders) > 6


def test_two_fingers_choose_as_well_and_see_what_was_chosen(lady):
    lady.hold()
    headless.tap(lady.targets()["La Rochelle"])
    lady.evening.wait(2)
    assert lady.targets()["La Rochelle"].note == "Chosen"
    lady.let_go()
    assert lady.app.confidant.chosen == "rochelle"


def test_what_is_barred_is_shown_and_cannot_be_chosen(lady):
    lady.act("correct", what="rochefort", to=0)
    assert lady.look()["The Louvre"] == "Not now"
    lady.go_to("louvre")
    assert not lady.pad.can_seal
    lady.go_to("house")
    assert lady.pad.can_seal


def test_on_a_desk_the_space_key_holds(lady):
    for _ in range(3):  # as a system repeats a key that is held
        Window.dispatch("on_key_down", SPACE, 0, None, [])
    lady.evening.wait(3)
    assert lady.pad.curtain.up
    headless.tap(lady.targets()["Paris"])
    Window.dispatch("on_key_up", SPACE, 0)
    lady.evening.wait(2)
    assert not lady.pad.curtain.up
    assert lady.app.confidant.chosen == "paris"


def test_two_taps_on_seal_are_one_seal(lady):
    lady.go_to("house")
    lady.pad.seal()
    lady.pad.seal()
    lady.settle()
    assert [record.intent.do for record in lady.match.records] == ["seal"]


def test_a_match_that_was_closed_in_between_can_be_sealed_later(lady):
    lady.go_to("house")
    lady.pad.seal()
    name = lady.app.desk.opened
    lady.app.go("shelf")
    lady.settle()
    lady.app.resume(name)
    lady.evening.wait(5)
    lady.come()
    lady.go_to("paris")
    assert lady.pad.can_seal
    lady.evening.tap(text=lady.pad.seal_words)
    lady.settle()
    assert lady.app.confidant.opening().choice == "paris"


def test_sealed_the_round_goes_on_from_here(lady):
    lady.seal("house")
    lady.evening.tap(text="Sealed: go on")
    lady.settle()
    assert lady.match.state.step == "paris"
    assert lady.pad.ids.now.what == "A new Paris card?" or lady.pad.ids.now.what == "No Paris card to lay out"
    lady.evening.tap(text="No new card")
    lady.settle()
    lady.evening.tap(text="Draw a treachery card")
    lady.settle()
    assert lady.match.state.step == "actions"
    assert lady.pad.ids.now.what == "Nothing is asked of you"


def test_what_was_chosen_and_not_sealed_does_not_outlive_the_moment(lady):
    lady.go_to("house")
    for do, fields in (("next", {}), ("next", {}), ("perfidy", {"how": "draw"})):
        lady.act(do, **fields)
    assert not lady.app.confidant.chosen
    assert not lady.pad.can_seal


def test_somebody_elses_seal_is_told_to_her(lady):
    lady.seal("house")
    assert not lady.pad.warning
    lady.act("seal", seal="ab" * 32)
    assert "not the one" in lady.pad.warning
    assert "not here" in lady.pad.status


# --- her device answers ---


@pytest.mark.parametrize(("place", "said"), [("louvre", "rochefort"), ("house", "let_pass")])
def test_her_device_answers_whatever_screen_is_open(lady, place, said):
    lady.seal(place)
    lady.evening.tap(text="Done: safe to show")
    lady.act("next")
    lady.ride()
    lady.act("duel", foe="lubin")
    lady.evening.wait(ANSWERED)
    lady.settle()
    assert lady.match.records[-1].intent.do == said
    assert lady.app.screens.current == "duel"


def test_the_table_waits_and_offers_no_trying_out(lady):
    lady.seal("louvre")
    lady.evening.tap(text="Done: safe to show")
    lady.act("next")
    lady.ride()
    lady.evening.table.act("duel", {"foe": "lubin"})
    lady.settle(2)
    card = lady.evening.table.ids.now
    assert card.detail == "Milady's device answers at once."
    assert "Rochefort!" not in lady.evening.texts


def test_at_the_table_nobody_gets_rochefort_without_her(lady):
    lady.pad._answers(True)
    lady.settle()
    lady.seal("louvre")
    lady.evening.tap(text="Done: safe to show")
    lady.act("next")
    lady.ride()
    lady.evening.table.act("duel", {"foe": "lubin"})
    lady.settle()
    lady.evening.tap(text="Answer at the table")
    lady.evening.tap(text="Rochefort!")
    lady.settle()
    assert lady.match.state.errand
    assert not lady.match.state.milady_at


def test_she_answers_herself_with_the_same_two_buttons_wherever_she_is(lady):
    seen = []
    for place in ("louvre", "house"):
        if seen:
            lady.evening.tap(text="Done: safe to show")
            lady.app.go("shelf")
            lady.sit_down()
        lady.evening.tap(text="More")
        lady.evening.tap(text="I answer myself")
        lady.settle()
        lady.seal(place)
        lady.act("next")
        lady.ride(("duel", {"foe": "lubin"}))
        lady.pad.turn("now")
        lady.evening.wait(ANSWERED)
        assert lady.match.state.errand
        seen.append([text for text in lady.evening.texts if text])
    assert seen[0] == seen[1]
    assert {"No", "Rochefort!"} <= set(seen[0])


def test_a_false_rochefort_is_refused_to_her_alone(lady):
    lady.pad._answers(True)
    lady.settle()
    lady.seal("house")
    lady.act("next")
    lady.ride(("duel", {"foe": "lubin"}))
    before, notice = len(lady.match.records), lady.app.last_notice
    lady.evening.tap(text="Rochefort!")
    lady.settle()
    assert lady.pad.aside
    assert len(lady.match.records) == before
    assert lady.app.last_notice == notice
    lady.evening.wait(round(6 / headless.FRAME))
    assert not lady.pad.aside
    lady.evening.tap(text="No")
    lady.settle()
    assert lady.match.records[-1].intent.do == "let_pass"


def test_a_true_rochefort_carries_what_opens_the_seal(lady):
    lady.pad._answers(True)
    lady.settle()
    lady.seal("louvre")
    lady.act("next")
    lady.ride(("duel", {"foe": "lubin"}))
    lady.evening.tap(text="Rochefort!")
    lady.settle()
    assert lady.match.state.milady_at == "louvre"
    assert not lady.match.view()["fouls"]


# --- she shows herself ---


def _until_the_reveal(lady, place, *more):
    lady.seal(place)
    lady.act("next")
    lady.ride(*more, ("correct", {"what": "step", "to": "reveal"}))


@pytest.mark.parametrize("place", ["paris", "house", "rochelle"])
def test_where_there_is_nothing_to_choose_the_seal_is_opened_at_once(lady, place):
    _until_the_reveal(lady, place)
    lady.pad.turn("now")
    lady.evening.tap(text="Open the seal")
    lady.settle()
    assert lady.match.state.milady_at == place
    assert not lady.match.view()["fouls"]


def test_at_richelieus_she_chooses_behind_the_curtain(lady):
    _until_the_reveal(lady, "richelieu", ("correct", {"what": "treachery_cards", "to": 1}))
    lady.pad.turn("now")
    lady.evening.tap(text="Open the seal")
    lady.settle()
    assert not lady.match.state.milady_at
    assert lady.pad.leaf == "place"
    lady.slide("Richelieu's cabinet: draw up to 3", DeedTarget)
    lady.settle()
    assert (lady.match.state.milady_at, lady.match.state.perfidy) == ("richelieu", 3)


@pytest.mark.parametrize(("place", "leads"), [("house", "siege"), ("richelieu", "pad")])
def test_on_the_table_one_button_opens_it_or_leads_to_her(lady, place, leads):
    _until_the_reveal(lady, place, ("correct", {"what": "treachery_cards", "to": 1}))
    lady.evening.tap(text="Done: safe to show")
    assert lady.evening.table.ids.now.what == "Where were you?"
    assert "Paris" in lady.evening.texts  # the card stays as it was
    lady.evening.tap(text="Open Milady's seal")
    lady.settle()
    assert lady.app.screens.current == leads
    assert bool(lady.match.state.milady_at) == (place == "house")


def test_the_right_place_on_the_tables_card_needs_no_typing(lady):
    _until_the_reveal(lady, "paris")
    lady.evening.tap(text="Done: safe to show")
    lady.evening.tap(text="Paris")
    lady.settle()
    assert lady.match.state.milady_at == "paris"


def test_a_wrong_place_on_the_tables_card_opens_nothing_and_is_no_foul(lady):
    _until_the_reveal(lady, "paris")
    lady.evening.tap(text="Done: safe to show")
    lady.evening.tap(text="La Rochelle")
    lady.settle()
    assert not lady.match.state.milady_at
    assert not lady.match.view()["fouls"]


# --- her desk ---


def test_her_cards_are_noted_by_sliding_and_survive_the_evening(lady, sit_down, tmp_path):
    lady.pad.turn("desk")
    lady.evening.wait(3)
    for card in ("Balm", "Plot against the Queen", "Plot against the Queen"):
        lady.slide(card, CardTarget)
    seen = lady.look(CardTarget)
    assert (seen["Balm"], seen["Plot against the Queen"], seen["Hurry!"]) == ("1", "2", "")
    name = lady.app.desk.opened
    lady.settle()
    lady.evening.close()
    again = Lady(sit_down(tmp_path))
    again.app.resume(name)
    again.evening.wait(10)
    again.come()
    again.pad.turn("desk")
    again.evening.wait(3)
    assert again.look(CardTarget) == seen


def test_her_paris_cards_and_her_people(lady):
    lady.pad.turn("paris")
    lady.evening.wait(3)
    lady.slide("Duels", CardTarget)
    assert lady.look(CardTarget)["Duels"] == "1"
    assert lady.look(CardTarget)["Constance missing"] == ""
    lady.pad.turn("stock")
    lady.hold()
    assert any("Boisrenard" in text for text in lady.evening.texts)
    lady.let_go()
    assert not any("Boisrenard" in text for text in lady.evening.texts)


def test_her_notes_are_written_on_a_sheet_that_opens_from_behind(lady):
    lady.pad.turn("notes")
    lady.evening.wait(3)
    lady.slide("Write", DeedTarget)
    [sheet] = [child for child in Window.children if isinstance(child, NotesSheet)]
    sheet.ids.field.insert_text("Bazin listens")
    lady.evening.tap(text="Put it away")
    lady.settle()
    assert lady.app.confidant.papers.notes == "Bazin listens"
    assert not any("Bazin" in text for text in lady.evening.texts)
    lady.hold()
    assert any("Bazin listens" in text for text in lady.evening.texts)
    lady.let_go()


def test_a_desk_that_cannot_be_read_says_so_and_is_not_overwritten(lady, monkeypatch):
    lady.app.confidant.papers = None
    lady.pad.turn("desk")
    lady.hold()
    assert "Your desk cannot be read at the moment." in lady.evening.texts
    lady.let_go()


# --- nothing outlives the moment ---


def test_a_pause_drops_everything(lady):
    lady.go_to("house")
    lady.hold()
    assert lady.app.on_pause()
    assert not lady.pad.curtain.up
    assert not lady.app.confidant.chosen
    assert not lady.pad.can_seal
    assert lady.pad.stage == "hand"
    assert lady.app.confidant.papers is None
    lady.app.on_resume()
    lady.let_go()
    lady.evening.tap(text="I am Milady")
    lady.settle()
    assert lady.app.confidant.papers is not None


def test_a_pause_closes_the_notes_and_keeps_them(lady):
    lady.pad.turn("notes")
    lady.evening.wait(3)
    lady.slide("Write", DeedTarget)
    [sheet] = [child for child in Window.children if isinstance(child, NotesSheet)]
    sheet.ids.field.insert_text("Planchet is mine")
    lady.app.on_pause()
    assert sheet not in Window.children
    lady.app.on_resume()
    lady.evening.tap(text="I am Milady")
    lady.settle()
    assert lady.app.confidant.papers.notes == "Planchet is mine"


def test_turned_down_it_is_as_after_a_pause(lady):
    lady.hold()
    lady.pad._face._then()
    assert not lady.pad.curtain.up
    assert lady.pad.stage == "hand"
    lady.let_go()


def test_while_the_pad_is_open_no_pictures_are_taken(lady, monkeypatch):
    asked = []
    monkeypatch.setattr("companion.app.screens.pad.veil", lambda on, platform: asked.append(on))
    lady.evening.tap(text="Done: safe to show")
    lady.app.go("pad")
    lady.evening.wait(3)
    lady.app.go("table")
    lady.evening.wait(3)
    assert asked == [False, True, False]


def test_a_mishap_leaves_no_pad_listening(lady):
    lady.go_to("house")
    pad = lady.pad
    lady.app.start_again()
    lady.evening.wait(5)
    Window.dispatch("on_key_down", SPACE, 0, None, [])
    Window.dispatch("on_key_up", SPACE, 0)
    assert not lady.app.confidant.chosen
    assert not pad.curtain.up


# --- fouls ---


def test_a_lie_is_shown_in_red_on_the_table_and_on_the_pad(lady):
    lady.seal("house")
    nonce = lady.app.confidant.opening().nonce_hex
    lady.act("correct", what="step", to="reveal")
    lady.act("reveal", place="paris", nonce=nonce)
    assert "Paris" in lady.pad.fouls[0]
    lady.pad.turn("now")
    lady.evening.tap(lines=lady.pad.fouls)
    assert any("An opening that does not fit" in text for text in lady.evening.texts)
    lady.evening.tap(text="Close")
    lady.evening.tap(text="Done: safe to show")
    banner = lady.evening.table.fouls
    assert "Paris" in banner[0]
    assert "Milady's house" in banner[0]
    lady.evening.tap(lines=banner)
    assert any("An opening that does not fit" in text for text in lady.evening.texts)

"""What everybody reads when Milady's word and her seal do not agree."""

from companion import boxes
from companion.app.viewmodels.fouls import fouls_of
from companion.core.record import Intent, Record
from companion.store.table import OpenMatch


def read(line):
    return line.read()


def test_while_everything_fits_there_is_nothing_to_read():
    match = OpenMatch.start(boxes.load("mousquetaires"), {}, None).match
    assert fouls_of(match.view(), read) == ()


def test_a_lie_is_told_with_what_was_claimed_and_what_was_sealed_the_newest_first():
    table = OpenMatch.start(boxes.load("mousquetaires"), {"players": 5, "depth": "clerk"}, None)
    match = table.match
    assert isinstance(table.seal("house"), Record)
    nonce = table.opening().nonce_hex
    for do, fields in (
        ("correct", {"what": "step", "to": "reveal"}),
        ("reveal", {"place": "paris", "nonce": nonce}),
        ("reveal", {"place": "quest", "nonce": "0" * 64}),
    ):
        assert isinstance(match.act(Intent(do, fields)), Record), do
    newest, first = fouls_of(match.view(), read)
    assert "Paris" in first.text
    assert "Milady's house" in first.text
    assert "quest" in newest.text
    for foul in (newest, first):
        assert match.rule(foul.rule).id == foul.rule  # a rule that is there, and not the forgotten one

"""Every kv file once."""

import pytest
from kivy.factory import Factory
from kivy.lang import Builder

from companion.app.kv import load_kv

RULE = """
<Coin@Widget>:
    on_touch_down: app.count()
    Label:
        text: "one"
"""


@pytest.fixture
def python_file(tmp_path):
    """The name of a Python file with a kv file beside it."""
    path = tmp_path / "coin.py"
    path.with_suffix(".kv").write_text(RULE, encoding="utf-8")
    yield path
    Builder.unload_file(str(path.with_suffix(".kv")))
    Factory.unregister("Coin")


def test_the_rules_beside_a_python_file_are_applied(python_file):
    load_kv(str(python_file))
    assert [child.text for child in Factory.Coin().children] == ["one"]


def test_loaded_twice_they_are_still_applied_once(python_file):
    for _ in range(2):
        load_kv(str(python_file))
    assert len(Factory.Coin().children) == 1


def test_a_missing_file_is_an_error_every_time(tmp_path):
    for _ in range(2):
        with pytest.raises(FileNotFoundError):
            load_kv(str(tmp_path / "nothing.py"))

"""Exports go where people look."""

import sys
from pathlib import Path
from types import ModuleType, SimpleNamespace

import pytest

from companion.app.places import FOLDER, travel_folder


@pytest.fixture
def home(tmp_path, monkeypatch):
    monkeypatch.setattr(Path, "home", lambda: tmp_path)
    return tmp_path


def test_on_a_desk_among_the_documents_if_there_is_such_a_folder(home):
    assert travel_folder("linux", home / "data") == home / FOLDER
    (home / "Documents").mkdir()
    assert travel_folder("linux", home / "data") == home / "Documents" / FOLDER


def test_on_a_phone_on_the_shared_storage(home, monkeypatch):
    def autoclass(name):
        file = SimpleNamespace(getAbsolutePath=lambda: "/storage/app")
        return SimpleNamespace(mActivity=SimpleNamespace(getExternalFilesDir=lambda kind: file))

    jnius = ModuleType("jnius")
    jnius.autoclass = autoclass
    monkeypatch.setitem(sys.modules, "jnius", jnius)
    assert travel_folder("android", home) == Path("/storage/app")


def test_a_phone_without_shared_storage_keeps_them_with_the_app(home, monkeypatch):
    jnius = ModuleType("jnius")
    jnius.autoclass = lambda name: SimpleNamespace(mActivity=SimpleNamespace(getExternalFilesDir=lambda kind: None))
    monkeypatch.setitem(sys.modules, "jnius", jnius)
    assert travel_folder("android", home) == home / "travel"
    monkeypatch.setitem(sys.modules, "jnius", None)
    assert travel_folder("android", home) == home / "travel"

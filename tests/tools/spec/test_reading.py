"""The less common forms that buildozer understands, and the template the known keys come from."""

from pathlib import Path

import pytest

from tools.spec import reading


def read(tmp_path: Path, text: str) -> reading.Spec:
    path = tmp_path / "buildozer.spec"
    path.write_text(text, encoding="utf-8")
    return reading.read(path)


def unknown(spec: reading.Spec) -> list[str]:
    return [line for line in reading.key_problems(spec) if not line.endswith(": missing")]


def test_the_known_keys_come_from_buildozers_template() -> None:
    keys = reading.known_keys()
    assert {"title", "p4a.branch", "android.no-byte-compile-python"} <= keys["app"]
    assert keys["buildozer"] == {"log_level", "warn_on_root", "build_dir", "bin_dir"}


@pytest.mark.parametrize(
    "text",
    [
        "[app]\n[app:source.include_exts]\npy\nkv\n",
        "[app]\n[app@demo]\ntitle = Demo\n",
        "[app]\n[app:source.exclude_patterns@demo]\nimages/*\n",
        "[app]\nrequirements.source.kivy = ../kivy\n",
    ],
    ids=["list section", "profile", "list section of a profile", "source of a requirement"],
)
def test_all_forms_of_a_key_are_known(tmp_path: Path, text: str) -> None:
    assert unknown(read(tmp_path, text)) == []


def test_a_list_section_is_read_like_a_line(tmp_path: Path) -> None:
    assert read(tmp_path, "[app]\n[app:requirements]\nkivy\nplyer\n").items("requirements") == ["kivy", "plyer"]


def test_a_misspelt_list_section_is_unknown(tmp_path: Path) -> None:
    spec = read(tmp_path, "[app]\n[app:requirement]\nkivy\n")
    assert unknown(spec) == ["requirement: unknown key, did you mean requirements?"]


def test_a_comment_behind_an_entry_of_a_list_section_is_part_of_it(tmp_path: Path) -> None:
    (found,) = reading.value_problems(read(tmp_path, "[app]\n[app:requirements]\nkivy  # the toolkit\n"))
    assert found.startswith("kivy  # the toolkit: a comment in the same line")


@pytest.mark.parametrize("colour", ["#F4EBD6", "#FFF4EBD6"])
def test_a_colour_is_no_comment(tmp_path: Path, colour: str) -> None:
    assert reading.value_problems(read(tmp_path, f"[app]\nandroid.presplash_color = {colour}\n")) == []

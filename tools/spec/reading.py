"""Reading buildozer.spec: its keys, and the values that do not mean what they seem to say."""

import configparser
import contextlib
import difflib
import io
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import buildozer
from buildozer.specparser import SpecParser

# Without these the package builds, but as somebody else's: Kivy's icon, today's master, one fixed orientation.
EXPECTED = (
    "package.domain",
    "source.include_exts",
    "requirements",
    "icon.filename",
    "icon.adaptive_foreground.filename",
    "icon.adaptive_background.filename",
    "presplash.filename",
    "orientation",
    "android.api",
    "android.minapi",
    "android.ndk",
    "android.archs",
    "p4a.branch",
    "p4a.bootstrap",
)

# Buildozer asks of these only whether they have a value, so that "False" switches them on.
ON_BY_ANY_VALUE = ("p4a.setup_py", "android.logcat_pid_only", "android.no-byte-compile-python")


class UnreadableSpec(Exception):
    """The file is not there or is no spec at all."""


@dataclass(frozen=True, slots=True)
class Spec:
    """A spec as buildozer sees it. Paths in it count from its own folder, where buildozer is run."""

    path: Path
    config: Any

    @property
    def root(self) -> Path:
        return self.path.parent

    @property
    def source(self) -> Path:
        return self.root / self.value("source.dir", ".")

    def value(self, key: str, default: str = "") -> str:
        return self.config.get("app", key, fallback=None) or default

    def items(self, key: str) -> list[str]:
        return [item for item in self.config.getlist("app", key, []) if item]


def read(path: Path) -> Spec:
    config = SpecParser()
    try:
        with path.open(encoding="utf-8") as lines:
            config.read_file(lines, path.name)
        for section in config.sections():
            config.items(section)
    except OSError as error:
        raise UnreadableSpec(f"cannot be read: {error.strerror}") from error
    except (configparser.Error, UnicodeDecodeError) as error:
        raise UnreadableSpec(" ".join(str(error).split())) from error
    if not config.has_section("app"):
        raise UnreadableSpec("there is no [app] section")
    return Spec(path, config)


def known_keys() -> dict[str, frozenset[str]]:
    """The keys of each section, from the commented template that buildozer gives to new projects."""
    template = (Path(buildozer.__file__).parent / "default.spec").read_text(encoding="utf-8")
    keys: dict[str, set[str]] = {}
    section = ""
    for line in template.splitlines():
        if line.startswith("#---"):
            # Prose about the file format follows, with examples that are no keys.
            break
        if header := re.fullmatch(r"\[(\w+)\]", line):
            section = header[1]
        elif key := re.match(r"#? ?([a-z][\w.-]*) *=", line):
            keys.setdefault(section, set()).add(key[1])
    return {name: frozenset(found) for name, found in keys.items()}


def key_problems(spec: Spec) -> list[str]:
    known = known_keys()
    problems = []
    for section in spec.config.sections():
        # [app:requirements] is a list in a section of its own, [app@demo] belongs to a profile.
        name, _, listed = section.partition("@")[0].strip().partition(":")
        if name not in known:
            problems.append(f"[{section}]: unknown section")
            continue
        for key in [listed] if listed else spec.config.options(section):
            if key not in known[name] and not key.startswith("requirements.source."):
                problems.append(f"{key}: {_what_then(key, name, known)}")
    problems += [f"{key}: missing" for key in EXPECTED if not spec.items(key)]
    return problems


def _what_then(key: str, section: str, known: dict[str, frozenset[str]]) -> str:
    for other, keys in known.items():
        if key in keys:
            return f"unknown in [{section}], it belongs in [{other}]"
    near = difflib.get_close_matches(key, sorted(known[section]), n=1)
    return f"unknown key, did you mean {near[0]}?" if near else "unknown key"


def value_problems(spec: Spec) -> list[str]:
    problems = []
    for section in spec.config.sections():
        for key, value in spec.config.items(section, raw=True):
            text = key if value is None else value
            if re.search(r"^[#;](\s|$)|\s[#;]", text):
                problems.append(f"{key}: a comment in the same line becomes part of the value: {text!r}")
            for swallowed in re.findall(r"\n([\w.-]+) *=", text):
                problems.append(f"{swallowed}: indented, so it became part of the value of {key}")
    title = spec.value("title")
    if forbidden := re.search(r"""['"&<\\]|^[@?]""", title):
        problems.append(f"title: {forbidden[0]} breaks the string resource it is written into: {title!r}")
    for key in ON_BY_ANY_VALUE:
        if spec.value(key).lower() in ("false", "0", "no", "off"):
            problems.append(f"{key}: any value switches it on, even {spec.value(key)!r}; leave the line out")
    return problems


def buildozer_problems(spec: Spec) -> list[str]:
    """What buildozer itself says before it starts to work: it prints its complaints and exits."""
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        try:
            buildozer.Buildozer(filename=str(spec.path))
        except SystemExit:
            return [line for line in printed.getvalue().splitlines() if line.startswith("[app] ")]
    return []

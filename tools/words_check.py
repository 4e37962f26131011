"""Is every sentence there in every language? gettext falls back to English without a word, so somebody must ask.

    python -m tools.words_check       # part of: make check

Prints one line per fault and fails if there is any.
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from string import Formatter

from babel.messages.catalog import Catalog, Message

from tools.words import (
    KEYWORDS,
    ROOT,
    TRANSLATED,
    forms,
    gather,
    is_translated,
    mo_bytes,
    mo_path,
    po_path,
    po_text,
    pot_path,
    read_catalogue,
    strings,
)

# Properties and arguments whose value people read.
_SHOWN = re.compile(r"(?:\w+_)?text|title|headline|subtitle|label|message|description")
_KV_PROPERTY = re.compile(rf"\s*({_SHOWN.pattern})\s*:\s*(\S.*)")
# Neither place-holders nor markup nor the numbers of the phases are words.
_NO_WORDS = re.compile(r"\{[^{}]*\}|\[/?\w+(?:=[^\]]*)?\]|\b[IVX]+\b")
_LETTER = re.compile(r"[^\W\d_]")


def faults(root: Path = ROOT) -> list[str]:
    found = gather(root)
    template = found.template()
    lines = [*found.faults, *unwrapped(root)]
    if not pot_path(root).exists() or pot_path(root).read_text(encoding="utf-8") != po_text(template):
        lines.append(f"{pot_path(root).relative_to(root)}: not up to date, run: make words")
    for language in TRANSLATED:
        if not po_path(language, root).exists():
            lines.append(f"{language}: no catalogue, run: make words")
            continue
        catalog = read_catalogue(language, root)
        lines += [f"{language}: {line}" for line in catalogue_faults(template, catalog)]
        mo = mo_path(language, root)
        if not mo.exists() or mo.read_bytes() != mo_bytes(catalog, language):
            lines.append(f"{mo.relative_to(root)}: does not match its .po, run: make words")
    return lines


def catalogue_faults(template: Catalog, catalog: Catalog) -> Iterator[str]:
    for wanted in template:
        if not wanted.id:
            continue
        name = _name(wanted)
        entry = catalog.get(name)
        if entry is None:
            yield f"missing: {name!r}"
        elif entry.pluralizable != wanted.pluralizable or forms(entry) != forms(wanted):
            yield f"singular and plural differ from the source: {name!r}"
        elif entry.fuzzy:
            yield f"only guessed (fuzzy): {name!r}"
        elif not any(strings(entry)):
            yield f"not translated: {name!r}"
        elif not is_translated(entry) or len(strings(entry)) != (catalog.num_plurals if entry.pluralizable else 1):
            yield f"a plural form is missing: {name!r}"
        else:
            yield from _placeholder_faults(entry)
    for message in (*catalog, *catalog.obsolete.values()):
        if message.id and template.get(_name(message)) is None:
            yield f"no longer used: {_name(message)!r}"


def unwrapped(root: Path = ROOT) -> Iterator[str]:
    """Words that people would see, but that never pass through a catalogue."""
    for path in sorted((root / "companion").rglob("*.kv")):
        for number, line in enumerate(path.read_text(encoding="utf-8").split("\n"), 1):
            match = _KV_PROPERTY.fullmatch(line)
            if match is None:
                continue
            try:
                value = ast.parse(match[2], mode="eval").body
            except SyntaxError:
                continue  # the kv check reports it
            for words in _bare_words(value):
                yield f"{path.relative_to(root)}:{number}: {match[1]} is not wrapped in _(): {words!r}"
    for path in sorted((root / "companion" / "app").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.keyword) and node.arg and _SHOWN.fullmatch(node.arg):
                for words in _bare_words(node.value):
                    yield f"{path.relative_to(root)}:{node.value.lineno}: {node.arg} is not wrapped in _(): {words!r}"


def _bare_words(value: ast.expr) -> Iterator[str]:
    """The literals with letters that the value of an expression can consist of; keys and comparisons are not shown."""
    match value:
        case ast.Constant(value=str(text)):
            if _LETTER.search(_NO_WORDS.sub("", text)):
                yield text
        case ast.JoinedStr(values=parts) | ast.BoolOp(values=parts):
            for part in parts:
                yield from _bare_words(part)
        case ast.BinOp(left=left, right=right) | ast.IfExp(body=left, orelse=right):
            yield from _bare_words(left)
            yield from _bare_words(right)
        case ast.Call(func=ast.Attribute(value=inner, attr=attr)) if attr not in KEYWORDS:
            yield from _bare_words(inner)


def _placeholder_faults(entry: Message) -> Iterator[str]:
    name = _name(entry)
    try:
        wanted = [_placeholders(text) for text in forms(entry)]
        given = [_placeholders(text) for text in strings(entry)]
    except ValueError:
        yield f"place-holders cannot be read: {name!r}"
        return
    if entry.pluralizable:
        # "One turn" and "{n} turns" are both right, and languages draw the line at different numbers: the forms
        # before the last may leave out what one of the English forms leaves out.
        one, many = wanted
        fits = given[-1] == many and all(one & many <= names <= one | many for names in given)
    else:
        fits = given == wanted
    if not fits:
        yield f"place-holders differ: {name!r}"


def _placeholders(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}


def _name(message: Message) -> str:
    return forms(message)[0]


def main() -> int:
    lines = faults()
    print("\n".join(lines) if lines else f"words: complete in {', '.join(('en', *TRANSLATED))}")
    return 1 if lines else 0


if __name__ == "__main__":
    sys.exit(main())

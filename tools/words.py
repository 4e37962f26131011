"""Gather the sentences of the app, keep the catalogues in step, compile them.

    python -m tools.words update      # or: make words

Reads every .py and .kv under companion/, writes companion/locale/companion.pot, one companion.po per language for
translators, and one companion.mo per language for the app. The same sources always give the same bytes: no dates,
no line numbers, everything sorted, so that a diff shows what people changed and nothing else.
"""

from __future__ import annotations

import ast
import io
import re
import sys
import tokenize
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path

from babel.messages.catalog import Catalog, Message
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

from companion.locale import DOMAIN, LANGUAGES, NAMES

ROOT = Path(__file__).resolve().parent.parent
TRANSLATED = tuple(language for language in LANGUAGES if language != "en")
# How many leading arguments are sentences: two where the grammar depends on a number.
KEYWORDS = {"_": 1, "say": 1, "gettext": 1, "say_n": 2, "ngettext": 2}
# Below the app a sentence that is no literal can never be translated; the app itself may look words up.
LITERAL_ONLY = ("say", "say_n")

_KV_CALL = re.compile(r"(?<!\w)(?:_|ngettext)\s*\(")
_HEADER = "# {language}: the words of the Musketeers' Companion.\n# Licensed as the app itself (MIT).\n#"
# The only parts of a catalogue's header that say something; the others change with the day or the tool.
_KEPT_HEADERS = ("Project-Id-Version:", "Language:", "Plural-Forms:", "MIME-Version:", "Content-")
_NO_DATE = datetime(2026, 1, 1, tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class Call:
    """One place that asks for words. `texts` is empty if the words are no literals."""

    keyword: str
    texts: tuple[str, ...]
    line: int


@dataclass(slots=True)
class Gathered:
    """Every sentence with the files it stands in, and every complaint about how it is written."""

    sentences: dict[tuple[str, ...], set[str]] = field(default_factory=dict)
    faults: list[str] = field(default_factory=list)

    def template(self) -> Catalog:
        catalog = _blank(None)
        for texts, files in self.sentences.items():
            places = [(file, 0) for file in sorted(files)]
            catalog.add(texts[0] if len(texts) == 1 else (texts[0], texts[1]), locations=places)
        return catalog


def gather(root: Path = ROOT) -> Gathered:
    found = Gathered()
    home = root / "companion"
    for path in sorted((*home.rglob("*.py"), *home.rglob("*.kv"))):
        file = path.relative_to(root).as_posix()
        text = path.read_text(encoding="utf-8")
        try:
            calls = list(calls_in_kv(text) if path.suffix == ".kv" else calls_in_python(ast.parse(text)))
        except SyntaxError as error:
            found.faults.append(f"{file}:{error.lineno}: cannot be read: {error.msg}")
            continue
        for call in calls:
            if call.texts and all(call.texts):
                found.sentences.setdefault(call.texts, set()).add(file)
            elif not call.texts and call.keyword in LITERAL_ONLY:
                found.faults.append(f"{file}:{call.line}: {call.keyword}() needs its words as a literal")
    return found


def calls_in_python(tree: ast.AST) -> Iterator[Call]:
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call):
            continue
        name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
        count = KEYWORDS.get(name)
        if count is None:
            continue
        values = [arg.value for arg in node.args[:count] if isinstance(arg, ast.Constant)]
        texts = tuple(value for value in values if isinstance(value, str))
        yield Call(name, texts if len(texts) == count else (), node.lineno)


def calls_in_kv(text: str) -> Iterator[Call]:
    """The calls inside a kv file, which is no Python, but whose values are."""
    code = "\n".join("" if line.lstrip().startswith("#") else line for line in text.split("\n"))
    for match in _KV_CALL.finditer(code):
        line = code.count("\n", 0, match.start()) + 1
        call = _balanced(code[match.start() :])
        if call is None:
            raise SyntaxError("a call without its closing bracket", ("", line, 0, ""))
        try:
            tree = ast.parse(call, mode="eval")
        except SyntaxError as error:
            raise SyntaxError(error.msg, ("", line, 0, "")) from None
        # Calls inside this call are found by the next matches.
        outermost = next(calls_in_python(tree), None)
        if outermost is not None:
            yield Call(outermost.keyword, outermost.texts, line)


def _balanced(text: str) -> str | None:
    """The text up to the bracket that closes its first one; brackets inside strings do not count."""
    lines = text.split("\n")
    depth = 0
    try:
        for token in tokenize.generate_tokens(io.StringIO(text).readline):
            if token.type != tokenize.OP:
                continue
            depth += (token.string in "([{") - (token.string in ")]}")
            if depth == 0 and token.string == ")":
                row, column = token.end
                return "\n".join((*lines[: row - 1], lines[row - 1][:column]))
    except (tokenize.TokenError, SyntaxError):
        pass
    return None


def po_path(language: str, root: Path = ROOT) -> Path:
    return root / "companion" / "locale" / language / "LC_MESSAGES" / f"{DOMAIN}.po"


def mo_path(language: str, root: Path = ROOT) -> Path:
    return po_path(language, root).with_suffix(".mo")


def pot_path(root: Path = ROOT) -> Path:
    return root / "companion" / "locale" / f"{DOMAIN}.pot"


def read_catalogue(language: str, root: Path = ROOT) -> Catalog:
    path = po_path(language, root)
    if not path.exists():
        return _blank(language)
    with path.open("rb") as file:
        return read_po(file, locale=language, domain=DOMAIN)


def updated(catalog: Catalog, template: Catalog, language: str) -> Catalog:
    """A catalogue with exactly the sentences of the template, and the translations it had for them.

    A sentence that changed is a new sentence: guessed translations are worse than none.
    """
    fresh = _blank(language)
    for message in template:
        if not message.id:
            continue
        old = catalog.get(forms(message)[0])
        keep = old is not None and old.pluralizable == message.pluralizable and not old.fuzzy
        fresh.add(
            message.id,
            old.string if old is not None and keep else None,
            locations=message.locations,
            user_comments=old.user_comments if old is not None else (),
        )
    return fresh


def po_text(catalog: Catalog) -> str:
    buffer = io.BytesIO()
    write_po(buffer, catalog, width=110, sort_output=True, ignore_obsolete=True, include_lineno=False)
    head, gap, body = buffer.getvalue().decode("utf-8").partition("\n\n")
    lines = [line for line in head.split("\n") if not line.startswith('"') or _is_kept(line)]
    return "\n".join(lines) + gap + body.rstrip("\n") + "\n"


def mo_bytes(catalog: Catalog, language: str) -> bytes:
    """The catalogue as the app reads it. A sentence not wholly translated is left out: English beats a blank."""
    ready = _blank(language)
    ready.creation_date = ready.revision_date = _NO_DATE
    for message in catalog:
        if message.id and not message.fuzzy and is_translated(message):
            ready.add(message.id, message.string)
    buffer = io.BytesIO()
    write_mo(buffer, ready)
    return buffer.getvalue()


def forms(message: Message) -> tuple[str, ...]:
    """The English of an entry: one form, or singular and plural."""
    return (message.id,) if isinstance(message.id, str) else tuple(message.id)


def strings(message: Message) -> tuple[str, ...]:
    """The translation of an entry, as many forms as the language has; blanks where nobody wrote any."""
    return (message.string,) if isinstance(message.string, str) else tuple(message.string or ("",))


def is_translated(message: Message) -> bool:
    return all(strings(message))


def update(root: Path = ROOT) -> list[str]:
    """Bring every catalogue up to date; what is left to do for translators, one line per language."""
    template = gather(root).template()
    pot_path(root).parent.mkdir(parents=True, exist_ok=True)
    pot_path(root).write_text(po_text(template), encoding="utf-8")
    report = []
    for language in TRANSLATED:
        catalog = updated(read_catalogue(language, root), template, language)
        po_path(language, root).parent.mkdir(parents=True, exist_ok=True)
        po_path(language, root).write_text(po_text(catalog), encoding="utf-8")
        mo_path(language, root).write_bytes(mo_bytes(catalog, language))
        missing = sum(not is_translated(message) for message in catalog if message.id)
        report.append(f"{language}: {len(catalog)} sentences, {missing} to translate")
    return report


def _is_kept(line: str) -> bool:
    return line.startswith(tuple(f'"{name}' for name in _KEPT_HEADERS))


def _blank(language: str | None) -> Catalog:
    header = _HEADER.format(language=NAMES[language] if language else "The template")
    return Catalog(
        locale=language, domain=DOMAIN, project="Musketeers' Companion", version="1", header_comment=header, fuzzy=False
    )


def main(arguments: list[str]) -> int:
    if arguments != ["update"]:
        print("usage: python -m tools.words update", file=sys.stderr)
        return 2
    print("\n".join(update()))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

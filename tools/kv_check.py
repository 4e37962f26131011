"""Does every kv file parse, and is every rule declared once?

    python -m tools.kv_check          # part of: make check

A broken kv file shows only when its screen is first opened, and a rule declared twice is applied twice, silently.
Prints one line per fault and fails if there is any. Needs no window and no GL.
"""

from __future__ import annotations

import os
import re
import sys
from pathlib import Path

from companion.app import headless

ROOT = Path(__file__).resolve().parent.parent
# What an event does may look there; a property that follows it keeps its widget alive for ever.
_THROUGH_IDS = re.compile(r"\s+(?!on_)\w+:.*\b(self|root)\.ids\.")


def faults(root: Path = ROOT) -> list[str]:
    from kivy.lang.parser import Parser, ParserException

    lines: list[str] = []
    first: dict[str, str] = {}
    for path in sorted((root / "companion").rglob("*.kv")):
        file = path.relative_to(root).as_posix()
        if path.parent.name == "screens" and not path.with_suffix(".py").exists():
            lines.append(f"{file}: there is no {path.stem}.py beside it")
        text = path.read_text(encoding="utf-8")
        lines += [
            f"{file}:{number}: a rule that looks through ids is never freed; give the widget a property"
            for number, line in enumerate(text.split("\n"), 1)
            if _THROUGH_IDS.match(line)
        ]
        try:
            rules = Parser(content=text, filename=str(path)).rules
        except ParserException as error:
            lines.append(f"{file}:{error.line + 1}: {str(error).splitlines()[-1]}")
            continue
        except SyntaxError as error:
            lines.append(f"{file}:{error.lineno}: {error.msg}")
            continue
        for selector, rule in rules:
            here = f"{file}:{rule.line + 1}"
            # Kivy compares the names of classes without regard to case.
            there = first.setdefault(selector.key, here)
            if there != here:
                lines.append(f"{here}: {rule.name} is already declared in {there}")
    return lines


def main(arguments: list[str]) -> int:
    os.environ["KIVY_NO_CONSOLELOG"] = "1"
    headless.prepare("mock")
    root = Path(arguments[0]) if arguments else ROOT
    lines = faults(root)
    print("\n".join(lines) if lines else f"kv: {len(list((root / 'companion').rglob('*.kv')))} files in order")
    return 1 if lines else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

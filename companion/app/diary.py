"""The log file: what went wrong and when, never what anybody keeps secret.

It turns over before it grows large. Taps are never written here, because they may hold what people typed or chose.
Of an error only its kind and its place in the code are told: its message may quote whatever it choked on. Seals,
nonces and seeds are long hexadecimal numbers and are blotted out, whoever wrote them, and so is what stands behind
"choice" or "nonce".
"""

from __future__ import annotations

import logging
import re
import traceback
from contextlib import suppress
from logging.handlers import RotatingFileHandler
from pathlib import Path

NAME = "companion.log"
MOST = 200_000  # bytes
GENERATIONS = 2
BLOT = "[...]"
_DEEPEST = 8  # errors that were raised because of another
_LONG_NUMBER = re.compile(r"[0-9a-fA-F]{32,}")
_NAMED = re.compile(r"""(["']?\b(?:choice|nonce(?:_hex)?|seed)\b["']?\s*[:=]\s*)("[^"]*"|'[^']*'|[^\s,;)}\]]+)""")


def blotted(text: str) -> str:
    return _LONG_NUMBER.sub(BLOT, _NAMED.sub(rf"\1{BLOT}", text))


class _Blotter(logging.Formatter):
    """Blots secrets out of the whole entry, the traceback included."""

    def format(self, record: logging.LogRecord) -> str:
        # Whoever formatted this record before may have left a whole traceback in it, and must find it again.
        kept, record.exc_text = record.exc_text, None
        try:
            return blotted(super().format(record))
        finally:
            record.exc_text = kept

    def formatException(self, ei) -> str:
        lines: list[str] = []
        error = ei[1]
        while error is not None and len(lines) < _DEEPEST:
            where = "".join(traceback.format_list(traceback.extract_tb(error.__traceback__)))
            lines.append(f"{where}{_kind(error)}")
            error = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
        return "\nThat came of:\n".join(lines)


def _kind(error: BaseException) -> str:
    name = type(error).__qualname__
    return f"{name}: {error.strerror}" if isinstance(error, OSError) and error.strerror else name


class _Pages(RotatingFileHandler):
    def handleError(self, record: logging.LogRecord) -> None:
        """A full disk must not make the app fail over its own log, nor print the entry elsewhere unblotted."""


def keep_diary(folder: Path) -> logging.Handler | None:
    """Write what the companion logs to a file in this folder. A folder that cannot be written to is no trouble."""
    path = diary_path(folder)
    with suppress(OSError):
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        handler = _Pages(path, maxBytes=MOST, backupCount=GENERATIONS, encoding="utf-8", errors="replace", delay=True)
        handler.setFormatter(_Blotter("%(asctime)s %(levelname)s %(name)s: %(message)s"))
        logging.getLogger("companion").addHandler(handler)
        return handler
    return None


def diary_path(folder: Path) -> Path:
    return folder / "logs" / NAME


def close_diary(handler: logging.Handler | None) -> None:
    if handler:
        logging.getLogger("companion").removeHandler(handler)
        handler.close()

"""Mousquetaires du Roy (German: Mylady und die Musketiere)."""

from __future__ import annotations

from companion.boxes.mousquetaires.box import Mousquetaires

BOX = Mousquetaires()

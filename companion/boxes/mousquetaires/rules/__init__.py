"""The rules in our own words. Everything the clerk asks, refuses or changes points to one of these."""

from __future__ import annotations

from companion.boxes.mousquetaires.rules import company, duels, missions, round, seals, variants
from companion.core.prompt import Rules

RULES: Rules = {
    rule.id: rule for rule in (*round.ALL, *company.ALL, *duels.ALL, *seals.ALL, *missions.ALL, *variants.ALL)
}

"""`companion simulate`: whole matches played by the prompts alone, with everything that must hold looked at."""

from __future__ import annotations

import argparse
import json
import sys

from companion.core.record import BadForm
from companion.simulate.series import PLAYERS, Tally, simulate

FINE, NO = 0, 1


def add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("box", metavar="BOX")
    parser.add_argument("--games", type=int, default=200, metavar="N", help="how many matches (200)")
    parser.add_argument("--seed", default="1", help="the same seed plays the same matches (1)")
    parser.add_argument("--player", choices=PLAYERS, default="mixed", help="who plays; mixed: every pairing in turn")
    parser.add_argument("--players", type=int, metavar="N", help="only tables of so many people")
    parser.add_argument("--json", action="store_true")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    if options.games < 1:
        raise BadForm("--games must be at least 1")
    tally = simulate(options.box, options.games, options.seed, options.player, options.players)
    if options.json:
        print(json.dumps(tally.plain()))
    else:
        _show(tally)
    if tally.broken:
        sys.stdout.flush()
        print(f"companion: {tally.broken}", file=sys.stderr)
        return NO
    return FINE


def _show(tally: Tally) -> None:
    form = tally.plain()
    longest = form["longest"]
    print(f"{form['games']} matches, {form['intents']} intents, {form['seconds']} s")
    print(f"{form['games_per_second']} matches and {form['intents_per_second']} intents a second, all of them checked")
    print(f"the longest match: game {longest['game']}, {longest['intents']} intents")
    for winner, causes in form["wins"].items():
        print(f"{winner}: {sum(causes.values())} ({', '.join(f'{cause} {count}' for cause, count in causes.items())})")

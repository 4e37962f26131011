"""What the engine costs: random play against a fast simulator of another board game, and opening a long match.

The peer is catanatron, which plays Catan for machine learning and is built for speed. One of its actions is one of our
intents: chosen at random among everything that is legal, judged and carried out. Ours also explains itself (every
change with the rule behind it) and keeps every state there ever was. python-chess's push is the second mark: a move
that nobody judges, on the best-trimmed board in pure Python.
"""

from __future__ import annotations

import json
import random
import time
from collections.abc import Iterable
from contextlib import suppress

import chess
from catanatron import Color, Game, RandomPlayer

from companion.boxes.mousquetaires import BOX
from companion.boxes.mousquetaires.state import State
from companion.core.dice import SeededChance
from companion.core.match import Match
from companion.core.pen import Pen
from companion.core.prompt import Refused
from companion.core.record import Header, Intent, Record, parse
from companion.simulate.players import RandomPlayer as Anybody

GAMES = 40
COUNTS = (2, 3, 4, 5, 6)
LONG = 500


def measure() -> list[tuple[str, float, float]]:
    _random_play(range(3))  # everybody warms up once
    _catan(range(3))
    asked, decided, matches, kept = _random_play(range(GAMES))
    action, catan = _catan(range(GAMES))
    push = _pushes()
    opened, parsed = _opening()
    peer = "catanatron's random action"
    return [
        (f"an intent of random play, decided and folded, against {peer}", decided / action, 1.0),
        (f"the same with its record made and looked at, against {peer}", kept / action, 2.0),
        (f"the same with all its choices asked for, against {peer}", (asked + kept) / action, 3.0),
        ("an intent of random play, decided and folded, against python-chess's push", decided / push, 40.0),
        ("a whole match of random play against catanatron's whole game", matches / catan, 1.0),
        (f"replaying {LONG} records, each looked at, against reading them as JSON", opened / parsed, 20.0),
    ]


def _random_play(seeds: Iterable[int]) -> tuple[float, float, float, float]:
    """Seconds for asking, for deciding and folding, for a whole match, and for all that `Match.act` does."""
    asking = deciding = keeping = 0.0
    intents, games, clock = 0, 0, time.perf_counter
    for seed in seeds:
        match, chance = _new(seed), SeededChance(seed)
        player = Anybody(SeededChance(f"player {seed}"), ("milady", "musketeers", "table"))
        while True:
            begin = clock()
            prompts = match.prompts()
            asking += clock() - begin
            if not prompts:
                break
            intent = player.answer(match, prompts[0])
            assert intent is not None
            seq = len(match.records) + 1
            begin = clock()
            pen = Pen(match.state, intent, BOX.rules, chance.for_record(seq), 0, match=match.header.match, seq=seq)
            with suppress(Refused):
                BOX.verbs[intent.do].decide(pen)
            deciding += clock() - begin
            begin = clock()
            match.act(intent)
            keeping += clock() - begin
            intents += 1
        games += 1
    return asking / intents, deciding / intents, (asking + keeping) / games, keeping / intents


def _new(seed: int) -> Match[State]:
    options = {"players": COUNTS[seed % len(COUNTS)], "depth": "clerk"}
    return Match(BOX, Header(f"bench-{seed}", BOX.name, options, {}), chance=SeededChance(seed))


def _catan(seeds: Iterable[int]) -> tuple[float, float]:
    """Seconds for one action and for one game of four players."""
    spent, actions, games = 0.0, 0, 0
    for seed in seeds:
        random.seed(seed)
        players = [RandomPlayer(colour) for colour in (Color.RED, Color.BLUE, Color.WHITE, Color.ORANGE)]
        game = Game(players, seed=seed)
        begin = time.perf_counter()
        game.play()
        spent += time.perf_counter() - begin
        actions += len(game.state.actions)
        games += 1
    return spent / actions, spent / games


def _pushes() -> float:
    chance, board = random.Random(1), chess.Board()
    moves: list[chess.Move] = []
    for _ in range(100):
        moves.append(chance.choice(list(board.legal_moves)))
        board.push(moves[-1])
    begin = time.perf_counter()
    for _ in range(50):
        board = chess.Board()
        for move in moves:
            board.push(move)
    return (time.perf_counter() - begin) / (50 * len(moves))


def _opening() -> tuple[float, float]:
    match = _new(4)
    for turn in range(LONG):
        match.act(Intent("correct", {"what": "purse", "to": turn % 20}))
    lines = [record.line() for record in match.records]
    opened, parsed = [], []
    for _ in range(7):
        begin = time.perf_counter()
        Match.replay(BOX, match.header, (Record.from_plain(parse(line)) for line in lines))
        opened.append(time.perf_counter() - begin)
        begin = time.perf_counter()
        for line in lines:
            json.loads(line)
        parsed.append(time.perf_counter() - begin)
    return min(opened), min(parsed)

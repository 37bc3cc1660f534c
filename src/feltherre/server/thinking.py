"""What takes time and is done away from the server's loop: computer players, chances, scenario files of people.

Each function here takes plain values and gives plain values back, so that it can run in another process.
"""

from __future__ import annotations

import time
from collections import OrderedDict
from copy import deepcopy
from random import Random
from typing import Any

import msgspec
from msgspec import UNSET, Struct

from feltherre.core.game import Game, Setup
from feltherre.core.prospect import Prospect
from feltherre.core.registry import get_book, get_game
from feltherre.core.space import WrittenSpace
from feltherre.core.text import Text
from feltherre.core.traced import Traced, standing, traced
from feltherre.players.ahead import Ahead, Ends
from feltherre.players.listed import make_player
from feltherre.players.player import Chosen, Player, Position, position_for
from feltherre.server.forms import Seatings
from feltherre.umpire import desk

#: players keep a plan for the turn, so they last as long as they are asked; the longest unasked are forgotten
_PLAYERS: OrderedDict[tuple[str, str], Player] = OrderedDict()
MOST_PLAYERS = 500


class Question(Struct, frozen=True):
    """A decision for a computer player. Of the state it gets only what its seat may know (players/player.py)."""

    game: str
    state: bytes
    roles: tuple[str, ...]
    role: str
    player: str
    #: whose player it is, or whose adviser; "": a new one
    memory: str
    seed: str
    #: the places of its board, on which answers are drawn; nothing for a player whose answers nobody looks at
    places: tuple[str, ...] = ()


class Answer(Struct, frozen=True):
    action: bytes
    text: str
    words: Text
    why: Text
    warnings: list[Text]
    drawn: Traced


class Planned(Struct, frozen=True):
    """Answers that would follow each other, and why there are no more."""

    answers: list[Answer]
    ends: Ends


#: share of its time in which a plan is gone on with
IN_TIME = 0.5


def answer(question: Question) -> Answer:
    """What the player does, and why."""
    game, position = _position(question)
    return _told(position, _player(game, question).choose(position), question.places)


def plan(question: Question, seconds: float) -> Planned:
    """What the player means to do from here on, as far as that can be known. What it remembers stays as it is."""
    game, position = _position(question)
    until = time.monotonic() + seconds * IN_TIME
    ahead = Ahead(deepcopy(_player(game, question)), position, lambda: time.monotonic() < until)
    answers = [_told(at, chosen, question.places) for at, chosen in ahead.answers()]
    return Planned(answers, ahead.ends)


def _position(question: Question) -> tuple[Game[Any], Position]:
    game = get_game(question.game)
    state = game.read_state(question.state)
    return game, position_for(game, state, question.roles, question.role, Random(question.seed))


def _told(position: Position, chosen: Chosen, places: tuple[str, ...]) -> Answer:
    game, state, role, action = position.game, position.state, position.decision.role, chosen.action
    return Answer(
        action=msgspec.json.encode(action),
        text=game.notation.write(action),
        words=game.tell_order(state, role, action),
        why=chosen.why,
        warnings=list(game.warnings(state, role, action)),
        drawn=_drawn(position, action, places),
    )


def _drawn(position: Position, action: Any, places: tuple[str, ...]) -> Traced:
    """Written lines are drawn from the sheet on which they stand."""
    space = position.decision.space
    if not places or isinstance(space, WrittenSpace):
        return Traced()
    scene = position.game.scene(position.state, position.roles)
    return traced(space, action, standing(scene, places))


def _player(game: Game[Any], question: Question) -> Player:
    if not question.memory:
        return make_player(game, question.player)
    key = (question.memory, question.player)
    player = _PLAYERS.pop(key, None) or make_player(game, question.player)
    _PLAYERS[key] = player
    while len(_PLAYERS) > MOST_PLAYERS:
        _PLAYERS.popitem(last=False)
    return player


def prospects(game_id: str, state: bytes, roles: tuple[str, ...]) -> bytes:
    """The chances of what a seat can see coming, as JSON."""
    game = get_game(game_id)
    found = game.prospects(game.read_state(state), roles)
    return msgspec.json.encode([_weighed(game, prospect) for prospect in found])


def foreseen(game_id: str, state: bytes, role: str, action: bytes) -> bytes:
    """The chances of what an answer would bring about, as JSON."""
    game = get_game(game_id)
    found = game.foreseen(game.read_state(state), role, game.convert_action(msgspec.json.decode(action)))
    return msgspec.json.encode([_weighed(game, prospect) for prospect in found])


def _weighed(game: Game[Any], prospect: Prospect) -> dict[str, Any]:
    procedure = prospect.by or game.procedures[prospect.procedure]
    assessment = procedure.assess(prospect.situation)
    situation = msgspec.to_builtins(prospect.situation)
    chances = desk.odds(procedure, situation)["outputs"]
    return {
        "title": prospect.title,
        "place": prospect.place,
        "procedure": prospect.procedure,
        "assumption": prospect.assumption,
        "situation": situation,
        "factors": list(assessment.lines),
        "known": {name: value for name, value in assessment.known.items() if isinstance(value, str | int)},
        "throws": assessment.will_throw,
        "outputs": [
            {"name": name, "label": label, **_output(prospect, chances[name])}
            for name, label in prospect.outputs.items()
        ],
    }


def _output(prospect: Prospect, chances: Any) -> dict[str, Any]:
    """Of an output that is a list: the chances of its length, and of each thing to be in it."""
    if isinstance(chances, dict):
        return {"chances": _labelled(prospect, chances["length"]), "elements": _labelled(prospect, chances["elements"])}
    return {"chances": _labelled(prospect, chances)}


def _labelled(prospect: Prospect, chances: list[Any]) -> list[Any]:
    """Words of the procedure get the name a person reads."""
    return [
        {**chance, "label": prospect.values.get(chance["value"]) if isinstance(chance["value"], str) else None}
        for chance in chances
    ]


def check_scenario(game_id: str, text: str) -> str:
    """Look through a scenario file that somebody has sent; its id."""
    return get_game(game_id).scenario_id(text)


def seatings(game_id: str, options: dict[str, str], scenario: str, file: str) -> bytes:
    """The ways to sit in a game that is made so; of a scenario file also what it is."""
    game = get_game(game_id)
    about = game.check_scenario(file, "scenario") if file else None
    if file:
        scenario = game.scenario_id(file)
    setup = Setup((), options, scenario, scenario_file=file or UNSET)
    game.check_choices(setup)
    names = {role: game.role_name(role) for role in game.roles_in(setup)}
    return msgspec.json.encode(Seatings(game.seatings(setup), names, scenario, about))


def rule_on(game_id: str, procedure: str, situation: Any, lang: str) -> bytes:
    """The umpire's desk: a situation with its dice."""
    return msgspec.json.encode(desk.run(get_book(game_id).procedures[procedure], situation, lang))


def odds_of(game_id: str, procedure: str, situation: Any) -> bytes:
    """The exact chances of a situation without its dice."""
    return msgspec.json.encode(desk.odds(get_book(game_id).procedures[procedure], situation))

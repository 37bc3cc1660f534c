"""Actions with something wrong in them."""

from random import Random
from typing import Any, get_args

import msgspec

from feltherre.core.match import Match


def spoilt(match: Match[Any], action: Any, rng: Random) -> Any:
    """A legal action with one thing wrong, or another decision's action."""
    data = msgspec.to_builtins(action)
    others = [line.action for line in match.lines if hasattr(line, "action")]
    names = sorted(data)
    kind = rng.randrange(6)
    if kind == 0 and others:
        return msgspec.to_builtins(rng.choice(others))
    field = rng.choice(names)
    if kind == 1:
        del data[field]
    elif kind == 2:
        data[field] = rng.choice([None, -1, 0, 99, 10**9, "", "nowhere", [], {}, [["nowhere", -3]], True, 1.5])
    elif kind == 3:
        data["more"] = 1
    elif kind == 4 and isinstance(data[field], int) and not isinstance(data[field], bool):
        data[field] += rng.choice([-2, -1, 1, 2, 50])
    else:
        data["kind"] = rng.choice([*kinds(match), "?"])
    return data


def kinds(match: Match[Any]) -> list[str]:
    """Every kind of action the game has."""
    return [action.__struct_config__.tag for action in get_args(match.game.any_action)]


#: what no field of an action can be: the wrong type, or a kind of action that no game has
MISFITS: tuple[Any, ...] = (None, 1.5, {}, {"kind": "move"}, [[]], [None], {"": ""}, "\x00", -(2**70), 1e300, [{}] * 9)


def misshapen(action: Any, rng: Random) -> Any:
    """JSON that no action has the shape of, often nearly one."""
    data = msgspec.to_builtins(action)
    kind = rng.randrange(6)
    if kind == 0:
        return rng.choice([*MISFITS, data["kind"], [data], list(data.items())])
    if kind == 1:
        return {**data, "kind": rng.choice(MISFITS)}
    if kind == 2:
        return {**data, rng.choice(["more", "", "Kind", "kind ", "\u0000"]): rng.choice([data, *MISFITS])}
    if kind == 3:
        return {name: value for name, value in data.items() if name != "kind"}
    wrong = rng.choice([value for value in MISFITS if value not in (None, [[]], {})])
    return dict.fromkeys(data, wrong) if kind == 4 else {"kind": data["kind"], "action": data}

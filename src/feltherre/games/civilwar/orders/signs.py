"""The signs and words of the order sheet (03.01.3): each stands here once, for reading and for writing."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from feltherre.games.civilwar.orders.language import Ammunition, Answer, Repaired, WorkKind
from feltherre.games.civilwar.orders.legs import Side
from feltherre.games.civilwar.orders.places import COMPASS, Compass, Edge
from feltherre.games.civilwar.orders.triggers import EnemyArm, Formation, OwnEvent

FORMATIONS: Final[dict[str, Formation]] = {
    "L": "line",
    "AK": "attack_column",
    "MK": "march_column",
    "TL": "thin_line",
    "T": "chain",
}
SIDES: Final[dict[str, Side]] = {"LEFT": "left", "RIGHT": "right"}
AMMUNITION: Final[dict[str, Ammunition]] = {"CANISTER": "canister", "SHELL": "shell", "SHOT": "shot"}
#: the book's short signs for fire of guns: shell, solid shot (fuldkugle), canister (kardæsk)
SHORT_FIRE: Final[dict[str, Ammunition]] = {"SG": "shell", "SF": "shot", "SK": "canister"}
#: with what orders begin that are no movement
ACTIONS: Final = ("X", "REORG", "R", "A", "S", *SHORT_FIRE, "WORK", "SUPPLY", "EXIT", "SPLIT", "JOIN")
WORKS: Final[dict[str, WorkKind]] = {
    "LIGHT": "light_field_work",
    "ABATIS-HALF": "abatis_half",
    "ABATIS-FULL": "abatis_full",
    "BARRICADE": "barricade",
    "CLEAR-BARRICADE": "clear_barricade",
    "CHEVAUX": "chevaux_de_frise",
    "CLEAR-FENCE": "clear_fence",
    "REPAIR-GUN": "repair_gun",
    "REPAIR-LIMBER": "repair_limber",
}
ARMS: Final[dict[str, EnemyArm]] = {"INF": "infantry", "CAV": "cavalry", "ART": "artillery"}
OWN_EVENTS: Final[dict[str, OwnEvent]] = {
    "STARTS": "starts",
    "ENDS": "ends",
    "FIRES": "fires",
    "RETIRES": "retires",
    "ROUTS": "routs",
    "CONTACT": "contact",
}
EDGES: Final[dict[str, Edge]] = {"N": "north", "E": "east", "S": "south", "W": "west"}
ANSWERS: Final[dict[str, Answer]] = {"YES": "yes", "NO": "no", "ASK": "ask"}
#: what gunners mend beside their fire (06.03.6)
REPAIRED: Final[dict[str, Repaired]] = {"GUN": "gun", "LIMBER": "limber"}
#: standing instructions of units, and those of staff
PREFS: Final = ("SURPRISED", "FALLBACK", "SHELTER", "PURSUE", "FIRST")
EVADE: Final = "EVADE"
#: straight ahead, whichever way the unit faces; charge pace; a unit where an object might stand
FORWARD: Final = "FWD"
CHARGE: Final = "SM"
UNIT_SIGN: Final = "@"
#: the target of fire that names none
NEAREST: Final = "NEAREST"
#: how the lines of generals and couriers, and messages between generals, begin
STAFF: Final = "STAFF"
MESSAGE: Final = "MESSAGE"

#: codec of a template -> the words for what it can be, and what is missed where none of them stands
CHOICES: Final[Mapping[str, tuple[Mapping[str, Any], str]]] = {
    "side": (SIDES, "side"),
    "turn": ({**SIDES, "ABOUT": "about"}, "turn"),
    "formation": (FORMATIONS, "leg"),
    "ammunition": (AMMUNITION, "order"),
    "kind": (WORKS, "work"),
    "arm": (ARMS, "enemy-filter"),
    "event": (OWN_EVENTS, "own-event"),
}

#: eighths of a turn as they are written
SPANS: Final = {1: "1/8", 2: "1/4", 3: "3/8", 4: "1/2", 5: "5/8", 6: "3/4", 7: "7/8", 8: "1"}
#: fractions as one sign
FRACTIONS: Final = {
    "⅛": "1/8",
    "¼": "1/4",
    "⅜": "3/8",
    "½": "1/2",
    "⅝": "5/8",
    "¾": "3/4",
    "⅞": "7/8",
    "⅓": "1/3",
    "⅔": "2/3",
}

#: whole words for the winds, and the letters of the Danish compass
_WINDS: Final = {"NORTH": "N", "SOUTH": "S", "EAST": "E", "WEST": "W"}
_DANISH: Final = str.maketrans({"Ø": "E", "Ö": "E", "V": "W"})


def compass(word: str) -> Compass | None:
    """A compass point as people write it: `NW`, `north-west`, `NV`."""
    short = word.upper()
    for wind, letter in _WINDS.items():
        short = short.replace(wind, letter)
    short = short.replace("-", "").translate(_DANISH)
    return next((point for point in COMPASS if point == short), None)

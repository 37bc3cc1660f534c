"""How the umpire's desk asks for the inputs of the procedures: what matters only with something else, what follows from
what, what the board knows, and the result that an umpire reads out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from feltherre.core.asks import Ask, Asks, By
from feltherre.games.norway import board
from feltherre.games.norway.procedures.cards import HAND_LIMIT

SELDOM: Final = Ask(seldom=True)
ADVANCED: Final = Ask(when={"version": ("advanced",)})
CONVOYS: Final = {"U-boat": "allies", "Submarine": "germany"}


def areas() -> Sequence[str]:
    """The names of all land areas."""
    return board.BOARD.names.display


def airfields() -> Sequence[str]:
    return [areas()[number] for number in board.AIRFIELDS]


def origins() -> Sequence[str]:
    """Where a group may come from."""
    return [*areas(), "sea", "air"]


def air_targets() -> Sequence[str]:
    return [*areas(), *board.SEAS]


def _within(mask: int, names: Sequence[str]) -> list[str]:
    """The names whose bits are set."""
    return [name for number, name in enumerate(names) if mask >> number & 1]


def from_germany() -> list[str]:
    return _within(board.FROM_GERMANY, areas())


def reach() -> dict[str, list[str]]:
    """What each airfield reaches (2.3-air-2)."""
    return {areas()[number]: _within(board.REACH[number], areas()) for number in board.AIRFIELDS}


def airfield_coasts() -> dict[str, list[str]]:
    """The sea areas on which each airfield has coast (5.1-air-sea)."""
    return {areas()[n]: [board.SEAS[sea] for sea in board.COAST[n]] for n in board.AIRFIELDS}


def sea_borders() -> dict[str, list[str]]:
    """Table 5.1-sea; with the raid box (7.2-raiding-3)."""
    borders = {sea: [board.SEAS[n] for n in near] for sea, near in zip(board.SEAS, board.SEA_BORDERS, strict=True)}
    return {**borders, "raid": [board.SEAS[number] for number in board.RAID_BORDERS]}


AREA: Final = Ask(among=areas)
CARDS: Final = {
    "attacker": Ask(seldom=True),
    "defenders": Ask(
        when={"attacker": ("germany",)},
        follows=By("attacker", {"germany": ["norway", "allies"], "norway": ["germany"], "allies": ["germany"]}),
        seldom=True,
    ),
}

ASKS: Final[dict[str, Asks]] = {
    "country-choice": Asks(("order", "assignment", "throw_again"), {"again": SELDOM, "players": Ask(default=2)}),
    "stack-count": Asks(("battalions",)),
    "dice-count": Asks(("total_dice",)),
    "card-resolution": Asks(("attacker_card_dice", "defender_card_dice", "cancelled"), CARDS),
    "land-combat": Asks(
        ("winner", "attacker_sum", "defender_sum", "attacker_losses", "defender_losses"),
        {**CARDS, "attack_groups.from": Ask(among=origins)},
    ),
    "retreat-options": Asks(
        ("options",),
        {
            "neighbours.area": AREA,
            "enemy_held": AREA,
            "pending_battles": AREA,
            "attack_origins": AREA,
            "own_origins": Ask(when={"role": ("attacker-land",)}, default=[], among=areas),
        },
    ),
    "joint-retreat": Asks((), {"norwegian_options": AREA, "allied_options": AREA}),
    "sabotage": Asks(
        (),
        {"attack_groups.from": Ask(among=origins), "attack_groups.to": AREA, "target_from": AREA, "target_to": AREA},
    ),
    "air-range-check": Asks(
        ("in_range",),
        {
            "target": Ask(among=air_targets),
            "held_airfields": Ask(among=airfields),
            "from_germany": Ask(known=from_germany),
            "reach": Ask(known=reach),
            "airfield_coasts": Ask(known=airfield_coasts),
        },
    ),
    "reinforcement-purchase": Asks(("total",), {"free_battalions": Ask(default=0)}),
    "reinforcement-areas": Asks(
        ("allowed",),
        {
            "areas.area": AREA,
            "german_ships": ADVANCED,
            "allied_ships": ADVANCED,
            "norwegian_ship": ADVANCED,
            "transport_plane": Ask(when={"country": ("germany",)}),
        },
    ),
    "first-allied-placement": Asks((), {"group_areas": AREA, "allowed": AREA}),
    "convoy-attack": Asks(
        ("success", "battalions_removed"),
        {
            "player": Ask(follows=By("card", {"U-boat": "germany", "Submarine": "allies"})),
            "placing_country": Ask(follows=By("card", CONVOYS)),
            "placed.area": AREA,
            "chosen_area": AREA,
        },
    ),
    "deck-draw": Asks(
        ("drawn", "face_down_left", "event"),
        {"hand_limit": Ask(follows=By("country", {str(country): limit for country, limit in HAND_LIMIT.items()}))},
    ),
    "forced-discard": Asks(()),
    "allied-withdrawal": Asks((), {"ships": Ask(when=ADVANCED.when), "chosen_ships": ADVANCED}),
    "deck-loss": Asks(()),
    "ship-route-check": Asks(("legal",), {"sea_borders": Ask(known=sea_borders)}),
    "naval-interception": Asks(("intercepted", "coast_defence_intercepted"), {"interception_from": SELDOM}),
    "naval-combat": Asks((), {"laid_aside": SELDOM}),
    "raid": Asks(()),
    "norwegian-resistance": Asks((), {"battalions_landed": Ask(when={"point_city": (True,)}, default=1)}),
    "mobilisation": Asks((), {"point_cities.area": AREA}),
}

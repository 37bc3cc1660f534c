"""The umpire's procedures of the Winter War, in the ledger's order, and how the desk asks for their inputs: what
matters only with something else, what follows from what, and the result that an umpire reads out."""

from __future__ import annotations

from typing import Final

from feltherre.core.asks import Ask, Asks, By
from feltherre.core.procedure import AnyProcedure
from feltherre.games.winterwar.procedures import aftermath, combat, movement, places, victory

SELDOM: Final = Ask(seldom=True)
#: points and what was lost decide only where no sudden death has
ON_POINTS: Final = Ask(when={"sudden_death": ("none",)}, default=0)
EMPTY_TOWN: Final = {"ground_unit": ("none",)}
CLOSING: Final = Ask(when={**EMPTY_TOWN, "game_end": (True,)})
IN_TOWNS: Final = Ask(when={"kind": ("ordinary", "air", "swedish")})

ASKS: Final[dict[str, Asks]] = {
    "side-choice": Asks(("chooser",)),
    "zone-of-control": Asks(("controlled",)),
    "movement-cost": Asks(
        ("entered", "spent"),
        {
            "ski": Ask(unless={"unit_type": ("ski", "partisan")}, follows=By("unit_type", {"ski": True})),
        },
    ),
    "supply-check": Asks(
        ("supplied",),
        {
            "nation": Ask(when={"side": ("finland",)}, follows=By("side", {"finland": "finland", "soviet": "soviet"})),
        },
    ),
    "stacking-check": Asks(("legal",)),
    "partisan-strength": Asks(("strength",)),
    "ground-combat": Asks(
        ("result",),
        {
            "attackers": SELDOM,
            "attack_support": SELDOM,
            "defence_supplied": Ask(needed=True),
            "defence_unsupplied": Ask(needed=True),
            "defence_support": SELDOM,
        },
    ),
    "combat-lookup": Asks(("result",), {"table": Ask(default="1.5"), "modifier": Ask(default=0)}),
    "loss-points": Asks(
        ("first_loss", "second_loss", "victory_value"),
        {"front_attack": Ask(needed=True), "back_attack": Ask(needed=True), "air_combat": Ask(needed=True)},
    ),
    "apply-result": Asks(("removed", "flipped")),
    "retreat-options": Asks(("legal", "costs_a_unit", "blocked"), {"own_unit_shields_retreat": SELDOM}),
    "advance-after-combat": Asks(("legal", "advancing")),
    "air-combat": Asks(("result",)),
    "town-control": Asks(
        ("owner",),
        {
            "finland_zoc": CLOSING,
            "soviet_zoc": CLOSING,
            "game_end": Ask(when=EMPTY_TOWN),
        },
    ),
    "victory-points": Asks(("finland_points", "soviet_points")),
    "winner": Asks(
        ("winner", "decided_by"),
        {
            "finland_points": ON_POINTS,
            "soviet_points": ON_POINTS,
            "units_destroyed_by_finland": ON_POINTS,
            "units_destroyed_by_soviet": ON_POINTS,
            "towns_finland": ON_POINTS,
            "towns_soviet": ON_POINTS,
        },
    ),
    "sudden-death": Asks(("winner",)),
    "reinforcement-placement": Asks(
        ("allowed",),
        {
            "own_national_town": IN_TOWNS,
            "controlled": IN_TOWNS,
            "enemy_zoc": IN_TOWNS,
            "own_ground_unit": IN_TOWNS,
            "borders_soviet_union": Ask(when={"kind": ("partisan",)}),
            "near_sweden": Ask(when={"kind": ("swedish",)}),
        },
    ),
    "phase-clock": Asks(("movement_over", "game_over")),
}


PROCEDURES: dict[str, AnyProcedure] = {
    procedure.name: procedure
    for procedure in (
        victory.side_choice,
        movement.zone_of_control,
        movement.movement_cost,
        places.supply_check,
        places.stacking_check,
        combat.partisan,
        combat.ground_combat,
        combat.combat_lookup,
        aftermath.loss_points,
        aftermath.apply_result,
        aftermath.retreat_options,
        aftermath.advance_after_combat,
        combat.air_combat,
        victory.town_control,
        victory.victory_points,
        victory.winner,
        victory.sudden_death_check,
        places.reinforcement_placement,
        victory.phase_clock,
    )
}

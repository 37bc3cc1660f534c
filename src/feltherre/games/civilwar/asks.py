"""How the umpire's desk asks for the inputs of the procedures: what matters only with something else, what follows from
what, and the result that an umpire reads out."""

from __future__ import annotations

from typing import Any, Final

from feltherre.core.asks import Ask, Asks, Instead
from feltherre.games.civilwar.procedures.orders import WITHOUT_COMMAND
from feltherre.games.civilwar.tables import ZONES

ROUT: Final[dict[str, tuple[Any, ...]]] = {"order_state": ("FU",)}
CHARGING: Final[dict[str, tuple[Any, ...]]] = {"charge_pace": (True,)}
RIDERS: Final[dict[str, tuple[Any, ...]]] = {**CHARGING, "arm": ("cavalry_mounted",)}
ATTACKED: Final[dict[str, tuple[Any, ...]]] = {"enemy_attacking": (True,)}
FIRED_AT: Final[dict[str, tuple[Any, ...]]] = {"cause": ("small_arms", "artillery")}
LOST_MEN: Final[dict[str, tuple[Any, ...]]] = {"event": ("lost_men",)}

IN_ROUT: Final = Ask(unless=ROUT)
SELDOM: Final = Ask(seldom=True)
SADDLE: Final = Ask(when={"arm": ("cavalry",)})
BY_ZONE: Final = Ask(
    instead=Instead("zone", "weapon", {weapon: [float(limit) for _, limit in zones] for weapon, zones in ZONES.items()})
)
#: the widths of works go by the unit, the others by those who work
BY_WIDTH: Final = {"work": ("light_field_work", "abatis_half", "abatis_full")}
TURNS: Final = {"kind": ("quarter_turn", "half_turn")}

ASKS: Final[dict[str, Asks]] = {
    "command-range": Asks(("command",)),
    "order-legality": Asks(
        ("legal", "reasons"),
        {
            "pinned": Ask(unless={**ROUT, "action": ("stand", "fire")}),
            "fire_locked": IN_ROUT,
            "fires_at_locked_target": Ask(when={"action": ("fire",), "fire_locked": (True,)}, unless=ROUT),
            "in_contact": Ask(when={"action": ("declare_retreat",)}, unless=ROUT),
            "command": Ask(unless={**ROUT, "action": WITHOUT_COMMAND}),
            "repeats_last_order": Ask(when={"command": ("restricted",)}, unless={**ROUT, "action": WITHOUT_COMMAND}),
            "participating_figures": Ask(
                when={"action": ("attack",)},
                unless={**ROUT, "arm": ("artillery",)},
                follows=("present_figures",),
                most=("present_figures",),
            ),
            "present_figures": Ask(when={"action": ("attack",)}, unless={**ROUT, "arm": ("artillery",)}),
            "charge_pace": IN_ROUT,
            "turns_since_charge": Ask(when=CHARGING, unless=ROUT),
            "moving_at_end_of_last_turn": Ask(when=RIDERS, unless=ROUT),
            "passes_obstacle": Ask(when=RIDERS, unless=ROUT),
            "horse_artillery": Ask(when={**CHARGING, "action": ("move",)}, unless=ROUT),
            "horses_lost_half": Ask(when=CHARGING, unless=ROUT),
            "direction_changes_deg": Ask(when=CHARGING, unless=ROUT),
            "with_formation_change": Ask(when=CHARGING, unless=ROUT),
            "enters_stream_or_marsh": IN_ROUT,
            "formation": IN_ROUT,
            "has_ammunition": Ask(when={"action": ("fire",)}, unless=ROUT),
            "unlimbered": Ask(when={"action": ("fire",), "arm": ("artillery",)}, unless=ROUT),
        },
    ),
    "sight": Asks(("visible", "reason"), {"limit_cm": SELDOM, "observer_level": SELDOM, "target_level": SELDOM}),
    "firing-unit-count": Asks(("firing_units",), {"mounted": SADDLE}),
    "small-arms-zone": Asks(("zone",)),
    "small-arms-fire": Asks(
        ("losses_men", "extra_losses_men", "general_falls", "out_of_ammunition"),
        {
            "mounted": SADDLE,
            "weapon_mod": SELDOM,
            "distance_cm": BY_ZONE,
            "target_formation": Ask(when={"target_kind": ("foot", "mounted")}),
            "front_ranks": SELDOM,
            "all_ranks": Ask(unless={"front_ranks": (0,)}, follows=("front_ranks",)),
        },
    ),
    "loss-booking": Asks(("figures_removed", "figures_left", "remainder_after", "test_needed")),
    "artillery-deviation": Asks(("deviation", "hit"), {"continued_hit": SELDOM}),
    "canister-shares": Asks(("shares",)),
    "artillery-fire": Asks(
        ("losses_men", "extra_losses_men", "general_falls", "gun_bursts"),
        {
            "front_ranks_hit": Ask(when={"ammunition": ("solid_shot",)}),
            "all_ranks_hit": Ask(when={"ammunition": ("solid_shot",)}, follows=("front_ranks_hit",)),
            "canister_share": Ask(when={"ammunition": ("canister",)}),
        },
    ),
    "counter-battery": Asks(
        ("guns_damaged", "guns_destroyed", "limbers_damaged", "limbers_destroyed", "horses_killed", "wagon_destroyed"),
        {
            "guns_left": SELDOM,
            "guns_already_damaged": Ask(seldom=True, most=("guns_left",)),
            "limbers_left": SELDOM,
            "limbers_already_damaged": Ask(seldom=True, most=("limbers_left",)),
            "horses_left": SELDOM,
        },
    ),
    "support-unit-check": Asks(("supports", "reason")),
    "attack-geometry": Asks(
        ("aspect", "at_charge_distance"),
        {
            "open_formations_have_flanks": Ask(when={"defender_formation": ("thin_line", "chain")}),
            "share_behind_front_line": Ask(unless={"defender_formation": ("building",)}),
            "front_middle_behind_rear_line": Ask(unless={"defender_formation": ("building",)}),
            "companies_facing_open_flank": Ask(unless={"defender_formation": ("building",)}),
        },
    ),
    "shock": Asks(
        ("own_order_after", "enemy_order_after", "advance_continues", "prisoners_due"),
        {
            "own_confederate": Ask(when={"own_arm": ("cavalry_mounted",)}),
            "own_grade": Ask(when={"own_arm": ("cavalry_mounted",)}),
            "enemy_confederate": Ask(when={"enemy_arm": ("cavalry_mounted",)}),
            "enemy_with_orders": Ask(when=ATTACKED),
            "enemy_charge_pace": Ask(when=ATTACKED),
            "enemy_obstacle": Ask(when=ATTACKED),
            "enemy_overlaps": Ask(when=ATTACKED),
            "enemy_halted": Ask(when={"own_arm": ("cavalry_mounted",), "enemy_arm": ("cavalry_mounted",)}),
            "aspect": Ask(unless={"enemy_formation": ("building",)}),
        },
    ),
    "melee-unit-count": Asks(("melee_units",)),
    "melee": Asks(("losses_a", "losses_b")),
    "prisoners": Asks(
        ("prisoner_figures", "general_captured"),
        {
            "loser_mounted_cavalry": Ask(when={"winner_arm": ("mounted_cavalry",)}),
            "melee_units": Ask(unless={"winner_arm": ("artillery",)}, default=1),
        },
    ),
    "morale-test": Asks(
        ("order_after", "becomes_pinned", "must_turn_away"),
        {
            "figures_removed": Ask(most=("original_figures",)),
            "present_figures": Ask(
                follows=("original_figures", "-figures_removed"), most=("original_figures", "-figures_removed")
            ),
            "detached_companies": SELDOM,
            "melee_vs_mounted": Ask(when={"cause": ("melee",)}),
            "melee_more_losses": Ask(when={"cause": ("melee",)}),
            "flank_or_rear_fire": Ask(when=FIRED_AT),
            "not_answering": Ask(when={"cause": ("small_arms",)}),
            "range_cm": Ask(
                when=FIRED_AT,
                unless={"kind": ("unlimbered_artillery",), "order_state": ("U", "FU")},
                needed=True,
            ),
        },
    ),
    "carried-away": Asks(
        ("order_after", "flight_checked"),
        {
            **dict.fromkeys(("beside_or_behind", "in_path", "support", "general", "cover", "grade"), IN_ROUT),
        },
    ),
    "rally": Asks(("rallied", "lost", "surrenders")),
    "reorganise-clock": Asks(
        ("order_after", "counter_after"),
        {
            "attacked": Ask(when={"order_state": ("U",)}),
            "acted": Ask(when={"order_state": ("U",)}),
        },
    ),
    "appoint-general": Asks(("appointed",)),
    "pass-through-pinned": Asks(
        ("passes", "order_after"),
        {
            "grade": Ask(when={"declared_attack": (True,)}),
            "order_state": Ask(when={"declared_attack": (True,)}),
        },
    ),
    "ammunition-check": Asks(("out",)),
    "resupply": Asks(("possible", "resupplied"), {"units_served": SELDOM}),
    "march": Asks(
        ("distance_cm", "time_used", "complete", "stop_reason"),
        {
            "formation": Ask(when={"arm": ("infantry", "mounted_cavalry")}),
            "path.length_cm": Ask(when={"do": ("march",)}, default=0),
            "path.angle_deg": Ask(when={"do": ("wheel",)}, default=0),
            "path.class": Ask(when={"do": ("cross",)}, default=1),
            "path.thickness_cm": Ask(when={"do": ("cross",)}),
            "path.terrain": Ask(default="ordinary"),
            "front_width_cm": SELDOM,
            "depth_cm": SELDOM,
            "time_available": SELDOM,
        },
    ),
    "formation-change": Asks(
        ("possible", "time"),
        {
            "longest_company_move_cm": Ask(when={"kind": ("formation",)}),
            "terrain": Ask(when={"kind": ("formation", "quarter_turn", "half_turn")}),
            "open_formation": Ask(when=TURNS),
            "limbered": Ask(when={**TURNS, "arm": ("artillery",)}),
            "with_limbering": Ask(when={"kind": ("half_turn",), "arm": ("artillery",)}),
        },
    ),
    "field-works": Asks(
        ("allowed", "turns_after", "complete"),
        {
            "arm": Ask(when=BY_WIDTH),
            "present_figures": Ask(when=BY_WIDTH, follows=("figures",)),
            "near_wood_10cm": Ask(when={"work": ("abatis_half", "abatis_full")}),
            "in_town": Ask(when={"work": ("barricade",)}),
            "has_material": Ask(when={"work": ("chevaux_de_frise",)}),
        },
    ),
    "initiative": Asks(("thrower",)),
    "fire-lock": Asks(("locked",)),
    "forced-action": Asks(
        ("action", "turns", "basis"),
        {
            "cause": Ask(when={"event": ("became_LU", "lost_men")}),
            "range_cm": Ask(when={"event": ("became_LU", "lost_men"), "cause": ("fire",)}, needed=True),
            "kind": Ask(when={"event": ("became_FU", "became_LU", "threatened", "attacked", "repelled")}),
            "formation": Ask(when={"event": ("threatened",)}),
            "pinned": Ask(when={**LOST_MEN, "cause": ("fire",)}),
            "in_u_at_start": Ask(when={**LOST_MEN, "cause": ("fire",)}),
            "at_time_zero": Ask(when={**LOST_MEN, "cause": ("fire",)}),
            **{
                name: Ask(when={"event": ("attacked",)})
                for name in ("moved", "fired", "passed_through", "after_shock_order", "working", "has_ammunition")
            },
            "shelter_within_8cm": Ask(when={"event": ("threatened",), "kind": ("unlimbered_artillery",)}),
            "time_left": Ask(
                when={"event": ("became_LU", "repelled"), "kind": ("mounted", "limbered_artillery")},
            ),
        },
    ),
    "pass-through": Asks(("allowed", "pinned_test")),
    "arc-and-overhead-fire": Asks(("legal", "reason")),
    # of which arm and in what order the enemy is makes no difference (R84)
    "capture-of-staff": Asks(
        ("captured", "may_move_away"),
        {"enemy_arm": Ask(known=lambda: "infantry"), "enemy_order_state": Ask(known=lambda: "OR")},
    ),
    "charge-attempt": Asks(("outcome", "order_after")),
    "repair": Asks(("repaired",)),
}

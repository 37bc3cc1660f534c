"""How the umpire's desk asks for the inputs of the procedures: what matters only with something else, what follows from
what, and the result that an umpire reads out."""

from __future__ import annotations

from typing import Any, Final

from feltherre.core.asks import Ask, Asks, By, Instead
from feltherre.games.napoleon.procedures.attack import ATTACK_COLUMNS
from feltherre.games.napoleon.procedures.engineers import DIGGERS, EARTHWORKS, HELPERS, STRENGTHENING, WORKS
from feltherre.games.napoleon.procedures.march import FREE, MARCH, UNLIMBERED
from feltherre.games.napoleon.procedures.small_arms import ZONES

INFANTRY: Final[dict[str, tuple[Any, ...]]] = {"arm": ("infantry",)}
CAVALRY: Final[dict[str, tuple[Any, ...]]] = {"arm": ("cavalry",)}
ARTILLERY: Final[dict[str, tuple[Any, ...]]] = {"arm": ("artillery",)}
NO_AREA: Final[dict[str, tuple[Any, ...]]] = {"area_kind": ("none",)}
BLAST: Final[dict[str, tuple[Any, ...]]] = {"method": ("blast",)}

SELDOM: Final = Ask(seldom=True)
FOOT: Final = Ask(when=INFANTRY)
RIDERS: Final = Ask(when=CAVALRY)
#: cavalry is of some weight, though nobody else has one
WEIGHT: Final = Ask(when=CAVALRY, must=True)
MUST: Final = Ask(must=True)
#: nobody asks for it, since it makes no difference there
ANY_RANGE: Final = Ask(known=lambda: None)
WHOLE_LOSS: Final = Ask(known=lambda: 1)
BY_ZONE: Final = Ask(
    instead=Instead(
        "zone", "weapon", {weapon: [float(row["zone_1_to"]), float(row["zone_2_to"])] for weapon, row in ZONES.items()}
    )
)
#: the rows of schema III whose horses count (07.01.6)
LIMBERED: Final = tuple(row for row, cell in MARCH.items() if cell["arm"] == "artillery" and row not in UNLIMBERED)
LEADERS_OF: Final = {work: row["leader"] for work, row in WORKS.items()} | {STRENGTHENING: "officer"}
RESTING: Final = tuple(work for work, row in WORKS.items() if row["rest"])
#: the formations that an arm can be in; working pioneers may be taken in any
OF_BOTH: Final = ("line", "march_column", "single_file", "brigade_column", "routed")
SPREAD: Final = ("dense_skirmish_line", "thin_skirmish_line")
ON_FOOT: Final = (*ATTACK_COLUMNS, "square", "brigade_square", "battalion_mass", "clump", "working", "skirmish_line")
WITH_GUNS: Final = ("line", "artillery_march_column", "artillery_line", "routed")
FORMATIONS: Final = By(
    "arm",
    {
        "infantry": (*OF_BOTH, *SPREAD, *ON_FOOT),
        "cavalry": (*OF_BOTH, *SPREAD, "regimental_column", "swarm"),
        **dict.fromkeys(("artillery", "limbered_artillery", "unlimbered_artillery", "train"), WITH_GUNS),
    },
)
FORMATION: Final = Ask(only=FORMATIONS)


def of_target(name: str) -> dict[str, Ask]:
    """A unit that is hit by a ball, or stands near a blast."""
    return {f"{name}.{field}": SELDOM for field in ("cover", "commander_points")}


def of_fighter(side: str) -> dict[str, Ask]:
    """What a side of a melee is asked for: most of schema XV concerns one arm."""
    asked = {
        "arm": Ask(default="infantry"),
        "formation": FORMATION,
        "weight": WEIGHT,
        "figures_by_rank": MUST,
        **dict.fromkeys(("nation", "figures", "training_points", "commander_points"), SELDOM),
        **dict.fromkeys(("has_ammunition", "first_fire_unused", "rifles_only", "has_skirmish_line"), FOOT),
        **dict.fromkeys(("first_attack_unused", "charge_half_turn", "straight_15cm"), RIDERS),
    }
    own = {
        "attacker": {},
        "defender": {
            **dict.fromkeys(("fired_last_turn", "fired_this_turn", "stationary_quarter", "flanks_blocked"), FOOT),
            "on_road_in_town": FOOT,
            "has_attack_order": RIDERS,
            "cover": SELDOM,
        },
    }
    return {f"{side}.{field}": ask for field, ask in {**asked, **own[side]}.items()}


def of_carried(side: str) -> dict[str, Ask]:
    """A unit in flight, or one that it runs into."""
    asked = {"weight": WEIGHT, "training_points": SELDOM, "commander_points": SELDOM}
    own = {
        "fleeing": {},
        "threatened": {"formation": FORMATION, "cover": SELDOM, "unlimbered": Ask(when=ARTILLERY)},
    }
    return {f"{side}.{field}": ask for field, ask in {**asked, **own[side]}.items()}


ASKS: Final[dict[str, Asks]] = {
    "command-check": Asks(("in_command",)),
    "reaction-roll": Asks(("obeys",)),
    "courier-delay": Asks(("readable_between",)),
    "courier-survival": Asks(("removed",)),
    "staff-casualty": Asks(("falls",)),
    "commander-intervention": Asks(("points", "falls", "firer_morale_modifier")),
    "replace-commander": Asks(("replaced",), {"couriers_available": SELDOM}),
    "sight": Asks(
        ("visible", "sight_range_cm"),
        dict.fromkeys(("observer_step", "target_step", "hill_steps", "blockers", "weather_limit_cm"), SELDOM),
    ),
    "march": Asks(
        ("distance_cm", "time_used"),
        {
            "pace": SELDOM,
            "time_available": SELDOM,
            "parallel": Ask(unless={"row": tuple(sorted(FREE))}),
            "horses_lost_share": Ask(when={"row": LIMBERED}, seldom=True),
        },
    ),
    "front-change-cost": Asks(("time", "lu_grades"), {"formation": FORMATION, "angle_in_last_turn": SELDOM}),
    "about-face-time": Asks(
        ("time", "lu_grades"),
        {"formation": FORMATION, "turn_kind": SELDOM, "while_limbering": Ask(when=ARTILLERY)},
    ),
    "formation-change-time": Asks(
        ("time", "lu_grades"),
        {
            "skirmish_figures_companies": SELDOM,
            # without them no skirmishers are sent out or taken in (06.02.2)
            **dict.fromkeys(("farthest_figure_cm", "rate_cm_per_turn"), Ask(seldom=True, needed=True)),
            "formations_not_allowed": SELDOM,
        },
    ),
    "limber-time": Asks(("time",), {"room_for_limbers": Ask(when={"cause": ("limber",)})}),
    "obstacle-passage": Asks(
        ("allowed", "time", "lu_grades"),
        {
            "state": SELDOM,
            "ranks": FOOT,
            "has_cover_value": Ask(when=ARTILLERY),
            "ladders_or_opening": Ask(when={"obstacle": ("impassable",)}),
        },
    ),
    "watercourse-passage": Asks(("allowed", "rate_column", "lu_grades", "flight_loss_share")),
    "charge-march-disorder": Asks(
        ("allowed", "lu_grades_at_start_of_half_turn"),
        {
            "half_turn_index": Ask(default=1),
            **dict.fromkeys(("turns_since_last_charge", "brigade_column_ranks", "swing_deg"), SELDOM),
        },
    ),
    "march-through": Asks(("allowed", "pace", "lu_mover", "lu_passed"), {"mover.state": SELDOM}),
    "battery-mobility": Asks(
        ("limbered_speed_factor", "halt_turns", "can_manhandle"), {"horses_lost": Ask(most=("horses_start",))}
    ),
    "split-join": Asks(
        ("allowed", "time"),
        {
            "state": SELDOM,
            **dict.fromkeys(("light_cavalry", "cossack"), Ask(when={**CAVALRY, "action": ("split",)})),
            "allowed_by_country_or_scenario": Ask(unless={**CAVALRY, "action": ("join",)}),
        },
    ),
    "group-pick": Asks(("total",)),
    "fire-elements": Asks(("elements",)),
    "firing-figures": Asks(("firing_figures", "elements"), {"in_building": FOOT}),
    "small-arms-fire": Asks(
        ("loss_men", "morale_effect", "horses_lost"),
        {
            "firing_figures": Ask(follows=("firer_figures",), most=("firer_figures",)),
            "weapon": Ask(default="musket"),
            "range_cm": BY_ZONE,
            "target_in_building": Ask(when={"target_formation": ("column",)}),
            **dict.fromkeys(
                ("firer_formation", "firer_cover", "firer_training", "target_cover", "commander_points"), SELDOM
            ),
        },
    ),
    "screen-by-skirmishers": Asks(("unit_can_be_target", "shares")),
    "flank-test": Asks(("flank_or_rear",)),
    "field-of-fire": Asks(
        ("can_fire", "range_cm"),
        {
            "element.front_cm": Ask(when={"kind": ("gun", "gun_in_embrasure")}),
            "obstructions": SELDOM,
            "obstructions.gap_cm": Ask(when={"screens_target": (True,)}),
            "position": SELDOM,
        },
    ),
    "artillery-fire": Asks(
        ("per_target",),
        {
            "gunner_figures": Ask(follows=("guns",)),
            "firer_cover": SELDOM,
            "firer_training": SELDOM,
            **of_target("targets"),
            "targets.range_cm": MUST,
            "targets.loss_share": SELDOM,
        },
    ),
    "counter-battery-materiel": Asks(("materiel",)),
    "ranging-in": Asks(("ranged_in",), {"target_moved_cm_in_unfired_turn": SELDOM}),
    "ricochet-test": Asks(
        ("non_ricochet",),
        dict.fromkeys(("depth_before_target_cm", "target_in_or_directly_behind"), Ask(unless=NO_AREA)),
    ),
    "overhead-fire": Asks(("allowed", "reason")),
    "apply-losses": Asks(("figures_removed", "figures", "carried_men")),
    "apply-morale": Asks(("state", "action"), {"melee_disorder": Ask(when={"cause": ("melee",)}, seldom=True)}),
    "reorganise": Asks(("state", "time_used"), {"in_building": Ask(when={"state": ("U",)})}),
    "decimation": Asks(("grade", "collapses"), {"lost_men": Ask(most=("base_men",))}),
    "merge-grade": Asks(("grade",), {"in_building": Ask(when={"parts_of_one_unit": (True,)})}),
    "support-unit-check": Asks(
        ("supports", "failed_condition"),
        {
            **{f"supporter.{field}": SELDOM for field in ("state", "brigade", "position", "front")},
            **{f"supported.{field}": SELDOM for field in ("brigade", "position")},
            **{f"{unit}.formation": FORMATION for unit in ("supporter", "supported")},
        },
    ),
    "soutien-check": Asks(
        ("needs_soutien", "has_valid_soutien"),
        dict.fromkeys(("soutien_formation", "greatest_gap_cm"), Ask(unless={"soutien_figures": (0,)})),
    ),
    "pressed-back": Asks(("outcome", "figures_lost")),
    "attack-eligibility": Asks(("allowed",)),
    "cossack-attack-check": Asks(("attack_happens", "cossack_state")),
    # how much of the turn is left decides how far a side comes, not what it may do
    "after-melee": Asks(
        ("allowed_actions",),
        {
            "loser_state": Ask(unless={"winner": ("none",)}, needed=True),
            "time_left": Ask(known=lambda: 0),
            "choices": SELDOM,
        },
    ),
    "melee-elements": Asks(("elements",), {"ranks": Ask(default=2)}),
    "melee": Asks(
        ("winner", "loser_effect", "loss_of_attacker_men", "loss_of_defender_men", "prisoners_available", "surrenders"),
        {**of_fighter("attacker"), **of_fighter("defender"), "obstacle": SELDOM},
    ),
    "carried-away": Asks(
        ("threatened_effect",), {**of_carried("fleeing"), **of_carried("threatened"), "obstacle": SELDOM}
    ),
    "retreat": Asks(
        ("path", "cannot_retreat", "ammunition_loads_lost"),
        {"formation": FORMATION, "time_left": Ask(default=1), "facing_deg": SELDOM, "blocked_after_cm": SELDOM},
    ),
    "flight": Asks(
        ("goes", "men_lost", "gun_models_left"),
        {
            "guns_models": Ask(when=ARTILLERY),
            "limbered": Ask(when=ARTILLERY),
            **dict.fromkeys(("crosses_watercourse_cm", "cause_position", "grade"), SELDOM),
        },
    ),
    "prisoners": Asks(("prisoners",)),
    "surrender-test": Asks(("surrenders",)),
    "rally": Asks(("state", "flees_again")),
    "ammunition": Asks(
        ("stock_turns", "lu_grades", "resupplied"), {"resupply_turns_done": SELDOM, "allotment_turns": SELDOM}
    ),
    "building-occupation": Asks(("fits", "enter_time", "leave_time")),
    "building-damage": Asks(("hit", "hits", "destroyed", "fire_breaks_out")),
    "building-fire": Asks(("put_out", "burns_turns")),
    "fire-spread": Asks(("ignited",), {"large_object": Ask(when={"burning_is_building": (False,)})}),
    "extinguish-fire": Asks(("put_out", "damage")),
    "work-time": Asks(
        ("amount", "turns"),
        {
            "troops": Ask(default="pioneers"),
            "leader": Ask(follows=By("work", LEADERS_OF)),
            "levelled": Ask(when={"work": EARTHWORKS}, needed=True),
            "building_figures": Ask(when={"work": (STRENGTHENING,)}),
            "leaders": Ask(seldom=True, needed=True),
            "procurement": Ask(needed=True),
            "relieved_at_rest": Ask(when={"work": RESTING}),
            "transport_turns": Ask(when={"procurement": ("transported",)}),
            "turns_under_fire": SELDOM,
        },
    ),
    "demolition": Asks(
        ("result", "turns", "kl_used"),
        {
            "leader": Ask(default="engineer_officer"),
            "troops": Ask(default="pioneers"),
            "kl_available": Ask(when=BLAST, needed=True),
            "second_attempt": Ask(when=BLAST, needed=True),
            "deck_cm": Ask(when={"method": ("throw_off",)}),
            "turns_under_fire": SELDOM,
        },
    ),
    "blast-effect": Asks(
        ("loss_men", "morale_effect", "materiel"),
        {**of_target("target"), "target.range_cm": ANY_RANGE, "target.loss_share": WHOLE_LOSS},
    ),
    "mine": Asks(
        ("turns", "result", "radius_cm"),
        {
            "miners": Ask(follows=By("diggers", {kind: least for kind, (least, _) in DIGGERS.items()})),
            "helpers": Ask(follows=By("diggers", dict.fromkeys(DIGGERS, HELPERS[0]))),
            "umpire_minus": SELDOM,
        },
    ),
    "ferry-crossing": Asks(("turns", "capacity"), {"umpire_delay": SELDOM}),
    "burn": Asks(
        ("burning", "preparation_turns", "burn_duration"),
        dict.fromkeys(("troops", "figures", "turns_under_fire"), SELDOM),
    ),
}

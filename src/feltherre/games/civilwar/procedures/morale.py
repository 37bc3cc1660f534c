"""The morale test (08.02.7): whether a unit that has lost figures keeps its order."""

from __future__ import annotations

from typing import ClassVar, Final, Literal, TypeAlias

from msgspec import Struct

from feltherre.core.chance import TALLY, Chance, Line, Ruling
from feltherre.core.figures import plain, signed
from feltherre.core.marks import rule
from feltherre.core.procedure import Assessment, Planned, Procedure, refuse
from feltherre.core.text import say
from feltherre.games.civilwar.procedures.forced_actions import close_fire
from feltherre.games.civilwar.procedures.inputs import TWO_DICE, Class, Count, Grade, Kind, Length, Order, Some
from feltherre.games.civilwar.procedures.modifiers import Modifier, grade_modifier, modifier_lines, total, when
from feltherre.games.civilwar.procedures.order_states import as_order, order_name, worse
from feltherre.games.civilwar.tables import MORALE, MORALE_DICE, MORALE_RESULTS

Cause: TypeAlias = Literal["small_arms", "artillery", "melee"]

#: a body of fewer companies than this that was sent out counts as detached
WHOLE_BODY: Final = 5


class MoraleSituation(Struct, frozen=True, forbid_unknown_fields=True):
    figures_removed: Some
    original_figures: Some
    present_figures: Count
    detached_companies: Count | None = None
    support: bool = False
    general: bool = False
    cover: Class = 0
    pinned: bool = False
    cause: Cause = "small_arms"
    melee_vs_mounted: bool = False
    melee_more_losses: bool = False
    flank_or_rear_fire: bool = False
    not_answering: bool = False
    order_state: Order = "OR"
    grade: Grade = 0
    range_cm: Length | None = None
    kind: Kind = "foot"


def _row(condition: bool, key: str) -> tuple[Modifier, ...]:
    return when(condition, f"unit.{key.replace('_', '-')}", MORALE[key], "08.02.7")


@rule("08.02.7")
def loss_modifiers(removed: int, original: int, present: int) -> tuple[Modifier, ...]:
    """Figures removed now, and the share lost since the start of the game (schema XV, R86)."""
    lost = original - present
    strength = "lost_two_thirds" if 3 * lost >= 2 * original else "lost_third"
    return (
        *_row(True, f"removed_{removed}" if removed < 5 else "removed_5_plus"),
        *_row(3 * lost >= original, strength),
    )


@rule("08.02.7")
def state_modifiers(test: MoraleSituation) -> tuple[Modifier, ...]:
    """What steadies or shakes the unit before this loss (schema XV)."""
    detached = test.detached_companies is not None and test.detached_companies < WHOLE_BODY
    return (
        *_row(detached, "detached"),
        *_row(test.support, "support"),
        *_row(test.general, "general"),
        *(_row(True, f"cover_{test.cover}") if test.cover else ()),
        *_row(test.pinned, "pinned"),
    )


@rule("08.02.7")
def cause_modifiers(test: MoraleSituation) -> tuple[Modifier, ...]:
    """What the melee or the fire that caused the test gives (schema XV, R86)."""
    if test.cause == "melee":
        return (
            *_row(test.melee_vs_mounted, "melee_vs_mounted"),
            *_row(test.melee_more_losses, "melee_more_losses"),
        )
    return (
        *_row(test.flank_or_rear_fire, "flank_or_rear_fire"),
        *_row(test.cause == "small_arms" and test.not_answering, "not_answering"),
    )


def morale_modifiers(test: MoraleSituation) -> tuple[Modifier, ...]:
    """Everything of schema XV; all that is true adds up (08.02.7, R4)."""
    return (
        *loss_modifiers(test.figures_removed, test.original_figures, test.present_figures),
        *state_modifiers(test),
        *cause_modifiers(test),
        *when(test.order_state == "LU", "own.lu", MORALE["lu"], "08.02.7"),
        *when(test.order_state == "U", "own.u", MORALE["u"], "08.02.7"),
        *grade_modifier(test.grade, "08.02.7"),
    )


@rule("08.02.7")
def morale_total(modifier: int, dice: int) -> int:
    """The sum of the modifiers with what the dice give in schema XVI (08.02.7)."""
    return modifier + MORALE_DICE[dice]


@rule("08.02.7")
def table_order(test_total: int) -> Order:
    """What schema XVII says."""
    return next(as_order(order) for least, order in MORALE_RESULTS if test_total >= least)


@rule("04.02.7")
def becomes_pinned(test: MoraleSituation, table: Order) -> bool:
    """Foot that close fire leaves in LU is pinned: by a result of LU, or again if it was so already (04.02.7, R41)."""
    shaken = worse(test.order_state, table) == "LU" and (table == "LU" or test.pinned)
    return test.kind == "foot" and shaken and _close(test, "04.02.7")


@rule("04.02.6")
def must_turn_away(test: MoraleSituation, table: Order) -> bool:
    """Horses that close fire puts into LU turn away (04.02.6, R45)."""
    shaken = table == "LU" and worse(test.order_state, table) == "LU"
    return test.kind in ("mounted", "limbered_artillery") and shaken and _close(test, "04.02.6")


def _close(test: MoraleSituation, by_rule: str) -> bool:
    return close_fire("melee" if test.cause == "melee" else "fire", test.range_cm, by_rule)


class MoraleAssessment(Assessment, frozen=True, kw_only=True):
    given: MoraleSituation
    modifiers: tuple[Modifier, ...]
    modifier: int


class MoraleTest(Procedure[MoraleSituation, MoraleAssessment]):
    name = "morale-test"
    situation = MoraleSituation
    chance_inputs: ClassVar = TWO_DICE

    def assess(self, situation: MoraleSituation) -> MoraleAssessment:
        if situation.present_figures > situation.original_figures:
            raise refuse("civilwar.refuse.more-than-original", "08.02.7")
        gone = situation.original_figures - situation.present_figures
        if situation.figures_removed > gone:
            raise refuse("civilwar.refuse.more-removed", "08.02.7", removed=situation.figures_removed, gone=gone)
        modifiers = morale_modifiers(situation)
        return MoraleAssessment(
            given=situation,
            modifiers=modifiers,
            modifier=total(modifiers),
            will_throw=(Planned("dice", 2, "08.02.7"),),
        )

    def resolve(self, assessment: MoraleAssessment, chance: Chance) -> Ruling:
        a = assessment
        dice = chance.throw(2, "dice", "08.02.7", TALLY)

        def table() -> Order:
            return table_order(morale_total(a.modifier, dice.total))

        outputs = {
            "total": lambda: morale_total(a.modifier, dice.total),
            "table_order": table,
            "order_after": lambda: worse(a.given.order_state, table()),
            "becomes_pinned": lambda: becomes_pinned(a.given, table()),
            "must_turn_away": lambda: must_turn_away(a.given, table()),
        }
        return chance.ruling(self.name, outputs, lambda: [*self.lines(a), *_result_lines(a, dice.total, table())])

    def lines(self, assessment: MoraleAssessment) -> list[Line]:
        return modifier_lines(assessment.modifiers)


def _result_lines(a: MoraleAssessment, dice: int, table: Order) -> list[Line]:
    gives, result = MORALE_DICE[dice], morale_total(a.modifier, dice)
    text = say(
        "civilwar.ruling.morale.dice",
        dice=dice,
        gives=signed(gives),
        total=plain(result),
        order=order_name(table),
    )
    told = [Line(text, "08.02.7", result)]
    after = worse(a.given.order_state, table)
    if after == a.given.order_state:
        told.append(Line(say("civilwar.ruling.morale.keeps", order=order_name(after)), "08.02.7"))
    else:
        told.append(Line(say("civilwar.ruling.morale.falls", order=order_name(after)), "08.02.7"))
    if becomes_pinned(a.given, table):
        told.append(Line(say("civilwar.ruling.morale.pinned"), "04.02.7"))
    if must_turn_away(a.given, table):
        told.append(Line(say("civilwar.ruling.morale.turns-away"), "04.02.6"))
    return told

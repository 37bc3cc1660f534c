"""Phase 1c, Norwegian sabotage and flight in the German turn (4.1c)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from feltherre.core.agenda import StepRules, decision_id
from feltherre.core.errors import Illegal
from feltherre.core.marks import rule
from feltherre.core.space import Decision, OneOf, Part, Partial, Single, Space
from feltherre.core.table import Table
from feltherre.core.text import Text, either, say
from feltherre.games.norway import board, cards
from feltherre.games.norway.actions import BlowBridge, Engineers, Flee, Pass, Roadblock
from feltherre.games.norway.hands import card_name, could_hold, country_name, holds, use
from feltherre.games.norway.marches import tell_card
from feltherre.games.norway.procedures.sabotage import SENDS_BACK, sent_back
from feltherre.games.norway.retreat import defender_options
from feltherre.games.norway.spaces import Journey, PairSpace, area_label, area_name, kind_name, no_card
from feltherre.games.norway.state import (
    ALLIES,
    GERMANY,
    NORWAY,
    ROLES,
    Group,
    NorwayState,
    add,
    at,
    attacked_areas,
    groups_at,
    take_from_group,
)
from feltherre.games.norway.steps import Sabotage, SabotageAnswer

ROADBLOCK = cards.INDEX["nor-roadblock"]
BRIDGE = cards.INDEX["nor-blown-bridge"]
TRAIN = cards.INDEX["nor-train-transport"]
ENGINEERS = cards.INDEX["ger-engineer-company"]

KINDS: dict[type, str] = {Roadblock: "roadblock", BlowBridge: "blow-bridge", Flee: "flee", Pass: "pass"}
CARD_OF_KIND = {"roadblock": ROADBLOCK, "blow-bridge": BRIDGE, "flee": TRAIN}


class SabotageRules(StepRules[NorwayState, Sabotage]):
    asks = True

    @rule("4.1c-1", "4.1c-cards", "2.4-symbols-3", "4-5")
    def decisions(self, state: NorwayState, step: Sabotage) -> Sequence[Decision[Any]]:
        """When Germany has moved, Norway may use Roadblock, Blown bridge and Train transport (4.1c-1).

        The window opens when one of them could be played as far as anybody can see.
        """
        groups = sabotage_targets(state)
        attacked = [area for area in attacked_areas(state) if at(state, NORWAY, area)]
        fleeing = [area for area in attacked if flight_targets(state, area)]
        open_kinds = [
            kind for kind, there in (("roadblock", groups), ("blow-bridge", groups), ("flee", fleeing)) if there
        ]
        if not could_hold(state, NORWAY, [CARD_OF_KIND[kind] for kind in open_kinds]):
            return ()
        branches: dict[str, Space[Any]] = {}
        for kind in open_kinds:
            if holds(state, CARD_OF_KIND[kind]):
                branches[kind] = SPACES[kind](state)
        branches["pass"] = Single(Pass())
        space = OneOf(branches, KINDS, lambda kind: why_closed(state, kind), kind_name)
        prompt = sabotage_prompt(attacked, [card_name(CARD_OF_KIND[kind]) for kind in branches if kind != "pass"])
        waiting = say("norway.wait.answer", country=country_name(NORWAY))
        role = ROLES[NORWAY]
        return (Decision(decision_id(state, role), role, prompt, "4.1c-1", space, waiting, reaction=True),)

    def proceed(self, table: Table[NorwayState], step: Sabotage) -> None:
        """Nothing that could be played: combat follows."""

    def answer(self, table: Table[NorwayState], step: Sabotage, role: str, action: Any) -> None:
        """Several cards may be played one after another (R39)."""
        if isinstance(action, Pass):
            return
        table.push(step)
        if isinstance(action, Flee):
            flee(table, action)
        else:
            play_sabotage(table, action)


def sabotage_prompt(attacked: Sequence[int], playable: Sequence[Text]) -> Text:
    """The question, for Norway alone: it names the cards that Norway holds. What the others read does not."""
    areas = [area_name(area) for area in attacked]
    if not playable:
        return say("norway.prompt.sabotage-nothing", areas=areas)
    return say("norway.prompt.sabotage", areas=areas, cards=either(playable))


def play_sabotage(table: Table[NorwayState], action: Roadblock | BlowBridge) -> None:
    """A Roadblock or Blown bridge is played; Germany may answer before it takes effect (4.1c-2, 4.1c-3)."""
    card = ROADBLOCK if isinstance(action, Roadblock) else BRIDGE
    origin, target = board.INDEX[action.origin], board.INDEX[action.target]
    group = attacking_group(table.state, origin, target)
    count = action.count if isinstance(action, Roadblock) else most_sent_back(card, group.battalions)
    step = SabotageAnswer(card, origin, target, count)
    use(table, card)
    table.tell(sabotage_text("norway.event.sabotage", step), "4.1c-2", (action.origin, action.target))
    table.push(step)


def sabotage_text(key: str, step: SabotageAnswer) -> Text:
    """Which card stops how many battalions of which group: all of it lies open."""
    origin, target = area_name(step.origin), area_name(step.target)
    return say(key, n=step.count, card=card_name(step.card), origin=origin, target=target)


def why_closed(state: NorwayState, kind: str) -> Illegal:
    if not holds(state, CARD_OF_KIND[kind]):
        return no_card(CARD_OF_KIND[kind], "4.1c-cards")
    return Illegal(say(f"norway.illegal.no-use.{kind}"), "4.1c-1")


def most_sent_back(card: int, battalions: int) -> int:
    """How many of a group's battalions a Roadblock or Blown bridge can send back (4.1c-2)."""
    return sent_back(SENDS_BACK[cards.TYPES[card].name_en], battalions, engineer_company=False)


@rule("4.1c-2")
def sabotage_targets(state: NorwayState) -> list[Group]:
    """German groups that attack Norwegians over a border without water (R39)."""
    return [group for group in state.groups if group.mode == "land" and at(state, NORWAY, group.target)]


def attacking_group(state: NorwayState, origin: int, target: int) -> Group:
    return next(group for group in sabotage_targets(state) if (group.origin, group.target) == (origin, target))


class RoadblockSpace(Journey):
    """Which group, and how many of it are sent back."""

    count_rule = "4.1c-2"

    def origins(self) -> list[int]:
        return sorted({group.origin for group in sabotage_targets(self.state)})

    def targets(self, path: tuple[int, ...]) -> list[int]:
        return [group.target for group in sabotage_targets(self.state) if group.origin == path[0]]

    def most(self, path: tuple[int, ...]) -> int:
        return most_sent_back(ROADBLOCK, attacking_group(self.state, path[0], path[1]).battalions)

    def build_journey(self, path: tuple[str, ...], count: int) -> Roadblock:
        return Roadblock(path[0], path[1], count)

    def journey(self, action: Roadblock) -> tuple[tuple[str, ...], int]:
        return (action.origin, action.target), action.count

    def label(self, partial: Partial, part: Part) -> Text:
        return super().label(partial, part) if isinstance(part, int) else group_label(partial, part)

    def why_not_origin(self, origin: int) -> Illegal:
        return no_group()

    def why_not_target(self, path: tuple[int, ...], target: int) -> Illegal:
        return no_group()


def group_label(partial: Partial, part: Part) -> Text:
    """Of an attacking group first where it comes from, then what it attacks."""
    key = "norway.sabotage.attacks" if partial else "norway.sabotage.comes-from"
    return say(key, area=area_label(str(part)))


def flight_label(partial: Partial, part: Part) -> Text:
    """Of a flight first which battalions flee, then where to."""
    key = "norway.sabotage.flees-to" if partial else "norway.sabotage.flees-from"
    return say(key, area=area_label(str(part)))


def no_group() -> Illegal:
    return Illegal(say("norway.illegal.sabotage"), "4.1c-2")


def bridge_space(state: NorwayState) -> Space[Any]:
    pairs = [(group.origin, group.target) for group in sabotage_targets(state)]
    return PairSpace(pairs, BlowBridge, no_group(), group_label)


def flee_space(state: NorwayState) -> Space[Any]:
    pairs = [
        (area, target)
        for area in attacked_areas(state)
        if at(state, NORWAY, area)
        for target in flight_targets(state, area)
    ]
    return PairSpace(pairs, Flee, Illegal(say("norway.illegal.flight"), "4.1c-1"), flight_label)


SPACES: dict[str, Callable[[NorwayState], Space[Any]]] = {
    "roadblock": RoadblockSpace,
    "blow-bridge": bridge_space,
    "flee": flee_space,
}


@rule("4.1c-1")
def flight_targets(state: NorwayState, area: int) -> list[int]:
    """Where Norwegians can flee by train: an area open for a retreat, not over water (R39)."""
    return [target for target in defender_options(state, NORWAY, area) if not board.over_water(area, target)]


@rule("4.1c-1")
def flee(table: Table[NorwayState], action: Flee) -> None:
    """All Norwegians leave the area; without Allies there the attackers occupy it without a battle (R39)."""
    state = table.state
    area, target = board.INDEX[action.area], board.INDEX[action.target]
    use(table, TRAIN)
    tell_card(table, TRAIN, "4.1c-1", area)
    fleeing = at(state, NORWAY, area)
    add(state, NORWAY, area, -fleeing)
    add(state, NORWAY, target, fleeing)
    places = (action.area, action.target)
    table.tell(say("norway.event.flees", n=fleeing, area=area_name(area), target=area_name(target)), "4.1c-1", places)
    if not at(state, ALLIES, area):
        occupy(table, area)


def occupy(table: Table[NorwayState], area: int) -> None:
    """The attackers walk in; they have made their move."""
    state = table.state
    for group in groups_at(state, area):
        take_from_group(state, group, group.battalions)
        add(state, state.country, area, group.battalions)
        state.moved[area] += group.battalions
    who = country_name(state.country)
    table.tell(say("norway.event.occupies", country=who, area=area_name(area)), "4.1c-1", (board.AREAS[area],))


class SabotageAnswerRules(StepRules[NorwayState, SabotageAnswer]):
    asks = True

    def alive(self, state: NorwayState, step: SabotageAnswer) -> bool:
        """The group is still there, whatever an umpire has changed meanwhile."""
        return any(
            (group.origin, group.target) == (step.origin, step.target) and group.battalions >= step.count
            for group in sabotage_targets(state)
        )

    @rule("4.1c-3", "4.1c-cards", "2.4-symbols-4")
    def decisions(self, state: NorwayState, step: SabotageAnswer) -> Sequence[Decision[Any]]:
        """Germany may prevent Roadblock or Blown bridge, not Train transport, by an Engineer company (4.1c-3)."""
        if not could_hold(state, GERMANY, (ENGINEERS,)):
            return ()
        branches: dict[str, Space[Any]] = {"engineers": Single(Engineers())} if holds(state, ENGINEERS) else {}
        branches["pass"] = Single(Pass())
        kinds: dict[type, str] = {Engineers: "engineers", Pass: "pass"}
        space = OneOf(branches, kinds, lambda kind: no_card(ENGINEERS, "4.1c-3"), kind_name)
        prompt = sabotage_text("norway.prompt.engineers", step)
        waiting = say("norway.wait.answer", country=country_name(GERMANY))
        role = ROLES[GERMANY]
        return (Decision(decision_id(state, role), role, prompt, "4.1c-3", space, waiting, reaction=True),)

    @rule("4.1c-2")
    def proceed(self, table: Table[NorwayState], step: SabotageAnswer) -> None:
        """The battalions go back to the area they attacked from and neither move nor fight again (4.1c-2)."""
        state = table.state
        take_from_group(state, attacking_group(state, step.origin, step.target), step.count)
        add(state, GERMANY, step.origin, step.count)
        state.moved[step.origin] += step.count
        places = (board.AREAS[step.origin], board.AREAS[step.target])
        table.tell(
            say("norway.event.sent-back", n=step.count, origin=area_name(step.origin), target=area_name(step.target)),
            "4.1c-2",
            places,
        )

    @rule("4.1c-3")
    def answer(self, table: Table[NorwayState], step: SabotageAnswer, role: str, action: Any) -> None:
        """An Engineer company lets the attack go on; both cards are used (4.1c-3)."""
        if isinstance(action, Engineers):
            use(table, ENGINEERS)
            tell_card(table, ENGINEERS, "4.1c-3", step.target)
            text = say("norway.event.attack-goes-on", area=area_name(step.target))
            table.tell(text, "4.1c-3", (board.AREAS[step.target],))
        else:
            self.proceed(table, step)

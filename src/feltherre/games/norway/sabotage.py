"""Phase 1c, Norwegian sabotage and flight in the German turn (4.1c)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from operator import itemgetter
from typing import Any

from feltherre.core.errors import Illegal
from feltherre.core.marks import rule
from feltherre.core.space import Decision
from feltherre.core.spaces import Level
from feltherre.core.table import Table
from feltherre.core.text import Text, either, say
from feltherre.games.norway import board, cards, hands
from feltherre.games.norway.actions import BlowBridge, Engineers, Flee, Pass, Roadblock
from feltherre.games.norway.aftermath import defender_options
from feltherre.games.norway.countries import ALLIES, GERMANY, NORWAY
from feltherre.games.norway.marches import use_card
from feltherre.games.norway.procedures.movement import SENDS_BACK, sent_back
from feltherre.games.norway.register import nothing, steps
from feltherre.games.norway.spaces import Way, area_name, battalions, no_card, pair_levels
from feltherre.games.norway.state import Group, NorwayState, add, at, attacked_areas, groups_at, take_from_group
from feltherre.games.norway.steps import Sabotage, SabotageAnswer

ROADBLOCK = cards.INDEX["nor-roadblock"]
BRIDGE = cards.INDEX["nor-blown-bridge"]
TRAIN = cards.INDEX["nor-train-transport"]
ENGINEERS = cards.INDEX["ger-engineer-company"]

CARD_OF_KIND = {"roadblock": ROADBLOCK, "blow-bridge": BRIDGE, "flee": TRAIN}


@steps.asks(Sabotage)
@rule("4.1c-1", "4.1c-cards", "2.4-symbols-3", "4-5")
def may_sabotage(state: NorwayState, step: Sabotage) -> Iterator[Decision[Any]]:
    """When Germany has moved, Norway may use Roadblock, Blown bridge and Train transport (4.1c-1).

    The window opens when one of them could be played as far as anybody can see.
    """
    groups = [(group.origin, group.target) for group in sabotage_targets(state)]
    attacked = [area for area in attacked_areas(state) if at(state, NORWAY, area)]
    flights = [(area, target) for area in attacked for target in flight_targets(state, area)]
    there = {"roadblock": groups, "blow-bridge": groups, "flee": flights}
    open_kinds = [kind for kind, pairs in there.items() if pairs]
    if hands.could_hold(state, NORWAY, [CARD_OF_KIND[kind] for kind in open_kinds]):
        held = [kind for kind in open_kinds if hands.holds(state, CARD_OF_KIND[kind])]
        uses = {kind: SPACES[kind](state, there[kind]) for kind in held}
        prompt = sabotage_prompt(attacked, [hands.card_name(CARD_OF_KIND[kind]) for kind in held])
        kinds = (Roadblock, BlowBridge, Flee)
        yield hands.card_window(state, NORWAY, uses, kinds, lambda kind: why_closed(state, kind), prompt, "4.1c-1")


# nothing (more) is played: combat follows
steps.does(Sabotage)(nothing)
steps.answer(Sabotage, to=Pass)(nothing)


def sabotage_prompt(attacked: Sequence[int], playable: Sequence[Text]) -> Text:
    """The question, for Norway alone: it names the cards that Norway holds. What the others read does not."""
    areas = [area_name(area) for area in attacked]
    if not playable:
        return say("norway.prompt.sabotage-nothing", areas=areas)
    return say("norway.prompt.sabotage", areas=areas, cards=either(playable))


@steps.answer(Sabotage, to=(Roadblock, BlowBridge))
def play_sabotage(table: Table[NorwayState], step: Sabotage, role: str, action: Roadblock | BlowBridge) -> None:
    """A Roadblock or Blown bridge is played; Germany may answer before it takes effect (4.1c-2, 4.1c-3). Several cards
    may be played one after another (R39)."""
    card = ROADBLOCK if isinstance(action, Roadblock) else BRIDGE
    origin, target = board.INDEX[action.origin], board.INDEX[action.target]
    group = attacking_group(table.state, origin, target)
    count = action.count if isinstance(action, Roadblock) else most_sent_back(card, group.battalions)
    played = SabotageAnswer(card, origin, target, count)
    hands.use(table, card)
    table.tell(say("norway.event.sabotage", **in_words(played)), "4.1c-2", (action.origin, action.target))
    table.push(played, step)


def in_words(step: SabotageAnswer) -> dict[str, Any]:
    """Which card stops how many battalions of which group: all of it lies open."""
    origin, target = area_name(step.origin), area_name(step.target)
    return {"n": step.count, "card": hands.card_name(step.card), "origin": origin, "target": target}


def why_closed(state: NorwayState, kind: str) -> Illegal:
    if not hands.holds(state, CARD_OF_KIND[kind]):
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


def roadblock_space(state: NorwayState, groups: Sequence[tuple[int, int]]) -> Way:
    """Which group, and how many of it are sent back."""
    count = battalions(lambda *group: most_sent_back(ROADBLOCK, attacking_group(state, *group).battalions), "4.1c-2")
    return Way(Roadblock, *group_levels(sorted(groups, key=itemgetter(0))), count)


def bridge_space(state: NorwayState, groups: Sequence[tuple[int, int]]) -> Way:
    """Which group is sent back as a whole."""
    return Way(BlowBridge, *group_levels(groups))


def group_levels(groups: Sequence[tuple[int, int]]) -> tuple[Level, Level]:
    """Of an attacking group first where it comes from, then what it attacks."""
    return pair_levels(
        groups,
        lambda *group: Illegal(say("norway.illegal.sabotage"), "4.1c-2"),
        lambda area: say("norway.sabotage.comes-from", area=area_name(area)),
        lambda area: say("norway.sabotage.attacks", area=area_name(area)),
    )


def flee_space(state: NorwayState, flights: Sequence[tuple[int, int]]) -> Way:
    """Of a flight first which battalions flee, then where to."""
    levels = pair_levels(
        flights,
        lambda *flight: Illegal(say("norway.illegal.flight"), "4.1c-1"),
        lambda area: say("norway.sabotage.flees-from", area=area_name(area)),
        lambda area: say("norway.sabotage.flees-to", area=area_name(area)),
    )
    return Way(Flee, *levels)


SPACES: dict[str, Callable[[NorwayState, Sequence[tuple[int, int]]], Way]] = {
    "roadblock": roadblock_space,
    "blow-bridge": bridge_space,
    "flee": flee_space,
}


@rule("4.1c-1")
def flight_targets(state: NorwayState, area: int) -> list[int]:
    """Where Norwegians can flee by train: an area open for a retreat, not over water (R39)."""
    return [target for target in defender_options(state, NORWAY, area) if not board.over_water(area, target)]


@steps.answer(Sabotage, to=Flee)
@rule("4.1c-1")
def flee(table: Table[NorwayState], step: Sabotage, role: str, action: Flee) -> None:
    """All Norwegians leave the area; without Allies there the attackers occupy it without a battle (R39)."""
    state = table.state
    table.push(step)
    area, target = board.INDEX[action.area], board.INDEX[action.target]
    use_card(table, TRAIN, "4.1c-1", area)
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
    who = hands.country_name(state.country)
    table.tell(say("norway.event.occupies", country=who, area=area_name(area)), "4.1c-1", (board.AREAS[area],))


@steps.alive(SabotageAnswer)
def still_attacks(state: NorwayState, step: SabotageAnswer) -> bool:
    """The group is still there, whatever an umpire has changed meanwhile."""
    return any(
        (group.origin, group.target) == (step.origin, step.target) and group.battalions >= step.count
        for group in sabotage_targets(state)
    )


@steps.asks(SabotageAnswer)
@rule("4.1c-3", "4.1c-cards", "2.4-symbols-4")
def may_send_engineers(state: NorwayState, step: SabotageAnswer) -> Iterator[Decision[Any]]:
    """Germany may prevent Roadblock or Blown bridge, not Train transport, by an Engineer company (4.1c-3)."""
    yield from hands.offer(state, GERMANY, ENGINEERS, Engineers(), "4.1c-3", "engineers", **in_words(step))


@steps.does(SabotageAnswer)
@steps.answer(SabotageAnswer, to=Pass)
@rule("4.1c-2")
def send_back(table: Table[NorwayState], step: SabotageAnswer, *passed: Any) -> None:
    """The battalions go back to the area they attacked from and neither move nor fight again (4.1c-2)."""
    state = table.state
    take_from_group(state, attacking_group(state, step.origin, step.target), step.count)
    add(state, GERMANY, step.origin, step.count)
    state.moved[step.origin] += step.count
    text = say("norway.event.sent-back", n=step.count, origin=area_name(step.origin), target=area_name(step.target))
    table.tell(text, "4.1c-2", (board.AREAS[step.origin], board.AREAS[step.target]))


@steps.answer(SabotageAnswer, to=Engineers)
@rule("4.1c-3")
def send_engineers(table: Table[NorwayState], step: SabotageAnswer, role: str, action: Engineers) -> None:
    """An Engineer company lets the attack go on; both cards are used (4.1c-3)."""
    use_card(table, ENGINEERS, "4.1c-3", step.target)
    text = say("norway.event.attack-goes-on", area=area_name(step.target))
    table.tell(text, "4.1c-3", (board.AREAS[step.target],))

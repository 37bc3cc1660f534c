"""Phase 1b, movement on land (4.1b): group by group, and the cards of the phase among the moves (4.1b-cards).

Paratroops and Transport plane are in movement_air.py; sabotage and flight (phase 1c) are in sabotage.py.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from feltherre.core.agenda import decision_id
from feltherre.core.errors import Illegal
from feltherre.core.marks import rule
from feltherre.core.space import Decision, OneOf, Part, Partial, Single, Space
from feltherre.core.spaces import Level
from feltherre.core.table import Table
from feltherre.core.text import Text, say
from feltherre.games.norway import board, cards, movement_air
from feltherre.games.norway.actions import Drop, EndMovement, Fly, Invade, Move, RapidMove, Ship, Train
from feltherre.games.norway.countries import ALLIES, GERMANY, NORWAY
from feltherre.games.norway.hands import country_name, holds, use
from feltherre.games.norway.marches import (
    battalions_of,
    destinations,
    enter,
    free_battalions,
    free_to_move,
    leave,
    tell_card,
)
from feltherre.games.norway.placement import INVASION, exchange, invasion_areas, invasion_space
from feltherre.games.norway.register import steps
from feltherre.games.norway.sea import needs
from feltherre.games.norway.spaces import (
    AREAS,
    Way,
    area_label,
    area_name,
    battalions,
    how_many,
    kind_name,
    no_card,
    not_adjacent,
    not_from,
    number_of_battalions,
)
from feltherre.games.norway.state import NOWHERE, ROLES, NorwayState, at, enemy_held, free_of_enemies
from feltherre.games.norway.steps import Movement, Phase, Sabotage

RAPID = cards.INDEX["ger-rapid-movement"]
TRAIN = cards.INDEX["nor-train-transport"]
EVACUATION = cards.INDEX["all-coastal-evacuation"]

KINDS = (Move, RapidMove, Drop, Fly, Train, Invade, Ship, EndMovement)

#: country -> the question, by whether a group can move and whether a card can be used
_PROMPTS = tuple(
    {
        (True, True): say("norway.prompt.move", country=country_name(country)),
        (True, False): say("norway.prompt.move-group", country=country_name(country)),
        (False, True): say("norway.prompt.move-card", country=country_name(country)),
        (False, False): say("norway.prompt.move-nothing", country=country_name(country)),
    }
    for country in range(len(ROLES))
)
#: country -> what the others read meanwhile: the same whatever its hand
_WAITING = tuple(say("norway.wait.move", country=country_name(country)) for country in range(len(ROLES)))


@steps.opens(Movement)
def always(state: NorwayState, step: Movement) -> bool:
    return True


@steps.asks(Movement)
@rule("4.1b-1", "4-1", "4-5")
def may_move(state: NorwayState, step: Movement) -> Sequence[Decision[Any]]:
    """Only the country in turn moves, as long as it likes (4.1b-1, 4-1, 4-5)."""
    role = ROLES[state.country]
    space = movement_space(state)
    moving = "move" in space.branches
    prompt = _PROMPTS[state.country][moving, len(space.branches) - moving > 1]
    return (Decision(decision_id(state, role), role, prompt, "4.1b-1", space, _WAITING[state.country]),)


@rule("4.1b-1", "4.1b-3")
def movement_space(state: NorwayState) -> OneOf:
    """What the country in turn may do now: move a group, play a card, or end movement, in any order (4.1b-1)."""
    branches: dict[str, Space[Any]] = {}
    if free_battalions(state):
        branches["move"] = MoveSpace(state)
    add_card_branches(state, branches)
    branches["end-movement"] = Single(EndMovement())
    return OneOf(branches, KINDS, lambda kind: why_closed(state, kind), kind_name)


@rule("4.1b-cards", "2.4-symbols-2", "2.4-symbols-1", "2.4-2", "2.4-symbols-5", "1.2-2")
def add_card_branches(state: NorwayState, branches: dict[str, Space[Any]]) -> None:
    """The cards of phase 1b that the country in turn holds itself and can use now (4.1b-cards, R55)."""
    for kind in CARD_KINDS[state.country]:
        card, make_space = CARD_USES[kind]
        if holds(state, card):
            space = make_space(state)
            if space.options(()):
                branches[kind] = space


def why_closed(state: NorwayState, kind: str) -> Illegal:
    if kind == "move":
        return Illegal(say("norway.illegal.nobody-to-move"), "2.2-3")
    card, _ = CARD_USES[kind]
    if cards.COUNTRY[card] != state.country or not holds(state, card):
        return no_card(card, "4.1b-cards")
    if state.sea is not None and (refusal := why_not_at_sea(state, kind)):
        return refusal
    return Illegal(say(f"norway.illegal.no-use.{kind}"), "4.1b-cards")


@rule("5.2-2")
def why_not_at_sea(state: NorwayState, kind: str) -> Illegal | None:
    """Whether it is for want of ships that a card is of no use now (5.2-2)."""
    if kind == "invade" and not invasion_areas(state):
        return Illegal(say("norway.illegal.no-use-at-sea.invade"), "5.2-2")
    if kind == "ship" and any(board.open_to_allies(area) for area in free_battalions(state)):
        return Illegal(say("norway.illegal.no-use-at-sea.ship"), "5.2-2")
    return None


def most_of(state: NorwayState, card: int) -> Level:
    """How many battalions go with a card: at most so many as it says, and those that may still move."""
    rule_id = "4.1b-rapid" if card == RAPID else "4.1b-cards"
    return battalions(lambda origin, *way: min(battalions_of(card), free_to_move(state, origin)), rule_id)


class MoveSpace(Way):
    """A group moves one area (4.1b-1)."""

    def __init__(self, state: NorwayState) -> None:
        self.state = state
        super().__init__(
            Move,
            Level(AREAS, lambda: free_battalions(state), not_from),
            Level(AREAS, destinations, not_adjacent),
            battalions(lambda origin, target: free_to_move(state, origin), "2.2-3"),
        )

    def example(self, partial: Partial = ()) -> Partial:
        """A move that attacks nobody and leaves somebody where it comes from, if there is one."""
        country = self.state.country
        for origin in () if partial else free_battalions(self.state):
            for target in destinations(origin):
                if at(self.state, country, origin) > 1 and not enemy_held(self.state, country, target):
                    return (board.AREAS[origin], board.AREAS[target], 1)
        return super().example(partial)


@steps.answer(Movement, to=Move)
def move(table: Table[NorwayState], step: Movement, role: str, action: Move) -> None:
    table.push(step)
    origin, target = board.INDEX[action.origin], board.INDEX[action.target]
    leave(table.state, origin, action.count)
    enter(table, origin, target, action.count)


@steps.answer(Movement, to=EndMovement)
@rule("4-4", "4.1c-1")
def end_movement(table: Table[NorwayState], step: Movement, role: str, action: EndMovement) -> None:
    """Movement is over and not reopened; in the German turn Norwegian sabotage follows (4-4, 4.1c-1)."""
    table.tell(say("norway.event.movement-over", country=country_name(table.state.country)), "4-4")
    table.push(*((Sabotage(),) if table.state.country == GERMANY else ()), Phase(2))


# Rapid movement

#: origin -> the areas a rapid movement may lead through: those with a further area behind them
_RAPID_VIA = tuple(
    tuple(via for via in destinations(origin) if any(area != origin for area in destinations(via)))
    for origin in range(len(board.AREAS))
)


@rule("4.1b-rapid")
def rapid_space(state: NorwayState) -> Way:
    """Up to two battalions move two areas together, and fewer may: the first area must be free of enemies and have a
    further one behind it, the second may be an attack, and the way never leads back (4.1b-rapid, R35)."""

    def through(origin: int) -> list[int]:
        return free_of_enemies(state, GERMANY, _RAPID_VIA[origin])

    def blocked(origin: int) -> Illegal:
        if not free_to_move(state, origin):
            return not_from(origin)
        return Illegal(say("norway.illegal.rapid-blocked", area=area_name(origin)), "4.1b-rapid")

    def no_way(*way: int) -> Illegal:
        *_, here, target = way
        if target not in destinations(here):
            return not_adjacent(here, target)
        why = "rapid-through-enemy" if enemy_held(state, GERMANY, target) else "no-way-on"
        return Illegal(say(f"norway.illegal.{why}", area=area_name(target)), "4.1b-rapid")

    return Way(
        RapidMove,
        Level(AREAS, lambda: [area for area in free_battalions(state) if through(area)], blocked),
        Level(AREAS, through, no_way),
        Level(AREAS, lambda origin, via: [area for area in destinations(via) if area != origin], no_way),
        most_of(state, RAPID),
    )


@steps.answer(Movement, to=RapidMove)
@rule("4.1b-rapid")
def rapid_move(table: Table[NorwayState], step: Movement, role: str, action: RapidMove) -> None:
    """Rapid movement: the group attacks from the last area before the attack (4.1b-rapid, R15)."""
    table.push(step)
    use(table, RAPID)
    origin, via, target = (board.INDEX[area] for area in (action.origin, action.via, action.target))
    leave(table.state, origin, action.count)
    tell_card(table, RAPID, "4.1b-rapid", origin)
    text = say("norway.event.rapid", n=action.count, origin=area_name(origin), via=area_name(via))
    table.tell(text, "4.1b-rapid", (action.origin, action.via))
    enter(table, via, target, action.count)


# Train transport

#: ends the path of a train before it has gone as far as it can
STOP = "."
TRAIN_AREAS = cards.functions_at(TRAIN, cards.OWN, "1b")[0].areas


class TrainSpace(Space[Train]):
    """Up to three battalions move up to three areas together, never over water, never against Germans."""

    def __init__(self, state: NorwayState) -> None:
        self.state = state

    def options(self, partial: Partial) -> Sequence[Part]:
        if not partial:
            return [board.AREAS[area] for area in free_battalions(self.state) if train_targets(self.state, (area,))]
        if isinstance(partial[-1], int):
            return ()
        path = _path(partial)
        if partial[-1] == STOP or len(path) > TRAIN_AREAS:
            return range(1, self.most(path[0]) + 1)
        ahead: list[Part] = [board.AREAS[area] for area in train_targets(self.state, path)]
        return [*ahead, STOP] if len(path) > 1 else ahead

    @rule("4.1b-cards")
    def most(self, origin: int) -> int:
        """At most three battalions go by train (4.1b-cards)."""
        return min(battalions_of(TRAIN), free_to_move(self.state, origin))

    def build(self, partial: Partial) -> Train:
        return Train(tuple(str(part) for part in partial[:-1] if part != STOP), int(partial[-1]))

    def parts(self, action: Train) -> Partial:
        board.check_ids(action.path)
        if not 2 <= len(action.path) <= 1 + TRAIN_AREAS:
            raise Illegal(say("norway.illegal.train-length", n=TRAIN_AREAS), "4.1b-cards")
        stop = () if len(action.path) > TRAIN_AREAS else (STOP,)
        return (*action.path, *stop, action.count)

    def why_not(self, partial: Partial, part: Part) -> Illegal:
        if isinstance(part, int):
            return how_many(self.most(_path(partial)[0]), part, "4.1b-cards")
        area = board.INDEX[part]
        if partial:
            return _why_no_train(self.state, _path(partial), area)
        if free_to_move(self.state, area):
            return Illegal(say("norway.illegal.train-nowhere", area=area_name(area)), "4.1b-cards")
        return not_from(area)

    def label(self, partial: Partial, part: Part) -> Text:
        if isinstance(part, int):
            return number_of_battalions(part)
        return say("norway.stop-here") if part == STOP else area_label(part)


def _path(partial: Partial) -> tuple[int, ...]:
    return tuple(board.INDEX[str(part)] for part in partial if part != STOP)


def _why_no_train(state: NorwayState, path: tuple[int, ...], target: int) -> Illegal:
    here = path[-1]
    if target not in destinations(here):
        return not_adjacent(here, target)
    if board.over_water(here, target):
        return Illegal(say("norway.illegal.train-water", a=area_name(here), b=area_name(target)), "4.1b-cards")
    why = "train-enemy" if enemy_held(state, NORWAY, target) else "train-back"
    return Illegal(say(f"norway.illegal.{why}", area=area_name(target)), "4.1b-cards")


@rule("4.1b-cards")
def train_targets(state: NorwayState, path: tuple[int, ...]) -> list[int]:
    """The next stop of a train: over a border without water, and no Germans there (4.1b-cards)."""
    ahead = [area for area in board.LAND_NEIGHBOURS[path[-1]] if area not in path]
    return free_of_enemies(state, NORWAY, ahead)


@steps.answer(Movement, to=Train)
@rule("4.1b-cards")
def train(table: Table[NorwayState], step: Movement, role: str, action: Train) -> None:
    """Train transport in the own turn: the battalions go by rail, and it is their move (4.1b-cards, R34)."""
    table.push(step)
    use(table, TRAIN)
    origin, target = board.INDEX[action.path[0]], board.INDEX[action.path[-1]]
    leave(table.state, origin, action.count)
    tell_card(table, TRAIN, "4.1b-cards", origin)
    enter(table, origin, target, action.count, "train")


# Invasion; its space is in placement.py


@steps.answer(Movement, to=Invade)
@rule("4.1b-invasion")
def invade(table: Table[NorwayState], step: Movement, role: str, action: Invade) -> None:
    """Invasion: other cards are exchanged at once and the battalions land, also against the enemy (R38)."""
    table.push(step)
    use(table, INVASION)
    tell_card(table, INVASION, "4.1b-invasion", NOWHERE)
    exchange(table, ALLIES, action.cards)
    for area, count in action.placements:
        enter(table, NOWHERE, board.INDEX[area], count, "sea")


# Coastal evacuation


@rule("4.1b-cards", "2.3-sea-2", "5.2-2")
def ship_space(state: NorwayState) -> Way:
    """Up to three Allied battalions along the coast of III to VII, never from or to I or II, to another area free of
    Germans (4.1b-cards, 2.3-sea-2); in the advanced game only from where an Allied ship lies (5.2-2, R58)."""
    landings = landing_places(state)

    def embarking() -> list[int]:
        free = [area for area in free_battalions(state) if board.open_to_allies(area) and landings not in ([], [area])]
        return free if state.sea is None else [area for area in free if needs.can_embark(state, area)]

    def not_embarking(origin: int) -> Illegal:
        if not free_to_move(state, origin):
            return not_from(origin)
        if state.sea is not None and board.open_to_allies(origin) and not needs.can_embark(state, origin):
            return needs.refusal(needs.SHIP, EVACUATION, origin)
        return Illegal(say("norway.illegal.no-embarking", area=area_name(origin)), "2.3-sea-2")

    def no_landing(origin: int, target: int) -> Illegal:
        if enemy_held(state, ALLIES, target):
            return Illegal(say("norway.illegal.ship-enemy", area=area_name(target)), "4.1b-cards")
        if state.sea is not None and not needs.can_disembark(state, target):
            return Illegal(say("norway.illegal.german-sea", area=area_name(target)), "5.2-2")
        return Illegal(say("norway.illegal.no-landing", area=area_name(target)), "2.3-sea-2")

    return Way(
        Ship,
        Level(AREAS, embarking, not_embarking),
        Level(AREAS, lambda origin: [area for area in landings if area != origin], no_landing),
        most_of(state, EVACUATION),
    )


@rule("2.3-sea-2", "5.2-2")
def landing_places(state: NorwayState) -> list[int]:
    """Where the fleet can put battalions ashore; in the advanced game not where German ships control the sea (5.2-2,
    R58)."""
    places = free_of_enemies(state, ALLIES, board.ALLIED_COAST)
    return places if state.sea is None else [area for area in places if needs.can_disembark(state, area)]


@steps.answer(Movement, to=Ship)
@rule("4.1b-cards")
def ship(table: Table[NorwayState], step: Movement, role: str, action: Ship) -> None:
    """Coastal evacuation in the own turn: along the coast, and it is the battalions' move (4.1b-cards, R34)."""
    table.push(step)
    origin, target = board.INDEX[action.origin], board.INDEX[action.target]
    use(table, EVACUATION)
    leave(table.state, origin, action.count)
    tell_card(table, EVACUATION, "4.1b-cards", origin)
    enter(table, origin, target, action.count, "ship")


#: kind of action -> the card it takes, and what may be answered with it
CARD_USES: dict[str, tuple[int, Callable[[NorwayState], Space[Any]]]] = {
    "rapid": (RAPID, rapid_space),
    "drop": (movement_air.PARATROOPS, movement_air.drop_space),
    "fly": (movement_air.TRANSPORT, movement_air.fly_space),
    "train": (TRAIN, TrainSpace),
    "invade": (INVASION, invasion_space),
    "ship": (EVACUATION, ship_space),
}
#: country -> the kinds of action its cards allow in its own turn (4.1b-cards)
CARD_KINDS: tuple[tuple[str, ...], ...] = tuple(
    tuple(kind for kind, (card, _) in CARD_USES.items() if card in cards.cards_for(country, cards.OWN, "1b"))
    for country in range(len(ROLES))
)

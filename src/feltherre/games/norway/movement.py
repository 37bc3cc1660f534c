"""Phase 1b, movement on land (4.1b): group by group, and the cards of the phase among the moves (4.1b-cards).

Paratroops and Transport plane are in movement_air.py; sabotage and flight (phase 1c) are in sabotage.py.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from feltherre.core.agenda import decision_id
from feltherre.core.errors import Illegal
from feltherre.core.marks import rule
from feltherre.core.space import Decision, Partial, Single, Space
from feltherre.core.spaces import Level, Pick, Then, Things
from feltherre.core.table import Table
from feltherre.core.text import say
from feltherre.games.norway import board, cards, hands, marches, movement_air, placement, spaces
from feltherre.games.norway.actions import Drop, EndMovement, Fly, Invade, Move, RapidMove, Ship, Train
from feltherre.games.norway.countries import ALLIES, GERMANY, NORWAY
from feltherre.games.norway.register import steps
from feltherre.games.norway.sea import needs
from feltherre.games.norway.spaces import AREAS
from feltherre.games.norway.state import NOWHERE, ROLES, NorwayState, at, enemy_held, free_of_enemies
from feltherre.games.norway.steps import Movement, Phase, Sabotage

RAPID = cards.INDEX["ger-rapid-movement"]
TRAIN = cards.INDEX["nor-train-transport"]
EVACUATION = cards.INDEX["all-coastal-evacuation"]

_END = Single(EndMovement())
KINDS = (Move, RapidMove, Drop, Fly, Train, Invade, Ship, EndMovement)

#: country -> the question, by whether a group can move and whether a card can be used
_PROMPTS = tuple(
    {
        (True, True): say("norway.prompt.move", country=hands.country_name(country)),
        (True, False): say("norway.prompt.move-group", country=hands.country_name(country)),
        (False, True): say("norway.prompt.move-card", country=hands.country_name(country)),
        (False, False): say("norway.prompt.move-nothing", country=hands.country_name(country)),
    }
    for country in range(len(ROLES))
)
#: country -> what the others read meanwhile: the same whatever its hand
_WAITING = tuple(say("norway.wait.move", country=hands.country_name(country)) for country in range(len(ROLES)))


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
def movement_space(state: NorwayState) -> spaces.Kinds:
    """What the country in turn may do now: move a group, play a card, or end movement, in any order (4.1b-1)."""
    branches: dict[str, Space[Any] | Callable[[], Space[Any]]] = {}
    if free := marches.free_battalions(state):
        branches["move"] = partial(MoveSpace, state, free)
    add_card_branches(state, branches)
    branches["end-movement"] = _END
    return spaces.Kinds(branches, KINDS, lambda kind: why_closed(state, kind))


@rule("4.1b-cards", "2.4-symbols-2", "2.4-symbols-1", "2.4-2", "2.4-symbols-5", "1.2-2")
def add_card_branches(state: NorwayState, branches: dict[str, Space[Any] | Callable[[], Space[Any]]]) -> None:
    """The cards of phase 1b that the country in turn holds itself and can use now (4.1b-cards, R55)."""
    for kind in CARD_KINDS[state.country]:
        card, make_space = CARD_USES[kind]
        if hands.holds(state, card):
            space = make_space(state)
            if space.options(()):
                branches[kind] = space


def why_closed(state: NorwayState, kind: str) -> Illegal:
    if kind == "move":
        return Illegal(say("norway.illegal.nobody-to-move"), "2.2-3")
    card, _ = CARD_USES[kind]
    if cards.COUNTRY[card] != state.country or not hands.holds(state, card):
        return spaces.no_card(card, "4.1b-cards")
    if state.sea is not None and (refusal := why_not_at_sea(state, kind)):
        return refusal
    return Illegal(say(f"norway.illegal.no-use.{kind}"), "4.1b-cards")


@rule("5.2-2")
def why_not_at_sea(state: NorwayState, kind: str) -> Illegal | None:
    """Whether it is for want of ships that a card is of no use now (5.2-2)."""
    if kind == "invade" and not placement.invasion_areas(state):
        return Illegal(say("norway.illegal.no-use-at-sea.invade"), "5.2-2")
    if kind == "ship" and any(board.open_to_allies(area) for area in marches.free_battalions(state)):
        return Illegal(say("norway.illegal.no-use-at-sea.ship"), "5.2-2")
    return None


def most_of(state: NorwayState, card: int) -> Level:
    """How many battalions go with a card: at most so many as it says, and those that may still move."""
    rule_id = "4.1b-rapid" if card == RAPID else "4.1b-cards"
    return spaces.battalions(
        lambda origin, *way: min(marches.battalions_of(card), marches.free_to_move(state, origin)), rule_id
    )


_BESIDE = Level(AREAS, marches.destinations, spaces.not_adjacent)


class MoveSpace(spaces.Way):
    """A group moves one area (4.1b-1)."""

    def __init__(self, state: NorwayState, free: Sequence[int]) -> None:
        self.state = state
        super().__init__(
            Move,
            Level(AREAS, lambda: free, spaces.not_from),
            _BESIDE,
            spaces.battalions(lambda origin, target: marches.free_to_move(state, origin), "2.2-3"),
        )

    def example(self, partial: Partial = ()) -> Partial:
        """A move that attacks nobody and leaves somebody where it comes from, if there is one."""
        country = self.state.country
        for origin in () if partial else self.levels[0].options():
            for target in marches.destinations(origin):
                if at(self.state, country, origin) > 1 and not enemy_held(self.state, country, target):
                    return (board.AREAS[origin], board.AREAS[target], 1)
        return super().example(partial)


@steps.answer(Movement, to=Move)
def move(table: Table[NorwayState], step: Movement, role: str, action: Move) -> None:
    table.push(step)
    origin, target = board.INDEX[action.origin], board.INDEX[action.target]
    marches.leave(table.state, origin, action.count)
    marches.enter(table, origin, target, action.count)


@steps.answer(Movement, to=EndMovement)
@rule("4-4", "4.1c-1")
def end_movement(table: Table[NorwayState], step: Movement, role: str, action: EndMovement) -> None:
    """Movement is over and not reopened; in the German turn Norwegian sabotage follows (4-4, 4.1c-1)."""
    table.tell(say("norway.event.movement-over", country=hands.country_name(table.state.country)), "4-4")
    table.push(*((Sabotage(),) if table.state.country == GERMANY else ()), Phase(2))


# Rapid movement

#: origin -> the areas a rapid movement may lead through: those with a further area behind them
_RAPID_VIA = tuple(
    tuple(via for via in marches.destinations(origin) if any(area != origin for area in marches.destinations(via)))
    for origin in range(len(board.AREAS))
)


@rule("4.1b-rapid")
def rapid_space(state: NorwayState) -> spaces.Way:
    """Up to two battalions move two areas together, and fewer may: the first area must be free of enemies and have a
    further one behind it, the second may be an attack, and the way never leads back (4.1b-rapid, R35)."""

    def through(origin: int) -> list[int]:
        return free_of_enemies(state, GERMANY, _RAPID_VIA[origin])

    def blocked(origin: int) -> Illegal:
        if not marches.free_to_move(state, origin):
            return spaces.not_from(origin)
        return Illegal(say("norway.illegal.rapid-blocked", area=spaces.area_name(origin)), "4.1b-rapid")

    def no_way(*way: int) -> Illegal:
        *_, here, target = way
        if target not in marches.destinations(here):
            return spaces.not_adjacent(here, target)
        why = "rapid-through-enemy" if enemy_held(state, GERMANY, target) else "no-way-on"
        return Illegal(say(f"norway.illegal.{why}", area=spaces.area_name(target)), "4.1b-rapid")

    return spaces.Way(
        RapidMove,
        Level(AREAS, lambda: [area for area in marches.free_battalions(state) if through(area)], blocked),
        Level(AREAS, through, no_way),
        Level(AREAS, lambda origin, via: [area for area in marches.destinations(via) if area != origin], no_way),
        most_of(state, RAPID),
    )


@steps.answer(Movement, to=RapidMove)
@rule("4.1b-rapid")
def rapid_move(table: Table[NorwayState], step: Movement, role: str, action: RapidMove) -> None:
    """Rapid movement: the group attacks from the last area before the attack (4.1b-rapid, R15)."""
    table.push(step)
    origin, via, target = (board.INDEX[area] for area in (action.origin, action.via, action.target))
    marches.leave(table.state, origin, action.count)
    marches.use_card(table, RAPID, "4.1b-rapid", origin)
    text = say("norway.event.rapid", n=action.count, origin=spaces.area_name(origin), via=spaces.area_name(via))
    table.tell(text, "4.1b-rapid", (action.origin, action.via))
    marches.enter(table, via, target, action.count)


# Train transport

TRAIN_AREAS = cards.functions_at(TRAIN, cards.OWN, "1b")[0].areas


#: the next stop of a train; behind all areas: it has gone far enough
_STOPS = Things(
    (*board.AREAS, spaces.STOP), [*map(spaces.area_name, range(board.AREA_COUNT)), say("norway.stop-here")].__getitem__
)
FAR_ENOUGH = board.AREA_COUNT


@rule("4.1b-cards")
def train_space(state: NorwayState) -> Then[Train]:
    """From where, by which areas, and how many: up to three battalions go up to three areas together (4.1b-cards)."""

    def starts() -> list[int]:
        return [area for area in marches.free_battalions(state) if ahead(state, area)]

    def from_here(origin: int) -> Illegal | None:
        if not marches.free_to_move(state, origin):
            return spaces.not_from(origin)
        nowhere = say("norway.illegal.train-nowhere", area=spaces.area_name(origin))
        return None if ahead(state, origin) else Illegal(nowhere, "4.1b-cards")

    return Then(Train, Level(AREAS, starts, fault=from_here), partial(onward, state), part=start_of)


def ahead(state: NorwayState, *path: int) -> list[int]:
    """Where a train goes on to, as `train_fault` has it: this is asked of every area with Norwegians at every move."""
    return free_of_enemies(state, NORWAY, [area for area in board.LAND_NEIGHBOURS[path[-1]] if area not in path])


def onward(state: NorwayState, *path: int) -> Space[Train]:
    """How the way of a train goes on that has led so far."""
    if path[-1] == FAR_ENOUGH or len(path) > TRAIN_AREAS:
        way = tuple(board.AREAS[area] for area in path if area != FAR_ENOUGH)
        return Pick(Train, spaces.battalions(lambda: most_by_train(state, path[0]), "4.1b-cards"), given=(way,))
    may_stop = [FAR_ENOUGH] if len(path) > 1 else []
    further = Level(
        _STOPS,
        lambda: [*ahead(state, *path), *may_stop],
        fault=lambda there: None if there in may_stop else train_fault(state, path, there),
    )
    return Then(Train, further, partial(onward, state, *path), part=lambda train: (*train.path, spaces.STOP)[len(path)])


def start_of(train: Train) -> str:
    """Where a train sets out, if its way is neither too long nor none."""
    board.check_ids(train.path)
    if not 2 <= len(train.path) <= 1 + TRAIN_AREAS:
        raise Illegal(say("norway.illegal.train-length", n=TRAIN_AREAS), "4.1b-cards")
    return train.path[0]


@rule("4.1b-cards")
def most_by_train(state: NorwayState, origin: int) -> int:
    """At most three battalions go by train (4.1b-cards)."""
    return min(marches.battalions_of(TRAIN), marches.free_to_move(state, origin))


@rule("4.1b-cards")
def train_fault(state: NorwayState, path: Sequence[int], target: int) -> Illegal | None:
    """Why a train does not go on to an area: never over water, against Germans or back (4.1b-cards); None: it may."""
    here, name = path[-1], spaces.area_name(target)
    if target not in marches.destinations(here):
        return spaces.not_adjacent(here, target)
    if board.over_water(here, target):
        return Illegal(say("norway.illegal.train-water", a=spaces.area_name(here), b=name), "4.1b-cards")
    if enemy_held(state, NORWAY, target):
        return Illegal(say("norway.illegal.train-enemy", area=name), "4.1b-cards")
    return Illegal(say("norway.illegal.train-back", area=name), "4.1b-cards") if target in path else None


@steps.answer(Movement, to=Train)
@rule("4.1b-cards")
def train(table: Table[NorwayState], step: Movement, role: str, action: Train) -> None:
    """Train transport in the own turn: the battalions go by rail, and it is their move (4.1b-cards, R34)."""
    table.push(step)
    origin, target = board.INDEX[action.path[0]], board.INDEX[action.path[-1]]
    marches.leave(table.state, origin, action.count)
    marches.use_card(table, TRAIN, "4.1b-cards", origin)
    marches.enter(table, origin, target, action.count, "train")


# Invasion; its space is in placement.py


@steps.answer(Movement, to=Invade)
@rule("4.1b-invasion")
def invade(table: Table[NorwayState], step: Movement, role: str, action: Invade) -> None:
    """Invasion: other cards are exchanged at once and the battalions land, also against the enemy (R38)."""
    table.push(step)
    marches.use_card(table, placement.INVASION, "4.1b-invasion", NOWHERE)
    placement.exchange(table, ALLIES, action.cards)
    for area, count in action.placements:
        marches.enter(table, NOWHERE, board.INDEX[area], count, "sea")


# Coastal evacuation


@rule("4.1b-cards", "2.3-sea-2", "5.2-2")
def ship_space(state: NorwayState) -> spaces.Way:
    """Up to three Allied battalions along the coast of III to VII, never from or to I or II, to another area free of
    Germans (4.1b-cards, 2.3-sea-2); in the advanced game only from where an Allied ship lies (5.2-2, R58)."""

    def closed(target: int) -> Illegal | None:
        if enemy_held(state, ALLIES, target):
            return Illegal(say("norway.illegal.ship-enemy", area=spaces.area_name(target)), "4.1b-cards")
        if state.sea is not None and not needs.can_disembark(state, target):
            return Illegal(say("norway.illegal.german-sea", area=spaces.area_name(target)), "5.2-2")
        return None if board.open_to_allies(target) else no_landing(target)

    ashore = [area for area in board.ALLIED_COAST if closed(area) is None]

    def embarking(origin: int) -> Illegal | None:
        on_coast = board.open_to_allies(origin)
        if not marches.free_to_move(state, origin):
            return spaces.not_from(origin)
        if on_coast and state.sea is not None and not needs.can_embark(state, origin):
            return needs.refusal(needs.SHIP, EVACUATION, origin)
        if on_coast and ashore not in ([], [origin]):
            return None
        return Illegal(say("norway.illegal.no-embarking", area=spaces.area_name(origin)), "2.3-sea-2")

    return spaces.Way(
        Ship,
        spaces.faulted(marches.free_battalions(state), embarking),
        spaces.faulted(ashore, lambda origin, target: no_landing(target) if target == origin else closed(target)),
        most_of(state, EVACUATION),
    )


def no_landing(target: int) -> Illegal:
    return Illegal(say("norway.illegal.no-landing", area=spaces.area_name(target)), "2.3-sea-2")


@steps.answer(Movement, to=Ship)
@rule("4.1b-cards")
def ship(table: Table[NorwayState], step: Movement, role: str, action: Ship) -> None:
    """Coastal evacuation in the own turn: along the coast, and it is the battalions' move (4.1b-cards, R34)."""
    table.push(step)
    origin, target = board.INDEX[action.origin], board.INDEX[action.target]
    marches.leave(table.state, origin, action.count)
    marches.use_card(table, EVACUATION, "4.1b-cards", origin)
    marches.enter(table, origin, target, action.count, "ship")


#: kind of action -> the card it takes, and what may be answered with it
CARD_USES: dict[str, tuple[int, Callable[[NorwayState], Space[Any]]]] = {
    "rapid": (RAPID, rapid_space),
    "drop": (movement_air.PARATROOPS, movement_air.drop_space),
    "fly": (movement_air.TRANSPORT, movement_air.fly_space),
    "train": (TRAIN, train_space),
    "invade": (placement.INVASION, placement.invasion_space),
    "ship": (EVACUATION, ship_space),
}
#: country -> the kinds of action its cards allow in its own turn (4.1b-cards)
CARD_KINDS: tuple[tuple[str, ...], ...] = tuple(
    tuple(kind for kind, (card, _) in CARD_USES.items() if card in cards.cards_for(country, cards.OWN, "1b"))
    for country in range(len(ROLES))
)

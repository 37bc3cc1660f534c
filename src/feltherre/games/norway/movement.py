"""Phase 1b, movement on land (4.1b): group by group, and the cards of the phase among the moves.

What the cards do is in movement_cards.py and movement_air.py; sabotage and flight (phase 1c) are in sabotage.py.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from feltherre.core.agenda import StepRules, decision_id
from feltherre.core.errors import Illegal
from feltherre.core.marks import rule
from feltherre.core.space import Decision, OneOf, Partial, Single, Space
from feltherre.core.table import Table
from feltherre.core.text import say
from feltherre.games.norway import board, cards, movement_air, movement_cards
from feltherre.games.norway.actions import Drop, EndMovement, Fly, Invade, Move, RapidMove, Ship, Train
from feltherre.games.norway.hands import country_name, holds
from feltherre.games.norway.marches import destinations, enter, free_battalions, free_to_move, leave
from feltherre.games.norway.placement import InvasionSpace
from feltherre.games.norway.spaces import Journey, kind_name, no_card, not_adjacent
from feltherre.games.norway.state import GERMANY, ROLES, NorwayState, at, enemy_held
from feltherre.games.norway.steps import Movement, Phase, Sabotage

KINDS: dict[type, str] = {
    Move: "move",
    RapidMove: "rapid",
    Drop: "drop",
    Fly: "fly",
    Train: "train",
    Invade: "invade",
    Ship: "ship",
    EndMovement: "end-movement",
}
#: the card that each kind of action takes
CARD_OF_KIND: dict[str, int] = {
    "rapid": movement_cards.RAPID,
    "drop": movement_air.PARATROOPS,
    "fly": movement_air.TRANSPORT,
    "train": movement_cards.TRAIN,
    "invade": movement_cards.INVASION,
    "ship": movement_cards.EVACUATION,
}
CARD_SPACES: dict[str, Callable[[NorwayState], Space[Any]]] = {
    "rapid": movement_cards.RapidSpace,
    "drop": movement_air.drop_space,
    "fly": movement_air.FlySpace,
    "train": movement_cards.TrainSpace,
    "invade": InvasionSpace,
    "ship": movement_cards.ShipSpace,
}
#: country -> the kinds of action its cards allow in its own turn (4.1b-cards)
CARD_KINDS: tuple[tuple[str, ...], ...] = tuple(
    tuple(kind for kind, card in CARD_OF_KIND.items() if card in cards.cards_for(country, cards.OWN, "1b"))
    for country in range(len(ROLES))
)

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


class MovementRules(StepRules[NorwayState, Movement]):
    asks = True

    def opens(self, state: NorwayState, step: Movement) -> bool:
        return True

    @rule("4.1b-1", "4-1", "4-5")
    def decisions(self, state: NorwayState, step: Movement) -> Sequence[Decision[Any]]:
        """Only the country in turn moves, as long as it likes (4.1b-1, 4-1, 4-5)."""
        role = ROLES[state.country]
        space = movement_space(state)
        moving = "move" in space.branches
        prompt = _PROMPTS[state.country][moving, len(space.branches) - moving > 1]
        return (Decision(decision_id(state, role), role, prompt, "4.1b-1", space, _WAITING[state.country]),)

    def answer(self, table: Table[NorwayState], step: Movement, role: str, action: Any) -> None:
        if not isinstance(action, EndMovement):
            table.push(step)
        CARRY_OUT[type(action)](table, action)


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
        if holds(state, CARD_OF_KIND[kind]):
            space = CARD_SPACES[kind](state)
            if space.options(()):
                branches[kind] = space


def why_closed(state: NorwayState, kind: str) -> Illegal:
    if kind == "move":
        return Illegal(say("norway.illegal.nobody-to-move"), "2.2-3")
    card = CARD_OF_KIND[kind]
    if cards.COUNTRY[card] != state.country or not holds(state, card):
        return no_card(card, "4.1b-cards")
    if state.sea is not None and (refusal := movement_cards.why_not_at_sea(state, kind)):
        return refusal
    return Illegal(say(f"norway.illegal.no-use.{kind}"), "4.1b-cards")


class MoveSpace(Journey):
    """A group moves one area (4.1b-1)."""

    def build_journey(self, path: tuple[str, ...], count: int) -> Move:
        return Move(path[0], path[1], count)

    def journey(self, action: Move) -> tuple[tuple[str, ...], int]:
        return (action.origin, action.target), action.count

    def origins(self) -> list[int]:
        return free_battalions(self.state)

    def targets(self, path: tuple[int, ...]) -> Sequence[int]:
        return destinations(path[0])

    def most(self, path: tuple[int, ...]) -> int:
        return free_to_move(self.state, path[0])

    def why_not_target(self, path: tuple[int, ...], target: int) -> Illegal:
        return not_adjacent(path[-1], target)

    def example(self, partial: Partial = ()) -> Partial:
        """A move that attacks nobody and leaves somebody where it comes from, if there is one."""
        country = self.state.country
        for origin in () if partial else self.origins():
            for target in self.targets((origin,)):
                if at(self.state, country, origin) > 1 and not enemy_held(self.state, country, target):
                    return (board.AREAS[origin], board.AREAS[target], 1)
        return super().example(partial)


def move(table: Table[NorwayState], action: Move) -> None:
    origin, target = board.INDEX[action.origin], board.INDEX[action.target]
    leave(table.state, origin, action.count)
    enter(table, origin, target, action.count)


@rule("4-4", "4.1c-1")
def end_movement(table: Table[NorwayState], action: EndMovement) -> None:
    """Movement is over and not reopened; in the German turn Norwegian sabotage follows (4-4, 4.1c-1)."""
    table.tell(say("norway.event.movement-over", country=country_name(table.state.country)), "4-4")
    table.push(*((Sabotage(),) if table.state.country == GERMANY else ()), Phase(2))


CARRY_OUT: dict[type, Callable[[Table[NorwayState], Any], None]] = {
    Move: move,
    **movement_cards.CARRY_OUT,
    **movement_air.CARRY_OUT,
    EndMovement: end_movement,
}

"""Phase 2b, land battle (4.2): the order of battles and the dice; and the cards of steps 1 to 3, which are used in the
same way on land and at sea (8.2). Losses and withdrawal are in aftermath.py."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any, Final, TypeVar

from msgspec import Struct, structs

from feltherre.core.changes import OneOf as AnyOf
from feltherre.core.changes import Value, Whole
from feltherre.core.errors import Illegal
from feltherre.core.marks import rule
from feltherre.core.space import Decision, ListSpace, Part, Partial, Space
from feltherre.core.state import Step
from feltherre.core.table import Table
from feltherre.core.text import Text, either, say
from feltherre.games.norway import actions, board, cards, hands
from feltherre.games.norway import battle as land
from feltherre.games.norway import state as states
from feltherre.games.norway import steps as on_land
from feltherre.games.norway.april.steps import AprilPhase, Bluff
from feltherre.games.norway.procedures.combat import CombatSituation, land_combat
from feltherre.games.norway.register import steps
from feltherre.games.norway.sabotage import occupy
from feltherre.games.norway.sea import combat as sea
from feltherre.games.norway.sea import fleet, needs, pieces, ships
from feltherre.games.norway.sea.steps import SeaAttackerCards, SeaDefenderCards, SeaReactionCards, StrikeDie
from feltherre.games.norway.spaces import Kinds, area_name, area_space, no_card
from feltherre.games.norway.state import ROLES, NorwayState

# the order of battles


@steps.asks(on_land.ChooseBattle)
@rule("4.2-0")
def which_battle(state: NorwayState, step: on_land.ChooseBattle) -> Iterator[Decision[Any]]:
    """The attacker chooses the order of his battles (4.2-0)."""
    areas = states.attacked_areas(state)
    if len(areas) > 1:
        there = either([area_name(area) for area in areas])
        space = area_space(areas, actions.Fight, no_battle)
        yield hands.ask_of(state, state.country, "choose-battle", "4.2-0", space, areas=there)


@steps.does(on_land.ChooseBattle)
def only_battle(table: Table[NorwayState], step: on_land.ChooseBattle) -> None:
    areas = states.attacked_areas(table.state)
    if areas:
        begin_battle(table, areas[0])
    else:
        table.push(on_land.Phase(3) if table.state.round else AprilPhase(3))


@steps.answer(on_land.ChooseBattle, to=actions.Fight)
def chosen_battle(table: Table[NorwayState], step: on_land.ChooseBattle, role: str, action: actions.Fight) -> None:
    begin_battle(table, board.INDEX[action.area])


def no_battle(area: int) -> Illegal:
    return Illegal(say("norway.illegal.no-battle", area=area_name(area)), "4.2-0")


@rule("4.2b-1", "4.2b-2", "4.2-0")
def begin_battle(table: Table[NorwayState], area: int) -> None:
    """A battle is fought through steps 1 to 8 before the next begins; all in the area defend together (R11)."""
    state = table.state
    state.battle = states.Battle(area)
    names = [hands.country_name(country) for country in land.defending_countries(state)]
    who = hands.country_name(state.country)
    table.tell(
        say("norway.event.battle", area=area_name(area), attacker=who, defenders=names), "4.2b-1", (board.AREAS[area],)
    )
    table.push(
        *(() if state.round else (Bluff(),)),
        on_land.AttackerCards(),
        *(on_land.DefenderCards(country) for country in states.enemies(state.country)),
        on_land.ReactionCards(),
        on_land.BattleDice(),
        on_land.ChooseBattle(),
    )


def break_off(table: Table[NorwayState]) -> None:
    """After an umpire's edit: attackers walk in where nobody defends any more, and a battle there is not fought.

    Once its dice are thrown a battle goes on to its end: the sums decide, whoever is left (R13).
    """
    state = table.state
    thrown = not any(isinstance(step, on_land.BattleDice) for step in state.agenda)
    for area in states.attacked_areas(state):
        fought_now = state.battle is not None and state.battle.area == area
        if states.enemy_held(state, state.country, area) or (fought_now and thrown):
            continue
        if fought_now:
            state.battle = None
        occupy(table, area)


# the dice


@rule("4-5")
def thrower(state: NorwayState, step: on_land.BattleDice, purpose: str) -> str:
    """The defender throws in the opponent's turn; Norway for a joint defence it takes part in (4-5)."""
    return ROLES[state.country if purpose == "attacker_dice" else land.defending_countries(state)[0]]


def changes(state: NorwayState, step: on_land.BattleRuled) -> dict[str, Value]:
    return {
        "winner": AnyOf(("attacker", "defender")),
        "attacker_losses": Whole(0, land.attackers(state)),
        "defender_losses": Whole(0, land.defenders(state)),
    }


@steps.throws(on_land.BattleDice, on_land.BattleRuled, by=land_combat, thrower=thrower, changes=changes)
@rule("4.2-4", "4.2-5", "4.2-dice-3", "4.2b-2")
def battle_dice(state: NorwayState, step: on_land.BattleDice) -> CombatSituation | None:
    """The attacker throws first, then all who defend, destroyed or not (4.2-4, 4.2-5)."""
    return None if state.battle is None else land.situation(state)


# the windows for cards, on land and at sea


class Window(Struct, frozen=True):
    """A step of a battle in which cards are used."""

    #: the book's number
    number: str
    step: int
    at_sea: bool = False


WINDOWS: Final[dict[type[Step], Window]] = {
    on_land.AttackerCards: Window(cards.ATTACKERS_CARDS, 1),
    on_land.DefenderCards: Window(cards.DEFENDERS_CARDS, 2),
    on_land.ReactionCards: Window(cards.COUNTERS, 3),
    SeaAttackerCards: Window(sea.NUMBERS[1], 1, at_sea=True),
    SeaDefenderCards: Window(sea.NUMBERS[2], 2, at_sea=True),
    SeaReactionCards: Window(sea.NUMBERS[3], 3, at_sea=True),
}
#: all but the last at sea, at whose end the cards strike
_ONLY_CARDS: Final = tuple(kind for kind in WINDOWS if kind is not SeaReactionCards)


def _fought(state: NorwayState, window: Window) -> states.Battle | pieces.SeaBattle:
    return sea.fought(state) if window.at_sea else land.fought(state)


def _where(state: NorwayState, window: Window) -> dict[str, Any]:
    """The place of the battle, in the words of a sentence."""
    area = _fought(state, window).area
    return {"sea": ships.place_name(area)} if window.at_sea else {"area": area_name(area)}


@steps.alive(*WINDOWS)
def is_fought(state: NorwayState, step: Step) -> bool:
    """A window drops out when its battle is broken off."""
    return (fleet.sea_of(state).battle if WINDOWS[type(step)].at_sea else state.battle) is not None


@steps.asks(on_land.AttackerCards, on_land.DefenderCards, on_land.ReactionCards)
@rule("4.2-1", "4.2-2", "4.2-3", "4.2b-3", "4.2b-4", "4-5")
def card_window(state: NorwayState, step: Step) -> Iterator[Decision[Any]]:
    """Step 1: the attacker uses all the cards he wants, at most one of a type (4.2-1). Step 2: the defender counters
    and then strengthens himself; Norway first, then the Allies (4.2-2, R11). Step 3: the attacker counters the
    defender's cards (4.2-3); nobody answers that again (R65)."""
    yield from which_cards(state, step)


@steps.asks(SeaAttackerCards, SeaDefenderCards, SeaReactionCards)
@rule("8.2-seq-1", "8.2-seq-2", "8.2-seq-3", "7.2a-1")
def sea_card_window(state: NorwayState, step: Step) -> Iterator[Decision[Any]]:
    """The same steps at sea (8.2-seq-1 to 8.2-seq-3). Norway has no card for the second; where Eidsvoll & Norge fights
    the Allies use theirs (8.2-4, R83)."""
    yield from which_cards(state, step)


@rule("2.4-symbols-2", "2.4-symbols-3", "2.4-symbols-4")
def which_cards(state: NorwayState, step: Any) -> Iterator[Decision[Any]]:
    """A country may use cards in a step of the battle. It is asked whenever it might hold one, and in vain if not."""
    window, country = WINDOWS[type(step)], getattr(step, "country", state.country)
    if hands.could_hold(state, country, usable(state, country, window, publicly=True)):
        what, waiting = str(step.__struct_config__.tag), "sea-cards" if window.at_sea else "cards"
        space = CardSpace(state, country, window)
        yield hands.ask_of(
            state, country, what, window.number, space, reaction=True, waiting=waiting, **_where(state, window)
        )


@steps.does(*_ONLY_CARDS)
@steps.answer(*_ONLY_CARDS, to=actions.Pass)
def no_more_cards(table: Table[NorwayState], step: Step, *answer: Any) -> None:
    """The country has used all it wants, or nobody could hold a card for the step."""


@steps.does(SeaReactionCards)
@steps.answer(SeaReactionCards, to=actions.Pass)
@rule("8.2-seq-1", "8.2-seq-2")
def cards_strike(table: Table[NorwayState], step: SeaReactionCards, *answer: Any) -> None:
    """Now it is known which cards are stopped: the others strike, in the order in which they were played (R77)."""
    table.push(*(StrikeDie(i) for i in sea.strikes_in_force(sea.fought(table.state))))


@steps.answer(*WINDOWS, to=actions.Play)
@rule("4.2-1", "2.4-2")
def play(table: Table[NorwayState], step: Any, role: str, action: actions.Play) -> None:
    """A card is laid on the table in this battle and used up, whatever comes of it (2.4-2, R64). Cards are laid one by
    one; Scouts let their player look before he goes on (4.2-1)."""
    state, country, window = table.state, ROLES.index(role), WINDOWS[type(step)]
    battle, card = _fought(state, window), hands.BY_SHORT_ID[country][action.card]
    table.push(step)
    hands.use(table, card)
    if isinstance(battle, pieces.SeaBattle):
        fleet.change(state, battle=with_card(battle, country, window.step, action))
    else:
        state.battle = with_card(battle, country, window.step, action)
    tell_played(table, window, _fought(state, window).played[-1])
    if any(function.op == "look-at-hand" for function in cards.functions_in(card, window.number)):
        for defender in land.defending_countries(state):
            hands.look_at_hand(table, country, defender)


def tell_played(table: Table[NorwayState], window: Window, played: pieces.Played) -> None:
    """What everybody reads of a card that is laid on the table."""
    battle, counters = _fought(table.state, window), played.against >= 0
    words: dict[str, Any] = {"country": hands.country_name(played.country), "card": hands.card_name(played.card)}
    if counters:
        key = "norway.event.plays-against-at-sea" if window.at_sea else "norway.event.plays-against"
        words["target"] = hands.card_name(battle.played[played.against].card)
    elif window.at_sea:
        key = "norway.event.plays-at-sea"
    else:
        key, words["target"] = "norway.event.plays-in-battle", ""
    place = (board.SEAS if window.at_sea else board.AREAS)[battle.area]
    table.tell(say(key, **words, **_where(table.state, window)), window.number, (place,))


B = TypeVar("B", states.Battle, pieces.SeaBattle)


def with_card(battle: B, country: int, step: int, action: actions.Play) -> B:
    """The battle when a card has been laid on the table in it."""
    table = [cards.SHORT_IDS[played.card] for played in battle.played]
    against = table.index(action.against) if action.against else -1
    played = pieces.Played(country, hands.BY_SHORT_ID[country][action.card], step, against)
    return structs.replace(battle, played=(*battle.played, played))


# which cards may be used


class CardSpace(Kinds):
    """A card, if one can be used, each for its own effect or against another card; or a pass. A card that cannot be
    used is refused with its own reason."""

    def __init__(self, state: NorwayState, country: int, window: Window) -> None:
        self.state, self.country, self.window = state, country, window
        self.plays = list(plays(state, country, window))
        used = [cards.IDS[hands.BY_SHORT_ID[country][play.card]] for play in self.plays]
        branches: dict[str, Space[Any]] = {"play": ListSpace(self.plays, cards=used)} if self.plays else {}
        branches["pass"] = hands.PASS
        nothing_to_use = say("norway.illegal.no-card-for-step")
        super().__init__(branches, (actions.Play, actions.Pass), lambda kind: Illegal(nothing_to_use, window.number))

    def _kind(self, action: Any) -> str:
        if isinstance(action, actions.Play) and (refused := fault(self.state, self.country, self.window, action)):
            raise refused
        return super()._kind(action)

    def label(self, partial: Partial, part: Part) -> Text:
        if partial != ("play",):
            return super().label(partial, part)
        action = self.plays[int(part)]
        card = hands.BY_SHORT_ID[self.country][action.card]
        if action.against:
            stoppable = targets_of(_fought(self.state, self.window), card, self.window)
            enemy = next(target for target in stoppable if cards.SHORT_IDS[target] == action.against)
            return say("norway.play-against", card=hands.card_name(card), target=hands.card_name(enemy))
        if self.window.at_sea:
            return say("norway.play-to-strike", card=hands.card_name(card))
        n = land.dice_value(self.state, card, self.window.step)
        return say("norway.play-card" if n else "norway.play-to-look", card=hands.card_name(card), n=n)


def plays(state: NorwayState, country: int, window: Window) -> Iterator[actions.Play]:
    """Every use of a card in hand that the country may make now."""
    battle = _fought(state, window)
    for card in usable(state, country, window):
        name = cards.SHORT_IDS[card]
        if has_effect(card, window.number):
            yield actions.Play(name)
        for target in targets_of(battle, card, window):
            yield actions.Play(name, cards.SHORT_IDS[target])


def usable(state: NorwayState, country: int, window: Window, *, publicly: bool = False) -> list[int]:
    """Cards the country may use now in the battle, of those in its hand; `publicly`: of all that it might hold, for
    all that the others can see."""
    battle = _fought(state, window)
    return [
        card
        for card in cards_of_step(state, country, window)
        if (publicly or state.hand[card])
        and in_the_way(state, battle, card, window, publicly) is None
        and (has_effect(card, window.number) or targets_of(battle, card, window))
    ]


def fault(state: NorwayState, country: int, window: Window, action: actions.Play) -> Illegal | None:
    """What is wrong with this use of a card, and the rule; None if it is legal."""
    number, battle = window.number, _fought(state, window)
    card = hands.BY_SHORT_ID[country].get(action.card)
    if card is None:
        return Illegal(say("norway.illegal.not-your-card", card=action.card), number)
    if not hands.holds(state, card):
        return no_card(card, number)
    name = hands.card_name(card)
    if card not in cards_of_step(state, country, window):
        key = "norway.illegal.not-in-sea-step" if window.at_sea else "norway.illegal.not-in-step"
        return Illegal(say(key, card=name), number)
    if reason := in_the_way(state, battle, card, window):
        key, rule_id = reason
        return Illegal(say(key, card=name, **(_where(state, window) if reason in _UNMET.values() else {})), rule_id)
    if not action.against and not has_effect(card, number):
        return Illegal(say("norway.illegal.only-counters", card=name), number)
    if not action.against or action.against in [cards.SHORT_IDS[one] for one in targets_of(battle, card, window)]:
        return None
    if window.at_sea:
        struck = has_effect(card, number)
        return Illegal(say("norway.illegal.stops-no-card" if struck else "norway.illegal.no-target", card=name), number)
    if has_strengthened(battle, country, window.step) and cards.counters(card, number):
        return Illegal(say("norway.illegal.counters-first", card=name), number)
    return Illegal(say("norway.illegal.no-target", card=name), "4.2-cancel")


def in_the_way(
    state: NorwayState, battle: states.Battle | pieces.SeaBattle, card: int, window: Window, publicly: bool = False
) -> tuple[str, str] | None:
    """The first thing that keeps a country from using a card of this step, whatever for: the reason of the refusal and
    the rule. `publicly`: only what everybody can see."""
    if not window.at_sea and not owns_part(state, card):
        return "norway.illegal.no-battalions-there", "4.2b-4"
    if used_already(battle, card, window):
        return "norway.illegal.same-type-at-sea" if window.at_sea else "norway.illegal.same-type", window.number
    unmet = sea.unmet_condition if window.at_sea else unmet_condition
    return _UNMET.get(unmet(state, card, window.number, publicly))


@rule("7.2b-1", "7.2a-1", "8.2-seq-1", "8.2-seq-2", "8.2-seq-3")
def cards_of_step(state: NorwayState, country: int, window: Window) -> tuple[int, ...]:
    """The cards of a country for a step of a battle. On 9 April those of that round: on land German Bomber and
    Gebirgsjäger, for Bluff and threats comes before it (7.2b-1, R30), at sea Dive bomber (7.2a-1)."""
    return _listed(hands.in_play(state, country), window.number)


@cache
def _listed(deck: tuple[int, ...], number: str) -> tuple[int, ...]:
    found = [(card, {function.op for function in cards.functions_in(card, number)}) for card in deck]
    return tuple(card for card, does in found if does and "force-out" not in does)


@rule("4.2b-4")
def owns_part(state: NorwayState, card: int) -> bool:
    """A card needs own battalions in the battle; Fighter is the only one that does not (4.2b-4)."""
    if not cards.NEEDS_OWN_BATTALIONS[card] or cards.COUNTRY[card] == state.country:
        return True
    return states.at(state, cards.COUNTRY[card], land.fought(state).area) > 0


@rule("4.2-1", "4.2-2", "8.2-seq-1", "8.2-seq-2")
def used_already(battle: states.Battle | pieces.SeaBattle, card: int, window: Window) -> bool:
    """At most one card of a type by one country in a step; in step 1 Bomber and Fighter-bomber are one type; on land
    reactions of step 3 are free of it (4.2-1, 4.2-2, 8.2-seq-1, 8.2-seq-2, R9, R10)."""
    if not battle.played or window.number == cards.COUNTERS:
        return False
    step, kind = window.step, _type(card, window.step)
    return any(played.step == step and _type(played.card, step) == kind for played in battle.played)


def _type(card: int, step: int) -> int:
    return cards.BATTLE_TYPE[card] if step == 1 else card


#: conditions of the card data that a battle must meet -> the reason of the refusal and the rule
_AIR_RANGE, _ALLIED_COAST = "battle-in-air-range", "battle-on-allied-coast"
_UNMET: Final = {
    _AIR_RANGE: ("norway.illegal.out-of-air-range", "2.3-air-1"),
    _ALLIED_COAST: ("norway.illegal.no-allied-coast", "2.3-sea-2"),
    **needs.REFUSALS,
    **sea.UNMET,
}


@rule("2.3-air-1", "2.3-sea-2", "5.2-2", "6.1-carrier")
def unmet_condition(state: NorwayState, card: int, number: str, publicly: bool) -> str:
    """What the card needs and the land battle has not: aircraft need air range at this moment, Coastal bombardment a
    coast of III to VII (2.3-air-1, R40, 2.3-sea-2); in the advanced game Fighter needs a carrier, and Coastal
    bombardment control of the sea outside the battle (5.2-2, 6.1-carrier). Empty if nothing is lacking.

    `publicly`: only what lacks for all to see; where a carrier may lie, none is lacking.
    """
    area = land.fought(state).area
    for function in cards.functions_in(card, number):
        if function.needs == _AIR_RANGE and not states.in_air_range(state, area):
            return _AIR_RANGE
        if function.needs == _ALLIED_COAST and not board.open_to_allies(area):
            return _ALLIED_COAST
    if state.sea is None:
        return ""
    if publicly:
        return "" if needs.might_hold(state, card, area) else needs.NEED[card]
    return needs.unmet(state, card, area)


@cache
def has_effect(card: int, number: str) -> bool:
    """Whether the card does something in this step without countering another."""
    return any(function.op != "cancel-card" for function in cards.functions_in(card, number))


@rule("4.2-cancel", "4.2-2", "4.2-3", "8.2-seq-2", "8.2-seq-3")
def targets_of(battle: states.Battle | pieces.SeaBattle, card: int, window: Window) -> list[int]:
    """Cards on the table that this one can stop now (4.2-cancel). Counters come before strengthening (4.2-2,
    8.2-seq-2), and a card that is stopped already is not stopped again."""
    stoppable = cards.counters(card, window.number)
    if not stoppable or has_strengthened(battle, cards.COUNTRY[card], window.step):
        return []
    stopped = {played.against for played in battle.played}
    return [played.card for i, played in enumerate(battle.played) if played.card in stoppable and i not in stopped]


def has_strengthened(battle: states.Battle | pieces.SeaBattle, country: int, step: int) -> bool:
    """Whether a defender has gone on from countering to strengthening (4.2-2)."""
    return step == 2 and any(
        played.country == country and played.step == 2 and played.against < 0 for played in battle.played
    )

"""The nine-April round: its cards (6.2), how they are chosen, and the ships drawn (7.0); then phase by phase to its
end: telegraph line, mobilisation, reinforcements, hands (7-1, 7.3, 7.4)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any

from msgspec import structs

from feltherre.core.errors import Illegal
from feltherre.core.event import Secret
from feltherre.core.marks import rule
from feltherre.core.space import Decision, Partial
from feltherre.core.spaces import Several, Things
from feltherre.core.state import Step
from feltherre.core.table import Table
from feltherre.core.text import Text, say
from feltherre.games.norway import board, cards, hands
from feltherre.games.norway.actions import Pass
from feltherre.games.norway.april import steps as april
from feltherre.games.norway.april.actions import CallShips, ChooseApril, Mobilise
from feltherre.games.norway.opening import AdvancedOptions, lay_decks
from feltherre.games.norway.placement import to_place
from feltherre.games.norway.procedures.nine_april import mobilisation_of_points, mobilises
from feltherre.games.norway.register import nothing, steps
from feltherre.games.norway.reinforcement import hunters
from feltherre.games.norway.sea import fleet, ships
from feltherre.games.norway.sea.steps import SeaCombat
from feltherre.games.norway.spaces import AREAS, area_label, area_name
from feltherre.games.norway.state import ALLIES, COUNTRIES, GERMANY, NORWAY, ROLES, NorwayState, at, bring_on
from feltherre.games.norway.steps import ChooseBattle, ConvoyAnswer, Exchange, Turn
from feltherre.games.norway.victory import check_destruction

SHIPS_TO_THE_RESCUE = cards.INDEX["apr-all-ships-to-the-rescue"]
#: Allied ships drawn for the nine-April round (7.0-choice-all)
SHIPS_DRAWN = 9
CHOICE_RULE = ("7.0-choice-ger", "7.0-choice-nor", "7.0-choice-all")


# choosing cards


def fill_box(state: NorwayState) -> None:
    """All nine-April cards lie in the box before they are chosen (6.2-1)."""
    for card in range(cards.TYPE_COUNT, cards.ALL_COUNT):
        state.deck[card] = cards.COUNT[card]


@steps.asks(april.ChooseCards)
@rule("7.0-choice-ger", "7.0-choice-nor", "7.0-choice-all", "6.2-1")
def which_cards(state: NorwayState, step: april.ChooseCards) -> Iterator[Decision[Any]]:
    """Germany chooses five of its nine-April cards, Norway three, the Allies three, each unseen (7.0-choice-ger,
    -nor, -all)."""
    for country, number in enumerate(cards.cards_to_choose()):
        space = choice_space(country, number)
        yield hands.ask_of(state, country, "choose-april", CHOICE_RULE[country], space, n=number)


@cache
def choice_space(country: int, number: int) -> Several[ChooseApril]:
    """So many of a country's nine-April cards, in the order of the card file."""
    own = cards.APRIL_OF_COUNTRY[country]
    refusal = Illegal(say("norway.illegal.choose-april", n=number), CHOICE_RULE[country])

    return Several(
        ChooseApril,
        Things(
            [cards.SHORT_IDS[card] for card in own],
            lambda card: hands.card_worth(own[card]),
            lambda card: refusal,
            card=lambda card: cards.IDS[own[card]],
        ),
        [place for place, card in enumerate(own) for _ in range(cards.COUNT[card])],
        lambda chosen, card: refusal,
        least=number,
        most=number,
        done=None,
    )


@steps.answer(april.ChooseCards)
@rule("7.0-choice-ger", "7.0-choice-nor", "7.0-choice-all")
def choose_cards(table: Table[NorwayState], step: april.ChooseCards, role: str, action: ChooseApril) -> None:
    """The chosen cards come into the hand; the others stay in the box face down."""
    state, country = table.state, ROLES.index(role)
    for short in action.cards:
        card = hands.BY_SHORT_ID[country][short]
        state.deck[card] -= 1
        state.hand[card] += 1
    state.hand_size[country] = len(action.cards)
    table.reveal()
    who, chosen = hands.country_name(country), hands.counted_cards(hands.hand_cards(state, country))
    own = say("norway.event.you-choose-april", country=who, cards=chosen)
    public = say("norway.event.chooses-april", country=who, n=len(action.cards))
    table.tell(public, CHOICE_RULE[country], secrets=(Secret(role, own),))


# using one

#: steps in which a country may use one card, and nothing happens without it
OFFERS = (
    *(april.Reconnaissance, april.MisleadingManoeuvre, april.Redeployment),
    *(april.AprilDrops, april.EvacuatedSailors, april.Bluff),
)


# the card is kept, or the country cannot hold it (any more), or has no ship there
steps.answer(*OFFERS, april.DrawShips, to=Pass)(nothing)
steps.does(*OFFERS, april.Raiding, april.Landing)(nothing)


# ships for the round


@steps.asks(april.DrawShips)
@rule("7.0-choice-all")
def more_ships(state: NorwayState, step: april.DrawShips) -> Iterator[Decision[Any]]:
    """After the first nine the Allies may call three more with Ships to the rescue (7.0-choice-all)."""
    if step.drawn:
        yield from hands.offer(state, ALLIES, SHIPS_TO_THE_RESCUE, CallShips(), "7.0-choice-all", "april-card")


@steps.does(april.DrawShips)
@rule("7.0-choice-all")
def first_ships(table: Table[NorwayState], step: april.DrawShips) -> None:
    """Nine of the eighteen Allied ships are drawn; the others can be used only later (7.0-choice-all, R44)."""
    if not step.drawn:
        draw(table, SHIPS_DRAWN)
        table.push(april.DrawShips(drawn=True))


@steps.answer(april.DrawShips, to=CallShips)
@rule("7.0-choice-all")
def call_ships(table: Table[NorwayState], step: april.DrawShips, role: str, action: CallShips) -> None:
    """Three more ships; the Home Fleet brings so many fewer later."""
    hands.use(table, SHIPS_TO_THE_RESCUE)
    draw(table, cards.TYPES[SHIPS_TO_THE_RESCUE].functions[0].ships)


def draw(table: Table[NorwayState], number: int) -> None:
    home = fleet.ships_at(table.state, ALLIES, ships.HOME)
    drawn = sorted(table.draw(min(number, len(home)), home, "ships", "7.0-choice-all"))
    fleet.put(table.state, drawn, ships.IN_HAND)
    own = say("norway.event.you-draw-ships", ships=[ships.name(ship) for ship in drawn])
    public = say("norway.event.draws-ships", n=len(drawn))
    table.tell(public, "7.0-choice-all", secrets=(Secret(ROLES[ALLIES], own),))


# phase by phase

EGERSUND = board.INDEX["egersund"]

#: the steps of each phase in the order of the book; after the land battles of phase 2 phase 3 follows (R61)
PHASES: dict[int, tuple[Step, ...]] = {
    0: (
        april.ChooseCards(),
        april.DrawShips(),
        april.DeployNorway(),
        april.DeployShips(GERMANY),
        april.Reconnaissance(),
        april.DeployShips(ALLIES),
        april.MisleadingManoeuvre(),
        april.Redeployment(),
        april.AprilPhase(1),
    ),
    1: (april.AprilInterceptions(), april.AprilDrops(), april.AprilPhase(2)),
    2: (SeaCombat(), april.Raiding(), april.Landings(), ChooseBattle()),
    3: (
        april.Telegraph(),
        april.Mobilisation(),
        april.AprilExchange(GERMANY),
        april.AprilExchange(NORWAY),
        april.AprilExchange(ALLIES),
        april.Telegraph(),
        april.AprilPhase(4),
    ),
    4: (april.AprilOver(),),
}


@rule("5-1", "7-1", "6.2-1")
def begin(table: Table[NorwayState], options: AdvancedOptions) -> None:
    """An advanced game begins with nothing on the board: the nine-April round replaces the set-up of chapter 3; nobody
    draws before its end (5-1, 7-1, R43)."""
    state = table.state
    state.round = 0
    state.phase = 0
    state.sea = structs.replace(fleet.new_sea(), interception_from=options.interception_from)
    state.first_allies_landed = not options.first_allied_battalions
    lay_decks(state)
    fill_box(state)
    table.push(april.AprilPhase(0))


@steps.does(april.AprilPhase)
@rule("7-1", "7.1-2", "7.2a-1", "7.2b-1", "6.1-decoy")
def begin_phase(table: Table[NorwayState], step: april.AprilPhase) -> None:
    """All players act in the same round, phase by phase; Germany counts as the attacker (7-1, 7.2b-1)."""
    state = table.state
    state.phase = step.phase
    state.country = GERMANY
    table.tell(say(f"norway.event.april-phase.{step.phase}"), "7-1")
    table.push(*PHASES[step.phase])
    if step.phase == 3:
        remove_decoys(table)


@rule("6.1-decoy", "7.4-3")
def remove_decoys(table: Table[NorwayState]) -> None:
    """The remaining decoys leave when control of sea areas begins to matter (6.1-decoy, 7.4-3, R54, R72)."""
    places = fleet.sea_of(table.state).place
    left = [ship for ship in sorted(ships.DECOYS) if places[ship] != ships.REMOVED]
    if left:
        fleet.take_out(table, left, ships.REMOVED)
        seas = tuple(board.SEAS[place] for place in sorted({places[ship] for ship in left} & set(ships.SEAS)))
        table.tell(say("norway.event.decoys-gone", n=len(left)), "6.1-decoy", seas)


# 7.3


@steps.does(april.Telegraph)
@rule("5.1-telegraph")
def telegraph(table: Table[NorwayState], step: april.Telegraph) -> None:
    """If Germany holds Egersund at the end of phase 2 or 3 the Allies lose one card, once (5.1-telegraph, R51)."""
    state = table.state
    if at(state, GERMANY, EGERSUND) and not fleet.sea_of(state).telegraph_cut:
        fleet.change(state, telegraph_cut=True)
        table.tell(say("norway.event.telegraph"), "5.1-telegraph", (board.AREAS[EGERSUND],))
        hands.lose_from_deck(table, ALLIES, 1, "5.1-telegraph")


@steps.asks(april.Mobilisation)
@rule("7.3-mob-2")
def which_points(state: NorwayState, step: april.Mobilisation) -> Iterator[Decision[Any]]:
    """Norway chooses which of the mobilisation points without Germans mobilise after the land battles, at most one
    battalion on each (7.3-mob-2)."""
    points = [point for point in board.MOBILISATION if not at(state, GERMANY, point)]
    if number := mobilisation_of_points(len(points)):
        yield hands.ask_of(state, NORWAY, "mobilise", "7.3-mob-2", PointsSpace(points, number), n=number)


class PointsSpace(Several[Mobilise]):
    """So many different ones of the free mobilisation points, in the order of the board."""

    def __init__(self, points: Sequence[int], number: int) -> None:
        refusal = Illegal(say("norway.illegal.mobilise", n=number), "7.3-mob-2")
        areas = AREAS.refusing(lambda area: refusal)
        super().__init__(Mobilise, areas, points, lambda chosen, point: refusal, least=number, most=number, done=None)

    def note(self, chosen: Sequence[int]) -> Text:
        return to_place(self.most - len(chosen))

    def parts(self, action: Mobilise) -> Partial:
        board.check_ids(action.areas)
        return super().parts(action)


@steps.does(april.Mobilisation)
def only_cities(table: Table[NorwayState], step: april.Mobilisation) -> None:
    mobilise(table, step, ROLES[NORWAY], Mobilise(()))


@steps.answer(april.Mobilisation)
@rule("7.3-mob-1", "7.3-mob-2")
def mobilise(table: Table[NorwayState], step: april.Mobilisation, role: str, action: Mobilise) -> None:
    """One battalion in each point city that has not mobilised and holds no Germans, and one for every second free
    mobilisation point (7.3-mob-1, 7.3-mob-2, R50)."""
    state, risen = table.state, fleet.sea_of(table.state).mobilised
    cities = [city for city in board.POINT_CITY if mobilises(city in risen, at(state, GERMANY, city))]
    for area in (*cities, *(board.INDEX[point] for point in action.areas)):
        bring_on(state, NORWAY, area, 1)
    if cities:
        text = say("norway.event.cities-mobilise", areas=[area_name(city) for city in cities])
        table.tell(text, "7.3-mob-1", tuple(board.AREAS[city] for city in cities))
    if action.areas:
        text = say("norway.event.points-mobilise", areas=[area_label(point) for point in action.areas])
        table.tell(text, "7.3-mob-2", action.areas)


@steps.does(april.AprilExchange)
@rule("7.3-reinf-1", "7.3-cards", "6.2-3")
def exchange(table: Table[NorwayState], step: april.AprilExchange) -> None:
    """Nine-April cards that are left are exchanged as in an ordinary turn: Germany, Norway, the Allies
    (7.3-reinf-1)."""
    state = table.state
    state.country = step.country
    state.placed.clear()
    table.push(Exchange(), *(ConvoyAnswer(country) for country in hunters(state)))


# 7.4


@steps.does(april.AprilOver)
@rule("7.4-1", "7.4-2", "7.4-3", "6.2-1")
def end_round(table: Table[NorwayState], step: april.AprilOver) -> None:
    """Nine-April cards leave the game, everybody draws a hand, and Germany begins the first ordinary turn
    (7.4-1, 7.4-2, 7.4-3)."""
    state = table.state
    for card in range(cards.TYPE_COUNT, cards.ALL_COUNT):
        state.hand[card] = state.deck[card] = state.used[card] = 0
    state.hand_size[:] = [0] * len(COUNTRIES)
    state.known.clear()
    state.placed.clear()
    state.round = 1
    state.used_this_turn = 0
    fleet.change(state, landed=(), sailors=())
    table.tell(say("norway.event.april-over"), "7.4-1")
    table.push(Turn(GERMANY))
    for country in range(len(COUNTRIES)):
        hands.draw_to_limit(table, country)
    check_destruction(table)

"""What a decision lets a player answer, and what both players reckon alike in answering it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import UnionType
from typing import Any, cast

from msgspec import structs

from feltherre.core.space import OneOf
from feltherre.core.text import Text, say
from feltherre.games.norway import actions, board, cards, steps
from feltherre.games.norway.april import steps as april_steps
from feltherre.games.norway.april.landing import SAILORS
from feltherre.games.norway.battle import stopped_cards
from feltherre.games.norway.countries import ALLIES, GERMANY, NORWAY, Country
from feltherre.games.norway.hands import BY_SHORT_ID
from feltherre.games.norway.players.sight import Sight, sight_of
from feltherre.games.norway.sea import ships
from feltherre.games.norway.sea import steps as sea_steps
from feltherre.games.norway.state import Battle, Played
from feltherre.players.player import Chosen, Position

#: an answer, and why
Order = tuple[Any, Text]
NO_CARD: Order = actions.Pass(), say("norway.why.no-card")
#: how a player answers in a step
Answer = Callable[[Sight, Any, Position], Order]
#: by step in which cards are laid: its number (4.2, 8.2)
CARD_STEPS: dict[type, int] = {
    steps.AttackerCards: 1,
    steps.DefenderCards: 2,
    steps.ReactionCards: 3,
    sea_steps.SeaAttackerCards: 1,
    sea_steps.SeaDefenderCards: 2,
    sea_steps.SeaReactionCards: 3,
}


def options_of(position: Position, kind: type | UnionType | None = None) -> list[Any]:
    """Every answer, or all of one kind."""
    found = list(position.decision.space.candidates())
    return found if kind is None else [action for action in found if isinstance(action, kind)]


def answered(answers: Mapping[type, Answer], position: Position) -> Chosen:
    """What a player answers who has a table of answers by step. Whatever the partner in a joint defence proposes is
    better than what Germany would choose, if it is still possible (R84)."""
    step = position.state.agenda[-1]
    if isinstance(step, steps.Agreement):
        if step.proposals and position.decision.space.contains(step.proposals[-1]):
            return Chosen(step.proposals[-1], say("norway.why.agree"))
        step = step.about
    answer = answers.get(type(step))
    if answer is None:  # real dice to be typed in: they fall as they fall
        return Chosen(position.decision.space.sample(position.rng), say("core.why.random"))
    return Chosen(*answer(sight_of(position), step, position))


def using(kind: type | UnionType, choose: Callable[[Sight, Any, list[Any]], Order]) -> Answer:
    """The answer of a player who chooses among the uses of a card, and passes where there is none."""

    def answer(sight: Sight, step: Any, position: Position) -> Order:
        options = options_of(position, kind)
        return choose(sight, step, options) if options else NO_CARD

    return answer


def exchange_brings_more(number: int, free: int, room: int) -> bool:
    """Whether so many battalions, with those that are free, are more than would find a place without the cards: no
    card is exchanged for nothing (R86)."""
    return min(number, room) > min(free, room)


def country_to_take(sight: Sight, step: steps.ChooseCountry, position: Position) -> Order:
    """The country of the place where one sits, if it is free, else the first (3-2)."""
    found = options_of(position)
    own = actions.TakeCountry(cast("Country", position.decision.role))
    return own if own in found else found[0], say("norway.why.take-country")


def offers(position: Position, kind: str) -> bool:
    """Whether an order of this kind can be given, where there are too many to list them."""
    space = position.decision.space
    return isinstance(space, OneOf) and kind in space.branches


# ships


def ships_to_seas(stations: Mapping[int, int]) -> tuple[tuple[str, str], ...]:
    """ship -> sea area, as an order names them."""
    return tuple((ships.IDS[ship], board.SEAS[stations[ship]]) for ship in sorted(stations))


def crews_and_shore(
    sight: Sight, step: april_steps.Landing | april_steps.LandElsewhere
) -> tuple[list[int], Sequence[int]]:
    """Who lands on 9 April, and where he may: from a sea area the own ships there and the crews of sunk ones; those who
    were turned away elsewhere on the same coast."""
    if isinstance(step, april_steps.LandElsewhere):
        return list(step.ships), [area for area in board.SHORE[step.plan.area] if area not in step.plan.barred]
    own = [ship for ship in sight.sea.at(GERMANY, step.area) if ship not in ships.DECOYS]
    return [*sorted(own), *([SAILORS] * sight.sea.view.sailors.count(step.area))], board.SHORE[step.area]


# battles on land


def with_play(battle: Battle, country: int, step: int, play: actions.Play) -> Battle:
    """The battle with one more card on the table."""
    against = -1
    if play.against:
        against = next(i for i, played in enumerate(battle.played) if cards.SHORT_IDS[played.card] == play.against)
    laid = Played(country, BY_SHORT_ID[country][play.card], step, against)
    return structs.replace(battle, played=(*battle.played, laid))


def dice_on_table(battle: Battle, over_land: bool) -> tuple[int, int]:
    """(attacker's, defenders') dice of the cards that are in force (4.2-cancel)."""
    stopped = stopped_cards(battle)
    laid = [played for i, played in enumerate(battle.played) if i not in stopped and played.against < 0]
    attack = sum(cards.attack_dice(played.card, over_land) for played in laid if played.step == 1)
    return attack, sum(cards.defence_dice(played.card) for played in laid if played.step == 2)


def joint_losses(sight: Sight, options: Sequence[actions.Lose]) -> actions.Lose:
    """Whoever has more there loses first; both countries reckon alike, so that they agree (4.2-6-joint)."""
    norway, allies = (sight.battalions[country][sight.battle.area] for country in (NORWAY, ALLIES))

    def left(option: actions.Lose) -> tuple[int, int]:
        lost = dict(option.losses)
        norwegians = norway - lost.get("norway", 0)
        return abs(norwegians - allies + lost.get("allies", 0)), norwegians

    return min(options, key=left)

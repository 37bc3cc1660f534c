"""The one-line notation of Norway: how each action is written and typed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from feltherre.core.names import Names, fold
from feltherre.core.notation import Counted, Form, ListOf, Named, Notation, Pairs
from feltherre.games.norway import actions, board, cards
from feltherre.games.norway.april import actions as april_actions
from feltherre.games.norway.april import notation as april_notation
from feltherre.games.norway.sea import actions as sea_actions
from feltherre.games.norway.sea import notation as sea_notation
from feltherre.games.norway.sea import ships
from feltherre.games.norway.state import ROLES


def _written(kinds: Sequence[cards.CardType]) -> dict[str, str]:
    """How cards are written, by their ids; equal cards of several countries have one. The nine-April cards (6.2) are
    called after the round, because most have the name of a play card."""
    april = "April " if kinds is cards.APRIL_TYPES else ""
    return {card.short_id: april + card.name_en for card in kinds}


def _translated(kinds: Sequence[cards.CardType]) -> Callable[[], list[tuple[str, ...]]]:
    """Further names in the readers' languages; a nine-April card needs no `April` where no play card has its name."""

    def called() -> list[tuple[str, ...]]:
        names: dict[str, tuple[str, ...]] = dict.fromkeys((card.short_id for card in kinds), ())
        taken = {fold(word) for card, words in _in_every_language(kinds) if card in cards.PLAY_TYPES for word in words}
        for card, words in _in_every_language(kinds):
            if card in cards.APRIL_TYPES:
                words = (*(f"April {word}" for word in words), *(word for word in words if fold(word) not in taken))
            names[card.short_id] += words
        return list(names.values())

    return called


def _in_every_language(kinds: Sequence[cards.CardType]) -> list[tuple[cards.CardType, tuple[str, ...]]]:
    return list(zip(kinds, cards.translated(kinds)(), strict=True))


_PLAY, _APRIL = _written(cards.PLAY_TYPES), _written(cards.APRIL_TYPES)
_CARDS = Names(
    [*_PLAY, *_APRIL],
    [*_PLAY.values(), *_APRIL.values()],
    [
        *(tuple({card.name_nb for card in cards.PLAY_TYPES if card.short_id == short}) for short in _PLAY),
        *[()] * len(_APRIL),
    ],
    _translated(cards.TYPES),
)
#: where only nine-April cards are meant
_APRIL_CARDS = Names(list(_APRIL), list(_APRIL.values()), translated=_translated(cards.APRIL_TYPES))
_AREAS = board.BOARD.names
_SEA = Named(Names(board.SEAS, board.SEAS), board.find_sea)
_HEAPS = Names(
    [*board.AREAS, "sea", "air", *ROLES],
    [*_AREAS.display, "sea", "air", "Germany", "Norway", "Allies"],
)


def _form(action: Any, template: str, **fixed: Any) -> Form:
    return Form(action, template, fixed)


#: lines as somebody might type them, shown beside the forms
EXAMPLES: dict[type, str] = {
    actions.Move: "move Oslo > Hamar 2",
    actions.RapidMove: "rapid Oslo > Hønefoss > Fagernes 2",
    actions.Drop: "drop Kongsberg",
    actions.Fly: "fly Oslo > Stavanger 2",
    actions.Train: "train Hamar > Lillehammer > Dombås 3",
    actions.Invade: "invade with Reinforcements at Narvik 2",
    actions.Ship: "ship Namsos > Bodø 2",
    actions.Divert: "divert Kongsvinger",
    actions.Roadblock: "roadblock Kongsvinger > Hamar 1",
    actions.BlowBridge: "blow bridge Kongsvinger > Hamar",
    actions.Flee: "flee Hamar > Lillehammer",
    actions.Fight: "fight Hamar",
    actions.Play: "play Panzer",
    actions.Lose: "lose Oslo 1",
    actions.Evacuate: "evacuate to Bodø",
    actions.SeaWithdraw: "withdraw by sea to Bodø",
    actions.Retreat: "retreat to Lillehammer",
    actions.FirstLanding: "land Namsos and Harstad",
    actions.Reinforce: "reinforce with Reinforcements at Oslo 2",
    actions.Torpedo: "torpedo Oslo",
    actions.Discard: "discard Panzer",
    actions.Withdraw: "withdraw Namsos 3, Harstad 1",
    sea_actions.Sail: "sail KMS Blücher > II",
    sea_actions.FightAtSea: "fight at sea III",
    sea_actions.Bomb: "bomb III",
    april_actions.Land: "land ships KMS Blücher > Oslo",
}

NOTATION = Notation(
    (
        _form(actions.Pass, "pass"),
        *(_form(actions.TakeCountry, f"take {country}", country=country) for country in ROLES),
        _form(actions.Move, "move {origin:area} > {target:area} {count:number}"),
        _form(actions.Move, "move {origin:area} > {target:area}", count=1),
        _form(actions.RapidMove, "rapid {origin:area} > {via:area} > {target:area} {count:number}"),
        _form(actions.RapidMove, "rapid {origin:area} > {via:area} > {target:area}", count=1),
        _form(actions.Drop, "drop {area:area}"),
        _form(actions.Fly, "fly {origin:area} > {target:area} {count:number}"),
        _form(actions.Fly, "fly {origin:area} > {target:area}", count=1),
        _form(actions.Train, "train {path:path} {count:number}"),
        _form(actions.Train, "train {path:path}", count=1),
        _form(actions.Invade, "invade with {cards:cards} at {placements:places}"),
        _form(actions.Ship, "ship {origin:area} > {target:area} {count:number}"),
        _form(actions.Ship, "ship {origin:area} > {target:area}", count=1),
        _form(actions.EndMovement, "end movement"),
        _form(actions.EndMovement, "end"),
        _form(actions.Divert, "divert {area:area}"),
        _form(actions.StopFlight, "stop flight"),
        _form(actions.Roadblock, "roadblock {origin:area} > {target:area} {count:number}"),
        _form(actions.Roadblock, "roadblock {origin:area} > {target:area}", count=1),
        _form(actions.BlowBridge, "blow bridge {origin:area} > {target:area}"),
        _form(actions.Flee, "flee {area:area} > {target:area}"),
        _form(actions.Engineers, "engineers"),
        _form(actions.Fight, "fight {area:area}"),
        _form(actions.Play, "play {card:card}", against=""),
        _form(actions.Play, "play {card:card} against {against:card}"),
        _form(actions.Lose, "lose {losses:heaps}"),
        _form(actions.Evacuate, "evacuate to {target:area}"),
        _form(actions.SeaWithdraw, "withdraw by sea to {target:area}"),
        _form(actions.Retreat, "retreat to {target:area}"),
        _form(actions.Retreat, "retreat {target:area}"),
        _form(actions.FirstLanding, "land {first:area} and {second:area}"),
        _form(actions.Reinforce, "reinforce with {cards:cards} at {placements:places}", airfield=""),
        _form(actions.Reinforce, "reinforce with {cards:cards} at {placements:places} and fly to {airfield:area}"),
        _form(actions.Reinforce, "reinforce at {placements:places}", cards=(), airfield=""),
        _form(actions.Reinforce, "reinforce with {cards:cards}", placements=(), airfield=""),
        _form(actions.Reinforce, "reinforce with {cards:cards} and fly to {airfield:area}", placements=()),
        _form(actions.Reinforce, "reinforce at {placements:places} and fly to {airfield:area}", cards=()),
        _form(actions.Reinforce, "reinforce fly to {airfield:area}", cards=(), placements=()),
        _form(actions.Reinforce, "reinforce nothing", cards=(), placements=(), airfield=""),
        _form(actions.Torpedo, "torpedo {area:area}"),
        _form(actions.Discard, "discard {card:card}"),
        _form(actions.Withdraw, "withdraw {battalions:heaps}"),
        *sea_notation.FORMS,
        *april_notation.FORMS,
    ),
    {
        "area": Named(_AREAS, board.find_area),
        "path": ListOf(Named(_AREAS, board.find_area), ">"),
        "card": Named(_CARDS),
        "cards": ListOf(Named(_CARDS), "+"),
        "april-cards": ListOf(Named(_APRIL_CARDS), "+"),
        "places": Counted(Named(_AREAS, board.find_area)),
        "heaps": Counted(Named(_HEAPS)),
        "ship": Named(ships.NAMES),
        "ships": ListOf(Named(ships.NAMES), "+"),
        "sea": _SEA,
        "stations": Pairs(Named(ships.NAMES), _SEA),
        "landings": Pairs(Named(april_notation.LANDING_SHIPS), Named(_AREAS, board.find_area)),
        "moves": Pairs(Named(_AREAS, board.find_area), Named(_AREAS, board.find_area)),
        "areas": ListOf(Named(_AREAS, board.find_area), "+"),
    },
    EXAMPLES,
)

"""Nine-April rounds played at random: everything can be read in every language, every answer can be typed, and nobody
learns more than he may."""

import re
from random import Random
from typing import Any

import pytest

from feltherre.core.catalogue import render
from feltherre.core.engine import open_decisions
from feltherre.core.errors import Illegal
from feltherre.core.event import seen_by
from feltherre.core.game import Seat, Setup
from feltherre.core.match import Match
from feltherre.core.replay import verify
from feltherre.core.seats import Resigned
from feltherre.core.space import DiceTyped
from feltherre.core.state import canonical
from feltherre.core.text import Text
from feltherre.games.norway import board, cards
from feltherre.games.norway.edits import PlaceBattalions, PlaceShip, RemoveBattalions, RemoveShip, SetHand
from feltherre.games.norway.game import GAME
from feltherre.games.norway.sea import ships
from feltherre.games.norway.state import ROLES, NorwayState

SEATINGS = ((("germany",), ("norway",), ("allies",)), (("germany",), ("norway", "allies")))


def begun(seed: int, **more: Any) -> Match[NorwayState]:
    seats = tuple(Seat("+".join(roles), roles) for roles in SEATINGS[seed % 2])
    setup = Setup(seats, options={"rules": "advanced"}, **more)
    return Match(GAME, setup, key=(400 + seed).to_bytes(32, "big"))


def asked(match: Match[NorwayState], rng: Random) -> Any:
    answered = {sealed.role for sealed in match.state.sealed}
    return rng.choice([decision for decision in match.decisions() if decision.role not in answered])


def act(match: Match[NorwayState], decision: Any, action: Any) -> None:
    match.act(match.seat_of(decision.role).name, decision.role, decision.id, action)


def goes_on(match: Match[NorwayState]) -> bool:
    return not match.over and not match.state.round


def readable(text: Text) -> None:
    for lang in ("en", "nb", "sv", "da"):
        sentence = render(text, lang)
        assert sentence.strip(), text
        assert not re.search(r"<[a-z]+\.|[{}]", sentence), f"{lang}: {text} reads {sentence!r}"


def read(decision: Any, tried: list[Any], rng: Random) -> None:
    """The prompt, the labels on the way to an answer, and why answers of other moments are refused."""
    readable(decision.prompt)
    readable(decision.waiting)
    partial: tuple[Any, ...] = ()
    while choices := decision.space.choices(partial):
        for choice in choices:
            readable(choice.label)
        partial = (*partial, rng.choice(choices).part)
    for action in rng.sample(tried, min(6, len(tried))):
        try:
            decision.space.check(action)
        except Illegal as illegal:
            readable(illegal.reason)


@pytest.mark.parametrize("seed", range(6))
def test_everything_can_be_read_and_typed(seed: int) -> None:
    rng, tried = Random(seed), []
    match = begun(seed, dice=("live", "typed")[seed % 3 == 2])
    while goes_on(match):
        decision = asked(match, rng)
        read(decision, tried, rng)
        action = decision.space.sample(rng)
        assert GAME.notation.read(GAME.notation.write(action)) == action
        if not isinstance(action, DiceTyped):
            tried.append(action)
        act(match, decision, action)
        status = GAME.scene(match.state, ROLES).status
        for text in (status.turn, status.phase, *status.notes):
            readable(text)
    for _, event in match.log:
        for roles in (*SEATINGS[seed % 2], ()):
            for seen in seen_by(event, roles):
                readable(seen.text)
        for line in event.ruling.explanation if event.ruling else ():
            readable(line.text)


@pytest.mark.parametrize("seed", range(6))
def test_a_seat_cannot_tell_its_position_from_another_that_it_takes_it_for(seed: int) -> None:
    """The same view, and the same questions asked of the same roles, whatever lies hidden."""
    rng = Random(seed)
    match = begun(seed)
    while goes_on(match):
        decision = asked(match, rng)
        act(match, decision, decision.space.sample(rng))
        for roles in SEATINGS[seed % 2]:
            twin = GAME.redeal(match.state, roles, rng)
            assert not GAME.invariants(twin)
            assert canonical(GAME.view(twin, roles)) == canonical(GAME.view(match.state, roles))
            assert asked_of(twin, roles) == asked_of(match.state, roles)


def asked_of(state: NorwayState, roles: tuple[str, ...]) -> list[Any]:
    """What a seat learns of the open decisions: a prompt is read by the role that is asked, and may name its hand."""
    return [
        (d.id, d.role, d.prompt if d.role in roles else None, d.waiting, d.rule, d.reaction)
        for d in open_decisions(GAME, state)
    ]


@pytest.mark.parametrize("seed", range(6))
def test_an_umpire_may_change_what_he_likes(seed: int) -> None:
    """Whatever is placed, removed or dealt meanwhile, the round goes on to its end."""
    rng = Random(seed)
    match = begun(seed, umpire=True)
    made = 0
    while goes_on(match):
        decision = asked(match, rng)
        act(match, decision, decision.space.sample(rng))
        if goes_on(match) and rng.random() < 0.4:
            made += changed(match, rng)
        assert not GAME.invariants(match.state)
    assert made > 3


def changed(match: Match[NorwayState], rng: Random) -> bool:
    role, area = rng.choice(ROLES[:2]), rng.choice(board.AREAS)
    own = cards.APRIL_OF_COUNTRY[ROLES.index(role)]
    ship, sea = rng.choice(ships.IDS), rng.choice(board.SEAS)
    hand = tuple(cards.SHORT_IDS[card] for card in rng.sample(own, rng.randint(0, 3)))
    edits = (
        PlaceBattalions(role, area, 1),
        RemoveBattalions(role, area, 1),
        SetHand(role, hand),
        PlaceShip(ship, sea),
        RemoveShip(ship),
    )
    try:
        match.override(rng.choice(edits), "as it pleases")
    except Illegal as illegal:
        readable(illegal.reason)
        return False
    return True


@pytest.mark.parametrize("dice", ["live", "typed"])
def test_the_record_of_a_round_is_played_again_to_the_same_end(dice: str) -> None:
    """With real dice as well: what is drawn (ships found, mined, sunk) comes from the software and is in the record."""
    drawn = 0
    for seed in range(4):
        rng = Random(seed)
        match = begun(seed, dice=dice)
        while goes_on(match):
            decision = asked(match, rng)
            act(match, decision, decision.space.sample(rng))
        seat = match.seat_of("germany").name
        match.seat_act(seat, Resigned())
        match.end()
        assert verify(match.data())
        drawn += sum(b'"draws":[{' in line for line in match.data().splitlines())
    assert drawn > 4

"""What the server says of every choice in a game: what it is, and how it is picked."""

from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from battery import Way, new_match, play_on
from feltherre.core import registry
from feltherre.core.match import Match
from feltherre.core.space import Decision, Part, Partial, Space, offered
from feltherre.server.asking import walked

ADVANCED = (("rules", "advanced"),)
WAYS = (
    *(Way("norway", seating, ADVANCED) for seating in (0, 1)),
    Way("norway", 0),
    Way("winterwar", 0),
    Way("lanterns", 0),
    Way("civilwar", 0),
)
GAMES = 6
#: how much of a game is looked at, by whether its answers are whole turns
MOST_ACTIONS = {False: 3000, True: 4}
#: where several things are picked in random games: the last words of the prompts
EXCHANGES = {"reinforce", "reinforce-plane"}
AT_SEA = {*EXCHANGES, "choose-april", "deploy-norway", "mobilise", "sail", "join-battle", "withdraw-ships"}
SEVERAL: dict[str, set[str]] = {
    "norway-advanced-0": {
        *EXCHANGES,
        "choose-april",
        "deploy-norway",
        "mobilise",
        "sail",
        "join-battle",
        "withdraw-ships",
    },
    "norway-advanced-1": {
        *EXCHANGES,
        "choose-april",
        "deploy-norway",
        "mobilise",
        "sail",
        "join-battle",
        "withdraw-ships",
    },
    "norway-0": EXCHANGES,
    "winterwar-0": {"combat", "advance"},
    "lanterns-0": set(),
    "civilwar-0": set(),
}


def asked_in(way: Way) -> Iterator[tuple[Match[Any], Decision[Any], Random]]:
    """Everything that is asked in some games at random."""
    for seed in range(1 if registry.get_game(way.game).whole_turns else GAMES):
        match, rng = new_match(way, seed), Random(seed)
        for decision, _ in play_on(match, rng, MOST_ACTIONS[registry.get_game(way.game).whole_turns]):
            yield match, decision, rng


@pytest.mark.parametrize("way", WAYS, ids=lambda way: way.name)
def test_a_person_knows_of_every_part_what_it_is(way: Way) -> None:
    seen: Counter[str] = Counter()
    for match, decision, rng in asked_in(way):
        partial: Partial = ()
        cards = {card.id for card in match.drawn_on.cards}
        while options := decision.space.pickable(partial):
            choices = offered(decision.space, partial, options, match.known)
            seen.update(choice.what for choice in choices)
            for choice in choices:
                assert choice.what, (decision.prompt, partial, choice)
                assert choice.card in (cards if choice.what == "card" else {*cards, ""}), (decision.prompt, choice)
            partial = decision.space.with_picked(partial, rng.choice(list(options)))
    assert set(seen) >= ({"line"} if registry.get_game(way.game).whole_turns else {"kind", "place"})


@pytest.mark.parametrize("way", WAYS, ids=lambda way: way.name)
def test_several_things_are_picked_in_any_order(way: Way) -> None:
    """The same things in another order are the same answer, and whatever is picked to the end is allowed."""
    tried: Counter[str] = Counter()
    for _, decision, rng in asked_in(way):
        _, _, asked = decision.prompt.key.partition("prompt.")
        tried[asked] += picked_to_the_end(decision.space, rng)
    assert {asked for asked, times in tried.items() if times} >= SEVERAL[way.name]


def picked_to_the_end(space: Space[Any], rng: Random) -> int:
    """Pick at random to the end of an answer; how often two or more things were picked on the way."""
    partial, times = (), 0
    while options := space.pickable(partial):
        picking = space.picking(partial)
        if picking is not None and picking.pick == "several":
            partial, number = several_picked(space, partial, rng)
            times += number > 1
        else:
            partial = space.with_picked(partial, rng.choice(list(options)))
    space.check(space.build(partial))
    return times


def several_picked(space: Space[Any], base: Partial, rng: Random) -> tuple[Partial, int]:
    """The parts after several things have been picked, and how many they are."""
    first = space.picking(base)
    assert first is not None
    partial, picked = base, list[Part]()
    while len(picked) < first.need or not first.need:
        options = list(space.pickable(partial))
        part = rng.choice(options)
        if space.what(partial, part) == "end":
            break
        assert (now := space.picking(partial)) is not None
        assert (now.pick, now.need) == ("several", first.need)
        picked.append(part)
        partial = space.with_picked(partial, part)
    end = () if first.need else (part,)
    assert walked(space, (*base, *rng.sample(picked, len(picked)), *end))[0] == (*partial, *end)
    return (*partial, *end), len(picked)

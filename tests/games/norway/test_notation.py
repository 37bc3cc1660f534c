"""The one-line notation of Norway: every action is written and read back, and people type as they like."""

from __future__ import annotations

from itertools import permutations
from random import Random
from typing import Any, get_args

import pytest

from feltherre.core.agenda import RulingAccepted, RulingChanged
from feltherre.core.errors import BadInput
from feltherre.core.space import DiceTyped
from feltherre.games.norway import actions, board, cards
from feltherre.games.norway.game import GAME
from feltherre.games.norway.state import ROLES

WRITTEN: list[tuple[str, Any]] = [
    ("pass", actions.Pass()),
    ("move Hønefoss > Oslo 2", actions.Move("honefoss", "oslo", 2)),
    ("move Mo i Rana > Bodø 1", actions.Move("mo-i-rana", "bodo", 1)),
    ("rapid Oslo > Hønefoss > Fagernes 2", actions.RapidMove("oslo", "honefoss", "fagernes", 2)),
    ("drop Åndalsnes", actions.Drop("andalsnes")),
    ("fly Oslo > Trondheim 2", actions.Fly("oslo", "trondheim", 2)),
    ("train Hamar > Lillehammer > Dombås > Oppdal 3", actions.Train(("hamar", "lillehammer", "dombas", "oppdal"), 3)),
    (
        "invade with Reinforcements + Coastal evacuation at Åndalsnes 2, Mo i Rana 1",
        actions.Invade(("reinforcements", "coastal-evacuation"), (("andalsnes", 2), ("mo-i-rana", 1))),
    ),
    ("ship Namsos > Mo i Rana 3", actions.Ship("namsos", "mo-i-rana", 3)),
    ("end movement", actions.EndMovement()),
    ("divert Hønefoss", actions.Divert("honefoss")),
    ("stop flight", actions.StopFlight()),
    ("roadblock Kongsvinger > Hamar 1", actions.Roadblock("kongsvinger", "hamar", 1)),
    ("blow bridge Kongsvinger > Hamar", actions.BlowBridge("kongsvinger", "hamar")),
    ("flee Hamar > Lillehammer", actions.Flee("hamar", "lillehammer")),
    ("engineers", actions.Engineers()),
    ("fight Østfold", actions.Fight("ostfold")),
    ("play Foreign Legion", actions.Play("foreign-legion")),
    ("play Anti-tank gun against Panzer", actions.Play("anti-tank-gun", "panzer")),
    ("lose Oslo 1, sea 2, air 1", actions.Lose((("oslo", 1), ("sea", 2), ("air", 1)))),
    ("lose Norway 1, Allies 2", actions.Lose((("norway", 1), ("allies", 2)))),
    ("evacuate to Tromsø", actions.Evacuate("tromso")),
    ("withdraw by sea to Mo i Rana", actions.SeaWithdraw("mo-i-rana")),
    ("retreat to Lærdal", actions.Retreat("laerdal")),
    ("land Namsos and Mo i Rana", actions.FirstLanding("namsos", "mo-i-rana")),
    ("reinforce with - at -", actions.Reinforce((), ())),
    (
        "reinforce with Train transport + Train transport at Oslo 1, Østfold 1",
        actions.Reinforce(("train-transport", "train-transport"), (("oslo", 1), ("ostfold", 1))),
    ),
    (
        "reinforce with Panzer + U-boat at Oslo 2 and fly to Bardufoss",
        actions.Reinforce(("panzer", "u-boat"), (("oslo", 2),), "bardufoss"),
    ),
    ("reinforce with - at - and fly to Oslo", actions.Reinforce((), (), "oslo")),
    ("torpedo Åndalsnes", actions.Torpedo("andalsnes")),
    ("discard Rapid movement", actions.Discard("rapid-movement")),
    ("withdraw Namsos 3, Mo i Rana 1", actions.Withdraw((("namsos", 3), ("mo-i-rana", 1)))),
    ("dice 6 + 1 + 3", DiceTyped((6, 1, 3))),
    ("accept ruling", RulingAccepted()),
    ('change ruling {"winner":"attacker"} because of the fog', RulingChanged({"winner": "attacker"}, "of the fog")),
]


@pytest.mark.parametrize(("line", "action"), WRITTEN)
def test_each_action_has_its_line(line: str, action: Any) -> None:
    assert GAME.notation.write(action) == line
    assert GAME.notation.read(line) == action


def test_no_kind_of_action_is_left_out() -> None:
    assert {type(action) for _, action in WRITTEN} == set(get_args(GAME.any_action))


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("move honefoss > oslo 1", "move Hønefoss > Oslo 1"),
        ("MOVE hon>osl", "move Hønefoss > Oslo 1"),
        ("move mo i rana > bodø", "move Mo i Rana > Bodø 1"),
        ("move mo-i-rana>bod 2", "move Mo i Rana > Bodø 2"),
        ("  rapid   oslo >honef>  fager ", "rapid Oslo > Hønefoss > Fagernes 1"),
        ("fly oslo > trondh", "fly Oslo > Trondheim 1"),
        ("train hamar > lilleh", "train Hamar > Lillehammer 1"),
        ("ship namsos > bodo", "ship Namsos > Bodø 1"),
        ("roadblock kongsv > hamar", "roadblock Kongsvinger > Hamar 1"),
        ("end", "end movement"),
        ("retreat tromso", "retreat to Tromsø"),
        ("reinforce at oslo 2, skien", "reinforce with - at Oslo 2, Skien 1"),
        ("reinforce with panzer", "reinforce with Panzer at -"),
        ("reinforce fly to bardu", "reinforce with - at - and fly to Bardufoss"),
        ("reinforce nothing", "reinforce with - at -"),
        ("withdraw namsos, bodo 3", "withdraw Namsos 1, Bodø 3"),
        ("lose norw 1", "lose Norway 1"),
    ],
)
def test_people_type_without_accents_capitals_or_endings(typed: str, meant: str) -> None:
    assert GAME.notation.write(GAME.notation.read(typed)) == meant


@pytest.mark.parametrize("card", [card for card in cards.TYPES if card.name_nb != "Ubåt"])
def test_cards_may_be_called_by_their_norwegian_names(card: cards.CardType) -> None:
    for name in (card.name_nb, card.name_nb.upper(), card.name_en, card.short_id):
        assert GAME.notation.read(f"discard {name}") == actions.Discard(card.short_id)


def test_two_countries_have_a_card_called_ubat_and_the_refusal_names_both() -> None:
    with pytest.raises(BadInput) as refused:
        GAME.notation.read("discard Ubåt")
    assert refused.value.reason.args["near"] == ["U-boat", "Submarine"]


@pytest.mark.parametrize(
    ("typed", "key", "offered"),
    [
        ("", "core.notation.unknown", "move ORIGIN > TARGET COUNT"),
        ("march on Oslo", "core.notation.unknown", "reinforce with CARDS at PLACEMENTS"),
        ("move Oslo to Hamar", "core.notation.unknown", "move ORIGIN > TARGET COUNT"),
        ("reinforce Oslo", "core.notation.unknown", "reinforce at PLACEMENTS"),
        ("move Oslo > Hamer 2", "core.names.near", "Hamar"),
        ("move Oslo > St 2", "core.names.ambiguous", "Stavanger"),
        ("play Panzr", "core.names.near", "Panzer"),
        ("play Panzer against Ambsh", "core.names.near", "Ambush"),
        ("reinforce with Panzer at Osl 1 and fly to Bardufos X", "core.names.near", "Bardufoss"),
        ("dice six", "core.notation.number", ""),
    ],
)
def test_a_line_that_is_not_understood_says_what_to_type(typed: str, key: str, offered: str) -> None:
    with pytest.raises(BadInput) as refused:
        GAME.notation.read(typed)
    reason = refused.value.reason
    assert reason.key == key
    named = reason.args.get("forms") or reason.args.get("near") or [""]
    assert offered in named


def test_a_wrong_order_is_answered_with_the_forms_of_its_kind() -> None:
    with pytest.raises(BadInput) as refused:
        GAME.notation.read("roadblock Hamar")
    assert refused.value.reason.args["forms"] == ["roadblock ORIGIN > TARGET COUNT", "roadblock ORIGIN > TARGET"]


def test_impassable_country_is_named_as_such() -> None:
    with pytest.raises(BadInput) as refused:
        GAME.notation.read("move Oslo > Sweden 1")
    assert refused.value.reason.key == "norway.board.impassable"


def test_every_pair_of_areas_can_be_told_apart() -> None:
    for a, b in permutations(board.AREAS, 2):
        for action in (actions.Move(a, b, 3), actions.FirstLanding(a, b), actions.Withdraw(((a, 2), (b, 1)))):
            assert GAME.notation.read(GAME.notation.write(action)) == action


def test_every_pair_of_cards_can_be_told_apart() -> None:
    for country in range(len(ROLES)):
        own = [cards.SHORT_IDS[card] for card in cards.OF_COUNTRY[country]]
        for a, b in permutations(own, 2):
            action = actions.Reinforce((a, b), (("oslo", 1),), "oslo")
            assert GAME.notation.read(GAME.notation.write(action)) == action


def test_any_action_made_at_random_reads_back() -> None:
    rng = Random(1)
    kinds = [kind for kind in get_args(actions.NorwayAction) if kind not in (RulingChanged, DiceTyped)]
    for _ in range(1500):
        action = made_up(rng.choice(kinds), rng)
        assert GAME.notation.read(GAME.notation.write(action)) == action


def made_up(kind: Any, rng: Random) -> Any:
    """An action of a kind with lawful names in it, whether it is legal or not."""
    areas, some_cards = list(board.AREAS), sorted(set(cards.SHORT_IDS))
    values: dict[str, Any] = {
        "count": lambda: rng.randint(1, 12),
        "card": lambda: rng.choice(some_cards),
        "against": lambda: rng.choice(["", *some_cards]),
        "airfield": lambda: rng.choice(["", *areas]),
        "cards": lambda: tuple(rng.sample(some_cards, rng.randint(0, 5))),
        "placements": lambda: tuple((area, rng.randint(1, 9)) for area in rng.sample(areas, rng.randint(0, 4))),
        "battalions": lambda: tuple((area, rng.randint(1, 9)) for area in rng.sample(areas, rng.randint(0, 4))),
        "losses": lambda: tuple((n, rng.randint(1, 9)) for n in rng.sample([*areas, "sea", "air", *ROLES], 3)),
        "path": lambda: tuple(rng.sample(areas, rng.randint(2, 4))),
    }
    return kind(*(values.get(field, lambda: rng.choice(areas))() for field in kind.__struct_fields__))

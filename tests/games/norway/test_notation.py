"""The one-line notation of Norway: every action is written and read back, and people type as they like."""

from itertools import permutations
from random import Random
from typing import Any, get_args

import pytest

from cases import each
from feltherre.core.agenda import RulingAccepted, RulingChanged
from feltherre.core.catalogue import languages, render
from feltherre.core.errors import BadInput
from feltherre.core.names import AmbiguousName
from feltherre.core.space import DiceTyped
from feltherre.core.text import say
from feltherre.games.norway import actions, board, cards
from feltherre.games.norway.april import actions as april
from feltherre.games.norway.game import GAME
from feltherre.games.norway.sea import actions as sea
from feltherre.games.norway.sea import ships
from feltherre.games.norway.state import ROLES

WRITTEN: list[tuple[str, Any]] = [
    ("pass", actions.Pass()),
    ("take allies", actions.TakeCountry("allies")),
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
    ("reinforce nothing", actions.Reinforce((), ())),
    (
        "reinforce with Train transport + Train transport at Oslo 1, Østfold 1",
        actions.Reinforce(("train-transport", "train-transport"), (("oslo", 1), ("ostfold", 1))),
    ),
    (
        "reinforce with Panzer + U-boat at Oslo 2 and fly to Bardufoss",
        actions.Reinforce(("panzer", "u-boat"), (("oslo", 2),), "bardufoss"),
    ),
    ("reinforce fly to Oslo", actions.Reinforce((), (), "oslo")),
    ("torpedo Åndalsnes", actions.Torpedo("andalsnes")),
    ("discard Rapid movement", actions.Discard("rapid-movement")),
    ("withdraw Namsos 3, Mo i Rana 1", actions.Withdraw((("namsos", 3), ("mo-i-rana", 1)))),
    # the advanced game, at sea
    (
        "sail KMS Blücher + 1st Destroyer Flotilla + Decoy 2 > VI",
        sea.Sail(("kms-blucher", "destroyer-flotilla-1", "decoy-2"), "VI"),
    ),
    ("stay", sea.Stay()),
    ("end sailing", sea.EndSailing()),
    ("recall raiders with Panzer + Panzer", sea.RecallRaiders(("panzer", "panzer"))),
    (
        "home fleet HMS Ark Royal > III, Light cruiser with destroyers Émile Bertin > VIII",
        sea.CallHomeFleet((("hms-ark-royal", "III"), ("light-cruiser-emile-bertin", "VIII"))),
    ),
    ("intercept", sea.Intercept()),
    ("smoke KMS Lützow", sea.HideInSmoke("kms-lutzow")),
    ("join none", sea.Join(())),
    ("join HMS Warspite + HMS York", sea.Join(("hms-warspite", "hms-york"))),
    ("fight at sea V", sea.FightAtSea("V")),
    ("bomb IV", sea.Bomb("IV")),
    ("end sea combat", sea.EndSeaCombat()),
    ("chase KMS Emden > I, KMS Köln > III", sea.ChaseTo((("kms-emden", "I"), ("kms-koln", "III")))),
    ("withdraw ships HMS Glorious + HMS Suffolk", sea.WithdrawShips(("hms-glorious", "hms-suffolk"))),
    # and on the ninth of April
    (
        "choose April Paratroops + April Bomber + April Bomber",
        april.ChooseApril(("april-paratroops", "april-bomber", "april-bomber")),
    ),
    ("play April Dive bomber", actions.Play("april-dive-bomber")),
    ("reinforce with April Reinforcements at Oslo 1", actions.Reinforce(("april-reinforcements",), (("oslo", 1),))),
    ("call ships", april.CallShips()),
    (
        "deploy oslo Østfold and points Voss and Mo i Rana and ships VII",
        april.DeployNorwegians("ostfold", "voss", "mo-i-rana", "VII"),
    ),
    ("deploy KMS Scharnhorst > VII, Decoy 4 > I", april.Deploy((("kms-scharnhorst", "VII"), ("decoy-4", "I")))),
    ("reconnoitre II", april.Reconnoitre("II")),
    ("manoeuvre KMS Königsberg > III", april.Manoeuvre((("kms-konigsberg", "III"),))),
    ("redeploy Mo i Rana > Voss", april.Redeploy((("mo-i-rana", "voss"),))),
    ("redeploy ships V", april.Redeploy((), "V")),
    ("redeploy Oslo > Horten and ships I", april.Redeploy((("oslo", "horten"),), "I")),
    ("rescue sailors", april.RescueSailors()),
    ("raid KMS Gneisenau + KMS Admiral Hipper", april.Raid(("kms-gneisenau", "kms-admiral-hipper"))),
    (
        "land ships KMS Karlsruhe > Kristiansand, Sailors > Arendal",
        april.Land((("kms-karlsruhe", "kristiansand"), ("sailors", "arendal"))),
    ),
    ("lay mines", april.LayMines()),
    ("fire fort", april.FireFort()),
    ("bluff", april.BluffAndThreaten()),
    ("mobilise Voss + Mo i Rana", april.Mobilise(("voss", "mo-i-rana"))),
    # what every game has
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


@each(
    "typed meant",
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
    ("move oslo to hamar 2", "move Oslo > Hamar 2"),
    ("Move Mo i Rana TO bodo", "move Mo i Rana > Bodø 1"),
    ("rapid oslo to honef to fager 2", "rapid Oslo > Hønefoss > Fagernes 2"),
    ("train hamar to lilleh > domb 3", "train Hamar > Lillehammer > Dombås 3"),
    ("flee hamar to rena", "flee Hamar > Rena"),
    ("sail blucher to vi", "sail KMS Blücher > VI"),
    ("land ships blucher to oslo", "land ships KMS Blücher > Oslo"),
    ("reinforce with - at oslo and fly to bardu", "reinforce at Oslo 1 and fly to Bardufoss"),
    ("reinforce with panzer at - and fly to bardu", "reinforce with Panzer and fly to Bardufoss"),
    ("retreat tromso", "retreat to Tromsø"),
    ("reinforce at oslo 2, skien", "reinforce at Oslo 2, Skien 1"),
    ("reinforce with panzer", "reinforce with Panzer"),
    ("reinforce fly to bardu", "reinforce fly to Bardufoss"),
    ("reinforce with - at -", "reinforce nothing"),
    ("withdraw namsos, bodo 3", "withdraw Namsos 1, Bodø 3"),
    ("lose norw 1", "lose Norway 1"),
    ("sail blucher + 1st>vi", "sail KMS Blücher + 1st Destroyer Flotilla > VI"),
    ("FIGHT AT SEA v", "fight at sea V"),
    ("fight vos", "fight Voss"),
    ("join aurora", "join Light cruiser with destroyers Aurora"),
    ("choose bomber + smoke + gebirgs", "choose April Bomber + April Smoke screen + April Gebirgsjäger"),
    ("choose april-bomber", "choose April Bomber"),
    ("play smoke screen", "play April Smoke screen"),
    ("play bomber", "play Bomber"),
    ("play april bom", "play April Bomber"),
    ("deploy blucher>i,decoy 1>iii", "deploy KMS Blücher > I, Decoy 1 > III"),
    ("land ships blucher > oslo", "land ships KMS Blücher > Oslo"),
    ("withdraw ships glorious", "withdraw ships HMS Glorious"),
)
def test_people_type_without_accents_capitals_or_endings(typed: str, meant: str) -> None:
    assert GAME.notation.write(GAME.notation.read(typed)) == meant


@pytest.mark.parametrize("card", [card for card in cards.PLAY_TYPES if card.name_nb != "Ubåt"])
def test_cards_may_be_called_by_their_norwegian_names(card: cards.CardType) -> None:
    for name in (card.name_nb, card.name_nb.upper(), card.name_en, card.short_id):
        assert GAME.notation.read(f"discard {name}") == actions.Discard(card.short_id)


def test_two_countries_have_a_card_called_ubat_and_the_refusal_names_both() -> None:
    with pytest.raises(BadInput) as refused:
        GAME.notation.read("discard Ubåt")
    assert refused.value.reason.args["near"] == ["U-boat", "Submarine"]


@pytest.mark.parametrize("card", cards.APRIL_TYPES, ids=lambda card: card.id)
def test_nine_april_cards_may_be_called_by_their_norwegian_names(card: cards.CardType) -> None:
    for name in (f"April {card.name_nb}", f"APRIL {card.name_en.upper()}", card.short_id):
        assert GAME.notation.read(f"discard {name}") == actions.Discard(card.short_id)
    for name in (card.name_nb, card.name_en, f"April {card.name_nb}"):
        assert GAME.notation.read(f"choose {name}") == april.ChooseApril((card.short_id,)), "only these are meant"


#: in some languages the German and the Allied card have one word, and the refusal names both
BOATS = ("u-boat", "submarine")


@pytest.mark.parametrize("lang", languages())
@pytest.mark.parametrize("card", [card for card in cards.PLAY_TYPES if card.short_id not in BOATS], ids=lambda c: c.id)
def test_cards_may_be_called_as_the_reader_reads_them(card: cards.CardType, lang: str) -> None:
    name = render(say(f"norway.card.{card.id}"), lang)
    assert GAME.notation.read(f"discard {name}") == actions.Discard(card.short_id)


@pytest.mark.parametrize("typed", ["Ubåd", "ubåt"])
def test_a_name_that_two_cards_have_in_a_readers_language_is_refused_with_both(typed: str) -> None:
    with pytest.raises(AmbiguousName) as refused:
        GAME.notation.read(f"discard {typed}")
    assert refused.value.reason.args["near"] == ["U-boat", "Submarine"]


@pytest.mark.parametrize("lang", languages())
@pytest.mark.parametrize("card", cards.APRIL_TYPES, ids=lambda card: card.id)
def test_nine_april_cards_may_be_called_as_the_reader_reads_them(card: cards.CardType, lang: str) -> None:
    name = render(say(f"norway.card.{card.id}"), lang)
    assert GAME.notation.read(f"choose {name}") == april.ChooseApril((card.short_id,))
    assert GAME.notation.read(f"play April {name}") == actions.Play(card.short_id)


@pytest.mark.parametrize("lang", languages())
@pytest.mark.parametrize("ship", ships.IDS)
def test_ships_may_be_called_as_the_reader_reads_them(ship: str, lang: str) -> None:
    name = render(say(f"norway.ship.{ship}"), lang)
    assert GAME.notation.read(f"join {name}") == sea.Join((ship,))
    assert GAME.notation.read(f"land ships {name.upper()} > Oslo") == april.Land(((ship, "oslo"),))


@each(
    "typed meant",
    ("discard Bombplan", "bomber"),
    ("discard bombefl", "bomber"),
    ("discard jaktbomb", "fighter-bomber"),
    ("discard Tågtransport", "train-transport"),
    ("discard faldskærm", "paratroops"),
    ("discard April Bombplan", "april-bomber"),
    ("discard Rökridå", "april-smoke-screen"),
    ("discard røgslør", "april-smoke-screen"),
)
def test_swedish_and_danish_names_may_be_shortened_too(typed: str, meant: str) -> None:
    assert GAME.notation.read(typed) == actions.Discard(meant)


@each(
    "typed key offered",
    ("", "core.notation.unknown", "move ORIGIN > TARGET COUNT"),
    ("march on Oslo", "core.notation.unknown", "reinforce with CARDS at PLACEMENTS"),
    ("move Oslo Hamar", "core.notation.unknown", "move ORIGIN > TARGET COUNT"),
    ("reinforce Oslo", "core.notation.unknown", "reinforce at PLACEMENTS"),
    ("move Oslo > Hamer 2", "core.names.near", "Hamar"),
    ("move Oslo > St 2", "core.names.ambiguous", "Stavanger"),
    ("play Panzr", "core.names.near", "Panzer"),
    ("play Panzer against Ambsh", "core.names.near", "Ambush"),
    ("reinforce with Panzer at Osl 1 and fly to Bardufos X", "core.names.near", "Bardufoss"),
    ("play Bombplam", "core.names.near", "Bomber"),
    ("fight at sea IX", "norway.board.no-sea", ""),
    ("withdraw ships HMS Gloriuos", "core.names.near", "HMS Glorious"),
    ("land ships KMS Bluecher > Oslo", "core.names.near", "KMS Blücher"),
    ("deploy KMS Emden IV", "core.notation.pair", ""),
    ("dice six", "core.notation.number", ""),
)
def test_a_line_that_is_not_understood_says_what_to_type(typed: str, key: str, offered: str) -> None:
    with pytest.raises(BadInput) as refused:
        GAME.notation.read(typed)
    reason = refused.value.reason
    assert reason.key == key
    named = reason.args.get("forms") or reason.args.get("near") or [""]
    assert any(line == offered or line.startswith(f"{offered} (") for line in named)


def test_the_examples_can_be_typed_as_they_stand() -> None:
    for kind, line in GAME.notation.examples.items():
        assert type(GAME.notation.read(line)) is kind
        assert GAME.notation.write(GAME.notation.read(line)) == line


def test_a_wrong_order_is_answered_with_the_forms_of_its_kind() -> None:
    with pytest.raises(BadInput) as refused:
        GAME.notation.read("roadblock Hamar")
    assert refused.value.reason.args["forms"] == [
        "roadblock ORIGIN > TARGET COUNT (roadblock Kongsvinger > Hamar 1)",
        "roadblock ORIGIN > TARGET",
    ]


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
    for _ in range(2500):
        action = made_up(rng.choice(kinds), rng)
        assert GAME.notation.read(GAME.notation.write(action)) == action


def made_up(kind: Any, rng: Random) -> Any:
    """An action of a kind with lawful names in it, whether it is legal or not."""
    areas, some_cards = list(board.AREAS), sorted(set(cards.SHORT_IDS))
    if kind is april.ChooseApril:
        some_cards = [card.short_id for card in cards.APRIL_TYPES]
    own: dict[tuple[type, str], Any] = {
        (sea.Sail, "target"): lambda: rng.choice(board.SEAS),
        (sea.FightAtSea, "area"): lambda: rng.choice(board.SEAS),
        (sea.Bomb, "area"): lambda: rng.choice(board.SEAS),
        (april.Reconnoitre, "area"): lambda: rng.choice(board.SEAS),
        (april.Redeploy, "station"): lambda: rng.choice(["", *board.SEAS]),
    }
    values: dict[str, Any] = {
        "count": lambda: rng.randint(1, 12),
        "country": lambda: rng.choice(ROLES),
        "card": lambda: rng.choice(some_cards),
        "against": lambda: rng.choice(["", *some_cards]),
        "airfield": lambda: rng.choice(["", *areas]),
        "cards": lambda: tuple(rng.sample(some_cards, rng.randint(0, 5))),
        "placements": lambda: tuple((area, rng.randint(1, 9)) for area in rng.sample(areas, rng.randint(0, 4))),
        "battalions": lambda: tuple((area, rng.randint(1, 9)) for area in rng.sample(areas, rng.randint(0, 4))),
        "losses": lambda: tuple((n, rng.randint(1, 9)) for n in rng.sample([*areas, "sea", "air", *ROLES], 3)),
        "path": lambda: tuple(rng.sample(areas, rng.randint(2, 4))),
        "ship": lambda: rng.choice(ships.IDS),
        "ships": lambda: tuple(rng.sample(ships.IDS, rng.randint(0, 5))),
        "station": lambda: rng.choice(board.SEAS),
        "stations": lambda: tuple((ship, rng.choice(board.SEAS)) for ship in rng.sample(ships.IDS, rng.randint(0, 5))),
        "landings": lambda: tuple((ship, rng.choice(areas)) for ship in rng.sample(ships.IDS, rng.randint(0, 5))),
        "moves": lambda: tuple((area, rng.choice(areas)) for area in rng.sample(areas, rng.randint(0, 2))),
        "areas": lambda: tuple(rng.sample(areas, rng.randint(0, 6))),
    }
    fields = kind.__struct_fields__
    return kind(*(own.get((kind, f), values.get(f, lambda: rng.choice(areas)))() for f in fields))

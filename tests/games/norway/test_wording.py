"""What an answer does as a sentence, and what the game warns of before it is given."""

import re
from random import Random
from typing import Any, get_args

import pytest

from battery import Way, new_match
from feltherre.core.catalogue import languages, messages, missing_keys, render
from feltherre.core.engine import open_decisions
from feltherre.core.space import DiceTyped
from feltherre.core.text import Text, either, say
from feltherre.games.norway.actions import NorwayAction
from feltherre.games.norway.game import GAME
from feltherre.games.norway.wording import TELLERS
from norway_table import Playing, position


def told(play: Playing, line: str) -> str:
    decision = play.decision()
    return render(GAME.tell_action(play.state, decision.role, GAME.notation.read(line)), "en")


def moving() -> Playing:
    return position(
        germany={"Oslo": 3, "Hønefoss": 1},
        norway={"Kongsvinger": 1, "Gjøvik": 1},
        hands={"germany": ["Paratroops", "Rapid movement"], "norway": []},
    )


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("move Oslo > Østfold 1", "Move 1 battalion from Oslo to Østfold"),
        ("move Oslo > Kongsvinger 2", "Attack Kongsvinger with 2 battalions from Oslo"),
        (
            "rapid Oslo > Hønefoss > Gjøvik 2",
            "Rapid movement: attack Gjøvik with 2 battalions from Oslo by way of Hønefoss",
        ),
        ("drop Oslo", "Paratroops on Oslo"),
        ("drop Kongsvinger", "Paratroops: attack Kongsvinger from the air"),
        ("end movement", "End movement"),
        ("reinforce nothing", "Exchange no cards"),
        ("reinforce at Oslo 1", "Exchange no cards; place 1 battalion in Oslo"),
        (
            "reinforce with Reinforcements + Panzer + Reinforcements at Oslo 2, Horten 1",
            "Exchange 2 × Reinforcements and Panzer and place 2 battalions in Oslo and 1 battalion in Horten",
        ),
        ("reinforce fly to Oslo", "Exchange no cards; a Transport plane takes the free battalion to Oslo"),
        ("play Fighter-bomber", "Use Fighter-bomber"),
        ("lose Oslo 2, air 1", "Battalions lost: Oslo: 2 and the air: 1"),
    ],
)
def test_a_sentence_for_an_answer(line: str, sentence: str) -> None:
    assert told(moving(), line) == sentence


def test_every_kind_of_action_has_a_sentence() -> None:
    core = {DiceTyped, *(kind for kind in get_args(NorwayAction) if kind.__module__ == "feltherre.core.agenda")}
    own = set(get_args(NorwayAction)) - core
    assert set(TELLERS) <= own
    for kind in own - set(TELLERS):
        words = "action" if kind.__struct_fields__ else "kind"
        assert f"norway.{words}.{kind.__struct_config__.tag}" in messages("norway", "en")


@pytest.mark.parametrize("options", GAME.variants(), ids=str)
def test_in_whole_games_every_answer_reads_in_every_language(options: dict[str, str]) -> None:
    """The sentence never shows a key, a gap or the notation; another deal of what is hidden gives the same one."""
    rng = Random(11)
    texts: list[Text] = []
    match = new_match(Way("norway", 0, tuple(options.items())) if options else Way("norway", 0), 5)
    while not match.over and len(texts) < 400:
        answered = {sealed.role for sealed in match.state.sealed}
        decision = next(d for d in match.decisions() if d.role not in answered)
        action = decision.space.sample(rng)
        text = GAME.tell_action(match.state, decision.role, action)
        roles = match.seat_of(decision.role).roles
        redealt = GAME.redeal(match.state, roles, rng)
        assert GAME.tell_action(redealt, decision.role, action) == text
        assert GAME.warnings(redealt, decision.role, action) == GAME.warnings(match.state, decision.role, action)
        texts.append(text)
        match.act(match.seat_of(decision.role).name, decision.role, decision.id, action)
    assert len({text.key for text in texts}) > 12
    for lang in languages():
        assert missing_keys(texts, lang) == []
        assert [s for text in texts if re.search(r"<[a-z]+\.|[{}>]", s := render(text, lang))] == []


# warnings


def warned(play: Playing, line: str) -> list[str]:
    action: Any = GAME.notation.read(line)
    return [text.key for text in GAME.warnings(play.state, play.decision().role, action)]


def test_leaving_a_point_city_empty_is_warned_of() -> None:
    empties = "norway.warning.city-left-empty"
    assert warned(moving(), "move Oslo > Kongsvinger 3") == [empties]
    assert warned(moving(), "move Oslo > Kongsvinger 2") == []
    assert warned(moving(), "move Hønefoss > Oslo 1") == [], "no point city"
    (text,) = GAME.warnings(moving().state, "germany", GAME.notation.read("move Oslo > Kongsvinger 3"))
    assert render(text, "en").startswith("Oslo would be left empty")
    norwegian = position(turn="norway", norway={"Oslo": 1}, germany={"Hamar": 1})
    assert warned(norwegian, "move Oslo > Østfold 1") == [], "an empty city counts as Norwegian anyhow"


# prompts


def prompt(play: Playing) -> str:
    return render(play.decision().prompt, "en")


def test_the_prompt_of_movement_offers_only_what_there_is() -> None:
    def asked(germany: dict[str, int], hand: list[str]) -> str:
        return position(germany=germany, norway={"Hamar": 1}, hands={"germany": hand}).decision().prompt.key

    assert asked({"Oslo": 1}, ["Paratroops"]) == "norway.prompt.move"
    assert asked({"Oslo": 1}, ["Panzer"]) == "norway.prompt.move-group"
    moved = position(germany={"Oslo": 1}, norway={"Hamar": 1}, hands={"germany": ["Paratroops"]})
    assert moved("move Oslo > Horten 1").decision().prompt.key == "norway.prompt.move-card"
    moved = position(germany={"Oslo": 1}, norway={"Hamar": 1}, hands={"germany": ["Panzer"]})
    assert moved("move Oslo > Horten 1").decision().prompt.key == "norway.prompt.move-nothing"


def under_attack(*hand: str) -> Playing:
    play = position(germany={"Oslo": 2}, norway={"Kongsvinger": 1, "Hamar": 1}, hands={"norway": list(hand)})
    return play("move Oslo > Kongsvinger 2")("end movement")


def test_the_prompt_of_sabotage_names_the_cards_held_and_what_others_read_does_not() -> None:
    assert prompt(under_attack("Roadblock", "Train transport")).endswith("play Roadblock or Train transport, or pass.")
    assert prompt(under_attack("Blown bridge", "Ambush")).endswith("play Blown bridge, or pass.")
    assert prompt(under_attack("Ambush")).endswith("you hold no card that could be played now. Pass.")
    hands = (("Roadblock",), ("Ambush",))
    assert len({render(under_attack(*hand).decision().waiting) for hand in hands}) == 1


def test_the_choices_of_a_flight_say_what_is_chosen() -> None:
    space = under_attack("Train transport").decision().space
    assert [render(choice.label, "en") for choice in space.choices(("flee",))] == ["Those in Kongsvinger flee"]
    assert "to Hamar" in [render(choice.label, "en") for choice in space.choices(("flee", "kongsvinger"))]


def test_several_battles_are_offered_with_or() -> None:
    play = position(germany={"Oslo": 2}, norway={"Kongsvinger": 1, "Hønefoss": 1})
    play("move Oslo > Kongsvinger 1")("move Oslo > Hønefoss 1")("end movement")
    assert prompt(play) == "Germany: choose the battle to fight next: Hønefoss or Kongsvinger."


def test_either_joins_with_or() -> None:
    places = [say("norway.area.oslo"), say("norway.area.hamar"), say("norway.area.voss")]
    assert [render(either(places[:n]), "en") for n in (1, 2, 3)] == ["Oslo", "Oslo or Hamar", "Oslo, Hamar or Voss"]
    assert render(either(places), "nb") == "Oslo, Hamar eller Voss"


# events that say who did what to whom


def events(play: Playing) -> list[str]:
    return [render(event.text, "en") for event in play.events]


def test_a_diverted_drop_is_explained() -> None:
    play = position(
        germany={"Oslo": 1}, norway={"Kongsvinger": 1}, hands={"germany": ["Paratroops"], "allies": ["Fighter"]}
    )
    play("drop Oslo")("divert Kongsvinger")
    (diverted,) = [event for event in play.events if event.text.key == "norway.event.diverted"]
    assert render(diverted.text, "en") == (
        "Allies: Fighters drive the Paratroops away from Oslo; they come down in Kongsvinger, "
        "which the owner of the Fighters has chosen."
    )
    assert (diverted.rule, diverted.places) == ("4.1b-cards", ("oslo", "kongsvinger"))


def test_a_flight_that_is_stopped_names_both_airfields() -> None:
    play = position(
        germany={"Oslo": 2, "Stavanger": 1},
        norway={"Hamar": 1},
        hands={"germany": ["Transport plane"], "allies": ["Fighter"]},
    )
    play("fly Oslo > Stavanger 2")("stop flight")
    assert events(play)[-1] == (
        "Allied Fighters stop the Transport plane from Oslo to Stavanger: 2 battalions stay in Oslo and have not moved."
    )


def test_equal_cards_are_counted() -> None:
    play = position("allies", 3, germany={"Oslo": 1}, hands={"allies": ["Reinforcements", "Reinforcements"]})
    play("reinforce with Reinforcements + Reinforcements at Namsos 4")
    assert any(line.startswith("Allies: 2 × Reinforcements exchanged") for line in events(play))


# chances


def titles(play: Playing) -> list[str]:
    return [render(prospect.title, "en") for prospect in GAME.prospects(play.state, ("germany",))]


def test_chances_of_attacks_that_could_be_laid_on_are_shown_while_there_is_movement_only() -> None:
    play = position(germany={"Oslo": 5}, norway={"Kongsvinger": 1, "Hønefoss": 1}, hands={"norway": ["Roadblock"]})
    play("move Oslo > Kongsvinger 2")
    (joined,) = [title for title in titles(play) if title.startswith("Kongsvinger: possible")]
    assert joined == "Kongsvinger: possible attack by Germany with 5 from Oslo, against 1 of Norway"
    assert any(title.startswith("Hønefoss") for title in titles(play))
    play("end movement")
    assert open_decisions(GAME, play.state)[0].role == "norway", "the phase is still movement: Norway may answer"
    assert titles(play) == ["Kongsvinger: attack by Germany with 2 from Oslo, against 1 of Norway"]

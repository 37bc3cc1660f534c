"""What newcomers and umpires read and type in `feltherre play`: names, examples, hints and the end."""

import contextlib
import re
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from cases import each
from civilwar_sheets import begin
from civilwar_table import field_of, inf, with_unit
from feltherre.cli.play import commands, umpire
from feltherre.core import catalogue, engine, errors, pace, registry, replay
from feltherre.core.record import Acted, Overridden, read_lines
from feltherre.games.civilwar.game import GAME
from feltherre.games.civilwar.orders.language import OrderSheet
from feltherre.games.civilwar.sheets import SealOrders
from feltherre.games.civilwar.state import move_staff

GERMANY = ("play", "norway", "--as", "germany", "--against", "random", "--seed", "7")
UMPIRED = ("play", "norway", "--hot-seat", "--umpire", "--seed", "5")


def told(done) -> str:
    return re.sub(r"\s+", " ", done.stdout)


def test_an_umpire_types_names_as_players_do(feltherre, home: Path) -> None:
    typed = ["umpire", "place Norway Hamar 2 because test", "place norway mo i rana 1 because test"]
    typed += ["place nor xyzzy 1 because test", "hold-gate on because test", "hold-gate OFF because test", "done"]
    page = told(feltherre(*UMPIRED, typed=typed))
    assert "The umpire places 2 battalions at Hamar: Norway." in page
    assert "The umpire places a battalion at Mo i Rana: Norway." in page
    assert '"xyzzy" is no land area' in page
    assert "The gate is held" in page
    assert "The gate is not held" in page
    assert "parted by commas" in page
    (file,) = (home / "games").glob("*.jsonl")
    made = [line.edit for line in read_lines(file.read_bytes()) if isinstance(line, Overridden)]
    assert [edit["area"] for edit in made[:2]] == ["Hamar", "mo i rana"]
    assert len(made) == 4
    assert replay.verify(file.read_bytes()).states_checked


@each(
    "line reason",
    ("place norway oslo two because test", 'COUNT is a number from 0 up, not "two".'),
    ("place norway mo i rana because test", 'COUNT is a number from 0 up, not "rana".'),
    ("hold-gate perhaps because test", 'Type on or off, not "perhaps".'),
    ("set-hand germany because test", "Type: set-hand COUNTRY CARDS, ... because REASON"),
)
def test_an_edit_that_cannot_be_read_is_refused_in_a_sentence(line: str, reason: str) -> None:
    with pytest.raises(errors.BadInput) as refused:
        umpire.read_edit(registry.get_game("norway"), line)
    assert catalogue.render(refused.value.reason) == reason


def test_the_first_example_throws_no_cards_away(feltherre) -> None:
    page = told(feltherre(*GERMANY, typed=["end", "?"]))
    assert "Type an order, e.g. reinforce at Oslo 1 | reinforce with Reinforcements at Oslo" in page
    assert "+ Artillery" not in page.partition("Type an order, e.g. reinforce")[2].partition("or: list")[0]


def examples_in(page: str, order: str) -> str:
    """What is typed under a decision as an example, from this word on."""
    return page.rpartition(f"Type an order, e.g. {order}")[2].partition("or: list")[0]


def test_a_way_that_is_an_example_is_short(feltherre) -> None:
    soviet = ("play", "winterwar", "--as", "soviet", "--against", "random", "--option", "setup=historical")
    page = told(feltherre(*soviet, "--seed", "1", typed=["quit"]))
    way = re.search(r"e\.g\. (\w+( > \d{4})+) \|", page)
    assert way is not None
    assert way[1].count(">") == 1


def test_of_a_long_example_the_beginning_is_enough(feltherre) -> None:
    germany = ("play", "norway", "--as", "germany", "--against", "random", "--seed", "3", "--option", "rules=advanced")
    chosen = "choose april paratroops + april paratroops + april bomber + april transport plane + april reinforcements"
    examples = examples_in(told(feltherre(*germany, typed=[chosen, "quit"])), "deploy")
    assert examples.count("...") == 2
    assert len(examples) < 200


def test_all_nine_april_cards_are_listed_and_picked_in_any_order(feltherre, home: Path) -> None:
    germany = ("play", "norway", "--as", "germany", "--against", "random", "--seed", "3", "--option", "rules=advanced")
    page = told(feltherre(*germany, typed=["list", "9", "8", "2", "1", "1", "quit"]))
    names = [*("Paratroops", "Bomber", "Bluff and threats", "Gebirgsjäger", "Misleading manoeuvre", "Smoke screen")]
    names += ["Evacuated sailors", "Transport plane", "Reinforcements"]
    listed = page.partition(" 1 Paratroops, 2 symbols")[2].partition("A number chooses")[0]
    assert [name for name in names[1:] if name not in listed] == []
    (file,) = (home / "games").glob("*.jsonl")
    (chosen,) = [
        line.action for line in read_lines(file.read_bytes()) if isinstance(line, Acted) and line.seat == "germany"
    ]
    named = ["april-bomber", "april-paratroops", "april-paratroops", "april-reinforcements", "april-transport-plane"]
    assert sorted(chosen["cards"]) == named


def test_what_may_not_be_wanted_is_told(feltherre) -> None:
    page = told(feltherre(*GERMANY, typed=["move oslo > gjovik 2", "quit"]))
    assert "Oslo would be left empty" in page
    assert "Do it anyway" not in page, "nobody is asked who is not there"


def test_a_rule_in_the_game_is_its_text_and_rulings_only(feltherre) -> None:
    page = told(feltherre(*GERMANY, typed=["rule 4.2-7"]))
    whole = told(feltherre("rules", "norway", "4.2-7"))
    shown = page.partition("4.2-7")[2]
    assert shown
    assert "Examples" in whole
    assert "Examples" not in shown


def test_a_word_that_means_nothing_says_what_to_type(feltherre) -> None:
    page = told(feltherre(*GERMANY, typed=["look xx", "look panzr", "look", "rule zzz", "list oslo"]))
    assert 'Nothing here is called "xx". board shows the names that are known here' in page
    assert re.search(r'called "panzr". Near it: [^.]*Panzer', page)
    assert "Type: look NAME" in page
    assert "There is no rule zzz." in page
    assert "feltherre rules norway lists them all" in page
    filtered = page.partition("1 move Oslo")[2].partition("Germany>")[0]
    assert "list alone shows all answers." in filtered
    assert "list oslo" not in filtered


def test_the_end_says_what_the_score_counts_and_that_somebody_gave_up(feltherre) -> None:
    page = told(feltherre(*GERMANY, typed=["resign", "yes"]))
    assert re.search(r"won: clear, \d of 6 point cities in German hands\. The other side gave up\.", page)


def test_whoever_types_the_dice_reads_whose_they_are(feltherre) -> None:
    typed = ["move oslo > gjovik 2", "end", *["pass"] * 2, "6 5"]
    page = told(feltherre(*GERMANY, "--dice", "typed", typed=typed))
    assert page.count("These are the dice of Norway") == 1


def test_help_shows_flags_without_a_type_and_keeps_brackets(feltherre) -> None:
    page = feltherre("simulate", "--help").stdout
    assert "--json" in page
    assert "<bool>" not in page
    assert "feltherre[ray]" in page
    assert "<bool>" not in feltherre("--help").stdout


def test_snapshots_come_every_fifth_turn() -> None:
    assert [turn for turn in range(1, 13) if pace.snapshot_due(turn, turn - 1)] == [5, 10]
    assert not pace.snapshot_due(4, 5), "a turn that was taken back"


def test_orders_are_written_line_by_line_and_everybody_can_be_looked_at(feltherre) -> None:
    battle = ("play", "civilwar", "--scenario", "hokes-run", "--as", "union", "--against", "random", "--seed", "7")
    page = told(feltherre(*battle, typed=["wi1 GO N", "look abercrombie", "hand", "?", "quit"]))
    assert '"wi1 GO N" is no command, and no line of orders' in page
    assert "Generals and couriers" in page
    assert "Col. Abercrombie (abercrombie): brigade commander" in page
    assert "There are no hands in this game." in page
    assert "your cards and what they do" not in page


def test_a_battle_begins_with_its_brief_and_a_lesson(feltherre) -> None:
    battle = ("play", "civilwar", "--scenario", "hokes-run", "--as", "union", "--against", "random", "--seed", "7")
    page = told(feltherre(*battle, typed=["brief", "quit"]))
    assert page.count("Task of Union: Clear the farm") == 2
    assert "Task of Confederacy" not in page
    assert page.count("Lesson 1 of 7: Both sides write their orders") == 1
    assert page.index("Task of Union") < page.index("Units: Union") < page.index("Lesson 1 of 7")


def test_games_without_a_brief_do_not_offer_one(feltherre) -> None:
    page = told(feltherre(*GERMANY, typed=["brief", "?", "quit"]))
    assert "This game has no scenario brief." in page
    assert "what gives points, special rules" not in page


BATTLE = ("play", "civilwar", "--scenario", "hokes-run", "--hot-seat", "--umpire", "--seed", "4")


def test_an_umpire_of_a_battle_types_places_words_and_numbers(feltherre) -> None:
    typed = ["", "umpire", "", "look va5", "place-unit va5 48 39.5 0 because test", "set-order va5 lu because test"]
    typed += ["set-losses va5 20 5 because test", "set-losses va5 because test", "place-unit va5 x 0 0 because test"]
    typed += ["set-ammunition gun on 2 - 1 because test", "place-work wall 10,10 20.5,10 0 1 because test"]
    typed += ["look va5", "look gun", "done", "", "quit"]
    page = told(feltherre(*BATTLE, typed=typed))
    assert "set-order UNIT OR|LU|U|FU [on|off]" in page
    assert "place-work KIND X,Y X,Y OBSTACLE COVER" in page
    assert "Exactly at 48/43.5 cm, facing 0 degrees; the umpire types 48 43.5 0" in page
    assert "Exactly at 48/39.5 cm" in page
    assert "5th Virginia (va5): 20 figures" in page
    assert "light disorder (LU) and 5 men lost towards the next figure" in page
    assert "rounds: shell 2, shot 6, canister 1" in page
    assert "Type: set-losses UNIT FIGURES [MEN] because REASON" in page
    assert 'X is a number from 0 up, not "x".' in page
    assert "The umpire adds a field work" in page


def test_an_umpire_at_the_gate_reads_whom_a_ruling_is_about_and_accepts_one_or_all(feltherre) -> None:
    held = ["", "umpire", "", "hold-gate on because test", "done", "", "perkins: AP", "done", ""]
    turn = [*held, "gun: S SHELL AT pa11 GUESS 30", "done", ""]
    one = told(feltherre(*BATTLE, typed=[*turn, "accept", "quit"]))
    assert one.count("Does the ruling stand?") == 2
    assert "Does the ruling stand? (deviation of the guns)" in one
    assert "About: Rockbridge Artillery (one gun) and 11th Pennsylvania" in one
    # the example names what has an effect: the round that hit has missed
    assert 'change ruling {"hit":null} because REASON' in one
    every = told(feltherre(*BATTLE, typed=[*turn, "accept all", "", "accept", "quit"]))
    assert every.count("Does the ruling stand?") == 1
    assert "Turn 2: write the orders" in every
    assert "No ruling is at the gate." in every


TUTORIAL = ("play", "civilwar", "--scenario", "hokes-run", "--as", "union", "--against", "greedy", "--seed", "7")


@pytest.mark.parametrize("columns", ["80", "100", "160"])
def test_the_points_are_seen_however_narrow_the_terminal_is(feltherre, monkeypatch, columns: str) -> None:
    monkeypatch.setenv("COLUMNS", columns)
    done = feltherre(*TUTORIAL, typed=["score", "quit"])
    assert told(done).count("Points: Union 0, Confederacy 0") == 2, "over the board, and when asked for"


def test_who_gives_up_has_lost_and_no_score_says_otherwise(feltherre) -> None:
    page = told(feltherre(*TUTORIAL, typed=["resign", "yes"]))
    assert "Confederacy won: victory (the other side gave up the field)." in page
    assert "score -1" not in page


def test_an_umpires_edit_that_cannot_be_is_refused_in_the_readers_language(feltherre) -> None:
    typed = ["umpire", "set-order va5 XX because b", "place-work pit 10,25 20,25 9 9 because c", "done", "quit"]
    page = told(feltherre("--lang", "da", *TUTORIAL, "--umpire", typed=typed))
    assert "order: ”XX” er ikke muligt. Muligt: FU, LU, OR og U" in page
    assert "obstacle: tallet må højst være 4" in page
    assert "Expected" not in page
    assert "Invalid" not in page


def test_a_changed_ruling_is_told_by_the_procedures_title(feltherre) -> None:
    typed = ["umpire", "hold-gate on because a", "done", "orders perkins: AP | pa11: GO S 6"]
    typed += ['change ruling {"hit":"wi1"} because tåge', "quit"]
    page = told(feltherre("--lang", "da", *TUTORIAL, "--umpire", typed=typed))
    assert "Dommeren ændrer afgørelsen (artilleriets afvigelse): tåge" in page
    assert "artillery-deviation" not in page


def test_a_side_that_is_none_is_refused_with_the_games_title_in_the_readers_language(feltherre) -> None:
    done = feltherre("--lang", "da", "play", "civilwar", "--as", "france")
    assert "Den amerikanske borgerkrig 1861–63 har ingen part" in " ".join(done.stderr.split())


SEVERAL = ("play", "civilwar", "--scenario", "kernstown", "--option", "commanders=several", "--against", "random")


@each(
    "seat asked",
    ("union", "Kimball (Union): Turn 1: write"),
    ("union-tyler+union-sullivan", "Tyler (Union): Turn 1: write"),
    ("union-sullivan", "Turn 1: write"),
)
def test_commanders_of_a_side_have_a_seat_each_or_share_one(feltherre, home: Path, seat: str, asked: str) -> None:
    done = feltherre(*SEVERAL, "--seed", "4", "--as", seat, typed=["quit"])
    assert f"\n{asked}" in done.stdout
    (record,) = (home / "games").glob("*.jsonl")
    seats = read_lines(record.read_bytes())[0].setup.seats  # type: ignore[union-attr]
    expected = {"union": ("union-kimball", "union-tyler", "union-sullivan")}.get(seat, tuple(seat.split("+")))
    assert expected in [one.roles for one in seats]
    assert len([role for one in seats for role in one.roles]) == 7


def test_the_first_battle_of_the_docs_can_be_played_as_it_is_written(feltherre) -> None:
    page = Path(__file__).parents[2].joinpath("docs/games/civilwar-first-battle.md").read_text(encoding="utf-8")
    command = re.search(r"feltherre (play civilwar .*)", page)
    assert command is not None
    turns = [block.splitlines() for block in re.findall(r"```orders\n(.*?)\n```", page, re.DOTALL)]
    assert len(turns) == 3
    done = told(feltherre(*command[1].split(), typed=[line for turn in turns for line in turn] + ["quit"]))
    written = [line for turn in turns for line in turn if ":" in line]
    assert done.count("Noted. Write the next line") == len(written), "no line is refused"
    assert "Which of them fires next?" in done
    assert "Turn 4: write the orders" in done
    assert "neither an order nor a command" not in done
    assert "1st Wisconsin stops" not in done, "a first battle does not march into a house"


def test_orders_typed_at_a_question_are_told_what_is_asked(feltherre) -> None:
    page = Path(__file__).parents[2].joinpath("docs/games/civilwar-first-battle.md").read_text(encoding="utf-8")
    typed = [line for block in re.findall(r"```orders\n(.*?)\n```", page, re.DOTALL) for line in block.splitlines()]
    battle = ("play", "civilwar", "--scenario", "hokes-run", "--as", "union", "--against", "greedy", "--seed", "7")
    done = told(feltherre(*battle, typed=[*typed[: typed.index("fire first pa11")], "orders -", "quit"]))
    assert "not one of the answers offered. What is asked now: Several of your units fire" in done


def test_the_umpire_looks_at_both_sides(feltherre) -> None:
    battle = ("play", "civilwar", "--scenario", "hokes-run", "--hot-seat", "--umpire", "--seed", "7")
    page = told(feltherre(*battle, typed=["umpire", "look wi1", "look va5", "done", "quit"]))
    assert "1st Wisconsin (wi1): " in page
    assert "5th Virginia (va5): " in page


def test_who_has_nobody_to_write_for_hands_in_an_empty_sheet() -> None:
    answered: list[SealOrders] = []
    for left, handed_in in (("table", []), ("lost", [SealOrders(OrderSheet())])):
        state = begin(field_of(inf("a", 0, at=(20, 20)), inf("b", 1, at=(50, 100), face=180)))
        with_unit(state, "b", where=left)
        move_staff(state, "chief-1", where="lost", vacant=1)
        decision = engine.open_decisions(GAME, state)[1]
        play: Any = SimpleNamespace(decision=decision, noted=lambda: None, answer=answered.append)
        with contextlib.suppress(errors.BadInput):
            commands.hand_in(play, "")
        assert answered == handed_in

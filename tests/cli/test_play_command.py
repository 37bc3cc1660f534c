"""`feltherre play norway`, typed in line by line: orders, refusals, lists, odds, reasons, undo, saving and going on."""

import json
import re
from pathlib import Path

import msgspec

from feltherre.core.agenda import UMPIRE
from feltherre.core.record import Acted, AnyLine, Ended, Overridden, SeatAct, Undone, read_lines
from feltherre.core.registry import get_game
from feltherre.core.replay import verify
from feltherre.umpire import desk

GREEDY_REBELS = ("play", "civilwar", "--as", "union", "--against", "greedy", "--umpire", "--seed", "7")
GERMANY = ("play", "norway", "--as", "germany", "--against", "random", "--seed", "7")


def journal(home: Path) -> Path:
    (file,) = (home / "games").glob("*.jsonl")
    return file


def lines(file: Path) -> list[AnyLine]:
    return read_lines(file.read_bytes())


def orders(file: Path) -> list[str]:
    return [line.text for line in lines(file) if isinstance(line, Acted)]


def told(done) -> str:
    """What was shown, on one line, with single blanks."""
    assert done.exit_code == 0, done.output
    assert "Traceback" not in done.output
    return " ".join(done.stdout.split())


def test_a_game_against_the_computer_goes_on_until_the_input_ends(feltherre, home: Path) -> None:
    done = feltherre(*GERMANY, typed=["move horten > skien", "end movement", "reinforce with - at oslo"])
    page = told(done)
    assert "Germany: move a group" in page, "the decision in plain words"
    assert "Phase 1, movement" in page
    assert "--resume" in page, "how to go on"
    file = journal(home)
    assert orders(file)[:3] == ["move Horten > Skien 1", "end movement", "reinforce at Oslo 1"]
    assert verify(file.read_bytes()).states_checked
    players = {
        line.seat: line.act for line in lines(file) if isinstance(line, SeatAct) and line.act["act"] == "hand-over"
    }
    assert {seat: act["to"] for seat, act in players.items()} == {"norway": "random", "allies": "random"}


def test_the_first_questions_are_which_side_and_against_whom(feltherre, home: Path) -> None:
    page = told(feltherre("play", "norway", "--against", "random", "--seed", "1", typed=["4", "quit"]))
    assert "Welcome to Norway 1940" in page
    assert "Which side do you play? 1 Germany 2 Norway 3 Allies 4 Norway and Allies" in page
    header = json.loads(journal(home).read_text().splitlines()[0])
    assert header["setup"]["seats"] == [
        {"name": "germany", "roles": ["germany"]},
        {"name": "norway+allies", "roles": ["norway", "allies"]},
    ]


def test_a_side_can_be_named_and_nobody_answering_ends_it(feltherre, home: Path) -> None:
    named = feltherre("play", "norway", "--against", "random", typed=["xyz", "all"])
    assert "This game is kept in" in told(named)
    before = len(list((home / "games").glob("*.jsonl")))
    assert feltherre("play", "norway").exit_code == 0
    assert len(list((home / "games").glob("*.jsonl"))) == before


def test_refusals_say_why_and_change_nothing(feltherre, home: Path) -> None:
    done = feltherre(
        *GERMANY,
        typed=["move horten > bergen 1", "move olso > hamar", "attack everything", "fight oslo", "99", "horten"],
    )
    page = told(done)
    assert re.search(r"[^.]*Horten[^.]*Bergen[^.]*\. \(rule 4\.1b-1\)", page), "why, and the rule that forbids it"
    assert 'Nothing here is called "olso". Near it: Oslo' in page
    assert '"attack everything" is neither an order nor a command' in page
    assert "e.g. move Oslo >" in page, "what can be typed instead"
    assert re.search(r"This answers another decision .{0,40} What is asked now: Germany", page)
    assert orders(journal(home)) == []


def test_answers_are_listed_with_numbers_and_a_number_chooses(feltherre, home: Path) -> None:
    done = feltherre(*GERMANY, typed=["list horten sk", "1", "list", "0", "list zzz", "list", "99"])
    page = told(done)
    assert "1 move Horten > Skien 1" in page
    assert "No answer has these words" in page
    assert "There is no number 99" in page
    assert orders(journal(home)) == ["move Horten > Skien 1"]


def test_many_answers_are_chosen_part_by_part(feltherre, home: Path) -> None:
    done = feltherre(*GERMANY, typed=["list", "1", "2", "0", "1", "2", "2"])
    page = told(done)
    assert "1 Move or attack" in page
    assert "Move or attack > Oslo" in page
    (order,) = orders(journal(home))
    assert order.startswith("move Oslo > ")
    assert order.endswith(" 2")


def test_undo_takes_back_until_dice_or_somebody_else_came(feltherre, home: Path) -> None:
    done = feltherre(*GERMANY, typed=["move horten > skien", "undo", "undo", "move horten > oslo", "end", "log all"])
    page = told(done)
    assert "Germany: an action is taken back." in page
    assert "There is nothing you can take back" in page
    file = journal(home)
    assert orders(file)[:2] == ["move Horten > Skien 1", "move Horten > Oslo 1"]
    assert any(isinstance(line, Undone) for line in lines(file))
    assert verify(file.read_bytes()).states_checked


def test_odds_are_those_of_the_desk(feltherre) -> None:
    page = told(feltherre(*GERMANY, typed=["move oslo > gjovik 2", "odds"]))
    situation = {
        "attack_groups": [{"from": "oslo", "mode": "land", "battalions": 2}],
        "defender_battalions": 1,
        "attacker_cards": [],
        "defender_cards": [],
        "reaction_cards": [],
        "dice_values": {},
    }
    exact = desk.odds(get_game("norway").procedures["land-combat"], situation)["outputs"]
    chance = {entry["value"]: entry["probability"] for entry in exact["winner"]}
    assert f"Germany {chance['attacker']:.1%}" in page
    assert f"Norway {chance['defender']:.1%}" in page
    assert "Gjøvik: attack by Germany with 2 from Oslo, against 1 of Norway" in page
    assert "if no more cards are played" in page


def test_log_reasons_rules_and_places(feltherre) -> None:
    typed = ["move oslo > gjovik 2", "end", *["pass"] * 4, "log", "why", "why 999", "why 1", "rule 4.2-7", "rule 9.9-9"]
    page = told(feltherre(*GERMANY, typed=[*typed, "look hamar", "look panzer", "look atlantis", "hand", "?"]))
    assert "The attacker's 2 battalions give 2 dice. 4.2-dice-1" in page
    assert re.search(r"thrown for the attack \(4\.2-4\): [1-6] [1-6]", page)
    assert "The log has no line 999" in page
    assert "There is no rule 9.9-9" in page
    assert "Over water: Gjøvik" in page
    assert "Panzer (Germany)" in page
    assert 'Nothing here is called "atlantis"' in page
    assert "Commands" in page


def test_board_shows_attacks_marks_and_what_is_our_completion(feltherre) -> None:
    page = told(feltherre(*GERMANY, typed=["move oslo > gjovik 2", "board"]))
    assert "★✈Oslo G2" in page, "a point city with an airfield and two German battalions"
    assert "◦Gjøvik N1 !" in page, "attacked"
    assert "Oslo → Gjøvik G2 by land against N1" in page
    assert "Skien°" in page
    assert "° our completion" in page
    assert "Norway: hand 3, deck 19, used 0 Allies: hand 3" in page, "of the enemies' hands only the number"


def test_windows_in_which_one_could_only_pass_are_passed_against_the_computer(feltherre, home: Path) -> None:
    typed = ["end", "reinforce with - at oslo", "list", "1", *["end", "reinforce with - at oslo", "list", "1"] * 4]
    feltherre(*GERMANY, typed=typed)
    acts = [line for line in lines(journal(home)) if isinstance(line, Acted) and line.role == "germany"]
    passes = [line for line in acts if line.text == "pass"]
    assert all(line.auto for line in passes), "nobody typed a pass"
    modes = [line.act for line in lines(journal(home)) if isinstance(line, SeatAct) and line.act["act"] == "standing"]
    assert modes == [{"act": "standing", "role": "germany", "mode": "pass-if-nothing", "unless": []}]


def test_in_hot_seat_everyone_is_asked_and_no_hand_is_seen_by_another(feltherre, home: Path) -> None:
    typed = ["move oslo > gjovik 2", "end", *["pass"] * 5]
    page = feltherre(
        "play", "norway", "--hot-seat", "--as", "germany", "--as", "norway+allies", "--seed", "5", typed=typed
    )
    parts = re.split(r"Pass the keyboard to ([\w ]+)\.", told(page))
    seen = {seat: " ".join(parts[n + 1] for n in range(1, len(parts), 2) if parts[n] == seat) for seat in parts[1::2]}
    assert set(seen) == {"Germany", "Norway and Allies"}
    match_lines = lines(journal(home))
    assert not [line for line in match_lines if isinstance(line, Acted) and line.auto]
    german = re.findall(r"Your cards: ([\w, äø×-]+?) Type", seen["Germany"])
    assert german
    assert all(f"Your cards: {hand}" not in seen["Norway and Allies"] for hand in german)
    assert "Your cards" in seen["Norway and Allies"]


def test_real_dice_are_typed_in_also_for_the_computer(feltherre, home: Path) -> None:
    typed = ["move oslo > gjovik 2", "end", *["pass"] * 2, "1 2 3", "7 1", "dice 6 + 5", "4", "4 4", "4 4 4"]
    page = told(feltherre(*GERMANY, "--dice", "typed", typed=typed))
    assert "Throw 2 dice" in page
    assert "A die shows 1 to 6, not 7" in page
    throws = [throw for line in lines(journal(home)) if isinstance(line, Acted) for throw in line.throws]
    assert [(throw.purpose, throw.typed) for throw in throws] == [("attacker_dice", True), ("defender_dice", True)]
    assert throws[0].values == (6, 5)
    assert set(throws[1].values) == {4}, "thrown for the computer by the person at the table"


def test_the_umpire_sees_all_changes_the_position_and_holds_the_gate(feltherre, home: Path) -> None:
    typed = [
        "umpire",
        "place germany oslo 2",
        "place germany oslo 2 because a counter fell",
        "hold-gate on because new",
    ]
    typed += ["teleport oslo because why not", "place germany because short", "special-rule snow because weather"]
    typed += ["board", "log 5", "done", "move oslo > gjovik 4", "end", *["pass"] * 6]
    typed += ['change ruling {"winner": "defender"} because mud', "accept ruling"]
    done = feltherre("play", "norway", "--hot-seat", "--umpire", "--seed", "5", typed=typed)
    page = told(done)
    assert "Pass the keyboard to Umpire" in page
    assert "Give the reason" in page
    assert 'There is no change "teleport"' in page
    assert "Type: place COUNTRY AREA COUNT because REASON" in page
    edits = [line for line in lines(journal(home)) if isinstance(line, Overridden)]
    assert [(line.edit["edit"], line.reason) for line in edits] == [
        ("place", "a counter fell"),
        ("hold-gate", "new"),
        ("special-rule", "weather"),
    ]
    assert "snow" in page
    gate = [line.text for line in lines(journal(home)) if isinstance(line, Acted) and line.role == UMPIRE]
    assert gate == ['change ruling {"winner":"defender"} because mud']
    assert verify(journal(home).read_bytes()).states_checked


def test_no_number_of_the_list_changes_a_ruling(feltherre, home: Path) -> None:
    """The form of a change is shown as an example; picked by its number it would be a ruling that nobody meant."""
    typed = ["umpire", "hold-gate on because new", "done", "orders -", "list", "2", "1"]
    page = told(feltherre(*GREEDY_REBELS, typed=typed))
    assert "1 accept ruling" in page
    assert "2 change ruling" not in page
    gate = [line.text for line in lines(journal(home)) if isinstance(line, Acted) and line.role == UMPIRE]
    assert gate == ["accept ruling"]


def test_help_names_nothing_of_another_game(feltherre) -> None:
    typed = ["help", "umpire", "help"]
    page = told(feltherre(*GREEDY_REBELS, typed=typed))
    assert "Names need no capitals" in page
    assert not any(word in page for word in ("osl", "honef", "panzer"))


def test_without_an_umpire_nobody_steps_in(feltherre) -> None:
    assert "made without an umpire" in told(feltherre(*GERMANY, typed=["umpire"]))


def test_save_and_load(feltherre, home: Path, tmp_path: Path) -> None:
    saved = tmp_path / "evening.jsonl"
    page = told(feltherre(*GERMANY, typed=["move horten > skien", "save", f"save {saved}", "move oslo > ostfold"]))
    assert "Where to?" in page
    assert "Saved in" in page
    assert orders(saved) == ["move Horten > Skien 1"]
    copy = saved.read_bytes()
    page = told(feltherre("play", "--load", str(saved), "--save", str(tmp_path / "on.jsonl"), typed=["undo", "undo"]))
    assert "taken back" in page
    assert saved.read_bytes() == copy, "the saved game stays as it is"
    assert (tmp_path / "on.jsonl").read_bytes().startswith(copy)
    again = feltherre("play", "--load", str(saved), "--save", str(tmp_path / "on.jsonl"))
    assert again.exit_code == 2
    assert "is there already" in again.stderr


def test_save_replaces_its_own_copy_and_no_other_file(feltherre, tmp_path: Path) -> None:
    (tmp_path / "thesis.txt").write_text("years of work")
    saved = tmp_path / "game.jsonl"
    typed = [f"save {saved}", "move horten > skien", f"save {saved}", f"save {tmp_path / 'thesis.txt'}"]
    page = told(feltherre(*GERMANY, typed=typed))
    assert orders(saved) == ["move Horten > Skien 1"]
    assert (tmp_path / "thesis.txt").read_text() == "years of work"
    assert "is not replaced" in page
    nowhere = tmp_path / "no" / "where.jsonl"
    assert "cannot be written" in told(feltherre(*GERMANY, typed=[f"save {nowhere}"]))


def test_a_saved_game_without_its_key_cannot_be_gone_on_with(feltherre, tmp_path: Path) -> None:
    saved = tmp_path / "game.jsonl"
    feltherre(*GERMANY, typed=[f"save {saved}"])
    (tmp_path / "game.jsonl.key").unlink()
    done = feltherre("play", "--load", str(saved))
    assert done.exit_code == 2
    assert "key of its dice" in done.stderr


def test_resume_goes_on_where_the_last_game_stopped(feltherre, home: Path) -> None:
    feltherre(*GERMANY, typed=["move horten > skien"])
    file = journal(home)
    page = told(feltherre("play", "--resume", typed=["move oslo > ostfold", "undo", "undo"]))
    assert "Skien° G1" in page
    assert journal(home) == file
    assert orders(file) == ["move Horten > Skien 1", "move Oslo > Østfold 1"]
    assert len([line for line in lines(file) if isinstance(line, Undone)]) == 2, "undo reaches back over the break"
    assert verify(file.read_bytes()).states_checked


def test_whoever_leaves_is_told_the_command_that_goes_on_with_this_very_game(feltherre, tmp_path: Path) -> None:
    page = told(feltherre(*GERMANY, typed=["quit"]))
    assert "Go on with: feltherre play norway --resume" in page
    kept = tmp_path / "my game.jsonl"
    page = told(feltherre(*GERMANY, "--save", str(kept), typed=["move horten > skien", "quit"]))
    assert f"Go on with: feltherre play --load '{kept}'" in page
    page = told(feltherre("play", "--load", str(kept), typed=["quit"]))
    assert "Skien° G1" in page
    assert "Go on with: feltherre play norway --resume" in page, "it goes on in a file of its own"


def test_a_line_cut_off_by_a_crash_is_dropped(feltherre, home: Path) -> None:
    feltherre(*GERMANY, typed=["move horten > skien", "move oslo > ostfold"])
    file = journal(home)
    whole = file.read_bytes()
    file.write_bytes(whole[:-40])
    page = told(feltherre("play", "norway", "--resume", typed=["end"]))
    assert "Oslo G2" in page
    assert orders(file)[:2] == ["move Horten > Skien 1", "end movement"]
    assert verify(file.read_bytes()).states_checked


def test_resigning_ends_the_game_and_closes_the_record(feltherre, home: Path) -> None:
    page = told(feltherre(*GERMANY, typed=["resign", "n", "resign", "perhaps", "resign", "yes"]))
    assert page.count("Do you really give up? Type yes or no.") == 3
    assert page.count("That is neither yes nor no, and is taken as no.") == 1
    assert "Do you really give up?" in page
    assert "Norway and Allies won" in page
    file = journal(home)
    assert str(file) in page.replace(" ", "") or file.name in page
    end = lines(file)[-1]
    assert isinstance(end, Ended)
    found = verify(file.read_bytes())
    assert (found.finished, found.dice_checked) == (True, True)
    assert not file.with_name(file.name + ".key").exists(), "the record holds the key now"
    for words in (("--load", str(file)), ("norway", "--resume")):
        assert feltherre("play", *words).exit_code == 2


def test_the_same_seed_deals_the_same_cards(feltherre, home: Path) -> None:
    hands = []
    for seed in ("8", "8", "9"):
        page = told(
            feltherre("play", "norway", "--as", "germany", "--against", "random", "--seed", seed, typed=["hand"])
        )
        hands.append(page[page.rindex("Germany: hand") : page.rindex("The game is kept")])
    assert hands[0] == hands[1]
    assert hands[0] != hands[2]


def test_a_whole_game_of_another_kind(feltherre, lanterns, home: Path) -> None:
    """Sealed bids, reactions and a second throw: the loop knows no game."""
    typed = ["bid 1", "bid 0", "bid 0", *["list", "1"] * 40]
    done = feltherre("play", "lanterns", "--hot-seat", "--option", "rounds=1", "--seed", "3", typed=typed)
    page = told(done)
    assert "Pass the keyboard to" in page
    record = journal(home)
    assert isinstance(lines(record)[-1], Ended), page[-400:]
    assert verify(record.read_bytes()).dice_checked


def test_an_edit_given_as_words_is_the_edit(lanterns) -> None:
    from feltherre.cli.play.umpire import read_edit
    from feltherre.core.game import AnswerFor, HoldGate

    norway = get_game("norway")
    assert read_edit(norway, "hold-gate off because enough") == (HoldGate(False), "enough")
    some = HoldGate(True, ("land-combat", "raid"), ("germany",))
    assert read_edit(norway, "hold-gate on land-combat,raid germany because it is late") == (some, "it is late")
    assert read_edit(norway, "hold-gate on - germany because it is late")[0] == HoldGate(True, (), ("germany",))
    edit, why = read_edit(norway, "set-hand germany panzer, bomber because he lost them")
    assert json.loads(msgspec.json.encode(edit)) == {
        "edit": "set-hand",
        "country": "germany",
        "cards": ["panzer", "bomber"],
    }
    assert why == "he lost them"
    answer, _ = read_edit(norway, "answer norway pass because he has left")
    assert answer == AnswerFor("norway", {"kind": "pass"})


def test_the_advanced_game_is_played_from_the_nine_april_round_on(feltherre, home: Path) -> None:
    wanted = "choose paratroops + bomber + bluff + smoke + april reinforcements"
    page = told(feltherre(*GERMANY, "--option", "rules=advanced", typed=[wanted, "hand", "help"]))
    assert "Germany: choose 5 nine-April cards." in page
    assert "April Paratroops + April Bomber + April Bluff and threats" in " ".join(orders(journal(home)))
    assert "Waiting for Norway" not in page
    assert "<norway." not in page
    file = journal(home)
    assert json.loads(file.read_text().splitlines()[0])["setup"]["options"] == {"rules": "advanced"}
    assert verify(file.read_bytes()).states_checked

"""The umpire's desk as a person has it: asked at a terminal, key by key, or told on the line."""

from __future__ import annotations

import json
import os
import pty
import re
import select
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import Result

from feltherre.core.catalogue import reading_in, render
from feltherre.core.names import AmbiguousName
from feltherre.core.registry import book_ids, get_book
from feltherre.umpire.asking import questions
from feltherre.umpire.reading import find_procedure, read
from procedure_desk import as_json

Feltherre = Callable[..., Result]

#: how long a quiet terminal is waited for; a test that needs it has failed
PATIENCE = 60.0


class Terminal:
    """The command behind a pseudo-terminal; what is typed is typed key by key and counted."""

    def __init__(self, *words: str, lang: str = "en") -> None:
        pid, self.handle = pty.fork()
        if pid == 0:
            os.environ.update({"COLUMNS": "100", "TERM": "xterm", "NO_COLOR": "1", "FELTHERRE_LANG": lang})
            os.execv(sys.executable, [sys.executable, "-m", "feltherre", *words])
        self.pid = pid
        self.raw = b""
        self.text = ""
        #: up to where it has been looked at
        self.seen = 0
        self.keys = 0

    def until(self, wanted: str) -> None:
        """Read on until these words have come after those that were waited for before."""
        while (found := self.text.find(wanted, self.seen)) < 0:
            more = self._is_ready() and self._read()
            assert more, f"{wanted!r} does not come after:\n{self.text}"
        self.seen = found + len(wanted)

    def answer(self, question: str, keys: str = "") -> None:
        """Wait for a question, and type the answer and Enter."""
        self.until(question)
        self.press(keys.encode() + b"\r")
        self.keys += len(keys) + 1

    def press(self, keys: bytes) -> None:
        os.write(self.handle, keys)

    def leave(self, question: str) -> int:
        """Press Ctrl-D at a question; the exit code. Before there is one, the terminal would keep the key."""
        self.until(question)
        self.press(b"\x04")
        return self.end()

    def end(self) -> int:
        """Read to the end; the exit code."""
        while self._is_ready() and self._read():
            pass
        assert self._is_ready(), f"nothing more comes after:\n{self.text}"
        os.close(self.handle)
        return os.waitstatus_to_exitcode(os.waitpid(self.pid, 0)[1])

    def _is_ready(self) -> bool:
        """Whether there is something to read, or the end; False if it is long in coming."""
        ready, _, _ = select.select([self.handle], [], [], PATIENCE)
        return bool(ready)

    def _read(self) -> bool:
        """Read what there is; False if nobody writes any more."""
        try:
            read = os.read(self.handle, 65536)
        except OSError:
            return False
        self.raw += read
        # what is half there yet is read whole the next time
        self.text = re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", "", self.raw.decode(errors="ignore"))
        return bool(read)


def test_a_volley_takes_few_keys() -> None:
    """As docs/games/civilwar.md shows it: everything usual is taken with Enter."""
    terminal = Terminal("umpire", "civilwar", "volley")
    for question, keys in (
        *(("Arm:", ""), ("Formation [closed formation]:", ""), ("Figures firing:", "30"), ("Order:", "")),
        *(("Morale grade", ""), ("Weapon:", "3"), ("Cover (class), own", ""), ("Distance (cm)", "z2")),
        *(("Kind, target", ""), ("Formation, target", ""), ("Cover (class), target", ""), ("Changes:", "")),
        ("2 dice for the volley", "43"),
    ):
        terminal.answer(question, keys)
    assert terminal.end() == 0
    assert terminal.keys <= 25
    page = terminal.text[terminal.text.rindex("small-arms fire  ") :]
    for line in ("15 cm is zone 2.", "05.01.3", "4 + 3 = 7", "Losses in men: 25", "firers=30 weapon=rifle_cartridge"):
        assert line in page, line


def test_a_napoleonic_volley_takes_as_few() -> None:
    """As docs/games/napoleon.md shows it."""
    terminal = Terminal("umpire", "napoleon", "volley")
    for question, keys in (
        *(("All figures", "36"), ("Figures that fire", ""), ("Weapon:", ""), ("Range (cm)", "z1"), ("order", "")),
        *(("morale grade", ""), ("The target’s figures:", "30"), ("formation", ""), ("Kind of target", "")),
        *(("order", ""), ("morale grade", ""), ("Changes:", ""), ("3 dice for the volley", "435")),
    ):
        terminal.answer(question, keys)
    assert terminal.end() == 0
    assert terminal.keys <= 25
    assert "Men lost: 16" in terminal.text


def test_the_sides_of_a_melee_are_asked_one_after_the_other() -> None:
    """The fields of a record stand under its name; going back from the first leads to the record before."""
    terminal = Terminal("umpire", "napoleon", "nærkamp", lang="da")
    rest = (("Formation", ""), ("Orden", ""), ("Valeur", "1"), ("Ændringer:", ""))
    for question, keys in (
        *(("Angriber", ""), ("Figurer i hvert geled forfra:", "12,12"), *rest),
        *(("Forsvarer", "<"), ("Våbenart", ""), ("Figurer i hvert geled forfra:", "15,15"), *rest),
        *(("Forsvarer", ""), ("Figurer i hvert geled forfra:", "10,10"), *rest[:2], ("Valeur", ""), rest[3]),
        *(("Ændringer:", ""), ("3 terninger til angriberens", "435"), ("3 terninger til forsvarerens", "333")),
    ):
        terminal.answer(question, keys)
    assert terminal.end() == 0
    page = terminal.text[terminal.text.rindex("nærkamp  melee") :]
    for line in ("Angriber: (Figurer i hvert geled forfra: 15, 15, Valeur: 1)", "Angriberen vinder med 4"):
        assert line in page, line
    assert "attacker.figures_by_rank=15,15" in page


def test_a_field_of_a_record_can_be_told_on_the_line(feltherre: Feltherre) -> None:
    sides = ("attacker.arm=inf", "attacker.figures_by=12,12", "defender.arm=infantry", "defender.figures_by=10,10")
    ruled = feltherre("umpire", "napoleon", "melee", *sides, "attacker.gr=1", "attacker_d=435", "defender_d=333")
    outputs = json.loads(ruled.output)["outputs"]
    assert (outputs["winner"], outputs["attacker_result"], outputs["defender_result"]) == ("attacker", 13, 9)
    for told, reason in (
        ("attacker.figures=12,12", "attacker: 12.12 is not whole"),
        ("attacker.hat=3", "attacker: There is no input hat"),
        ("continued.hat=3", "There is no input continued.hat"),
    ):
        refused = feltherre("umpire", "napoleon", "melee", told)
        assert refused.exit_code == 2
        assert reason in refused.output


def test_what_cannot_be_is_refused_at_the_question_with_the_reason() -> None:
    terminal = Terminal("umpire", "civilwar", "morale")
    terminal.answer("Figures at the start of the game:", "10")
    terminal.answer("Figures removed", "12")
    terminal.until("12 is more than the 10 there can be (figures at the start of the game).")
    terminal.answer("Figures removed", "3")
    terminal.answer("Figures now (0–7) [7]:", "8")
    terminal.until("8 is more than the 7 there can be")
    terminal.answer("Figures now")
    terminal.answer("Cover", "4")
    terminal.until("at most 3")
    terminal.answer("Cover")
    terminal.answer("Cause:", "plague")
    terminal.until("plague is none of small arms, artillery and melee.")
    terminal.answer("Cause:", "m")
    # a melee has no range: it is not asked
    for question in ("Order", "Morale grade", "Kind", "Changes:"):
        terminal.answer(question)
    terminal.answer("2 dice", "7 3")
    terminal.until("a die shows 1 to 6, not 7")
    terminal.answer("2 dice", "6 3")
    assert terminal.end() == 0
    assert "Distance of the fire" not in terminal.text


def test_what_only_one_kind_needs_must_be_answered_there_and_long_lists_are_shown_once() -> None:
    """The weight of cavalry is asked for as long as it is not said, and nobody tells the other side anew for it."""
    terminal = Terminal("umpire", "napoleon", "melee")
    for question, keys in (
        *(
            ("Attacker", "cav"),
            ("Figures in each rank", ""),
            ("something must be answered", "12,12"),
            ("Formation", "9,9"),
        ),
        *(
            ("is none of", ""),
            ("State of order", ""),
            ("Weight", ""),
            ("something must be answered", "heavy"),
            ("grade", ""),
        ),
        *(("Changes:", "99"), ("There is no 99 in the list; it goes to", "")),
    ):
        terminal.answer(question, keys)
    terminal.until("Defender")
    assert terminal.text.count("20 in ") == 1
    assert terminal.leave("[infantry]:") == 1


def test_only_what_an_arm_can_be_in_is_offered() -> None:
    """By its number in the whole list, which does not change."""
    terminal = Terminal("umpire", "napoleon", "about-face")
    terminal.answer("Arm", "cav")
    terminal.until("1 line")
    terminal.until("3 regimental column")
    terminal.answer("Formation [line]:", "3")
    assert terminal.leave("Changes:") == 1
    assert "attack column" not in terminal.text
    assert "battalion mass" not in terminal.text


def test_a_retreat_asks_only_for_what_the_choice_leaves_open() -> None:
    """What cannot be is refused at its question; seldom things are offered together."""
    terminal = Terminal("umpire", "normandy", "retreat")
    terminal.answer("Terrain of the hex", "heath")
    terminal.answer("Terrain of the hex", "city")
    for question, keys in (
        *(
            ("how many? [1]", ""),
            ("Name", "711"),
            ("Loss value", "two"),
            ("Loss value", "2"),
            ("Losses taken [0]", "1"),
        ),
        *(("Changes:", ""), ("Choice of the owner", "loss")),
    ):
        terminal.answer(question, keys)
    assert terminal.end() == 0
    assert "Hexes around them" not in terminal.text
    assert "All are destroyed: yes" in terminal.text
    in_the_open = Terminal("umpire", "normandy", "retreat", "terrain=open", 'stack=[{"id":"711","loss_value":2}]')
    for question, keys in (
        *(("Hexes around them: how many?", "1"), ("Hex:", "1613"), ("River between", ""), ("Attacking hexes", "")),
        *(("free stacking points: 6", ""), ("Hex they go to", "1613")),
    ):
        in_the_open.answer(question, keys)
    assert in_the_open.end() == 0
    assert "Choice of the owner" not in in_the_open.text
    assert "Retreat to: 1613" in in_the_open.text


def test_there_is_one_target_if_nobody_says_otherwise() -> None:
    terminal = Terminal("umpire", "napoleon", "cannon")
    for question, keys in (
        *(("Guns", "8"), ("Gunner", "4"), ("Gun", "8"), ("order", ""), ("grade", ""), ("how many? [1]", "")),
        *(("Range (cm): ", ""), ("something must be answered", "30"), ("Figures", "30"), ("kind", "")),
    ):
        terminal.answer(question, keys)
    assert terminal.leave("[in order (OR)]:") == 1


def test_one_can_have_it_explained_go_back_and_leave() -> None:
    terminal = Terminal("umpire", "civilwar", "morale")
    terminal.answer("Figures at the start", "?")
    terminal.until("at the start of the game  original_figures=")
    terminal.answer("Figures at the start", "<")
    terminal.until("This is the first question.")
    terminal.answer("Figures at the start", "10")
    terminal.answer("Figures removed", "<")
    terminal.answer("Figures at the start", "20")
    assert terminal.leave("Figures removed (1–20):") == 1
    assert "Left without a ruling." in terminal.text
    assert "Traceback" not in terminal.text


def test_nothing_typed_for_the_dice_throws_them() -> None:
    terminal = Terminal("umpire", "civilwar", "repair")  # a procedure without dice asks for none
    terminal.answer("Turns of work so far", "2")
    terminal.answer("Changes:")
    assert terminal.end() == 0
    thrown = Terminal("umpire", "winterwar", "partisanernes", lang="da")
    thrown.answer("Én terning til partisanernes styrke")
    assert thrown.end() == 0
    assert "kastet af computeren" in thrown.text
    assert "Styrke: " in thrown.text


def test_what_each_side_may_do_is_told_in_the_readers_words() -> None:
    terminal = Terminal("umpire", "napoleon", "after-melee", "winner=attacker", "loser_state=U", lang="da")
    terminal.answer("Ændringer:")
    assert terminal.end() == 0
    told = " ".join(terminal.text.replace("│", " ").split())
    assert "angriber bliver, følger efter, fortsætter bevægelsen, fortsætter angrebet; forsvarer –" in told


def test_of_several_procedures_one_is_picked() -> None:
    """By its number, or by more of its name; and a dice that cannot be is refused under the name that was asked by."""
    terminal = Terminal("umpire", "napoleon", "skydning", lang="da")
    terminal.until("»skydning« kan betyde flere:")
    terminal.until("2 skydning med artilleri")
    terminal.answer("Hvilken (1–2):", "3")
    terminal.until("Der er ingen 3 på listen; den går til 2.")
    terminal.answer("Hvilken (1–2):", "håndvåben")
    for question, keys in (
        *(("Alle den skydendes figurer:", "12"), ("Figurer, der skyder", ""), ("Våben", ""), ("Skudafstand", "z1")),
        *(("orden", ""), ("valeur", ""), ("Målets figurer:", "12"), ("formation", ""), ("art", ""), ("orden", "")),
        *(("valeur", ""), ("Ændringer:", ""), ("3 terninger til salven", "73")),
    ):
        terminal.answer(question, keys)
    terminal.until("salven: en terning viser 1 til 6, ikke 7.")
    terminal.answer("3 terninger til salven", "43")
    terminal.until("salven: situationen kræver 3, angivet er 2.")
    terminal.answer("3 terninger til salven", "433")
    assert terminal.end() == 0


def test_who_picks_nothing_has_left() -> None:
    terminal = Terminal("umpire", "napoleon", "bridge")
    assert terminal.leave("Which one (1–2):") == 1
    assert "Left without a ruling." in terminal.text


def test_a_path_is_typed_as_it_is_told() -> None:
    """Stretch by stretch, with decimals of the reader's language; what cannot be read is not passed over."""
    terminal = Terminal("umpire", "napoleon", "march", lang="da")
    terminal.answer("Våbenart og formation", "1")
    terminal.answer("Vej, terræn og cm", "?")
    terminal.until("som her: vej og bro 10, sti 20")
    terminal.answer("Vej, terræn og cm", "vej 30 20")
    terminal.until("vej 30 20: her hører 2 ting sammen")
    terminal.answer("Vej, terræn og cm", "vej 10, vanskeligt terræn 2,5")
    terminal.answer("Ændringer:")
    assert terminal.end() == 0
    # 10 of 35 cm and 2½ of 12 cm a turn
    for told in ("10 cm (vej og bro)", "2½ cm (vanskeligt terræn)", "Tilbagelagt vej, cm: 12½", "Træk brugt: 0,49"):
        assert told in terminal.text, told


def test_without_a_game_the_desks_are_listed(feltherre: Feltherre) -> None:
    listed = feltherre("umpire", "--lang", "da")
    assert listed.exit_code == 0
    for book_id in book_ids():
        assert f"procedurer: {len(get_book(book_id).procedures)}" in listed.stdout
        assert book_id in listed.stdout
    assert "feltherre umpire SPIL NAVN" in listed.stdout
    told = json.loads(feltherre("umpire", "--json").stdout)
    assert [(one["id"], one["procedures"]) for one in told] == [
        (book_id, list(get_book(book_id).procedures)) for book_id in book_ids()
    ]
    assert feltherre("odds").stdout == feltherre("umpire").stdout


def test_a_game_alone_gives_a_short_list_by_chapter() -> None:
    terminal = Terminal("umpire", "winterwar", lang="sv")
    assert terminal.end() == 0
    lines = [line.split() for line in terminal.text.splitlines()]
    assert ["air-combat", "luftstrid", "1.6-a"] in lines
    assert len(lines) < 45


# told on the line


VOLLEY = ("umpire", "civilwar", "volley", "figures=30", "weapon=rifle_c", "zone=2")


def test_a_situation_on_the_line_is_answered_as_json_where_no_person_reads(feltherre: Feltherre) -> None:
    found = json.loads(feltherre(*VOLLEY, "dice=4,3").stdout)
    assert found["outputs"]["losses_men"] == 25
    assert set(found) == {"outputs", "explanation"}
    # the musket is the usual weapon, on the line too
    salvo = ("firing=36", "firer_figures=36", "target_figures=30", "zone=2", "dice=435")
    assert json.loads(feltherre("umpire", "napoleon", "volley", *salvo).stdout)["outputs"]["zone"] == 2
    thrown = json.loads(feltherre(*VOLLEY).stdout)["thrown"]["dice"]
    assert len(thrown) == 2
    assert set(thrown) <= {1, 2, 3, 4, 5, 6}


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (("figures=30",), "Missing: weapon and distance_cm"),
        (("figures=30", "wepon=3"), "Did you mean weapon"),
        (("figures=30", "target=1"), "target may be target_kind, target_formation, target_cover and target_pinned"),
        (("figures=30", "weapon=rifle", "zone=2"), "can mean several"),
        (("figures=30", "zone=2"), "Missing: weapon"),
        (("figures=30", "weapon=3", "zone=7"), "zone: the number must be at most"),
        (("figures=30", "weapon=3", "zone=2", "dice=7,3"), "dice: a die shows 1 to 6, not 7"),
        (("figures=30", "weapon=3", "zone=2", "dice=4"), "the situation calls for 2, given are 1"),
        (("figures=many", "weapon=3", "zone=2"), "firers: many is no number here"),
        (("figures=30", "file.json"), "not both"),
    ],
)
def test_a_line_that_cannot_be_ends_with_2_and_names_what_is_wrong(
    feltherre: Feltherre, words: tuple[str, ...], reason: str
) -> None:
    found = feltherre("umpire", "civilwar", "volley", *words)
    assert found.exit_code == 2
    assert reason in found.stderr
    assert "dice: dice:" not in found.stderr


def test_a_procedure_is_found_by_a_word_of_the_readers_language(feltherre: Feltherre) -> None:
    line = ("figurer=30", "våben=rifler med p", "afstand=12,5", "dice=43")
    told = json.loads(feltherre("umpire", "civilwar", "salve", *line, "--lang", "da").stdout)
    assert told["outputs"]["losses_men"] == 25
    assert "Målet mister 25 mand." in [line["text"] for line in told["explanation"]]
    near = feltherre("umpire", "civilwar", "voley", *line)
    assert near.exit_code == 2
    assert "Did you mean small-arms-fire (small-arms fire)?" in near.stderr
    several = feltherre("umpire", "civilwar", "fire", *line)
    assert "can mean several" in several.stderr


TWO_STRETCHES = [["road", 30], ["difficult", 12.5]]


@pytest.mark.parametrize(
    ("procedure", "name", "typed", "wanted"),
    [
        ("march", "segments", "road 30, difficult 12.5", TWO_STRETCHES),
        ("march", "segments", "vej 30; vanskeligt terræn 12,5", TWO_STRETCHES),
        ("march", "segments", "road 30 difficult 12.5", TWO_STRETCHES),
        ("march", "segments", '[["road",30],["difficult",12.5]]', TWO_STRETCHES),
        ("march", "segments", "road,30", TWO_STRETCHES[:1]),
        ("merge-grade", "parts", "1 30, -1 20", [[1, 30], [-1, 20]]),
        ("merge-grade", "parts", "1,30;-1,20", [[1, 30], [-1, 20]]),
        ("flank-test", "line", "0 0; 10,5 5", [[0, 0], [10.5, 5]]),
        ("sight", "observer_point", "12,5 40", [12.5, 40]),
        ("sight", "observer_point", "12.5,40", [12.5, 40]),
        ("firing-figures", "figures_by_rank", "12, 10 8", [12, 10, 8]),
    ],
)
def test_lists_are_read_as_people_write_them(procedure: str, name: str, typed: str, wanted: list[object]) -> None:
    book = get_book("napoleon")
    asked = questions(book.procedures[procedure], book.ledger.procedures[procedure])
    assert read(next(one for one in asked if one.name == name), typed) == wanted


@pytest.mark.parametrize("typed", ["road", "road 30 20", "road 30, difficult", "30 road"])
def test_a_list_of_which_a_part_cannot_be_read_is_refused(feltherre: Feltherre, typed: str) -> None:
    refused = feltherre("umpire", "napoleon", "march", "row=inf_line", f"segments={typed}")
    assert refused.exit_code == 2
    assert "segments: " in refused.stderr


@pytest.mark.parametrize(
    ("lang", "game", "word", "wanted"),
    [
        ("da", "napoleon", "kanon", ["artillery-fire"]),
        ("en", "napoleon", "kanon", ["artillery-fire"]),
        ("sv", "napoleon", "salva", ["small-arms-fire"]),
        ("da", "napoleon", "skud", ["small-arms-fire", "artillery-fire"]),
        ("da", "napoleon", "angreb", ["attack-eligibility", "melee", "cossack-attack-check"]),
        ("en", "napoleon", "attack", ["attack-eligibility", "melee", "cossack-attack-check"]),
        ("da", "napoleon", "nærkamp", ["melee"]),
        ("da", "napoleon", "uorden", ["apply-morale"]),
        ("en", "napoleon", "panic", ["carried-away"]),
        ("en", "napoleon", "casualties", ["apply-losses"]),
        ("da", "napoleon", "hegn", ["obstacle-passage"]),
        ("da", "napoleon", "sprængning", ["demolition", "blast-effect"]),
        ("da", "civilwar", "kanon", ["artillery-fire"]),
        ("nb", "civilwar", "angrep", ["melee", "charge-attempt"]),
    ],
)
def test_a_word_of_the_table_finds_what_it_can_mean(lang: str, game: str, word: str, wanted: list[str]) -> None:
    """Those of several are told by words that find them, not by names that only a program writes."""
    procedures = list(get_book(game).procedures.values())
    with reading_in(lang):
        try:
            found = [find_procedure(procedures, word)]
        except AmbiguousName as several:
            found = [find_procedure(procedures, render(one)) for one in several.reason.args["near"]]
    assert [one.name for one in found] == wanted


@pytest.mark.parametrize("game", book_ids())
def test_a_batch_answers_every_example_of_a_ledger(feltherre: Feltherre, tmp_path: Path, game: str) -> None:
    """As somebody with a file of situations has it: line by line, each answer in its place."""
    book = get_book(game)
    asked = [example for example in book.ledger.examples.values() if example.procedure is not None]
    if getattr(book, "in_making", False):  # those of the procedures that there are
        asked = [example for example in asked if example.procedure in book.procedures]
    lines = [{"procedure": example.procedure, "input": as_json(example.given)} for example in asked]
    file = tmp_path / "lines.jsonl"
    file.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    found = feltherre("umpire", game, "--batch", str(file))
    answers = [json.loads(line) for line in found.stdout.splitlines()]
    assert found.exit_code == any(example.refused for example in asked)
    for example, answer in zip(asked, answers, strict=True):
        assert ("error" in answer) == bool(example.refused), example.id
        if not example.refused:
            assert {name: answer["outputs"][name] for name in example.then} == as_json(example.then), example.id


def test_what_no_procedure_is_called_leads_to_the_list(feltherre: Feltherre) -> None:
    unknown = feltherre("umpire", "napoleon", "xyzzy")
    assert unknown.exit_code == 2
    assert unknown.stderr.strip().endswith("`feltherre umpire napoleon` lists those that there are.")


def test_a_question_mark_tells_every_input_with_its_name(feltherre: Feltherre) -> None:
    told = feltherre("umpire", "civilwar", "volley", "?", "--lang", "da").stdout
    inputs = describe_names(feltherre)
    assert inputs
    assert all(f"{name}=" in told for name in inputs)
    assert "figurer, der skyder" in told


def describe_names(feltherre: Feltherre) -> list[str]:
    described = json.loads(feltherre("umpire", "civilwar", "volley", "--describe").stdout)
    return [one["name"] for one in described["inputs"] + described["chance"]]


def test_what_a_procedure_asks_is_data(feltherre: Feltherre) -> None:
    told = json.loads(feltherre("umpire", "norway", "land", "--describe").stdout)
    inputs = {one["name"]: one for one in told["inputs"]}
    assert [field["name"] for field in inputs["attack_groups"]["of"][0]["of"]] == ["from", "mode", "battalions"]
    assert inputs["defenders"]["follows"]["values"]["germany"] == ["norway", "allies"]
    assert told["result"][0] == "winner"

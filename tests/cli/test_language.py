"""The command line speaks the reader's language, whether he asks for it or his system says so."""

from __future__ import annotations

import json
import re
from datetime import datetime
from pathlib import Path

import pytest

from feltherre.cli.language import of_environment
from feltherre.core.catalogue import language, languages, reading_in, render, show
from feltherre.core.errors import BadInput
from feltherre.core.figures import decimal, moment, percent, written_moment
from feltherre.core.registry import book_ids
from feltherre.core.text import say

GERMANY = ("play", "norway", "--as", "germany", "--against", "random", "--seed", "7")
TYPED = ["move oslo > gjovik 2", "odds", "end", *["pass"] * 4, "why", "quit"]
NO_GAME = {lang: render(say("core.bad.game", name="atlantis", known=book_ids()), lang) for lang in languages()}


@pytest.fixture(autouse=True)
def silent_system(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("FELTHERRE_LANG", "LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)


def squeezed(text: str) -> str:
    return " ".join(text.split())


# what decides


@pytest.mark.parametrize(
    ("environment", "lang"),
    [
        ({}, "en"),
        ({"LANG": "C"}, "en"),
        ({"LANG": "C.UTF-8"}, "en"),
        ({"LANG": "POSIX"}, "en"),
        ({"LANG": "en_GB.UTF-8"}, "en"),
        ({"LANG": "nb_NO.UTF-8"}, "nb"),
        ({"LANG": "no_NO"}, "nb"),
        ({"LANG": "nn_NO.UTF-8"}, "nb"),
        ({"LANG": "sv_FI@euro"}, "sv"),
        ({"LANG": "da"}, "da"),
        ({"LANG": "fi_FI.UTF-8"}, "en"),
        ({"LANG": "nb_NO", "LC_MESSAGES": "sv_SE"}, "sv"),
        ({"LANG": "nb_NO", "LC_MESSAGES": "sv_SE", "LC_ALL": "C"}, "en"),
        ({"LANG": "nb_NO", "LC_ALL": ""}, "nb"),
        ({"LANG": "nb_NO", "LC_ALL": "sv_SE", "FELTHERRE_LANG": "da"}, "da"),
    ],
)
def test_the_environment(environment: dict[str, str], lang: str) -> None:
    assert of_environment(environment) == lang


def test_a_language_that_is_asked_for_and_not_spoken_is_refused_with_those_there_are(feltherre, monkeypatch) -> None:
    with pytest.raises(BadInput) as refused:
        of_environment({"FELTHERRE_LANG": "tlh"})
    assert refused.value.reason.args == {"name": "tlh", "known": languages()}
    for words in (("--lang", "tlh", "games"), ("games", "--language", "tlh")):
        done = feltherre(*words)
        assert done.exit_code == 2
        assert '"tlh"' in done.output
    monkeypatch.setenv("FELTHERRE_LANG", "tlh")
    assert feltherre("games").exit_code == 2


def test_the_option_stands_before_or_after_the_command_and_goes_before_the_environment(feltherre, monkeypatch) -> None:
    assert len(set(NO_GAME.values())) == len(NO_GAME) == 4
    assert feltherre("rules", "atlantis").output.strip() == NO_GAME["en"]
    monkeypatch.setenv("LANG", "sv_SE.UTF-8")
    assert feltherre("rules", "atlantis").output.strip() == NO_GAME["sv"]
    monkeypatch.setenv("FELTHERRE_LANG", "da")
    assert feltherre("rules", "atlantis").output.strip() == NO_GAME["da"]
    assert feltherre("--lang", "nb", "rules", "atlantis").output.strip() == NO_GAME["nb"]
    assert feltherre("rules", "atlantis", "--language", "nb_NO").output.strip() == NO_GAME["nb"]
    assert feltherre("--lang", "sv", "rules", "atlantis", "--lang", "nb").output.strip() == NO_GAME["nb"]


def test_nothing_of_it_is_left_when_the_command_is_done(feltherre) -> None:
    feltherre("games", "--lang", "nb")
    assert language() == "en"


@pytest.mark.parametrize("command", ["play", "rules", "umpire", "odds", "simulate", "replay"])
def test_every_command_refuses_in_the_language(feltherre, command: str) -> None:
    words = ("atlantis", "procedure") if command == "odds" else ("atlantis",)
    english, norwegian = feltherre(command, *words), feltherre(command, *words, "--lang", "nb")
    assert english.exit_code == norwegian.exit_code == 2
    assert "atlantis" in norwegian.output
    assert english.output != norwegian.output


def test_json_for_programs_is_the_same_in_every_language(feltherre) -> None:
    for words in (("games", "--json"), ("rules", "norway", "4.2-7", "--json"), ("umpire", "norway", "--json")):
        english = feltherre(*words)
        assert english.exit_code == 0
        assert feltherre(*words, "--lang", "nb").output == english.output


# what is shown


@pytest.mark.parametrize("lang", ["nb", "sv", "da"])
def test_a_game_is_played_in_the_language_and_recorded_without_it(feltherre, home: Path, lang: str) -> None:
    english = feltherre(*GERMANY, "--save", str(home / "en.jsonl"), typed=TYPED).output
    other = feltherre(*GERMANY, "--save", str(home / "other.jsonl"), "--lang", lang, typed=TYPED).output
    for key in ("norway.title", "norway.country.allies"):
        assert render(say(key), lang) in other
    assert not re.search(r"<[a-z]+\.[a-z]", other), "no key is shown"
    assert re.search(r"\d,\d\s%", other)
    assert not re.search(r"\d\.\d\s?%", other)
    assert re.search(r"\d\.\d%", english)
    ours, theirs = ([json.loads(line) for line in (home / name).open()] for name in ("en.jsonl", "other.jsonl"))
    assert ours[0]["setup"] == theirs[0]["setup"], "seats have the same names in every language"
    assert [line.get("state") for line in ours] == [line.get("state") for line in theirs], "and the same game is played"
    assert len(ours) > 5


def test_the_umpires_desk_explains_in_the_language_and_answers_in_the_ledgers_names(feltherre) -> None:
    situation = json.dumps({"pieces": 1, "white_chips": 2, "black_chips": 1})
    answers = [feltherre("umpire", "norway", "stack-count", "--lang", lang, typed=[situation]) for lang in ("en", "nb")]
    told = [json.loads(answer.output) for answer in answers]
    assert told[0]["outputs"] == told[1]["outputs"]
    assert [line["rule"] for line in told[0]["explanation"]] == [line["rule"] for line in told[1]["explanation"]]
    assert all(en["text"] != nb["text"] for en, nb in zip(told[0]["explanation"], told[1]["explanation"], strict=True))


def test_rules_are_read_in_the_language_and_in_english_with_the_books_own_words_beside(feltherre) -> None:
    english = squeezed(feltherre("rules", "norway", "4.2-7").output)
    assert "The attacker's total is compared with the defender's." in english
    assert render(say("cli.rules.terms"), "en") in english
    for book, ours in (("landområde", "land area"), ("angriper", "attacker"), ("forsvarer", "defender")):
        assert f"{book} {ours}" in english
    assert "havområde" not in english
    page = squeezed(feltherre("rules", "norway", "4.2-7", "--lang", "nb").output)
    assert "Summen til angriperen sammenlignes med summen til forsvareren." in page
    assert render(say("cli.rules.terms"), "nb") not in page


def test_a_series_is_summed_up_in_the_language(feltherre) -> None:
    english = feltherre("simulate", "norway", "--games", "2").output
    page = feltherre("simulate", "norway", "--games", "2", "--lang", "nb").output
    assert re.search(r"\d\.\d%", english)
    assert re.search(r"\d,\d\s%", page)
    assert render(say("norway.role.allies"), "nb") in page


# records


def test_a_record_is_told_in_the_readers_language(feltherre, home: Path) -> None:
    file = home / "game.jsonl"
    feltherre(*GERMANY, "--save", str(file), "--lang", "sv", typed=TYPED)
    stories = {lang: feltherre("replay", str(file), "--story", "--lang", lang).output for lang in languages()}
    assert len({len(story.splitlines()) for story in stories.values()}) == 1, "line by line the same story"
    for lang, story in stories.items():
        assert render(say("core.story.set-up"), lang) in story
        assert render(say("norway.throw.land-combat.attacker_dice"), lang) in story
        assert not re.search(r"<[a-z]+\.[a-z]", story)
    numbers = {lang: re.findall(r"\[[\w.-]+\]$", story, re.MULTILINE) for lang, story in stories.items()}
    assert all(rules == numbers["en"] for rules in numbers.values())
    assert len({re.sub(r"\W", "", story) for story in stories.values()}) == 4


def test_a_record_holds_no_sentence(feltherre, home: Path) -> None:
    """What a seat saw is in a snapshot as keys, so that an old record can be read in any language."""
    file = home / "game.jsonl"
    feltherre(*GERMANY, "--save", str(file), "--lang", "nb", typed=TYPED)
    record = file.read_text("utf-8")
    assert '"norway.event.' in record
    told = feltherre("replay", str(file), "--lang", "nb").output.splitlines()
    sentences = [line[6:].strip() for line in told if re.match(r" *\d+  \w", line)]
    assert len(sentences) > 5
    assert [sentence for sentence in sentences if sentence.partition("  ")[0] in record] == []


# figures


def test_figures_and_moments_are_written_as_the_language_does() -> None:
    assert [percent(0.41666, lang) for lang in ("en", "nb")] == ["41.7%", "41,7\N{NO-BREAK SPACE}%"]
    assert [decimal(12.34, lang) for lang in ("en", "sv")] == ["12.3", "12,3"]
    when = datetime(2026, 4, 9, 18, 5)
    assert moment(when, "en") == "9 Apr 2026, 18:05"
    assert moment(when, "nb").startswith("9. apr. 2026")
    assert written_moment("2026-04-09T18:05:00", "en") == "9 Apr 2026, 18:05"
    assert written_moment("long ago") == "long ago"


def test_lists_are_joined_in_the_language() -> None:
    joined = {}
    for lang in languages():
        with reading_in(lang):
            joined[lang] = show(["Oslo", "Bergen", "Narvik"])
    assert joined == {
        "en": "Oslo, Bergen and Narvik",
        "nb": "Oslo, Bergen og Narvik",
        "sv": "Oslo, Bergen och Narvik",
        "da": "Oslo, Bergen og Narvik",
    }

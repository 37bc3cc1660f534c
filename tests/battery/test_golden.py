"""Games kept as text are played as they were: a change must be wanted, and explained."""

import re
from difflib import unified_diff

import pytest

from battery.playthrough import GOLDEN, PlayThrough, play_throughs
from battery.tiny import small_games_installed

with small_games_installed():
    KEPT = play_throughs()

#: lines of the difference that are shown
SHOWN = 40

HOW_TO = """
If this change is wanted, write the play-throughs anew with

    python tools/golden.py --write

and say in the commit why they differ. If old records no longer replay, the game's rules_version goes up."""


@pytest.mark.parametrize("kept", KEPT, ids=[kept.name for kept in KEPT])
def test_a_kept_game_is_played_as_it_was(kept: PlayThrough) -> None:
    assert kept.file.exists(), f"{kept.file.name} is not there; python tools/golden.py --write {kept.way.game} makes it"
    was, now = kept.file.read_text(encoding="utf-8"), kept.tell()
    if was != now:
        pytest.fail(difference(was, now, kept.file.name) + HOW_TO, pytrace=False)


def difference(was: str, now: str, name: str) -> str:
    lines = list(unified_diff(was.splitlines(), now.splitlines(), f"{name} as kept", f"{name} now", lineterm="", n=2))
    more = [f"... and {len(lines) - SHOWN} more lines"] if len(lines) > SHOWN else []
    return "\n".join(lines[:SHOWN] + more)


def test_no_kept_game_is_left_over() -> None:
    assert sorted(file.name for file in GOLDEN.glob("*.txt")) == sorted(kept.file.name for kept in KEPT)


#: `<norway.event.turn>`, `{country}`; odds are told as `<=1-4`
BARE = re.compile(r"<\w|\{")


def test_no_kept_game_lacks_a_sentence() -> None:
    """A key without a sentence is told in angle brackets, a missing argument in braces."""
    for kept in KEPT:
        bare = [line for line in kept.file.read_text(encoding="utf-8").splitlines() if BARE.search(line)]
        assert not bare, f"{kept.name}: {bare[0]}"

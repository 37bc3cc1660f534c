"""Who plays which side: from the options of the command, or by asking."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec import Struct
from rich.console import Console
from rich.panel import Panel
from rich.text import Text as Line

from feltherre.cli.play.reading import Reader
from feltherre.cli.words import words
from feltherre.core.catalogue import find, render
from feltherre.core.errors import BadInput
from feltherre.core.game import Game, Seat, Setup
from feltherre.core.introduction import title_of
from feltherre.core.text import say
from feltherre.players.listed import make_player, player_names

#: the player one meets if one does not say otherwise
USUAL = "captain"


class Sides(Struct, frozen=True):
    """Who sits where: the seats, and the computer player of each seat that has one."""

    seats: tuple[Seat, ...]
    computers: dict[str, str]


def role_names(game: Game[Any], roles: Sequence[str]) -> str:
    """`Norway and Allies`"""
    return render(say("core.plain", text=[game.role_name(role) for role in roles]))


def usual_player(game: Game[Any]) -> str:
    names = player_names(game)
    return USUAL if USUAL in names else names[0]


def given_sides(game: Game[Any], made: Setup, people: Sequence[str], against: str | None, hot_seat: bool) -> Sides:
    """The sides as the options say: `--as norway+allies --against captain`, or `--hot-seat`."""
    taken = [_roles(game, made, side) for side in people]
    held = [role for roles in taken for role in roles]
    if len(set(held)) < len(held):
        raise BadInput(say("cli.play.side-twice", sides=list(people)))
    if hot_seat and not taken:
        return seat_all(game, game.seatings(made)[0], computers=None)
    for seating in (*game.seatings(made), *_shared(game, made, taken)):
        if all(roles in seating for roles in taken):
            others = {roles for roles in seating if roles not in taken}
            if hot_seat:
                return seat_all(game, seating, computers=None)
            return seat_all(game, seating, dict.fromkeys(others, against or usual_player(game)))
    raise BadInput(say("cli.play.no-seating", sides=list(people), seatings=seatings(game, made)))


def _shared(game: Game[Any], made: Setup, taken: Sequence[tuple[str, ...]]) -> tuple[tuple[tuple[str, ...], ...], ...]:
    """Where a scenario has commanders of its own any of them may share a seat; the others have one each."""
    known = game.roles_in(made)
    if known == game.roles:
        return ()
    held = {role for roles in taken for role in roles}
    return ((*taken, *((role,) for role in known if role not in held)),)


def seatings(game: Game[Any], made: Setup) -> list[str]:
    return [" / ".join("+".join(roles) for roles in seating) for seating in game.seatings(made)]


def _roles(game: Game[Any], made: Setup, side: str) -> tuple[str, ...]:
    """The roles of a seat; a side whose commanders are several roles stands for all of them."""
    known = game.roles_in(made)
    commanders = {role: [one for one in known if one.startswith(f"{role}-")] for role in game.roles}
    roles = [one for role in side.split("+") for one in commanders.get(role) or [role]]
    for role in roles:
        if role not in known:
            title = title_of(game)
            raise BadInput(say("cli.play.no-role", name=role, game=title, roles=list(known)))
    return tuple(role for role in known if role in roles)


def seat_all(
    game: Game[Any], seating: Sequence[tuple[str, ...]], computers: dict[tuple[str, ...], str] | None
) -> Sides:
    """Seats called after their roles, the same in every language; `computers` are those that no person plays."""
    seats = tuple(Seat("+".join(roles), roles) for roles in seating)
    played = {seat.name: computers[seat.roles] for seat in seats if computers and seat.roles in computers}
    for player in played.values():
        make_player(game, player)  # says at once if there is none of that name
    return Sides(seats, played)


def ask_sides(game: Game[Any], made: Setup, reader: Reader, against: str | None) -> Sides | None:
    """Which side, and against whom; None when nobody answers."""
    single = list(dict.fromkeys(roles for seating in game.seatings(made) for roles in seating))
    several = [seating for seating in game.seatings(made) if len(seating) > 1]
    choices = [words("play.ask.side", side=role_names(game, roles)) for roles in single]
    choices += [
        words("play.ask.hot-seat", n=len(seating), sides=" / ".join(role_names(game, roles) for roles in seating))
        for seating in several
    ]
    chosen = reader.choose(words("play.ask.which-side"), choices, words("play.ask.prompt"))
    if chosen is None:
        return None
    if chosen >= len(single):
        return seat_all(game, several[chosen - len(single)], computers=None)
    roles = single[chosen]
    player = against or _ask_player(game, reader)
    if player is None:
        return None
    seating = next(seating for seating in game.seatings(made) if roles in seating)
    return seat_all(game, seating, {other: player for other in seating if other != roles})


def _ask_player(game: Game[Any], reader: Reader) -> str | None:
    usual = usual_player(game)
    names = [usual, *(name for name in player_names(game) if name != usual)]
    if len(names) == 1:
        return names[0]
    choices = [words("play.ask.player", name=name, about=_about(name)) for name in names]
    chosen = reader.choose(words("play.ask.against"), choices, words("play.ask.prompt"))
    return None if chosen is None else names[chosen]


def _about(player: str) -> str:
    key = f"cli.play.player.{player}"
    return render(say(key)) if find(key) else ""


def welcome(console: Console, game: Game[Any]) -> None:
    title = render(title_of(game))
    body = Line(words("play.welcome", title=title))
    console.print(Panel(body, title=title, title_align="left", border_style="cyan"))

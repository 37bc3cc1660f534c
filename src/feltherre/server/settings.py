"""How much of everything the server allows, and how long it waits. Tests and clubs set their own."""

from __future__ import annotations

import os

from msgspec import Struct

from feltherre.server.post import PostOffice

MINUTE, HOUR = 60.0, 3600.0


class Settings(Struct, frozen=True, kw_only=True):
    # pauses, in seconds

    #: how long people usually take to pass: a pass that a standing instruction gives comes as late (passing.py)
    pass_pauses: tuple[float, ...] = (3.1, 1.7, 4.6, 2.3, 6.4, 2.0, 9.1, 3.7)
    #: and never much later than this, however long a seat once took itself
    longest_pause: float = 30.0
    #: before a computer player's answer; it thinks meanwhile, so that a long thought does not show either
    computer_pause: float = 0.5
    #: a computer player that has no answer by then is replaced by a weaker one for this decision, and given more time
    think_seconds: float = 20.0
    #: an act of a heavy game that has not been carried out by then is refused
    act_seconds: float = 60.0
    #: before a computer player that could not even answer at random is asked again
    try_again: float = 5.0

    # rooms

    #: a game that nobody has open is dropped from memory after this
    drop_after: float = MINUTE
    #: states of earlier lines are kept for the replay slider as long as somebody uses it
    past_kept: float = MINUTE
    #: a seat that nobody has open for this long may be handed to a computer by the others
    absent_after: float = 10 * MINUTE
    #: lines of a record after which nothing more is taken from people: no game comes near it, an endless
    #: to and fro does
    lines_per_match: int = 50_000
    #: and bytes of it, snapshots included
    bytes_per_match: int = 64 * 1024 * 1024
    #: days after which a game in which nothing happens is deleted; 0: never
    keep_days: int = 0
    #: how often rooms are looked at for all this
    housekeeping: float = 5.0

    # who is listened to

    #: the names the server answers to; none: any
    host_names: tuple[str, ...] = ()
    #: addresses of proxies whose word on a visitor's address is believed
    proxies: tuple[str, ...] = ()
    #: the address on which it listens
    listens_on: str = "127.0.0.1"

    # letters to people who are away

    office: PostOffice = PostOffice()
    #: who is away is called when he has been asked for so long: others may still take back what they did
    call_after: float = 30.0
    #: addresses that somebody leaves at his seats: so many at once, then so many a minute
    leaving_burst: float = 10.0
    leaving_per_minute: float = 1.0

    # connections

    #: a connection that has asked for nothing by then, or only begun to ask, is closed
    request_within: float = 10.0
    #: whoever is refused before he has said everything is heard out for as long, and for so many bytes: otherwise he
    #: could not read why
    unread_bytes: int = 16 * 1024 * 1024
    #: connections of an address that are no open page
    sockets_per_address: int = 128
    hello_within: float = 10.0
    idle_after: float = 12 * HOUR
    messages_per_second: float = 20.0
    message_burst: float = 80.0
    #: messages that cannot be read before the connection is closed
    most_malformed: int = 20
    #: messages, and bytes of them, waiting to be sent before a client counts as too slow
    most_unsent: int = 256
    most_unsent_bytes: int = 4 * 1024 * 1024
    connections_per_seat: int = 8
    spectators_per_match: int = 64
    #: pages that an address opens: so many at once, then so many a minute
    openings_burst: float = 200.0
    openings_per_minute: float = 240.0
    connections_per_address: int = 64
    connections: int = 4000
    #: questions that take time (hints, chances, replay) at once, for each connection
    questions_at_once: int = 2

    # requests

    #: a body that has not come in by then is given up
    request_seconds: float = 30.0
    request_bytes: int = 65_536
    record_bytes: int = 8 * 1024 * 1024
    #: the form of a new game, which may have a scenario file in it
    making_bytes: int = 512 * 1024
    #: new games for each address: so many at once, then so many a minute
    matches_burst: float = 20.0
    matches_per_minute: float = 6.0
    #: requests that take time (odds, rulings, records, links) for each address
    requests_burst: float = 60.0
    requests_per_minute: float = 120.0

    #: records, rulings and chances for anybody who asks over HTTP that wait at once, in all and for each address; they
    #: have processes of their own
    at_the_desk: int = 32
    at_the_desk_for_each: int = 4

    #: processes in which computer players think and chances are counted, usually one for each core, and at least two,
    #: so that short work need not wait for long work; 0: threads of the server itself
    workers: int = max(2, os.cpu_count() or 1)

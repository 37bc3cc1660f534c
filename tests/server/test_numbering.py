"""Each seat's own count of the lines."""

from hypothesis import given
from hypothesis import strategies as st

from feltherre.core import agenda, record, seats
from feltherre.server.numbering import Numbering

SEATS = ("amber", "blue", "coral")


@given(st.lists(st.tuples(st.sampled_from(SEATS), st.booleans()), max_size=40))
def test_a_seat_counts_the_lines_it_sees(lines: list[tuple[str, bool]]) -> None:
    """Compared with counting them one by one."""
    numbering = Numbering()
    for n, (seat, hidden) in enumerate(lines):
        act = seats.Standing(seat) if hidden else seats.Resigned()
        assert numbering.note(record.SeatAct(n=n, seat=seat, act=act, state=""), ()) is hidden
    for viewer in (*SEATS, ""):
        seen = [n for n, (seat, hidden) in enumerate(lines) if not hidden or seat == viewer]
        for n in range(len(lines)):
            assert numbering.number(n, viewer) == sum(1 for line in seen if line <= n) - 1
        for number, n in enumerate(seen):
            assert numbering.line(number, viewer) == n
        assert numbering.line(10**30, viewer) >= len(lines)
    assert [numbering.number(n, agenda.UMPIRE) for n in range(len(lines))] == list(range(len(lines)))
    assert [numbering.line(n, agenda.UMPIRE) for n in range(len(lines))] == list(range(len(lines)))

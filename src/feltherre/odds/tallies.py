"""In how many ways n dice give a total and a number of some faces: integer convolution, kept once computed."""

from __future__ import annotations

from functools import cache

FACES = (1, 2, 3, 4, 5, 6)


@cache
def ways_by_total_and_count(n: int, *faces: int) -> dict[tuple[int, int], int]:
    """{(total, how many dice show one of the faces): ways} over all 6^n throws of n dice."""
    if n == 0:
        return {(0, 0): 1}
    table: dict[tuple[int, int], int] = {}
    for (total, count), ways in ways_by_total_and_count(n - 1, *faces).items():
        for value in FACES:
            cell = (total + value, count + (value in faces))
            table[cell] = table.get(cell, 0) + ways
    return table


@cache
def ways_by_total(n: int) -> dict[int, int]:
    """{total: ways} over all 6^n throws of n dice."""
    table: dict[int, int] = {}
    for (total, _), ways in ways_by_total_and_count(n, 6).items():
        table[total] = table.get(total, 0) + ways
    return table


@cache
def ways_by_count(n: int, *faces: int) -> dict[int, int]:
    """{how many dice show one of the faces: ways} over all 6^n throws of n dice."""
    table: dict[int, int] = {}
    for (_, count), ways in ways_by_total_and_count(n, *faces).items():
        table[count] = table.get(count, 0) + ways
    return table

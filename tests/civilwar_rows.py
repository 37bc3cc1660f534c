"""What a ruling of the Civil War counted: the rows of its schema.

rows(fight.ruling("shock")) == {"shock.enemy.general": -1}
"""

from feltherre.core.chance import Ruling

_KEY = "civilwar.modifier."


def rows(ruling: Ruling) -> dict[str, int]:
    """What every row that counted was worth, by the end of the key of its sentence."""
    lines = [line for line in ruling.explanation if line.text.key.startswith(_KEY)]
    assert len({line.text.key for line in lines}) == len(lines), "a row that both sides have"
    return {line.text.key.removeprefix(_KEY): line.value or 0 for line in lines}

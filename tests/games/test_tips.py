"""The guided first turn of each game: what it says is a sentence in every language, stands with a question that the
game asks, and speaks of what is on the board."""

import pytest

from feltherre.core import registry
from feltherre.core.catalogue import find, languages, messages
from feltherre.core.game import Setup


@pytest.mark.parametrize("game_id", registry.game_ids())
def test_tips_stand_with_questions_and_speak_of_the_board_in_every_language(game_id: str) -> None:
    game = registry.get_game(game_id)
    for options in game.variants():
        board = game.board(Setup((), dict(options), next(iter(game.scenarios), "")))
        assert set(board.tips) <= set(game.roles)
        tips = [tip for told in board.tips.values() for tip in told]
        known = {place.id for place in board.places} | {kind.id for kind in board.kinds}
        for tip in tips:
            assert tip.asked != (), tip.text.key
            assert all(map(find, tip.asked)), f"{tip.text.key} stands with no question"
            assert [lang for lang in languages() if tip.text.key not in messages(game_id, lang)] == []
            assert set(tip.places) <= known, tip.text.key
        assert len({tip.text.key for tip in tips}) == len(tips)

"""What is answered to something that cannot be done.

assert refusal_of(Illegal, lambda: space.check(action)).reason.key == "tiny.illegal.dark"
"""

from collections.abc import Callable
from typing import TypeVar

import pytest

Refusal = TypeVar("Refusal", bound=BaseException)


def refusal_of(kind: type[Refusal], act: Callable[[], object]) -> Refusal:
    """The error with which it is refused; that it is not refused fails the test."""
    with pytest.raises(kind) as raised:
        act()
    return raised.value

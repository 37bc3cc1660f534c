"""The plugin in proofs.py: a claim without marked code fails, an unknown rule stops the collection, --full."""

import os
from pathlib import Path

import pytest

from tiny_checkout import GAME, lay_checkout

TESTS = Path(__file__).parent
RULES = f"tests/rules/{GAME}"

CLAIMS = """
import pytest
from tinydice.combat import dice, hits

@pytest.mark.proves("1.1")
def test_runs_what_it_claims():
    assert dice(4) == 3

@pytest.mark.proves("1.1")
def test_runs_nothing():
    assert True

@pytest.mark.proves("1.1", "1.2")
def test_runs_one_of_two():
    assert dice(1) == 1

@pytest.fixture
def thrown():
    return hits([6])

@pytest.mark.proves("1.2")
def test_runs_it_only_while_setting_up(thrown):
    assert thrown == 1

@pytest.mark.proves("1.2")
def test_fails_by_itself():
    assert hits([6]) == 7

@pytest.mark.proves("1.1")
class TestClass:
    def test_in_class(self):
        assert dice(2) == 2

def test_claims_nothing():
    assert True
"""

PROFILES = """
import pytest
from hypothesis import settings

@pytest.mark.full
def test_full():
    assert (settings().max_examples, settings().derandomize, settings().deadline) == (200, False, None)

def test_always(request):
    full = request.config.getoption("--full")
    assert full or (settings().max_examples, settings().derandomize, settings().deadline) == (10, True, None)
"""


@pytest.fixture
def inner(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> pytest.Pytester:
    """A checkout of the tiny game in which pytest can be run."""
    lay_checkout(pytester.path)
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(pytester.path / "src"), str(TESTS)]))
    return pytester


def test_a_claim_counts_only_if_marked_code_ran_in_the_test(inner: pytest.Pytester) -> None:
    (inner.path / RULES / "test_claims.py").write_text(CLAIMS)
    result = inner.runpytest_subprocess(RULES)
    result.assert_outcomes(passed=6, failed=4)
    result.stdout.fnmatch_lines(["*test_runs_nothing*", "claims to prove 1.1, but ran no code marked with it*"])
    result.stdout.fnmatch_lines(["*test_runs_one_of_two*", "claims to prove 1.2, but ran no code*"])
    result.stdout.fnmatch_lines(["*test_runs_it_only_while_setting_up*", "claims to prove 1.2, but ran no code*"])
    result.stdout.fnmatch_lines(["*assert 1 == 7*"])


def test_unknown_rules_and_proofs_outside_the_rules_stop_the_collection(inner: pytest.Pytester) -> None:
    (inner.path / RULES / "test_wrong.py").write_text('import pytest\n@pytest.mark.proves("9.9")\ndef test_it(): ...\n')
    (inner.path / "tests" / "test_out.py").write_text('import pytest\n@pytest.mark.proves("1.1")\ndef test_it(): ...\n')
    result = inner.runpytest_subprocess("tests")
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines_random(
        [
            f"*{RULES}/test_wrong.py::test_it: proves '9.9', which is no rule of {GAME}",
            "*tests/test_out.py::test_it: a test that proves rules belongs in tests/rules/<game>/",
        ]
    )


def test_full_tests_run_only_when_asked_for_and_profiles_follow(inner: pytest.Pytester) -> None:
    (inner.path / "tests" / "test_profiles.py").write_text(PROFILES)
    sample = inner.runpytest_subprocess("tests/test_profiles.py")
    sample.assert_outcomes(passed=1, deselected=1)
    full = inner.runpytest_subprocess("tests/test_profiles.py", "--full")
    full.assert_outcomes(passed=2)

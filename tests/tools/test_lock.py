"""The lock of the Python packages: it holds what pyproject.toml asks for, with checksums and without addresses."""

import json
import re
import sys
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from cases import each

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT / "tools"))

import audit  # noqa: E402
import setup  # noqa: E402
from lock import COMPILE, LOCK  # noqa: E402


def locked() -> dict[str, str]:
    """name -> version"""
    pins = re.findall(r"^(\S+?)==(\S+)", LOCK.read_text(), re.MULTILINE)
    assert len(pins) == len(dict(pins)), "a package has two versions"
    return {canonicalize_name(name): version for name, version in pins}


def test_the_lock_holds_all_that_is_asked_for() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    asked = [*project["project"]["dependencies"], *project["project"]["optional-dependencies"]["dev"]]
    asked += project["build-system"]["requires"]
    pins = locked()
    for wanted in map(Requirement, asked):
        version = pins.get(canonicalize_name(wanted.name))
        assert version is not None, f"{wanted} is not in the lock: make lock"
        assert wanted.specifier.contains(version), f"{wanted}, but {version} in the lock: make lock"


def test_every_package_has_the_checksums_of_its_files_and_no_address() -> None:
    text = LOCK.read_text()
    for block in re.split(r"\n(?=\S+==)", text)[1:]:
        assert block.count("--hash=sha256:") >= 1, block
    assert "://" not in text
    assert "index-url" not in text
    # compiled packages: a file for every Python and system that has one, not only for the machine that wrote it
    compiled = text[text.index("msgspec==") : text.index("mypy==")]
    assert compiled.count("--hash=") > 30


def test_set_up_installs_from_the_lock_alone() -> None:
    packages, ours = setup.python_commands(Path("python"))[-2:]
    assert {"--require-hashes", LOCK} <= set(packages)
    assert {"--no-deps", "--no-build-isolation"} <= set(ours)
    assert "--generate-hashes" in COMPILE


def pip_audit(*packages: dict[str, object]) -> str:
    return json.dumps({"dependencies": packages, "fixes": []})


SOUND = {"name": "h11", "version": "0.16.0", "vulns": []}
FAULTY = {"name": "h11", "version": "0.1", "vulns": [{"id": "CVE-1", "fix_versions": ["0.16.0"]}]}
UNKNOWN = {"name": "h11", "skip_reason": "Dependency not found on PyPI and could not be audited"}
NPM_SOUND = json.dumps({"vulnerabilities": {}, "metadata": {"dependencies": {"total": 9}}})
NPM_FAULTY = json.dumps(
    {"vulnerabilities": {"vite": {"range": "<8", "severity": "high"}}, "metadata": {"dependencies": {"total": 9}}}
)
NPM_UNKNOWN = json.dumps({"message": "request to the registry failed", "error": {"summary": "", "detail": ""}})


@each(
    "told code words",
    (pip_audit(SOUND), 0, "1 packages asked about, 0 faults known"),
    (pip_audit(SOUND, FAULTY), 1, "h11 0.1: CVE-1 (mended in: 0.16.0)"),
    (pip_audit(SOUND, UNKNOWN), 2, "not asked about: 1"),
    ("ERROR: Failed to connect", 2, "ERROR: Failed to connect"),
    ("", 2, "no answer"),
)
def test_what_could_not_be_asked_about_is_not_sound(
    told: str, code: int, words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert audit.tell(audit.python_findings(told)) == code
    assert words in capsys.readouterr().out


@each(
    "told code words",
    (NPM_SOUND, 0, "9 packages asked about, 0 faults known"),
    (NPM_FAULTY, 1, "vite <8: high"),
    (NPM_UNKNOWN, 2, "request to the registry failed"),
    ("", 2, "no answer"),
)
def test_the_same_of_npm(told: str, code: int, words: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert audit.tell(audit.npm_findings(told)) == code
    assert words in capsys.readouterr().out

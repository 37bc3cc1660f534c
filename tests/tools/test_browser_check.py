"""The check of the real-browser tests says so when it could not be made, and is not counted as passed."""

import os
import stat
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def check(tmp_path: Path, browser: str) -> subprocess.CompletedProcess[str]:
    """`tools/check.py browser` on a machine that has nothing but this browser and an npm that says which it got."""
    npm = tmp_path / "npm"
    npm.write_text('#!/bin/sh\necho "npm $* with $FELTHERRE_CHROMIUM"\n')
    npm.chmod(npm.stat().st_mode | stat.S_IXUSR)
    environment = {**os.environ, "PATH": str(tmp_path), "FELTHERRE_CHROMIUM": browser}
    words = [sys.executable, "tools/check.py", "browser"]
    return subprocess.run(words, cwd=ROOT, env=environment, capture_output=True, text=True)


def test_without_a_browser_the_tests_are_skipped_loudly(tmp_path: Path) -> None:
    done = check(tmp_path, str(tmp_path / "no-such-browser"))
    assert done.returncode == 0
    assert "apt-get install chromium" in done.stderr
    assert "SKIPPED" in done.stdout
    assert "1 passed" not in done.stdout


def test_another_browser_can_be_named(tmp_path: Path) -> None:
    browser = tmp_path / "my-chrome"
    browser.write_text("#!/bin/sh\nexit 0\n")
    browser.chmod(0o755)
    done = check(tmp_path, str(browser))
    assert done.returncode == 0
    assert f"npm run --silent test:browser with {browser}" in done.stdout
    assert "SKIPPED" not in done.stdout

"""Asks whether faults are known of the packages in the two locks, tools/requirements.lock and web/package-lock.json.

The lists of known faults are on the registries, so this needs a network. Exit 0: none is known; 1: some are; 2: not
every package could be asked about, which is no clean bill.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

from lock import LOCK, ROOT, tool

PLACE = ROOT / ".setup" / "audit"
PIP_AUDIT = "pip-audit==2.10.1"
PYTHON = ("--require-hashes", "--disable-pip", "--progress-spinner", "off", "--format", "json", "--requirement")
NPM = ("npm", "audit", "--json")

NO_NETWORK = """
Not every package could be asked about: the lists of known faults could not be reached from here.
Nothing is wrong with the packages for all that is known, but nothing is proved either. Run `make audit` again
on a machine that reaches the registries of Python and npm; it needs only this folder's two locks:
  tools/requirements.lock and web/package-lock.json"""


class Findings:
    """What is known of the packages of one lock."""

    def __init__(self, of: str) -> None:
        self.of = of
        self.faults: list[str] = []
        self.asked = 0
        #: why packages could not be asked about, once for each reason
        self.unknown: list[str] = []


def python_findings(told: str) -> Findings:
    """What pip-audit says. A package it does not find is left out with a reason, not refused."""
    findings = Findings("Python")
    for package in _read(findings, told).get("dependencies", []):
        if "skip_reason" in package:
            findings.unknown.append(package["skip_reason"])
            continue
        findings.asked += 1
        for fault in package["vulns"]:
            mended = ", ".join(fault["fix_versions"]) or "not mended yet"
            findings.faults.append(f"{package['name']} {package['version']}: {fault['id']} (mended in: {mended})")
    return findings


def npm_findings(told: str) -> Findings:
    """What `npm audit` says."""
    findings = Findings("npm")
    answer = _read(findings, told)
    if "metadata" not in answer:
        findings.unknown.append(str(answer.get("message") or answer.get("error") or "no answer"))
        return findings
    findings.asked = answer["metadata"]["dependencies"]["total"]
    for name, fault in answer["vulnerabilities"].items():
        findings.faults.append(f"{name} {fault['range']}: {fault['severity']}")
    return findings


def _read(findings: Findings, told: str) -> dict[str, Any]:
    try:
        answer: dict[str, Any] = json.loads(told)
    except ValueError:
        findings.unknown.append(told.strip().splitlines()[-1] if told.strip() else "no answer")
        return {}
    return answer


def tell(findings: Findings) -> int:
    print(f"{findings.of}: {findings.asked} packages asked about, {len(findings.faults)} faults known")
    for fault in findings.faults:
        print(f"  {fault}")
    if findings.unknown:
        print(f"  not asked about: {len(findings.unknown)} ({findings.unknown[0]})")
    return 1 if findings.faults else 2 if findings.unknown or not findings.asked else 0


def run(words: list[str | Path], folder: Path) -> str:
    try:
        ran = subprocess.run(words, cwd=folder, capture_output=True, text=True)
    except OSError as error:
        return str(error)
    return ran.stdout if ran.stdout.strip() else ran.stderr


def main() -> int:
    try:
        programs = tool(PLACE, PIP_AUDIT)
        told = run([programs / "pip-audit", *PYTHON, LOCK], ROOT)
    except subprocess.CalledProcessError:
        told = "pip-audit could not be installed"
    codes = [tell(python_findings(told)), tell(npm_findings(run([*NPM], ROOT / "web")))]
    if 2 in codes:
        print(NO_NETWORK, file=sys.stderr)
    return 1 if 1 in codes else max(codes)


if __name__ == "__main__":
    sys.exit(main())

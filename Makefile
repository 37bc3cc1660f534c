# Everything starts here. Each target does the set-up it needs; the second time it takes no time.

PYTHON ?=
JOBS   ?= 2
BIN    := .venv/bin

.DEFAULT_GOAL := help
.PHONY: help setup play terminal test test-all lint bench probes mutants web browser web-dev lock audit clean

help: ## this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-10s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

setup: ## only the set-up: .venv with the feltherre command, npm packages, built client
	@PYTHON="$(PYTHON)" sh tools/setup.sh

play: setup ## start the local server, print the address and open the page: a game against the computer is one click away
	@exec $(BIN)/feltherre serve --open

terminal: setup ## a game of Norway 1940 in the terminal
	@exec $(BIN)/feltherre play norway

test: setup ## lint, a fixed sample of every suite, the client's and the browser's tests, with a summary (JOBS=2)
	@$(BIN)/python tools/check.py test --jobs $(JOBS)

test-all: setup ## the full numbers of every suite, with a table at the end; takes hours, goes on where it was stopped (JOBS=2)
	@$(BIN)/python tools/check.py test-all --jobs $(JOBS)

lint: setup ## ruff and mypy
	@$(BIN)/python tools/check.py lint

bench: setup ## every performance figure the project claims, as JSON, one after the other
	@for file in bench/[!_]*.py; do \
	    echo "== $$file" >&2; \
	    $(BIN)/python "$$file" || exit 1; \
	done

probes: setup ## what somebody who means no good tries with a server, on loopback; a table with 0 failures (ARGS=)
	@$(BIN)/python tools/probes.py $(ARGS)

mutants: setup ## change the numbers of tables and rules one by one; lists what no test noticed (ARGS=)
	@$(BIN)/python tools/mutants.py --jobs $(JOBS) $(ARGS)

web: setup ## type-check and test the browser client (set-up has built it)
	@$(BIN)/python tools/check.py web

browser: setup ## the real-browser tests alone
	@$(BIN)/python tools/check.py browser

web-dev: setup ## the browser client with reload on every change
	@cd web && npm run --silent dev

lock: setup ## renew the lock of the Python packages (ARGS=--upgrade raises them); needs a network
	@$(BIN)/python tools/lock.py $(ARGS)

audit: setup ## ask whether faults are known of the locked Python and npm packages; needs a network
	@$(BIN)/python tools/audit.py

clean: ## remove everything that set-up and tests have made
	rm -rf .venv .setup .test-all .mypy_cache .ruff_cache .pytest_cache .hypothesis .coverage
	rm -rf web/node_modules web/dist web/schema web/src/generated web/e2e/failures
	find src tests tools bench -name __pycache__ -prune -exec rm -rf {} +

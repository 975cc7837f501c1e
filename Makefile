# Every target sets up .venv by itself, once; it is brought up to date when its requirements or
# pyproject.toml change. Checks and tests add requirements-test.txt, tests also a browser and OpenGL.

PYTHON ?= python3
BIN := .venv/bin
READY := .venv/.ready
TESTABLE := .venv/.testable
# A process per core, at most four for the sake of memory (about 4 GB each). Files stay whole and in
# order, because the tests of a file share fixtures, and those of a folder compiled programs.
IN_PARALLEL := --numprocesses logical --maxprocesses 4 --dist loadfile --no-loadscope-reorder

.DEFAULT_GOAL := help
.PHONY: help setup run test check bench web clean

help:  ## list the targets
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "make %-6s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

setup: $(TESTABLE)  ## make .venv with everything for development
	@:

run: $(READY)  ## evolve swimming fish from random bodies: some minutes on two cores
	@$(BIN)/nge evolve fish --preset quick

test: $(TESTABLE)  ## run the tests
	@tests/install_tools.sh .venv
	@$(BIN)/python -m pytest $(IN_PARALLEL)

check: $(TESTABLE)  ## lint, formatting, types, and whether the pages' types are up to date
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@$(BIN)/mypy
	@$(BIN)/python web/generate_types.py --check

bench: $(READY)  ## measure the speed of the physics
	@$(BIN)/python -m benchmarks.physics

web:  ## rebuild the pages from web/; needs Node 20 or newer
	@$(PYTHON) web/generate_types.py
	@cd web && npm ci --silent --no-audit --no-fund && npm run --silent check && npm run --silent build

clean:  ## remove .venv, builds and caches
	@rm -rf .venv build dist web/node_modules .pytest_cache .ruff_cache .mypy_cache .hypothesis
	@find src tests benchmarks examples -type d -name __pycache__ -prune -exec rm -rf {} + 2>/dev/null || true

# Empty when $(PYTHON) will do, else the last line of its complaint.
python_problem = $(shell reason=$$($(PYTHON) -c '$(python_test)' 2>&1) || echo "$$reason" | tail -n 1)
python_test = import sys; sys.version_info < (3, 11) and sys.exit("it is Python %d.%d" % sys.version_info[:2]); import ensurepip, venv
require_python = $(if $(python_problem),$(error cannot use '$(PYTHON)' ($(python_problem)); \
  nge needs Python 3.11 or newer with venv, for example: make setup PYTHON=python3.12))

$(READY): requirements.txt pyproject.toml
	$(if $(shell $(BIN)/python -m pip --version 2>/dev/null),,$(require_python))
	@echo "setting up .venv (the first time takes a minute or two)" >&2
	@$(BIN)/python -m pip --version >/dev/null 2>&1 || $(PYTHON) -m venv --clear .venv
	@$(BIN)/python -m pip install -qq --disable-pip-version-check -r requirements.txt
	@$(BIN)/python -m pip install -qq --disable-pip-version-check --no-deps --no-build-isolation -e .
	@touch $@

$(TESTABLE): requirements-test.txt | $(READY)
	@$(BIN)/python -m pip install -qq --disable-pip-version-check --no-deps -r requirements-test.txt
	@touch $@

# The whole project behind one command each. `make` alone says which.
#
# Everything is installed into .venv, from lock files with hashes, and only when a lock file has changed: the stamps
# in .venv remember. Written for GNU make 3.81 and later (macOS still has that one).

PYTHON ?= python3
# Unless somebody chose: Kivy has ready-made packages for Python 3.11 to 3.13, so one of these is best.
PYTHONS := $(PYTHON) $(if $(filter file,$(origin PYTHON)),python3.13 python3.12 python3.11)
PYTEST_ARGS ?= -n 2 --dist worksteal
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --quiet --disable-pip-version-check --no-input install --no-deps

# An environment whose Python has gone, or that was copied here from another folder, is none: begin again.
BEGIN := $(shell [ -x $(BIN)/python ] && [ "`cat $(VENV)/.made 2>/dev/null`" = "`pwd -P`" ] || echo again)

.PHONY: help setup run test check bench tour words clean again
.DEFAULT_GOAL := help

help:
	@echo "make run     open the app (without a display: draw its tour into ./tour)"
	@echo "make test    run all tests                     (on two cores; PYTEST_ARGS changes that)"
	@echo "make check   style, types, imports, kv files, translations, Android spec"
	@echo "make bench   measure what people would feel"
	@echo "make tour    draw every screen into ./tour"
	@echo "make words   bring the catalogues up to date with the source"
	@echo "make setup   only prepare .venv                (PYTHON=python3 by default)"
	@echo "make clean   remove everything that make made"

setup: $(VENV)/.installed
	@echo "Ready: $(BIN)/companion"

run: $(VENV)/.installed
	@$(BIN)/companion

tour: $(VENV)/.installed
	@$(BIN)/companion tour --out tour

bench: $(VENV)/.racing
	@$(BIN)/python -m bench

test: $(VENV)/.developing
	@$(BIN)/python -m pytest $(PYTEST_ARGS)

check: $(VENV)/.developing
	@echo "style"
	@$(BIN)/ruff check --quiet .
	@$(BIN)/ruff format --check --quiet . || { echo "Not formatted. Mend it with: $(BIN)/ruff format ."; exit 1; }
	@echo "types"
	@$(BIN)/mypy --no-error-summary
	@echo "imports"
	@$(BIN)/lint-imports --no-logo --no-cache > $(VENV)/imports.txt || { cat $(VENV)/imports.txt; exit 1; }
	@echo "kv files"
	@$(BIN)/python -m tools.kv_check
	@echo "translations"
	@$(BIN)/python -m tools.words_check
	@echo "Android spec"
	@$(BIN)/python -m tools.spec_check
	@echo "All checks passed."

words: $(VENV)/.developing
	@$(BIN)/python -m tools.words update

clean:
	rm -rf $(VENV) tour build dist *.egg-info .cache .hypothesis .mypy_cache .pytest_cache .ruff_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

$(VENV)/.made: $(BEGIN)
	@for python in $(PYTHONS); do \
	  if $$python -c 'import sys; sys.exit(not (3, 11) <= sys.version_info < (3, 14))' 2>/dev/null; then break; fi; \
	  python=; \
	done; \
	python=$${python:-$(PYTHON)}; \
	command -v $$python >/dev/null \
	  || { echo "Python 3.11 or newer is needed, and there is no $$python here."; exit 1; }; \
	$$python -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
	  || { echo "Python 3.11 or newer is needed; $$python is `$$python --version 2>&1`. Another one: make setup PYTHON=..."; exit 1; }; \
	$$python -c 'import sys; sys.exit(sys.version_info >= (3, 14))' \
	  || echo "Kivy has no ready-made package for `$$python --version`: it is built now, which needs a C compiler and SDL2."; \
	$$python -c 'import ensurepip, venv' 2>/dev/null \
	  || { echo "This Python cannot make virtual environments: install python3-venv (apt-get install python3-venv)."; exit 1; }; \
	echo "Making $(VENV) with `$$python --version` ..."; \
	$$python -m venv --clear $(VENV)
	@pwd -P > $@

$(VENV)/.installed: $(VENV)/.made requirements.lock pyproject.toml
	@echo "Installing what the app needs ..."
	@$(PIP) --require-hashes -r requirements.lock \
	  || { echo "That did not work. Is there a network? The lines above say more."; exit 1; }
	@$(PIP) --no-build-isolation --editable .
	@touch $@

$(VENV)/.developing: $(VENV)/.installed requirements-dev.lock
	@echo "Installing what the tests and checks need ..."
	@$(PIP) --require-hashes -r requirements-dev.lock \
	  || { echo "That did not work. Is there a network? The lines above say more."; exit 1; }
	@touch $@

$(VENV)/.racing: $(VENV)/.developing requirements-bench.lock
	@echo "Installing whom the bench races against ..."
	@$(PIP) --require-hashes -r requirements-bench.lock \
	  || { echo "That did not work. Is there a network? The lines above say more."; exit 1; }
	@touch $@

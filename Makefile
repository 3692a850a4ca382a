# TaiPai: `make run` opens the app, `make test` runs every test; both set up what is missing.
PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
PO     := $(wildcard assets/locale/*/LC_MESSAGES/*.po)
STAMP  := $(VENV)/.installed

.PHONY: run test bench lint types contracts check locale wheel clean help

run: $(STAMP) locale       ## open the app (or, where there is no terminal, show the main loop as text)
	@if [ -t 0 ] && [ -t 1 ]; then $(BIN)/taipai; else $(BIN)/taipai demo; fi

test: $(STAMP) locale      ## all tests
	$(BIN)/python -m pytest -n 2 -q

bench: $(STAMP) locale     ## measurements, printed
	$(BIN)/python -m tests.bench

check: lint types contracts ## what CI checks beside the tests

lint: $(STAMP)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: $(STAMP)
	$(BIN)/mypy

contracts: $(STAMP)
	$(BIN)/lint-imports

locale: $(STAMP)
	@$(BIN)/python -m assets.build_locale

wheel: $(STAMP)
	$(BIN)/python -m build --wheel

$(STAMP): pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "TaiPai needs Python 3.11 or newer; say make PYTHON=/path/to/python3.11"; exit 1; }
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --upgrade pip
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[vision,serve,club,dev]'
	@touch $(STAMP)

clean:
	rm -rf $(VENV) dist build .pytest_cache .mypy_cache .ruff_cache .hypothesis

help:
	@grep -hE '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed 's/:.*##/\t/'

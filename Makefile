# make run   starts the app     make test   checks what a change may break     make help   the rest
#
# Needs python3 (3.11 or newer) and make. All else goes into .venv, once.

PYTHON ?= python3
PORT ?=
BEGIN ?=

VENV := .venv
PY := $(VENV)/bin/python
PIP := $(PY) -m pip install -q --disable-pip-version-check
# `LOCKED=1` installs exactly the versions that the tests last passed with (Python 3.11, Linux).
LOCK := docs/deploy/locked.txt
PINS = $(if $(LOCKED),-c $(LOCK))

APP := qwk_core qwk_app classroom tests/app tests/classroom tests/fuzz tests/deploy
PYTEST := $(PY) -m pytest --dist worksteal --durations 5
# What `make check` replaces, to measure the core's coverage.
CORE = -m 'not release'
# So many workers a processor, where tests wait at times.
WORKERS = $(shell $(PY) -c 'import os; print(round($(1) * (os.cpu_count() or 1)))')

SHELL := /bin/sh
# Python and pytest keep what they compiled: the tests start dozens of servers and programs.
unexport PYTHONDONTWRITEBYTECODE
.DELETE_ON_ERROR:
.PHONY: help run test check rest core repeat lint style types format programs chromium nginx postgres bench fuzz versions \
	film documents lock translations clean

help:
	@echo 'make run          start the app (PORT=8600 for another port)'
	@echo 'make test         lint, format check, types, tests, a short walk in a browser: about 5 minutes'
	@echo 'make check        make test, and then all that must be known before a release'
	@echo 'make repeat       every test in a browser five times, twice beside busy processors'
	@echo 'make lint         lint, format check and types alone'
	@echo 'make format       format the code'
	@echo 'make bench        how fast, beside other implementations and a bare app'
	@echo 'make fuzz         20,000 hostile links, texts, edits, clicks and files'
	@echo 'make lock         pin what is installed (make run LOCKED=1 uses it)'
	@echo 'make versions     the tests with the oldest and the newest Python and packages'
	@echo 'make film         the film of the README, light and dark'
	@echo 'make documents    write what documents have from the code'
	@echo 'make translations bring the languages up to date (BEGIN=it begins another one)'
	@echo 'make clean        remove .venv, caches and out/'

run: $(VENV)/app
	$(PY) -m streamlit run app.py $(if $(PORT),--server.port $(PORT))

# What somebody who changed a line wants to know: about five minutes on two quiet processors.
# The app's tests wait at times, and the browser's wait more: so there are more workers than
# processors.
test: style
	@$(MAKE) --no-print-directory -j 2 types core  # types are checked on one processor
	@echo 'The app, its rooms, examples in docstrings, a share of the fuzzer …'
	$(PYTEST) -n $(call WORKERS,1.5) -m 'not release' $(APP)
	@$(MAKE) --no-print-directory chromium
	@echo 'A short walk in a browser …'
	$(PYTEST) -n $(call WORKERS,1.5) -m walk tests/browser

# All that must be known before a release: `make test`, with the coverage of the core, and then
# PostgreSQL, replicas behind nginx, packages, and every test in a browser, which run last because
# each worker reads all tests that it may be given. Tests that search are not measured: they come
# after those that are, or they would fill caches whose lines then look as if no test ran them.
# Coverage measures by sys.monitoring where that tells branches: from Python 3.14 on, by itself.
check:
	@$(MAKE) --no-print-directory test CORE="-m 'not no_cover' --cov qwk_core"
	@$(MAKE) --no-print-directory rest

rest: programs
	$(PYTEST) -n auto -m no_cover --hypothesis-profile release tests/core
	$(PYTEST) -n $(call WORKERS,1.5) -m release tests/app tests/classroom tests/fuzz tests/deploy
	$(PYTEST) -n $(call WORKERS,2) -m release tests/browser

# Every test in a browser, five times, of which the last two beside a busy loop on each processor.
# Ends with how many of the runs failed: no test is run again.
repeat: programs
	@trap 'kill $$loops 2>/dev/null' EXIT; trap 'exit 130' INT TERM; failed=0; \
	for time in 1 2 3 4 5; do \
		[ $$time = 4 ] && for each in $$(seq $(call WORKERS,1)); do \
			(while :; do :; done) & loops="$$loops $$!"; \
		done; \
		echo "Run $$time of 5$${loops:+, beside busy loops} …"; \
		$(PYTEST) -n $(call WORKERS,2) tests/browser || failed=$$((failed + 1)); \
	done; \
	echo "$$failed of 5 runs failed"; exit $$failed

core: $(VENV)/dev
	@echo 'The core …'
	$(PYTEST) -n auto $(CORE) tests/core

lint: style types

style: $(VENV)/dev
	$(PY) -m ruff check .
	$(PY) -m ruff format --check .

types: $(VENV)/dev
	$(PY) -m mypy

format: $(VENV)/dev
	$(PY) -m ruff check --fix-only -q .
	$(PY) -m ruff format .

# One after the other: Debian installs only one at a time.
programs:
	@for each in chromium nginx postgres; do $(MAKE) --no-print-directory $$each || exit 1; done

# Looked for every time, because a system's programs may come and go.
chromium: $(VENV)/dev
	@$(PY) -m tests.browser.chromium

nginx: $(VENV)/dev
	@$(PY) -m tests.deploy.nginx

# Where there is none, its tests say so and are skipped; CI fails.
postgres: $(VENV)/dev
	@$(PY) -m tests.classroom.postgres || [ -z "$$CI" ]

# 20,000 hostile cases; a quarter of an hour on two cores.
fuzz: $(VENV)/dev
	QWK_FUZZ_CASES=20000 $(PYTEST) -n auto tests/fuzz

# Minutes: it builds three environments.
versions: $(VENV)/dev
	$(PY) -m tests.versions

bench: $(VENV)/dev chromium
	$(PY) -m tests.benchmarks.core
	$(PY) -m tests.benchmarks.large
	$(PY) -m tests.benchmarks.screen
	$(PY) -m tests.benchmarks.pages

film: $(VENV)/dev chromium
	$(PY) -m tests.film

documents: $(VENV)/dev
	$(PY) -m tests.documents

# What is installed here, pinned: what `make run LOCKED=1` and `make test LOCKED=1` install.
lock: $(VENV)/dev
	$(PY) -m pip freeze --disable-pip-version-check --exclude pip > $(LOCK)

translations: $(VENV)/dev
	$(PY) -m tests.translations $(BEGIN)

clean:
	rm -rf $(VENV) out .coverage .hypothesis .mypy_cache .pytest_cache .ruff_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

# Two stamps in one environment: `make run` does not wait for the tests' tools, and the tests'
# tools bring the app's requirements along. A stamp newer than its list means: installed.
$(VENV)/app: requirements.txt $(PY)
	@echo 'Installing the app’s requirements into $(VENV) (once; a minute or so) …'
	@$(PIP) -r requirements.txt $(PINS)
	@touch $@

$(VENV)/dev: requirements.txt requirements-dev.txt $(PY)
	@echo 'Installing the development set into $(VENV) (once; a minute or two) …'
	@$(PIP) -r requirements-dev.txt $(PINS)
	@touch $(VENV)/app $@

# Debian and Ubuntu ship python3 without venv; root can have it at once, anyone else is told how.
$(PY):
	@command -v $(PYTHON) >/dev/null || { \
		echo 'There is no $(PYTHON) here. Install Python 3.11 or newer, or say which: make PYTHON=python3.12'; exit 1; }
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
		echo "$(PYTHON) is $$($(PYTHON) -V 2>&1); QWK Explorer needs Python 3.11 or newer: make PYTHON=python3.12"; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || { \
		package=python3-venv; \
		if [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
			echo "Installing Debian's $$package …"; \
			apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -qq -y $$package >/dev/null; \
		else \
			echo "$(PYTHON) has no venv. On Debian or Ubuntu: sudo apt-get install $$package"; exit 1; \
		fi; }
	@$(PYTHON) -m venv --clear $(VENV) || { rm -rf $(VENV); exit 1; }

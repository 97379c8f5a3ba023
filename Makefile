# Last Card. Two commands for people: `make run` and `make test`; `make help` lists the others.
# The environment is made when its lock is newer than its stamp, so that a second call takes seconds.
.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
MAKEFLAGS += --no-print-directory
PY := .venv/bin/python
PORT ?= 8000
export PORT ADDRESS DATABASE PYTHON

.PHONY: help run evening hall backup restore test nightly check-core bench torture lock wheel screenshots format

help: ## this list
	@sed -n 's/^\([a-z-]*\):.*## /  make \1	/p' Makefile | expand -t 22

run: .venv/.stamp ## the demo evening in a browser on this machine (its own database)
	@bin/native paper
	@$(PY) -m tournament demo

evening: .venv/.stamp ## your own evening on this machine alone: var/lastcard.sqlite3
	@bin/native paper
	@$(PY) -m tournament own

hall: .venv/.stamp ## your own evening for the phones and laptops on the hall's network
	@bin/native paper
	@$(PY) -m tournament hall $(if $(filter demo,$(DATABASE)),--demo)

test: .venv/.stamp-dev ## every check: format, lint, types, arrows, both databases, browser
	@bin/native paper
	@bin/native tests
	@bin/test

nightly: .venv/.stamp-dev ## the second rank: what make test leaves out, all of it on PostgreSQL too
	@bin/native paper
	@bin/native tests
	@bin/nightly

check-core: .venv/.stamp-dev ## scoring/ alone, without Django, in seconds
	@bin/core

bench: .venv/.stamp-bench ## measured ratios
	@bin/bench

torture: .venv/.stamp-torture ## the long proofs
	@bin/native tests
	@bin/torture

backup: .venv/.stamp ## copy your own evening now
	@$(PY) -m tournament backup

restore: .venv/.stamp ## list the copies of a folder, or put one back: COPY=path (docs/restore.md)
	@$(PY) -m tournament restore $(if $(COPY),"$(COPY)") $(if $(ANYWAY),--anyway)

lock: .venv/.stamp-dev ## write all locks anew from requirements.txt and pyproject.toml
	@bin/lock

wheel: .venv/.stamp-dev ## the whole as one file in dist/, to install on another computer
	@mkdir -p dist
	@$(PY) -c "from setuptools.build_meta import build_wheel; print(build_wheel('dist'))" | tail -n 1
	@rm -rf build last_card.egg-info

screenshots: .venv/.stamp-dev ## the README's pictures, taken from the demo
	@bin/native tests
	@$(PY) bin/screenshots

PAGES := promises tournament.acts_table tournament.ways_table scoring.coverage_of_clauses \
	scoring.disputes.table_of_rulings

format: .venv/.stamp-dev ## lay out and mend the code as the checks want it; write anew what pages say of it
	@$(PY) -m ruff check --fix --quiet . || true
	@$(PY) -m ruff format .
	@for page in $(PAGES); do $(PY) -m tests.$$page || exit; done

.venv/.stamp: locks/run.lock bin/environment
	@bin/environment locks/run.lock && touch $@

.venv/.stamp-dev: .venv/.stamp locks/dev.lock
	@bin/environment locks/dev.lock && touch $@

# What only these two need is no condition of theirs: without it they say what was not run.
.venv/.stamp-bench .venv/.stamp-torture: .venv/.stamp-%: .venv/.stamp-dev locks/%.lock
	@if bin/environment locks/$*.lock; then touch $@; fi

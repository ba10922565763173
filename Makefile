# Segue's chores. Everything is installed into .venv and .venv-bench here; nothing else on the machine changes.
#
# Paths below are relative and need no quotes: make splits words at spaces, and the checkout may lie in a folder whose
# name has one.

PYTHON ?= python3
ARGS ?=

environment = "$(PYTHON)" scripts/environment.py
run = .venv/bin/python -m
code = src tests benchmarks scripts

.DEFAULT_GOAL := help
.NOTPARALLEL:
.PHONY: help demo test lint format docs docs-check check bench clean

help: ## list the targets
	@awk 'BEGIN {FS = ":.*## "} /^[a-z-]+:.*## / {printf "make %-12s%s\n", $$1, $$2}' Makefile
	@echo 'ARGS="…" is handed on to the command, PYTHON=… names another Python.'

demo: ## see a conversation change its model (needs no key and no network once installed)
	@$(environment) .venv --extra cli
	@.venv/bin/segue demo $(ARGS)
	@echo 'In this checkout the command is .venv/bin/segue.'

test: ## run the tests
	@$(environment) .venv --extra cli --group test
	@$(run) pytest $(ARGS)

lint: ## look for mistakes: ruff, its formatting, and pyright's strict types
	@$(environment) .venv --extra cli --group test --group lint
	@failed=; \
	$(run) ruff check $(code) || failed=1; \
	$(run) ruff format --check $(code) || failed=1; \
	$(run) pyright || failed=1; \
	test -z "$$failed"

format: ## write the code as ruff formats it
	@$(environment) .venv --extra cli --group test --group lint
	@$(run) ruff check --fix $(code)
	@$(run) ruff format $(code)

docs: ## run the examples of the documentation and write their output and the generated tables into it
	@$(environment) .venv --extra cli
	@$(run) scripts.documentation

docs-check: ## fail where the documentation says other than the code does
	@$(environment) .venv --extra cli
	@$(run) scripts.documentation --check

check: test lint docs-check ## everything that a change has to pass

bench: ## measure the speed, beside that of other libraries
	@$(environment) .venv-bench --group bench
	@.venv-bench/bin/python -m benchmarks $(ARGS)

clean: ## forget the environments and everything that was cached
	rm -rf .venv .venv-bench .pytest_cache .ruff_cache .hypothesis dist
	find src tests benchmarks scripts -name __pycache__ -type d -prune -exec rm -rf {} +

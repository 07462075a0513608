# Two commands do all set-up: `make play` and `make test`.
PYTHON ?= python3
# Where `make play` listens; HOST=0.0.0.0 lets phones and friends in your network in.
HOST ?= 127.0.0.1
PORT ?= 8000
BIN := .venv/bin

.PHONY: play test check bench clean

play: .venv/play
	@$(BIN)/rulewright serve --demo --host $(HOST) --port $(PORT)

test: .venv/debian .venv/test check
	$(BIN)/python -m pytest -n auto

# Lint, types and the layer order.
check: .venv/test
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports --no-logo

bench: .venv/bench
	$(BIN)/python benchmarks/run.py
	$(BIN)/python benchmarks/store.py
	$(BIN)/python benchmarks/table_load.py

.venv/play: pyproject.toml constraints.txt
	@echo "Installing into .venv; this takes a minute, once."
	$(PYTHON) -m venv .venv
	$(BIN)/pip install --quiet --disable-pip-version-check -c constraints.txt -e .
	@touch $@

.venv/test: .venv/play
	$(BIN)/pip install --quiet --disable-pip-version-check -c constraints.txt -e '.[test]'
	@touch $@

# A browser and PostgreSQL, which do not come from Python's packages.
.venv/debian: .ci/debian | .venv/play
	@.ci/debian
	@touch $@

.venv/bench: .venv/test
	$(BIN)/pip install --quiet --disable-pip-version-check -c constraints.txt -e '.[bench]'
	@touch $@

clean:
	rm -rf .venv .pytest_cache .mypy_cache .ruff_cache .hypothesis .import_linter_cache

# What a newcomer needs: make demo, make test. make help lists the rest.

SWIFT ?= swift
NEEDED := 6.2
PORT ?= 8000
FORMATTED := Sources Tests Docs/Examples Docs/PropertyInjection.docc/Tutorial/Code Package.swift
export SWIFT

.PHONY: help demo test test-quick test-release check check-debug check-release lint format warnings demo-check program-check \
  golden interface release-check client-check docs docs-serve size bench figures bench-check fuzz mutants schedules soak sanitize graph clean swift

help: ## List the targets.
	@grep -E '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | awk -F'\t' '{printf "make %-14s %s\n", $$1, $$2}'

demo: swift ## Build and run the demo: the main job on real objects.
	@$(SWIFT) run --quiet Demo .build/demo.dot

# A target is compiled as one and once, where the compiler would read it a second time for what others import of it:
# a fifth less time. Without debug information, another fifth. In a build folder of its own, so that swift build and
# make test-quick, which build file by file, do not build all anew.
FAST := -Xswiftc -gnone -Xswiftc -whole-module-optimization -Xswiftc -num-threads -Xswiftc 2 \
  -Xswiftc -no-emit-module-separately-wmo
test: swift ## Run all tests.
	$(SWIFT) test --scratch-path .build/test $(FAST)

# Without the tests that go through many cases and those that run programs.
test-quick: swift ## Run the tests that answer at once, after an edit.
	$(SWIFT) test --quiet --disable-xctest --skip '^(FaultPointTests|ModelTests|PlatformTests|SamplesTests|ScheduleTests)\.'

# What the programs below are built from too: no test imports the library as testable. Without debug information it is compiled
# in a sixth less time.
RELEASE := -c release -debug-info-format none
export RELEASE
test-release: swift ## Run all tests in an optimized build.
	$(SWIFT) test $(RELEASE) --disable-testable-imports

# Two lists side by side, because a build often keeps one core busy only; what measures comes last, alone.
check: swift ## All that has to hold before a change lands.
	@$(MAKE) --no-print-directory -j 2 check-debug check-release
	@$(MAKE) --no-print-directory bench-check

check-debug: swift
	@$(MAKE) --no-print-directory lint
	@$(MAKE) --no-print-directory warnings
	@$(MAKE) --no-print-directory client-check

# All use the build of the first.
check-release: swift
	@$(MAKE) --no-print-directory test-release
	@$(MAKE) --no-print-directory demo-check
	@$(MAKE) --no-print-directory program-check
	@$(MAKE) --no-print-directory docs

golden: swift ## Write the texts that tests compare anew, and show which have changed. ARGS="-c release".
	@Tests/Scripts/update-golden $(ARGS)

interface: swift ## Write the public interface anew, which make check compares.
	@INTERFACE=update Tests/Scripts/build-distribution

release-check: swift ## All that has to hold before a release. VERSION=1.0.0.
	@Tests/Scripts/release-check $(VERSION)

lint: swift ## Check the format, the names of tests and of files in CONTRIBUTING, the size of the interface, and the rooms.
	$(SWIFT) format lint --strict --recursive $(FORMATTED)
	@Tests/Scripts/check-tests
	@Tests/Scripts/count-interface
	@Tests/Scripts/check-rooms
	@Tests/Scripts/check-plan
	@Tests/Scripts/figures check

format: swift ## Format the code.
	$(SWIFT) format format --in-place --recursive $(FORMATTED)

# The debug tests, with warnings as errors. Of tests that go through many cases a sample is run, another one each time;
# make release-check runs every case.
STRICT := --scratch-path .build/strict -Xswiftc -warnings-as-errors $(FAST)
warnings: swift
	$(SWIFT) build --build-tests $(STRICT)
	$(SWIFT) test --skip-build $(STRICT)

# The demo's output is the one that the guide shows.
demo-check: swift
	@$(SWIFT) run --quiet $(RELEASE) Demo 2>&1 | Tests/Scripts/compare-with-guide "make demo"

# The documentation shows the demo's graph, which a test compares with the text that it is drawn from, and pictures of
# other texts.
graph: swift ## Draw the pictures of the documentation, with Graphviz.
	@$(SWIFT) run --quiet Demo Tests/Samples/demo.dot > /dev/null
	dot -Tsvg Tests/Samples/demo.dot > Docs/PropertyInjection.docc/Resources/demo-graph.svg
	@$(SWIFT) run --quiet Demo .build/demo.mermaid > /dev/null
	sed -e '/^```mermaid/,/^```$$/ { /^```mermaid/r .build/demo.mermaid' -e '/^```/!d; }' README.md > .build/README.md
	cp .build/README.md README.md
	@$(SWIFT) run --quiet Importer --graph > Docs/Examples/Importer/importer.dot
	dot -Tsvg Docs/Examples/Importer/importer.dot > Docs/Examples/Importer/importer.svg
	$(SWIFT) run --quiet Departures --graph | dot -Tsvg > Docs/PropertyInjection.docc/Resources/departures-graph.svg
	for name in injection isolation overrides scopes; do \
	  dot -Tsvg Tests/Samples/$$name.dot > Docs/PropertyInjection.docc/Resources/$$name.svg; done

# Programs that link this build of the library: not to be compiled, the tutorial's, with plug-ins, large, and with many
# conformances.
program-check: swift
	@Tests/Scripts/refuse-programs
	@Tests/Scripts/run-tutorial
	@Tests/Scripts/run-plugins
	@Tests/Scripts/build-large-client
	@Tests/Scripts/count-scans

# Packages of somebody else's: made from the README alone; built and tested in every way; built against a binary framework;
# and with what there is on Apple's platforms only.
client-check: swift
	@Tests/Scripts/build-readme-client
	@Tests/Scripts/build-clients
	@Tests/Scripts/build-distribution
	@Tests/Scripts/test-associated-objects

size: swift ## Measure the library: lines, files, time to compile, bytes, and what an injection executes.
	@Tests/Scripts/measure-size

bench: swift ## Measure against hand-written code, in one run. ARGS=--json for JSON, a row on each line.
	@Tests/Scripts/many-conformances .build/ManyConformances
	@$(SWIFT) run --quiet $(RELEASE) Benchmarks $(ARGS)
	@MANY_CONFORMANCES=$(CURDIR)/.build/ManyConformances $(SWIFT) run --quiet $(RELEASE) Benchmarks $(ARGS)

figures: swift ## Measure all figures of the README and the guides anew, in one run. PEERS=program for those of other libraries.
	@PEERS="$(PEERS)" Tests/Scripts/figures write

bench-check: swift
	@$(SWIFT) run --quiet $(RELEASE) Benchmarks --quick

fuzz: swift ## Compare random sequences with a model of the rules. ARGS="--sequences 1000000 --seed 1".
	@$(SWIFT) run --quiet $(RELEASE) Fuzz $(ARGS)

soak: swift ## Do everything a million times, make 100,000 of everything, and look at the memory.
	@Tests/Scripts/soak $(ARGS)

schedules: swift ## Run small programs of threads in every order. INTERRUPTIONS=2 SEEDS=100 for more.
	@Tests/Scripts/schedules

sanitize: swift ## Run the tests under ThreadSanitizer, then under AddressSanitizer.
	@Tests/Scripts/sanitize

mutants: swift ## Change the library one place at a time, and look which test notices. ARGS="--count 40 --seed 7".
	@Tests/Scripts/mutants $(ARGS)

docs: swift ## Build the documentation into .build/docs; a broken link is an error. BASE_PATH=name for a host's folder.
	@BASE_PATH=$(BASE_PATH) Tests/Scripts/build-docs
	@[ -n "$(BASE_PATH)" ] || Tests/Scripts/open-docs

# Python's server, where there is one; else the preview of docc, whose / is not the first page.
docs-serve: docs ## Build the documentation and serve it. PORT=8000.
	@if command -v python3 >/dev/null 2>&1; then \
	  echo "The documentation is at http://localhost:$(PORT)/"; \
	  exec python3 -m http.server --directory .build/docs $(PORT) 2>/dev/null; \
	else \
	  exec docc preview .build/docs-parts/All.docc --additional-symbol-graph-dir .build/docs-symbols \
	    --fallback-display-name PropertyInjection --fallback-bundle-identifier PropertyInjection \
	    --port $(PORT); \
	fi

clean: ## Remove what was built.
	rm -rf .build

# Says what is missing, instead of failing in the middle.
swift:
	@command -v $(SWIFT) >/dev/null 2>&1 || { \
	  echo "Swift $(NEEDED) or newer is needed, and there is no '$(SWIFT)' on the path." >&2; \
	  echo "Get it from https://www.swift.org/install, or name yours: make SWIFT=/path/to/swift" >&2; \
	  exit 1; }
	@version=$$($(SWIFT) --version 2>/dev/null | sed -nE 's/.*Swift version ([0-9]+\.[0-9]+).*/\1/p' | head -n 1); \
	if [ "$$(printf '%s\n' "$(NEEDED)" "$$version" | sort -V | head -n 1)" != "$(NEEDED)" ]; then \
	  echo "Swift $(NEEDED) or newer is needed; '$(SWIFT)' is $${version:-of an unknown version}." >&2; \
	  echo "Get it from https://www.swift.org/install, or name yours: make SWIFT=/path/to/swift" >&2; \
	  exit 1; \
	fi

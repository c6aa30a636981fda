PREFIX ?= /usr/local
DESTDIR ?=

.PHONY: build demo test soak check bench format release install clean help

build: ## build everything, debug
	scripts/setup build
	swift build

demo: ## set up, build, and replay a button press through the whole program
	scripts/setup build demo
	swift build --product evbridge
	.build/debug/evbridge demo

test: ## all tests, those that need a kernel in a guest where there is no /dev/uinput
	scripts/test

soak: ## 2,000 random presses, unplugs, reloads and faults against the real daemon, from a seed
	scripts/soak

check: ## format, shell scripts, layers
	scripts/check

bench: ## what a frame of ten fingers costs, beside a loop in C; from a press until the browser has painted it
	scripts/bench

format: ## rewrite the sources in the one format
	swift format --in-place --recursive --parallel Package.swift Sources Tests

release: ## build the programs to install: optimized, stripped, no Swift libraries needed
	scripts/setup build
	for product in evbridge evbridge-panel; do \
	  swift build -c release --product $$product --static-swift-stdlib -Xlinker -s || exit; \
	done
	touch .build/release/evbridge

.build/release/evbridge: Package.swift $(shell find Sources -type f)
	$(MAKE) release

install: .build/release/evbridge ## the programs, manual, rules, services, below PREFIX (/usr/local): make release first, then sudo
	install -D -m 755 .build/release/evbridge $(DESTDIR)$(PREFIX)/bin/evbridge
	install -D -m 755 .build/release/evbridge-panel $(DESTDIR)$(PREFIX)/bin/evbridge-panel
	install -D -m 644 udev/60-evbridge.rules $(DESTDIR)$(PREFIX)/lib/udev/rules.d/60-evbridge.rules
	for unit in systemd/*/*.service; do \
	  sed 's#/usr/local/bin/#$(PREFIX)/bin/#' $$unit | install -D -m 644 /dev/stdin $(DESTDIR)$(PREFIX)/lib/$$unit || exit; \
	done
	for page in docs/*.[15]; do \
	  install -D -m 644 -t $(DESTDIR)$(PREFIX)/share/man/man$${page##*.} $$page || exit; \
	done
	install -D -m 644 -t $(DESTDIR)$(PREFIX)/share/doc/evbridge README.md CHANGELOG.md LICENSE docs/*.md
	install -D -m 644 -t $(DESTDIR)$(PREFIX)/share/doc/evbridge/examples examples/*.*
	install -D -m 755 -t $(DESTDIR)$(PREFIX)/share/doc/evbridge/examples examples/ring-recorder

clean: ## remove what was built (the guest's kernel in vm/cache stays)
	rm -rf .build

help: ## this list
	@sed -n 's/^\([a-z]*\):.*## /\1\t/p' $(MAKEFILE_LIST) | expand -t 10

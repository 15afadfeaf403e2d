# The front of the build: meson does the work, these are the commands to remember.

.PHONY: all test quick demo bench install uninstall clean format help

all:
	@scripts/setup build
	@scripts/build build

test:
	@scripts/setup test
	@scripts/test

quick:
	@scripts/setup build
	@scripts/test quick

demo:
	@scripts/setup demo
	@scripts/demo

bench:
	@scripts/setup bench
	@scripts/bench

# Where to: PREFIX (/usr/local), DESTDIR before it, LIBDIR below it (lib).
export PREFIX DESTDIR LIBDIR

install:
	@scripts/setup build
	@scripts/install

uninstall:
	@scripts/install uninstall

clean:
	rm -rf build build-asan

format:
	@scripts/check-format --fix

help:
	@echo 'make           build everything into build/'
	@echo 'make test      the full check: format, layers, gcc, clang with sanitizers'
	@echo 'make quick     the quick tests, gcc only'
	@echo 'make demo      a tour: what Assay does, on small examples'
	@echo 'make bench     measure the claims'
	@echo 'make install   install; PREFIX=/usr/local and DESTDIR= as usual'
	@echo 'make uninstall remove what was installed there'
	@echo 'make format    format the sources'
	@echo 'make clean     remove what was built'

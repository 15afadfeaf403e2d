. fake/run.sh
echo "== all that can be said"
REPORT='queue.h\n  1 ✓' try '' '' queue.h --reference ref.c --candidate queue.c -DA=1 -I inc -U B -std=c11 --flag=-Wl,-x --runs=5 --seed=6 --fuel=7 --findings=8 --seconds=9.5 --timeout=0.5 --store=$TMP/s --replay=nothing.c --color=always --prefix=queue_:ref_ -- -D 'a b' nothing.c none.h.o -lm -I
echo "== without a reference, and without sanitizers"
try '' '' shelf/shelf.h --candidate=shelf/shelf.c --no-sanitize --format=tap --replay=assay1 --strict -- -DSIZE=4 -DBUGS=0 nothing.c
echo "== both have the same names; a reference that fails"
REPORT="  died: in the reference's side of x" STATUS=1 try '' '' values.h --reference values_ref.c --candidate values.c --prefix=table_:table_
echo "== built before"
: > $TMP/lib.so && try '' '' blocks.h --candidate $TMP/lib.so
try '' '' blocks.h --candidate -lpool
: > $TMP/lib.a && try '' '' blocks.h --candidate nothing.c -- $TMP/lib.a

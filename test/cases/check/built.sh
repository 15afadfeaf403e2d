# How test programs are built, and what may go wrong with that; the programs that are run on the way
# are stand-ins.
cp state.c $TMP
. ./fake_start.sh
mv $TMP/state.c .
put '/*@ ensures \result == 0; */ int zero(void) { return y; }' > broken.c
echo 'int plain(int x) { return x; }' > plain.c
for name in a b c d e f g h i j k; do
    put "/*@ ensures \\result == 0; */ int $name(void);"
done > bodiless.c
head -n 10 bodiless.c > ten.c
put '/*@ ensures \result == 0; */ static inline int zero(void) { return 0; }' > shared.h
for name in one two; do
    printf '#include "shared.h"\n/*@ ensures \\result == 0; */ int %s(void) { return 0; }\n' $name > $name.c
done
mkdir parts
printf 'int part(int x);\nint whole(int x);\nint other(int x);\n' > parts/part.h
echo 'int part(int x) { return x; }' > parts/part.c
echo 'int other(int x) { return x; }' > parts/other.c
echo 'int beside(int x) { return x; }' > beside.c
cat > uses.c <<'END'
#include "parts/part.h"
int count, same;
extern int elsewhere;
static int hidden;
void one(void) {}
static void two(void) {}
/*@ requires x > 0; */
int uses(int x) { return part(x) + whole(x) + other(x); }
END
build()
{
    checked "$@"
    cat $TMP/log
}
tests()
{
    echo > $EVENTS
    build state.c
    LIBRARIES=/libasan.a build state.c
    LIBRARIES=/libasan.a build --no-sanitize state.c
    CC=clang build --runs=7 --seed=4 --seconds=0.5 --replay=x.choices --store=out -f count -b '' state.c
    build --keep -q state.c -- -DX=1 -O2 -lz -L. -Wl,-x y.o z.a v.so lib.so.1 a.so/b u.c -I parts .c x.h
    put "[{\"directory\": \"$PWD\", \"file\": \"state.c\", \"command\": \"cc -DN=3 -o x.o -c state.c\"}]" \
        > compile_commands.json
    build -q state.c
    checked -q -p none.json state.c
    rm compile_commands.json
    export DOES='echo "for it: $ASAN_OPTIONS, $GCOV_PREFIX $GCOV_PREFIX_STRIP" >> $TMP/log'
    build -q state.c one.c | grep 'for it'
    ASAN_OPTIONS=x=1 build -q state.c | grep 'for it'
    COUNTS='echo "for gcov: $ASAN_OPTIONS, $GCOV_PREFIX $GCOV_PREFIX_STRIP" >> $TMP/log' \
        build -q --coverage state.c | grep 'for '
    unset DOES
    build -q --jobs=2 told.c | grep ^program | sort
    # What goes wrong.
    CODE=2 DOES='echo wrong >&2' checked state.c
    CODE=3 checked state.c
    SAYS='cannot compile' FAILS='cc *copy.c*' checked state.c
    FAILS='cc *main.c*' checked state.c
    FAILS='objcopy*' checked state.c
    FAILS='cc *coverage.c*' checked --coverage state.c
    FAILS='cc *program' SAYS='cannot link' checked state.c
    FAILS='clang *fuzz_copy*' SAYS='cannot compile' checked --engine=libfuzzer state.c
    CC=/none/cc checked state.c
    TMPDIR=/none checked state.c
    ASSAY_INCLUDE=/none checked state.c
    checked none.c state.c
    checked broken.c
    checked --json broken.c
    checked --junit=out/junit.xml broken.c plain.c
    cat out/junit.xml
    checked --junit=/none/junit.xml -q state.c
    checked -f none state.c plain.c
    checked -b none state.c
    checked -f count -b none state.c
    checked
    checked --coverage --engine=afl state.c
    checked --coverage --replay=x state.c
    for name in gcov clang afl-clang-fast afl-fuzz; do mv $TMP/bin/$name $TMP; done
    PATH=/none:$TMP/bin:/bin:/usr/bin checked --coverage state.c
    PATH=$TMP/bin checked --engine=libfuzzer state.c
    PATH=$TMP/bin checked --engine=afl state.c
    mv $TMP/afl-clang-fast $TMP/bin
    PATH=$TMP/bin checked --engine=afl state.c
    # Files without anything to test, and what they share.
    checked plain.c bodiless.c ten.c
    checked --json plain.c ten.c
    checked one.c two.c
    checked --strict -q one.c two.c
    # What is missing.
    SAYS=$(printf "x: undefined reference to %s'\\\\n" "'part" whole '`other' count '"two"' elsewhere \
        hidden one part beside "''" same '`')
    export SAYS ONCE=1
    FAILS='cc *program' build uses.c | sed 's/ -c .* -I/ ... -I/'
    FAILS='cc *program' FAILS_TOO='cc *parts/*.c*' checked --keep uses.c | grep -v "'"
    FAILS='cc *program' FAILS_TOO='objcopy *main_of_missed*' checked uses.c
    FAILS='cc *program' FAILS_TOO='objcopy *missed_*' checked uses.c
    ONCE= FAILS='cc *program' checked uses.c
    FAILS='cc *program' FAILS_TOO='cc *stubs.c*' checked uses.c
}
EVENTS=$TMP/events
export EVENTS
tests 2>&1 | masked

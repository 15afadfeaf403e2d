# What is not checked, and why; the programs that are run on the way are stand-ins.
. ./fake_start.sh
export EVENTS=/dev/null
{
    for name in a b c d; do
        put "/*@ ensures \\initialized(&$name); terminates \\true; */" \
            "int ${name}_of(int $name) { return $name; }"
    done
    put '/*@ requires x > 0; */' 'int many(int x, ...) { return x; }'
} > alike.c
{
    put '/*@ axiomatic A {'
    for i in 1 2 3 4 5 6 7 8 9 10; do put "  logic integer f$i(integer x);"; done
    put '} */'
} > logic.h
reasons()
{
    put '#include "logic.h"' '/*@'
    for i; do put "  ensures f$i(x) == x; "; done
    put '  ensures f1(x) > 0; */' 'int many(int x) { return x; }'
}
reasons 1 2 3 4 5 6 7 8 9 10 > ten.c
reasons 1 2 3 4 5 6 7 8 9 10 > eleven.c
put '/*@ terminates \true; */' 'int more(int x) { return x; }' >> eleven.c
put '/*@ ensures f10(x) == 1; ensures f9(x) == 1; */' 'int again(int x) { return x; }' >> eleven.c
tests()
{
    checked alike.c
    checked --strict --quiet alike.c
    checked --json alike.c
    checked ten.c
    checked eleven.c alike.c
}
tests | masked

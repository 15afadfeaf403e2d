# What is said of what test programs tell; the programs that are run on the way are stand-ins.
cp runs.c $TMP
. ./fake_start.sh
mv $TMP/runs.c .
tests()
{
    touch out/unmade-0001.choices out/unmade-0001.c out/slow-0001.choices out/slow-0001.c
    EVENTS=quiet.json SLOW=0 checked told.c
    ls out
    sed "s/-c .* -o/-c ... -o/" $TMP/log
    EVENTS=quiet.json SLOW=0 checked --seconds=2 --runs=1000 --strict -q told.c
    EVENTS=told.json checked --seed=4 told.c
    cat out/*.c
    EVENTS=told.json checked --json -f 'c*' told.c
    EVENTS=told.json checked -f step -p "a file" told.c -- -DX="it's" -I. '-DY=*/'
    EVENTS=told.json checked -f callee told.c -- -DX= ''
    PLACE='assay_body_f\n/elsewhere/x.c:7 (discriminator 2)' EVENTS=told.json checked -f dies told.c |
        grep -A 4 'memory error$'
    PLACE="$PWD/told.c:7" EVENTS=told.json checked -f clauses told.c | grep 'called from'
    PLACE='(generated checks):8' EVENTS=told.json checked -f clauses told.c | grep 'called from'
    PLACE='assay_f\nx.c:8' EVENTS=told.json checked -f dies -q --junit=out/junit.xml told.c
    cat out/junit.xml
    FAILS='addr2line*' EVENTS=told.json checked told.c | grep -e program+ -e 'called from'
    EVENTS=runs.json checked runs.c
    EVENTS=runs.json checked --json -f 'c*' runs.c
    EVENTS=quiet.json SLOW=0 checked -q --junit=out/junit.xml told.c
    cat out/junit.xml
}
tests | masked

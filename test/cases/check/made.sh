# Findings of hyperproperties as programs, which a compiler reads; what tells the findings, and all
# that is run on the way, are stand-ins.
cc=$(command -v cc)
cp made.c $TMP
. ./fake_start.sh
mv $TMP/made.c .
tests()
{
    EVENTS=made.json checked -q made.c
    cat out/*.c
    $cc -w -fsyntax-only out/*.c 2>&1
}
tests | masked

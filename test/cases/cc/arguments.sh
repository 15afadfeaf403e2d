# What the compiler is told, for many command lines.
mkdir -p $TMP/tmp $TMP/work/a $TMP/work/b $TMP/work/inc || exit
cp fake.sh $TMP && cd $TMP/work || exit
export ASSAY_CC="sh $TMP/fake.sh" TMPDIR=$TMP/tmp

put() { printf '%s\n' "$@"; }

contract='/*@ ensures \result == 7; */'
put "$contract int seven(void); int seven(void) { return 7; }" > a/seven.c
cp a/seven.c a/eight.c
cp a/seven.c 'a/my $ #.c'
cp a/seven.c b/seven
echo 'int main(void) { return 0; }' | tee a/main.c > b/main.c
put "$contract int found(void);" > inc/found.h
cp inc/found.h b/beside.h
echo '#  include <found.h>' > inc/deep.h
body='int found(void) { return 7; }'
put '#include <found.h>' "$body" > angled.c
put '#include "found.h"' "$body" > quoted.c
put '#define NOTHING' '#include <stdio.h>' '#include <deep.h>' "$body" > deep.c
put '#include "beside.h"' "$body" > b/beside.c
put '#import "inc/found.h"' "$body" > import.c
put '#include_next <found.h>' "$body" > next.c
put '#define NAME "inc/found.h"' '#include NAME' "$body" > named.c
put "#include \"$TMP/work/inc/found.h\"" "$body" > absolute.c
put "$body" > forced.c
put '//@ ensures \result == 7;' "$body" > line.c
printf 'int x; // \0\n%s %s\n' "$contract" "$body" > zero.c
put '/*@ ensures \result == y; */ int f(int x) { return x; }' > wrong.c
put '/*@ requires x; */ int f(int x) { return y; }' > unread.c
put '/*@ ensures \initialized(a); ensures \result == a[0]; */ int partly(int *a) { return a[0]; }' \
    > partly.c
put '/*@ ensures \initialized(a); */ int one(int *a) { return a[0]; }' > one.c
put '/*@ requires x > 0; */ int f(int x);' > without.c
put '/*@ frobs x; ensures \result == x; */ int warned(int x) { return x; }' > warned.c
cat > untested.c <<'END'
/*@ requires a != 0; ensures e: \true;
    admit ensures \true;
    config 10 runs;
    behavior b: assumes a > 0; ensures \result == 0;
    complete behaviors; */
int twice(int a, ...) { return a; }
/*@ requires x != 0; ensures \result == x; */
int once(int x) { return x; }
END

cc()
{
    echo "\$ assay cc $*"
    "$ASSAY" cc "$@" 2>&1
    for left in $TMP/tmp/*; do [ ! -e "$left" ] || echo "left: $left"; done
    for left in *.d */*.d dep; do
        [ ! -e "$left" ] || { echo "$left:"; cat "$left"; rm "$left"; }
    done
}
status()
{
    echo "\$ assay cc $*"
    "$ASSAY" cc "$@" 2>&1
    echo "status $?"
}

tests()
{
    # What has no contracts, or is none of ours, is left to the compiler.
    cc -c a/main.c
    cc a/main.c b/main.c -o main
    cc x.o -o main -lm
    cc -r x.o y.o -o z.o
    cc -x c a/main.c -o main
    for words in --version --help --target-help -dumpspecs -dumpmachine -dumpversion \
        -dumpfullversion -print-file-name=libc.a --print-multiarch --help=common -v \
        '-M a/seven.c' '-MM a/seven.c' '-### a/seven.c' '-c none.c' 'a/main.S' '-c a/seven.cc'; do
        cc $words
    done
    cc
    cc -x c - -o main
    cc -x c++ a/seven.c
    # Copies, and where they are looked for.
    cc -c a/seven.c
    cc -S forced.c -o forced.s line.c
    cc a/seven.c a/eight.c a/main.c -o main -Wl,-z,now -L. -lz
    cc -c a/seven.c a/eight.c
    cc -c -DX -I inc a/seven.c b/main.c b/beside.c
    cc -g a/seven.c -x c b/seven -x none b/main.c x.s -o main -lz -Xlinker -z
    cc -O2 -x c b/seven b/beside.c -r -o z.o
    cc -specs x.c -c a/seven.c -e y.c -B z.c -A w.c -object
    cc -fsyntax-only 'a/my $ #.c'
    cc a/seven.c '-###'
    # Dependency files speak of the originals.
    DEPS=dep cc -c -MMD -MF dep a/seven.c
    DEPS=dep cc -c -MMD -MFdep 'a/my $ #.c'
    DEPS=dep cc -c -Wp,-MD,dep a/seven.c
    DEPS=dep cc -c -Wp,-MMD,dep a/seven.c
    DEPS=dep cc -E a/seven.c -o dep
    DEPS=seven.d cc -c -MD a/seven.c
    DEPS=b/o.d cc -c -MD a/seven.c -o b/o.o
    DEPS='a.d a-seven.d a.out-seven.d' cc -MMD a/seven.c
    DEPS='b/x.y-seven.d' cc -MMD a/seven.c -o b/x.y
    DEPS='seven.d' cc -c a/seven.c
    cc -MMD a/seven.c b/beside.c
    cc -MMD a/seven.c b/beside.c -o b/x.y
    cc -MMD -MF dep a/seven.c b/main.c
    # Contracts of headers.
    cc -c angled.c
    cc -c angled.c -Iinc
    cc -c quoted.c -iquote inc
    cc -c angled.c -I inc/none -I inc
    cc -c deep.c -Iinc
    cc -c b/beside.c
    cc -c import.c
    cc -c next.c -Iinc
    cc -c named.c
    cc -c absolute.c
    cc -c forced.c -include inc/found.h
    cc -c forced.c -imacros none.h
    cc -c line.c
    cc -c zero.c
    # Files of arguments.
    printf '%s\n' "-c 'a/my \$ #.c'	\"-DX=\\\"y z\\\"\" @more" '-DZ=\ \' > words
    echo '@more -Dq="" last.o' > more
    cc @words
    cc @nothing
    seq -f -D%g 700 > words
    cc -c a/main.c @words last.o | tail -n 1 | wc -w
    seq 65537 > words
    cc @words
    # What is said of contracts.
    cc -c wrong.c
    cc -c unread.c
    cc --assay-quiet -c unread.c
    cc -c partly.c
    cc -c one.c
    cc -c untested.c
    cc -c warned.c
    cc -c without.c
    ASSAY_QUIET=1 cc -c partly.c warned.c
    ASSAY_QUIET=0 cc -c partly.c
    cc --assay-quiet -c wrong.c
    cc --assay-level=off -c wrong.c
    cc --level=off a/seven.c
    cc --assay-level=cheap -c a/seven.c
    ASSAY_LEVEL=off cc -c a/seven.c
    ASSAY_LEVEL= ASSAY_CC= status --version --assay-lots
    # How it ends.
    CODE=3 status -c a/seven.c
    CODE=3 status -c a/main.c
    CODE=3 status -c unread.c
    CODE=4 status a/seven.c b/main.c
    CODE=5 status -c a/seven.c b/main.c x.s
    status -c wrong.c a/seven.c
    DOES='kill -9 $$' status -c a/seven.c
    ASSAY_CC=/none/cc status -c a/seven.c
    ASSAY_CC=/none/cc status -c a/main.c
    ASSAY_INCLUDE=/none status -c a/seven.c
    ASSAY_INCLUDE=/none status -c a/main.c
    ASSAY_INCLUDE=/none status a/main.c
    ASSAY_INCLUDE=/none status --assay-level=off a/main.c
    TMPDIR=/none status -c a/seven.c
    TMPDIR= status -c a/seven.c
    DOES='kill -TERM $PPID; exec sleep 60' status -c a/seven.c
    cc --assay-keep -c a/seven.c
    rm -r $TMP/tmp/*
    # A compiler in the arguments.
    cc --assay-launch echo -c a/main.c
    status --assay-launch
    # Where the library is.
    mkdir -p $TMP/prefix/bin $TMP/prefix/lib/any $TMP/prefix/include/assay
    cp "$ASSAY" $TMP/prefix/bin
    ASSAY=$TMP/prefix/bin/assay
    > $TMP/prefix/include/assay/contract.h
    > $TMP/prefix/lib/any/libassay.a
    cc x.o | tr / :
    > $TMP/prefix/lib/libassay.a
    cc x.o | tr / :
}
tests 2>&1 | sed -E -e '/Terminated/d' -e "s|$TMP/tmp/assay-......|COPIES|g" \
    -e "s|([ =])/tmp/assay-......|\1OTHER|g" -e "s|$TMP|TMP|g" \
    -e "s|$(echo $TMP | tr / :)|TMP|g" -e "s|/[^ ]*/libassay.a|LIBRARY|g" -e "s|/[^ =]*/include( \|/assay\|$)|INCLUDE\1|g"

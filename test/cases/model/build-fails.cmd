. fake/run.sh
brief() { grep -v '^cc -c \|^cc .* -c \|^    \|not tested\|not used'; }
for what in reference.o candidate.o /names redefine-sym\  harness.o other_0.o -gP candidate_names libassay; do
    echo "== $what" && try "$what" "said of it" queue.h --reference ref.c --candidate queue.c -- nothing.c | brief
done
echo "== links" && for said in "multiple definition" "undefined reference"; do try libassay "said: $said" blocks.h --candidate nothing.c | brief; done
echo "== contracts" && try candidate.c "said of it" shelf/shelf.h --candidate shelf/shelf.c -- -DSIZE=4 -DBUGS=0 | brief
echo "== no compiler" && CC=$TMP/none try '' '' blocks.h --candidate nothing.c | brief
echo "== no folder" && { TMPDIR=$TMP/none $ASSAY model blocks.h --candidate nothing.c 2>&1 || echo "status $?"; } | brief
echo "== no place for the model" && try '' '' blocks.h --candidate nothing.c --emit=$TMP/none/m.c
rm -rf $TMP/assay-*
echo "== kept" && try '' '' blocks.h --candidate nothing.c --emit=$TMP/m.c --keep | brief && ls $TMP/assay-*/
echo "== the same again" && try '' '' blocks.h --candidate nothing.c --emit=$TMP/m.c --list --strict
echo "== many alike" && try '' '' terms.h --reference ref.c --candidate nothing.c --strict | grep terms -A 100

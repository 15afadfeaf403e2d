# assay trace test, without what differs from run to run; how a finding is seen again is
# another test's matter.
mkdir $TMP/work && cp *.trace *.c *.h ../synth/reach.trace $TMP/work && cd $TMP/work || exit
$ASSAY trace test --seed=1 "$@" >$TMP/out 2>$TMP/err
status=$?
sed -E -e 's/in [0-9.]+ s \([0-9]+ solver calls?\)/in T s (N solver calls)/' -e '/^ *(replay|as C|chart): /d' $TMP/out
sed -E -e "s|$TMP|TMP|g" -e 's|/tmp/[^ :]*|FOLDER|g' $TMP/err >&2
exit $status

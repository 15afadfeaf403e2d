$ASSAY lang gen clock.lang -n 50 --coverage --seed=7 >$TMP/out; $ASSAY lang check --quiet --lines clock.lang $TMP/out

$ASSAY lang gen clock.lang -n 100 --like=noon >$TMP/out; $ASSAY lang check -q -l clock.lang $TMP/out

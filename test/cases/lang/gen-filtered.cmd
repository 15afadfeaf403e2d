$ASSAY lang gen even.lang -n 100 2>&1 >$TMP/out | sed 's/held [0-9]* of [0-9]*/held N of N/'; $ASSAY lang check -q -l even.lang $TMP/out

$ASSAY lang gen clock.lang -n 100 --like=crlf >$TMP/out; $ASSAY lang check -q -l clock.lang $TMP/out; wc -l <$TMP/out

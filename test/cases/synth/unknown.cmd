echo kept >$TMP/x.c; $ASSAY synth ../../data/synth/mail.trace --property none -o $TMP/x.c; code=$?; cat $TMP/x.c; exit $code

$ASSAY synth ../../data/synth/mail.trace -o $TMP/x.c; code=$?; ls $TMP; exit $code

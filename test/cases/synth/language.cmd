$ASSAY synth language.trace -o $TMP/x.c; code=$?; ls $TMP; exit $code

$ASSAY cc -g behind.c -o $TMP/program && { $TMP/program; echo "status $?"; $TMP/program 1; echo "status $?"; $TMP/program 1 1; echo "status $?"; } 2>&1 | sed "s/Aborted.*/Aborted/"

$ASSAY report /dev/null -o $TMP/r.html; echo "status $?"; ls $TMP

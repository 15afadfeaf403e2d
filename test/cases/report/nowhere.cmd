{ $ASSAY report nowhere.jsonl -o $TMP/r.html; echo "status $?"; ls $TMP; }

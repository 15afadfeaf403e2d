cp noon $TMP/-x; cd $TMP; printf "start: \"12:00\";" >a.lang; $ASSAY lang check a.lang -- -x

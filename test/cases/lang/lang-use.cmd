printf "08:00-17:30 2024-02-29" >$TMP/word; $ASSAY lang check span.lang $TMP/word --quiet; cd $TMP; $ASSAY lang tree $OLDPWD/span.lang word

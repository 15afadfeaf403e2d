cp clock.lang $TMP/date; cd $TMP; printf 2024-02-29 | $ASSAY lang check date; printf 12:00 | $ASSAY lang check ./date

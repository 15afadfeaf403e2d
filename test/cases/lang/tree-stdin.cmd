printf 12:00 | $ASSAY lang tree clock.lang

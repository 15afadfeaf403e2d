printf 12: | $ASSAY lang check clock.lang

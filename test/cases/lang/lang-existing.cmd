cp clock.lang noon $TMP; cd $TMP; mv clock.lang clock; $ASSAY lang check clock noon

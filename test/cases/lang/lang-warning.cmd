printf x | $ASSAY lang check unused.lang

printf '"a\200"' | $ASSAY lang check json

$ASSAY lang info foreign.lang

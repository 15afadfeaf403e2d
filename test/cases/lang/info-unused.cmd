$ASSAY lang info unused.lang

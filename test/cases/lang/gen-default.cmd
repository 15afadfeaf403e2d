$ASSAY lang gen single.lang

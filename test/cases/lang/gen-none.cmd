$ASSAY lang gen single.lang --count=0

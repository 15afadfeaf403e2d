$ASSAY lang gen single.lang -n 3

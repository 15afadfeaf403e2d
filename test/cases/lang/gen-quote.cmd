$ASSAY lang gen single.lang -n 2 --quote

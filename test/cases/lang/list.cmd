$ASSAY lang list

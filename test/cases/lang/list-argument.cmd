$ASSAY lang list json

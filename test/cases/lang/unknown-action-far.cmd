$ASSAY lang frobnicate

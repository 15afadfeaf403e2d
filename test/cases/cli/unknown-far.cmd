$ASSAY frobnicate

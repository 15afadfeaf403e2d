$ASSAY lang compile json --prefix=7up

$ASSAY help lang compile

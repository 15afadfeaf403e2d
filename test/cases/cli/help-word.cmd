$ASSAY help

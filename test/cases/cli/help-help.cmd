$ASSAY help help

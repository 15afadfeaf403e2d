$ASSAY help lang info

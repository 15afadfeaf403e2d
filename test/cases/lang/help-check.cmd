$ASSAY help lang check

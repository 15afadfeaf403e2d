$ASSAY help lang gen

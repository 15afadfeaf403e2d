$ASSAY help lang

$ASSAY help lang tree

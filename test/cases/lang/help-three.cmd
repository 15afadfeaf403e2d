$ASSAY help lang check tree

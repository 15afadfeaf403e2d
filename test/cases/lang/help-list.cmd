$ASSAY help lang list

$ASSAY help choices

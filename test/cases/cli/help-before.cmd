$ASSAY --help choices

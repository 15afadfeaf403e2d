$ASSAY help choices help

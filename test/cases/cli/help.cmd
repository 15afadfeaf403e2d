$ASSAY --help

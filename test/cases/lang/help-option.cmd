$ASSAY lang list --help

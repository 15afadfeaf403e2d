$ASSAY model --help

$ASSAY lang --help

$ASSAY script run --help

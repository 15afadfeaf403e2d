$ASSAY script build --help

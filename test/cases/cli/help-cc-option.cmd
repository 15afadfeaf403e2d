$ASSAY cc --help

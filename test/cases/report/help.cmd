$ASSAY report --help

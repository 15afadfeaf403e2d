$ASSAY choices --help

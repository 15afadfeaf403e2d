$ASSAY rest check --help

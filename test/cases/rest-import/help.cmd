$ASSAY rest import --help

$ASSAY explain --help

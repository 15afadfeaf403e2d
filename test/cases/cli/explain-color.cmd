$ASSAY explain --color=always W0104

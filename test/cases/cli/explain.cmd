$ASSAY explain E0207

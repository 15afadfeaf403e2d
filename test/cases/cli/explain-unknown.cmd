$ASSAY explain E0270

$ASSAY explain e0116

$ASSAY explain frobnicate

$ASSAY explain | grep 'E010[1-3]'

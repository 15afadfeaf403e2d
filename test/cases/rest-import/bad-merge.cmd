$ASSAY rest import bad-merge.yaml

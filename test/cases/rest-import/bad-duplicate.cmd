$ASSAY rest import bad-duplicate.yaml

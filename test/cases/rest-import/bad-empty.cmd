$ASSAY rest import bad-empty.yaml

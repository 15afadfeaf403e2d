$ASSAY rest import bad-key.yaml

$ASSAY rest import bad-number.yaml

$ASSAY rest import bad-alias.yaml

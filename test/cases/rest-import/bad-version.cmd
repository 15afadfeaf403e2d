$ASSAY rest import bad-version.yaml

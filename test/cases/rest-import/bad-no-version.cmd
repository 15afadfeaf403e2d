$ASSAY rest import bad-no-version.yaml

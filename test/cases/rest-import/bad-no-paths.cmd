$ASSAY rest import bad-no-paths.yaml

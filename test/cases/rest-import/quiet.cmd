$ASSAY rest import --quiet minimal.yaml

$ASSAY rest import bad-yaml.yaml

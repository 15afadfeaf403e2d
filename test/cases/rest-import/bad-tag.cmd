$ASSAY rest import bad-tag.yaml

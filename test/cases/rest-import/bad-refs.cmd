$ASSAY rest import bad-refs.yaml

$ASSAY rest import bad-bomb.yaml

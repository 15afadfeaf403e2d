$ASSAY rest import bodies.yaml

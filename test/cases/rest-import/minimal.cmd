$ASSAY rest import minimal.yaml

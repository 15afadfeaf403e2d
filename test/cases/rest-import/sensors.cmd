$ASSAY rest import sensors.yaml

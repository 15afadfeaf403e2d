$ASSAY rest import refused.yaml

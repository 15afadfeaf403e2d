$ASSAY rest import merged.yaml

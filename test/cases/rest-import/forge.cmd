$ASSAY rest import forge.yaml

$ASSAY rest import aliases.yaml

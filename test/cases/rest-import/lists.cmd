$ASSAY rest import lists.yaml

$ASSAY rest import trees.yaml

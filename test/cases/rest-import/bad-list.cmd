$ASSAY rest import bad-list.yaml

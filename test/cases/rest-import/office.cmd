$ASSAY rest import office.yaml

$ASSAY rest import none.yaml

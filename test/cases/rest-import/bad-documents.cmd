$ASSAY rest import bad-documents.yaml

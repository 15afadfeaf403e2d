$ASSAY rest import bad-json-end.json

$ASSAY rest import bad-json.json

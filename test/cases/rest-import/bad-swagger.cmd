$ASSAY rest import bad-swagger.json

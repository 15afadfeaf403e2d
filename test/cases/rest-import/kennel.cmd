$ASSAY rest import kennel.json

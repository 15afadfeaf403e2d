$ASSAY rest check --no-coverage no-field-response-in-pre.hrest
